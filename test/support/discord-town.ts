import type { ChatEvent } from "../../src/bots/platform/chat-adapter.ts";
import { type DiscordBench, MINJI } from "./discord-server-adapter.ts";

/** A server with one channel and a thread in it. */
export const GUILD = "300000000000000001";
export const CHANNEL = "400000000000000001";
export const THREAD = "500000000000000001";

/** What was said or pressed. */
export function textsOf(events: readonly ChatEvent[]): string[] {
  return events.map((event) => (event.kind === "message" ? event.text : event.data));
}

/** Minji with her direct messages, and a server with a channel and a thread. */
export function town({ server }: DiscordBench) {
  const minji = server.user(MINJI);
  const dm = server.dm(minji);
  server.channel({ id: CHANNEL, guildId: GUILD });
  server.thread({ id: THREAD, parentId: CHANNEL });
  return { minji, dm };
}
