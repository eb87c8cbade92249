import { join } from "node:path";
import type { ModelBudgetParts, ModelFor } from "../agent/models/budget.ts";
import { DEFAULT_GOOGLE_MODEL, GOOGLE_BASE_URL } from "../agent/models/google.ts";
import { textOfMessage } from "../agent/models/model-client.ts";
import { OPENAI_BASE_URL } from "../agent/models/openai.ts";
import { createOpenAiTranscriber } from "../agent/models/transcribe-openai.ts";
import { createWhisperTranscriber } from "../agent/models/transcribe-whisper.ts";
import {
  type Transcriber,
  type TranscriberFor,
  transcriberFor,
} from "../agent/models/transcriber.ts";
import { createGoogleTranscriber } from "../agent/models/transcriber-remote.ts";
import type { Config } from "../config/config.ts";
import { createProcessDriver } from "../drivers/process/process.ts";
import type { VisionFor } from "../nodes/source/vision-port.ts";
import type { Schedules } from "../scheduler/ledger/schedules.ts";
import { payerOf } from "./node-ports.ts";
import type { Core } from "./open-core.ts";

/** What calls that take money pass. */
export type BudgetParts = Pick<ModelBudgetParts, "budgets" | "ask">;

/** What writes speech down here; `undefined` where nothing is set, or it is switched off. */
export function openTranscribers(
  { config, edges, home, log }: Core,
  budget: BudgetParts,
): TranscriberFor | undefined {
  const all = transcribersOf(config, home.path);
  if (all.length === 0) return undefined;
  return transcriberFor(all, { ...budget, prices: config.modelPrices, clock: edges.clock, log });
}

/** In the order of trying: what stays on this machine comes first. */
function transcribersOf({ voice }: Config, homePath: string): readonly Transcriber[] {
  const { whisper, openai, google, which } = voice;
  const isWanted = (name: typeof which): boolean => which === "auto" || which === name;
  const all: Transcriber[] = [];
  if (whisper !== undefined && isWanted("whisper")) {
    const workPath = join(homePath, "hearing");
    all.push(createWhisperTranscriber({ ...whisper, workPath, processes: createProcessDriver() }));
  }
  if (openai !== undefined && isWanted("openai"))
    all.push(createOpenAiTranscriber({ baseUrl: OPENAI_BASE_URL, ...openai }));
  if (google !== undefined && isWanted("google"))
    all.push(
      createGoogleTranscriber({ baseUrl: GOOGLE_BASE_URL, model: DEFAULT_GOOGLE_MODEL, ...google }),
    );
  return all;
}

/** The model of the `vision` mode for programs that look at pictures: one question, no tools, no history. */
export function visionOf(modelFor: ModelFor, schedules: Pick<Schedules, "jobOf">): VisionFor {
  return (call) => {
    const model = modelFor(payerOf(call, schedules), "vision");
    return {
      placeUnit: model.name.startsWith("anthropic/") ? "pixels" : "thousandths",
      async look({ instruction, picture: { mediaType, bytes } }, signal) {
        const dataBase64 = Buffer.from(bytes).toString("base64");
        const answer = await model.send(
          {
            system: instruction,
            messages: [
              {
                role: "user",
                content: [
                  { type: "image", mediaType, dataBase64 },
                  { type: "text", text: "Read this picture." },
                ],
              },
            ],
            tools: [],
          },
          signal,
        );
        return { text: textOfMessage(answer), isCut: answer.stopReason === "max_tokens" };
      },
    };
  };
}
