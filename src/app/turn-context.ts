import type { ModelFor } from "../agent/models/budget.ts";
import { Compactor } from "../agent/turn/compaction.ts";
import { TurnContexts } from "../agent/turn/context-builder.ts";
import type { Ground } from "./open-core.ts";
import { createKeepsakes } from "./person-context.ts";

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
