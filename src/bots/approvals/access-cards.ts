import type { Language } from "../../base/localized.ts";
import { exactText } from "../../base/visible-text.ts";
import { siteOf } from "../../security/access/site-grant.ts";
import type { Approval } from "../../security/approvals/approvals.ts";
import type { CardContent } from "../../security/approvals/card-content.ts";
import { GRANT_ANSWER } from "../../security/approvals/decision.ts";
import { amountWords } from "../../security/limits/budget-words.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { say } from "../texts/say.ts";
import { accountWords, namedWords } from "./account-words.ts";
import { patternWords, wantedWords } from "./grant-words.ts";

/** Where several people must approve: who has, and how many may. */
export interface VoteCount {
  readonly names: readonly string[];
  readonly needed: number;
  /** How many people may approve at present. */
  readonly able: number;
}

/** What an access card asks: to let an account in, to allow something beforehand, to use more of the model, or to change a role. Pure. */
export function accessLines(
  { card }: Approval,
  {
    language,
    requesterName = "?",
    namesakes = [],
  }: {
    readonly language: Language;
    readonly requesterName?: string;
    readonly namesakes?: readonly string[];
  },
): readonly string[] {
  const { account, budget, grant, role } = card;
  if (budget !== undefined) return [budgetLine(budget, language, requesterName)];
  if (grant !== undefined)
    return [
      say(language, "cardGrant", { name: escapeMarkup(requesterName) }),
      ...wantedWords(grant, language).map((line) => `- ${line}`),
    ];
  if (role !== undefined) {
    const from = say(language, `person_${role.from}`);
    const to = say(language, `person_${role.to}`);
    return [say(language, "cardRole", { name: escapeMarkup(role.name), from, to })];
  }
  if (account === undefined) return [];
  return [
    say(language, "cardAccess", { name: namedWords(account.name, account) }),
    [accountWords(account, language), ...quotedWords(card.firstWords)].join(" · "),
    ...namesakes.map((person) => say(language, "cardNamesake", { person })),
  ];
}

/** What somebody wrote, as it reads. */
function quotedWords(words: string | undefined): readonly string[] {
  return words === undefined ? [] : [`“${escapeMarkup(exactText(words))}”`];
}

/** How much of which limit is used, and what may be used up to. */
function budgetLine(
  { reach: { scope, unit, used, limit }, wanted }: NonNullable<CardContent["budget"]>,
  language: Language,
  requesterName: string,
): string {
  return say(language, "raises" in wanted ? "cardRaise" : "cardBudget", {
    name: escapeMarkup(requesterName),
    scope: say(language, `budget_${scope}`),
    used: escapeMarkup(amountWords(used, unit, language)),
    limit: escapeMarkup(amountWords(limit, unit, language)),
  });
}

/** What a plan's card grants besides: offered while it waits, given when its press said so. Pure. */
export function offerLines(
  approval: Approval,
  { language, mayGrant }: { readonly language: Language; readonly mayGrant: boolean },
): readonly string[] {
  const { offers = [] } = approval.card;
  const isGiven = approval.state === "approved" && approval.answer === GRANT_ANSWER;
  const isOffered = approval.state === "pending" && mayGrant;
  if (offers.length === 0 || (!isGiven && !isOffered)) return [];
  const isForSite = offers.every((offer) => siteOf(offer) !== undefined);
  const granted = isForSite ? "cardGrantedSite" : "cardGranted";
  const offered = isForSite ? "cardOffersSite" : "cardOffers";
  return [
    say(language, isGiven ? granted : offered),
    ...offers.map((pattern) => `- ${patternWords(pattern, language)}`),
  ];
}

/** Who has approved so far, and a word where too few people may. Pure. */
export function voteLines(votes: VoteCount | undefined, language: Language): readonly string[] {
  if (votes === undefined) return [];
  const { names, needed, able } = votes;
  const list = names.map(escapeMarkup).join(", ");
  const progress =
    names.length === 0
      ? say(language, "cardPressedNobody", { needed })
      : say(language, "cardPressed", { count: names.length, needed, names: list });
  return [
    ...(needed > 1 ? [progress] : []),
    ...(able < needed ? [say(language, "cardTooFew", { count: able })] : []),
  ];
}
