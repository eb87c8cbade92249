import { maskTexts, type Redact } from "../base/mask.ts";
import type { ModelClient } from "./model.ts";

/** The same model, whose answers hold no secrets: neither its words nor the programs it writes. */
export function maskedModel(model: ModelClient, redact: Redact): ModelClient {
  return {
    name: model.name,
    send: async (request, signal) => maskTexts(await model.send(request, signal), redact),
  };
}
