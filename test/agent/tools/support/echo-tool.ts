import type { Tool } from "../../../../src/agent/tools/tool.ts";
import { success } from "../../../../src/engine/values/outcome.ts";

/** A tool that gives back its `message`, or is as `changes` say. */
export function echoTool(changes: Partial<Tool> = {}): Tool {
  return {
    name: "echo",
    description: { ko: "그대로 돌려주기", en: "Give a message back" },
    inputSchema: {
      type: "object",
      properties: { message: { type: "string", minLength: 1 }, times: { type: "integer" } },
      required: ["message"],
    },
    input: { param: "message", as: "text" },
    effect: "read",
    returns: "text",
    execute: async ({ message, times }) => success(String(message).repeat(Number(times ?? 1))),
    ...changes,
  };
}
