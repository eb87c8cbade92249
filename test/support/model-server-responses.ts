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
  unknownFields,
} from "./model-server.ts";

const FIELDS = [
  "model",
  "instructions",
  "input",
  "tools",
  "tool_choice",
  "max_output_tokens",
  "include",
  "store",
  "prompt_cache_key",
  "stream",
];

const USAGE = {
  input_tokens: 120,
  input_tokens_details: { cached_tokens: 100, cache_write_tokens: 0 },
  output_tokens: 37,
  output_tokens_details: { reasoning_tokens: 30 },
  total_tokens: 157,
};

interface WireEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

interface WireItem {
  readonly type?: string;
  readonly role?: string;
  readonly id?: string;
  readonly call_id?: string;
  readonly content?: unknown;
  readonly output?: unknown;
  readonly arguments?: string;
  readonly encrypted_content?: string;
  readonly [field: string]: unknown;
}

export interface ResponsesServerOptions {
  readonly key: string;
  /** True for a model that does not reason. */
  readonly isWithoutReasoning?: boolean;
  /** How an error comes in the middle of a stream. Default: as the event `error`. */
  readonly failsAs?: "error" | "nested" | "failed";
}

/** OpenAI's Responses API: items with their events, the counts in the last one, and no `[DONE]`. */
export function responsesDialect(options: ResponsesServerOptions): Dialect {
  return {
    streamType: "text/event-stream",
    check: (request) => firstOf(checkHead(request, options), checkBody(request, options)),
    isStream: ({ body }) => body["stream"] === true,
    whole: (reply, { body }) => responseOf(reply, body, itemsOf(reply)),
    stream: (reply, { body }) => {
      const items = itemsOf(reply);
      const whole = responseOf(reply, body, items);
      const begun = {
        ...whole,
        status: "in_progress",
        incomplete_details: null,
        output: [],
        usage: null,
      };
      const end = whole.status === "completed" ? "response.completed" : "response.incomplete";
      return numbered([
        { type: "response.created", response: begun },
        { type: "response.in_progress", response: begun },
        ...items.flatMap(eventsOf),
        { type: end, response: whole },
      ]);
    },
    refusal,
    streamError: (problem) => failureIn(problem, options.failsAs ?? "error"),
  };
}

function refusal({ status, message, kind }: Problem): object {
  const type = status === 429 ? "tokens" : status >= 500 ? "server_error" : "invalid_request_error";
  const code = kind ?? (status === 401 ? "invalid_api_key" : null);
  return { error: { message, type, param: null, code } };
}

function failureIn({ status, message, kind }: Problem, way: "error" | "nested" | "failed"): string {
  const code = kind ?? (status === 429 ? "rate_limit_exceeded" : "server_error");
  const event = {
    error: { type: "error", code, message, param: null },
    nested: { type: "error", error: { type: "server_error", code, message, param: null } },
    failed: {
      type: "response.failed",
      response: {
        id: "resp_1",
        object: "response",
        status: "failed",
        error: { code, message },
        output: [],
      },
    },
  }[way];
  return numbered([event]).join("");
}

function numbered(events: readonly WireEvent[]): readonly string[] {
  return events.map(
    (event, index) =>
      `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: index })}\n\n`,
  );
}

function responseOf(reply: ScriptedReply, body: Record<string, unknown>, items: readonly object[]) {
  const reason = reply.isBlocked ? "content_filter" : reply.isCut ? "max_output_tokens" : undefined;
  return {
    id: "resp_0a1b2c",
    object: "response",
    created_at: 1_795_000_000,
    status: reason === undefined ? "completed" : "incomplete",
    error: null,
    incomplete_details: reason === undefined ? null : { reason },
    instructions: body["instructions"],
    model: body["model"],
    output: items,
    parallel_tool_calls: true,
    previous_response_id: null,
    store: false,
    usage: USAGE,
  };
}

/** What the model thought, as only the maker can read it. */
function sealed(thinking: string): string {
  return `gAAAAAB${Buffer.from(thinking).toString("base64url")}`;
}

function itemsOf(reply: ScriptedReply): readonly WireItem[] {
  const { thinking, text, calls = [], isRefusal } = reply;
  const part = isRefusal
    ? { type: "refusal", refusal: text }
    : { type: "output_text", text, annotations: [], logprobs: [] };
  return [
    ...(thinking === undefined
      ? []
      : [{ id: "rs_1", type: "reasoning", summary: [], encrypted_content: sealed(thinking) }]),
    ...(text === undefined
      ? []
      : [
          {
            id: "msg_1",
            type: "message",
            status: reply.isCut ? "incomplete" : "completed",
            role: "assistant",
            // Only newer models say what their words are for.
            ...(calls.length === 0 ? {} : { phase: "commentary" }),
            content: [part],
          },
        ]),
    ...calls.map((call, index) => ({
      id: `fc_${index + 1}`,
      type: "function_call",
      status: "completed",
      call_id: `call_${index + 1}`,
      name: call.name ?? "execute_ibl",
      arguments: argumentText(call),
    })),
  ];
}

