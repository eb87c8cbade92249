import type { ModelFor } from "../agent/models/budget.ts";
import { Compactor } from "../agent/turn/compaction.ts";
import { TurnContexts } from "../agent/turn/context-builder.ts";
import type { Core } from "./open-core.ts";
import { createKeepsakes } from "./person-context.ts";

/** What turns of the model are told besides their own messages. */
export function openContexts(core: Core, modelFor: ModelFor): TurnContexts {
  const { stores, library, edges, config, rounds } = core;
  const { clock } = edges;
  const { turns, summaries } = stores;
  return new TurnContexts({
    turns,
    compactor: new Compactor({ turns, summaries, modelFor }),
    keepsakes: createKeepsakes({ ...stores, clock }),
    actionSearch: () => library.actionSearch(),
    references: core.usage.references,
    catalogue: () => library.catalogue(),
    nowMs: () => clock.now(),
    idleMs: config.sessionIdleMs,
    rounds,
  });
}
