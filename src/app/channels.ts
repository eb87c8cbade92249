import { quoteIbl } from "../agent/planner/code.ts";
import { likeliest } from "../agent/planner/schedule.ts";
import type { ProcessEdges } from "../base/edges.ts";
import { AppError, messageOf, wordsOf } from "../base/errors.ts";
import { createIds } from "../base/ids.ts";
import type { Language, Localized } from "../base/localized.ts";
import { oneLine } from "../base/localized.ts";
import { briefingIn } from "../bots/approvals/briefing-draft.ts";
import { editedText } from "../bots/approvals/edited-text.ts";
import { COMMAND_TREE } from "../bots/commands/command-tree.ts";
import { createConsoleAdapter } from "../bots/console/adapter.ts";
import { createDiscordAdapter } from "../bots/discord/adapter.ts";
import type { Suggest } from "../bots/discord/commands.ts";
import { escapeMarkup } from "../bots/markup/parse-markup.ts";
import { languageIn } from "../bots/people/admission.ts";
import { PlatformNotes } from "../bots/platform/adapter-state.ts";
import { type ChatAdapter, chatKey } from "../bots/platform/chat-adapter.ts";
import {
  OWNER_COMMANDS,
  TELEGRAM_GROUP_MENU,
  TELEGRAM_MENU,
} from "../bots/platform/command-names.ts";
import type { SuggestedKind } from "../bots/platform/command-shape.ts";
import { type CommandValue, fittingValues } from "../bots/platform/command-values.ts";
import { platformName } from "../bots/platform/platform-names.ts";
import { createTelegramAdapter } from "../bots/telegram/adapter.ts";
import type { CommandMenu } from "../bots/telegram/menus.ts";
import type { Membership } from "../bots/telegram/updates.ts";
import { say } from "../bots/texts/say.ts";
import { Memories } from "../nodes/source/memories.ts";
import { createTodoReader } from "../nodes/system/todos.ts";
import { describeTiming, timingWords } from "../scheduler/ledger/describe.ts";
import { findTime } from "../scheduler/phrases/find-time.ts";
import { knownPlaces } from "../scheduler/timing/place-zones.ts";
import type { Person } from "../security/access/people.ts";
import { LOCAL_PERSON_ID } from "../security/access/people.ts";
import type { Approval } from "../security/approvals/approvals.ts";
import { localOwner } from "./local-owner.ts";
import { contactsOf } from "./node-ports.ts";
import type { App } from "./open-app.ts";
import { plannerWorkflows } from "./person-context.ts";

/** The adapter of every platform that has a token. The library of a platform without one is not loaded. */
export function channelsOf(parts: App): readonly ChatAdapter[] {
  return [...telegramOf(parts), ...discordOf(parts)];
}

function telegramOf(parts: App): readonly ChatAdapter[] {
  const { telegram } = parts.config;
  if (telegram === undefined) return [];
  const { clock } = parts.edges;
  const adapter = createTelegramAdapter({
    ...telegram,
    log: parts.log,
    clock,
    memory: new PlatformNotes(parts.database, clock).of("telegram"),
    menus: () => telegramMenus(parts),
    onRefused: (problem) => tellOwners(parts, "telegram", problem),
    onMembership: (change) => membershipChanged(parts, change),
  });
  return [adapter];
}

/** A group that the bot came into is greeted, and whoever blocks it no longer is told what did not arrive. */
function membershipChanged(parts: App, change: Membership): void {
  const { chat, sender, isIn, wasIn, botName, updateId } = change;
  if (!isIn || wasIn) return;
  const key = chatKey(chat);
  if (chat.isPrivate) {
    parts.reach.isBack(key);
    return;
  }
  parts.updates.keepAddress(chat);
  const language = parts.admission.language(chat.platform, sender);
  const text = say(language, "groupGreeting", { name: escapeMarkup(botName) });
  parts.outbox.post({
    key: `greeting:${key}:${updateId}`,
    chatKey: key,
    class: "reply",
    message: { text },
  });
}

function discordOf(parts: App): readonly ChatAdapter[] {
  const { discord } = parts.config;
  if (discord === undefined) return [];
  const { clock } = parts.edges;
  const adapter = createDiscordAdapter({
    ...discord,
    log: parts.log,
    clock,
    memory: new PlatformNotes(parts.database, clock).of("discord"),
    commands: COMMAND_TREE,
    suggest: openSuggestions(parts),
    onRefused: (problem) => tellOwners(parts, "discord", problem),
    languageIn: (chat) => languageIn(parts, chatKey(chat)),
    presentOf: (chat, messageId) => presentIn(parts.cards.approvalAt(chatKey(chat), messageId)),
  });
  return [adapter];
}

