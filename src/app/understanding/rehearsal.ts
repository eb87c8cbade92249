import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../../base/clock.ts";
import type { Edges } from "../../base/edges.ts";
import { AppError } from "../../base/errors.ts";
import { isoMinute } from "../../base/format-time.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Language } from "../../base/localized.ts";
import type { Log } from "../../base/log.ts";
import {
  type Attachment,
  type Button,
  type ChatAdapter,
  type ChatAddress,
  type ChatEvent,
  chatKey,
  type OutgoingMessage,
} from "../../bots/platform/chat-adapter.ts";
import { say } from "../../bots/texts/say.ts";
import { parseConfig } from "../../config/config.ts";
import type { TargetKind } from "../../engine/catalogue/catalogue.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import { findTime } from "../../scheduler/phrases/find-time.ts";
import type { TimingContext } from "../../scheduler/timing/timing-reading.ts";
import type { Person } from "../../security/access/people.ts";
import type { Approval, Approvals } from "../../security/approvals/approvals.ts";
import { type Outside, openOutside } from "../core/network.ts";
import { type App, openApp } from "../open-app.ts";
import { type Service, startService } from "../service.ts";
import type { LabelledMessage } from "./labelled-messages.ts";
import { type Comparing, callsIn } from "./same-program.ts";

/** What the bot did about a message. Programs are IBL. */
export interface Heard {
  readonly ran: readonly string[];
  /** Programs that wait for a press. */
  readonly asked: readonly string[];
  /** Programs behind buttons, the first offered first. */
  readonly offered: readonly string[];
  readonly text: string;
  /** True where the bot waits for words, or asks something. */
  readonly isQuestion: boolean;
  /** True where it said that it did not understand. */
  readonly isLost: boolean;
  /** True where it said that something cannot be done. */
  readonly saysCannot: boolean;
}

const PLATFORM = "console";
const MOST_RUNS = 50;
const SETTLED_WITHIN_MS = 5000;
const REMINDER_MS = 61_000;
/** Asks for words, with or without the mark of a question. */
const ASKS =
  /\?|(?:말해|적어|알려)\s?(?:주세요|줄래요)|\bplease\s+(?:say|name|tell)\b|\bsay\s+(?:it|them)\b/iu;

/** Stands at a moment that is set, and goes on from there. */
class SetClock implements Clock {
  readonly #real: Clock;
  #shiftMs = 0;

  constructor(real: Clock) {
    this.#real = real;
  }

  now(): number {
    return this.#real.now() + this.#shiftMs;
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    return this.#real.sleep(delayMs, signal);
  }

  set(nowMs: number): void {
    this.#shiftMs = nowMs - this.#real.now();
  }
}

/** A chat in memory. */
class MemoryChat implements ChatAdapter {
  readonly platform = PLATFORM;
  readonly maxTextLength = 100_000;
  readonly shown: OutgoingMessage[] = [];
  #receive: (event: ChatEvent) => Promise<void> = async () => {};
  #last = 0;

  async start(onEvent: (event: ChatEvent) => Promise<void>): Promise<void> {
    this.#receive = onEvent;
  }

  async stop(): Promise<void> {}
  async acknowledge(): Promise<void> {}
  async typing(): Promise<void> {}

  async send(_chat: ChatAddress, message: OutgoingMessage): Promise<{ messageId: string }> {
    this.shown.push(message);
    return { messageId: this.nextId() };
  }

  async edit(_chat: ChatAddress, _id: string, message: OutgoingMessage): Promise<void> {
    this.shown.push(message);
  }

  async download(ref: string, sink: (bytes: Uint8Array) => Promise<void>): Promise<void> {
    await sink(new TextEncoder().encode(fileText(ref)));
  }

  nextId(): string {
    this.#last += 1;
    return `${this.#last}`;
  }

  receive(event: ChatEvent): Promise<void> {
    return this.#receive(event);
  }
}

/** The whole app without a model and without a network, in a folder that is thrown away, where every message has a person of its own. */
export class Rehearsal {
  readonly #parts: App;
  readonly #service: Service;
  readonly #chat: MemoryChat;
  readonly #clock: SetClock;
  readonly #folder: string;
  readonly #zone: string;

  private constructor(made: {
    readonly parts: App;
    readonly service: Service;
    readonly chat: MemoryChat;
    readonly clock: SetClock;
    readonly folder: string;
    readonly zone: string;
  }) {
    this.#zone = made.zone;
    this.#parts = made.parts;
    this.#service = made.service;
    this.#chat = made.chat;
    this.#clock = made.clock;
    this.#folder = made.folder;
  }

