import {
  argumentText,
  type Dialect,
  firstOf,
  isBase64,
  type Problem,
  refuseIf,
  type ScriptedReply,
  type ServerRequest,
  slices,
} from "./model-server.ts";

interface WireMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly images?: readonly unknown[];
  readonly tool_name?: unknown;
  readonly tool_calls?: readonly {
    readonly function: { readonly name: string; readonly arguments: unknown };
  }[];
}

/** /api/chat of Ollama: one JSON object a line, the last with `done` and the counts; calls come whole and without ids. */
export function ollamaDialect(model: string): Dialect {
  return {
    streamType: "application/x-ndjson",
    check: (request) =>
      firstOf(
        request.path !== "/api/chat" && { status: 404, message: "404 page not found" },
        request.body["model"] !== model && {
          status: 404,
          message: `model '${String(request.body["model"])}' not found`,
        },
        checkBody(request),
      ),
    isStream: ({ body }) => body["stream"] !== false,
    whole: (reply, request) => ({ ...line(request, messageOf(reply)), ...endOf(reply) }),
    stream: (reply, request) => {
      const lines = [
        ...slices(reply.thinking ?? "").map((thinking) =>
          line(request, { role: "assistant", content: "", thinking }),
        ),
        ...slices(reply.text ?? "").map((content) => line(request, { role: "assistant", content })),
        ...callsOf(reply).map((call) =>
          line(request, { role: "assistant", content: "", tool_calls: [call] }),
        ),
        { ...line(request, { role: "assistant", content: "" }), ...endOf(reply) },
      ];
      return lines.map((value) => `${JSON.stringify(value)}\n`);
    },
    refusal: ({ message }) => ({ error: message }),
    streamError: ({ message }) => `${JSON.stringify({ error: message })}\n`,
  };
}

function line({ body }: ServerRequest, message: object): object {
  const created_at = "2026-11-21T00:00:00.000000000Z";
  return { model: body["model"], created_at, message, done: false };
}

function messageOf(reply: ScriptedReply): object {
  const calls = callsOf(reply);
  return {
    role: "assistant",
    content: reply.text ?? "",
    ...(reply.thinking === undefined ? {} : { thinking: reply.thinking }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function callsOf({ calls = [] }: ScriptedReply): readonly object[] {
  return calls.map((call, index) => ({
    function: {
      index,
      name: call.name ?? "execute_ibl",
      arguments: call.rawArguments ?? JSON.parse(argumentText(call)),
    },
  }));
}

function endOf({ isCut }: ScriptedReply): object {
  return {
    done: true,
    done_reason: isCut === true ? "length" : "stop",
    total_duration: 1_000_000,
    load_duration: 1000,
    prompt_eval_count: 120,
    prompt_eval_duration: 1000,
    eval_count: 37,
    eval_duration: 1000,
  };
}

function checkBody({ body }: ServerRequest): Problem | undefined {
  const messages = body["messages"] as readonly WireMessage[];
  const { num_ctx, num_predict } = (body["options"] ?? {}) as Record<string, unknown>;
  return firstOf(
    refuseIf(!Number.isInteger(num_ctx), "option num_ctx must be of type integer"),
    refuseIf(
      num_predict !== undefined && !Number.isInteger(num_predict),
      "option num_predict must be of type integer",
    ),
    refuseIf(!Array.isArray(messages), "json: cannot unmarshal messages"),
    ...messages.map(checkMessage),
  );
}

function checkMessage(message: WireMessage): Problem | undefined {
  return firstOf(
    refuseIf(
      !["system", "user", "assistant", "tool"].includes(message.role),
      `invalid role: ${message.role}`,
    ),
    refuseIf(typeof message.content !== "string", "json: cannot unmarshal content into string"),
    refuseIf(message.images?.every(isBase64) === false, "illegal base64 data"),
    refuseIf(
      message.role === "tool" && typeof message.tool_name !== "string",
      "json: cannot unmarshal tool_name",
    ),
    refuseIf(
      message.tool_calls?.every(({ function: call }) => isObject(call.arguments)) === false,
      "json: cannot unmarshal string into Go struct field .arguments of type api.ToolCallFunctionArguments",
    ),
  );
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
