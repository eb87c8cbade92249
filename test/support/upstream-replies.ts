import { readFile } from "node:fs/promises";
import { encodeEucKr } from "./euc-kr.ts";
import { frontPage, newsFeed } from "./upstream-feed.ts";
import {
  chartAnswer,
  type JsonAnswer,
  quoteSearchAnswer,
  stationsAnswer,
} from "./upstream-quotes.ts";
import { searchPage } from "./upstream-search.ts";
import { forecastAnswer, placesAnswer } from "./upstream-weather.ts";

/** A request as far as its answer depends on it. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer in full. */
export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Uint8Array;
}

/** How each upstream answers. */
export const REPLIES = {
  duckduckgo: (asked: Asked): Reply => {
    const fields = new URLSearchParams(asked.method === "POST" ? asked.body : asked.query);
    return asked.path === "/html/" ? html(searchPage(fields.get("q") ?? "")) : notFound();
  },
  "google-news": (asked: Asked): Reply => {
    const language = asked.query["hl"] === "ko" ? "ko" : "en";
    if (asked.path === "/rss") return xml(frontPage(language));
    return asked.path === "/rss/search"
      ? xml(newsFeed(asked.query["q"] ?? "", language))
      : notFound();
  },
  "yahoo-finance": (asked: Asked): Reply => json(yahooAnswer(asked)),
  "radio-browser": (asked: Asked): Reply =>
    asked.path === "/json/stations/search"
      ? json(stationsAnswer(new URLSearchParams(asked.query)))
      : notFound(),
  "open-meteo-geocoding": (asked: Asked): Reply =>
    json(placesAnswer(asked.query["name"] ?? "", asked.query["language"])),
  "open-meteo": (asked: Asked): Reply => json(forecastAnswer(asked.query)),
  kopis: (asked: Asked): Reply => xml(showsAnswer(asked.query["shprfnm"] ?? "")),
  pages: (asked: Asked): Promise<Reply> => page(asked.path),
} as const;

/** One show, as kopis.or.kr tells it. */
function showsAnswer(title: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><dbs><db><mt20id>PF132236</mt20id><prfnm>${title} 갈라</prfnm><prfpdfrom>2026.11.01</prfpdfrom><prfpdto>2026.12.31</prfpdto><fcltynm>블루스퀘어</fcltynm><genrenm>뮤지컬</genrenm><prfstate>공연중</prfstate></db></dbs>`;
}

function yahooAnswer(asked: Asked): JsonAnswer {
  if (!/Mozilla\/5\.0/.test(asked.headers["user-agent"] ?? ""))
    return { status: 429, body: "Too Many Requests" };
  if (asked.path === "/v1/finance/search") return quoteSearchAnswer(asked.query["q"] ?? "");
  const symbol = /^\/v8\/finance\/chart\/([^/]+)$/.exec(asked.path)?.[1];
  return symbol === undefined
    ? { status: 404, body: {} }
    : chartAnswer(symbol, asked.query["range"]);
}

const RSS = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>Town blog</title><link>https://blog.example</link>
<item><title>The bridge is open</title><link>https://blog.example/bridge</link><pubDate>Sat, 21 Nov 2026 09:00:00 GMT</pubDate></item>
<item><title>A market on Sunday</title><link>/market</link><pubDate>Fri, 20 Nov 2026 09:00:00 GMT</pubDate></item>
<item><title>No address</title></item>
</channel></rss>`;

const ATOM = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>Notes</title><id>urn:notes</id><updated>2026-11-21T09:00:00Z</updated>
<entry><title>On rivers</title><id>urn:1</id><link href="https://notes.example/rivers"/><updated>2026-11-21T09:00:00Z</updated></entry>
</feed>`;

/** Pages that are files under `pages/`, by path. */
const FILES: Readonly<Record<string, string>> = {
  "/article-ko": "article-ko.html",
  "/article-en": "article-en.html",
  "/table": "table.html",
  "/spa": "spa.html",
  "/missing": "missing.html",
  "/challenge": "challenge.html",
};

async function page(path: string): Promise<Reply> {
  const file = FILES[path];
  if (file !== undefined) return html(await pageFile(file));
  switch (path) {
    case "/euc-kr":
      return {
        status: 200,
        contentType: "text/html",
        body: encodeEucKr(await pageFile("euc-kr.html")),
      };
    case "/feed.xml":
      return xml(RSS);
    case "/feed.atom":
      return xml(ATOM);
    case "/robots.txt":
      return {
        status: 200,
        contentType: "text/plain",
        body: "User-agent: *\nDisallow: /private\n",
      };
    case "/data.json":
      return {
        status: 200,
        contentType: "application/json",
        body: '{"city":"서울","temperature":4.5,"hours":[1,2]}',
      };
    case "/error.json":
      return {
        status: 200,
        contentType: "application/json",
        body: '{"error":{"code":3,"message":"no such city"}}',
      };
    case "/file.pdf":
      return { status: 200, contentType: "application/pdf", body: "%PDF-1.7" };
    case "/empty":
      return { status: 200, contentType: "text/html", body: "" };
    default:
      return notFound();
  }
}

/** The text of a file under `pages/`. */
export function pageFile(name: string): Promise<string> {
  return readFile(new URL(`pages/${name}`, import.meta.url), "utf8");
}

function html(body: string): Reply {
  return { status: 200, contentType: "text/html; charset=UTF-8", body };
}

function xml(body: string): Reply {
  return { status: 200, contentType: "application/rss+xml; charset=utf-8", body };
}

function json(answer: JsonAnswer): Reply {
  const body = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
  return { status: answer.status, contentType: "application/json;charset=utf-8", body };
}

function notFound(): Reply {
  return {
    status: 404,
    contentType: "text/html; charset=utf-8",
    body: "<!doctype html><title>404 Not Found</title><h1>Not Found</h1>",
  };
}
