import type { Sender } from "../../../src/bots/platform/chat-adapter.ts";
import { BUTTON_KINDS } from "../../../src/security/approvals/button-kinds.ts";
import type { ApprovalKind, ApprovalState } from "../../../src/security/approvals/decision.ts";
import { SUGGESTION_LIFETIME_MS } from "../../../src/security/approvals/lifetimes.ts";
import { ASKING_ENTRIES, catalogueOf, DELETE_ENTRY } from "../../support/catalogue.ts";

/** Three owners, two members, a guest and a stranger. */
export const PEOPLE = {
  ann: { id: "1", name: "Ann", languageTag: "en" },
  olga: { id: "4", name: "Olga", languageTag: "en" },
  eve: { id: "7", name: "Eve", languageTag: "en" },
  ben: { id: "2", name: "Ben", languageTag: "en" },
  dan: { id: "5", name: "Dan", languageTag: "en" },
  gus: { id: "6", name: "Gus", languageTag: "en" },
  cho: { id: "3", name: "Cho", languageTag: "ko" },
} as const satisfies Readonly<Record<string, Sender>>;

export type PersonName = keyof typeof PEOPLE;

export const ROLES: Readonly<Partial<Record<PersonName, "owner" | "member" | "guest">>> = {
  ann: "owner",
  olga: "owner",
  eve: "owner",
  ben: "member",
  dan: "member",
  gus: "guest",
};

const TEXT = { type: "string", minLength: 1 };

/** One action for every way in which a card comes to be. */
export const FUZZ_CATALOGUE = catalogueOf({
  system: {
    time: {},
    ...ASKING_ENTRIES,
    write: {
      target: "path",
      params: { path: TEXT, content: { type: "string" } },
      required: ["path"],
      effect: "write",
      roles: { path: "path" },
      card: { ko: "{path} 쓰기", en: "Write {path}" },
    },
    delete: DELETE_ENTRY,
    open_door: {
      target: "door",
      params: { door: TEXT },
      required: ["door"],
      effect: "device",
      card: { ko: "{door} 열기", en: "Open {door}" },
    },
  },
  source: { web: { target: "query", params: { query: TEXT }, taints: true } },
});

/** What a choice does to its card, and how many effects come of it. */
interface Choice {
  readonly state: Extract<ApprovalState, "approved" | "denied" | "answered">;
  readonly effects: 0 | 1;
  /** True for a button that only owners may press, on whatever card. */
  readonly isOwners?: boolean;
}

/** A kind of card: how it comes to be, who may press it, and what each of its buttons means. */
export interface CardSort {
  readonly kind: ApprovalKind;
  /** The program that leads to it, its effects marked with the label; absent where it has another cause. */
  readonly program?: (label: string) => string;
  /** `cutOff`: a process died in the program's first step. `knock`: a stranger of that name writes. */
  readonly cause: "asked" | "cutOff" | "knock";
  /** Beside the owners; `requester-only` leaves owners out too. */
  readonly presser: "requester" | "owners" | "requester-only";
  readonly choices: Readonly<Record<string, Choice>>;
  readonly lifetimeMs: number;
}

const HALF_HOUR_MS = 30 * 60 * 1000;
const APPROVED: Choice = { state: "approved", effects: 1 };
const DENIED: Choice = { state: "denied", effects: 0 };
const ANSWERED: Choice = { state: "answered", effects: 1 };

/** A button that decides nothing: it has what expired asked anew. */
export const AGAIN = "w";

/** Who must press: how many different people, and with more than one nobody for their own wish. */
export interface FuzzRules {
  readonly needed: 1 | 2;
}

const YES_NO = { y: APPROVED, n: DENIED };
/** A plan's card may offer to approve and grant. */
const PLAN_CHOICES = { ...YES_NO, [BUTTON_KINDS.grant]: { ...APPROVED, isOwners: true } };

/** All kinds of cards. A new one is added here. */
export const CARD_SORTS: readonly CardSort[] = [
  {
    kind: "plan",
    program: (label) => `[system:delete]("${label}")`,
    cause: "asked",
    presser: "requester",
    choices: PLAN_CHOICES,
    lifetimeMs: HALF_HOUR_MS,
  },
  {
    kind: "plan",
    program: (label) => `[system:open_door]("${label}")`,
    cause: "asked",
    presser: "owners",
    choices: PLAN_CHOICES,
    lifetimeMs: HALF_HOUR_MS,
  },
  {
    kind: "value",
    program: (label) => `$p = [source:web]("where")\n[system:write]("$p.md") {content: "${label}"}`,
    cause: "asked",
    presser: "requester",
    choices: YES_NO,
    lifetimeMs: HALF_HOUR_MS,
  },
  {
    kind: "approval",
    program: (label) => `[system:approve]("Sure?") >> [system:delete]("${label}")`,
    cause: "asked",
    presser: "requester",
    choices: YES_NO,
    lifetimeMs: HALF_HOUR_MS,
  },
  {
    kind: "approval",
    program: (label) => `[system:approve]("Sure?") >> [system:open_door]("${label}")`,
    cause: "asked",
    presser: "owners",
    choices: YES_NO,
    lifetimeMs: HALF_HOUR_MS,
  },
  {
    kind: "question",
    program: (label) =>
      `$a = [system:ask_user]("Which?") {options: ["left", "right"]}\n[system:write]("a.md") {content: "$a ${label}"}`,
    cause: "asked",
    presser: "requester-only",
    choices: { "1": ANSWERED, "2": ANSWERED, n: DENIED },
    lifetimeMs: HALF_HOUR_MS,
  },
  {
    kind: "proposal",
    program: (label) => `[systm:write]("${label}")`,
    cause: "asked",
    presser: "requester-only",
    choices: { "1": ANSWERED, n: DENIED },
    lifetimeMs: SUGGESTION_LIFETIME_MS,
  },
  {
    kind: "uncertain",
    program: (label) => `[system:write]("${label}")`,
    cause: "cutOff",
    presser: "requester",
    choices: { y: APPROVED, "1": { state: "answered", effects: 0 } },
    lifetimeMs: HALF_HOUR_MS,
  },
  {
    kind: "access",
    cause: "knock",
    presser: "owners",
    choices: YES_NO,
    lifetimeMs: 7 * 24 * 60 * 60 * 1000,
  },
];

/** What decides who may press: whose card it is. */
interface Owned {
  readonly sort: CardSort;
  readonly requester: PersonName;
}

/** Whether someone may press a button of a card, by the rules that people are told; the stranger and the guest never. */
export function mayPress(
  { sort, requester }: Owned,
  presser: PersonName,
  { choice, rules }: { readonly choice: string; readonly rules: FuzzRules },
): boolean {
  const role = ROLES[presser];
  if (role === undefined || role === "guest") return false;
  if (sort.choices[choice]?.isOwners === true && role !== "owner") return false;
  if (sort.presser === "requester-only") return presser === requester;
  const isOwnWish = presser === requester && sort.cause !== "knock";
  if (isOwnWish && rules.needed > 1) return false;
  return role === "owner" || (sort.presser === "requester" && presser === requester);
}

/** Whether someone may have a card asked anew: who may decide it, and who asked where that was one of these people. */
export function maySee(
  card: Owned,
  presser: PersonName,
  facts: { readonly choice: string; readonly rules: FuzzRules },
): boolean {
  const isOwnWish = presser === card.requester && card.sort.cause !== "knock";
  return isOwnWish || mayPress(card, presser, facts);
}

/** How many different people must approve a card. */
export function neededFor({ presser }: CardSort, { needed }: FuzzRules): number {
  return presser === "requester-only" ? 1 : needed;
}
