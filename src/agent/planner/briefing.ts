import { isNegated } from "../../rag/text/mood.ts";
import { wordsOfTime } from "../../scheduler/phrases/find-time.ts";
import type { TimingInput } from "../../scheduler/timing/timing-reading.ts";
import { quoteIbl } from "./code.ts";
import { moodOf } from "./message.ts";
import type { PlannerResult, PlanOptions, PlanProposal } from "./result.ts";
import { readTokens } from "./tokens.ts";

const SCORE = 0.95;
const BRIEFING = /브리핑|\bbrief(?:ing)?\b/iu;

/** Words that ask for a briefing and do not say of what. */
const BARE =
  /^(?:(?:please|send|give|get|bring|me|a|an|my|the|morning|daily|evening|좀|나한테|내게|아침|저녁|오늘의?)\s+)*(?:(?:아침|저녁)?\s?브리핑(?:을|를)?|brief(?:ing)?)(?:\s*(?:me|please|in\s+the\s+morning|morning|좀|보내\S*|해\S*|줘\S*|알려\S*|부탁\S*))*[\s.!]*$/iu;

/** True for words that ask for a briefing and for nothing else. */
export function isBriefing(rest: string): boolean {
  return BARE.test(rest);
}

/** A briefing comes every day at an hour that is said with no day. */
export function eachDay(text: string, timing: TimingInput): TimingInput {
  const { said } = wordsOfTime(text);
  const [, time] = /T?(\d\d:\d\d)$/u.exec(String(timing["at"] ?? "")) ?? [];
  const isAtHour = said.clocks.length > 0 && said.day === undefined && said.after === undefined;
  return time === undefined || !isAtHour ? timing : { repeat: "daily", time };
}

/** What it has then; its picture is drawn where somebody asks for it. */
const USUAL: BriefingPieces = {
  parts: ["weather", "calendar", "todos", "news"],
  topic: [],
  symbol: [],
};

/** What a briefing is called, by the hour from which on it comes. */
const NAMES: readonly { readonly fromHour: number; readonly ko: string; readonly en: string }[] = [
  { fromHour: 17, ko: "저녁 브리핑", en: "Evening briefing" },
  { fromHour: 11, ko: "점심 브리핑", en: "Noon briefing" },
  { fromHour: 4, ko: "아침 브리핑", en: "Morning briefing" },
];
const ANY_TIME = { ko: "브리핑", en: "Briefing" };

const PART_NAME = "(?:날씨|뉴스|일정|할\\s?일|시세|주가)";
const ENGLISH_PART =
  "(?:the\\s+|my\\s+)?(?:weather|news|calendar|prices|to-?dos?(?:\\s+list)?)(?![\\p{L}])";

/** A part of a briefing that is not to be in it: 날씨는 빼고, "without the weather". */
const LEAVES_OUT = new RegExp(
  `(?<![가-힣])(?<korean>${PART_NAME}(?:(?:이?랑|하고|와|과|,)?\\s*${PART_NAME})*)(?:은|는|을|를|만)?\\s*(?:빼고|빼줘|빼|뺀|제외하고|제외한|말고|없이|없는)(?![가-힣])|,?\\s*\\b(?:without|except(?:\\s+for)?|but\\s+(?:no|not|without)|minus|leaving\\s+out)\\s+(?<english>${ENGLISH_PART}(?:\\s*(?:,|and|or)\\s*${ENGLISH_PART})*)`,
  "iu",
);

/** What words about a briefing leave out of it: the words that say so, and its parts; `undefined` where they leave out none. Pure. */
export function leftOutIn(
  text: string,
): { readonly words: string; readonly parts: readonly string[] } | undefined {
  const match = BRIEFING.test(text) ? LEAVES_OUT.exec(text) : null;
  const { korean, english = korean } = match?.groups ?? {};
  const parts = english === undefined ? undefined : readPieces(english.replace(/\bor\b/giu, "and"));
  return match === null || parts === undefined
    ? undefined
    : { words: match[0], parts: parts.parts };
}

