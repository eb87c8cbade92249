import { ModelError } from "../../agent/models/model-client.ts";
import type { Localized } from "../../base/localized.ts";
import type { Config } from "../../config/config.ts";
import { asIs, type HealthLine, problemWords } from "../core/health-line.ts";
import { MODEL_MODES, modelName, openModels } from "../model-clients.ts";
import type { Parts } from "../open-app.ts";

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
      detail: {
        ko: "없음: 예문과 맞춰 알아듣습니다",
        en: "none: messages are matched with examples",
      },
      next: {
        ko: "자유롭게 대화하려면 GEMINI_API_KEY(aistudio.google.com)나 다른 모델의 키를 넣으세요: docs/models.md.",
        en: "Set GEMINI_API_KEY (from aistudio.google.com) for free conversation, or another provider: docs/models.md.",
      },
    };
  const { modes, fallbacks } = models;
  const main = modelName(modes.default);
  const others = MODEL_MODES.filter((mode) => modelName(modes[mode]) !== main);
  const parts = [
    main,
    ...others.map((mode) => `${mode}: ${modelName(modes[mode])}`),
    ...(fallbacks.length === 0 ? [] : [`then: ${fallbacks.map(modelName).join(", ")}`]),
  ];
  return { name: "Model", state: "ok", detail: asIs(parts.join("; ")) };
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
        return { ...head, state: "ok", detail: answered(seconds) };
      } catch (error) {
        return { ...head, state: "problem", detail: problemWords(error), next: nextOf(error) };
      }
    }),
  );
}

function answered(seconds: string): Localized {
  return { ko: `${seconds}초 만에 답했습니다`, en: `answered in ${seconds} s` };
}

function nextOf(error: unknown): Localized {
  const code = error instanceof ModelError ? error.code : undefined;
  if (code === "model-auth")
    return {
      ko: "키를 다시 복사하고, 그 키로 이 모델을 쓸 수 있는지 보세요.",
      en: "Copy the key again, and see that it may use this model.",
    };
  if (code === "model-rate-limited")
    return {
      ko: "기다리거나, 제공자에게서 한도를 올리거나, IBL_MODEL_FALLBACKS를 정하세요.",
      en: "Wait, raise the limit at the provider, or set IBL_MODEL_FALLBACKS.",
    };
  return {
    ko: "모델 이름, 네트워크, 제공자의 주소를 확인하세요.",
    en: "Check the name of the model, the network, and the provider's base URL.",
  };
}
