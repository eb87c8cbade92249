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
  "messages",
  "tools",
  "stream",
  "stream_options",
  "max_tokens",
  "max_completion_tokens",
  "reasoning_effort",
  "tool_choice",
];

const USAGE = {
  prompt_tokens: 120,
  completion_tokens: 37,
  total_tokens: 157,
  prompt_tokens_details: { cached_tokens: 100 },
  completion_tokens_details: { reasoning_tokens: 30 },
};

interface WireMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly type: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
  readonly reasoning_content?: string;
}

export interface OpenAiServerOptions {
  /** Absent where the server asks for no key, and refuses one. */
  readonly key?: string;
  /** True for a server that is as strict as OpenAI's own with its newest models. */
  readonly isOwn?: boolean;
}

/** Chat Completions: events with pieces of one choice, the counts in one of their own, and `[DONE]`. */
export function openAiDialect(options: OpenAiServerOptions): Dialect {
  return {
    streamType: "text/event-stream",
    check: (request) => firstOf(checkHead(request, options), checkBody(request, options)),
    isStream: ({ body }) => body["stream"] === true,
    whole: (reply, { body }) => ({
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1_795_000_000,
      model: body["model"],
      choices: [
        { index: 0, message: wholeMessage(reply), logprobs: null, finish_reason: finishOf(reply) },
      ],
      usage: USAGE,
    }),
    stream: (reply, { body }) => {
      const frame = { id: "chatcmpl-1", object: "chat.completion.chunk", model: body["model"] };
      const chunks = [
        ...deltas(reply).map((delta) => ({
          ...frame,
          choices: [{ index: 0, delta, finish_reason: null }],
          usage: null,
        })),
        {
          ...frame,
          choices: [{ index: 0, delta: {}, finish_reason: finishOf(reply) }],
          usage: null,
        },
        { ...frame, choices: [], usage: USAGE },
      ];
      return [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), "data: [DONE]\n\n"];
    },
    refusal,
    streamError: (problem) => `data: ${JSON.stringify(refusal(problem))}\n\n`,
  };
}

function refusal({ status, message, kind }: Problem): object {
  return {
    error: {
      message,
      type: status === 429 ? "requests" : status >= 500 ? "server_error" : "invalid_request_error",
      param: null,
      code: kind ?? (status === 401 ? "invalid_api_key" : null),
    },
  };
}

function wholeMessage(reply: ScriptedReply): WireMessage {
  const { text, thinking } = reply;
  const calls = callsOf(reply);
  return {
    role: "assistant",
    content: text ?? null,
    ...(thinking === undefined ? {} : { reasoning_content: thinking }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function callsOf({ calls = [] }: ScriptedReply) {
  return calls.map((call, index) => ({
    id: `call_${index + 1}`,
    type: "function",
    function: { name: call.name ?? "execute_ibl", arguments: argumentText(call) },
  }));
}

function deltas(reply: ScriptedReply): readonly object[] {
  const calls = callsOf(reply).flatMap(
    ({ id, type, function: { name, arguments: text } }, index) => [
      { tool_calls: [{ index, id, type, function: { name, arguments: "" } }] },
      ...slices(text).map((piece) => ({
        tool_calls: [{ index, function: { arguments: piece } }],
      })),
    ],
  );
  return [
    { role: "assistant", content: reply.text === undefined ? null : "" },
    ...slices(reply.thinking ?? "").map((piece) => ({ reasoning_content: piece })),
    ...slices(reply.text ?? "").map((piece) => ({ content: piece })),
    ...calls,
  ];
}

function finishOf({ isCut, isBlocked, calls = [] }: ScriptedReply): string {
  if (isBlocked === true) return "content_filter";
  if (isCut === true) return "length";
  return calls.length > 0 ? "tool_calls" : "stop";
}

function checkHead(request: ServerRequest, { key }: OpenAiServerOptions): Problem | undefined {
  const authorization = key === undefined ? undefined : `Bearer ${key}`;
  return firstOf(
    request.headers.authorization !== authorization && {
      status: 401,
      message: "Incorrect API key provided.",
      kind: "invalid_api_key",
    },
    request.path !== "/v1/chat/completions" && {
      status: 404,
      message: `Invalid URL (POST ${request.path})`,
    },
  );
}

function checkBody({ body }: ServerRequest, { isOwn }: OpenAiServerOptions): Problem | undefined {
  const messages = body["messages"] as readonly WireMessage[];
  return firstOf(
    refuseIf(
      unknownFields(body, isOwn === true ? [...FIELDS, "prompt_cache_key"] : FIELDS).length > 0,
      "Unrecognized request argument supplied.",
    ),
    isOwn === true ? checkOwn(body) : undefined,
    refuseIf(!Array.isArray(messages) || messages.length === 0, "'messages' must not be empty."),
    ...messages.map((message, index) => checkMessage(message, messages.slice(index + 1))),
  );
}

function checkOwn(body: Record<string, unknown>): Problem | undefined {
  return firstOf(
    refuseIf(
      "max_tokens" in body,
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ),
    refuseIf(
      "tools" in body && body["reasoning_effort"] !== "none",
      "Function tools with reasoning_effort are not supported for gpt-6-sol in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
    ),
  );
}

function checkMessage(message: WireMessage, later: readonly WireMessage[]): Problem | undefined {
  switch (message.role) {
    case "system":
      return undefined;
    case "user":
      return checkContent(message.content);
    case "tool":
      return refuseIf(
        typeof message.content !== "string" || typeof message.tool_call_id !== "string",
        "Invalid type for a tool message.",
      );
    case "assistant":
      return checkAnswer(message, later);
    default:
      return { status: 400, message: `Invalid value: '${message.role}'.` };
  }
}

function checkContent(content: unknown): Problem | undefined {
  if (typeof content === "string") return undefined;
  const parts = content as readonly { type: string; text?: unknown; image_url?: { url: string } }[];
  const isGood = (part: (typeof parts)[number]): boolean =>
    part.type === "text"
      ? typeof part.text === "string"
      : isBase64(/^data:image\/[a-z]+;base64,(.+)$/.exec(part.image_url?.url ?? "")?.[1]);
  return refuseIf(!Array.isArray(parts) || !parts.every(isGood), "Invalid content of a message.");
}

function checkAnswer(message: WireMessage, later: readonly WireMessage[]): Problem | undefined {
  const calls = message.tool_calls ?? [];
  const results = later.slice(0, calls.length).map((next) => next.tool_call_id);
  return firstOf(
    refuseIf(calls.length === 0 && typeof message.content !== "string", "Invalid content: null."),
    refuseIf(
      calls.some(({ id }) => id.length > 40),
      "Invalid 'tool_calls[0].id': string too long. Expected a string with maximum length 40.",
    ),
    refuseIf(
      calls.some(({ function: { arguments: text } }) => !isObjectText(text)),
      "Invalid arguments: not an object.",
    ),
    refuseIf(
      !calls.every(({ id }) => results.includes(id)),
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
    ),
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
