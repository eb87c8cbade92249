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

/** What the maker's SDK sends since its first major version (platform.claude.com, "Migrating to API version 2026-10-21"). */
const API_VERSION = "2026-10-21";

const FIELDS = [
  "model",
  "max_tokens",
  "messages",
  "system",
  "tools",
  "stream",
  "cache_control",
  "tool_choice",
];

/** Most marks of what is to be cached in one request (platform.claude.com, "Prompt caching"). */
const MOST_CACHE_MARKS = 4;

const KINDS: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  429: "rate_limit_error",
  529: "overloaded_error",
};

const INPUT = {
  input_tokens: 15,
  cache_creation_input_tokens: 5,
  cache_read_input_tokens: 100,
  output_tokens: 1,
};

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly thinking?: string;
  readonly id?: string;
  readonly input?: unknown;
  readonly tool_use_id?: string;
  readonly signature?: string;
  readonly source?: { readonly type: string; readonly media_type: string; readonly data: string };
}

interface WireMessage {
  readonly role: string;
  readonly content: readonly Block[];
}

/** The Messages API: one event a block, a piece and an end, with names. */
export function anthropicDialect(key: string): Dialect {
  return {
    streamType: "text/event-stream; charset=utf-8",
    check: (request) => firstOf(checkHead(request, key), checkBody(request)),
    isStream: ({ body }) => body["stream"] === true,
    whole: (reply, request) => ({
      ...frame(request),
      content: blocksOf(reply),
      stop_reason: stopReasonOf(reply),
      usage: { ...INPUT, output_tokens: 37, output_tokens_details: { thinking_tokens: 30 } },
    }),
    stream: (reply, request) => [
      event("message_start", { message: { ...frame(request), content: [], usage: INPUT } }),
      event("ping", {}),
      ...blocksOf(reply).flatMap((block, index) => blockEvents(block, index)),
      event("message_delta", {
        delta: { stop_reason: stopReasonOf(reply), stop_sequence: null },
        usage: { output_tokens: 37, output_tokens_details: { thinking_tokens: 30 } },
      }),
      event("message_stop", {}),
    ],
    refusal,
    streamError: (problem) => `event: error\ndata: ${JSON.stringify(refusal(problem))}\n\n`,
  };
}

function refusal({ status, message }: Problem): object {
  const error = { type: KINDS[status] ?? "api_error", message };
  return { type: "error", error, request_id: "req_1" };
}

function frame({ body }: ServerRequest): object {
  return { id: "msg_1", type: "message", role: "assistant", model: body["model"] };
}