/** The events of one item; those of another one carry its place in the answer. */
function eventsOf(item: WireItem, output_index: number): readonly WireEvent[] {
  const place = { item_id: item.id, output_index };
  const added = (empty: object) => ({
    type: "response.output_item.added",
    output_index,
    item: { ...item, ...empty },
  });
  const done = { type: "response.output_item.done", output_index, item };
  if (item.type === "reasoning") return [added({ encrypted_content: "gAAAAAB" }), done];
  if (item.type === "function_call") {
    const text = item.arguments ?? "";
    const kind = "response.function_call_arguments";
    return [
      added({ status: "in_progress", arguments: "" }),
      ...slices(text).map((delta) => ({ type: `${kind}.delta`, ...place, delta })),
      { type: `${kind}.done`, ...place, arguments: text },
      done,
    ];
  }
  const [part] = item.content as [{ readonly text?: string; readonly refusal?: string }];
  const words = part.text ?? part.refusal ?? "";
  const kind = part.text === undefined ? "refusal" : "output_text";
  const here = { ...place, content_index: 0 };
  return [
    added({ status: "in_progress", content: [] }),
    {
      type: "response.content_part.added",
      ...here,
      part: { type: kind, [kind === "refusal" ? kind : "text"]: "" },
    },
    ...slices(words).map((delta) => ({ type: `response.${kind}.delta`, ...here, delta })),
    { type: `response.${kind}.done`, ...here, [kind === "refusal" ? kind : "text"]: words },
    { type: "response.content_part.done", ...here, part },
    done,
  ];
}

function checkHead(request: ServerRequest, { key }: ResponsesServerOptions): Problem | undefined {
  return firstOf(
    request.headers.authorization !== `Bearer ${key}` && {
      status: 401,
      message: "Incorrect API key provided.",
      kind: "invalid_api_key",
    },
    request.path !== "/v1/responses" && {
      status: 404,
      message: `Invalid URL (POST ${request.path})`,
    },
  );
}

function checkBody(
  { body }: ServerRequest,
  { isWithoutReasoning }: ResponsesServerOptions,
): Problem | undefined {
  const input = body["input"] as readonly WireItem[];
  const unknown = unknownFields(body, FIELDS);
  return firstOf(
    refuseIf(unknown.length > 0, `Unknown parameter: '${unknown[0]}'.`),
    refuseIf(body["store"] !== false, "The conversation is to be kept by nobody else."),
    refuseIf(
      isWithoutReasoning === true && body["include"] !== undefined,
      "Encrypted content is not supported with this model.",
    ),
    refuseIf(
      Number(body["max_output_tokens"] ?? 16) < 16,
      "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16.",
    ),
    refuseIf(!Array.isArray(input) || input.length === 0, "'input' must not be empty."),
    ...((body["tools"] ?? []) as { type: string; name?: string; strict?: boolean }[]).map((tool) =>
      refuseIf(
        tool.type !== "function" || tool.name === undefined || tool.strict !== false,
        "Invalid tool.",
      ),
    ),
    ...input.map((item, index) => checkItem(item, index, input)),
  );
}

function checkItem(item: WireItem, index: number, input: readonly WireItem[]): Problem | undefined {
  const has = (type: string, some: readonly WireItem[]): boolean =>
    some.some((other) => other.type === type && other.call_id === item.call_id);
  switch (item.type) {
    case "reasoning":
      return checkThoughts(item, input[index + 1]);
    case "function_call":
      return firstOf(
        refuseIf(
          !has("function_call_output", input.slice(index)),
          `No tool output found for function call ${item.call_id}.`,
        ),
        refuseIf(!isObjectText(item.arguments ?? ""), "Invalid arguments: not an object."),
      );
    case "function_call_output":
      return firstOf(
        refuseIf(
          !has("function_call", input.slice(0, index)),
          `No tool call found for function call output with call_id ${item.call_id}.`,
        ),
        refuseIf(typeof item.output !== "string", "Invalid type for 'output'."),
      );
    case undefined:
      return checkMessage(item);
    default:
      return { status: 400, message: `Invalid value: '${item.type}'.` };
  }
}

function checkThoughts(item: WireItem, next: WireItem | undefined): Problem | undefined {
  const isFollowed =
    next?.role === "assistant" || /^(?:function_call|reasoning)$/.test(next?.type ?? "");
  return firstOf(
    !/^gAAAAAB./.test(item.encrypted_content ?? "") && {
      status: 400,
      message: "The encrypted content could not be verified.",
      kind: "invalid_encrypted_content",
    },
    refuseIf(
      !isFollowed,
      `Item '${item.id}' of type 'reasoning' was provided without its required following item.`,
    ),
  );
}

function checkMessage({ role, content }: WireItem): Problem | undefined {
  if (role === "assistant") return refuseIf(typeof content !== "string", "Invalid content.");
  const parts = content as readonly { type: string; text?: unknown; image_url?: string }[];
  const isGood = (part: (typeof parts)[number]): boolean =>
    part.type === "input_text"
      ? typeof part.text === "string"
      : isBase64(/^data:image\/[a-z]+;base64,(.+)$/.exec(part.image_url ?? "")?.[1]);
  return refuseIf(
    (role !== "user" && role !== "developer") || !Array.isArray(parts) || !parts.every(isGood),
    "Invalid content of a message.",
  );
}

function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
