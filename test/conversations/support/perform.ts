import assert from "node:assert/strict";
import { setImmediate as nextRound } from "node:timers/promises";
import type { Database } from "../../../src/store/database.ts";
import { Sqlite } from "../../../src/store/sqlite.ts";
import type { RecordedAct, RecordedStep, Recording } from "../../acceptance/record.ts";
import { tellsKnownFailure } from "../../support/known-failures.ts";
import { type ModelServer, startModelServer } from "../../support/model-server.ts";
import { openAiDialect } from "../../support/model-server-openai.ts";
import { ShiftedClock } from "../../support/shifted-clock.ts";
import type { Act, Channel, PlatformName, Seen, Who } from "./channel.ts";
import { openTerminalChannel } from "./channel-console.ts";
import { openDiscord } from "./channel-discord.ts";
import { openTelegram } from "./channel-telegram.ts";
import type { Conversation, Step } from "./conversation.ts";
import { type Dump, dumpOf, type Naming } from "./dump.ts";
import { startEar } from "./ear.ts";
import { prepareHome } from "./home.ts";
import { recorded, viewOf } from "./recorder.ts";
import { Stage } from "./stage.ts";

/** What a conversation left behind. */
export interface Performance {
  readonly dump: Dump;
  /** The same after each of the changes that were asked for. */
  readonly tampered: readonly Dump[];
  /** What the owner and the guest have before them at the end. */
  readonly shown: Readonly<Record<Who, readonly Seen[]>>;
  /** How it went, for the rules that hold for all talks. */
  readonly recording: Recording;
}

const NAMES = {
  ko: { owner: "지은", guest: "민수" },
  en: { owner: "Jieun", guest: "Bob" },
} as const;

/** Ten in the morning in Seoul on a Friday. */
const BEGIN_MS = Date.parse("2026-11-20T01:00:00Z");

/** Longer than a terminal doubts that a key was meant for the card it shows. */
const PAUSE_MS = 600;

/** Where the platform has forms, a question offers one besides. */
const FORM = "✍️ ";

const MODEL_KEY = "sk-conversation-0123456789";

/** Holds a conversation on a platform, and reads at each step what it says is to be read. Rejects with the step where that is not so. */
export async function perform(
  talk: Conversation,
  platform: PlatformName,
  shared: {
    readonly environment: Readonly<Record<string, string>>;
    /** Changes of the database in SQL, each of which is a difference to be found. */
    readonly tampering?: readonly string[];
  },
): Promise<Performance> {
  const clock = new ShiftedClock();
  clock.shift(BEGIN_MS - clock.now());
  const names = NAMES[talk.language];
  const channel = await openChannel(talk, platform, { clock, language: talk.language, names });
  const model =
    talk.model === undefined
      ? undefined
      : await startModelServer(openAiDialect({ key: MODEL_KEY }), talk.model);
  const ear = talk.hears === undefined ? undefined : await startEar(talk.hears);
  const stage = new Stage(channel, {
    IBL_LANGUAGE: talk.language,
    ...shared.environment,
    ...modelSettings(model),
    ...ear?.environment,
    ...talk.environment,
  });
  try {
    prepareHome(stage.homePath, channel, talk, names);
    await stage.start();
    const recordedSteps: RecordedStep[] = [];
    const scene = { place: talk.place ?? "private", hasGuest: talk.hasGuest === true };
    for (const [index, step] of talk.steps.entries()) {
      if (step.notOn?.includes(platform) === true) continue;
      const here = { ...step, ...step.insteadOn?.[platform] };
      await perhaps(`step ${index + 1} of "${talk.name}" on ${platform}`, stage, async () => {
        const asked = model?.requests.length;
        const before = viewOf(stage, scene);
        await take(stage, talk, here);
        const after = viewOf(stage, scene);
        recordedSteps.push(
          recorded(stage, scene, actOf(here, heardIn(talk, index)), { before, after }),
        );
        if (here.isMeanwhile === true) await untilAsked(model, asked);
      });
    }
    const seen = (who: Who): readonly Seen[] =>
      who === "guest" && talk.hasGuest !== true ? [] : channel.seen(who, talk.place ?? "private");
    const shown = { owner: seen("owner"), guest: seen("guest") };
    await stage.stop();
    const situations = [{ name: talk.name, steps: recordedSteps }];
    const recording = { ...factsOf(talk, names), platform, situations };
    return { ...dumpsAt(stage, talk, shared.tampering), shown, recording };
  } finally {
    await stage.close();
    await model?.close();
    await ear?.close();
  }
}

