import { isJsonObject, type JsonObject } from "../../base/json.ts";
import { inBoth, joined, type Language, type Localized } from "../../base/localized.ts";
import { escapeMarkup } from "../../base/visible-text.ts";
import { lastOfPath, stemOfPath } from "../../drivers/files/nearest-file.ts";
import { recordsOfText } from "../../engine/values/text-rows.ts";
import { quoteIbl } from "../planner/code.ts";
import { openedIn } from "./pointed.ts";
import type { FileWords, KnownThings, ThingPlan } from "./said.ts";

/** Whether a file is a table by its name. */
export const IS_TABLE = /\.(?:csv|tsv)$/iu;

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const MONTH =
  "(?<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";

/** The ways in which a day is written; two bare numbers are the month and the day, unless the first can be no month. */
const DAYS: readonly RegExp[] = [
  /(?:(?<year>\d{4})년\s?)?(?<month>\d{1,2})월\s?(?<day>\d{1,2})일/u,
  /(?<!\d)(?<year>\d{4})[-./](?<month>\d{1,2})[-./](?<day>\d{1,2})(?!\d)/u,
  new RegExp(`\\b${MONTH}\\.?\\s+(?:the\\s+)?(?<day>\\d{1,2})(?:st|nd|rd|th)?\\b(?!:)`, "iu"),
  new RegExp(`\\b(?<day>\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH}\\b`, "iu"),
  /(?<![\d/.])(?<month>\d{1,2})\/(?<day>\d{1,2})(?![\d/])/u,
];

/** A day of a year; without one, of any. */
interface Day {
  readonly year?: number;
  readonly month: number;
  readonly day: number;
}

/** The day that a text names by its month, in whatever way it is written. Pure. */
export function dayIn(text: string): Day | undefined {
  for (const form of DAYS) {
    const groups = form.exec(text)?.groups;
    const day = groups === undefined ? undefined : dayOf(groups);
    if (day !== undefined) return day;
  }
  return undefined;
}

function dayOf({ year, month, name, day }: Partial<Record<string, string>>): Day | undefined {
  const named = name === undefined ? 0 : MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  const numbers = [named > 0 ? named : Number(month), Number(day)] as const;
  const [first, second] = numbers[0] > 12 ? [numbers[1], numbers[0]] : numbers;
  if (first < 1 || first > 12 || second < 1 || second > 31) return undefined;
  return { month: first, day: second, ...(year !== undefined && { year: Number(year) }) };
}

/** A cell that is a day and nothing else. */
function dayOfCell(cell: string): Day | undefined {
  const bare = cell.replace(/\s*\([^)]*\)\s*$/u, "").trim();
  return DAYS.some((form) => form.exec(bare)?.[0] === bare) ? dayIn(bare) : undefined;
}

function dayWords({ year, month, day }: Day, language: Language): string {
  const date = new Date(Date.UTC(year ?? 2000, month - 1, day));
  return new Intl.DateTimeFormat(language, {
    timeZone: "UTC",
    month: language === "ko" ? "long" : "short",
    day: "numeric",
    ...(year !== undefined && { weekday: "short" }),
  }).format(date);
}

/** A row of a table in one line, its days as their reader writes them. Pure. */
export function rowWords(row: JsonObject): Localized {
  const cells = Object.values(row).map((cell) => String(cell ?? "").trim());
  return inBoth((language) =>
    cells
      .filter((cell) => cell !== "")
      .map((cell) => {
        const day = dayOfCell(cell);
        return escapeMarkup(day === undefined ? cell : dayWords(day, language));
      })
      .join(" · "),
  );
}

/** The rows of a table under the names of its columns; none of what is cut or is no table. Pure. */
export function rowsOf({ path, text, isCut }: FileWords): readonly JsonObject[] {
  return IS_TABLE.test(path) && isCut !== true
    ? (recordsOfText(text) ?? []).filter(isJsonObject)
    : [];
}

/** In UTF-16 units; what is longer asks more than for a day. */
const LONGEST = 80;
const MOST_ROWS = 5;

const ASKS =
  /^(?:what|which|who|where|is|are|do|any)|[?？]\s*$|(?:뭐|무엇|무슨|누구|어디|있)[가-힣]*[\s?.!]*$/iu;

/** The rows of a day, where a question names one and a table that was shown last, or that it calls by a word of its name. Pure. */
export async function readTableDay(
  message: string,
  known: KnownThings | undefined,
): Promise<ThingPlan | undefined> {
  const asked = message.length <= LONGEST && ASKS.test(message) ? dayIn(message) : undefined;
  if (asked === undefined || known === undefined) return undefined;
  if (known.files?.some((path) => IS_TABLE.test(path)) !== true) return undefined;
  const opened = openedIn(known);
  for (const file of (await known.texts?.()) ?? []) {
    if (file.path !== opened && !isCalled(message, file.path)) continue;
    const rows = rowsOf(file).filter((row) => isOfDay(row, asked));
    const lines = rows.slice(0, MOST_ROWS).map(rowWords);
    if (lines.length > 0)
      return told(
        file.path,
        inBoth((language) => lines.map((line) => line[language]).join("\n")),
      );
  }
  return undefined;
}

function isCalled(message: string, path: string): boolean {
  const said = message.normalize("NFC").toLowerCase();
  const words = stemOfPath(path)
    .normalize("NFC")
    .toLowerCase()
    .split(/[\s_-]+/u);
  return words.some((word) => word.length > 1 && said.includes(word));
}

function isOfDay(row: JsonObject, asked: Day): boolean {
  return Object.values(row).some((cell) => {
    const day = dayOfCell(String(cell ?? ""));
    const isYear = asked.year === undefined || day?.year === undefined || asked.year === day.year;
    return isYear && day?.month === asked.month && day.day === asked.day;
  });
}

/** Opens a file. */
export const OPEN: Localized = { ko: "열기", en: "Open" };

/** Words that stand in a file, and which it is. Pure. */
export function told(path: string, passage: Localized): ThingPlan {
  const runs = `[system:read](${quoteIbl(path)})`;
  return {
    kind: "ask",
    words: joined(passage, `\n📄 ${escapeMarkup(lastOfPath(path))}`),
    offers: [{ label: OPEN, runs: { ko: runs, en: runs } }],
  };
}
