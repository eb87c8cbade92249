import type { Localized } from "../../base/localized.ts";
import type { TargetKind } from "../catalogue/catalogue.ts";
import type { LiteralTarget } from "../plan/literal-targets.ts";
import type { Actor } from "./action-types.ts";

/** Why a call can only fail, and what can be done instead. */
export interface TargetFault {
  /** A word for programs, such as `no-such-file`. */
  readonly code: string;
  readonly words: Localized;
  /** Values that would be right, the nearest first, each as it is called. */
  readonly near?: readonly { readonly value: string; readonly called: Localized }[];
  /** What else is offered, whatever the call: a program to run, or words to say. */
  readonly offers?: readonly {
    readonly label: Localized;
    readonly runs?: string;
    readonly says?: string;
  }[];
  /** True where a name among them was given by somebody else than the person. */
  readonly isTainted?: boolean;
}

/** Looks whether a value of a call is right for who acts. Sees nothing that the call would not see, and changes nothing. */
export type CheckTarget = (
  target: LiteralTarget,
  actor: Actor,
) => TargetFault | undefined | Promise<TargetFault | undefined>;

/** A check for each kind of target. */
export type TargetChecks = Readonly<Record<TargetKind, CheckTarget>>;
