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

const FIELDS = ["contents", "systemInstruction", "tools", "toolConfig", "generationConfig"];

const STATUSES: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
};

const USAGE = {
  promptTokenCount: 120,
  cachedContentTokenCount: 100,
  candidatesTokenCount: 7,
  thoughtsTokenCount: 30,
  totalTokenCount: 157,
};

interface Part {
  readonly text?: string;
  readonly thought?: boolean;
  readonly thoughtSignature?: string;
  readonly inlineData?: { readonly mimeType: string; readonly data: string };
  readonly functionCall?: { readonly name: string; readonly args: unknown };
  readonly functionResponse?: { readonly name: string; readonly response: unknown };
}

interface Content {
  readonly role: string;
  readonly parts: readonly Part[];
}

/** generateContent and streamGenerateContent: events without names, each a response with a piece of the answer. */
export function googleDialect(key: string): Dialect {
  return {
    streamType: "text/event-stream",
    check: (request) => firstOf(checkHead(request, key), checkBody(request)),
    isStream: ({ path }) => path.includes(":streamGenerateContent"),
    whole: (reply) => ({ ...frame(partsOf(reply), finishOf(reply)), usageMetadata: USAGE }),
    stream: (reply) => {
      const parts = partsOf(reply).flatMap((part) =>
        part.text === undefined ? [part] : slices(part.text).map((text) => ({ ...part, text })),
      );
      const responses = [
        ...parts.map((part) => frame([part])),
        { ...frame([{ text: "" }], finishOf(reply)), usageMetadata: USAGE },
      ];
      return responses.map((response) => `data: ${JSON.stringify(response)}\r\n\r\n`);
    },
    refusal,
    streamError: (problem) => `data: ${JSON.stringify(refusal(problem))}\r\n\r\n`,
  };
}

function refusal({ status, message, kind }: Problem): object {
  const details =
    kind === undefined
      ? []
      : [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: kind }];
  return { error: { code: status, message, status: STATUSES[status] ?? "UNKNOWN", details } };
}

function frame(parts: readonly Part[], finishReason?: string): object {
  return {
    candidates: [
      {
        content: { role: "model", parts },
        ...(finishReason === undefined ? {} : { finishReason }),
        index: 0,
      },
    ],
    modelVersion: "gemini-test",
    responseId: "r1",
  };
}

function partsOf({ thinking, text, calls = [] }: ScriptedReply): readonly Part[] {
  return [
    ...(thinking === undefined ? [] : [{ text: thinking, thought: true }]),
    ...(text === undefined ? [] : [{ text }]),
    ...calls.map((call, index) => ({
      functionCall: {
        id: `f${index + 1}`,
        name: call.name ?? "execute_ibl",
        args: call.rawArguments ?? JSON.parse(argumentText(call)),
      },
      ...(index === 0 ? { thoughtSignature: "c2lnbmF0dXJl" } : {}),
    })),
  ];
}

function finishOf({ isCut, isBlocked }: ScriptedReply): string {
  if (isBlocked === true) return "SAFETY";
  return isCut === true ? "MAX_TOKENS" : "STOP";
}

function checkHead(request: ServerRequest, key: string): Problem | undefined {
  return firstOf(
    request.headers["x-goog-api-key"] !== key && {
      status: 400,
      message: "API key not valid. Please pass a valid API key.",
      kind: "API_KEY_INVALID",
    },
    !/^\/v1beta\/models\/[a-z0-9.-]+:(?:generateContent|streamGenerateContent\?alt=sse)$/.test(
      request.path,
    ) && { status: 404, message: "Not found." },
  );
}

function checkBody({ body }: ServerRequest): Problem | undefined {
  const contents = body["contents"] as readonly Content[];
  const [extra] = unknownFields(body, FIELDS);
  return firstOf(
    refuseIf(extra !== undefined, `Invalid JSON payload received. Unknown name "${extra}"`),
    refuseIf(!Array.isArray(contents) || contents.length === 0, "contents is not specified"),
    refuseIf(contents[0]?.role !== "user", "first content should be with role 'user'"),
    ...contents.flatMap((content, index) => [
      refuseIf(content.parts.length === 0, "contents.parts must not be empty."),
      refuseIf(
        content.parts.some(
          ({ inlineData }) => inlineData !== undefined && !isBase64(inlineData.data),
        ),
        "Invalid value at 'inline_data.data' (TYPE_BYTES)",
      ),
      checkCalls(content, contents[index + 1]),
    ]),
  );
}

/** Every call has a response in the next content, and the first call of a step bears a signature. */
function checkCalls(content: Content, next: Content | undefined): Problem | undefined {
  const calls = content.parts.filter((part) => part.functionCall !== undefined);
  const responses = (next?.parts ?? []).filter((part) => part.functionResponse !== undefined);
  return firstOf(
    refuseIf(
      calls.some(({ functionCall }) => typeof functionCall?.args !== "object"),
      "Invalid value at 'function_call.args' (type.googleapis.com/google.protobuf.Struct)",
    ),
    refuseIf(
      calls.length > 0 && calls[0]?.thoughtSignature === undefined,
      "Function call is missing a thought_signature in functionCall parts.",
    ),
    refuseIf(
      calls.length !== responses.length,
      "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
    ),
  );
}
