import { rmSync } from "node:fs";
import { join } from "node:path";
import type { ChatEvent } from "../../../src/bots/platform/chat-adapter.ts";
import type { Approval } from "../../../src/security/approvals/approvals.ts";
import { parseButtonToken } from "../../../src/security/approvals/button-token.ts";
import { Sqlite } from "../../../src/store/sqlite.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import {
  privateChat,
  RecordingAdapter,
  type ShownMessage,
} from "../../support/recording-adapter.ts";
import { type CrashProgram, isDenied } from "./crash-programs.ts";
import { asksSomething, finalState, hasHappened, type Outside } from "./crash-truth.ts";
import { ANN, BEN, type CrashGround, Life } from "./crash-world.ts";
import { shareOf } from "./dice.ts";

/** Processes and presses after which a program counts as one that never ends. */
const MOST_LIVES = 6;
const MOST_PRESSES = 60;

/** What became of a program. */
export interface Played {
  readonly state: ReturnType<typeof finalState>;
  /** How often files were really changed, by kind of change, over all lives. */
  readonly changes: Readonly<Record<string, number>>;
  /** The points that each process passed. */
  readonly lives: readonly (readonly string[])[];
  /** Kinds of the cards that were pressed. */
  readonly pressed: readonly string[];
  /** Effects that had begun and not ended when a process died. */
  readonly cutOff: number;
}

/** Plays a program to its end. The process is killed at the given points, one a life, and started again each time; the last life is not killed. */
export async function play(
  core: CrashGround,
  program: CrashProgram,
  deaths: readonly number[],
): Promise<Played> {
  const home = core.newHome();
  const clock = new ManualClock();
  const platform = new RecordingAdapter();
  const person = new Person(program, platform, home);
  const lives: Life[] = [];
  let cutOff = 0;
  try {
    for (const dieAt of [...deaths, Number.POSITIVE_INFINITY].slice(0, MOST_LIVES)) {
      const life = new Life(platform, dieAt);
      lives.push(life);
      const name = `life${lives.length}`;
      const isOver = (await life.start(core, home, clock, name)) && (await person.meet(life));
      const played = isOver ? playedOf(person.outside(life), lives) : undefined;
      await life.bury(home);
      if (played !== undefined) return { ...played, pressed: person.pressed, cutOff };
      cutOff += effectsCutOff(home);
    }
    throw new Error(`It does not end:\n${program.source}`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** The one who asks for a program and presses its cards. What was handed over and not taken is handed over again, as platforms do. */
class Person {
  readonly pressed: string[] = [];
  readonly #program: CrashProgram;
  readonly #platform: RecordingAdapter;
  readonly #folder: string;
  #open: ChatEvent | undefined;

  constructor(program: CrashProgram, platform: RecordingAdapter, home: string) {
    this.#program = program;
    this.#platform = platform;
    const sender = program.isOwner ? ANN : BEN;
    this.#folder = join(home, "files", `telegram_${sender.id}`);
    const { source: text } = program;
    const said = { messageId: "in-1", text: `/ibl ${text}`, sentAtMs: 0, isAddressed: true };
    const chat = privateChat("telegram", sender);
    this.#open = { kind: "message", updateId: "1", chat, sender, ...said };
  }

  /** Talks with a process until nothing is left to do; false when it was killed before. */
  async meet(life: Life): Promise<boolean> {
    for (;;) {
      if (!(await life.quiet())) return false;
      this.#open ??= this.#press(life);
      if (this.#open === undefined) return true;
      if (!(await life.deliver(this.#open))) return false;
      this.#open = undefined;
    }
  }

  outside(life: Life): Outside {
    return { parts: life.parts, platform: this.#platform, folder: this.#folder };
  }

  #press(life: Life): ChatEvent | undefined {
    const message = this.#platform.shown.find(asksSomething);
    if (message === undefined) return undefined;
    const approval = approvalOn(message, life);
    const choice = this.#choice(approval, life);
    this.pressed.push(approval.kind);
    if (this.pressed.length > MOST_PRESSES)
      throw new Error(`Cards do not come to an end:\n${message.text}`);
    const data = message.buttons.flat().find((button) => letterOf(button.data) === choice)?.data;
    if (data === undefined) throw new Error(`There is no button "${choice}" on:\n${message.text}`);
    const id = `p${this.pressed.length}`;
    const sender = message.chatKey === "telegram:1" ? ANN : BEN;
    const chat = privateChat("telegram", sender);
    const { messageId } = message;
    return { kind: "press", updateId: id, chat, sender, data, messageId, pressId: id };
  }

  /** What the person answers: for a step cut off in the middle what is true, else the same to the same card whenever it comes. */
  #choice({ kind, runId = "", stepKey = "" }: Approval, life: Life): string {
    const card = `${kind} ${stepKey}`;
    switch (kind) {
      case "uncertain":
        return hasHappened(this.outside(life), runId, stepKey) ? "1" : "y";
      case "question":
        return shareOf(`${this.#program.seed} ${card}`) < 0.5 ? "1" : "2";
      case "plan":
      case "value":
      case "approval":
        return isDenied(this.#program, card) ? "n" : "y";
      case "proposal":
      case "access":
        throw new Error(`A card of the kind "${kind}" does not belong here.`);
    }
  }
}

function playedOf(outside: Outside, lives: readonly Life[]) {
  const changes: Record<string, number> = {};
  for (const name of lives.flatMap(({ points }) => [...points.passed, ...points.late]))
    if (/^files\.(renamed|removed|copied|moved|appended)$/.test(name))
      changes[name] = (changes[name] ?? 0) + 1;
  return {
    state: finalState(outside),
    changes,
    lives: lives.map((life) => life.points.passed),
  };
}

/** Effects that the journal of a dead process calls begun and not ended. */
export function effectsCutOff(home: string): number {
  const database = new Sqlite(join(home, "ibl-bot.db"), { readonly: true });
  const { count } = database
    .prepare<[], { count: number }>(
      "SELECT COUNT(*) AS count FROM steps WHERE state = 'started' AND effect <> 'read'",
    )
    .get()!;
  database.close();
  return count;
}

function approvalOn(message: ShownMessage, life: Life): Approval {
  const data = message.buttons.flat()[0]?.data ?? "";
  const approval = life.parts.approvals.get(`ap_${parseButtonToken(data)?.id}`);
  if (approval === undefined) throw new Error(`A card of nothing:\n${message.text}`);
  return approval;
}

function letterOf(data: string): string | undefined {
  return parseButtonToken(data)?.choice;
}
