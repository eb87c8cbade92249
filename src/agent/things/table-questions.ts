import type { JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import { bold, escapeMarkup } from "../../base/visible-text.ts";
import { lastOfPath } from "../../drivers/files/nearest-file.ts";
import { quoteIbl } from "../planner/code.ts";
import { asksByForm } from "../planner/small-talk-replies.ts";
import { openedIn } from "./pointed.ts";
import type { FileWords, KnownThings, ThingOffer, ThingPlan } from "./said.ts";
import { IS_TABLE, rowsOf } from "./table-rows.ts";

/** What is asked of a column. */
type How = "sum" | "avg" | "max" | "min" | "count";

/** The first that fits counts. */
const HOWS: readonly (readonly [How, RegExp])[] = [
  ["avg", /\b(?:average|avg|mean)\b|평균/iu],
  [
    "min",
    /\b(?:cheapest|lowest|smallest|least|worst|minimum|min|fewest|slowest|shortest)\b|(?:제일|가장)\s?(?:싼|적은|낮은|작은|안\s?좋은|못\s?(?:판|팔린)|저렴한|적게|낮았|적었|안\s?좋았|나빴)|최저|최소/iu,
  ],
  [
    "max",
    /\b(?:most|highest|best|biggest|largest|greatest|maximum|max|top|priciest|longest|fastest)\b|(?:제일|가장)\s?(?:비싼|많은|높은|큰|좋은|잘\s?(?:판|팔린|나온)|많이|높았|많았|좋았|컸|잘)|최고|최대/iu,
  ],
  [
    "sum",
    /\b(?:total|sum|altogether|in\s+all|add(?:s|ed)?\s+up)\b|합계|총합|총액|합산|합이|다\s?(?:더하|합)|모두\s?얼마|전부\s?얼마/iu,
  ],
  ["count", /\bhow\s+many\s+(?:rows?|lines?|items?|entries|records?)\b|몇\s?(?:개|줄|건|명|행)/iu],
];

/** In UTF-16 units; what is longer asks more than that. */
const LONGEST = 100;

interface Table {
  readonly path: string;
  readonly rows: readonly JsonObject[];
  readonly columns: readonly string[];
  /** Those with a number in every row. */
  readonly numeric: readonly string[];
}

/** What is asked of the numbers of a table that was sent or shown last, or whose column is named: its sum, average, greatest, least or count. Pure. */
export async function readTableQuestion(
  message: string,
  known: KnownThings | undefined,
): Promise<ThingPlan | undefined> {
  const [how] = HOWS.find(([, said]) => said.test(message)) ?? [];
  const isShort = message.length <= LONGEST && !/[\n"“]/u.test(message);
  if (how === undefined || known === undefined || !isShort) return undefined;
  const { files = [], texts } = known;
  if (!files.some((each) => IS_TABLE.test(each))) return undefined;
  const tables = ((await texts?.()) ?? []).flatMap(tableOf);
  const opened = openedIn(known);
  const isNewest = how === "sum" && IS_ALONE.test(message.trim());
  const table =
    tables.find(({ path }) => path === opened) ??
    tables.find(({ columns }) => columns.some((column) => names(message, column))) ??
    (isNewest ? tables.find(({ path }) => path === files[0]) : undefined);
  return table === undefined ? undefined : answer(how, message, table);
}

/** Names nothing that is added up. */
const IS_ALONE =
  /^(?:(?:and|so)\s+)?(?:what(?:['’]?s|\s+is)\s+(?:the|it)\s+)?(?:(?:the\s+)?(?:grand\s+)?total|sum)(?:\s+(?:amount|of\s+(?:it|that|all)))?[\s?.!]*$|^(?:전부\s?|다\s?)?(?:합계|총합|총액)(?:가|이|은|는)?\s?(?:얼마(?:야|지|예요|에요)?|뭐야)?[\s?.!]*$/iu;

/** What can be done with a table that something else is asked of, right after it was sent, by the name of a column; `undefined` where none was. Pure. */
export function tableInstead(
  message: string,
  { sent = [] }: Pick<KnownThings, "sent">,
  files: readonly FileWords[],
): ThingPlan | undefined {
  const [path, second] = sent;
  if (path === undefined || second !== undefined || !asksByForm(message)) return undefined;
  const table = files.flatMap(tableOf).find((each) => each.path === path);
  const said = message.replaceAll(path, " ").replaceAll(lastOfPath(path), " "); // a file's own name asks for no column
  if (table?.columns.some((column) => names(said, column)) !== true) return undefined;
  const name = bold(lastOfPath(path));
  return {
    kind: "ask",
    words: {
      ko: korean`${name}에서 그건 알아낼 수 없어요. 합계·평균·최고·최저는 계산해 드려요.`,
      en: `I can't work that out from ${name}. I can total, average, or find the highest and lowest.`,
    },
    offers: [offer(CHART, `${reads(path)} >> [forge:chart]`), offer(ROWS, reads(path))],
  };
}

const CHART: Localized = { ko: "차트", en: "Chart" };
const ROWS: Localized = { ko: "열기", en: "Open" };

function reads(path: string): string {
  return `[system:read](${quoteIbl(path)})`;
}

function offer(label: Localized, code: string): ThingOffer {
  return { label, runs: { ko: code, en: code } };
}

function tableOf(file: FileWords): readonly Table[] {
  const { path } = file;
  const rows = rowsOf(file);
  const columns = Object.keys(rows[0] ?? {});
  if (rows.length === 0 || columns.length === 0) return [];
  const numeric = columns.filter((column) =>
    rows.every((row) => numberIn(row[column]) !== undefined),
  );
  return [{ path, rows, columns, numeric }];
}

/** 1,200 and 12,000원 are numbers too. */
function numberIn(cell: unknown): number | undefined {
  if (typeof cell === "number") return cell;
  const plain = String(cell ?? "").replace(/[,\s]|^[$€£₩]|(?:원|달러|%)$/gu, "");
  return plain !== "" && Number.isFinite(Number(plain)) ? Number(plain) : undefined;
}

function names(message: string, column: string): boolean {
  const said = message.normalize("NFC").toLowerCase();
  const name = column.normalize("NFC").toLowerCase().replace(/[_-]+/gu, " ").trim();
  if (name.length < 2) return false;
  if (/\p{Script=Hangul}/u.test(name)) return said.includes(name);
  return new RegExp(`\\b${name.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&")}s?\\b`, "u").test(said);
}

function answer(how: How, message: string, table: Table): ThingPlan {
  const { path, rows, numeric } = table;
  const offers = [offer(CHART, `${reads(path)} >> [forge:chart]`), offer(ROWS, reads(path))];
  const [only, second] = numeric;
  const named = numeric.find((each) => names(message, each));
  const column = named ?? (second === undefined ? only : undefined);
  if (how === "count")
    return {
      kind: "ask",
      words: { ko: `${rows.length}줄이에요.`, en: `${rows.length} rows.` },
      offers,
    };
  if (column !== undefined) return { kind: "ask", words: told(how, column, table), offers };
  const choices = numeric.slice(0, MOST_COLUMNS).map((each): ThingOffer => {
    const says = `${message.replace(/[\s?？.!]+$/u, "")} (${each})`;
    return { label: { ko: each, en: each }, says: { ko: says, en: says } };
  });
  return { kind: "ask", words: whichColumn(table), offers: numeric.length > 0 ? choices : offers };
}

function whichColumn({ path, numeric }: Table): Localized {
  const name = bold(lastOfPath(path));
  return numeric.length === 0
    ? { ko: korean`${name}에는 숫자로 된 칸이 없어요.`, en: `${name} has no column of numbers.` }
    : { ko: `어느 칸을 볼까요? ${listed(numeric)}`, en: `Which column? ${listed(numeric)}` };
}

function told(how: Exclude<How, "count">, column: string, table: Table): Localized {
  const numbers = table.rows.map((row) => numberIn(row[column]) ?? 0);
  const title = escapeMarkup(column);
  const sum = numbers.reduce((all, each) => all + each, 0);
  if (how === "sum") {
    const value = written(sum);
    return { ko: `${title} 합계는 **${value}**예요.`, en: `**${value}** in total (${title}).` };
  }
  if (how === "avg") {
    const value = written(sum / numbers.length);
    return { ko: `${title} 평균은 **${value}**예요.`, en: `**${value}** on average (${title}).` };
  }
  const value = numbers.reduce((one, other) => Math[how](one, other));
  const labels = table.rows.flatMap((row, index) =>
    numbers[index] === value ? [labelOf(row, table)] : [],
  );
  const words = `${listed(labels)} · ${title} ${written(value)}`;
  return { ko: words, en: words };
}

/** What a row is about: its first cell that is no number. */
function labelOf(row: Table["rows"][number], { columns, numeric }: Table): string {
  const column = columns.find((each) => !numeric.includes(each)) ?? columns[0] ?? "";
  return String(row[column] ?? "");
}

/** Most columns to choose from. */
const MOST_COLUMNS = 4;

/** Most names that are told. */
const MOST_SHOWN = 5;

function listed(all: readonly string[]): string {
  const first = all.slice(0, MOST_SHOWN).map((name) => `**${escapeMarkup(name)}**`);
  return [...first, ...(all.length > MOST_SHOWN ? ["…"] : [])].join(", ");
}

function written(value: number): string {
  return (Math.round(value * 100) / 100).toLocaleString("en-US");
}
