import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTick } from "node:timers/promises";
import { bodyOf } from "./upstream-server.ts";

/** A call in an answer of a script. `rawArguments` stands for what a model wrote that is no JSON. */
export interface ScriptedCall {
  readonly code?: string;
  readonly name?: string;
  readonly rawArguments?: string;
}

/** What a model server does with one request, the same for every maker. */
export type ServerAct =
  | {
      readonly text?: string;
      readonly calls?: readonly ScriptedCall[];
      /** The model thought about it, where the maker tells. */
      readonly thinking?: string;
      /** True where the answer hit its length limit. */
      readonly isCut?: boolean;
      /** True where the model declines in its own words. */
      readonly isRefusal?: boolean;
      /** True where the maker's filter withheld the answer. */
      readonly isBlocked?: boolean;
      /** Where a stream shall end with an error instead of its own end. */
      readonly failsWith?: Problem;
      /** Size of the pieces in which a stream is written, in bytes. Default: 61, so that characters and lines are cut. */
      readonly pieceBytes?: number;
      /** Writes this share of a stream and then closes the line, or keeps it open. */
      readonly breakAt?: { readonly share: number; readonly andThen: "close" | "silence" };
      /** Writes this share of a stream, and the rest when `until` resolves. */
      readonly restAt?: { readonly share: number; readonly until: Promise<void> };
    }
  | {
      readonly refuse: number;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly fault: "silence" | "hang-up" };

/** An answer of a script. */
export type ScriptedReply = Extract<ServerAct, { readonly text?: string }>;

/** One request as it came; `body` is its JSON. */
export interface ServerRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
  /** Resolves when the client has closed the connection, or the answer is out. */
  readonly closed: Promise<void>;
}

/** What a maker's server says to a wrong request. */
export interface Problem {
  readonly status: number;
  readonly message: string;
  readonly kind?: string;
}

/** How one maker's API speaks. */
export interface Dialect {
  /** What is wrong with a request, as the maker would find it. */
  check(request: ServerRequest): Problem | undefined;
  isStream(request: ServerRequest): boolean;
  whole(reply: ScriptedReply, request: ServerRequest): unknown;
  /** The events or lines of a stream, each with its line ends. */
  stream(reply: ScriptedReply, request: ServerRequest): readonly string[];
  readonly streamType: string;
  refusal(problem: Problem): unknown;
  /** An error as it stands in the middle of a stream. */
  streamError(problem: Problem): string;
}

export interface ModelServer {
  readonly origin: string;
  readonly requests: readonly ServerRequest[];
  /** What the maker's server found wrong, in order. */
  readonly problems: readonly string[];
  /** Resolves with request number `count`, from 1. */
  request(count: number): Promise<ServerRequest>;
  close(): Promise<void>;
}

/** Speaks a maker's API on loopback: acts in order, the last one again and again; a wrong request is refused and takes no act. The test must close it. */
export async function startModelServer(
  dialect: Dialect,
  acts: readonly ServerAct[] | ((request: ServerRequest) => ServerAct),
): Promise<ModelServer> {
  const requests: ServerRequest[] = [];
  const problems: string[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  let taken = 0;
  const next = (request: ServerRequest): ServerAct => {
    const problem = dialect.check(request);
    if (problem !== undefined) {
      problems.push(problem.message);
      return { refuse: problem.status, message: JSON.stringify(problem) };
    }
    taken += 1;
    return typeof acts === "function" ? acts(request) : acts[Math.min(taken, acts.length) - 1]!;
  };
  const server = createServer((incoming, response) => {
    const closed = new Promise<void>((resolve) => {
      response.once("close", resolve);
    });
    void bodyOf(incoming).then((text) => {
      const path = incoming.url ?? "";
      const request = { path, headers: incoming.headers, body: JSON.parse(text), closed };
      requests.push(request);
      void perform(dialect, next(request), request, response);
      for (const { count, resolve } of waiting) if (requests.length >= count) resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server listens on an address
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    problems,
    async request(count) {
      if (requests.length < count)
        await new Promise<void>((resolve) => waiting.push({ count, resolve }));
      return requests[count - 1]!;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function perform(
  dialect: Dialect,
  act: ServerAct,
  request: ServerRequest,
  response: ServerResponse,
): Promise<void> {
  if ("fault" in act) {
    if (act.fault === "hang-up") response.destroy();
    return;
  }
  if ("refuse" in act) {
    const problem = problemOf(act.refuse, act.message ?? "No.");
    response.writeHead(act.refuse, { "content-type": "application/json", ...act.headers });
    response.end(JSON.stringify(dialect.refusal(problem)));
    return;
  }
  if (!dialect.isStream(request)) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(dialect.whole(act, request)));
    return;
  }
  response.writeHead(200, { "content-type": dialect.streamType });
  const { failsWith } = act;
  const events = dialect.stream(act, request);
  const told =
    failsWith === undefined ? events : [...events.slice(0, -3), dialect.streamError(failsWith)];
  await writeInPieces(response, Buffer.from(told.join("")), act);
}

function problemOf(status: number, message: string): Problem {
  return message.startsWith('{"status"') ? JSON.parse(message) : { status, message };
}

/** Each write is a chunk of its own on the line, so the client reads the pieces as they are cut here. */
async function writeInPieces(
  response: ServerResponse,
  bytes: Buffer,
  { pieceBytes = 61, breakAt, restAt }: ScriptedReply,
): Promise<void> {
  const rest = restAt === undefined ? undefined : Math.floor(bytes.length * restAt.share);
  const end = breakAt === undefined ? bytes.length : Math.floor(bytes.length * breakAt.share);
  for (let at = 0; at < end && !response.destroyed; at += pieceBytes) {
    if (rest !== undefined && at <= rest && rest < at + pieceBytes) await restAt?.until;
    response.write(bytes.subarray(at, Math.min(at + pieceBytes, end)));
    await nextTick();
  }
  if (breakAt === undefined) response.end();
  if (breakAt?.andThen === "close") response.destroy();
}

/** The first thing that is wrong. */
export function firstOf(
  ...problems: readonly (Problem | undefined | false)[]
): Problem | undefined {
  return problems.find((problem) => problem !== undefined && problem !== false) || undefined;
}

/** A 400 where something holds that must not. */
export function refuseIf(holds: boolean, message: string): Problem | undefined {
  return holds ? { status: 400, message } : undefined;
}

/** Fields of an object that an API does not know. */
export function unknownFields(value: object, known: readonly string[]): readonly string[] {
  return Object.keys(value).filter((name) => !known.includes(name));
}

/** The JSON of a scripted call's arguments, or what stands for it. */
export function argumentText({ code, rawArguments }: ScriptedCall): string {
  return rawArguments ?? JSON.stringify({ code });
}

/** Pieces of a text, each of a few characters. */
export function slices(text: string): readonly string[] {
  return text.match(/[\s\S]{1,5}/gu) ?? [];
}

/** Whether a text is base64 of at least one byte. */
export function isBase64(text: unknown): boolean {
  return typeof text === "string" && /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 === 0;
}
