import type { Localized } from "../../base/localized.ts";

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
const FATAL: Readonly<Record<number, Localized>> = {
  4004: {
    en: "Discord does not accept the bot token. Take a new one in the Developer Portal (Bot, Reset Token), set DISCORD_BOT_TOKEN to it, and start again.",
    ko: "디스코드가 봇 토큰을 받지 않습니다. Developer Portal에서 토큰을 새로 받아(Bot, Reset Token) DISCORD_BOT_TOKEN에 넣고 다시 시작해 주세요.",
  },
  4010: {
    en: "Discord does not take this shard. Set DISCORD_SHARDS to a whole number of shards, or leave it out, and start again.",
    ko: "디스코드가 이 샤드를 받지 않습니다. DISCORD_SHARDS를 샤드 수에 맞는 정수로 고치거나 지우고 다시 시작해 주세요.",
  },
  4011: {
    en: "The bot is in too many servers for one connection. Leave DISCORD_SHARDS out, so that Discord's recommendation counts, and start again.",
    ko: "봇이 들어가 있는 서버가 많아 연결 하나로는 안 됩니다. DISCORD_SHARDS를 지워 디스코드가 권하는 수를 쓰게 하고 다시 시작해 주세요.",
  },
  4012: {
    en: "Discord no longer speaks the version of its gateway that this release uses. Update ibl-bot.",
    ko: "디스코드가 이 버전이 쓰는 게이트웨이를 더는 지원하지 않습니다. ibl-bot을 새 버전으로 올려 주세요.",
  },
  4013: {
    en: "Discord does not know an intent that was asked for. Update ibl-bot.",
    ko: "디스코드가 모르는 인텐트를 요청했습니다. ibl-bot을 새 버전으로 올려 주세요.",
  },
  4014: {
    en: "Discord refuses the Message Content intent. Switch it on in the Developer Portal (Bot, Privileged Gateway Intents). Without it direct messages, mentions and slash commands work.",
    ko: "디스코드가 Message Content 인텐트를 허락하지 않습니다. Developer Portal에서 켜 주세요(Bot, Privileged Gateway Intents). 꺼져 있어도 개인 대화, 멘션, 슬래시 명령은 됩니다.",
  },
};

/**
 * Other closes after which a session cannot be resumed: Discord's own normal close, and "Not authenticated", "Already authenticated",
 * "Invalid seq" and "Rate limited" (docs "Opcodes and Status Codes", Gateway Close Event Codes). Our side closes with 1000 after opcode 9 with false.
 */
const SESSION_OVER: ReadonlySet<number> = new Set([1000, 4003, 4005, 4007, 4008]);

/** True for a close code after which the next connection begins a new session. */
export function isSessionOver(code: number): boolean {
  return SESSION_OVER.has(code) || isFatalClose(code);
}

/** True for a close code after which nothing arrives any more. */
export function isFatalClose(code: number): boolean {
  return FATAL[code] !== undefined;
}

/** What a fatal close means, and the step to take. */
export function explainClose(code: number): Localized {
  return (
    FATAL[code] ?? {
      en: `Discord closed the connection (${code}).`,
      ko: `디스코드가 연결을 끊었습니다 (${code}).`,
    }
  );
}
