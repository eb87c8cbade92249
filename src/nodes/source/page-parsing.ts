import type { FetchResponse } from "../../base/fetch.ts";
import { parsedJson } from "../../base/json.ts";
import { responseText } from "../../drivers/http/http-text.ts";
import { errorOfBody } from "../api/body.ts";
import { sizeOfHtml, textOfHtml, titleOfHtml } from "../text/html-text.ts";

/** What a reader gets of a page. */
export interface PageText {
  readonly title?: string;
  readonly text: string;
}

/** What an answer turned out to be. `error` has what JSON of a good status says went wrong; `unreadable` names the media type. */
export type Page =
  | { readonly kind: "page"; readonly page: PageText }
  | { readonly kind: "missing" }
  | { readonly kind: "empty" }
  | { readonly kind: "error"; readonly told: string }
  | { readonly kind: "unreadable"; readonly mediaType: string };

/**
 * Readability's cost grows with elements times depth: 100,000 nested elements held the process for 280 s here, 10,000 elements
 * 200 deep took 0.6 s. Pages past these go to the plain text extractor, which is linear.
 */
const ARTICLE_ELEMENT_LIMIT = 15_000;
const ARTICLE_DEPTH_LIMIT = 120;

/** A page of at most this many characters may be an error page in disguise. */
const DISGUISE_LIMIT = 1500;

const MISSING =
  /\b404\b|page (?:was )?not found|page (?:does not|doesn['’]t) exist|페이지를? 찾을 수 없|존재하지 않는 (?:페이지|게시물|글|주소)|삭제된 (?:페이지|게시물|글)/i;

/** What a page is read from: an answer of a good status. */
export type PageSource = Pick<FetchResponse, "headers" | "body">;

/** What is read of a page at once; `hasArticle` where it may have an article that says more shortly what it is about. */
export interface WholePage {
  readonly page: Page;
  readonly hasArticle: boolean;
}

/** Reads an answer: the whole text of HTML, JSON laid out, other text as it is. Linear in its length. */
export function parsePage(source: PageSource): WholePage {
  const form = formOfSource(source);
  if (form === "html") {
    const html = responseText(source);
    const page = wholeText(html);
    const size = page.kind === "page" ? sizeOfHtml(html) : { elementCount: 0, depth: 0 };
    const hasArticle =
      size.elementCount <= ARTICLE_ELEMENT_LIMIT && size.depth <= ARTICLE_DEPTH_LIMIT;
    return { page, hasArticle };
  }
  return {
    page: form === "binary" ? unreadable(source) : plainPage(source, form),
    hasArticle: false,
  };
}

function unreadable(source: PageSource): Page {
  const mediaType = mediaTypeOf(source);
  return {
    kind: "unreadable",
    mediaType: mediaType === "" ? "application/octet-stream" : mediaType,
  };
}

function plainPage(source: PageSource, form: "json" | "text"): Page {
  const written = responseText(source);
  const data = form === "json" ? parsedJson(written) : undefined;
  const told = data === undefined ? undefined : errorOfBody(data);
  if (told !== undefined) return { kind: "error", told };
  const text = (data === undefined ? written : JSON.stringify(data, null, 2)).trim();
  return text === "" ? { kind: "empty" } : { kind: "page", page: { text } };
}

function wholeText(html: string): Page {
  const text = textOfHtml(html);
  const title = titleOfHtml(html);
  if (isMissing(title, text)) return { kind: "missing" };
  if (text === "") return { kind: "empty" };
  return { kind: "page", page: { text, ...(title === undefined ? {} : { title }) } };
}

/** A good status with the words of a missing page, in its title or at the top of a short text. */
function isMissing(title: string | undefined, text: string): boolean {
  if (text.length > DISGUISE_LIMIT) return false;
  return MISSING.test(title ?? "") || MISSING.test(text.slice(0, 200));
}

/** The text of the article in an HTML page; `undefined` where none is found. Slow for pages made to be. */
export async function parseArticle(source: PageSource): Promise<string | undefined> {
  const [{ parseHTML }, { Readability }] = await Promise.all([
    import("linkedom"),
    import("@mozilla/readability"),
  ]);
  try {
    const content = new Readability(parseHTML(responseText(source)).document).parse()?.content;
    return typeof content === "string" && content !== "" ? textOfHtml(content) : undefined;
  } catch (error) {
    // Readability throws a plain TypeError or RangeError on documents it did not foresee; the whole text is still there.
    if (error instanceof TypeError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function mediaTypeOf({ headers }: PageSource): string {
  return (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

function formOfSource(source: PageSource): ReturnType<typeof formOf> {
  return formOf(mediaTypeOf(source), source.body);
}

function formOf(mediaType: string, body: Uint8Array): "html" | "json" | "text" | "binary" {
  if (mediaType === "text/html" || mediaType === "application/xhtml+xml") return "html";
  if (mediaType === "application/json" || mediaType.endsWith("+json")) return "json";
  if (
    mediaType.startsWith("text/") ||
    mediaType === "application/xml" ||
    mediaType.endsWith("+xml")
  )
    return "text";
  if (mediaType !== "") return "binary";
  const start = new TextDecoder("latin1").decode(body.subarray(0, 1024));
  if (start.includes("\0")) return "binary";
  return /<(?:!doctype html|html|head|body)/i.test(start) ? "html" : "text";
}
