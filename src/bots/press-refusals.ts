import type { PressRefusal } from "../security/approvals.ts";
import type { TextKey } from "./texts.ts";

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
