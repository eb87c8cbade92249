/*
 * What is done here: the real service, a process of its own, talks with a Bot API on loopback. It kills itself by SIGKILL at a
 * numbered fault point while it runs a program with three cards and five effects; a new process is started on the same HOME,
 * the Bot API hands over again what was not confirmed, and the person goes on pressing. Every effect must be there once.
 * Short: three points. Long: every point that the program passes. Far more programs and points: crash.test.ts.
 */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Sqlite } from "../../src/store/sqlite.ts";
import { ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer, type TelegramServer } from "../support/telegram-server.ts";
import type { StoredMessage } from "../support/telegram-server-state.ts";
import { asksSomething } from "./support/crash-truth.ts";
import { Dice } from "./support/dice.ts";
import { PROOF_LIMIT_MS, seedOf, sizeOf } from "./support/sizes.ts";

const TOKEN = "123456:test-token-of-the-proof";
const KILLS = sizeOf("KILLS", { short: 3, long: 100 });
const SEED = seedOf("crash-process");

/** More points than the program passes; what lies beyond is not killed and counts for nothing. */
const POINTS = 100;

/** About so many of them it does pass. */
const POINTS_PASSED = 70;

/** After so many points in a row that nothing came to, there are no more. */
const BEYOND = 3;

/** A point that no process comes to; orders are JSON, which has no infinity. */
const NEVER = Number.MAX_SAFE_INTEGER;

const ALICE = { id: 1001, firstName: "Alice", languageCode: "en" };

/** Effects before, between and after a plan's card, a question and a path that is known only when it is answered. */
const program = (round: number): string =>
  [
    `[system:write]("w${round}.md") {content: "w"}`,
    `[system:delete]("old${round}.md")`,
    `$q = [system:ask_user]("Where ${round}?") {options: ["left", "right"]}`,
    `[system:write]("$q-${round}.md") {content: "q"}`,
    `[system:todo]("t${round}.")`,
    `[messenger:send]("s${round}.") {to: "Alice"}`,
  ].join("\n");

const STOP = "Stop";

/** A status, which offers to stop, asks for no press. */
function isCard(message: StoredMessage): boolean {
  return !isStatus(message) && asksSomething(message);
}

/** A status; one whose sending the process died over stays as it is until its button is pressed. */
function isStatus({ buttons = [] }: StoredMessage): boolean {
  return buttons.flat().some((button) => button.text === STOP);
}

/** A person's chat with a service that may die at any time, and what can be seen of it from outside. */
class Story {
  readonly #home: string;
  readonly #telegram: TelegramServer;
  readonly #pressed = new Set<number>();
  service: ServiceProcess;

  constructor(home: string, telegram: TelegramServer) {
    this.#home = home;
    this.#telegram = telegram;
    this.service = this.#start();
  }

