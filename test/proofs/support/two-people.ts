import { createHash } from "node:crypto";
import { KEEPING } from "../../../src/app/core/retention.ts";
import type { Sender } from "../../../src/bots/platform/chat-adapter.ts";
import { personalRows } from "../../../src/store/personal-data.ts";
import { isCalled } from "../../support/button-meaning.ts";
import {
  type GeminiRequest,
  type GeminiServer,
  startGeminiServer,
} from "../../support/gemini-server.ts";
import { calling, saying } from "../../support/gemini-shapes.ts";
import { madeExamples } from "../../support/made-examples.ts";
import { Town } from "../../support/town.ts";
import type { Dice } from "./dice.ts";

const ANN: Sender = { id: "1001", name: "Ann", languageTag: "en" };
const BEN: Sender = { id: "2002", name: "Ben", languageTag: "en" };
const ROOT_OWNER: Sender = { id: "9009", name: "Root", languageTag: "en" };

/** Both people use the same few words, so that whatever is shared shows. */
const WORDS = ["garden", "apple", "pear", "report", "meeting", "우유", "정원", "invoice"] as const;

const MINUTE_MS = 60_000;

/** What Ben does, the same in every play, whatever Ann does between. The list of people is left out: who was let in is for everybody to see. */
function benSteps(word: string, other: string): readonly string[] {
  return [
    `/ibl [source:save_memory]("the ${word} is behind the ${other}")`,
    `/ibl [source:save_memory]("${other} ${other} and once more ${other}")`,
    `/ibl [source:save_memory]("nothing of note")`,
    `/ibl [source:search_memory]("${other} ${word}")`,
    "/ibl [source:recent]",
    `/ibl [source:memory_delete]("${other}")`,
    "/ibl [source:memory_delete] {id: 3}",
    `/ibl [source:save_memory]("a later thought about ${word}")`,
    "/ibl [source:recent]",
    `/ibl [system:todo]("buy ${word}")`,
    `/ibl [system:todo]("sell ${other}")`,
    "/ibl [system:todo] {done: 1}",
    `/ibl [system:write]("${word}.md") {content: "about ${other}"}`,
    "/ibl [system:list]",
    `/ibl [system:read]("${word}.md")`,
    `/ibl [system:grep]("${other}")`,
    "/ibl [system:read](" + '"ann.md")',
    `/ibl [system:save_workflow]("${word}_flow") {pipeline: "[system:time]"}`,
    "/workflows",
    `/ibl [system:run]("${word}_flow")`,
    `/ibl [system:run]("ann_flow")`,
    `/ibl [system:schedule]("${word}_flow") {cron: "*/10 * * * *"}`,
    "/schedule",
    `/ibl [system:delete]("${word}.md")`,
    `what do you know about ${word}`,
    `please [source:search_memory]("${other}")`,
    `and what did I say about ${other}`,
    "/approvals",
    "/check [system:list]",
    "/status",
    "/new",
    "hello again",
    "/export",
    "/help",
    "wait",
    "/schedule",
    "/status",
  ];
}

