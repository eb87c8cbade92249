import type { PlannerResult } from "./result.ts";
import { readForbidding } from "./said-limits.ts";

/** A whole message that asks to take back what was just done. */
const ENGLISH =
  /^(?:please\s+)?(?:(?:undo|revert)(?:\s+(?:it|that|this|(?:the|my)\s+last\s+(?:change|one|thing)))?|take\s+(?:that|it)\s+back)(?:\s+please)?[.!]*$/iu;
const KOREAN =
  /^(?:(?:방금|아까)\s*(?:한\s*)?(?:거|것|일)?(?:을|를)?\s*(?:좀\s*)?(?:취소|되돌려|되돌리기)|되돌려|되돌리기|실행\s?취소)\s*(?:해)?\s*(?:줘|줄래|주세요)?요?[.!]*$/u;

/** Words that ask for an earlier state of something. */
const RESTORING =
  /\b(?:restore|recover|undelete|revert|undo|roll\s*back)\b|\b(?:bring|get|put|take|want|need)\b[^!?\n]{0,80}\bback\b|되살|되돌|복구|복원|살려|돌려\s*(?:놔|놓|줘|주)|원래대로/iu;

/** True where a message asks to bring something back, and does not forbid just that. */
export function asksToRestore(text: string): boolean {
  return RESTORING.test(readForbidding(text)?.rest ?? text);
}

/** What takes the last change of files back, for a message that says no more than that; `undefined` for any other. */
export function planUndo(text: string): PlannerResult | undefined {
  if (!ENGLISH.test(text) && !KOREAN.test(text)) return undefined;
  return { kind: "sure", code: "[system:undo]", score: 1, intent: text };
}
