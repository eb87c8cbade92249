import { parseTiming } from "../timing/timing.ts";
import type { TimingContext, TimingInput } from "../timing/timing-reading.ts";
import { timeAnswer } from "./answer.ts";
import { findTime } from "./find-time.ts";

/** The fields that may hold words, and those beside them that then must not stand there. */
const WORDED: readonly { readonly keys: readonly string[]; readonly without?: string }[] = [
  { keys: ["every", "time"] },
  { keys: ["date", "time"] },
  { keys: ["cron"] },
  { keys: ["at"] },
  { keys: ["after"] },
  { keys: ["every"], without: "time" },
  { keys: ["date"], without: "time" },
  { keys: ["time"], without: "date" },
];

/** Two letters in a row, as no cron expression and no ISO time has them. */
const WORDS = /[a-z]{2}|[가-힣]/iu;

/** A timing with what it says in words ("every day at 8", "내일 아침 8시") in the fields that they mean; as it was where it is no words, or they may mean more than one time. Pure. */
export function withWordsRead(input: TimingInput, context: TimingContext): TimingInput {
  const isWorded = Object.values(input).some(
    (value) => typeof value === "string" && WORDS.test(value),
  );
  if (!isWorded || parseTiming(input, context).ok) return input;
  const readings = WORDED.filter(({ without = "" }) => input[without] === undefined).map(
    ({ keys }) => readingOf(keys, input, context),
  );
  return readings.find((read) => read !== undefined && parseTiming(read, context).ok) ?? input;
}

/** The input with what these fields say together in the fields that it means. */
function readingOf(
  keys: readonly string[],
  input: TimingInput,
  context: TimingContext,
): TimingInput | undefined {
  const texts = keys.map((key) => input[key]).filter((text) => typeof text === "string");
  if (texts.length < keys.length || !WORDS.test(texts.join(" "))) return undefined;
  const said = `${keys.includes("every") ? "every " : ""}${texts.join(" ")}`;
  const timing = timingIn(said, context);
  const others = Object.entries(input).filter(([key]) => !keys.includes(key));
  return timing && { ...Object.fromEntries(others), ...timing };
}

/** What words say that say nothing but a time. */
function timingIn(text: string, context: TimingContext): TimingInput | undefined {
  const when = timeAnswer(text, context) ?? findTime(text, context);
  const isAll = when?.rest.replace(/[\s.,!]|\bat\b|에|으로/gu, "") === "";
  return isAll && when.ambiguity === undefined ? when.timing : undefined;
}
