import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { commitFault, FAULT_PATHS, type Fault } from "./upstream-faults.ts";
import { type Asked, REPLIES, type Reply } from "./upstream-replies.ts";

/** The upstreams that are played; each has an origin of its own. `pages` is the rest of the web. */
export const SERVICES = Object.keys(REPLIES) as readonly ServiceName[]; // the keys are the names

/** One of them. */
export type ServiceName = keyof typeof REPLIES;

/** A request as it came; the path is decoded and without its query. */
export interface RecordedRequest extends Asked {
  readonly service: ServiceName;
}

/** The web on loopback; the one who started it closes it. */
export interface LoopbackUpstream {
  readonly origins: Readonly<Record<ServiceName, string>>;
  /** Origins by service, as a `Fetch` is configured; without `pages`. */
  readonly serviceOrigins: Readonly<Record<string, string>>;
  /** `IBL_UPSTREAM_…` for each service and `IBL_ALLOW_ORIGINS` for the pages. */
  readonly environment: Readonly<Record<string, string>>;
  /** In order of arrival. */
  readonly requests: readonly RecordedRequest[];
  /** Makes the next `times` (default: all further) requests to a service misbehave; `undefined` ends that. */
  misbehave(service: ServiceName, fault: Fault | undefined, times?: number): void;
  close(): Promise<void>;
}

/** Starts a server for each service on 127.0.0.1 with realistic pages, feeds and JSON. */
export async function startUpstream(): Promise<LoopbackUpstream> {
  const requests: RecordedRequest[] = [];
  const faults = new Map<ServiceName, { readonly fault: Fault; left: number }>();
  const held = new Map<ServiceName, (() => void)[]>();
  const answer = async (
    service: ServiceName,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const recorded = await record(service, request);
    requests.push(recorded);
    const scripted = faults.get(service);
    if (scripted !== undefined && scripted.left > 0) {
      scripted.left -= 1;
      if (scripted.fault.kind !== "held") return commitFault(scripted.fault, response);
      await new Promise<void>((release) =>
        held.set(service, [...(held.get(service) ?? []), release]),
      );
    }
    const fault = service === "pages" ? FAULT_PATHS[recorded.path] : undefined;
    if (fault !== undefined) commitFault(fault, response);
    else send(response, await REPLIES[service](recorded));
  };
  const servers = new Map<ServiceName, Server>();
  for (const service of SERVICES) {
    servers.set(service, await listen((request, response) => answer(service, request, response)));
  }
  const origins = Object.fromEntries(
    [...servers].map(([service, server]) => [service, originOf(server)]),
  ) as Record<ServiceName, string>; // one entry a service
  const { pages, ...serviceOrigins } = origins;
  return {
    origins,
    serviceOrigins,
    environment: environmentOf(serviceOrigins, pages),
    requests,
    misbehave: (service, fault, times = Number.POSITIVE_INFINITY) => {
      if (fault !== undefined) return void faults.set(service, { fault, left: times });
      faults.delete(service);
      for (const release of held.get(service) ?? []) release();
      held.delete(service);
    },
    close: async () => {
      await Promise.all([...servers.values()].map(shut));
    },
  };
}

function environmentOf(
  serviceOrigins: Readonly<Record<string, string>>,
  pages: string,
): Readonly<Record<string, string>> {
  const named = Object.entries(serviceOrigins).map(([service, origin]) => [
    `IBL_UPSTREAM_${service.toUpperCase().replaceAll("-", "_")}`,
    origin,
  ]);
  return Object.fromEntries([...named, ["IBL_ALLOW_ORIGINS", pages]]);
}

async function record(service: ServiceName, request: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const url = new URL(request.url ?? "/", "http://upstream");
  return {
    service,
    method: request.method ?? "GET",
    path: decodeURIComponent(url.pathname),
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

function send(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, { "content-type": reply.contentType });
  response.end(reply.body);
}

async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Server> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a listening TCP server has an address
}

function shut(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
