import { canonicalJson, isJsonObject } from "../../base/json.ts";
import type { Message, ToolResultContent, ToolUseContent } from "../models/model-client.ts";
import { callsOf } from "./loop-state.ts";

/** A call that went the same way twice already: it failed with the same words, or gave the same. */
export interface Repeat {
  readonly kind: "failure" | "result";
  /** True where the model was told so before and makes the call all the same. */
  readonly insists: boolean;
  /** Calls of another kind that were done since: where one of them changed something, the call may go another way now. */
  readonly since: readonly ToolUseContent[];
}

/** What the model reads in the place of a result. */
export const REPEAT_ADVICE: Readonly<Record<Repeat["kind"], string>> = {
  failure:
    "Not run: this very program failed twice with the same error, and it would fail again. Read the error, then change the program, go another way, or tell the person what cannot be done.",
  result:
    "Not run: this very program gave the same result twice. Use that result: answer, or go on with another program.",
};

/** What a call would repeat in a turn; `undefined` where it is new, or went differently each time. Spaces around the code make no difference. Pure. */
export function repeatOf(messages: readonly Message[], call: ToolUseContent): Repeat | undefined {
  const results = resultsOf(messages);
  const same = results.filter((entry) => keyOf(entry.call) === keyOf(call));
  const told = same.findLast(({ result }) => adviceKind(result) !== undefined);
  const [before, last] = same.filter((entry) => entry !== told && !isAdvice(entry)).slice(-2);
  if (before === undefined || last === undefined || !isSame(before.result, last.result))
    return undefined;
  const latest = told === undefined || results.indexOf(told) < results.indexOf(last) ? last : told;
  const since = results
    .slice(results.indexOf(latest) + 1)
    .flatMap(({ call: other, result }) => (result.isError ? [] : [other]));
  const kind = last.result.isError ? "failure" : "result";
  return { kind, insists: latest === told, since };
}

interface KnownResult {
  readonly call: ToolUseContent;
  readonly result: ToolResultContent;
}

/** Calls with their results, as these became known. */
function resultsOf(messages: readonly Message[]): readonly KnownResult[] {
  const calls = new Map(callsOf(messages).map(({ call }) => [call.id, call]));
  return messages.flatMap((message) =>
    message.role !== "tool"
      ? []
      : message.content.flatMap((result) => {
          const call = calls.get(result.toolUseId);
          return call === undefined ? [] : [{ call, result }];
        }),
  );
}

function isSame(left: ToolResultContent, right: ToolResultContent): boolean {
  return left.isError === right.isError && left.content === right.content;
}

function isAdvice({ result }: KnownResult): boolean {
  return adviceKind(result) !== undefined;
}

function adviceKind({ content }: ToolResultContent): Repeat["kind"] | undefined {
  if (content === REPEAT_ADVICE.failure) return "failure";
  return content === REPEAT_ADVICE.result ? "result" : undefined;
}

function keyOf(call: ToolUseContent): string {
  const code = isJsonObject(call.input) ? call.input["code"] : undefined;
  return canonicalJson([call.name, typeof code === "string" ? code.trim() : call.input]);
}
