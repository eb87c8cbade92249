import { readCode } from "../code.ts";
import type { PlannerResult } from "../result.ts";
import { readTokens } from "../tokens.ts";

const ENGLISH =
  /^(?:(?:ok|okay|so|and|then)[\s,]+)*(?:(?:and|what\s+about|how\s+about|same\s+for)\s+)(?:(?:in|for|at|of|on)\s+)?(?:the\s+)?(?<value>[^?!.,]{1,40}?)(?:\s+(?:then|too|instead|please))?[\s?.!]*$/iu;
const KOREAN =
  /^(?:(?:그럼|그러면|그리고|그렇다면|또|아)\s*,?\s*)+(?<value>[^?!.,]{1,30}?)(?:에서는|에선|에는|엔|은|는|도)?(?:요)?(?:\s*(?:어때|어떤데|얼마(?:야|지)?))?(?:요)?[\s?？.!]*$|^(?<topic>[^?!.,]{1,30}?)(?:에서는|에선|에는|은|는)(?:요)?\s*[?？]+$/u;

/** Lookups of which the value alone may change. */
const FOLLOWED: ReadonlySet<string> = new Set([
  "source:weather",
  "source:price",
  "source:search_news",
  "system:time",
  "system:list_events",
]);
const DAY =
  /\b(?:today|tomorrow|tonight|(?:this|next)\s+week(?:end)?|(?:on\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|오늘|내일|모레|이번\s?주말?|다음\s?주말?|주말|(?:다음\s?주\s?)?[월화수목금토일]요일/iu;
const ONLY_DAY = new RegExp(`^(?:${DAY.source})$`, "iu");
/** A day, as it is asked about after another: 내일은, 금요일엔, "and on friday". */
const ONLY_A_DAY =
  /^(?:(?:그럼|그러면|그리고|아|and|then|what\s+about|how\s+about)[\s,]+)*(?:on\s+)?(?<value>\S+?(?:\s\S+?)?)(?:은|는|엔|에는|에|날은)?(?:요)?[\s?？.!]*$/iu;
const MOST_WORDS = 3;

/**
 * The whole of a message that only names another value for the lookup before it ("and in Busan?", 그럼 오사카는?): the earlier words with the
 * new place, name or day. `undefined` where it is none, means something by itself, or nothing was looked up before. Pure.
 */
export function followedUp(
  text: string,
  before: readonly string[],
  plan: (message: string) => PlannerResult,
): string | undefined {
  if (newValue(text) === undefined || plan(text).kind === "sure") return undefined;
  let asked: string | undefined;
  for (const said of before) asked = (asked && withValue(asked, said, plan)) ?? said;
  return asked === undefined ? undefined : withValue(asked, text, plan);
}

function newValue(text: string): string | undefined {
  const said = text.normalize("NFC").trim();
  const onlyDay = ONLY_A_DAY.exec(said)?.groups?.["value"]?.trim();
  if (onlyDay !== undefined && ONLY_DAY.test(onlyDay)) return onlyDay;
  const groups = (/\p{Script=Hangul}/u.test(said) ? KOREAN : ENGLISH).exec(said)?.groups;
  const value = (groups?.["value"] ?? groups?.["topic"])?.trim();
  return value === undefined || value.split(/\s+/u).length > MOST_WORDS ? undefined : value;
}

/** What was asked, with the value of a message that names another; `undefined` where the result asks for something else. */
function withValue(
  asked: string,
  text: string,
  plan: (message: string) => PlannerResult,
): string | undefined {
  const value = newValue(text);
  const planned = value === undefined ? undefined : plan(asked);
  if (value === undefined || planned?.kind !== "sure") return undefined;
  const call = lookupOf(planned.code);
  if (call === undefined) return undefined;
  const whole = ONLY_DAY.test(value) ? onDay(asked, value) : about(asked, call.value, value);
  const again = plan(whole);
  return again.kind === "sure" && lookupOf(again.code)?.name === call.name ? whole : undefined;
}

function lookupOf(code: string): { readonly name: string; readonly value: string } | undefined {
  const { calls, literals } = readCode(code);
  const [name = ""] = calls;
  if (calls.length !== 1 || !FOLLOWED.has(name)) return undefined;
  return { name, value: literals.find(({ key }) => key === undefined)?.value ?? "" };
}

function onDay(asked: string, day: string): string {
  return DAY.test(asked) ? asked.replace(DAY, day) : besides(asked, day);
}

function about(asked: string, old: string, value: string): string {
  const at = asked.toLowerCase().indexOf(old.toLowerCase());
  const place = readTokens(asked).find(({ kind, value: zone }) => kind === "place" && zone === old);
  const [start, end] = place === undefined ? [at, at + old.length] : [place.start, place.bodyEnd];
  if (old !== "" && start >= 0) return `${asked.slice(0, start)}${value}${asked.slice(end)}`;
  const isKorean = /\p{Script=Hangul}/u.test(asked);
  return besides(asked, isKorean ? value : `in ${value}`);
}

/** Korean says the place or day first, English last. */
function besides(asked: string, words: string): string {
  const bare = asked.replace(/[\s?？.!]+$/u, "");
  return /\p{Script=Hangul}/u.test(asked) ? `${words} ${asked}` : `${bare} ${words}?`;
}
