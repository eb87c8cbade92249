import type { JsonObject } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import type { Deed, Role } from "../../engine/catalogue/catalogue.ts";
import type { CallPicture } from "../../engine/execute/call-picture.ts";
import type { SeenFile } from "../../engine/execute/file-state.ts";
import type { PlannedEffect } from "../../engine/plan/effects-report.ts";
import type { GrantPattern } from "../access/grant-pattern.ts";
import type { WantedGrant } from "../access/grants.ts";
import type { PersonRole } from "../access/people.ts";
import type { BudgetReach, WantedBudget, WantedRaise } from "../limits/budgets.ts";
import type { KeptNote } from "./dry-run-result.ts";

/** How many rows and bytes of a person will be deleted. */
export interface ForgetFacts {
  readonly messages: number;
  readonly runs: number;
  readonly schedules: number;
  readonly workflows: number;
  readonly todos: number;
  readonly memories: number;
  readonly fileBytes: number;
}

/** What a card shows, kept with its row so that it can be drawn again at any time in the reader's language. */
export interface CardContent {
  /** Canonical program, for "details". */
  readonly program?: string;
  readonly effects?: readonly CardEffect[];
  /** For what a loop does to several things: all of it as one deed. */
  readonly loop?: CardLoop;
  /** Actual values that a press allows. */
  readonly values?: readonly {
    readonly param: string;
    readonly role: Role;
    readonly value: string;
    readonly tainted: boolean;
  }[];
  readonly node?: string;
  readonly action?: string;
  /** The agents that act, the person's first; absent: the system agent alone. */
  readonly agents?: readonly { readonly id: string; readonly title: Localized }[];
  /** The question, the reason given by the program, or what the person said. */
  readonly prompt?: string;
  /** Ready answers, or the proposals of the planner as `intent` and `code`. */
  readonly options?: readonly { readonly label: string; readonly code?: string }[];
  /** For a `proposal` of several hours: the person may name another one. */
  readonly asksHour?: true;
  /** For a `proposal` to forget the person who asks: how much there is of them. */
  readonly forget?: ForgetFacts;
  /** For `access`: the account that asks to come in. */
  readonly account?: {
    readonly platform: string;
    readonly externalId: string;
    readonly name: string;
    readonly username?: string;
  };
  /** For `access` of an account: what it wrote first. */
  readonly firstWords?: string;
  /** For `access`: the grant that is asked for. */
  readonly grant?: WantedGrant;
  /** For `access`: that the model may be used beyond the limit that is reached. */
  readonly budget?: { readonly reach: BudgetReach; readonly wanted: WantedBudget | WantedRaise };
  /** For `access`: the role that someone is to have from now on. */
  readonly role?: {
    readonly personId: string;
    readonly name: string;
    readonly from: PersonRole;
    readonly to: PersonRole;
  };
  /** Calls of the plan that a grant lets through already. */
  readonly granted?: readonly string[];
  /** True for values that a press on the plan would have been enough for, had it known them. */
  readonly standsForPlan?: true;
  /** What an owner may grant with the press that approves. */
  readonly offers?: readonly GrantPattern[];
  /** What the press may stand for in all runs of the schedule that the plan makes. */
  readonly standing?: StandingOffer;
  /** True when files have changed since the card before this one. */
  readonly isChanged?: true;
  /** What the effects act on, as it was when the card was made. */
  readonly picture?: CallPicture;
  /** For a question that another card asks. */
  readonly followUp?: FollowUp;
  /** For a question after which something else was said: words answer it only as a reply to it. */
  readonly isPassedBy?: true;
}

/** One deed done to several things. */
export interface CardLoop {
  /** Its `done` has a place `{count}` for how many of the things it happened to. */
  readonly deed: CardDeed;
  /** Each by its name, with what is not the same of all of them; in the order of the effects. */
  readonly items: readonly { readonly name: string; readonly facts: readonly CardFact[] }[];
  /** True where each may be asked about by itself. */
  readonly mayBeSingle?: true;
}

/** How often a schedule comes, as its button says it; `any` where no such word fits. */
export type Recurrence = "once" | "day" | "week" | "month" | "year" | "any";

/** What a schedule will do in each of its runs, and within which bounds the press that makes it may stand for that. */
export interface StandingOffer {
  /** Digest of the plan of such a run. */
  readonly planDigest: string;
  /** Ids of the people it goes to. */
  readonly recipients: readonly string[];
  /** Recipients, files and commands as they are written. */
  readonly targets: readonly string[];
  /** Runs of one day at most. */
  readonly mostADay: number;
  readonly recurrence: Recurrence;
  /** When it comes, in words. */
  readonly when: Localized;
  /** The moment, where it comes once. */
  readonly atMs?: number;
  /** The effects of such a run. */
  readonly effects: readonly CardEffect[];
  /** Of the card of a run itself: what stood for it is past its time, and a press lets it stand anew. The binding of what stood. */
  readonly renews?: string;
}

