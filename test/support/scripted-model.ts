import {
  type AssistantMessage,
  type ModelClient,
  ModelError,
  type ModelRequest,
  type StopReason,
  type TextContent,
  type ToolUseContent,
} from "../../src/agent/models/model-client.ts";
import type { Json } from "../../src/base/json.ts";
import { streaming } from "./model-events.ts";

/** One answer of a script: words, an error, or whole content with its stop reason. */
export type ScriptedAnswer =
  | string
  | ModelError
  | {
      readonly content: readonly (TextContent | ToolUseContent)[];
      readonly stopReason?: StopReason;
    };

export interface ScriptedModel extends ModelClient {
  /** What was asked, in order. */
  readonly requests: readonly ModelRequest[];
}

/** A model that gives these answers in order, the last again and again. Each costs 10 tokens in and 5 out. */
export function scriptedModel(...answers: readonly ScriptedAnswer[]): ScriptedModel {
  const requests: ModelRequest[] = [];
  const model = streaming({
    name: "test/scripted",
    async send(request, signal) {
      signal.throwIfAborted();
      requests.push(request);
      const answer = answers[Math.min(requests.length, answers.length) - 1]!;
      if (answer instanceof ModelError) throw answer;
      return typeof answer === "string"
        ? message([{ type: "text", text: answer }])
        : message(answer.content, answer.stopReason);
    },
  });
  return { ...model, requests };
}

/** A call of a tool. */
export function toolUse(id: string, input: Json, name = "execute_ibl"): ToolUseContent {
  return { type: "tool_use", id, name, input };
}

/** An answer that runs these programs, with ids `c1`, `c2` and so on. */
export function runs(...codes: readonly string[]): Exclude<ScriptedAnswer, string | ModelError> {
  return { content: codes.map((code, index) => toolUse(`c${index + 1}`, { code })) };
}

function message(content: AssistantMessage["content"], stopReason?: StopReason): AssistantMessage {
  const calls = content.some((block) => block.type === "tool_use");
  return {
    role: "assistant",
    content,
    stopReason: stopReason ?? (calls ? "tool_use" : "end_turn"),
    model: "test/scripted",
    usage: { inputTokens: 10, cachedTokens: 0, outputTokens: 5, thoughtTokens: 0 },
  };
}
