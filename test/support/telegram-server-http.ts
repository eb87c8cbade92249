import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError } from "./telegram-server-errors.ts";
import type { Fault } from "./telegram-server-faults.ts";
import { type CallFiles, METHODS } from "./telegram-server-methods.ts";
import { type CallBody, readCall } from "./telegram-server-request.ts";
import { isMethodName, type MethodName, problemsOf } from "./telegram-server-schema.ts";
import type { RecordedCall, ServerState } from "./telegram-server-state.ts";

/** Answers one request for a method or a file. Rejects on a bug of this server or a body that cannot be read. */
export async function serve(
  state: ServerState,
  takeFault: (method: string) => Fault | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  const path = /^\/(file\/)?bot([^/]+)\/(.+)$/.exec(decodeURI(url.pathname));
  if (path === null) return fail(response, new ApiError(404, "Not Found"));
  const [, isFile, token, rest = ""] = path;
  if (token !== state.token || state.isTokenRevoked) {
    request.resume();
    return fail(response, new ApiError(401, "Unauthorized"));
  }
  if (isFile !== undefined) return sendFileBytes(state, rest, takeFault("file"), response);
  const method = rest.toLowerCase();
  const fault = takeFault(method);
  try {
    const body = await readCall(request, url);
    state.limits?.check(method, body.parameters);
    const call: RecordedCall = { method, parameters: body.parameters, atMs: performance.now() };
    state.calls.push(call);
    await answerCall(state, { method, body, fault, response, call });
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    fail(response, thrown);
  } finally {
    state.events.emit("change");
  }
}

interface Exchange {
  readonly method: string;
  readonly body: CallBody;
  readonly fault: Fault | undefined;
  readonly response: ServerResponse;
  readonly call: RecordedCall;
}

async function answerCall(state: ServerState, exchange: Exchange): Promise<void> {
  const { fault, response } = exchange;
  if (fault?.kind === "garble") {
    response.writeHead(502, { "content-type": "text/html" }).end("<html>Bad Gateway</html>");
    return;
  }
  if (fault?.kind === "cut" && !fault.isPerformed) {
    response.destroy();
    return;
  }
  try {
    const result = await perform(state, exchange);
    await endWith(fault, response, result);
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    exchange.call.isInVain = /message is not modified/.test(thrown.message);
    fail(response, thrown);
  }
}

async function endWith(
  fault: Fault | undefined,
  response: ServerResponse,
  result: unknown,
): Promise<void> {
  if (fault?.kind === "cut") {
    response.destroy();
    return;
  }
  if (fault?.kind === "hold") {
    fault.arrived();
    await fault.released;
  }
  if (!response.destroyed) sendJson(response, 200, { ok: true, result });
}

async function perform(state: ServerState, exchange: Exchange): Promise<unknown> {
  const { method, body, fault } = exchange;
  if (fault?.kind === "fail") throw plannedError(fault.error);
  if (!isMethodName(method)) {
    state.problems.push(`there is no method ${method}`);
    throw new ApiError(404, "Not Found: method not found");
  }
  const problems = problemsOf(method, body.parameters);
  if (problems.length > 0) {
    state.problems.push(...problems);
    throw new ApiError(400, `Bad Request: ${problems.join("; ")}`);
  }
  if (method === "getupdates") return getUpdates(state, exchange);
  return callMethod(state, method, body.parameters, body.files);
}

function callMethod(
  state: ServerState,
  method: Exclude<MethodName, "getupdates">,
  parameters: CallBody["parameters"],
  files: CallFiles,
): unknown {
  // `problemsOf` has just checked the parameters against the schema that the method's own type is inferred from.
  const run = METHODS[method] as (
    state: ServerState,
    parameters: unknown,
    files: CallFiles,
  ) => unknown;
  return run(state, parameters, files);
}

async function getUpdates(state: ServerState, { body, response }: Exchange): Promise<unknown> {
  if (state.deliverer.webhook() !== undefined) {
    throw new ApiError(
      409,
      "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    );
  }
  const { offset, limit, timeout, allowed_updates: allowedUpdates } = body.parameters;
  const poll = state.updates.poll({
    offset: Number(offset ?? 0),
    limit: Number(limit ?? 100),
    timeoutSeconds: Number(timeout ?? 0),
    ...(Array.isArray(allowedUpdates) ? { allowedUpdates } : {}),
  });
  state.events.emit("change");
  response.once("close", poll.cancel);
  const answer = await poll.answer;
  response.off("close", poll.cancel);
  if (answer !== "conflict") return answer;
  throw new ApiError(
    409,
    "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
  );
}

function plannedError(error: Extract<Fault, { kind: "fail" }>["error"]): ApiError {
  const { status, retryAfter, description, migrateToChatId } = error;
  const usual =
    retryAfter === undefined
      ? "Bad Request: planned"
      : `Too Many Requests: retry after ${retryAfter}`;
  const parameters = {
    ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
    ...(migrateToChatId === undefined ? {} : { migrate_to_chat_id: migrateToChatId }),
  };
  return new ApiError(status, description ?? usual, parameters);
}

function fail(response: ServerResponse, error: ApiError): void {
  const { code, message, parameters = {} } = error;
  const extra = Object.keys(parameters).length === 0 ? {} : { parameters };
  sendJson(response, code, { ok: false, error_code: code, description: message, ...extra });
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

/** A fault of "file": `dropCall` sends nothing, `dropAnswer` the first half, `holdNext` the second half only when released. */
async function sendFileBytes(
  state: ServerState,
  path: string,
  fault: Fault | undefined,
  response: ServerResponse,
): Promise<void> {
  state.events.emit("change");
  const file = state.files.get(path.replace(/^\w+\//, ""));
  if (file === undefined) return fail(response, new ApiError(404, "Not Found"));
  if (fault?.kind === "fail") return fail(response, plannedError(fault.error));
  if (fault?.kind === "cut" && !fault.isPerformed) return void response.destroy();
  const middle = Math.floor(file.bytes.length / 2);
  response.writeHead(200, { "content-type": "application/octet-stream" });
  if (fault?.kind === "cut") {
    response.write(file.bytes.subarray(0, middle), () => response.destroy());
    return;
  }
  if (fault?.kind === "hold") {
    response.write(file.bytes.subarray(0, middle));
    fault.arrived();
    await fault.released;
    response.end(file.bytes.subarray(middle));
    return;
  }
  response.end(file.bytes);
}
