import { quoteIbl } from "./code.ts";
import type { PlannerResult, PlanOptions } from "./result.ts";

const SCORE = 0.95;

/** Asks whether it rains or snows, or whether an umbrella is needed. */
const ENGLISH =
  /^(?:hey|so|and|please|do\s+you\s+know\s+if)?[\s,]*(?:will|is|does|do|should|would|are|am|any\s+chance|chance)\b.*\b(?:rain(?:ing|y)?|snow(?:ing|y)?|umbrella|showers?)\b/iu;
const KOREAN =
  /(?:(?:비|눈)\s?(?:가|는|도|이|은)?\s?(?:와(?:요)?|오(?:나요?|니|냐|려나요?|는지|겠지|겠어요?)|올까요?|온대요?(?=\s*[?？])|옵니까|내려(?:요)?|내리(?:나요?|니)|내릴까요?)|우산\s?(?:이|을|은)?\s?(?:필요(?:해요?|하나요?|할까요?)|(?:챙겨|가져|들고|갖고)\s?(?:가야|나가야|가|갈까|나갈까)\S*(?:\s?(?:해|하나|돼|되나|할까)\S*)?))\s*[?？!.~]*$/u;

/** Words of such a question that name no place. */
const ENGLISH_WORDS =
  /\b(?:hey|so|and|please|you|know|if|will|is|does|do|should|would|are|am|any|chance|of|it|there|be|going|gonna|to|i|we|need|take|bring|carry|have|an?|my|the|rain(?:ing|y)?|snow(?:ing|y)?|umbrella|showers?|likely|expected|forecast|today|tonight|tomorrow|tmrw|now|right|later|day|after|this|next|on|in|at|for|over|around|here|outside|morning|afternoon|evening|week(?:end)?|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/giu;
const KOREAN_WORDS =
  /(?:오늘|내일모레|내일|모레|지금|이따가?|이번\s?주말|이번\s?주|다음\s?주|주말|[월화수목금토일]요일|아침|점심|오전|오후|저녁|밤|새벽|혹시|여기)(?:에는|에도|에|은|는|도)?(?=\s|$)/gu;

const TOMORROW = /(?<!after\s+)\b(?:tomorrow|tmrw)\b|내일(?!\s?모레)/iu;

const LONGEST_PLACE = 30;

/** Plans a question whether it rains somewhere ("will it rain in Busan tomorrow?"); `undefined` for any other message. Pure. */
export function planRainQuestion(
  text: string,
  { allowedNodes }: PlanOptions,
): PlannerResult | undefined {
  if (allowedNodes?.includes("source") === false) return undefined;
  const said = text.trim();
  const place = ENGLISH.test(said) ? placeInEnglish(said) : placeInKorean(said);
  if (place === undefined || place.length > LONGEST_PLACE) return undefined;
  const target = place === "" ? "" : `(${quoteIbl(place)})`;
  const days = TOMORROW.test(said) ? " {days: 2}" : "";
  return { kind: "sure", code: `[source:weather]${target}${days}`, score: SCORE, intent: text };
}

/** What stands behind "in" or "at" and is no word of the question; empty where nothing is left over. */
function placeInEnglish(said: string): string | undefined {
  const left = said
    .replace(ENGLISH_WORDS, " ")
    .replace(/['’]s\b/gu, " ")
    .replace(/[^\p{L}\p{N}'.-]+/gu, " ")
    .trim();
  if (left === "") return "";
  const isNamed = new RegExp(`\\b(?:in|at|over|around|for)\\s+(?:the\\s+)?${escaped(left)}`, "iu");
  return isNamed.test(said.replace(/[,?!]/gu, " ")) ? left : undefined;
}

/** One word or two, such as "부산" or "서울 강남구". */
function placeInKorean(said: string): string | undefined {
  const asked = KOREAN.exec(said);
  if (asked === null) return undefined;
  const before = said.slice(0, asked.index).replace(KOREAN_WORDS, " ");
  const left = before.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  const place = left.replace(/(?<=[가-힣]{2})(?:에서는|에서|에는|에도|에|은|는|도)$/u, "");
  return place.split(" ").length <= 2 ? place : undefined;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
}