/** What a form under a card is filled in with: the time of a schedule that its question asks to be changed, or the text that is written anew. */
function presentIn(card: Approval | undefined): string | undefined {
  if (card?.state !== "pending") return undefined;
  const { followUp } = card.card;
  if (followUp === undefined) return editedText(card);
  if (followUp.kind === "words") return followUp.present;
  return followUp.kind === "timing" ? followUp.words : undefined;
}

type Asked = Parameters<Suggest>[0];

/** Who types, and where. */
interface Place {
  readonly person: Person;
  readonly key: string;
  readonly isPrivate: boolean;
}

/** Most memories that are looked through. */
const MOST_MEMORIES = 200;

/** Offers values to people who were let in, from what is their own; to anyone else none. */
function openSuggestions(parts: App): Suggest {
  const read = readersOf(parts);
  return async (asked: Asked) => {
    const person = parts.admission.find(asked.chat.platform, asked.sender);
    const kind = kindOf(asked);
    if (person === undefined || kind === undefined) return [];
    const { typed, limit, chat } = asked;
    if (kind === "when") return whenValues(asked, person, parts.edges.clock.now());
    const place = { person, key: chatKey(chat), isPrivate: chat.isPrivate };
    return fittingValues(await read[kind](place), typed, limit);
  };
}

function kindOf({ command, option }: Asked): SuggestedKind | undefined {
  const [name, subcommand] = command.split(" ");
  const entry = COMMAND_TREE.find((each) => each.name === name);
  const used = entry?.subcommands?.find((each) => each.name === subcommand) ?? entry;
  return used?.options?.find((each) => each.name === option)?.suggests;
}

type Read = (place: Place) => readonly CommandValue[] | Promise<readonly CommandValue[]>;

function readersOf(parts: App): Readonly<Record<Exclude<SuggestedKind, "when">, Read>> {
  const { schedules, agentRegistry, workflows, intake } = parts;
  const memories = new Memories(parts.database, parts.edges.clock);
  const todos = createTodoReader(parts.database);
  const contacts = contactsOf(parts);
  const schedulesOf = ({ person, key, isPrivate }: Place, isBriefing: boolean) =>
    schedules
      .list(person.id)
      .filter(({ state }) => state !== "done")
      .filter(({ chatId }) => isPrivate || chatId === key)
      .filter((each) => (briefingIn(each, person.language) !== undefined) === isBriefing)
      .map(({ name, timing, zone }) => ({
        label: `${name} · ${describeTiming(timing, zone, person.language)}`,
        value: name,
      }));
  return {
    reminder: (place) => schedulesOf(place, false),
    briefing: (place) => schedulesOf(place, true),
    todo: ({ person, key }) =>
      todos.open(person.id, key).map(({ number, content }) => ({
        label: oneLine(content, 99),
        value: `${number}`,
      })),
    memory: ({ person, isPrivate }) =>
      isPrivate
        ? memories.page(person.id, 0, MOST_MEMORIES).map(({ content }) => ({
            label: oneLine(content, 99),
            value: oneLine(content, 99),
          }))
        : [],
    file: async ({ key }) =>
      (await intake.listFiles(key)).files.map(({ path }) => ({ label: path, value: path })),
    contact: ({ person }) => [
      ...contacts
        .list()
        .filter(({ personId }) => personId !== person.id)
        .map(({ name, about }) => ({
          label: about === "" ? name : `${name} · ${about}`,
          value: name,
        })),
      ...contacts
        .groups({ personId: person.id, isOwner: person.role === "owner" })
        .map(({ title, platform }) => ({
          label: `${title} · ${platformName(platform, person.language)}`,
          value: title,
        })),
    ],
    place: ({ person }) => placesIn(person.language),
    assistant: ({ person: { language } }) =>
      agentRegistry.all().map(({ id, title }) => ({ label: title[language], value: id })),
    program: ({ person: { id: personId, language } }) =>
      plannerWorkflows(workflows, { personId, language }).map(({ name, title }) => ({
        label: `▶ ${title}`,
        value: `[system:run_pipeline](${quoteIbl(name)})`,
      })),
  };
}

