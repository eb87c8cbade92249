import type { Effect } from "../../engine/catalogue/catalogue.ts";

const MINUTE_MS = 60 * 1000;

/** How long a card stays open in a conversation. */
export const INTERACTIVE_LIFETIME_MS = 30 * MINUTE_MS;

/** How long a card stays open for work that nobody watches. */
export const SCHEDULED_LIFETIME_MS = 24 * 60 * MINUTE_MS;

/** How long a card stays open in a conversation where the world it was asked in does not stand still: prices, screens, machines. */
const VOLATILE_LIFETIME_MS = 10 * MINUTE_MS;

/** How long a suggestion can be taken up: it waits for nothing, and is not ended before others are forgotten. */
export const SUGGESTION_LIFETIME_MS = 30 * 24 * 60 * MINUTE_MS;

/** How long someone may take to type what a card asked them for, where nothing else ends it. */
export const TYPING_LIFETIME_MS = 5 * MINUTE_MS;

const VOLATILE: ReadonlySet<Effect> = new Set(["execute", "device", "spend"]);

/** How long a card about these effects stays open in a conversation: shorter for commands, devices and money, where the one who asked may press it. Pure. */
export function interactiveLifetimeMs(
  effects: readonly { readonly effect: Effect }[],
  facts: { readonly isWatched: boolean },
): number {
  const isVolatile = effects.some(({ effect }) => VOLATILE.has(effect));
  return isVolatile && facts.isWatched ? VOLATILE_LIFETIME_MS : INTERACTIVE_LIFETIME_MS;
}
