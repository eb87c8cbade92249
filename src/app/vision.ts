import type { ModelFor } from "../agent/models/budget.ts";
import { textOfMessage } from "../agent/models/model-client.ts";
import type { VisionFor } from "../nodes/source/vision-port.ts";
import type { Schedules } from "../scheduler/ledger/schedules.ts";
import { payerOf } from "./node-ports.ts";

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