/** A briefing whose parts are said, to be scheduled: `code` is its name, by when it comes, and its program, a line each. */
export function briefingTarget(
  given: string,
  timing: TimingInput | undefined,
  { language }: PlanOptions,
): PlanProposal | undefined {
  const out = leftOutIn(given);
  const rest = out === undefined ? given : given.replace(out.words, " ").trim();
  const pieces = readPieces(rest);
  // Several things at one time are a briefing, also where nobody calls them one.
  if (!BRIEFING.test(rest) && (pieces?.parts.length ?? 0) < 2) return undefined;
  const wanted = BARE.test(rest) ? USUAL : pieces;
  const parts = wanted?.parts.filter((part) => out?.parts.includes(part) !== true) ?? [];
  if (wanted === undefined || parts.length === 0) return undefined;
  const program = programOf({ ...wanted, parts });
  const hour = hourOf(timing);
  const name = NAMES.find(({ fromHour }) => hour >= fromHour) ?? ANY_TIME;
  const code = `${quoteIbl(name[language])}\n${quoteIbl(program)}`;
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

/** A briefing, with nothing said of what is in it. */
const BRIEF_ME =
  /^(?:(?:지금|오늘|바로)\s*)?(?:내\s*|아침\s*)*브리핑(?:을|를)?\s*(?:좀\s*|지금\s*)*(?:해|보여|보내|들려)?\s*(?:줘|주세요|줄래|부탁해?)(?:요)?[.!~]*$|^(?:please\s+)?(?:brief\s+me(?:\s+now)?|(?:give|show|send|read)\s+me\s+(?:my\s+|the\s+|a\s+)?briefing(?:\s+now)?)(?:\s+please)?[.!\s]*$/iu;

function askedNow(text: string): string | undefined {
  if (BRIEF_ME.test(text.trim())) return '[system:run]("morning_briefing")';
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
    does: "remove",
    words:
      /^(?:please\s+)?no\s+(?:more\s+)?(?<what>.+?)\s+in\s+(?:my|the)\s+(?<name>\w+\s)?briefing$/iu,
  },
  {
    does: "add",
    words:
      /^(?:please\s+)?(?:put|bring)\s+(?:the\s+)?(?<what>.+?)\s+back\s+(?:to|in|into)\s+(?:my|the)\s+(?<name>\w+\s)?briefing$/iu,
  },
  {
    does: "add",
    words:
      /^(?:please\s+)?(?:add|put|include)\s+(?<what>.+?)\s+(?:to|in|into)\s+(?:my|the)\s+(?<name>\w+\s)?briefing$/iu,
  },
];