  /** Opens one; whoever does closes it. `root` is the folder of the product. */
  static async open(options: {
    readonly edges: Edges;
    readonly log: Log;
    readonly root: string;
    readonly nowMs: number;
    readonly zone: string;
  }): Promise<Rehearsal> {
    const { log, root, nowMs, zone } = options;
    const folder = await mkdtemp(join(tmpdir(), "ibl-bot-rehearsal-"));
    const clock = new SetClock(options.edges.clock);
    clock.set(nowMs);
    const config = parseConfig({ IBL_HOME: folder, IBL_TIME_ZONE: zone }, folder);
    const parts = openApp({
      ...{ config, log, root },
      edges: { ...options.edges, clock },
      watch: false,
      openOutside: (...given) => cutOff(openOutside(...given)),
    });
    const chat = new MemoryChat();
    const service = await startService(parts, { console: chat, announce: async () => {} });
    return new Rehearsal({ parts, service, chat, clock, folder, zone });
  }

  /** Plays what came before a message and the message itself. */
  async hear(message: LabelledMessage): Promise<Heard> {
    this.#clock.set(message.nowMs);
    const person = this.#admit(message.id, message.language);
    const actor = this.#parts.admission.actor(person, keyOf(message.id));
    await this.#prepare(message, actor);
    for (const [at, turn] of message.earlier.entries()) {
      if (turn.by === "user") await this.#say(message, turn.text);
      else await this.#show(turn.text, actor, message.earlier[at - 1]?.text);
    }
    const { heard, says } = await this.#listen(message, actor, message.text);
    const [next] = says;
    const answer = ANSWERS[message.language];
    if (isTimeAsked(message, heard)) {
      const answered = (await this.#listen(message, actor, answer)).heard;
      this.#leave(person);
      return answered.ran.length > 0 || answered.asked.length > 0 ? answered : heard;
    }
    const isOver = heard.ran.length > 0 || heard.asked.length > 0 || heard.offered.length > 0;
    const pressed =
      next === undefined || isOver ? undefined : await this.#listen(message, actor, next);
    this.#leave(person);
    if (pressed === undefined) return heard;
    return { ...heard, offered: [...pressed.heard.ran, ...pressed.heard.asked] };
  }

  /** What comes of words, and the words behind the buttons below what is said. */
  async #listen(
    message: LabelledMessage,
    actor: Actor,
    words: string,
  ): Promise<{ readonly heard: Heard; readonly says: readonly string[] }> {
    const before = new Set(this.#runsOf(actor).map(({ id }) => id));
    const waited = new Set(this.#waitingFor(actor).map(({ id }) => id));
    const shownBefore = this.#chat.shown.length;
    await this.#say(message, words);
    const runs = this.#runsOf(actor).filter(({ id }) => !before.has(id));
    const waiting = this.#waitingFor(actor).filter(({ id }) => !waited.has(id));
    const shown = this.#chat.shown.slice(shownBefore);
    const buttons = shown.flatMap(({ buttons: rows = [] }) => rows.flat());
    const says = buttons.flatMap((button) => button.says ?? []);
    const heard = heardOf(runs, waiting, shown, message.language);
    return { heard: { ...heard, ran: [...heard.ran, ...this.#putOff(actor)] }, says };
  }

  /** Reminders that rang and come again at another time, as programs that make them. */
  #putOff({ personId, zone }: Actor): readonly string[] {
    return this.#parts.schedules
      .list(personId)
      .flatMap(({ name, program, timing, snoozedUntilMs }) => {
        if (snoozedUntilMs === undefined || timing.kind !== "at") return [];
        const at = isoMinute(snoozedUntilMs, zone);
        return `[system:schedule](${JSON.stringify(name)}) {pipeline: ${JSON.stringify(program)}, at: "${at}"}`;
      });
  }

  /** What programs of a message are compared with. */
  comparing(message: LabelledMessage): Comparing {
    const person = this.#admit(message.id, message.language);
    const actor = this.#parts.admission.actor(person, keyOf(message.id));
    const { nowMs, zone } = message;
    return { nowMs, zone, plan: (code) => this.#parts.gate.check(code, actor) };
  }

  /** Ends it and deletes its folder. */
  async close(): Promise<void> {
    await this.#service.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #admit(id: string, language: Language): Person {
    const { people, updates } = this.#parts;
    const person = people.admit(
      { platform: PLATFORM, externalId: id },
      { role: "owner", name: id, language },
    );
    updates.remember(addressOf(id), person.id);
    return person;
  }

  /** Makes what the right programs name: people, files, reminders. */
  async #prepare({ expected, earlier }: LabelledMessage, actor: Actor): Promise<void> {
    const programs = expected.flatMap((each) => (each.kind === "program" ? [each.code] : []));
    const targets = programs.flatMap((code) => targetsOf(code, this.#parts, actor));
    const sent = earlier.flatMap(({ text }) => uploadsIn(text).paths);
    const gone = earlier.filter(({ by, text }) => by === "bot" && SWITCHED_OFF.test(text));
    for (const { is, value } of targets)
      if (
        earlier.length === 0 ||
        gone.some(({ text }) => text.includes(value)) ||
        !(isMadeInTalk(is) || sent.includes(value))
      )
        await this.#make(is, value, actor);
    if (earlier.length > 0) return;
    for (const about of programs.flatMap((code) =>
      recalledBy(code, this.#parts, actor).slice(0, 1),
    ))
      await this.#run(`[source:save_memory](${JSON.stringify(about)})`, actor);
  }

  async #make(is: TargetKind, name: string, actor: Actor): Promise<void> {
    if (is === "contact" || is === "recipient") this.#admit(name, actor.language);
    if (is === "file") await this.#write(name, actor);
    if (isMadeInTalk(is)) await this.#run(dailyReminder(name), actor);
  }

  async #write(path: string, actor: Actor): Promise<void> {
    await this.#run(
      `[system:write](${JSON.stringify(path)}) {content: ${JSON.stringify(fileText(path))}}`,
      actor,
    );
  }

  async #run(code: string, actor: Actor): Promise<void> {
    const origin = `rehearsal:${this.#chat.nextId()}`;
    await this.#parts.assistant.runProgram({ code, actor, origin });
  }

  /** What the bot is said to have answered, as far as it could not have found it out here. */
  async #show(text: string, actor: Actor, asked: string | undefined): Promise<void> {
    const reminder = /^⏰ (.+?)(?: \(\d{1,2}:\d{2}\))?$/u.exec(text)?.[1];
    if (reminder !== undefined) return this.#remind(reminder, actor);
    const made = scheduledIn(text, { nowMs: this.#clock.now(), zone: this.#zone });
    await (made.length > 0 ? this.#runAll(made, actor) : this.#showThings(text, actor));
    const isAskedAgain = made.length > 0 || itemsIn(text).length > 1;
    if (asked !== undefined && isAskedAgain) await this.#sayAs(actor, asked);
  }

  async #runAll(codes: readonly string[], actor: Actor): Promise<void> {
    for (const code of codes) await this.#run(code, actor);
  }

  async #showThings(text: string, actor: Actor): Promise<void> {
    const paths = FILE_NAMES.test(text) ? text.split(", ") : [];
    for (const path of paths) await this.#write(path, actor);
    const links = text.match(/https?:\/\/\S+/gu) ?? [];
    const shown = [...links.map((url) => ({ url })), ...paths.map((path) => ({ path }))];
    if (shown.length > 0) return this.#list(shown, actor);
    const items = itemsIn(text).map((item) => `[system:todo](${JSON.stringify(item)})`);
    if (items.length > 1) await this.#runAll(items, actor);
  }

  /** A list that the person's words found. */
  async #list(items: readonly JsonObject[], actor: Actor): Promise<void> {
    const code = `[system:take](${items.length}) {items: ${JSON.stringify(items)}}`;
    const origin = `update:rehearsal-${this.#chat.nextId()}/0`;
    await this.#parts.assistant.runProgram({ code, actor, origin });
  }

  async #remind(name: string, actor: Actor): Promise<void> {
    const notice = `[system:notify_user](${JSON.stringify(name)})`;
    const nowMs = this.#clock.now();
    this.#clock.set(nowMs - REMINDER_MS);
    await this.#run(
      `[system:schedule](${JSON.stringify(name)}) {pipeline: ${JSON.stringify(notice)}, after: "1m"}`,
      actor,
    );
    this.#clock.set(nowMs);
    const shown = this.#chat.shown.length;
    for (let waitedMs = 0; this.#chat.shown.length === shown && waitedMs < 8000; waitedMs += 100)
      await new Promise((resolve) => setTimeout(resolve, 100));
  }

  async #say({ id, language }: LabelledMessage, words: string): Promise<void> {
    const { text, paths } = uploadsIn(words);
    await this.#receive(id, language, text, paths);
  }

