import type { Json } from "../../../base/json.ts";

/** Longest text that is read as a number or a date, in UTF-16 units. */
const MAX_LENGTH = 60;

/** What a number may be multiplied by. */
const SCALES: Readonly<Record<string, number>> = {
  천: 1e3,
  만: 1e4,
  억: 1e8,
  조: 1e12,
  K: 1e3,
  k: 1e3,
  M: 1e6,
  B: 1e9,
  T: 1e12,
};

const AMOUNT = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+`;
const SCALE = String.raw`[천만억조KkMBT](?!\p{Script=Latin})`;
const SCALED = `(${AMOUNT}) ?(${SCALE})?`;
/** One amount, or several of which all but the last have a scale: "1조 2,000억". */
const SUM = `(?:(?:${AMOUNT}) ?${SCALE} ?)+(?:${AMOUNT})?|${AMOUNT}`;
const UNITS =
  "원|달러|엔|유로|위안|개|건|명|위|점|회|번|배|도|대|권|편|초|분|시간|일|주|개월|년|원대|%|%p|‰|°C|°F|km|m|cm|mm|kg|g|L|ml|kB|KB|MB|GB|KRW|USD|EUR|JPY|kbps";
/** Sign, currency, amount, unit. Spaces are single before it is used. */
const WHOLE = new RegExp(
  String.raw`^([+\-−▲△▼▽]?) ?(?:US\$|[$₩€£¥]|KRW|USD)? ?([+\-−]?)(${SUM}) ?(?:${UNITS})?$`,
  "u",
);
const PART = new RegExp(SCALED, "gu");

/** The number that a value is or that a text as a whole spells: "1,234", "3.5%", "₩1,200", "▼ 300", "1조 2,000억원"; undefined for anything else. */
export function readNumber(value: Json | undefined): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || value.length > MAX_LENGTH) return undefined;
  const match = WHOLE.exec(spaced(value));
  if (match === null) return undefined;
  const isBelowZero = /[-−▼▽]/u.test(`${match[1] ?? ""}${match[2] ?? ""}`);
  const amount = sumOf(match[3] ?? "");
  return isBelowZero ? -amount : amount;
}

/** As `readNumber`, and else the first number that stands in a text ("약 3,500원 정도"). */
export function findNumber(value: Json | undefined): number | undefined {
  const whole = readNumber(value);
  if (whole !== undefined || typeof value !== "string") return whole;
  const text = spaced(value.slice(0, MAX_LENGTH * 4));
  const match = new RegExp(`([-−]?)${SCALED}`, "u").exec(text);
  if (match === null) return undefined;
  const amount = sumOf(match[0]);
  return (match[1] ?? "") === "" ? amount : -amount;
}

const DAY = String.raw`(\d{4})(?:[-./]|년) ?(\d{1,2})(?:[-./]|월) ?(\d{1,2})(?:일|\.)?`;
const CLOCK = String.raw`(?:(오전|오후) ?)?(\d{1,2})(?::|시) ?(?:(\d{1,2})분?)?(?::(\d{2})(?:\.\d+)?)?`;
const ZONE = String.raw`(Z|[+-]\d{2}:?\d{2})?`;
const DATE = new RegExp(`^${DAY}(?:(?:T| )${CLOCK} ?${ZONE})?$`, "u");
/** Fri, 20 Nov 2026 06:30:00 GMT (RFC 5322, 3.3). */
const MAIL_DATE =
  /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4}(?: \d\d:\d\d(?::\d\d)?(?: .{1,8})?)?$/;

/** The moment that a text names, in Unix milliseconds: ISO, "2026.11.20", "2026년 11월 20일 오후 3시", mail dates. Without a zone it counts as UTC. */
export function readDate(value: Json | undefined): number | undefined {
  if (typeof value !== "string" || value.length > MAX_LENGTH) return undefined;
  const text = spaced(value);
  if (MAIL_DATE.test(text)) return definedNumber(Date.parse(text));
  const match = DATE.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, half, hour, minute, second, zone] = match;
  const hours = Number(hour ?? 0);
  const atMs = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    half === undefined ? hours : (hours % 12) + (half === "오후" ? 12 : 0),
    Number(minute ?? 0),
    Number(second ?? 0),
  );
  return definedNumber(atMs - offsetMs(zone));
}

/** Full-width letters made plain, and every run of spaces one. */
function spaced(text: string): string {
  return text.normalize("NFKC").replace(/\s+/g, " ").trim();
}

function sumOf(text: string): number {
  let sum = 0;
  for (const match of text.matchAll(PART))
    sum += Number((match[1] ?? "").replaceAll(",", "")) * (SCALES[match[2] ?? ""] ?? 1);
  return sum;
}

function offsetMs(zone: string | undefined): number {
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? "");
  if (match === null) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return (match[1] === "-" ? -minutes : minutes) * 60_000;
}

function definedNumber(value: number): number | undefined {
  return Number.isNaN(value) ? undefined : value;
}
