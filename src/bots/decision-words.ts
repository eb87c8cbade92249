import type { Actor } from "../engine/action.ts";
import type { Approval, PressRefusal } from "../security/approvals.ts";
import { escapeMarkup } from "./markup.ts";
import { say, type TextKey } from "./texts.ts";

/** That nothing was done, with why where the refusal said so: for who does not see the card. */
export function nothingText({ reason }: Approval, { language }: Actor): string {
  return reason === undefined
    ? say(language, "nothingDone")
    : say(language, "deniedWhy", { reason: escapeMarkup(reason) });
}

/** What the presser is told of a press that counts for nothing. */
export const REFUSALS: Readonly<Record<PressRefusal, TextKey>> = {
  "wrong-answer": "pressBroken",
  "not-admitted": "pressNotAdmitted",
  unknown: "pressGone",
  "not-yours": "pressNotYours",
  forged: "pressBroken",
  answered: "pressGone",
  expired: "pressExpired",
  "more-needed": "pressMoreNeeded",
};
