import type { Pieces } from "./candidates.ts";
import { MATTERS, NOT_SKIPPED, type Policy, policyIn } from "./policy.ts";
import type { PlannerResult, PlanOptions, PlanProposal } from "./result.ts";

/** Where a clause may begin: behind a mark, around "and" and "but", behind a Korean verb that goes on, and before the words with which such a clause begins. */
const JOINTS =
  /[,;]\s*(?:(?:and|but)\s+)?|[.!]+(?:\s+|$)|\n+|\s+(?:and|but)\s+|(?<=\p{Script=Hangul}(?:고|되|지만))\s+|\s+(?=(?:놓친|놓치|밀린|이전|앞|먼저|겹치|(?<!(?:게|거|것|실행|번)[이가]?\s+)(?:아직|여전히))|(?:skip|if|when|leave|replace)\b)/giu;

/** Pieces that one clause is made of at most: "if it is still running, stop it and start the new one" are three. */
const MOST_CLAUSE_PIECES = 6;

/** A new schedule with what is to become of its runs that overlap or are missed, said in clauses of the same message. */
interface PolicyClauses {
  readonly rest: string;
  readonly policies: readonly Policy[];
}

/**
 * Plans a message that asks for a schedule and says what becomes of its runs: the clauses that say so are taken out, `plan` makes the
 * schedule of the rest, and they become its parameters. `undefined` where there are none, or the rest asks for no schedule.
 */
export function* planWithPolicies(
  text: string,
  options: PlanOptions,
  plan: (rest: string) => Pieces<PlannerResult | undefined>,
): Pieces<PlannerResult | undefined> {
  const found = clausesIn(text);
  if (found === undefined) return undefined;
  const planned = yield* plan(found.rest);
  if (planned === undefined || planned.kind === "none") return undefined;
  if (planned.kind === "sure") {
    const proposal = withPolicies(planned, found.policies, options);
    return proposal === undefined ? undefined : { kind: "sure", ...proposal };
  }
  const proposals = planned.proposals.flatMap(
    (each) => withPolicies(each, found.policies, options) ?? [],
  );
  return proposals.length === 0 ? undefined : { kind: "unsure", proposals };
}

/** Takes one clause for each matter out of a message. Words in quotes are somebody's own. */
function clausesIn(text: string): PolicyClauses | undefined {
  if (NOT_SKIPPED.test(text) || /["'`“”‘’「」]/u.test(text.replace(/(?<=\w)['’](?=\w)/gu, "")))
    return undefined;
  let rest = text;
  const policies: Policy[] = [];
  for (const matter of MATTERS) {
    if (!matter.when.test(rest)) continue;
    const clause = clauseOf(rest, (said) => policyIn(said, matter, matter.isOfIts.test(said)));
    if (clause === undefined) continue;
    policies.push(clause.policy);
    rest = clause.rest;
  }
  return policies.length === 0 ? undefined : { rest, policies };
}

/** The shortest run of pieces that sets a policy, the last of them first, and the message without it; something must be left. */
function clauseOf(
  text: string,
  read: (said: string) => Policy | undefined,
): { readonly policy: Policy; readonly rest: string } | undefined {
  const pieces = piecesOf(text);
  const longest = Math.min(pieces.length - 1, MOST_CLAUSE_PIECES);
  for (let length = 1; length <= longest; length += 1) {
    for (let first = pieces.length - length; first >= 0; first -= 1) {
      const policy = read(textOf(pieces.slice(first, first + length)));
      if (policy === undefined) continue;
      const before = textOf(pieces.slice(0, first));
      const after = textOf(pieces.slice(first + length));
      const rest = after === "" ? asRequest(before) : `${before} ${after}`.trim();
      return { policy, rest };
    }
  }
  return undefined;
}

interface Piece {
  readonly text: string;
  /** What stands between it and the next one. */
  readonly joint: string;
}

function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const { 0: joint, index } of text.matchAll(JOINTS)) {
    if (index > start) pieces.push({ text: text.slice(start, index), joint });
    start = index + joint.length;
  }
  if (start < text.length) pieces.push({ text: text.slice(start), joint: "" });
  return pieces;
}

/** The words of pieces as they were said, without what stood behind them. */
function textOf(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text, joint }, index) => (index === pieces.length - 1 ? text : text + joint))
    .join("")
    .trim();
}

/** A Korean request that went on ("보내주고") ends as one ("보내줘"). */
function asRequest(said: string): string {
  return said
    .replace(/\s?주(?:고|되)$/u, "줘")
    .replace(/하(?:고|되)$/u, "해줘")
    .replace(/보내(?:고|되)$/u, "보내줘");
}

/** A proposal to make a schedule, with the policies; `undefined` for any other. */
function withPolicies(
  proposal: PlanProposal,
  policies: readonly Policy[],
  { language }: PlanOptions,
): PlanProposal | undefined {
  const { code, intent } = proposal;
  if (!code.startsWith("[system:schedule](") || !code.endsWith("}")) return undefined;
  const params = policies.map(({ config }) => `, ${config}`).join("");
  const words = policies.map((policy) => ` · ${policy.words[language]}`).join("");
  return { ...proposal, code: `${code.slice(0, -1)}${params}}`, intent: `${intent}${words}` };
}