  #sayAs(actor: Actor, words: string): Promise<void> {
    return this.#receive(actor.chatId.slice(PLATFORM.length + 1), actor.language, words);
  }

  async #receive(
    id: string,
    language: Language,
    text: string,
    paths: readonly string[] = [],
  ): Promise<void> {
    const attachments = paths.map(
      (path): Attachment => ({
        kind: /\.(?:jpe?g|png)$/iu.test(path) ? "photo" : "document",
        ref: path,
        name: path.replace(/^.*\//u, ""),
        mediaType: "application/octet-stream",
      }),
    );
    await this.#chat.receive({
      kind: "message",
      updateId: `rehearsal-${this.#chat.nextId()}`,
      chat: addressOf(id),
      sender: { id, name: id, languageTag: language },
      text,
      messageId: this.#chat.nextId(),
      sentAtMs: this.#clock.now(),
      isAddressed: true,
      ...(attachments.length > 0 && { attachments }),
    });
    await this.#settled();
  }

  async #settled(): Promise<void> {
    await this.#service.answered();
    await this.#parts.outbox.flush(SETTLED_WITHIN_MS);
  }

  #runsOf(actor: Actor) {
    return this.#parts.runs.latest(actor.personId, actor.chatId, MOST_RUNS);
  }

  #waitingFor({ personId }: Actor): readonly Approval[] {
    return this.#parts.approvals.pending({ personId });
  }

  /** Nothing of this person's comes due in another's message. */
  #leave(person: Person): void {
    const { schedules, approvals } = this.#parts;
    approvals.cancelPerson(person.id);
    for (const { id } of schedules.list(person.id)) schedules.remove(id, person.id);
  }
}

