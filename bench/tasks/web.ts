import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import net, { type AddressInfo, type NetConnectOpts, type Socket } from "node:net";
import tls, { type ConnectionOptions } from "node:tls";

/** A page of the web by its address; a text is HTML. */
export type Page =
  | string
  | {
      readonly body: string;
      readonly status?: number;
      readonly type?: string;
      /** How long it takes to answer, in ms. */
      readonly afterMs?: number;
    };

/** What the upstreams of a task say. */
export interface WebFacts {
  readonly pages?: Readonly<Record<string, Page>>;
  /** Price by Yahoo's symbol, and its change over three months in percent. */
  readonly prices?: Readonly<Record<string, readonly [price: number, changePercent?: number]>>;
  /** Days from today by place: lowest and highest temperature, whether it rains. */
  readonly weather?: Readonly<
    Record<string, readonly (readonly [low: number, high: number, rains: boolean])[]>
  >;
  /** Headlines by a word of what is searched. */
  readonly news?: Readonly<Record<string, readonly string[]>>;
  /** What every search finds: title, address and words. */
  readonly hits?: readonly (readonly [title: string, url: string, snippet: string])[];
}

/** The web of one task; whoever opened it closes it. */
export interface TaskWeb {
  readonly environment: Readonly<Record<string, string>>;
  /** Requests as `service or host` and path, in order. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

const SERVICES = [
  "duckduckgo",
  "google-news",
  "yahoo-finance",
  "open-meteo-geocoding",
  "open-meteo",
];
const DAY_MS = 86_400_000;
/** An address that is nobody's private one. */
const PUBLIC_ADDRESS = "93.184.215.14";

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly afterMs?: number;
}

