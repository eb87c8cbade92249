import { isNegated } from "../../rag/text/mood.ts";
import type { TimingInput } from "../../scheduler/timing/timing-reading.ts";
import { type BriefingPieces, readPieces } from "./briefing-pieces.ts";
import { quoteIbl } from "./code.ts";
import { moodOf } from "./gate.ts";
import type { PlannerResult, PlanOptions, PlanProposal } from "./result.ts";
import { readTokens } from "./slots.ts";

const SCORE = 0.95;
const BRIEFING = /브리핑|\bbrief(?:ing)?\b/iu;

/** What a briefing is called, by the hour from which on it comes. */
const NAMES: readonly { readonly fromHour: number; readonly ko: string; readonly en: string }[] = [
  { fromHour: 17, ko: "저녁 브리핑", en: "Evening briefing" },
  { fromHour: 11, ko: "점심 브리핑", en: "Noon briefing" },
  { fromHour: 4, ko: "아침 브리핑", en: "Morning briefing" },
];
const ANY_TIME = { ko: "브리핑", en: "Briefing" };

/** A briefing whose parts are said, to be scheduled: `code` is its name, by when it comes, and its program, a line each. */
export function briefingTarget(
  rest: string,
  timing: TimingInput | undefined,
  { language }: PlanOptions,
): PlanProposal | undefined {
  if (!BRIEFING.test(rest)) return undefined;
  const pieces = readPieces(rest);
  if (pieces === undefined) return undefined;
  const hour = hourOf(timing);
  const name = NAMES.find(({ fromHour }) => hour >= fromHour) ?? ANY_TIME;
  const code = `${quoteIbl(name[language])}\n${quoteIbl(programOf(pieces))}`;
  return { code, intent: name[language], score: SCORE };
}

/** The hour at which a timing comes each time; below 0 where it has none. */
function hourOf(timing: TimingInput | undefined): number {
  const time = timing?.["time"];
  return typeof time === "string" && /^\d{2}:/.test(time) ? Number(time.slice(0, 2)) : -1;
}

/** Plans a message that changes a briefing, or asks for one now; `undefined` for any other. */
export function planBriefing(text: string, options: PlanOptions): PlannerResult | undefined {
  if (options.allowedNodes?.includes("system") === false || isNegated(text)) return undefined;
  if (moodOf(text, readTokens(text)) !== "request") return undefined;
  const code = changeIn(text) ?? setIn(text) ?? askedNow(text);
  return code === undefined ? undefined : { kind: "sure", code, score: SCORE, intent: text };
}

function askedNow(text: string): string | undefined {
  const pieces = BRIEFING.test(text) ? readPieces(text) : undefined;
  // One thing alone is asked for better by its own action.
  return pieces === undefined || pieces.parts.length < 2 ? undefined : programOf(pieces);
}

function programOf({ parts, place, topic, symbol }: BriefingPieces): string {
  const facts = [
    `parts: ${listText([...parts, ...(parts.includes("prices") ? ["chart"] : [])])}`,
    ...(place === undefined ? [] : [`place: ${quoteIbl(place)}`]),
    ...(topic.length === 0 ? [] : [`topic: ${listText(topic)}`]),
    ...(symbol.length === 0 ? [] : [`symbol: ${listText(symbol)}`]),
  ];
  return `[system:run]("morning_briefing") {${facts.join(", ")}}`;
}

function listText(texts: readonly string[]): string {
  return `[${texts.map(quoteIbl).join(", ")}]`;
}

/** What is put into a briefing or taken out: the words, and which briefing. */
const CHANGES: readonly {
  readonly does: "add" | "remove";
  readonly words: RegExp;
}[] = [
  {
    does: "remove",
    words:
      /^(?:내\s*)?(?<name>\S+\s)?브리핑(?:에서는?|에)\s*(?<what>.+?)(?:은|는|을|를|도)?\s*(?:빼|제외|없애|지워|삭제)\S*(?:\s*줘\S*)?$/u,
  },
  {
    does: "add",
    words:
      /^(?:내\s*)?(?<name>\S+\s)?브리핑에(?:도)?\s*(?<what>.+?)(?:을|를|도)?\s*(?:추가|넣어|더해|담아|포함)\S*(?:\s*줘\S*)?$/u,
  },
  {
    does: "remove",
    words:
      /^(?:please\s+)?(?:remove|drop|take|leave|delete)\s+(?<what>.+?)\s+(?:from|out\s+of)\s+(?:my|the)\s+(?<name>\w+\s)?briefing$/iu,
  },
  {
    does: "add",
    words:
      /^(?:please\s+)?(?:add|put|include)\s+(?<what>.+?)\s+(?:to|in|into)\s+(?:my|the)\s+(?<name>\w+\s)?briefing$/iu,
  },
];