const UPLOAD = /\[(?:file|photo|파일|사진) ([^\]]+)\]\s*/gu;

/** The files that came with a message, and its words. */
function uploadsIn(words: string): { readonly text: string; readonly paths: readonly string[] } {
  const paths = [...words.matchAll(UPLOAD)].flatMap(([, path]) => path ?? []);
  return { text: words.replace(UPLOAD, ""), paths };
}

/** Names of files and nothing else. */
const FILE_NAMES = /^(?:[^\s,]+\.[a-z]{2,4})(?:, [^\s,]+\.[a-z]{2,4})*$/iu;

/** What a program asks for or deletes of what a person told once. */
function recalledBy(code: string, { gate }: App, actor: Actor): readonly string[] {
  const planned = gate.check(code, actor);
  if (!planned.ok) return [];
  return callsIn(planned.plan.statements).flatMap(({ definition, params }) => {
    const { node, action } = definition;
    const told = params["query"] ?? params["content"];
    const isRecall = node === "source" && /^(?:search_memory|memory_delete)$/u.test(action);
    return isRecall && typeof told === "string" ? [told] : [];
  });
}

/** What is to be told, where a phrase of time alone is asked for it. */
const ANSWERS: Readonly<Record<Language, string>> = { ko: "물 마시기", en: "drink water" };

/** True where words that only say when are asked what is to be done then. */
function isTimeAsked({ expected }: LabelledMessage, heard: Heard): boolean {
  const isTime = expected.every(({ kind }) => kind === "times" || kind === "span");
  const isQuiet = heard.ran.length + heard.asked.length + heard.offered.length === 0;
  return isTime && isQuiet && heard.isQuestion && !heard.isLost;
}

/** True of what the talk before a message makes, where there was one. */
function isMadeInTalk(is: TargetKind): boolean {
  return is === "schedule" || is === "briefing";
}

/** The entries of a numbered list. */
function itemsIn(text: string): readonly string[] {
  const isListed = /^\d+\. /u.test(text) && !/[…—]/u.test(text);
  return isListed ? text.split(/(?:^|\s)\d+\. /u).slice(1) : [];
}

/** What a list of schedules names, as "standup — weekdays 09:00" or "12월 3일: 14:00 회의", as programs that make it. */
function scheduledIn(text: string, context: TimingContext): readonly string[] {
  const listed = [...text.matchAll(LISTED)].map(
    ([, dashed = "", after = "", name = dashed, when = after]) => ({
      name,
      when,
    }),
  );
  const [, day = "", entries = ""] = /^(\S+ \S+?): (\d{1,2}:\d{2} .+)$/u.exec(text) ?? [];
  const dated =
    entries === ""
      ? []
      : entries.split(" · ").map((entry) => {
          const [, time = "", name = ""] = /^(\S+) (.+?)(?: \([^)]*\))?$/u.exec(entry) ?? [];
          return { name, when: `${day} ${time}` };
        });
  return [...listed, ...dated].flatMap(({ name, when }) => {
    const price = /^when price ([<>]) (\d+)$/u.exec(when);
    const quoted = JSON.stringify(name);
    if (price !== null) {
      const watch = JSON.stringify(`[source:price](${JSON.stringify(name.split(" ")[0])})`);
      return `[system:create](${quoted}) {type: "condition", watch: ${watch}, condition: "${price[0].slice(5)}", pipeline: "[system:notify_user]"}`;
    }
    const { timing } = findTime(when, { ...context, isTold: true }) ?? {};
    if (timing === undefined) return [];
    const pipeline = JSON.stringify(`[system:notify_user](${quoted})`);
    return `[system:schedule](${quoted}) ${JSON.stringify({ ...timing }).replace(/^\{/u, `{"pipeline": ${pipeline}, `)}`;
  });
}