function event(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

function blocksOf({ thinking, text, calls = [] }: ScriptedReply): readonly Block[] {
  return [
    ...(thinking === undefined
      ? []
      : [{ type: "thinking", thinking, signature: signatureOf(thinking) }]),
    ...(text === undefined ? [] : [{ type: "text", text }]),
    ...calls.map((call, index) => ({
      type: "tool_use",
      id: `toolu_${index + 1}`,
      name: call.name ?? "execute_ibl",
      input: call.rawArguments ?? JSON.parse(argumentText(call)),
    })),
  ];
}

function signatureOf(thinking: string): string {
  return Buffer.from(`signed:${thinking}`).toString("base64");
}

function blockEvents(block: Block, index: number): readonly string[] {
  const opened = {
    text: { text: "" },
    thinking: { thinking: "", signature: "" },
    tool_use: { input: {} },
  }[block.type];
  return [
    event("content_block_start", { index, content_block: { ...block, ...opened } }),
    ...deltasOf(block).map((delta) => event("content_block_delta", { index, delta })),
    event("content_block_stop", { index }),
  ];
}

function deltasOf(block: Block): readonly object[] {
  switch (block.type) {
    case "text":
      return slices(block.text ?? "").map((text) => ({ type: "text_delta", text }));
    case "thinking":
      return [
        ...slices(block.thinking ?? "").map((thinking) => ({ type: "thinking_delta", thinking })),
        { type: "signature_delta", signature: block.signature },
      ];
    default: {
      const json = typeof block.input === "string" ? block.input : JSON.stringify(block.input);
      return ["", ...slices(json)].map((piece) => ({
        type: "input_json_delta",
        partial_json: piece,
      }));
    }
  }
}

function stopReasonOf({ isCut, isBlocked, calls = [] }: ScriptedReply): string {
  if (isBlocked === true) return "refusal";
  if (isCut === true) return "max_tokens";
  return calls.length > 0 ? "tool_use" : "end_turn";
}

function checkHead(request: ServerRequest, key: string): Problem | undefined {
  return firstOf(
    request.headers.authorization !== `Bearer ${key}` && {
      status: 401,
      message: "invalid bearer token",
    },
    request.path !== "/v1/messages" && { status: 404, message: "Not found" },
    refuseIf(
      request.headers["anthropic-version"] !== API_VERSION,
      "anthropic-version: header is required",
    ),
  );
}

function checkBody({ body }: ServerRequest): Problem | undefined {
  const messages = body["messages"] as readonly WireMessage[];
  const [extra] = unknownFields(body, FIELDS);
  return firstOf(
    refuseIf(extra !== undefined, `${extra}: Extra inputs are not permitted`),
    refuseIf(!Number.isInteger(body["max_tokens"]), "max_tokens: Field required"),
    checkCacheMarks(body),
    refuseIf(
      !Array.isArray(messages) || messages.length === 0,
      "messages: at least one message is required",
    ),
    refuseIf(messages[0]?.role !== "user", 'messages: first message must use the "user" role'),
    refuseIf(
      messages.some(({ role }, index) => role === messages[index - 1]?.role),
      "messages: roles must alternate",
    ),
    ...messages.flatMap((message, index) => [
      ...message.content.map(checkBlock),
      checkResults(message, messages[index + 1]),
    ]),
  );
}

function checkCacheMarks(body: Record<string, unknown>): Problem | undefined {
  const marks = JSON.stringify(body).match(/"cache_control":\{[^}]*\}/g) ?? [];
  return firstOf(
    refuseIf(
      marks.length > MOST_CACHE_MARKS,
      `A maximum of ${MOST_CACHE_MARKS} blocks with cache_control may be provided.`,
    ),
    refuseIf(
      marks.some((mark) => mark !== '"cache_control":{"type":"ephemeral"}'),
      "cache_control: Input tag does not match any of the expected tags: 'ephemeral'",
    ),
  );
}

function checkBlock(block: Block): Problem | undefined {
  const id = block.type === "tool_result" ? block.tool_use_id : block.id;
  return firstOf(
    refuseIf(
      block.type === "text" && block.text?.trim() === "",
      "text content blocks must contain non-whitespace text",
    ),
    refuseIf(
      id !== undefined && !/^[a-zA-Z0-9_-]+$/.test(id),
      "id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    ),
    refuseIf(
      block.type === "thinking" && !(block.signature ?? "").startsWith("c2lnbmVkO"),
      "Invalid `signature` in `thinking` block",
    ),
    refuseIf(
      block.type === "tool_use" && (typeof block.input !== "object" || Array.isArray(block.input)),
      "tool_use.input: Input should be a valid dictionary",
    ),
    refuseIf(
      block.type === "image" &&
        (!/^image\/(?:png|jpeg|gif|webp)$/.test(block.source?.media_type ?? "") ||
          !isBase64(block.source?.data)),
      "image.source: invalid",
    ),
  );
}

/** Every call has its result in the next message, and results stand first there. */
function checkResults(message: WireMessage, next: WireMessage | undefined): Problem | undefined {
  if (message.role !== "assistant") return undefined;
  const ids = message.content.filter(({ type }) => type === "tool_use").map(({ id }) => id);
  const results = (next?.content ?? []).slice(0, ids.length).map((block) => block.tool_use_id);
  return refuseIf(
    !ids.every((id) => results.includes(id)),
    "`tool_use` ids were found without `tool_result` blocks immediately after",
  );
}
