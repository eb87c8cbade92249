import type { JsonObject } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import type { LeftOutReason } from "../../engine/execute/dry-run.ts";

/** What a dry run of a program gave, as a card shows it: its reads were made, and nothing else of it. */
export interface TriedProgram {
  /** `cut`: its time was up. `refused`: it may not run as things are. `private`: it gives what is one person's alone, and others read along. */
  readonly kind: "done" | "failed" | "cut" | "refused" | "private";
  /** Why it failed, or may not run. */
  readonly message?: string;
  /** The beginning of the sample with which a program was tried that an event sets off. */
  readonly sample?: string;
  /** Reads of the outside world and of the person's own data, and whatever failed; in the order of their beginning. */
  readonly steps: readonly TriedStep[];
  readonly leftOut: readonly UntriedStep[];
  /** Its conditions as they are now; `value` is absent where it depends on what was not done. */
  readonly decided: readonly { readonly text: string; readonly value?: boolean }[];
  /** The beginning of what it would bring, empty for nothing; absent where that depends on what was not done. */
  readonly brings?: string;
}

/** A call that was made, for all the times it was. */
export interface TriedStep {
  readonly title: Localized;
  /** What it is about. */
  readonly subject?: string;
  readonly ok: boolean;
  /** Items that it gave, where it gives lists. */
  readonly count?: number;
  /** Why it failed. */
  readonly message?: string;
}

/** A call that was left out, with the values that it would have had. */
export interface UntriedStep {
  readonly card: Localized;
  readonly reason: LeftOutReason;
  /** Texts that the card's words do not hold. */
  readonly values: readonly { readonly param: string; readonly value: string }[];
}

/** What a call that keeps a briefing makes of it. */
export interface BriefingAfter {
  readonly name: string;
  /** Id of its kind. */
  readonly kind: string;
  readonly values: JsonObject;
  /** When it comes. */
  readonly when: Localized;
}

/** What a card tells of the program that a call keeps for later. */
export interface KeptNote {
  readonly callId: string;
  readonly tried?: TriedProgram;
  readonly becomes?: BriefingAfter;
  /** What sets it off, in words; absent where its one time says it. */
  readonly rule?: Localized;
  /** What is looked at to know whether its condition holds, in words. */
  readonly watches?: Localized;
  /** The next times at which it runs, in Unix milliseconds. */
  readonly comingMs?: readonly number[];
}
