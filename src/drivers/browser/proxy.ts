import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { AppError } from "../../base/errors.ts";
import type { Lookup, OpenOrigins } from "../http/address-guard.ts";
import { forward, hostKey, type Traffic, tunnel } from "./traffic.ts";

/** What a browser's proxy lets through. */
export interface BrowserProxyOptions {
  readonly origins: OpenOrigins;
  readonly lookup: Lookup;
  /** Most bytes of all answers of one visit. */
  readonly maxBytes: number;
  /** Longest life of one connection, in milliseconds. */
  readonly connectionMs: number;
}

/** One chat's way to the web. Whoever starts it closes it. */
export interface BrowserProxy {
  readonly port: number;
  /** Begins a visit: bytes are counted anew, earlier refusals are forgotten, and opened private origins can be reached only if `toOpenOrigin`. */
  begin(visit: { readonly toOpenOrigin: boolean }): void;
  /** Why a request to the host of this address had no answer since the visit began, if one had none. */
  refusalOf(url: string): AppError | undefined;
  /** Ends every connection. */
  close(): Promise<void>;
}

/** Far above what a page opens at once. */
const MOST_CONNECTIONS = 256;

/** Starts an HTTP proxy on loopback that judges every host as the guarded `Fetch` does, names where the socket is made. */
export async function startBrowserProxy(options: BrowserProxyOptions): Promise<BrowserProxy> {
  const sockets = new Set<Socket>();
  const traffic: Traffic = {
    origins: options.origins,
    lookup: options.lookup,
    refusals: new Map(),
    sockets,
    visit: { toOpenOrigin: false, leftBytes: options.maxBytes },
  };
  const server = createServer((request, response) => forward(traffic, request, response));
  server.maxConnections = MOST_CONNECTIONS;
  server.on("connect", (request: IncomingMessage, client: Socket, head: Buffer) =>
    tunnel(traffic, request.url ?? "", { client, head }),
  );
  server.on("connection", (socket: Socket) => keep(socket, sockets, options.connectionMs));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo; // a server that listens on TCP has a port
  return {
    port,
    begin: ({ toOpenOrigin }) => {
      traffic.refusals.clear();
      traffic.visit = { toOpenOrigin, leftBytes: options.maxBytes };
    },
    refusalOf: (url) => traffic.refusals.get(hostKey(new URL(url))),
    close: () => stop(server, sockets),
  };
}

/** A page may hold a connection open for ever; the proxy does not. */
function keep(socket: Socket, sockets: Set<Socket>, connectionMs: number): void {
  sockets.add(socket);
  const timer = setTimeout(() => socket.destroy(), connectionMs);
  socket.once("close", () => {
    clearTimeout(timer);
    sockets.delete(socket);
  });
}

function stop(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const socket of sockets) socket.destroy();
  });
}
