import { korean } from "../../base/korean-particles.ts";
import { EmbedderError } from "../../rag/encoders/encoder.ts";
import { folderOf, missingIn } from "../../rag/encoders/model-files.ts";
import { ADD_PACKAGE, hasTransformers } from "../../rag/encoders/transformers-encoder.ts";
import { asIs, type HealthLine, problemWords } from "../core/health-line.ts";
import { type EncoderParts, embedderName, modelOrder, openEncoder } from "../model-clients.ts";

const NAME = "Embedder";

/** Which embedder is set, and what it lacks. Loads nothing. */
export function embedderLine(parts: EncoderParts): HealthLine {
  const { embedder } = parts.config;
  if (embedder.kind === "embedded")
    return {
      name: NAME,
      state: "ok",
      detail: {
        ko: "embedded (내려받을 것 없음, 바꾸려면 IBL_EMBEDDER)",
        en: "embedded, which needs no download (set IBL_EMBEDDER to change)",
      },
    };
  const name = embedderName(parts);
  if (embedder.kind !== "transformers")
    return {
      name: NAME,
      state: "ok",
      detail: {
        ko: `${name} (예시와 메시지의 글이 이 서버로 가요)`,
        en: `${name} (the texts of examples and messages go there)`,
      },
    };
  if (!hasTransformers())
    return {
      name: NAME,
      state: "problem",
      detail: {
        ko: `${name}: @huggingface/transformers 패키지가 없어요. 내장 임베딩이 대신해요`,
        en: `${name}: the package @huggingface/transformers is not there; the embedded one goes on`,
      },
      next: {
        ko: `ibl-bot 폴더에서 "${ADD_PACKAGE}"로 더하거나 IBL_EMBEDDER를 지우세요.`,
        en: `Add it with "${ADD_PACKAGE}" in the folder of ibl-bot, or unset IBL_EMBEDDER.`,
      },
    };
  return modelLine(name, missingIn(folderOf(modelOrder(embedder, parts))), embedder.isLocal);
}

function modelLine(name: string, missing: string | undefined, isLocal: boolean): HealthLine {
  if (missing === undefined) return { name: NAME, state: "ok", detail: asIs(name) };
  if (!isLocal)
    return {
      name: NAME,
      state: "ok",
      detail: {
        ko: `${name} (처음 쓸 때 허브에서 받아요)`,
        en: `${name} (fetched from the Hub when it is first used)`,
      },
    };
  return {
    name: NAME,
    state: "problem",
    detail: {
      ko: korean`${missing}이(가) 없어요. 내장 임베딩이 대신해요`,
      en: `${missing} is not there; the embedded one goes on`,
    },
    next: {
      ko: "IBL_EMBEDDER_MODEL에 config.json, tokenizer.json, onnx/model.onnx가 있는 폴더를 적으세요.",
      en: "Name a folder with config.json, tokenizer.json and onnx/model.onnx in IBL_EMBEDDER_MODEL.",
    },
  };
}

/** Has a provider embed a few words, where one is set. What it takes is in the service's budget. */
export async function embedderAnswers(parts: EncoderParts): Promise<readonly HealthLine[]> {
  const { kind } = parts.config.embedder;
  const source = openEncoder(parts);
  if (source === undefined || kind === "transformers") return [];
  const head = { name: `${NAME} ${source.name}` } as const;
  try {
    await source.open(new AbortController().signal, () => undefined);
    return [{ ...head, state: "ok", detail: { ko: "임베딩을 주었어요", en: "gave embeddings" } }];
  } catch (error) {
    return [{ ...head, state: "problem", detail: problemWords(error), next: nextOf(error) }];
  }
}

function nextOf(error: unknown): HealthLine["detail"] {
  if (error instanceof EmbedderError && error.isPassing)
    return {
      ko: "네트워크와 제공자의 주소와 한도를 확인하세요. 그동안 내장 임베딩이 대신해요.",
      en: "Check the network, the provider's base URL and the limits; the embedded one goes on meanwhile.",
    };
  return {
    ko: "키와 IBL_EMBEDDER_MODEL을 확인하세요. 그동안 내장 임베딩이 대신해요.",
    en: "Check the key and IBL_EMBEDDER_MODEL; the embedded one goes on meanwhile.",
  };
}
