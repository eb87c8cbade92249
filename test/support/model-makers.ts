import { createAnthropicModel } from "../../src/agent/models/anthropic.ts";
import { createGoogleModel } from "../../src/agent/models/google.ts";
import type {
  AssistantMessage,
  Message,
  ModelClient,
  ModelRequest,
} from "../../src/agent/models/model-client.ts";
import { createOllamaModel } from "../../src/agent/models/ollama.ts";
import { createOpenAiModel } from "../../src/agent/models/openai.ts";
import type { ProviderOptions } from "../../src/agent/models/provider-client.ts";
import { EXECUTE_IBL } from "../../src/agent/turn/prompt.ts";
import { createWaitingClock, type WaitingClock } from "./gemini-clock.ts";
import {
  type Dialect,
  type ModelServer,
  type ServerAct,
  type ServerRequest,
  startModelServer,
} from "./model-server.ts";
import { anthropicDialect } from "./model-server-anthropic.ts";
import { googleDialect } from "./model-server-google.ts";
import { ollamaDialect } from "./model-server-ollama.ts";
import { openAiDialect } from "./model-server-openai.ts";
import { responsesDialect } from "./model-server-responses.ts";

/** A key that every server here asks for; it has the shape of none. */
export const MODEL_KEY = "key-of-the-model-servers";

/** One maker: its server, and the product's client for it. */
export interface MakerSetup {
  /** What tells it from the others. */
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  readonly dialect: Dialect;
  readonly create: (options: ProviderOptions & { readonly apiKey: string }) => ModelClient;
  /** What the base URL has behind the origin. */
  readonly path: string;
  /** What the maker tells of the usage; all say 120 tokens in and 37 out. */
  readonly tells: { readonly cached: boolean; readonly thoughts: boolean };
}

/** All of them; OpenAI with both of its APIs. */
export const MAKERS: readonly MakerSetup[] = [
  {
    name: "google",
    provider: "google",
    model: "gemini-test",
    dialect: googleDialect(MODEL_KEY),
    create: createGoogleModel,
    path: "",
    tells: { cached: true, thoughts: true },
  },
  {
    name: "anthropic",
    provider: "anthropic",
    model: "claude-test",
    dialect: anthropicDialect(MODEL_KEY),
    create: createAnthropicModel,
    path: "",
    tells: { cached: true, thoughts: true },
  },
  {
    name: "openai",
    provider: "openai",
    model: "gpt-test",
    dialect: responsesDialect({ key: MODEL_KEY }),
    create: (options) => createOpenAiModel({ ...options, api: "responses" }),
    path: "/v1",
    tells: { cached: true, thoughts: true },
  },
  {
    name: "openai-chat",
    provider: "openai",
    model: "gpt-test",
    dialect: openAiDialect({ key: MODEL_KEY }),
    create: createOpenAiModel,
    path: "/v1",
    tells: { cached: true, thoughts: true },
  },
  {
    name: "ollama",
    provider: "ollama",
    model: "local-test",
    dialect: ollamaDialect("local-test"),
    create: createOllamaModel,
    path: "",
    tells: { cached: false, thoughts: false },
  },
];

/** What a test closes its servers with. */
export interface Ending {
  after(done: () => Promise<void>): void;
}

/** A model of the product before a maker's server that acts so; both end with the test. */
export async function startMaker(
  maker: MakerSetup,
  context: Ending,
  acts: readonly ServerAct[] | ((request: ServerRequest) => ServerAct),
): Promise<{
  readonly server: ModelServer;
  readonly model: ModelClient;
  readonly clock: WaitingClock;
}> {
  const server = await startModelServer(maker.dialect, acts);
  context.after(() => server.close());
  const clock = createWaitingClock();
  const model = maker.create({
    apiKey: MODEL_KEY,
    model: maker.model,
    baseUrl: `${server.origin}${maker.path}`,
    clock,
    randomBytes: countingBytes(),
  });
  return { server, model, clock };
}

/** Bytes that are different every time, and the same in every test; the first of each is 0, so that no wait is drawn out. */
function countingBytes(): (sizeBytes: number) => Uint8Array {
  let count = 0;
  return (sizeBytes) => {
    count += 1;
    const bytes = new Uint8Array(sizeBytes);
    if (sizeBytes > 1) bytes[1] = count;
    return bytes;
  };
}

/** A question with the one tool. */
export function asking(...messages: readonly Message[]): ModelRequest {
  return { system: "Be brief.", messages, tools: [EXECUTE_IBL], maxOutputTokens: 1000 };
}

/** Words of the person. */
export function said(text: string): Message {
  return { role: "user", content: [{ type: "text", text }] };
}

/** The results of all calls of an answer, one message each as the loop keeps them. */
export function resultsOf(answer: AssistantMessage, isError = false): readonly Message[] {
  return answer.content.flatMap((block): readonly Message[] =>
    block.type !== "tool_use"
      ? []
      : [
          {
            role: "tool",
            content: [
              {
                type: "tool_result",
                toolUseId: block.id,
                name: block.name,
                content: isError ? "There is no list." : `Result of ${block.id}`,
                isError,
                tainted: false,
              },
            ],
          },
        ],
  );
}
