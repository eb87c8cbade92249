import { createIds } from "../base/ids.ts";
import type { Parts } from "./open-app.ts";

/**
 * Makes a new key for buttons and draws every open card with it; a service that runs on the same HOME sends those. Buttons of older keys
 * work until the last approval that is open now is over, or with `now` no longer: a card that could not be drawn anew then needs `/approvals`.
 */
export function rotateKeys(
  parts: Parts,
  options: { readonly now: boolean },
): { readonly open: number; readonly oldUntilMs: number } {
  const nowMs = parts.edges.clock.now();
  const ends = options.now ? [] : parts.approvals.waiting().map((card) => card.expiresAtMs);
  const oldUntilMs = Math.max(nowMs, ...ends);
  parts.tokens.rotate({ oldUntilMs });
  const open = parts.cards.redrawOpen(createIds(parts.edges.randomBytes)("keys"));
  return { open, oldUntilMs };
}
