import { createMessagePlanner, type MessagePlanner } from "../agent/planner/message-planner.ts";
import { messageOf } from "../base/errors.ts";
import type { Core } from "./open-core.ts";

/** What messages mean, by what data/ holds now and, once they are made, by the usage examples. */
export function plannerOver({
  library,
  usage,
  log,
}: Pick<Core, "library" | "usage" | "log">): MessagePlanner {
  return createMessagePlanner({
    planner: () => library.planner(),
    catalogue: () => library.catalogue(),
    search: (text, options) => usage.search(text, options),
    onError: (error) =>
      log.error(
        { problem: messageOf(error) },
        "The usage examples were not heard about a message.",
      ),
  });
}
