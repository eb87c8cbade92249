import type { Actor } from "../../engine/execute/action-types.ts";
import { DeliveryError, type MessageEvent } from "../platform/chat-adapter.ts";
import type { ReplySender } from "../replies/reply-sender.ts";
import type { RunningWork } from "../replies/running-work.ts";
import { say } from "../texts/say.ts";

/**
 * Deletes a message that held a secret from its chat, if the platform permits, and notifies its sender. One with files
 * stays: they would go with it before they are fetched. Rejects on faults of ours alone.
 */
export async function noticeSecret(
  parts: { readonly runningWork: RunningWork; readonly replies: ReplySender },
  event: MessageEvent,
  { origin, actor }: { readonly origin: string; readonly actor: Actor },
): Promise<void> {
  const isGone = event.attachments === undefined && (await isTakenAway(parts.runningWork, event));
  const text = say(actor.language, isGone ? "secretRemoved" : "secretMasked");
  parts.replies.post(`masked:${origin}`, actor.chatId, { text });
}

async function isTakenAway(
  runningWork: RunningWork,
  { chat, messageId }: MessageEvent,
): Promise<boolean> {
  const adapter = runningWork.adapter(chat.platform);
  if (adapter?.delete === undefined) return false;
  try {
    await adapter.delete(chat, messageId);
    return true;
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return false;
  }
}
