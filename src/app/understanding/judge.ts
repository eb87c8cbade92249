import type { Expectation, LabelledMessage } from "./labelled-messages.ts";
import type { Heard } from "./rehearsal.ts";
import { areSameTimes, type Comparing, duesOf, isSameProgram, onlyReads } from "./same-program.ts";

/**
 * What a message came to: `right` at once; `first` or `later` among what is offered; `unsupported` (said that a repetition cannot end or
 * leave a day out); `missed` (asked back, offered other things, or not understood); `wrong` (did, or asked about, something else); `forbidden` (did or offered what was forbidden).
 */
export type Verdict =
  | "right"
  | "first"
  | "later"
  | "unsupported"
  | "missed"
  | "wrong"
  | "forbidden";

/** Judges what the bot did by what is right for the message. */
export function judge(message: LabelledMessage, heard: Heard, comparing: Comparing): Verdict {
  const { expected, never } = message;
  const shown = [...heard.ran, ...heard.asked, ...heard.offered].join("\n");
  if (never.some((action) => shown.includes(`[${action}]`))) return "forbidden";
  const done = [...heard.ran, ...heard.asked].join("\n");
  const fits = (code: string): boolean =>
    expected.some((each) => fitsProgram(each, code, message, comparing));
  if (done !== "") {
    if (fits(done)) return "right";
    const isRight = expected.some((each) => each.kind === "refuse");
    return isRight ? "right" : "wrong";
  }
  const [first, ...others] = heard.offered;
  if (first !== undefined && fits(first)) return "first";
  if (others.some(fits)) return "later";
  if (expected.some((each) => fitsWords(each, heard, message, comparing))) return "right";
  const isEnding = expected.some((each) => each.kind === "times" && each.ends);
  return isEnding && !heard.isLost && first === undefined ? "unsupported" : "missed";
}

function fitsProgram(
  expected: Expectation,
  code: string,
  message: LabelledMessage,
  comparing: Comparing,
): boolean {
  if (expected.kind === "program")
    return isSameProgram(expected.code, code, withNote(comparing, message), {
      mayContinue: message.earlier.length > 0,
    });
  const dueMs = duesOf(code, comparing);
  if (expected.kind === "span")
    return (
      dueMs?.length === 1 && dueMs.every((each) => each >= expected.fromMs && each <= expected.toMs)
    );
  if (expected.kind !== "times" || dueMs === undefined) return false;
  return areSameTimes(
    expected.dueMs,
    expected.repeats ? dueMs.slice(0, expected.dueMs.length) : dueMs,
  );
}

function withNote(comparing: Comparing, { mayHoldMore = false }: LabelledMessage): Comparing {
  return { ...comparing, mayHoldMore };
}

/** True where saying something, and doing nothing, is right. */
function fitsWords(
  expected: Expectation,
  heard: Heard,
  { holds = [] }: LabelledMessage,
  comparing: Comparing,
): boolean {
  const isUnderstood = !heard.isLost;
  if (expected.kind === "ask")
    return isUnderstood && (heard.isQuestion || heard.offered.length > 0);
  if (expected.kind === "refuse") return true;
  if (expected.kind === "remark") return heard.offered.length === 0;
  if (expected.kind === "unsupported") return isUnderstood && heard.saysCannot;
  if (expected.kind !== "chat" || !isUnderstood) return false;
  return (
    holds.every((each) => heard.text.includes(each)) &&
    heard.offered.every((code) => onlyReads(code, comparing))
  );
}
