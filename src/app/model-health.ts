import { ModelError } from "../agent/model.ts";
import { messageOf } from "../base/errors.ts";
import type { Config } from "../config.ts";
import type { HealthLine } from "./health-line.ts";
import { MODEL_MODES, modelName, openModels } from "./models.ts";
import type { Parts } from "./parts.ts";

/** A question as cheap as one can be; a model that thinks needs some room. */
const QUESTION = {
  system: "",
  messages: [{ role: "user", content: [{ type: "text", text: "Answer with OK." }] }],
  tools: [],
  maxOutputTokens: 512,
} as const;

/** Which models are set and for what. */
export function modelLine({ models }: Config): HealthLine {
  if (models === undefined)
    return {
      name: "Model",
      state: "missing",
      detail: "none: messages are matched with examples",
      next: "Set GEMINI_API_KEY (from aistudio.google.com) for free conversation, or another provider: docs/models.md.",
    };
  const { modes, fallbacks } = models;
  const main = modelName(modes.default);
  const others = MODEL_MODES.filter((mode) => modelName(modes[mode]) !== main);
  const parts = [
    main,
    ...others.map((mode) => `${mode}: ${modelName(modes[mode])}`),
    ...(fallbacks.length === 0 ? [] : [`then: ${fallbacks.map(modelName).join(", ")}`]),
  ];
  return { name: "Model", state: "ok", detail: parts.join("; ") };
}

/** Asks every model that is set one short question, all at once. What it costs is in nobody's budget. */
export async function modelAnswers(parts: Parts): Promise<readonly HealthLine[]> {
  const { config, edges } = parts;
  if (config.models === undefined) return [];
  const clients = openModels(config.models, { config, edges });
  return Promise.all(
    [...clients].map(async ([name, client]): Promise<HealthLine> => {
      const startMs = edges.clock.now();
      const head = { name: `Model ${name}` } as const;
      try {
        await client.send(QUESTION, new AbortController().signal);
        const seconds = ((edges.clock.now() - startMs) / 1000).toFixed(1);
        return { ...head, state: "ok", detail: `answered in ${seconds} s` };
      } catch (error) {
        return { ...head, state: "problem", detail: messageOf(error), next: nextOf(error) };
      }
    }),
  );
}

function nextOf(error: unknown): string {
  const code = error instanceof ModelError ? error.code : undefined;
  if (code === "model-auth") return "Copy the key again, and see that it may use this model.";
  if (code === "model-rate-limited")
    return "Wait, raise the limit at the provider, or set IBL_MODEL_FALLBACKS.";
  return "Check the name of the model, the network, and the provider's base URL.";
}
