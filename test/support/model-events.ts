import type {
  AssistantMessage,
  ModelClient,
  ModelEvent,
} from "../../src/agent/models/model-client.ts";

/** A model made of its `send`: its stream gives the whole answer block by block. */
export function streaming(model: Pick<ModelClient, "name" | "send">): ModelClient {
  return {
    ...model,
    async *stream(request, signal) {
      yield* eventsOf(await model.send(request, signal));
    },
  };
}

/** The events of an answer that comes block by block. */
function eventsOf(message: AssistantMessage): readonly ModelEvent[] {
  const pieces = message.content.map(
    (block): ModelEvent =>
      block.type === "text"
        ? { type: "text", text: block.text }
        : { type: "tool_use", call: block },
  );
  return [...pieces, { type: "end", message }];
}
