import { z } from "zod";
import { parsedJson } from "../../base/json.ts";
import type { Maker } from "./refusal.ts";

/** Every error of Ollama is `{error: "…"}` (its own client, ollama-js, reads the same). */
const bodySchema = z.object({ error: z.string() });

/** A server of Ollama; it knows no keys, but one may stand before it that does. */
export const OLLAMA: Maker = {
  name: "Ollama",
  subjectKo: "Ollama가",
  keyName: "OLLAMA_BASE_URL",
  withoutModel: (model) => ({
    en: `Fetch it with "ollama pull ${model}", or choose another model.`,
    ko: `"ollama pull ${model}" 명령으로 받거나 다른 모델을 골라 주세요.`,
  }),
  read: (body) => ({ kind: "", message: bodySchema.safeParse(parsedJson(body)).data?.error ?? "" }),
};
