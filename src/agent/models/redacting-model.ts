import { createRedactor } from "../../base/log.ts";
import { createMaskStream, maskTexts } from "../../base/redact.ts";

import type { ModelClient, ModelEvent } from "./model-client.ts";

/** The same model, whose answers hold no secrets: neither its words, in pieces or whole, nor the programs it writes. */
export function maskedModel(model: ModelClient, secrets: readonly string[]): ModelClient {
  const redact = createRedactor(secrets);
  return {
    name: model.name,
    send: async (request, signal) => maskTexts(await model.send(request, signal), redact),
    async *stream(request, signal) {
      const words = createMaskStream(secrets);
      for await (const event of model.stream(request, signal)) {
        const text = event.type === "text" ? words.push(event.text) : words.flush();
        if (text !== "" && event.type !== "anew") yield { type: "text", text };
        if (event.type !== "text") yield maskTexts<ModelEvent>(event, redact);
      }
    },
  };
}
