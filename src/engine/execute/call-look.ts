import type { JsonObject } from "../../base/json.ts";
import type { Outcome } from "../values/outcome.ts";
import type { LookedCall } from "./file-state.ts";

/** What a call acts on, as it was found when the call was reached. */
export interface CallLook {
  /** Parameters that are known only now, such as the site of a page: they stand on the card and go with the call. */
  readonly params: JsonObject;
  /** Whether it waits for a press. */
  readonly asks: boolean;
  /** The site at which it acts, where a person may allow acts there once and for all; `isAlone` where no page of another site was read beside it. */
  readonly site?: { readonly name: string; readonly isAlone: boolean };
  /** Changes where what it acts on does: a press is bound to it. */
  readonly mark: string;
}

/** A call with which of its parameters came from outside. */
export interface CallToLookAt extends LookedCall {
  readonly taintedParams: ReadonlySet<string>;
}

/** Looks at what a call acts on and does nothing to it. Gives a failure where the call could only fail; rejects only with the reason of an abort. */
export type LookAtCall = (
  call: CallToLookAt,
) => Promise<CallLook | Extract<Outcome, { ok: false }>>;