/** What Ann may do between any two steps of Ben's, with words of the same kind. */
const ANN_DOES: readonly ((town: Town, dice: Dice, word: string) => Promise<unknown>)[] = [
  (town, dice, word) =>
    town.run(
      ANN,
      `[source:save_memory]("${Array(dice.below(9) + 1)
        .fill(word)
        .join(" ")}")`,
    ),
  (town, dice) => town.run(ANN, `[source:memory_delete] {id: ${dice.below(9) + 1}}`),
  (town, _dice, word) => town.run(ANN, `[source:search_memory]("${word}")`),
  (town, _dice, word) => town.run(ANN, `[system:todo]("${word}")`),
  (town) => town.run(ANN, "[system:todo] {remove: 1}"),
  (town, dice, word) =>
    town.run(ANN, `[system:write]("${word}.md") {content: "${"x".repeat(dice.below(4000))}"}`),
  (town) => town.run(ANN, '[system:write]("ann.md") {content: "of Ann alone"}'),
  (town, _dice, word) => town.run(ANN, `[system:delete]("${word}.md")`),
  (town) => town.run(ANN, '[system:save_workflow]("ann_flow") {pipeline: "[system:time]"}'),
  (town, _dice, word) =>
    town.run(ANN, `[system:save_workflow]("${word}_flow") {pipeline: "[source:recent]"}`),
  (town, _dice, word) => town.run(ANN, `[system:delete_workflow]("${word}_flow")`),
  (town) => town.run(ANN, '[system:schedule]("ann_flow") {cron: "*/5 * * * *"}'),
  (town, _dice, word) => town.run(ANN, `[system:disable]("${word}_flow")`),
  (town, _dice, word) => town.say(ANN, `/ibl [system:delete]("${word}.md")`),
  (town, _dice, word) => town.say(ANN, `tell me about ${word}`),
  (town, _dice, word) => town.say(ANN, `please [source:save_memory]("${word}")`),
  (town) => town.say(ANN, "/new"),
  (town) => town.say(ANN, "/language ko"),
  (town) => town.say(ANN, "/timezone Asia/Seoul"),
  (town) => town.say(ANN, "/export"),
  (town) => town.say(ANN, "/status"),
  (town) => town.say(ANN, "/ibl [system:time", {}),
  (town) =>
    town.say(ANN, "/ibl [source:recent]", {
      chat: { platform: "telegram", chatId: "-77", isPrivate: false },
    }),
  async (town) => {
    await town.say(ANN, "/forget_me");
    if (town.adapter.shown.some(({ buttons }) => buttons.flat().length > 0))
      await town.press(ANN, "Delete everything").catch(() => undefined); // Ann may read Korean by now
    if (town.parts.people.find({ platform: "telegram", externalId: ANN.id }) === undefined)
      town.admit(ANN, "member");
  },
];

/** All that Ben can see, and all that is kept of Ben. */
export interface View {
  /** Every message of Ben's chat with its buttons, as it reads in the end. */
  readonly transcript: readonly string[];
  readonly rows: readonly string[];
}

/** Plays Ben's day, with Ann's busy one between or without. `dice` is undefined for a world where Ann does nothing. */
export async function playBen(
  seed: { readonly word: number; readonly annIsOwner: boolean; readonly hasModel: boolean },
  dice: Dice | undefined,
): Promise<View> {
  const gemini = await startGeminiServer(echoModel);
  // What runs teach is kept in the background, and nobody waits here for examples to be made.
  const usageDatabase = await madeExamples();
  const environment = seed.hasModel ? modelEnvironment(gemini) : {};
  const town = new Town({ environment, usageDatabase });
  try {
    town.admit(ROOT_OWNER, "owner");
    town.admit(ANN, seed.annIsOwner ? "owner" : "member");
    const ben = town.admit(BEN, "member");
    await town.start();
    const ann = dice === undefined ? undefined : new Ann(town, dice);
    await ann?.act(ANN_DOES.length);
    const word = WORDS[seed.word % WORDS.length] ?? "";
    const other = WORDS[(seed.word * 3 + 1) % WORDS.length] ?? "";
    for (const [index, step] of benSteps(word, other).entries()) {
      await ann?.actSome();
      await town.clock.advance(MINUTE_MS);
      await benActs(town, step, index);
      await town.tick();
    }
    await ann?.actSome();
    await town.night();
    return viewOf(town, ben);
  } finally {
    await town.close();
    await gemini.close();
  }
}

/** Ann does everything there is in an order of chance, and then everything again. */
class Ann {
  readonly #town: Town;
  readonly #dice: Dice;
  #next: (typeof ANN_DOES)[number][] = [];

  constructor(town: Town, dice: Dice) {
    this.#town = town;
    this.#dice = dice;
  }