/** The program that puts something into a briefing or takes it out; `undefined` for any other words. Pure. */
export function changeIn(text: string): string | undefined {
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

/** What a briefing is asked to have. */
interface BriefingPieces {
  readonly parts: readonly string[];
  readonly place?: string;
  readonly topic: readonly string[];
  readonly symbol: readonly string[];
}

/** One thing said of a briefing: a part, or what of it by name. */
interface Piece {
  readonly part: "weather" | "news" | "prices" | "calendar" | "todos" | "chart";
  readonly of: string;
}

/** How each part is said; what stands in the group is of which place, topic or symbol. */
const SAID: readonly { readonly part: Piece["part"]; readonly words: RegExp }[] = [
  { part: "weather", words: /^(?<of>.*?)\s*(?:날씨|일기\s*예보)$/u },
  {
    part: "weather",
    words: /^(?:the\s+)?(?:weather|forecast)(?:\s+(?:in|of|for)\s+(?<of>.+))?$/iu,
  },
  { part: "weather", words: /^(?:the\s+)?(?<of>.+?)\s+weather$/iu },
  { part: "news", words: /^(?<of>.*?)\s*(?:뉴스|소식|기사|헤드라인)$/u },
  {
    part: "news",
    words: /^(?:the\s+)?(?:news|headlines)(?:\s+(?:on|about|of)\s+(?<of>.+))?$/iu,
  },
  { part: "news", words: /^(?:the\s+)?(?<of>.+?)\s+(?:news|headlines)$/iu },
  { part: "prices", words: /^(?<of>.*?)(?:의)?\s*(?:주가|시세|가격)$/u },
  {
    part: "prices",
    words: /^(?:the\s+)?(?:(?:stock\s+)?prices?|quotes?)(?:\s+(?:of|for)\s+(?<of>.+))?$/iu,
  },
  { part: "prices", words: /^(?:the\s+)?(?<of>.+?)\s+(?:(?:stock\s+)?prices?|quotes?)$/iu },
  { part: "calendar", words: /^(?:오늘\s*)?(?:일정|달력|캘린더)$/u },
  { part: "calendar", words: /^(?:(?:the|my)\s+)?(?:calendar|appointments)$/iu },
  { part: "todos", words: /^(?:오늘\s*)?(?:할\s*일|투두)(?:\s*목록)?$/u },
  {
    part: "todos",
    words: /^(?:(?:the|my)\s+)?(?:to-?dos?|tasks|(?:shopping\s+)?list)(?:\s+list)?$/iu,
  },
  { part: "chart", words: /^(?:차트|그래프)$/u },
  { part: "chart", words: /^(?:the\s+|a\s+)?(?:chart|graph)$/iu },
];

/** What asks for a briefing and says nothing of what it has. */
const ASKING: readonly RegExp[] = [
  /^(?:please\s+)?(?:(?:can|could)\s+you\s+)?(?:brief|send|give|tell|make|show|bring)\s+(?:me\s+)?/iu,
  /^(?:(?:a|the|my)\s+)?(?:(?:daily|morning|noon|evening)\s+)?briefing\b\s*/iu,
  /^(?:with|on|about|of|including)\s+/iu,
  /\s*(?:briefing|please)$/iu,
  /\s*(?:브리핑|요약)(?:을|으로|도|만)?\s*(?:좀\s*)?(?:해|보내|만들어|알려|들려|받|부탁|줘)?\S*(?:\s*(?:줘|주세요|싶어|줄래)\S*)?$/u,
  /^(?:내\s*)?(?:아침|점심|저녁)?\s*브리핑(?:에|으로|은)?\s*/u,
  /\s*(?:좀\s*)?(?:보내|알려|전해|말해|읽어)\s?(?:줘|주라|줄래|주세요)\S*$/u,
];

const BETWEEN =
  /\s*,\s*(?:and\s+)?|\s+and\s+|\s+plus\s+|\s+및\s+|\s+그리고\s+|(?<=\p{L})(?:이?랑|하고|과|와)\s+/u;

/** Reads words such as "서울 날씨랑 AI 뉴스" or "the weather in Seoul and news about AI"; `undefined` where anything in them is none of a briefing's parts. */
export function readPieces(text: string): BriefingPieces | undefined {
  const words = ASKING.reduce(
    (said, asking) => said.replace(asking, ""),
    text.trim().replace(/[.!?~]+$/u, ""),
  ).trim();
  if (words === "") return undefined;
  const pieces = piecesOf(words.split(BETWEEN).map((part) => part.trim()));
  if (pieces === undefined || pieces.length === 0) return undefined;
  const of = (part: Piece["part"]): readonly string[] =>
    pieces.flatMap((piece) => (piece.part === part && piece.of !== "" ? [piece.of] : []));
  const [place] = of("weather");
  return {
    parts: [...new Set(pieces.map(({ part }) => part))],
    ...(place === undefined ? {} : { place }),
    topic: of("news"),
    symbol: of("prices"),
  };
}

/** A name alone is of the part that is said after it (AI랑 반도체 뉴스), in English also before it (news about AI and chips). */
function piecesOf(words: readonly string[]): readonly Piece[] | undefined {
  const pieces: Piece[] = [];
  let waiting: string[] = [];
  for (const word of words.filter((each) => each !== "")) {
    const piece = pieceOf(word);
    const last = pieces.at(-1);
    if (piece !== undefined) {
      if (waiting.length > 0 && !takesNames(piece)) return undefined;
      pieces.push(...waiting.map((of) => ({ part: piece.part, of })), piece);
      waiting = [];
    } else if (last !== undefined && takesNames(last) && !/\p{Script=Hangul}/u.test(words.join("")))
      pieces.push({ part: last.part, of: word });
    else waiting.push(word);
  }
  return waiting.length === 0 ? pieces : undefined;
}

function takesNames({ part, of }: Piece): boolean {
  return of !== "" && (part === "news" || part === "prices");
}

function pieceOf(word: string): Piece | undefined {
  const said = word.replace(/(?<=\p{Script=Hangul})(?:도|만|을|를)$/u, "");
  for (const { part, words } of SAID) {
    const match = words.exec(said);
    if (match !== null) return { part, of: match.groups?.["of"]?.trim() ?? "" };
  }
  return undefined;
}
