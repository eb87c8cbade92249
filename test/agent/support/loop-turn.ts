import type { Message } from "../../../src/agent/models/model-client.ts";
import { type LoopRequest, runLoop } from "../../../src/agent/turn/loop.ts";
import { EXECUTE_IBL } from "../../../src/agent/turn/prompt.ts";
import type { ToolOutcome } from "../../../src/agent/turn/tool-result.ts";
import { type ScriptedAnswer, scriptedModel } from "../../support/scripted-model.ts";

const QUESTION: Message = { role: "user", content: [{ type: "text", text: "몇 시야" }] };

/** A result of the tool. */
export function worked(content: string): ToolOutcome {
  return { kind: "result", content, isError: false, tainted: false };
}

/** A result that says that it did not work. */
export function failed(content: string): ToolOutcome {
  return { kind: "result", content, isError: true, tainted: false };
}

/** Runs one turn with a scripted model; every program gives `outcomeOf` its code. */
export async function turn(
  answers: readonly ScriptedAnswer[],
  options: Partial<LoopRequest> & { readonly outcomeOf?: (code: string) => ToolOutcome } = {},
) {
  const model = scriptedModel(...answers);
  const saved: Message[] = [];
  const executed: string[] = [];
  const { outcomeOf = (code: string) => worked(`did ${code}`), ...rest } = options;
  const result = await runLoop({
    model,
    system: "Be brief.",
    tool: EXECUTE_IBL,
    history: [],
    turn: [QUESTION],
    save: (message) => saved.push(message),
    executeIbl: async (code, callId, round) => {
      executed.push(`${round}/${callId} ${code}`);
      return outcomeOf(code);
    },
    language: "en",
    signal: new AbortController().signal,
    ...rest,
  });
  return { result, model, saved, executed };
}

/** The results that the model read, in its order. */
export function results(saved: readonly Message[]): readonly string[] {
  return saved.flatMap((message) =>
    message.role === "tool"
      ? message.content.map(
          (block) => `${block.toolUseId} ${block.isError ? "error" : "ok"}: ${block.content}`,
        )
      : [],
  );
}
