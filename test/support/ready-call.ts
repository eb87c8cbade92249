import type { JsonObject } from "../../src/base/json.ts";
import type {
  ActionHandler,
  Actor,
  HandlerResult,
  Handlers,
  ReadyCall,
} from "../../src/engine/execute/action-types.ts";
import type { Failure, Outcome, Value } from "../../src/engine/values/outcome.ts";

/** What a test may say about a call; the rest is an owner in Seoul who speaks Korean. */
export interface CallOptions {
  readonly language?: Actor["language"];
  readonly zone?: string;
  readonly tainted?: boolean;
  readonly signal?: AbortSignal;
}

/** A call of `node:action` ready to run. */
export function readyCall(name: string, params: JsonObject, options: CallOptions = {}): ReadyCall {
  const [node = "", action = ""] = name.split(":");
  return {
    node,
    action,
    effectKey: "run_1/1",
    params,
    values: {},
    tainted: options.tainted ?? false,
    actor: {
      personId: "person_1",
      chatId: "console:1",
      language: options.language ?? "ko",
      zone: options.zone ?? "Asia/Seoul",
      isOwner: true,
    },
    signal: options.signal ?? new AbortController().signal,
  };
}

/** Runs a handler of a set by its name. */
export function run(
  handlers: Handlers,
  name: string,
  params: JsonObject,
  options: CallOptions = {},
): Promise<HandlerResult> {
  const handler: ActionHandler | undefined = handlers[name];
  if (handler === undefined) throw new Error(`There is no handler "${name}".`);
  return handler(readyCall(name, params, options));
}

/** The value of a result that must be good. */
export function goodValue(result: HandlerResult): Value {
  if ("ok" in result && result.ok) return result.value;
  throw new Error(`Not a success: ${JSON.stringify(result)}`);
}

/** The failure of a result that must be bad. */
export function failureOf(result: HandlerResult): Failure {
  if ("ok" in result && !result.ok) return result.failure;
  throw new Error(`Not a failure: ${JSON.stringify(result)}`);
}

/** The result as an outcome; throws for a suspension. */
export function outcomeOf(result: HandlerResult): Outcome {
  if ("ok" in result) return result;
  throw new Error(`Not an outcome: ${JSON.stringify(result)}`);
}