  #start(): ServiceProcess {
    return new ServiceProcess(this.#home, {
      TELEGRAM_BOT_TOKEN: TOKEN,
      TELEGRAM_API_ROOT: this.#telegram.url,
      IBL_RATE_MESSAGES_PERSON: "0/0",
      IBL_RATE_MESSAGES_CHAT: "0/0",
      IBL_RATE_PROGRAMS_PERSON: "0/0",
      IBL_RATE_PROGRAMS_CHAT: "0/0",
    });
  }

  async claim(): Promise<void> {
    const [, code] = await this.service.prints(/\/claim ([0-9A-Z]{4}-[0-9A-Z]{4})/);
    this.#telegram.user(ALICE);
    this.#telegram.say(ALICE, `/claim ${code}`);
    await this.#telegram.waitFor(() => this.#messages(/You're the owner/).length === 1, 20_000);
  }

  /** Runs the program of a round, with a death at a point and a new process after it; true when it died. */
  async round(round: number, point: number): Promise<boolean> {
    mkdirSync(this.#path("."), { recursive: true });
    writeFileSync(this.#path(`old${round}.md`), "old");
    await this.service.dieAt("*", point);
    const death = this.service.ended().then(() => "dead" as const);
    const { messageId: since } = this.#telegram.say(ALICE, `/ibl ${program(round)}`);
    const first = await Promise.race([death, this.#converse(round, since)]);
    // What is left to write after the person has seen the end has points of its own.
    const isOver = first !== "dead" && (await Promise.race([death, this.#reprieve()])) !== "dead";
    if (isOver) return false;
    this.service = this.#start();
    await this.service.prints(/"msg":"ready"/, 60_000);
    await this.#converse(round, since);
    return true;
  }

  async #reprieve(): Promise<void> {
    await this.service.dieAt("*", NEVER);
  }

  /** Presses what there is to press, until nothing is left and a card says what came of the program. */
  async #converse(round: number, since: number): Promise<"ended"> {
    const life = this.service;
    for (;;) {
      const next = await this.#telegram.waitFor(
        () => this.service !== life || (this.#nextCard() ?? this.#isOver(round, since)),
        60_000,
      );
      if (typeof next === "boolean") break;
      this.#pressed.add(next.messageId);
      this.#telegram.press(ALICE, next.messageId, this.#labelFor(next, round));
    }
    const statuses = () => this.#telegram.messages(ALICE.id).filter(isStatus);
    for (const { messageId } of statuses()) this.#telegram.press(ALICE, messageId, STOP);
    await this.#telegram.waitFor(() => this.service !== life || statuses().length === 0, 60_000);
    return "ended";
  }

  #nextCard(): StoredMessage | undefined {
    return this.#telegram
      .messages(ALICE.id)
      .find((message) => isCard(message) && !this.#pressed.has(message.messageId));
  }

  /** The last card was answered, no button but of a status is left, and no card says that it is still at work. */
  #isOver(round: number, since: number): boolean {
    const mine = this.#telegram.messages(ALICE.id).filter(({ messageId }) => messageId > since);
    const isBusy = mine.some((message) => isCard(message) || message.text.includes("⏳"));
    return (
      !isBusy &&
      mine.some(({ text }) => /^✅ Saved to/.test(text) && text.includes(`left-${round}.md`))
    );
  }

  /** What the person presses: the truth about a step cut off in the middle, else yes. */
  #labelFor({ text, buttons }: StoredMessage, round: number): string {
    if (/Where \d+\?/.test(text) && buttons?.flat().some((button) => button.text === "left"))
      return "left";
    if (!/I'm not sure/.test(text)) return "Approve";
    const effect = this.#effects(round).find(({ mark }) => text.includes(mark));
    if (effect === undefined) throw new Error(`A card of nothing:\n${text}`);
    const [again = "", did = ""] = (buttons ?? []).flat().map((button) => button.text);
    return effect.times() > 0 ? did : again;
  }

  /** Every effect of a round: the words by which a card names it, and how often it is there. */
  #effects(round: number) {
    const file = (name: string) => (existsSync(this.#path(name)) ? 1 : 0);
    return [
      { mark: `w${round}.md`, times: () => file(`w${round}.md`) },
      { mark: `old${round}.md`, times: () => 1 - file(`old${round}.md`) },
      { mark: `left-${round}.md`, times: () => file(`left-${round}.md`) },
      { mark: `t${round}.`, times: () => this.#todos(`t${round}.`) },
      {
        mark: `s${round}.`,
        times: () => this.#messages(new RegExp(`^✉️[^]*\ns${round}\\.$`)).length,
      },
    ];
  }

  /** What is there of a round: each effect once. */
  assertWhole(round: number, place: string): void {
    for (const { mark, times } of this.#effects(round))
      assert.equal(times(), 1, `${place}: ${mark}`);
    assert.equal(readFileSync(this.#path(`left-${round}.md`), "utf8"), "q", place);
  }

  #todos(content: string): number {
    const database = new Sqlite(join(this.#home, "ibl-bot.db"), { readonly: true });
    const rows = database
      .prepare<[string], { id: number }>("SELECT id FROM todos WHERE content = ?")
      .all(content);
    database.close();
    return rows.length;
  }

  #messages(pattern: RegExp): readonly StoredMessage[] {
    return this.#telegram.messages(ALICE.id).filter(({ text }) => pattern.test(text));
  }

  #path(name: string): string {
    return join(this.#home, "files", `telegram_${ALICE.id}`, name);
  }
}

test("killed by SIGKILL at a numbered point and started again, the service has done everything once", {
  timeout: PROOF_LIMIT_MS,
}, async (t) => {
  const telegram = await startTelegramServer({ token: TOKEN });
  const home = temporaryHome();
  const story = new Story(home.path, telegram);
  t.after(async () => {
    await story.service.kill();
    await telegram.close();
    home.remove();
  });
  await story.claim();
  const dice = new Dice(SEED);
  const isWhole = KILLS >= POINTS;
  let deaths = 0;
  let beyond = 0;
  for (let round = 1; round <= KILLS && !(isWhole && beyond === BEYOND); round += 1) {
    const point = isWhole ? round : 1 + dice.below(POINTS_PASSED);
    const isDead = await story.round(round, point);
    deaths += isDead ? 1 : 0;
    beyond = isDead ? 0 : beyond + 1;
    story.assertWhole(round, `seed ${SEED}, round ${round}, killed at point ${point}`);
  }
  assert.ok(deaths > 0, "It was never killed.");
  t.diagnostic(`${deaths} processes killed${isWhole ? ", each at the next point" : ""}`);
});
