import type { FetchResponse } from "../../base/fetch.ts";
import { byteOrderMark, decodeText, guessText } from "../text-decoding.ts";

/** How far into a page its `<meta charset>` or XML declaration is looked for, in bytes; HTML Standard, "prescan a byte stream", asks for 1024. */
const PRESCAN_BYTES = 2048;

/** The body as text, by byte order mark, `content-type`, `<meta>` or XML declaration, in this order; with none of them UTF-8 where it fits, then EUC-KR. Never throws: a byte that does not fit becomes U+FFFD. */
export function responseText(response: Pick<FetchResponse, "headers" | "body">): string {
  const { body } = response;
  const charset =
    byteOrderMark(body) ?? charsetOfHeader(response.headers["content-type"]) ?? charsetOfPage(body);
  const declared = charset === undefined ? undefined : decodeText(body, charset);
  return (declared ?? guessText(body))?.text ?? new TextDecoder().decode(body);
}

function charsetOfHeader(contentType: string | undefined): string | undefined {
  return contentType?.match(/;\s*charset\s*=\s*"?([\w.:-]{1,40})/i)?.[1];
}

/** A page cannot say that it is UTF-16 in bytes that were read as ASCII; the HTML Standard takes UTF-8 then. */
function charsetOfPage(body: Uint8Array): string | undefined {
  const start = new TextDecoder("latin1").decode(body.subarray(0, PRESCAN_BYTES));
  const found =
    start.match(/^<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})/i) ??
    start.match(/<meta[^>]{0,400}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i);
  const charset = found?.[1];
  return charset !== undefined && /^utf-?16/i.test(charset) ? "utf-8" : charset;
}
