import { setTimeout as pause } from "node:timers/promises";
import type { RecordedAct, RecordedStep, Shown } from "../acceptance/record.ts";
import type { Channel } from "../conversations/support/channel.ts";
import { openTerminalChannel } from "../conversations/support/channel-console.ts";
import { openDiscord } from "../conversations/support/channel-discord.ts";
import { openTelegram } from "../conversations/support/channel-telegram.ts";
import { prepareHome } from "../conversations/support/home.ts";
import {
  freshIn,
  recorded,
  type Scene,
  type View,
  viewOf,
} from "../conversations/support/recorder.ts";
import { Stage } from "../conversations/support/stage.ts";
import { type ModelServer, type ServerAct, startModelServer } from "../support/model-server.ts";
import { openAiDialect } from "../support/model-server-openai.ts";
import { ShiftedClock } from "../support/shifted-clock.ts";
import { type LoopbackUpstream, SERVICES, type ServiceName } from "../support/upstream.ts";
import type { Fault } from "../support/upstream-faults.ts";
import { type Act, readTalk, type Step, type Talk, type UpstreamDoes } from "./talk.ts";

/** Where a transcript is played. */
export type Platform = "telegram" | "discord" | "console";

/** What a step showed. */
export interface PlayedStep extends RecordedStep {
  readonly step: Step;
  /** Why the step could not be done. */
  readonly problem?: string;
}

/** What a situation showed. */
export interface PlayedSituation {
  readonly name: string;
  readonly steps: readonly PlayedStep[];
}

/** Ten in the morning in Seoul on a Sunday. */
const BEGIN_MS = Date.parse("2026-11-22T01:00:00Z");
/** People leave a chat time to breathe: faster, and the limits of the platforms hold answers back. */
const PAUSE_MS = 1200;
const MODEL_KEY = "sk-transcript-0123456789";
/** What people are called. */
export const NAMES = {
  ko: { owner: "지은", guest: "민호" },
  en: { owner: "Tom", guest: "Ben" },
} as const;

const FAULTS: Readonly<Record<UpstreamDoes, Fault | undefined>> = {
  held: { kind: "held" },
  broken: { kind: "status", status: 503 },
  well: undefined,
};

/** Plays a transcript against the built service on a platform. Rejects where the service does not start or end. */
export async function playTalk(
  source: { readonly name: string; readonly text: string },
  platform: Platform,
  upstream: LoopbackUpstream,
  /** After each step: which buttons of a message that it showed are pressed besides, one after the other. */
  alsoPressed: (shown: Shown) => readonly string[] = () => [],
  /** The line of the last step that is played; to the end without one. */
  lastLine = Number.POSITIVE_INFINITY,
): Promise<readonly PlayedSituation[]> {
  const talk = readTalk(source.name, source.text, platform);
  if (!talk.platforms.includes(platform)) return [];
  const clock = new ShiftedClock();
  clock.shift(BEGIN_MS - clock.now());
  const { language, readers } = talk;
  const facts = { clock, language, names: NAMES[language], readers };
  const channel = await openChannel(talk, platform, facts);
  const model = await modelOf(talk);
  const stage = new Stage(channel, {
    IBL_LANGUAGE: talk.language,
    ...upstream.environment,
    ...(model !== undefined && {
      IBL_MODEL: "openai/gpt-test",
      OPENAI_API_KEY: MODEL_KEY,
      OPENAI_BASE_URL: `${model.origin}/v1`,
    }),
    ...talk.environment,
  });
  try {
    prepareHome(stage.homePath, channel, conversationOf(talk), NAMES[talk.language]);
    await stage.start();
    const played: PlayedSituation[] = [];
    for (const { name, steps } of talk.situations) {
      const done: PlayedStep[] = [];
      for (const step of steps.filter(({ line }) => line <= lastLine))
        done.push(...(await playWith({ stage, upstream, talk }, step, alsoPressed)));
      played.push({ name, steps: done });
    }
    return played;
  } finally {
    for (const service of SERVICES) upstream.misbehave(service, undefined);
    await stage.close();
    await model?.close();
  }
}

function conversationOf({ name, language, guest, place, isUnclaimed, files, situations }: Talk) {
  const says = situations.flatMap(({ steps }) =>
    steps.flatMap(({ act }) => (act.kind === "say" ? [{ says: act.text }] : [])),
  );
  return {
    name,
    language,
    place,
    hasGuest: guest !== "none",
    isGuestIn: guest === "in",
    isUnclaimed,
    files,
    steps: says,
  };
}

async function modelOf({ model }: Talk): Promise<ModelServer | undefined> {
  if (model.length === 0) return undefined;
  const acts = model.map((line): ServerAct => {
    const [, status] = /^refuses (\d+)$/.exec(line) ?? [];
    if (status !== undefined) return { refuse: Number(status), message: "overloaded" };
    const [, code] = /^program (.*)$/.exec(line) ?? [];
    return code === undefined ? { text: line } : { calls: [{ code }] };
  });
  return startModelServer(openAiDialect({ key: MODEL_KEY }), acts);
}

