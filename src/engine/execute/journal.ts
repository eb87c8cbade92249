import type { Localized } from "../../base/localized.ts";
import type { Role } from "../catalogue/catalogue.ts";
import type { Outcome } from "../values/outcome.ts";
import type { CallPicture } from "./call-picture.ts";
import type { SeenFile } from "./file-state.ts";

/** What is known of one call of a run. `key` is the call's id, with the items of the `each` blocks around it. */
export interface StepRecord {
  readonly state: "started" | "waiting" | "finished";
  readonly outcome?: Outcome;
  readonly durationMs?: number;
  /** What a waiting step waits for. */
  readonly wait?: Wait;
  /** Digest of the values that a person allowed for this call. */
  readonly allowed?: string;
}

/** Why a run waits for a person at one call. */
export interface Wait {
  readonly key: string;
  readonly callId: string;
  readonly node: string;
  readonly action: string;
  /** `value`: a recipient, path, command, host or code is tainted or known only now. `uncertain`: the process died inside an effect. `errand`: a delegated program waits for the approvals whose ids are the `options`. */
  readonly kind: "question" | "approval" | "value" | "uncertain" | "errand";
  readonly prompt: string;
  readonly options: readonly string[];
  /** For several calls that one card asks for: what a press allows, call by call. */
  readonly items?: readonly WaitingItem[];
  /** The actual values that a press will allow. */
  readonly values: readonly {
    readonly param: string;
    readonly role: Role;
    readonly value: string;
    readonly tainted: boolean;
  }[];
  /** What the call does, with its actual values, in the words of its card. */
  readonly card?: Localized;
  /** The beginning of every parameter's actual value. */
  readonly told?: Readonly<Record<string, string>>;
  /** How the files are that a press lets it take or write over. */
  readonly files?: readonly SeenFile[];
  /** What it acts on, as it is now. */
  readonly picture?: CallPicture;
  /** The site at which it acts, where acts there may be allowed once and for all. */
  readonly site?: string;
  /** True when they have changed since a person allowed it. */
  readonly isChanged?: true;
  /** True where a press on the plan would have been enough, had it known the values. */
  readonly standsForPlan?: true;
  readonly digest: string;
  /** The step's outcome when an approval is granted. */
  readonly resume?: Outcome;
}

/** One of several calls, as the card for all of them tells it. `digest` binds the press to its key, its parameters and how its files are. */
export interface WaitingItem
  extends Pick<
    Wait,
    "key" | "callId" | "node" | "action" | "values" | "card" | "told" | "files" | "picture"
  > {
  readonly digest: string;
}

/** What is written before a call runs. */
export interface StepStart {
  readonly key: string;
  readonly node: string;
  readonly action: string;
  readonly effect: string;
  /** Id of the agent that acts; absent for the system agent. */
  readonly agent?: string;
  readonly paramsJson: string;
  readonly paramsDigest: string;
}

/** The memory of a run that survives the process: every call is written before and after it happens, and a finished call is never run again. */
export interface Journal {
  find(key: string): StepRecord | undefined;
  /** Resolves to nothing; the row is on disk when it returns. */
  start(step: StepStart): void;
  finish(key: string, outcome: Outcome, durationMs: number): void;
  wait(wait: Wait): void;
}