/** What the bot makes of the words, so that it is read before it is sent. */
function whenValues(
  { typed, values }: Asked,
  { language, zone }: Person,
  nowMs: number,
): readonly CommandValue[] {
  if (typed.trim() === "") return LIKELY[language].map((words) => ({ label: words, value: words }));
  const found = findTime(typed, { nowMs, zone });
  const read = found?.timing === undefined ? (found?.candidates ?? []) : [found.timing];
  const likely = likeliest(read);
  const timings = [...likely, ...read.filter((each) => !likely.includes(each))];
  const repeats = values["repeat"] !== undefined && values["repeat"] !== "once";
  return timings.flatMap((timing) => {
    const words = timingWords(timing, { nowMs, zone }, language)?.words;
    if (words === undefined) return [];
    const label = repeats ? typed : `${typed} → ${words}`;
    return [{ label, value: timings.length === 1 ? typed : words }];
  });
}

/** What most people would choose; a menu of dates there is none. */
const LIKELY: Readonly<Record<Language, readonly string[]>> = {
  ko: [
    "30분 뒤",
    "1시간 뒤",
    "오늘 저녁 7시",
    "내일 오전 9시",
    "내일 오후 3시",
    "다음 주 월요일 오전 9시",
  ],
  en: [
    "in 30 minutes",
    "in 1 hour",
    "today at 7pm",
    "tomorrow at 9am",
    "tomorrow at 3pm",
    "next Monday at 9am",
  ],
};

/** Cities by the names that people use, those of the person's language first. */
function placesIn(language: Language): readonly CommandValue[] {
  const isKorean = (name: string): boolean => /[가-힣]/.test(name);
  const names = [...knownPlaces().keys()].filter((name) => name.length > 3 || isKorean(name));
  const own = names.filter((name) => isKorean(name) === (language === "ko"));
  const others = names.filter((name) => isKorean(name) !== (language === "ko"));
  const first = language === "ko" ? "서울" : "new york";
  return [first, ...[...own, ...others].filter((name) => name !== first)].map((name) => ({
    label: name.replace(/(^|\s)[a-z]/g, (letter) => letter.toUpperCase()),
    value: name,
  }));
}

/** What the menus are made of. */
type MenuSource = Pick<App, "commands" | "people" | "updates">;

/**
 * The menus of Telegram: in private what anybody may use there, in groups what does something there, and in an owner's own chat all of it, in the
 * language they chose. Everybody else reads them in the language of their Telegram.
 */
export function telegramMenus(parts: MenuSource): readonly CommandMenu[] {
  const menus = (language: Language): readonly CommandMenu[] => {
    // English is what everybody reads whose language has no menu.
    const place = language === "en" ? {} : ({ languageCode: language } as const);
    return [
      { ...place, commands: commandsOf(parts, language, TELEGRAM_MENU) },
      { ...place, audience: "groups", commands: commandsOf(parts, language, TELEGRAM_GROUP_MENU) },
    ];
  };
  return [...menus("en"), ...menus("ko"), ...ownersMenus(parts)];
}

function ownersMenus(parts: MenuSource): readonly CommandMenu[] {
  const { people, updates } = parts;
  return people
    .owners()
    .filter(({ id }) => id !== LOCAL_PERSON_ID)
    .flatMap(({ id, language }) => {
      const commands = commandsOf(parts, language, [...TELEGRAM_MENU, ...OWNER_COMMANDS]);
      const chats = updates.chatsOf(id).flatMap((key) => updates.address(key) ?? []);
      const ids = chats
        .filter(({ platform, isPrivate }) => platform === "telegram" && isPrivate)
        .map(({ chatId }) => chatId);
      return [...new Set(ids)].map((chatId) => ({ audience: { chatId }, commands }));
    });
}

function commandsOf(
  { commands }: MenuSource,
  language: Language,
  names: readonly string[],
): CommandMenu["commands"] {
  return commands
    .menu(language, names)
    .map(({ name, description }) => ({ command: name, description }));
}

/** Told which platform the service goes on without, and what to do. */
export type TellLost = (words: Localized) => void;

/**
 * Starts every adapter, and goes on without a platform that cannot be started while another one can, be it the console: whoever runs the
 * service is told by `tell`, its owners on the others. Rejects with `AppError` where none is left.
 */
