/** Bits of intents (docs "Gateway", List of Intents). */
export const INTENT = {
  guildMessages: 1 << 9,
  directMessages: 1 << 12,
  messageContent: 1 << 15,
} as const;

/** Flags of an application that has the message content intent: as a verified one, or as one of few servers (docs "Application Resource", Application Flags). */
const MESSAGE_CONTENT_FLAGS = (1 << 18) | (1 << 19);

/** True when the Message Content intent is switched on for an application with these flags. */
export function hasMessageContent(flags: number): boolean {
  return (flags & MESSAGE_CONTENT_FLAGS) !== 0;
}

/** What works without the Message Content intent, and how to get the rest. */
export const WITHOUT_CONTENT =
  "The Message Content intent is off: direct messages, mentions and slash commands work; a reply in a server is read only when it mentions the bot. To read all replies, switch it on in the Developer Portal (Bot, Privileged Gateway Intents).";

/** Closes that no reconnect follows (docs "Opcodes and Status Codes", Gateway Close Event Codes: Reconnect "false"). */
const FATAL: Readonly<Record<number, string>> = {
  4004: "Discord does not accept the bot token. Take a new one in the Developer Portal (Bot, Reset Token), set DISCORD_BOT_TOKEN to it, and start again.",
  4010: "Discord does not take this shard. Set DISCORD_SHARDS to a whole number of shards, or leave it out, and start again.",
  4011: "The bot is in too many servers for one connection. Leave DISCORD_SHARDS out, so that Discord's recommendation counts, and start again.",
  4012: "Discord no longer speaks the version of its gateway that this release uses. Update ibl-bot.",
  4013: "Discord does not know an intent that was asked for. Update ibl-bot.",
  4014: "Discord refuses the Message Content intent. Switch it on in the Developer Portal (Bot, Privileged Gateway Intents). Without it direct messages, mentions and slash commands work.",
};

/** True for a close code after which nothing arrives any more. */
export function isFatalClose(code: number): boolean {
  return FATAL[code] !== undefined;
}

/** What a fatal close means, and the step to take. */
export function explainClose(code: number): string {
  return FATAL[code] ?? `Discord closed the connection (${code}).`;
}