function openChannel(
  { guest }: Talk,
  platform: Platform,
  facts: Parameters<typeof openTelegram>[0],
): Promise<Channel> {
  if (platform === "telegram") return openTelegram(facts);
  if (platform === "discord") return openDiscord(facts);
  return openTerminalChannel({ ...facts, hasGuest: guest !== "none" });
}

/** What a talk is played with. */
interface Play {
  readonly stage: Stage;
  readonly upstream: LoopbackUpstream;
  readonly talk: Talk;
}

async function playStep(play: Play, written: Step): Promise<PlayedStep> {
  const { stage, upstream, talk } = play;
  const step = { ...written, act: placed(written.act, upstream) };
  const scene = sceneOf(talk);
  const before = viewOf(stage, scene);
  stage.channel.clock.shift(PAUSE_MS);
  let problem: string | undefined;
  try {
    await perform(play, step.act);
    if (isMeanwhile(step.act)) await untilShown(stage, talk, before, step);
    else await stage.quiet();
  } catch (error) {
    problem = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  }
  const after = viewOf(stage, scene);
  return {
    step,
    ...recorded(stage, scene, actOf(step.act), { before, after }),
    ...(problem !== undefined && { problem }),
  };
}

/** `{pages}` is where the pages of the loopback web are. */
function placed(act: Act, { origins }: LoopbackUpstream): Act {
  return act.kind === "say" ? { ...act, text: act.text.replaceAll("{pages}", origins.pages) } : act;
}

async function playWith(
  play: Play,
  step: Step,
  alsoPressed: (shown: Shown) => readonly string[],
): Promise<readonly PlayedStep[]> {
  const first = await playStep(play, step);
  const presses: PlayedStep[] = [];
  for (const one of first.shown.filter(({ isNew }) => isNew))
    for (const label of alsoPressed(one)) presses.push(await playPress(play, one, label));
  return [first, ...presses];
}

function playPress(play: Play, { to, isAlone }: Shown, label: string) {
  const act = { kind: "press", by: to, label, isLate: false, isAlone } as const;
  return playStep(play, { act, line: 0, expected: [] });
}

function sceneOf({ place, guest }: Talk): Scene {
  return { place, hasGuest: guest !== "none" };
}

function actOf(act: Act): RecordedAct {
  const by = "by" in act ? act.by : "owner";
  switch (act.kind) {
    case "say":
      return { kind: "say", by, text: act.text, isMeanwhile: act.isMeanwhile };
    case "send":
      return { kind: "send", by, text: act.caption };
    case "press":
      return { kind: "press", by, label: act.label, isLate: act.isLate };
    default:
      return { kind: act.kind, by };
  }
}

/** How long what is shown meanwhile may take, and between two looks. */
const SHOWN_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 20;
/** What a call and its answer on loopback take. */
const SETTLED_MS = 150;

function isMeanwhile(done: Act): boolean {
  return (done.kind === "say" || done.kind === "wait") && done.isMeanwhile;
}

/** Time passes a second at a time, so that what is done within it is done. */
async function pass({ clock }: Channel, ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= 1000) {
    clock.shift(Math.min(leftMs, 1000));
    await pause(SETTLED_MS);
  }
}

/** Resolves when as much is shown as a step expects, or after a while. */
async function untilShown(stage: Stage, talk: Talk, before: View, step: Step): Promise<void> {
  const since = performance.now();
  const shown = (): number => {
    const { marked } = viewOf(stage, sceneOf(talk));
    return (["owner", "guest"] as const).flatMap((who) => freshIn(before.marked[who], marked[who]))
      .length;
  };
  do await pause(LOOK_EVERY_MS);
  while (shown() < step.expected.length && performance.now() - since < SHOWN_WITHIN_MS);
}

async function perform({ stage, upstream, talk }: Play, done: Act): Promise<void> {
  const { channel } = stage;
  const at = { place: talk.place, isTwice: false };
  switch (done.kind) {
    case "say": {
      const text = done.text.replaceAll("{code}", stage.claimCode);
      const act = { ...at, who: done.by };
      return stage.act(() => (done.isEdit ? channel.edit(act, text) : channel.say(act, text)));
    }
    case "press": {
      // Discord shows it in the group.
      const place = done.isAlone && channel.name === "telegram" ? "private" : talk.place;
      const { by: who, isLate } = done;
      return stage.act(() => channel.press({ ...at, place, who, isLate }, done.label));
    }
    case "send": {
      const file = { name: done.name, mediaType: typeOf(done.name), text: done.content };
      return stage.act(() => channel.sendFile({ ...at, who: done.by }, file, done.caption));
    }
    case "wait":
      return done.isMeanwhile ? pass(channel, done.ms) : stage.wait(done.ms);
    case "off":
      return stage.off(done.ms);
    case "upstream":
      return upstream.misbehave(done.service as ServiceName, FAULTS[done.does]); // written by us
    case "trouble":
      return channel.trouble(done.to, done.how);
    case "restart":
      return stage.restart(done.how);
  }
}

function typeOf(name: string): string {
  if (/\.(?:jpe?g)$/.test(name)) return "image/jpeg";
  return name.endsWith(".png") ? "image/png" : "text/plain";
}
