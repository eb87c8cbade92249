import type { Role } from "../engine/catalogue.ts";
import type { PlannedEffect } from "../engine/report.ts";
import type { GrantPattern } from "./grant-pattern.ts";
import type { WantedGrant } from "./grants.ts";
import type { PersonRole } from "./people.ts";

/** What a card shows, kept with its row so that it can be drawn again at any time in the reader's language. */
export interface CardContent {
  /** Canonical program, for "details". */
  readonly program?: string;
  readonly effects?: readonly PlannedEffect[];
  /** Actual values that a press allows. */
  readonly values?: readonly {
    readonly param: string;
    readonly role: Role;
    readonly value: string;
    readonly tainted: boolean;
  }[];
  readonly node?: string;
  readonly action?: string;
  /** The question, the reason given by the program, or what the person said. */
  readonly prompt?: string;
  /** Ready answers, or the proposals of the planner as `intent` and `code`. */
  readonly options?: readonly { readonly label: string; readonly code?: string }[];
  /** For `access`: the account that asks to come in. */
  readonly account?: {
    readonly platform: string;
    readonly externalId: string;
    readonly name: string;
  };
  /** For `access`: the grant that is asked for. */
  readonly grant?: WantedGrant;
  /** For `access`: the role that someone is to have from now on. */
  readonly role?: {
    readonly personId: string;
    readonly name: string;
    readonly from: PersonRole;
    readonly to: PersonRole;
  };
  /** Calls of the plan that a grant lets through already. */
  readonly granted?: readonly string[];
  /** What an owner may grant with the press that approves. */
  readonly offers?: readonly GrantPattern[];
}
