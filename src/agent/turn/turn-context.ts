import type { Localized } from "../../base/localized.ts";

/** What a turn is told besides the conversation: made once, when it begins, and the same in all its rounds and after a restart. */
export interface TurnContext {
  /** Names of the actions that are listed. */
  readonly actions: readonly string[];
  /** Usage examples, as the block that stands before the person's words; empty for none. */
  readonly references: string;
  /** What the agent must know: pinned facts, memories, what is open. Empty for nothing. */
  readonly notes: string;
  /** Said under the answer. */
  readonly postscript?: Localized;
  /** True when something from outside stands in it, or in the summary of what was said before. */
  readonly isTainted: boolean;
}
