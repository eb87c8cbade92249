import { isJsonObject, type JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Language, Localized } from "../../base/localized.ts";
import { literal } from "../../engine/values/link-lines.ts";
import type { Envelope } from "../../runs/result-envelope.ts";
import type { Table } from "../markup/tables.ts";

/** What a comparison comes to. */
export interface Comparison {
  /** The conclusion, in one sentence. */
  readonly text: string;
  /** The same table in lines of light markup. */
  readonly lines: readonly string[];
  readonly table: Table;
}

/** The program that looks at the weather of several places. */
const SEVERAL = /^\[source:weather\]\("[^"\\]+"\)(?: & \[source:weather\]\("[^"\\]+"\))+$/u;

interface Measured {
  readonly name: string;
  readonly degrees: number;
  readonly weather: string;
}

/** Which of several places is the warmest or the coldest, as was asked; `undefined` for any other program. Pure. */
export function compared(
  { ok, statements }: Pick<Envelope, "ok" | "statements">,
  {
    code,
    said,
    language,
  }: { readonly code: string; readonly said: string; readonly language: Language },
): Comparison | undefined {
  const wish = WISHES.find(({ words }) => words.test(said));
  const steps = statements.flatMap((statement) => statement.steps);
  if (!ok || wish === undefined || !SEVERAL.test(code)) return undefined;
  const names = [...code.matchAll(/"([^"]+)"/gu)].map(([, name = ""]) => name);
  const isTomorrow = /내일|\btomorrow\b/iu.test(said);
  const measured = steps.flatMap(({ value }, index): readonly Measured[] => {
    const found = isJsonObject(value) ? degreesIn(value, isTomorrow) : undefined;
    return found === undefined ? [] : [{ name: nameOf(names[index] ?? ""), ...found }];
  });
  if (measured.length < 2 || measured.length !== names.length) return undefined;
  const sign = wish.isCold ? 1 : -1;
  const ranked = [...measured].sort((one, other) => sign * (one.degrees - other.degrees));
  const heads = {
    ko: ["곳", isTomorrow ? "내일 최고" : "지금", "날씨"],
    en: ["Place", isTomorrow ? "High tomorrow" : "Now", "Weather"],
  };
  return {
    text: conclusion(ranked, wish)[language],
    lines: ranked.map((one) => `- **${literal(one.name)}** ${one.degrees}°C · ${one.weather}`),
    table: {
      names: [...heads[language]],
      isRight: [false, true, false],
      rows: ranked.map(({ name, degrees, weather }) => [name, `${degrees}°C`, weather]),
    },
  };
}

/** Names as they are written, whatever was typed. */
function nameOf(typed: string): string {
  return typed.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

function degreesIn(
  { temperature, weather, days }: JsonObject,
  isTomorrow: boolean,
): Omit<Measured, "name"> | undefined {
  const [, tomorrow] = Array.isArray(days) ? days : [];
  const from = isTomorrow && isJsonObject(tomorrow) ? tomorrow : { high: temperature, weather };
  const { high, weather: words } = from;
  if (typeof high !== "number") return undefined;
  return { degrees: Math.round(high), weather: typeof words === "string" ? words : "" };
}

interface Wish {
  readonly words: RegExp;
  readonly isCold: boolean;
  readonly ko: string;
  /** Of two, and of more. */
  readonly en: readonly [string, string];
}

const WISHES: readonly Wish[] = [
  { words: /따뜻|따듯|\bwarm/iu, isCold: false, ko: "따뜻해요", en: ["warmer", "warmest"] },
  { words: /더우|더워|덥|\bhot/iu, isCold: false, ko: "더워요", en: ["hotter", "hottest"] },
  { words: /추우|추워|춥|쌀쌀|\bcold/iu, isCold: true, ko: "추워요", en: ["colder", "coldest"] },
  { words: /시원|선선|\bcool/iu, isCold: true, ko: "시원해요", en: ["cooler", "coolest"] },
];

function conclusion(ranked: readonly Measured[], { ko, en }: Wish): Localized {
  const [first, second] = ranked;
  if (first === undefined || second === undefined) return { ko: "", en: "" };
  const name = literal(first.name);
  const degrees = `${first.degrees}°C`;
  const [ofTwo, ofMore] = en;
  const same = ranked.filter((one) => one.degrees === first.degrees);
  const names = same.map((one) => literal(one.name));
  if (same.length === ranked.length)
    return {
      ko: `${names.join(", ")} 모두 ${degrees}로 같아요.`,
      en: `${names.join(" and ")} are alike (${degrees}).`,
    };
  if (same.length > 1)
    return {
      ko: korean`${names.join(", ")}이(가) 가장 ${ko} (${degrees}).`,
      en: `${names.join(" and ")} are ${ofMore} (${degrees}).`,
    };
  const isTwo = ranked.length === 2;
  return {
    ko: korean`${name}이(가) ${isTwo ? "더" : "가장"} ${ko} (${degrees}).`,
    en: `${name} is ${isTwo ? ofTwo : ofMore} (${degrees}).`,
  };
}