/** Plays the services and pages of a task on loopback. While it is open, every connection of this process to a named host leads there. */
export async function openWeb(facts: WebFacts, nowMs: number): Promise<TaskWeb> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const host = request.headers.host ?? "";
      const isService = host.startsWith("127.0.0.1");
      const url = new URL(request.url ?? "/", `http://${host}`);
      requests.push(`${isService ? "" : host}${decodeURIComponent(url.pathname)}${url.search}`);
      const answer = isService
        ? serviceAnswer(facts, url, { nowMs, body })
        : pageAnswer(facts, `${host}${request.url}`);
      setTimeout(() => write(response, answer), answer.afterMs ?? 0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server listens on an address
  const undo = leadNamesTo(port, (host) => knows(facts, host));
  const origin = `http://127.0.0.1:${port}`;
  return {
    environment: Object.fromEntries(
      SERVICES.map((name) => [
        `IBL_UPSTREAM_${name.toUpperCase().replaceAll("-", "_")}`,
        `${origin}/${name}`,
      ]),
    ),
    requests,
    close: () =>
      new Promise((resolve) => {
        undo();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

function write(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, { "content-type": type });
  response.end(body);
}

function knows({ pages = {} }: WebFacts, host: string): boolean {
  return Object.keys(pages).some((address) => new URL(address).hostname === host);
}

/** Sockets to a host by its name go to the port on loopback; TLS is left out there. Hosts that are not known do not exist. */
function leadNamesTo(port: number, isKnown: (host: string) => boolean): () => void {
  const { connect } = net;
  const { connect: secure } = tls;
  const lead = (host: string, event?: string): Socket => {
    const socket = connect({ host: "127.0.0.1", port });
    Object.defineProperty(socket, "remoteAddress", { value: PUBLIC_ADDRESS });
    if (!isKnown(host)) {
      const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), {
        code: "ENOTFOUND",
      });
      socket.destroy(error);
    } else if (event !== undefined) socket.once("connect", () => socket.emit(event));
    return socket;
  };
  const isOutside = (host: string | null | undefined): host is string =>
    typeof host === "string" && host !== "localhost" && net.isIP(host) === 0;
  Object.assign(net, {
    connect: (...args: unknown[]) => {
      const host = (args[0] as { host?: string }).host;
      return isOutside(host) ? lead(host) : connect(...(args as [NetConnectOpts]));
    },
  });
  Object.assign(tls, {
    connect: (...args: unknown[]) => {
      const host = (args[0] as ConnectionOptions).host;
      return isOutside(host)
        ? lead(host, "secureConnect")
        : secure(...(args as [ConnectionOptions]));
    },
  });
  return () => {
    Object.assign(net, { connect });
    Object.assign(tls, { connect: secure });
  };
}

function pageAnswer({ pages = {} }: WebFacts, address: string): Answer {
  const known = Object.entries(pages).find(([url]) => bare(url) === bare(`https://${address}`));
  if (known === undefined) return html("<title>404</title><h1>Not Found</h1>", 404);
  const [, page] = known;
  if (typeof page === "string") return html(page);
  const { body, status = 200, type = "text/html; charset=utf-8", afterMs = 0 } = page;
  return { status, type, body, afterMs };
}

function bare(url: string): string {
  return decodeURI(url)
    .replace(/^https?:\/\//, "")
    .replace(/\/$/, "");
}

function serviceAnswer(
  facts: WebFacts,
  url: URL,
  { nowMs, body }: { readonly nowMs: number; readonly body: string },
): Answer {
  const [, service = "", ...rest] = url.pathname.split("/");
  const query = url.searchParams;
  switch (service) {
    case "duckduckgo":
      return searchAnswer(facts, new URLSearchParams(body).get("q") ?? query.get("q") ?? "");
    case "google-news":
      return newsAnswer(facts, query.get("q") ?? "", nowMs);
    case "yahoo-finance":
      return rest.includes("search")
        ? json({ quotes: [], news: [] })
        : chartAnswer(facts, decodeURIComponent(rest.at(-1) ?? ""), { query, nowMs });
    case "open-meteo-geocoding":
      return placeAnswer(facts, query.get("name") ?? "");
    case "open-meteo":
      return forecastAnswer(facts, query, nowMs);
    default:
      return json({}, 404);
  }
}

function placeAnswer({ weather = {} }: WebFacts, name: string): Answer {
  const index = Object.keys(weather).indexOf(name);
  if (index < 0) return json({ generationtime_ms: 0.5 });
  return json({ results: [{ id: index, name, latitude: 36 + index, longitude: 127 }] });
}

function forecastAnswer({ weather = {} }: WebFacts, query: URLSearchParams, nowMs: number): Answer {
  const days = Object.values(weather)[Number(query.get("latitude")) - 36] ?? [];
  const week = Array.from({ length: 7 }, (_, day) => days[day] ?? days.at(-1) ?? [5, 9, false]);
  return json({
    latitude: 36,
    timezone: "Asia/Seoul",
    current: {
      time: "2026-12-02T10:30",
      temperature_2m: 3.4,
      apparent_temperature: 1,
      weather_code: 3,
    },
    daily: {
      time: week.map((_, day) => dayOf(nowMs + day * DAY_MS)),
      weather_code: week.map(([, , rains]) => (rains ? 61 : 1)),
      temperature_2m_max: week.map(([, high]) => high),
      temperature_2m_min: week.map(([low]) => low),
      precipitation_probability_max: week.map(([, , rains]) => (rains ? 85 : 5)),
    },
  });
}

/** The day in Seoul. */
function dayOf(atMs: number): string {
  return new Date(atMs + 9 * 3_600_000).toISOString().slice(0, 10);
}

/** Trading days of a range. */
const DAYS: Readonly<Record<string, number>> = { "5d": 5, "1mo": 22, "3mo": 64 };

function chartAnswer(
  { prices = {} }: WebFacts,
  symbol: string,
  { query, nowMs }: { readonly query: URLSearchParams; readonly nowMs: number },
): Answer {
  const found = prices[symbol];
  if (found === undefined) {
    const error = { code: "Not Found", description: "No data found, symbol may be delisted" };
    return json({ chart: { result: null, error } }, 404);
  }
  const [price, change = 0] = found;
  const count = DAYS[query.get("range") ?? ""] ?? 1;
  const first = price / (1 + change / 100);
  const close = Array.from({ length: count }, (_, day) =>
    count === 1 ? price : Math.round((first + ((price - first) * day) / (count - 1)) * 100) / 100,
  );
  const timestamp = close.map((_, day) =>
    Math.floor((nowMs - (count - 1 - day) * DAY_MS) / 1000 - 3600),
  );
  const meta = {
    currency: symbol.startsWith("JPY") ? "JPY" : "KRW",
    symbol,
    exchangeName: symbol.endsWith("=X") ? "CCY" : "KSC",
    instrumentType: symbol.endsWith("=X") ? "CURRENCY" : "EQUITY",
    regularMarketTime: timestamp.at(-1),
    timezone: "KST",
    gmtoffset: 32400,
    regularMarketPrice: price,
    chartPreviousClose: close.at(-2) ?? price,
    longName: symbol,
    shortName: symbol,
    priceHint: 2,
  };
  const quote = [{ close, open: close, volume: close.map(() => 1000) }];
  return json({ chart: { result: [{ meta, timestamp, indicators: { quote } }], error: null } });
}

function newsAnswer({ news = {} }: WebFacts, query: string, nowMs: number): Answer {
  const titles = Object.entries(news).find(([word]) => query.includes(word))?.[1] ?? [];
  const items = titles.map(
    (title, index) =>
      `<item><title>${title} - 한빛경제</title><link>https://news.google.com/rss/articles/CBM${index}</link><pubDate>${new Date(nowMs - (index + 1) * 3_600_000).toUTCString()}</pubDate><description></description><source url="https://economy.example.kr">한빛경제</source></item>`,
  );
  return {
    status: 200,
    type: "application/rss+xml; charset=utf-8",
    body: `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>news</title><link>https://news.google.com</link><description>news</description>${items.join("")}</channel></rss>`,
  };
}

function searchAnswer({ hits = [] }: WebFacts, words: string): Answer {
  const results = hits.map(
    ([title, url, snippet]) =>
      `<div class="result results_links results_links_deep web-result"><div class="links_main links_deep result__body"><h2 class="result__title"><a rel="nofollow" class="result__a" href="${url}">${title}</a></h2><a class="result__snippet" href="${url}">${snippet}</a></div></div>`,
  );
  const none = `<div class="result results_links result--no-result"><div class="no-results">No results found for <b>${words}</b>.</div></div>`;
  return html(
    `<html><head><title>${words} at DuckDuckGo</title></head><body class="body--html"><div id="header" class="header"><form name="x" class="header__form" action="/html/" method="post"><input name="q" value="${words}"></form></div><div class="serp__results"><div id="links" class="results">${results.join("\n") || none}</div></div></body></html>`,
  );
}

function html(body: string, status = 200): Answer {
  return { status, type: "text/html; charset=utf-8", body };
}

function json(body: unknown, status = 200): Answer {
  return { status, type: "application/json;charset=utf-8", body: JSON.stringify(body) };
}