  async act(count: number): Promise<void> {
    for (let left = count; left > 0; left -= 1) {
      if (this.#next.length === 0) this.#next = [...this.#dice.shuffled(ANN_DOES)];
      await this.#next.pop()?.(this.#town, this.#dice, this.#dice.pick(WORDS));
    }
  }

  /** Up to two things. */
  actSome(): Promise<void> {
    return this.act(this.#dice.below(3));
  }
}

/** Ben's updates have numbers of their own, as on a platform where everybody has. */
async function benActs(town: Town, step: string, index: number): Promise<void> {
  if (step === "wait") {
    await town.clock.advance(30 * MINUTE_MS);
    return;
  }
  await town.say(BEN, step, { updateId: `ben-${index}` });
  if (!/schedule|save_workflow/.test(step)) return;
  const last = town.adapter.shown.findLast(({ chatKey }) => chatKey === `telegram:${BEN.id}`);
  const isOpen = last?.buttons.flat().some((button) => isCalled(button, "Approve")) === true;
  if (isOpen) await town.press(BEN, "Approve", { message: last, updateId: `ben-press-${index}` });
}

function viewOf(town: Town, ben: string): View {
  const transcript = town.adapter.shown
    .filter(({ chatKey }) => chatKey === `telegram:${BEN.id}`)
    .map(({ text, buttons, file = "" }) => {
      const labels = buttons.flat().map(({ label }) => `[${label}]`);
      return withoutIds([text, ...labels, file].join("\n"));
    });
  const scope = {
    personId: ben,
    accounts: [{ platform: "telegram", externalId: BEN.id }],
    chats: [`telegram:${BEN.id}`],
  };
  const rows = [...personalRows(town.parts.database, KEEPING, scope)].flatMap((page) =>
    page.rows.map((row) => `${page.name} ${withoutIds(JSON.stringify(row, ownFacts))}`),
  );
  return { transcript, rows };
}

/** Numbers that the disk or the platform counts for everybody, and that nobody sees. */
function ownFacts(name: string, value: unknown): unknown {
  const isCounter =
    name === "message_id" ||
    name === "delivered_as" ||
    (name === "id" && typeof value === "number");
  return isCounter || name === "duration_ms" ? undefined : value;
}

/** Random names, the platform's own numbers of messages, the folder of the test and the disk's times say nothing of anybody; they are different in every play. */
function withoutIds(text: string): string {
  return text
    .replace(/ibl-bot-home-\w+/g, "HOME")
    .replace(/(changed\\*":\\*")[^"\\]*/g, "$1THEN")
    .replace(/(modified\\*":\\*")[^"\\]*/g, "$1THEN")
    .replace(/(📄 [^\n(]*\()[^)]*\)/gu, "$1THEN)")
    .replace(/(changedAtMs\\*":)\d+/g, "$1THEN")
    .replace(/(markdown, changed )[^\\"]*/g, "$1THEN")
    .replace(/(markdown, )[^\\"]*(에 바뀜)/g, "$1THEN$2")
    .replace(/(messageId\\*":\\*")[^"\\]*/g, "$1N")
    .replace(/(:telegram:2002:)\d+/g, "$1N")
    .replace(/\b([a-z]+)_[0-9a-z]{16}\b/g, "$1_ID")
    .replace(/\b1\.[0-9a-z]{16}\.[A-Za-z0-9]\.[0-9a-z]{16}\b/g, "TOKEN")
    .replace(
      /(\\*"(?:digest|params_digest|plan_digest|approved_digest)\\*":\\*")[0-9a-f]{64}/g,
      "$1DIGEST",
    )
    .replace(/"(duration_ms|durationMs|ms)":\d+/g, '"$1":0');
}

function modelEnvironment(gemini: GeminiServer): Readonly<Record<string, string>> {
  return { GEMINI_API_KEY: "key-of-the-play", GEMINI_BASE_URL: gemini.origin };
}

/** A model whose answer is a digest of every byte that it was shown; "please CODE" makes it run a program first. */
function echoModel({ body }: GeminiRequest) {
  const text = withoutIds(JSON.stringify(body));
  const asked = /please (\[[^\]]*\]\([^)]*\))(?!.*please )/.exec(lastWords(body))?.[1];
  if (asked !== undefined) return calling(asked.replaceAll('\\"', '"'));
  return saying(`I was shown ${createHash("sha256").update(text).digest("hex")}`);
}

/** What the person said last, where no result of a tool follows it. */
function lastWords(body: Readonly<Record<string, unknown>>): string {
  const { contents } = body;
  return Array.isArray(contents) ? JSON.stringify(contents.at(-1) ?? "") : "";
}