/** An effect with what a reader needs to know of its parameters. */
export interface CardEffect extends PlannedEffect, Omit<KeptNote, "callId"> {
  /** The effect as a question and as what became of it; absent for an action whose catalogue entry has no such words. */
  readonly deed?: CardDeed;
  /** Key of its step, for one of several of the same call. */
  readonly stepKey?: string;
  readonly facts?: readonly CardFact[];
  /** How the files are that it takes or writes over. */
  readonly files?: readonly SeenFile[];
  /** Of a command: whether it runs in a sandbox, without the internet. */
  readonly isSandboxed?: boolean;
  /** Of a command: when it is stopped at the latest, in ms from its start. */
  readonly withinMs?: number;
}

/** How commands run. */
export type CommandShelter = Required<Pick<CardEffect, "isSandboxed" | "withinMs">>;

/** The words of an effect with the values of this call, and the parameters that they do not tell whole. */
export interface CardDeed {
  readonly ask: Localized;
  readonly verb: Localized;
  readonly done: Localized;
  readonly undone: Localized;
  readonly already?: Localized;
  readonly note?: Localized;
  readonly isDangerous?: true;
  readonly unsure?: NonNullable<Deed["unsure"]>;
  readonly facts: readonly CardFact[];
  /** The parameter among them that may be written anew. */
  readonly edits?: string;
  /** Values that text from outside decided: what each means, the value, and where it was read, where these are known. */
  readonly outside?: readonly {
    readonly role?: Role;
    readonly value?: string;
    readonly from?: OutsideSource;
  }[];
}

/** Where text from outside was read. */
export type OutsideSource = "search" | "page" | "file";

/** One parameter that the effect's own sentence does not tell whole. */
export interface CardFact {
  readonly param: string;
  readonly role?: Role;
  /** Its text, or the beginning of it; absent when known only while running. */
  readonly value?: string;
  /** How long the whole text is, where `value` is only its beginning. */
  readonly whole?: { readonly characters: number; readonly lines: number };
  /** The step whose result it is, or is made from. */
  readonly from?: {
    /** `callId` of that step, which may stand on the same card. */
    readonly callId: string;
    readonly title: Localized;
  };
  /** True when it comes from outside. */
  readonly tainted?: boolean;
}

/** A briefing while it is put together: `schedule` is the id of the one that is changed, `timing` when it comes, `present` that in words. */
export interface BriefingDraft {
  readonly kind: string;
  readonly name: string;
  readonly values: JsonObject;
  readonly timing: JsonObject;
  readonly schedule?: string;
  readonly present?: string;
}

/** True for a question that its buttons alone answer: words in the chat are about something else. */
export function isForButtons(followUp: FollowUp | undefined): boolean {
  if (followUp?.kind !== "briefing") return false;
  return followUp.asks === undefined || followUp.asks === ALL_FIELDS;
}

/** What a draft asks for where one of its fields is to be chosen. */
export const ALL_FIELDS = "fields";

/** True for programs to choose from, which ask for no approval: nothing waits for them, and what is chosen is judged by itself. */
export function isSuggestion({
  kind,
  card,
}: {
  readonly kind: string;
  readonly card: Pick<CardContent, "forget">;
}): boolean {
  return kind === "proposal" && card.forget === undefined;
}

/** What a question wants beside what a schedule brought: when it is to come, or what a briefing is to have. */
export type FollowUp =
  | {
      readonly kind: "words";
      /** Id of the approval whose text is written anew. */
      readonly approval: string;
      /** What it says now. */
      readonly present: string;
    }
  | {
      readonly kind: "reply";
      /** The person whose message is answered. */
      readonly to: string;
      readonly name: string;
    }
  | {
      readonly kind: "briefing";
      readonly draft: BriefingDraft;
      /** The field that is asked for; absent where all of them are shown. */
      readonly asks?: string;
      /** The next times, in words. */
      readonly coming: readonly string[];
      /** Why the words before were not enough. */
      readonly problem?: string;
      /** Id of the question whose card was pressed, in whose place this one is asked. */
      readonly inPlaceOf?: string;
    }
  | {
      readonly kind: "timing";
      /** Id of the schedule that is to come at another time. */
      readonly schedule: string;
      readonly name: string;
      readonly present: string;
      /** True for an alert, which comes at a price. */
      readonly isLine?: true;
      /** The present time in words that can be changed and sent back; absent where they could not be read again. */
      readonly words?: string;
      /** Why the words before were not enough. */
      readonly problem?: string;
    };
