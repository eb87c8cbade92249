import { Compactor } from "../agent/compaction.ts";
import type { ModelFor } from "../agent/model-budget.ts";
import { TurnContexts } from "../agent/turn-contexts.ts";
import type { Ground } from "./ground.ts";
import { createKeepsakes } from "./keepsakes.ts";

/** What turns of the model are told besides their own messages. */
export function openContexts(ground: Ground, modelFor: ModelFor): TurnContexts {
  const { stores, library, edges, config, rounds } = ground;
  const { clock } = edges;
  const { turns, summaries } = stores;
  return new TurnContexts({
    turns,
    compactor: new Compactor({ turns, summaries, modelFor }),
    keepsakes: createKeepsakes({ ...stores, clock }),
    actionSearch: () => library.actionSearch(),
    references: ground.usage.references,
    catalogue: () => library.catalogue(),
    nowMs: () => clock.now(),
    idleMs: config.sessionIdleMs,
    rounds,
  });
}
