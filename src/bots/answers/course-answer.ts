import { isJsonObject, type Json } from "../../base/json.ts";
import type { Language } from "../../base/localized.ts";
import { literal } from "../../engine/values/link-lines.ts";
import { say, type TextKey } from "../texts/say.ts";

/** The program of a chart of past prices. */
const COURSE =
  /^\[source:price_history\]\("[^"\\]*"\)(?: \{range: "(\w+)"\})? >> \[forge:line\]\("([^"\\]*)"/u;

/** What is said of a range, and of how far the price moved over it. */
const SPANS: Readonly<Record<string, { readonly alone: TextKey; readonly moved: TextKey }>> = {
  "5d": { alone: "courseDays", moved: "movedDays" },
  "1mo": { alone: "courseMonth", moved: "movedMonth" },
  "3mo": { alone: "courseQuarter", moved: "movedQuarter" },
  "6mo": { alone: "courseHalf", moved: "movedHalf" },
  "1y": { alone: "courseYear", moved: "movedYear" },
};

/** What a chart of past prices shows, and how far they moved over it, where all of them are known; `undefined` for any other program. Pure. */
export function courseAnswer(code: string, closes: Json, language: Language): string | undefined {
  const [, range = "1mo", title] = COURSE.exec(code) ?? [];
  const span = SPANS[range];
  if (title === undefined || span === undefined) return undefined;
  const name = literal(title);
  const all = pricesIn(closes);
  const percent = movement(range === "1mo" ? ofThisMonth(all) : all);
  return percent === undefined
    ? say(language, span.alone, { name })
    : say(language, span.moved, { name, percent });
}

interface Close {
  readonly date: string;
  readonly price: number;
}

function pricesIn(closes: Json): readonly Close[] {
  if (!Array.isArray(closes)) return [];
  return closes.flatMap((close) => {
    const { date, price } = isJsonObject(close) ? close : {};
    return typeof date === "string" && typeof price === "number" ? [{ date, price }] : [];
  });
}

/** The last close of the month before, and those of the month of the latest. */
function ofThisMonth(closes: readonly Close[]): readonly Close[] {
  const month = monthOf(closes.at(-1));
  const before = closes.findLastIndex((close) => monthOf(close) !== month);
  return closes.slice(Math.max(0, before));
}

function monthOf(close: Close | undefined): string {
  return /^\d+/u.exec(close?.date ?? "")?.[0] ?? "";
}

/** From the first to the last, in percent. */
function movement(closes: readonly Close[]): string | undefined {
  const first = closes[0]?.price ?? 0;
  const last = closes.at(-1)?.price;
  if (last === undefined || closes.length < 2 || first === 0) return undefined;
  const percent = (last / first - 1) * 100;
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent).toFixed(1)}%`;
}
