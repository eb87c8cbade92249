import {
  type ChatAdapter,
  type ChatAddress,
  DeliveryError,
  type OutgoingMessage,
} from "../../src/bots/platform/chat-adapter.ts";

/** Sends a message as the outbox does: where the platform takes it in another form alone, in that one. Gives all ids, in order. */
export async function sendWhole(
  adapter: ChatAdapter,
  chat: ChatAddress,
  message: OutgoingMessage,
  key = "whole",
): Promise<readonly string[]> {
  try {
    const { messageId, otherIds = [] } = await adapter.send(chat, message, { key });
    return [messageId, ...otherIds];
  } catch (thrown) {
    const ids: string[] = [];
    for (const [index, other] of othersOf(thrown).entries())
      ids.push(...(await sendWhole(adapter, chat, other, `${key}#${index}`)));
    return ids;
  }
}

/** Changes a message as the outbox does. */
export async function editWhole(
  adapter: ChatAdapter,
  chat: ChatAddress,
  messageId: string,
  message: OutgoingMessage,
): Promise<void> {
  try {
    await adapter.edit(chat, messageId, message);
  } catch (thrown) {
    for (const other of othersOf(thrown)) await editWhole(adapter, chat, messageId, other);
  }
}

function othersOf(thrown: unknown): readonly OutgoingMessage[] {
  if (thrown instanceof DeliveryError && thrown.instead !== undefined) return thrown.instead;
  throw thrown;
}