function changeIn(text: string): string | undefined {
  const said = withoutEnding(text);
  for (const { does, words } of CHANGES) {
    const { what, name } = words.exec(said)?.groups ?? {};
    const pieces = what === undefined ? undefined : readPieces(what);
    if (pieces === undefined) continue;
    return changeCode(nameOf(name), `${does}: ${changeText(pieces)}`);
  }
  return undefined;
}

/** What is said by name is put in or taken out by it; what is said alone is a part. */
function changeText({ parts, place, topic, symbol }: BriefingPieces): string {
  const alone = parts.filter(
    (part) =>
      !(part === "news" && topic.length > 0) &&
      !(part === "prices" && symbol.length > 0) &&
      !(part === "weather" && place !== undefined),
  );
  const facts = [
    ...(topic.length === 0 ? [] : [`topic: ${listText(topic)}`]),
    ...(symbol.length === 0 ? [] : [`symbol: ${listText(symbol)}`]),
    ...(alone.length === 0 && place === undefined
      ? []
      : [`parts: ${listText(place === undefined ? alone : [...alone, "weather"])}`]),
  ];
  return `{${facts.join(", ")}}`;
}

/** What is set anew: the topic of the news, the symbol of the prices, the place of the weather. */
const SETTINGS: readonly { readonly param: string; readonly words: RegExp }[] = [
  {
    param: "topic",
    words:
      /^(?:(?:내\s*)?(?<name>\S+\s)?브리핑(?:의)?\s*)?뉴스\s*주제(?:를|은|는)?\s*(?<value>.+?)(?:으로|로)\s*(?:바꿔|변경|해|교체)\S*(?:\s*줘\S*)?$/u,
  },
  {
    param: "symbol",
    words:
      /^(?:내\s*)?(?<name>\S+\s)?브리핑(?:의)?\s*(?:종목|시세|주가)(?:을|를|은|는)?\s*(?<value>.+?)(?:으로|로)\s*(?:바꿔|변경|해|교체)\S*(?:\s*줘\S*)?$/u,
  },
  {
    param: "place",
    words:
      /^(?:내\s*)?(?<name>\S+\s)?브리핑(?:의)?\s*(?:날씨|지역|장소)(?:를|을|은|는)?\s*(?<value>.+?)(?:으로|로)\s*(?:바꿔|변경|해|교체)\S*(?:\s*줘\S*)?$/u,
  },
  {
    param: "topic",
    words:
      /^(?:please\s+)?(?:change|set|switch)\s+(?:the\s+|my\s+)?news\s+topics?(?:\s+(?:of|in)\s+(?:my|the)\s+(?<name>\w+\s)?briefing)?\s+to\s+(?<value>.+)$/iu,
  },
  {
    param: "symbol",
    words:
      /^(?:please\s+)?(?:change|set|switch)\s+(?:the\s+)?(?:prices?|symbols?|stocks?)\s+(?:of|in)\s+(?:my|the)\s+(?<name>\w+\s)?briefing\s+to\s+(?<value>.+)$/iu,
  },
  {
    param: "place",
    words:
      /^(?:please\s+)?(?:change|set|switch)\s+(?:the\s+)?(?:weather|place)\s+(?:of|in)\s+(?:my|the)\s+(?<name>\w+\s)?briefing\s+to\s+(?<value>.+)$/iu,
  },
];

function setIn(text: string): string | undefined {
  const said = withoutEnding(text);
  for (const { param, words } of SETTINGS) {
    const { value, name } = words.exec(said)?.groups ?? {};
    if (value === undefined) continue;
    const values = value
      .split(/\s*,\s*|(?:이?랑|하고)\s+|\s+and\s+/u)
      .filter((each) => each !== "");
    const [only = ""] = values;
    const literal = param === "place" || values.length === 1 ? quoteIbl(only) : listText(values);
    return changeCode(nameOf(name), `${param}: ${literal}`);
  }
  return undefined;
}

function changeCode(name: string | undefined, facts: string): string {
  return `[system:change_briefing]${name === undefined ? "" : `(${quoteIbl(name)})`} {${facts}}`;
}

/** A word before it that tells briefings apart; `내` and `the daily` tell nothing. */
function nameOf(word: string | undefined): string | undefined {
  const said = word?.trim() ?? "";
  if (/^(?:아침|점심|저녁)$/u.test(said)) return `${said} 브리핑`;
  return /^(?:morning|noon|evening)$/iu.test(said) ? `${said} briefing` : undefined;
}

function withoutEnding(text: string): string {
  return text.replace(/[.!?~\s]+$/u, "").replace(/,?\s*please$/iu, "");
}