/** What a talk is, as the rules for all talks ask. */
function factsOf(
  { name, language, place = "private", files = {}, steps, hears = [] }: Conversation,
  names: Readonly<Record<Who, string>>,
): Omit<Recording, "platform" | "situations"> {
  const sent = steps.flatMap(({ sends }) => (sends === undefined ? [] : [sends.name, sends.text]));
  const foreign = [...Object.entries(files).flat(), ...sent, ...hears, "Absent"];
  return { name, language, place, names, secrets: [], foreign };
}

/** What is heard in the voice message of a step. */
function heardIn({ steps, hears = [] }: Conversation, index: number): string {
  const isSpoken = ({ sends }: Step): boolean => sends?.isVoice === true;
  return hears[steps.slice(0, index).filter(isSpoken).length] ?? "";
}

function actOf(step: Step, spoken: string): RecordedAct {
  const by = step.by ?? "owner";
  const isTwice = step.isTwice === true;
  if (step.restarts !== undefined) return { kind: "restart", by };
  if (step.waits !== undefined) return { kind: "wait", by };
  if (step.presses !== undefined) return { kind: "press", by, label: step.presses, isTwice };
  const kind = step.sends === undefined ? "say" : "send";
  const text = step.sends?.isVoice === true ? spoken : (step.says ?? "");
  return { kind, by, text, isMeanwhile: step.isMeanwhile === true };
}

/** What is in the database of a service that has ended. */
function dumpsAt(
  stage: Stage,
  talk: Conversation,
  tampering: readonly string[] = [],
): Pick<Performance, "dump" | "tampered"> {
  const database = new Sqlite(stage.databasePath);
  try {
    const naming = namingOf(stage, talk, database);
    const dump = dumpOf(database, naming);
    const tampered = tampering.map((sql) => {
      database.exec(`BEGIN; ${sql}`);
      const changed = dumpOf(database, naming);
      database.exec("ROLLBACK");
      return changed;
    });
    return { dump, tampered };
  } finally {
    database.close();
  }
}

function openChannel(
  { hasGuest = false }: Conversation,
  platform: PlatformName,
  facts: Parameters<typeof openTelegram>[0],
): Promise<Channel> {
  if (platform === "telegram") return openTelegram(facts);
  return platform === "discord" ? openDiscord(facts) : openTerminalChannel({ ...facts, hasGuest });
}

function modelSettings(model: ModelServer | undefined): Readonly<Record<string, string>> {
  if (model === undefined) return {};
  return {
    IBL_MODEL: "openai/gpt-test",
    OPENAI_API_KEY: MODEL_KEY,
    OPENAI_BASE_URL: `${model.origin}/v1`,
  };
}

async function perhaps(where: string, stage: Stage, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new Error(
      `${where}: ${error instanceof Error ? error.message : String(error)}\n${stage.told}`,
      {
        cause: error,
      },
    );
  }
}

/** What is meanwhile counts once the model has been asked; otherwise how far it got would differ from run to run. */
async function untilAsked(model: ModelServer | undefined, before = 0): Promise<void> {
  while (model !== undefined && model.requests.length <= before) await nextRound();
}

async function take(stage: Stage, talk: Conversation, step: Step): Promise<void> {
  const { channel } = stage;
  const who = step.by ?? "owner";
  const place = step.place ?? talk.place ?? "private";
  const isAlone = step.otherReads === undefined;
  const lookAtOther = (): readonly Seen[] =>
    isAlone ? [] : channel.seen(who === "owner" ? "guest" : "owner", "private");
  const before = { own: channel.seen(who, place), other: lookAtOther(), notes: channel.notes() };
  channel.clock.shift(PAUSE_MS);
  await doIt(stage, step, { who, place, isTwice: step.isTwice === true });
  if (step.isMeanwhile !== true) await stage.quiet();
  const now = channel.seen(who, place);
  const fresh = newIn(before.own, now);
  assertShown(step, fresh, channel.name);
  for (const pattern of step.otherReads ?? [])
    assertRead(pattern, newIn(before.other, lookAtOther()));
  if (step.buttons !== undefined) assertButtons(step.buttons, now, channel.name);
  if (step.notes !== undefined) {
    // A screen is one note that grows.
    const isScreen = channel.name === "console";
    const notes = channel.notes().slice(isScreen ? 0 : before.notes.length);
    assert.match(notes.join("\n"), step.notes);
  }
}

