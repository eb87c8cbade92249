/** How often a status may change, in milliseconds: slower the longer work goes on, and in a group, which takes 20 messages a minute of a bot (Telegram FAQ "My bot is hitting limits, how do I avoid this?"; a private chat one a second). */
export function changeEveryMs({
  elapsedMs,
  isPrivate,
}: {
  readonly elapsedMs: number;
  readonly isPrivate: boolean;
}): number {
  const everyMs = elapsedMs < 30_000 ? 1000 : elapsedMs < 120_000 ? 2000 : 5000;
  return isPrivate ? everyMs : 4 * everyMs;
}

/** For so long a status may stand unchanged when nothing is new but the time, in milliseconds. */
export function staleAfterMs(elapsedMs: number): number {
  return elapsedMs < 60_000 ? 5000 : 15_000;
}
