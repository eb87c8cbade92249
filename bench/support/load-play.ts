import { setTimeout as delay } from "node:timers/promises";
import type { Side } from "./load-sides.ts";
import { machineMs } from "./monotonic.ts";

/** What the crowd of one platform does. Times are in milliseconds. */
export interface LoadPlay {
  /** Chats that only write one command each, spread over `lastsMs`. */
  readonly writers: number;
  /** Chats that each begin a turn at the same moment. */
  readonly turns: number;
  /** Chats that each say `/stop`, spread over `lastsMs`. */
  readonly stops: number;
  /** Chats that get a message with buttons in the warm-up, and press one later. */
  readonly presses: number;
  readonly warmUpMs: number;
  readonly lastsMs: number;
  /** How long answers are waited for after that. */
  readonly patienceMs: number;
  /** What a turn is asked, and what its answer holds; without an end, any message is the answer. */
  readonly question: string;
  readonly answerHas?: string;
}

/** What came of it: how long each took, and what never came. */
export interface LoadResult {
  /** When the warm-up ended, by the clock of the machine. */
  readonly beganAtMs: number;
  /** Ids of updates in the measured time, with when they reached the platform. */
  readonly saidAtMs: readonly (readonly [string, number])[];
  readonly writtenMs: readonly number[];
  readonly turnMs: readonly number[];
  readonly stopMs: readonly number[];
  readonly pressMs: readonly number[];
  readonly missing: number;
}

/** How often the crowd looks whether it is time to do something. */
const STEP_MS = 5;

type Kind = "write" | "turn" | "stop" | "press" | "menu";

interface Act {
  readonly kind: Kind;
  readonly chat: number;
  readonly dueMs: number;
}

interface Waiting {
  readonly kind: Kind;
  readonly sinceMs: number;
}

/** Plays one crowd to its end. */
export async function playLoad(side: Side, play: LoadPlay): Promise<LoadResult> {
  const startMs = machineMs();
  const beganAtMs = startMs + play.warmUpMs;
  const endMs = beganAtMs + play.lastsMs + play.patienceMs;
  const acts = [...actsOf(play)].sort((one, other) => one.dueMs - other.dueMs);
  const open = new Map<string, Waiting>();
  const taken: Record<Kind, number[]> = { write: [], turn: [], stop: [], press: [], menu: [] };
  const saidAtMs: [string, number][] = [];
  while (machineMs() < endMs && (acts.length > 0 || open.size > 0)) {
    for (const [name, atMs] of heardNames(side, play, open)) {
      const waiting = open.get(name);
      if (waiting === undefined) continue;
      open.delete(name);
      taken[waiting.kind].push(atMs - waiting.sinceMs);
    }
    while (acts[0] !== undefined && startMs + acts[0].dueMs <= machineMs()) {
      const act = acts.shift();
      if (act !== undefined) begin(side, play, act, { open, saidAtMs });
    }
    await delay(STEP_MS);
  }
  return {
    beganAtMs,
    saidAtMs: saidAtMs.filter(([, atMs]) => atMs >= beganAtMs),
    writtenMs: taken.write,
    turnMs: taken.turn,
    stopMs: taken.stop,
    pressMs: taken.press,
    missing: open.size,
  };
}

/** Menus in the warm-up, then everything else; chats are numbered through. */
function* actsOf(play: LoadPlay): Generator<Act> {
  let chat = 0;
  const spread = function* (kind: Kind, count: number, fromMs: number, lastsMs: number) {
    for (let index = 0; index < count; index += 1) {
      chat += 1;
      yield { kind, chat, dueMs: fromMs + (lastsMs * index) / count };
    }
  };
  yield* spread("menu", play.presses, 0, play.warmUpMs * 0.7);
  chat = 0;
  yield* spread("press", play.presses, play.warmUpMs, play.lastsMs);
  yield* spread("turn", play.turns, play.warmUpMs, 0);
  yield* spread("stop", play.stops, play.warmUpMs, play.lastsMs);
  yield* spread("write", play.writers, play.warmUpMs, play.lastsMs);
}

function begin(
  side: Side,
  play: LoadPlay,
  { kind, chat }: Act,
  {
    open,
    saidAtMs,
  }: { readonly open: Map<string, Waiting>; readonly saidAtMs: [string, number][] },
): void {
  const sinceMs = machineMs();
  if (kind === "press") {
    open.set(`press ${side.press(chat)}`, { kind, sinceMs });
    return;
  }
  const texts = { menu: "/settings", turn: play.question, stop: "/stop", write: "/start" };
  open.set(`chat ${chat}`, { kind, sinceMs });
  saidAtMs.push([side.say(chat, texts[kind]), sinceMs]);
}

function heardNames(
  side: Side,
  play: LoadPlay,
  open: ReadonlyMap<string, Waiting>,
): readonly (readonly [string, number])[] {
  return side.hear().flatMap((heard) => {
    if (heard.kind === "acknowledged") return [[`press ${heard.press}`, heard.atMs] as const];
    const name = `chat ${heard.chat}`;
    const isTurn = open.get(name)?.kind === "turn";
    const isAnswer = !isTurn || heard.text.includes(play.answerHas ?? "");
    return isAnswer ? [[name, heard.atMs] as const] : [];
  });
}