export async function connectAll(
  parts: App,
  adapters: readonly ChatAdapter[],
  tell: TellLost,
): Promise<void> {
  for (const adapter of adapters) {
    const paced = parts.outbox.start(adapter, { recover: true });
    parts.dispatcher.attach(paced, { recover: true });
  }
  const [consoles, platforms] = [
    adapters.filter(isConsole),
    adapters.filter((adapter) => !isConsole(adapter)),
  ];
  const started = await Promise.all(platforms.map((adapter) => startPlatform(parts, adapter)));
  const lost = started.filter((each) => each !== undefined);
  if (lost.length > 0 && lost.length === adapters.length) throw together(lost);
  for (const { platform, problem } of lost) {
    parts.log.error({ platform, problem: problem.message }, "The service goes on without it.");
    const words = bothWords(problem);
    tell(lostWords(platform, words));
    tellOwners(parts, platform, words);
  }
  for (const adapter of consoles) await start(parts, adapter);
}

/** Tells every owner, in private on another platform, that one does not take the bot any more, and what to do. */
function tellOwners(
  { people, updates, outbox, edges }: Pick<App, "people" | "updates" | "outbox" | "edges">,
  platform: string,
  problem: Localized,
): void {
  for (const { id, language } of people.owners()) {
    const place = updates
      .chatsOf(id)
      .find((chat) => !chat.startsWith(`${platform}:`) && outbox.mayReach(chat));
    if (place === undefined) continue;
    const text = lostWords(platform, problem)[language];
    const key = `platform-lost:${platform}:${edges.clock.now()}:${id}`;
    outbox.post({ key, chatKey: place, class: "reply", message: { text } });
  }
}

/** A platform that does not start, and why. */
interface Lost {
  readonly platform: string;
  readonly problem: AppError;
}

/** Undefined when it did start. Never rejects: whatever is wrong with one platform is no matter of the others. */
async function startPlatform(parts: App, adapter: ChatAdapter): Promise<Lost | undefined> {
  const { platform } = adapter;
  try {
    await start(parts, adapter);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof AppError) return { platform, problem: thrown };
    parts.log.error({ platform, stack: thrown instanceof Error ? thrown.stack : undefined }, FAULT);
    return { platform, problem: faultOf(platform, thrown) };
  }
}

const FAULT = "A platform cannot be started by a fault of the program.";

function faultOf(platform: string, thrown: unknown): AppError {
  const problem = messageOf(thrown);
  const words = {
    ko: `${platformName(platform, "ko")}의 프로그램에 문제가 있어요(${problem}). 패키지를 다시 설치해 보세요(npm ci).`,
    en: `The program for ${platformName(platform, "en")} fails (${problem}). Try to install its packages again (npm ci).`,
  };
  return new AppError("adapter-fault", words, { cause: thrown });
}

function start({ dispatcher }: Pick<App, "dispatcher">, adapter: ChatAdapter): Promise<void> {
  return adapter.start(
    (event) => dispatcher.receive(event),
    (events) => dispatcher.receiveAll(events),
  );
}

function isConsole({ platform }: ChatAdapter): boolean {
  return platform === "console";
}

/** All that has to be put right, at once. */
function together(lost: readonly Lost[]): AppError {
  const [{ problem: first } = { problem: undefined }] = lost;
  const all = lost.map(({ problem }) => bothWords(problem));
  const words = {
    ko: all.map(({ ko }) => ko).join("\n"),
    en: all.map(({ en }) => en).join("\n"),
  };
  return new AppError(first?.code ?? "adapter-refused", words, { cause: first });
}

function bothWords(problem: AppError): Localized {
  return { ko: wordsOf(problem, "ko"), en: wordsOf(problem, "en") };
}

function lostWords(platform: string, problem: Localized): Localized {
  return {
    ko: say("ko", "platformLost", { platform: platformName(platform, "ko"), problem: problem.ko }),
    en: say("en", "platformLost", { platform: platformName(platform, "en"), problem: problem.en }),
  };
}

/** The console chat of the local owner on the process's own streams. */
export function openConsole(
  parts: App,
  edges: ProcessEdges,
  options: {
    readonly isTerminal: boolean;
    readonly useColour: boolean;
    readonly onEnd: () => void;
  },
): ChatAdapter {
  return createConsoleAdapter({
    input: edges.input,
    output: edges.output,
    language: localOwner(parts).person.language,
    newId: createIds(edges.randomBytes),
    clock: edges.clock,
    ...options,
  });
}
