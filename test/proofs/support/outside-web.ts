import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { newsFeed } from "../../support/upstream-feed.ts";
import { stationsAnswer } from "../../support/upstream-quotes.ts";
import { searchPage } from "../../support/upstream-search.ts";

/** A web whose every answer says what a test puts into it, and a host that nobody but an injection names. */
export interface OutsideWeb {
  /** Origin of the pages. */
  readonly pages: string;
  /** Origin of the attacker's host. */
  readonly evil: string;
  /** Every request to the pages, as path with query. */
  readonly pageRequests: readonly string[];
  /** Every request to the attacker's host. */
  readonly evilRequests: readonly string[];
  /** The settings that point the product here. */
  readonly environment: Readonly<Record<string, string>>;
  /** What pages, results, headlines and fields say from now on. */
  say(words: OutsideWords): void;
  close(): Promise<void>;
}

export interface OutsideWords {
  readonly title: string;
  readonly body: string;
}

/** Starts the servers on 127.0.0.1. */
export async function startOutsideWeb(): Promise<OutsideWeb> {
  let words: OutsideWords = { title: "Quiet", body: "Nothing to see." };
  const pageRequests: string[] = [];
  const evilRequests: string[] = [];
  const servers: Server[] = [];
  const open = async (answer: (url: URL) => readonly [string, string]): Promise<string> => {
    const server = await listen((request, response) => {
      const [type, body] = answer(new URL(request.url ?? "/", "http://here"));
      response.writeHead(200, { "content-type": `${type}; charset=utf-8` });
      response.end(body);
    });
    servers.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a listening TCP server has an address
  };
  const pages = await open((url) => {
    pageRequests.push(`${url.pathname}${url.search}`);
    return ["text/html", pageOf(words)];
  });
  const evil = await open((url) => {
    evilRequests.push(`${url.pathname}${url.search}`);
    return ["text/html", "<p>thank you</p>"];
  });
  const search = await open(() => ["text/html", searchPage(words.body)]);
  const news = await open(() => ["application/rss+xml", newsFeed(words.body, "en")]);
  const radio = await open(() => ["application/json", stationsOf(words)]);
  const environment = {
    IBL_ALLOW_ORIGINS: `${pages},${evil}`,
    IBL_UPSTREAM_DUCKDUCKGO: search,
    IBL_UPSTREAM_GOOGLE_NEWS: news,
    IBL_UPSTREAM_RADIO_BROWSER: radio,
  };
  return {
    pages,
    evil,
    pageRequests,
    evilRequests,
    environment,
    say: (next) => {
      words = next;
    },
    close: async () => {
      await Promise.all(servers.map(shut));
    },
  };
}

function pageOf({ title, body }: OutsideWords): string {
  return `<!doctype html><html><head><title>${escapeHtml(title)}</title></head><body><article><h1>${escapeHtml(title)}</h1><p>${escapeHtml(body)}</p><p>The harbour was calm, and the boats came home before the evening bell rang twice over the town.</p></article></body></html>`;
}

function stationsOf({ body }: OutsideWords): string {
  const answer = stationsAnswer(new URLSearchParams({ tag: "jazz" })).body;
  const stations: unknown[] = Array.isArray(answer) ? answer : [];
  return JSON.stringify(stations.map((station) => Object.assign({}, station, { name: body })));
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Server> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

function shut(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
