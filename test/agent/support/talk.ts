import {
  type ModelClient,
  type ModelRequest,
  textOfMessage,
} from "../../../src/agent/models/model-client.ts";
import {
  Compactor,
  createSummaries,
  type HistoryLimits,
} from "../../../src/agent/turn/compaction.ts";
import {
  type Fact,
  type KeptCounts,
  TurnContexts,
} from "../../../src/agent/turn/context-builder.ts";
import { ModelTurns } from "../../../src/agent/turn/model-turns.ts";
import { createTurns } from "../../../src/agent/turn/turn-table.ts";
import { createActionSearch } from "../../../src/rag/search/action-search.ts";
import type { References } from "../../../src/rag/search/references.ts";
import { GATE_CATALOGUE, GateWorld } from "./gate-world.ts";

/** Small limits: three short turns are too much, and the last stays as it is. */
const SMALL: HistoryLimits = {
  mostTokens: 200,
  mostTurns: 3,
  keptTokens: 100,
  keptTurns: 1,
};

const HOUR_MS = 3_600_000;

const ACTION_SEARCH = createActionSearch(GATE_CATALOGUE);

/** One example, for whoever asks for a search. */
const REFERENCES: References = {
  find: async (message) =>
    message.startsWith("search")
      ? [{ intent: "search the web for tea", code: '[source:web]("tea")', score: 0.9 }]
      : [],
};

/** One person talking with a model over a real gate and database. What is kept of them is what a test says. */
export class Talk {
  readonly world = new GateWorld();
  readonly kept: { pinned: Fact[]; relevant: Fact[]; open: string[]; counts: KeptCounts } = {
    pinned: [],
    relevant: [],
    open: [],
    counts: { pinned: 0, memories: 0, todos: 0, schedules: 0, approvals: 0 },
  };
  readonly turns;
  readonly summaries;
  readonly asked: (readonly [string, ModelRequest])[] = [];
  #count = 0;
  readonly #options: { readonly model: ModelClient; readonly fast?: ModelClient };

  constructor(options: { readonly model: ModelClient; readonly fast?: ModelClient }) {
    const { database, clock } = this.world;
    this.#options = options;
    let ids = 0;
    this.turns = createTurns({ database, clock, newId: (prefix) => `${prefix}_${++ids}` });
    this.summaries = createSummaries({ database, clock });
  }

  /** `ModelTurns` of one process. */
  desk(): ModelTurns {
    const { turns, summaries, kept, world } = this;
    const { model, fast } = this.#options;
    const facts = { turns, summaries, limits: SMALL };
    const compactor = new Compactor(
      fast === undefined ? facts : { ...facts, modelFor: () => fast },
    );
    return new ModelTurns({
      modelFor: () => model,
      clock: world.clock,
      gate: world.gate,
      turns,
      runs: world.runs,
      catalogue: () => GATE_CATALOGUE,
      contexts: new TurnContexts({
        turns,
        compactor,
        personContext: {
          pinned: () => kept.pinned,
          relevant: () => kept.relevant,
          open: () => kept.open,
          counts: () => kept.counts,
        },
        actionSearch: () => ACTION_SEARCH,
        references: REFERENCES,
        catalogue: () => GATE_CATALOGUE,
        nowMs: () => world.clock.now(),
        idleMs: 12 * HOUR_MS,
      }),
    });
  }

  /** Says something; resolves to the answer's words. */
  async say(text: string, signal?: AbortSignal): Promise<string> {
    this.#count += 1;
    const actor = this.world.actor(this.world.owner);
    const request = { origin: `update:${this.#count}`, actor, text };
    const answer = await this.desk().answer(
      signal === undefined ? request : { ...request, signal },
    );
    return answer.kind === "answer" ? answer.text : "waiting";
  }

  /** Rows of the table of summaries. */
  rows(): readonly { text: string; made_by: string; tainted: number; state: string }[] {
    return this.world.database
      .prepare<[], { text: string; made_by: string; tainted: number; state: string }>(
        "SELECT text, made_by, tainted, state FROM summaries ORDER BY id",
      )
      .all();
  }
}

/** What a model was told, in short: the words of every message. */
export function told(request: ModelRequest | undefined): string {
  return (request?.messages ?? [])
    .map((message) => `${message.role}: ${textOfMessage(message)}`)
    .join("\n");
}
