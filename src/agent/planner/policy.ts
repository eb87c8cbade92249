import type { Localized } from "../../base/localized.ts";
import { sentenceType } from "../../rag/text/mood.ts";
import { OVERLAP_WORDS } from "../../scheduler/ledger/describe.ts";
import { quoteIbl } from "./code.ts";
import type { PlannerResult, PlanOptions, PlanProposal } from "./result.ts";
import type { Searching } from "./searching.ts";

const SCORE = 0.95;

/** Schedules that are offered where a message names none of several; of more the name is asked for. */
const MOST_OFFERED = 3;

/** What becomes of a run that comes too early or too late, and the words that say so beside `when`. */
interface Policy {
  /** As a parameter of a schedule. */
  readonly config: string;
  readonly said: RegExp;
  readonly words: Localized;
}

/** When a policy is spoken of, whether the words alone tell that they are about schedules, and the policies that may follow. */
interface Matter {
  readonly when: RegExp;
  readonly isOfSchedules: RegExp;
  /** The same for a clause beside a request for a schedule, where "it" and "the ones" are its runs. */
  readonly isOfIts: RegExp;
  readonly policies: readonly Policy[];
}

const SKIP =
  /건너\s?뛰|넘어가|스킵|생략|(?:실행하|돌리|보내)지\s?(?:마|말)|\bskip|\bleave\s+(?:(?:it|them|the\s+new\s+one)\s+)?out|\b(?:don['’]?t|do\s+not)\s+(?:run|start)\b/iu;
/** Words after which nothing is left out. */
const NOT_SKIPPED =
  /건너\s?뛰지|넘어가지|스킵하지|생략하지|\b(?:don['’]?t|do\s+not|never|without)\s+skip/iu;

/** Words that want to see something: nothing is changed by them. */
const LOOKS = /보여|알려|목록|뭐|어떻게|\b(?:show|list|tell|which|what|how)\b/iu;

const SCHEDULES =
  /예약|브리핑|알림|실행|\b(?:schedules?|scheduled|briefings?|reminders?|runs?|jobs?)\b/iu;

/** All that may be said of runs that overlap or were missed, each with its policies in the order in which they are tried. */
const MATTERS: readonly Matter[] = [
  {
    when: /겹치|겹쳐|(?:아직|여전히)\s?(?:도\s?)?(?:돌고|돌아가고|실행\s?중|진행\s?중|안\s?끝|끝나지\s?않)|(?:앞|이전|전)의?\s?(?:것|게|거|실행)(?:이|가)?\s?(?:안\s?끝|끝나지\s?않|돌고|실행\s?중)|\boverlap|\bstill\s+(?:running|going|at\s+work|busy)|\b(?:is|are|was|has|have)(?:n['’]?t|\s+not)\s+(?:been\s+)?(?:over|done|finished|ended)\b/iu,
    isOfSchedules:
      /(?:이전|앞|전|지난|먼저)\s?(?:의\s?)?(?:게|거|것|실행|번|회차)|예약|브리핑|\b(?:schedules?|briefings?|overlap\w*|(?:previous|last|earlier|old)\s+(?:one|run)|(?:run|one)\s+before)\b/iu,
    isOfIts: /^(?:(?:아직|여전히)\s|겹치)|\b(?:it|one)\s+(?:is|was)\s+(?:still|not)\b/iu,
    policies: [
      {
        config: 'overlap: "replace"',
        said: /(?:멈추|멈춰|중단|취소|끊|그만두|끝내|종료)\S*\s(?:\S+\s)?(?:새|다시)|새로\s?(?:시작|실행|해|돌)|새\s?것으로|교체|대체|\breplace|\brestart|\b(?:stop|cancel|end|kill)\s+(?:it|that\s+one|the\s+(?:old|previous|last|earlier|running)(?:\s+(?:one|run))?)\b|\btakes?\s+(?:its|the)\s+place/iu,
        words: OVERLAP_WORDS.replace,
      },
      { config: 'overlap: "skip"', said: SKIP, words: OVERLAP_WORDS.skip },
      {
        config: 'overlap: "queue"',
        said: /기다렸다|기다려|기다리|끝나면|끝난\s?(?:뒤|다음|후)|끝나고|이어서|차례|줄\s?(?:세|서)|대기|\bqueue|\bwait|\b(?:one\s+)?after\s+(?:it|another|the\s+other|that\s+one|the\s+(?:previous|last)\s+(?:one|run))|\bline\s+up|\bin\s+turn\b|\b(?:once|when)\s+(?:it|that)\s+is\s+(?:over|done|finished)/iu,
        words: { ko: "앞 실행이 끝나면 이어서 실행", en: "comes after the one before" },
      },
    ],
  },
  {
    when: /놓치|놓친|놓쳤|놓쳐|밀린|꺼져\s?있(?:던|었|는)|못\s?(?:돈|돌린|실행한|보낸)|\bmiss(?:ed|es)?\b|\bwhile\s+(?:it|you|the\s+(?:service|bot))\s+(?:was|were)\s+(?:down|off|away)/iu,
    isOfSchedules: SCHEDULES,
    isOfIts:
      /(?:놓친|밀린)\s?(?:건|거|것|게|때|날)|놓치면|놓쳤으면|꺼져\s?있|\bmissed\s+(?:ones?|times?)\b|\b(?:ones?|any|those|it|some)\s+(?:(?:that\s+)?(?:is|was|are|were|gets?|got)\s+|you\s+|i\s+)?missed\b|\b(?:was|were)\s+(?:down|off)\b/iu,
    policies: [
      {
        config: 'missed: "skip"',
        said: SKIP,
        words: { ko: "놓친 실행은 건너뜀", en: "leaves missed runs out" },
      },
      {
        config: 'missed: "once"',
        said: /한\s?번만|1번만|하나만|(?:마지막|최근|최신)\s?(?:것|거|번|실행)?만|\bonce\b|\b(?:only|just)\s+(?:once|one|the\s+(?:latest|last|newest))/iu,
        words: { ko: "놓친 실행은 마지막 것만 한 번 실행", en: "runs the latest missed one, once" },
      },
      {
        config: 'missed: "all"',
        said: /(?:전부|모두|빠짐없이|(?<!\S)다)\s?(?:\S+\s)?(?:실행|돌려|따라|보내|처리|해)|\b(?:run|catch\s+up|make\s+up|do|send|execute)\b.*\b(?:all|every|each)\b|\b(?:all|every|each)\b.*\b(?:run|sent|made\s+up|executed)\b/iu,
        words: { ko: "놓친 실행을 모두 실행", en: "runs every missed one" },
      },
    ],
  },
];

/** Plans a message that says what becomes of runs of a schedule that overlap or were missed; which schedule is asked where it is not said. `undefined` for any other message. */
export function planPolicy(text: string, options: PlanOptions): PlannerResult | undefined {
  if (
    options.allowedNodes?.includes("system") === false ||
    NOT_SKIPPED.test(text) ||
    LOOKS.test(text)
  )
    return undefined;
  if (sentenceType(text) !== "request") return undefined;
  const name = nameIn(text, options.schedules ?? []);
  const said = name === undefined ? text : text.replaceAll(name, " ");
  for (const matter of MATTERS) {
    const policy = policyIn(said, matter, name !== undefined);
    if (policy !== undefined) return planFor(policy, name, options);
  }
  return undefined;
}

/** The policy that words set in a matter; `isNamed` where they are known to be about a schedule. */
function policyIn(
  said: string,
  { when, isOfSchedules, policies }: Matter,
  isNamed: boolean,
): Policy | undefined {
  if (!when.test(said) || (!isNamed && !isOfSchedules.test(said))) return undefined;
  const rest = said.replace(when, " ");
  return policies.find((policy) => policy.said.test(rest));
}

/** The longest name of a schedule that stands in the text, or else a name as only schedules and workflows have one. */
function nameIn(text: string, schedules: readonly string[]): string | undefined {
  const folded = text.toLowerCase();
  const known = schedules
    .filter((name) => folded.includes(name.normalize("NFC").toLowerCase()))
    .sort((left, right) => right.length - left.length)[0];
  return (
    known ??
    /(?<![\p{L}\p{N}_])[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+/u.exec(text)?.[0].replace(PARTICLE, "")
  );
}

/** Stands at the end of a Korean noun that is no Korean word itself. */
const PARTICLE = /(?<=[a-z0-9])(?:이|가|은|는|을|를|의|도|에)$/iu;

const NO_SCHEDULE: Localized = {
  ko: "아직 알림이 없어요. 알림을 부탁할 때 함께 말해 주세요. 예: 매일 아침 8시에 뉴스 브리핑 보내줘, 놓친 건 건너뛰고",
  en: "You have no reminders yet. Say it together with one, such as: send me the news briefing every day at 8am and skip missed ones",
};

function planFor(
  policy: Policy,
  name: string | undefined,
  { schedules, language }: PlanOptions,
): PlannerResult | undefined {
  if (name !== undefined) return { kind: "sure", ...proposalOf(policy, name, language) };
  if (schedules === undefined) return undefined;
  const [only, second] = schedules;
  if (only === undefined) return { kind: "none", question: NO_SCHEDULE[language] };
  if (second === undefined) return { kind: "sure", ...proposalOf(policy, only, language) };
  if (schedules.length <= MOST_OFFERED)
    return {
      kind: "unsure",
      proposals: schedules.map((each) => proposalOf(policy, each, language)),
    };
  const names = schedules.map((each) => `“${each}”`).join(", ");
  const question = {
    ko: `어느 알림인지 이름과 함께 말해 주세요: ${names}`,
    en: `Say it with the name of the reminder: ${names}`,
  };
  return { kind: "none", question: question[language] };
}

function proposalOf(
  { config, words }: Policy,
  name: string,
  language: PlanOptions["language"],
): PlanProposal {
  const code = `[system:update](${quoteIbl(name)}) {config: {${config}}}`;
  return { code, score: SCORE, intent: `“${name}”: ${words[language]}` };
}

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
  plan: (rest: string) => Searching<PlannerResult | undefined>,
): Searching<PlannerResult | undefined> {
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
