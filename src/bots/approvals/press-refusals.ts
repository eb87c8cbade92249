import type { Actor } from "../../engine/execute/action-types.ts";
import type { Approval, PressRefusal } from "../../security/approvals/approvals.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { say, type TextKey } from "../texts/say.ts";

/** What the presser reads when a button did nothing. */
export const PRESS_REFUSALS: Readonly<Record<PressRefusal, TextKey>> = {
  "wrong-answer": "pressBroken",
  "not-admitted": "pressNotAdmitted",
  unknown: "pressGone",
  "not-yours": "pressNotYours",
  forged: "pressBroken",
  answered: "pressGone",
  expired: "pressExpired",
  "more-needed": "pressMoreNeeded",
};

/** That nothing was done, with why where the refusal said so: for who does not see the card. */
export function nothingText({ reason }: Approval, { language }: Actor): string {
  return reason === undefined
    ? say(language, "nothingDone")
    : say(language, "deniedWhy", { reason: escapeMarkup(reason) });
}

/** True for what was denied, or not answered in time. */
export function isRefused(approval: Approval): boolean {
  return approval.state === "denied" || approval.state === "expired";
}
