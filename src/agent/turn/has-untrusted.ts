import { type Message, toolUsesOf } from "../models/model-client.ts";

/** True for a message with something from outside in it: a tainted result, the text of a file, or a picture. Pure. */
export function holdsOutside(message: Message): boolean {
  return message.content.some(
    (block) =>
      block.type === "image" ||
      (block.type === "tool_result" && block.tainted) ||
      (block.type === "text" && block.tainted === true),
  );
}

/** The messages that the model had read when it wrote a call; all of them where the call is unknown. Pure. */
export function messagesBefore(messages: readonly Message[], callId: string): readonly Message[] {
  const index = messages.findIndex((message) =>
    toolUsesOf(message).some((call) => call.id === callId),
  );
  return index < 0 ? messages : messages.slice(0, index);
}
