import type { FetchResponse } from "../../base/fetch.ts";
import { parsedJson } from "../../base/json.ts";
import { responseText } from "../../drivers/http-text.ts";
import { errorOfBody } from "../api-response.ts";
import { sizeOfHtml, textOfHtml, titleOfHtml } from "./html-text.ts";

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

/** An article shorter than this part of the whole page's text has lost what the reader came for (a table, a list). */
const ARTICLE_SHARE_FLOOR = 0.25;

/** A page of at most this many characters may be an error page in disguise. */
const DISGUISE_LIMIT = 1500;

const MISSING =
  /\b404\b|page (?:was )?not found|page (?:does not|doesn['’]t) exist|페이지를? 찾을 수 없|존재하지 않는 (?:페이지|게시물|글|주소)|삭제된 (?:페이지|게시물|글)/i;

/** Reads an answer of a good status: HTML as its article or else its whole text, JSON laid out, other text as it is. */
export async function readPage(response: FetchResponse): Promise<Page> {
  const mediaType =
    (response.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const form = formOf(mediaType, response.body);
  if (form === "binary")
    return {
      kind: "unreadable",
      mediaType: mediaType === "" ? "application/octet-stream" : mediaType,
    };
  const source = responseText(response);
  if (form === "html") return readHtml(source);
  const data = form === "json" ? parsedJson(source) : undefined;
  const told = data === undefined ? undefined : errorOfBody(data);
  if (told !== undefined) return { kind: "error", told };
  const text = (data === undefined ? source : JSON.stringify(data, null, 2)).trim();
  return text === "" ? { kind: "empty" } : { kind: "page", page: { text } };
}

async function readHtml(html: string): Promise<Page> {
  const whole = textOfHtml(html);
  const title = titleOfHtml(html);
  if (isMissing(title, whole)) return { kind: "missing" };
  if (whole === "") return { kind: "empty" };
  const article = await articleOf(html);
  const text =
    article !== undefined && article.length >= whole.length * ARTICLE_SHARE_FLOOR ? article : whole;
  return { kind: "page", page: { text, ...(title === undefined ? {} : { title }) } };
}

/** A good status with the words of a missing page, in its title or at the top of a short text. */
function isMissing(title: string | undefined, text: string): boolean {
  if (text.length > DISGUISE_LIMIT) return false;
  return MISSING.test(title ?? "") || MISSING.test(text.slice(0, 200));
}

async function articleOf(html: string): Promise<string | undefined> {
  const size = sizeOfHtml(html);
  if (size.elementCount > ARTICLE_ELEMENT_LIMIT || size.depth > ARTICLE_DEPTH_LIMIT)
    return undefined;
  const [{ parseHTML }, { Readability }] = await Promise.all([
    import("linkedom"),
    import("@mozilla/readability"),
  ]);
  try {
    const content = new Readability(parseHTML(html).document).parse()?.content;
    return typeof content === "string" && content !== "" ? textOfHtml(content) : undefined;
  } catch (error) {
    // Readability throws a plain TypeError or RangeError on documents it did not foresee; the whole text is still there.
    if (error instanceof TypeError || error instanceof RangeError) return undefined;
    throw error;
  }
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