const LISTED =
  /(?:^(?:\d+\. )?|(?<= · )|(?<=\d\. ))([^—·]+?) — (.+?)(?= · | \d+\. |$)|(?:^(?:[^(),]*: )?|(?<=\), ))([^—·(),:]+?) \(([^()]+)\)(?=, |$)/gu;
const SWITCHED_OFF = /껐|꺼 ?[뒀둘]|\b(?:turned off|switched off|paused|disabled|off:)/iu;

function dailyReminder(name: string): string {
  const notice = `[system:notify_user](${JSON.stringify(name)})`;
  return `[system:schedule](${JSON.stringify(name)}) {pipeline: ${JSON.stringify(notice)}, cron: "0 9 * * *"}`;
}

type Runs = ReturnType<App["runs"]["latest"]>;
type Waiting = ReturnType<Approvals["pending"]>;

function heardOf(
  runs: Runs,
  waiting: Waiting,
  shown: readonly OutgoingMessage[],
  language: Language,
): Heard {
  const held = new Set(waiting.map(({ runId }) => runId));
  const inOrder = [...runs].reverse();
  const texts = shown.map(({ text }) => text);
  const buttons = shown.flatMap(({ buttons: rows = [] }) => rows.flat());
  const options = waiting.flatMap(({ card }) =>
    (card.options ?? []).flatMap(({ code }) => code ?? []),
  );
  return {
    ran: inOrder.filter(({ id }) => !held.has(id)).map(({ source }) => source),
    asked: inOrder.filter(({ id }) => held.has(id)).map(({ source }) => source),
    offered: [...options, ...programsOf(buttons)],
    text: texts.join("\n"),
    isQuestion:
      waiting.some(({ kind }) => kind === "question") ||
      shown.some(({ form }) => form !== undefined) ||
      ASKS.test(texts.join("\n")),
    isLost: texts.some((text) => text.includes(say(language, "plannerNone"))),
    saysCannot: CANNOT.test(texts.join("\n")),
  };
}

const CANNOT =
  /\b(?:can['’]t|cannot|not able to|only one .+ at a time)\b|못 (?:해|봐|가|들|그|만|다|읽|보|찾|뽑)|수 없|하나씩만/u;

function programsOf(buttons: readonly Button[]): readonly string[] {
  return buttons.flatMap(({ runs }) => runs ?? []);
}

/** What the parameters of a program's calls name that must be there. */
function targetsOf(
  code: string,
  { gate }: App,
  actor: Actor,
): readonly { readonly is: TargetKind; readonly value: string }[] {
  const planned = gate.check(code, actor);
  if (!planned.ok) return [];
  return callsIn(planned.plan.statements).flatMap(({ definition, params }) =>
    Object.entries(definition.targets ?? {}).flatMap(([param, { is }]) => {
      const value = params[param];
      return typeof value === "string" && !value.includes("$") ? [{ is, value }] : [];
    }),
  );
}

/** Nothing outside is reached. */
function cutOff(outside: Outside): Outside {
  return {
    ...outside,
    fetch: () => Promise.reject(new AppError("http-unreachable", "The network is cut off.")),
  };
}

function addressOf(id: string): ChatAddress {
  return { platform: PLATFORM, chatId: id, isPrivate: true };
}

function keyOf(id: string): string {
  return chatKey(addressOf(id));
}

/** Something to read in a file of a name. */
function fileText(path: string): string {
  if (/\.csv$/iu.test(path))
    return "name,price,total,date\nA,600,700,2026-11-01\nB,300,100,2026-11-02\n";
  if (/\.json$/iu.test(path)) return '[{"name": "A", "price": 600}, {"name": "B", "price": 300}]';
  return "First line.\nSecond line.\nThird line.\n";
}