async function doIt(stage: Stage, step: Step, act: Act): Promise<void> {
  const { channel } = stage;
  const { says = "", sends, presses } = step;
  if (step.restarts !== undefined) await stage.restart(step.restarts);
  if (step.waits !== undefined) await stage.wait(step.waits);
  const text = says.replaceAll("{code}", stage.claimCode);
  if (sends !== undefined) await stage.act(() => channel.sendFile(act, sends, text));
  else if (says !== "") await stage.act(() => channel.say(act, text));
  if (presses !== undefined) await stage.act(() => channel.press(act, presses));
}

/** Messages that are new or show something else; of a screen what was written since. */
function newIn(before: readonly Seen[], now: readonly Seen[]): readonly Seen[] {
  const known = new Map(before.map((seen) => [seen.id, seen]));
  return now.flatMap((seen) => {
    const old = known.get(seen.id);
    if (old === undefined) return [seen];
    if (JSON.stringify(old) === JSON.stringify(seen)) return [];
    return seen.id === "screen" ? [{ ...seen, text: seen.text.slice(old.text.length) }] : [seen];
  });
}

function assertShown(step: Step, fresh: readonly Seen[], platform: PlatformName): void {
  if (step.presses !== undefined && platform !== "console") assertFailsUnforeseen(fresh);
  for (const pattern of step.reads ?? []) assertRead(pattern, fresh);
  if (step.isSilent === true) assertSilent(fresh, step);
}

/** Nobody is asked to press what can only fail. */
function assertFailsUnforeseen(fresh: readonly Seen[]): void {
  assert.deepEqual(
    fresh.map(({ text }) => text).filter(tellsKnownFailure),
    [],
    "a press that could only fail",
  );
}

function assertRead(pattern: RegExp, fresh: readonly Seen[]): void {
  if (fresh.some(({ text }) => pattern.test(text))) return;
  throw new Error(
    `${String(pattern)} is not to be read. New is:\n${fresh.map(({ text, labels }) => `${text} ${JSON.stringify(labels)}`).join("\n---\n")}`,
  );
}

function assertButtons(
  wanted: readonly string[],
  seen: readonly Seen[],
  platform: PlatformName,
): void {
  if (platform === "console") {
    for (const label of wanted)
      assert.match(seen[0]?.text ?? "", new RegExp(`\\] ${escaped(label)}`));
    return;
  }
  const shown = seen.findLast(({ labels }) => labels.length > 0)?.labels ?? [];
  assert.deepEqual(
    shown.filter((label) => !label.startsWith(FORM)),
    wanted,
  );
}

function assertSilent(fresh: readonly Seen[], step: Step): void {
  const words = fresh.map(({ text }) => heard(text, step)).filter((text) => text !== "");
  assert.deepEqual(words, []);
}

/** A screen without its prompt, what the person typed or pressed there, and the sign that it is heard. */
function heard(text: string, { says = "", presses = "" }: Step): string {
  return text
    .replaceAll(says === "" ? "›" : says, "")
    .replace(`→ ${presses}`, "")
    .replace(/…\s*$/, "")
    .replaceAll("›", "")
    .trim();
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** What each platform calls the chats, accounts and people of a conversation. */
function namingOf({ channel, homePath }: Stage, talk: Conversation, database: Database): Naming {
  const personOf = database
    .prepare<[string, string], string>(
      "SELECT person_id FROM identities WHERE platform = ? AND external_id = ?",
    )
    .pluck();
  const naming: [string, string][] = [
    [homePath, "HOME"],
    ["telegram:-100777", "platform:group"],
    ["discord:400000000000000009", "platform:group"],
  ];
  if (talk.place === "group") naming.push(["console:local", "platform:group"]);
  for (const who of talk.hasGuest === true ? (["owner", "guest"] as const) : (["owner"] as const)) {
    const { platform, externalId, chatId } = channel.account(who);
    const person = personOf.get(platform, externalId);
    naming.push(
      [`${platform}_${chatId}`, `platform_${who}`],
      [`${platform}:${chatId}`, `platform:${who}`],
    );
    if (person !== undefined) naming.push([person, `person-${who}`]);
    naming.push([platform, "platform"], [`:${platform}:`, ":platform:"]);
    naming.push([externalId, `account-${who}`]);
  }
  return naming;
}
