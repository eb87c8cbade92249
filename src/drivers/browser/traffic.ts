import {
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { connect, type Socket } from "node:net";
import { Transform } from "node:stream";
import { AppError } from "../../base/errors.ts";
import {
  blockedAddress,
  hostOf,
  isPrivateLiteral,
  isPublicAddress,
  type Lookup,
  lookupFor,
  type OpenOrigins,
  parseHttpUrl,
} from "../http/address-guard.ts";
import { unreachable } from "../http/connection-failure.ts";

/** What the connections of one proxy share. */
export interface Traffic {
  readonly origins: OpenOrigins;
  readonly lookup: Lookup;
  /** Why requests had no answer, by `hostKey`. */
  readonly refusals: Map<string, AppError>;
  readonly sockets: Set<Socket>;
  visit: { readonly toOpenOrigin: boolean; leftBytes: number };
}

interface Target {
  readonly url: URL;
  readonly open: boolean;
}

/** Longest silence of a connection, in milliseconds. */
const IDLE_MS = 60_000;

/** Headers between two neighbours that go no further (RFC 9110, section 7.6.1). */
const NEIGHBOUR_HEADERS: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Host and port of an address, as refusals are kept. */
export function hostKey(url: URL): string {
  const port = url.port === "" ? (url.protocol === "http:" ? "80" : "443") : url.port;
  return `${url.hostname}:${port}`;
}

/** Passes on one request for an `http:` address, or answers 403 with the reason. */
export function forward(
  traffic: Traffic,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const refuse = (error: AppError): void => {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.writeHead(403, { "content-type": "text/plain; charset=utf-8" });
    response.end(error.message);
  };
  const target = judge(traffic, request.url ?? "", ["http:"], refuse);
  if (target === undefined) return;
  const { url } = target;
  const upstream = httpRequest({
    host: hostOf(url),
    port: url.port === "" ? 80 : url.port,
    path: `${url.pathname}${url.search}`,
    method: request.method,
    headers: { ...passedOn(request.headers), host: url.host },
    agent: false, // a socket of its own, so that its addresses are judged for this request
    lookup: lookupFor({ ...target, lookup: traffic.lookup, origin: url.origin }),
    timeout: IDLE_MS,
  });
  upstream.once("socket", (socket) => guardSocket(socket, target));
  upstream.once("timeout", () => upstream.destroy());
  upstream.once("error", (error) => refuse(note(traffic, url, unreachable(error, url.origin))));
  upstream.once("response", (answer) => {
    answer.on("error", () => response.destroy());
    response.writeHead(answer.statusCode ?? 502, passedOn(answer.headers));
    answer.pipe(createMeter(traffic, url, () => response.destroy())).pipe(response);
  });
  response.once("close", () => upstream.destroy());
  request.pipe(upstream);
}

/** Joins the browser to the host of a CONNECT request, or answers 403. */
export function tunnel(
  traffic: Traffic,
  authority: string,
  browser: { readonly client: Socket; readonly head: Buffer },
): void {
  const { client, head } = browser;
  client.on("error", () => undefined); // its close ends the other side
  const refuse = (): void => {
    client.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n");
  };
  const address = /^[^\s/@?#\\]+:\d{1,5}$/.test(authority) ? `https://${authority}/` : authority;
  const target = judge(traffic, address, ["https:", "http:"], refuse);
  if (target === undefined) return;
  const { url } = target;
  const upstream = connect({
    host: hostOf(url),
    port: url.port === "" ? 443 : Number(url.port),
    lookup: lookupFor({ ...target, lookup: traffic.lookup, origin: url.origin }),
  });
  guardSocket(upstream, target);
  traffic.sockets.add(upstream);
  upstream.setTimeout(IDLE_MS, () => upstream.destroy());
  upstream.once("error", (error) => {
    note(traffic, url, unreachable(error, url.origin));
    refuse();
  });
  upstream.once("connect", () => {
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    upstream.write(head);
    upstream.pipe(createMeter(traffic, url, () => upstream.destroy())).pipe(client);
    client.pipe(upstream);
  });
  client.once("close", () => upstream.destroy());
  upstream.once("close", () => {
    traffic.sockets.delete(upstream);
    client.end();
  });
}

/** Where a request goes, or undefined once it was refused. A tunnel does not say what it will carry, so it may go where either scheme is open. */
function judge(
  traffic: Traffic,
  address: string,
  schemes: readonly string[],
  refuse: (error: AppError) => void,
): Target | undefined {
  try {
    const url = parseHttpUrl(address);
    if (!schemes.includes(url.protocol)) throw unreachable(undefined, url.origin);
    const origins = schemes.map((scheme) => new URL(`${scheme}//${url.host}`).origin);
    const open =
      traffic.visit.toOpenOrigin && origins.some((origin) => traffic.origins.isOpen(origin));
    if (!open && isPrivateLiteral(hostOf(url))) {
      throw note(traffic, url, blockedAddress(url.origin));
    }
    return { url, open };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    refuse(error);
    return undefined;
  }
}

/** What was connected to is judged once more, as it is. */
function guardSocket(socket: Socket, target: Target): void {
  socket.once("connect", () => {
    if (target.open || isPublicAddress(socket.remoteAddress ?? "")) return;
    socket.destroy(blockedAddress(target.url.origin));
  });
}

function createMeter(traffic: Traffic, url: URL, onTooMuch: () => void): Transform {
  const { visit } = traffic;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      visit.leftBytes -= chunk.length;
      if (visit.leftBytes >= 0) {
        done(null, chunk);
        return;
      }
      note(
        traffic,
        url,
        new AppError("http-too-large", {
          en: `The page loads more than is allowed for one visit, so loading from "${url.origin}" was stopped. Open a smaller page.`,
          ko: `페이지가 한 번에 허락된 양보다 많이 불러와서 "${url.origin}"에서 더 받지 않았어요. 더 작은 페이지를 열어 주세요.`,
        }),
      );
      onTooMuch();
      done();
    },
  });
}

function note(traffic: Traffic, url: URL, error: AppError): AppError {
  traffic.refusals.set(hostKey(url), error);
  return error;
}

function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !NEIGHBOUR_HEADERS.has(name)),
  );
}
