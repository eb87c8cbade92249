import type { Claim, ClaimKind } from "./claim-kinds.ts";

/** Things that this product keeps, sends or plans: a verb of daily talk is a claim about one of them only. */
const KEPT_THINGS =
  "files?|notes?|memos?|documents?|folders?|reminders?|alarms?|timers?|events?|schedules?|briefings?|jobs?|workflows?|memor(?:y|ies)|notifications?|notices?|alerts?|to-?dos?|tasks?|charts?|calendar|[\\w-]+\\.[a-z]{2,4}";
const THINGS = `messages?|e-?mails?|mails?|lists?|${KEPT_THINGS}`;
const THING = new RegExp(`(?<![\\w.])(?:${THINGS})(?![\\w.]*\\w)`, "iu");

/** Past forms by kind: always a claim, and a claim only where a thing stands in the sentence. */
const FORMS: Readonly<Record<ClaimKind, { readonly always: string; readonly ofThings: string }>> = {
  sent: {
    always: "sent|e-?mailed|messaged|texted|notified|dispatched|let (?!you\\b)[\\w ]{1,20} know",
    ofThings: "delivered|forwarded|posted|shared",
  },
  saved: {
    always: "saved|stored|memori[sz]ed",
    ofThings:
      "created|added|written|wrote|recorded|updated|copied|moved|renamed|edited|overwritten|replaced|changed|put|remembered",
  },
  deleted: { always: "deleted|erased", ofThings: "removed|cleared|cancell?ed|forgotten" },
  scheduled: { always: "scheduled|booked", ofThings: "set(?: up)?|arranged|planned|registered" },
  done: {
    always: "done|completed|finished|executed|carried out|taken care of|performed",
    ofThings: "run|ran",
  },
};

/** Taken out of something, or made empty: writing the thing anew does it. */
const TAKEN_OUT = /\b(?:from|out of)\b|\bcleared\b/iu;
/** Left out of a list, which may be the list of the answer. */
const LEFT_OUT = /\bremoved\b.*\b(?:from|in)\b.*\blists?\b/iu;
const COMPOSED = /\b(?:created|written|wrote|edited|changed|updated|replaced)\b/iu;
/** Things of the product that are no text. */
const KEPT_THING = new RegExp(`(?<![\\w.])(?:${KEPT_THINGS})(?![\\w.]*\\w)`, "iu");

const ADVERBS =
  "(?:\\s+(?:just|now|also|already|successfully|then|all|both|safely|since|duly|gone ahead and))*";
const SELF = `\\b(?:I|we)(?:['’]ve|\\s+have)?${ADVERBS}\\s+`;
const OPENING =
  "^(?:(?:ok(?:ay)?|great|sure|all set|got it|yes|alright|perfect|all|and|then|just|successfully)[\\s,!:—-]+)*";
const THING_WORDS = `(?:(?:the|your|a|an|my|both|all|two|three)\\s+)?(?:[\\w'’-]+\\s+){0,3}?(?:${THINGS})(?:\\s+(?:""|(?:named|called)\\s+\\S+))?`;
const OWNED = `(?:it|they|everything|this|that|these|all of (?:it|them)|${THING_WORDS})`;
/** Nobody else is named as the one who did it. */
const NOT_BY = "(?![^,.;]*\\bby\\s+(?!me\\b|us\\b|\\d))";

/** Words before a claim in its clause that make it somebody's talk, a wish or a case. */
const NOT_SAID =
  /\b(?:if|once|when|whenever|until|unless|before|whether|as soon as|in case|would|could|should|may|might|says?|said|according|reports?|reported|mentions?|states?|claims?|wrote|writes|reads|asks?|asked|means?|how|which|no|not|nothing|never|without|neither|nor|cannot|can['’]t|unable|failed|ask|want|wants|like|make sure|to have|think|believe|seems?|looks? like|appears?|probably|perhaps|maybe)\b/iu;
const FAR =
  /\b(?:yesterday(?!['’]s)|last (?:week|night|month|year|time|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|(?:days?|weeks?|months?|years?) ago|previous (?:conversation|session)|in the past|back then|in (?:19|20)\d\d)\b/iu;
const NEAR =
  /\b(?:already|earlier|previously|before that|(?:hours?|minutes?|moments?) ago|a while ago)\b/iu;

/** The claims of an English sentence. Pure. */
export function englishClaims(sentence: string): readonly Claim[] {
  if (!/[A-Za-z]/.test(sentence) || FAR.test(sentence)) return [];
  const kinds = (Object.keys(FORMS) as ClaimKind[]) // the keys of a record of kinds
    .filter((kind) => PATTERNS[kind].some((pattern) => isClaim(sentence, pattern)));
  const time = NEAR.test(sentence) ? ("before" as const) : ("now" as const);
  const said = kinds.map((kind): Claim => ({ kind, time, sentence, ...leniency(kind, sentence) }));
  const known = new Set(kinds);
  const states = (Object.keys(STATES) as ClaimKind[]) // the keys of a record of kinds
    .filter(
      (kind) => !known.has(kind) && isClaim(sentence, { pattern: STATES[kind], needsThing: false }),
    );
  return [
    ...said,
    ...states.map((kind): Claim => ({ kind, time: "state", sentence })),
    ...(REMINDS.test(sentence) ? [{ kind: "scheduled", time: "before", sentence } as const] : []),
    ...(REMEMBERS.test(sentence) ? [{ kind: "saved", time: "before", sentence } as const] : []),
  ];
}

/** How much less than an effect of its own kind bears a claim out. */
function leniency(kind: ClaimKind, sentence: string): Pick<Claim, "or" | "isOfText"> {
  const isKept = KEPT_THING.test(sentence);
  if (kind === "deleted" && LEFT_OUT.test(sentence) && !isKept) return { or: ["saved", "done"] };
  if (kind === "deleted" && TAKEN_OUT.test(sentence)) return { or: ["saved"] };
  return kind === "saved" && !isKept && COMPOSED.test(sentence) ? { isOfText: true } : {};
}

interface Pattern {
  readonly pattern: RegExp;
  readonly needsThing: boolean;
}

/** "I have sent", "Sent to Ben", "The message has been sent". */
function patternsOf(kind: ClaimKind): readonly Pattern[] {
  const { always, ofThings } = FORMS[kind];
  const been = `\\s+(?:(?:has|have)${ADVERBS}\\s+been|was|were|got)${ADVERBS}\\s+`;
  const bare = `^(?:the |your |an? )?(?:[\\w'’-]+ ){0,2}?(?:${THINGS})${ADVERBS}\\s+(?:${always}|${ofThings})\\b`;
  return [
    { pattern: new RegExp(`${SELF}(?:${always})\\b`, "giu"), needsThing: false },
    { pattern: new RegExp(`${SELF}(?:${ofThings})\\b`, "giu"), needsThing: true },
    {
      pattern: new RegExp(`${OPENING}(?:${always})\\b(?!\\s+(?:by|me|us)\\b)`, "giu"),
      needsThing: false,
    },
    { pattern: new RegExp(`${OPENING}(?:${ofThings})\\b`, "giu"), needsThing: true },
    {
      pattern: new RegExp(
        `\\b(?:I|we)\\b[^.;,]*\\b(?:and|then)${ADVERBS}\\s+(?:${always})\\b`,
        "giu",
      ),
      needsThing: false,
    },
    { pattern: new RegExp(bare, "giu"), needsThing: true },
    {
      pattern: new RegExp(`\\b${OWNED}${been}(?:${always})\\b${NOT_BY}`, "giu"),
      needsThing: false,
    },
    {
      pattern: new RegExp(`\\b${THING_WORDS}${been}(?:${ofThings})\\b${NOT_BY}`, "giu"),
      needsThing: true,
    },
    ...(kind === "done"
      ? [
          {
            pattern:
              /\b(?:it|that|this|everything|all)(?:['’]s|\s+is|\s+are)(?:\s+all)?\s+(?:done|taken care of|completed?|finished)\b/giu,
            needsThing: false,
          },
        ]
      : []),
  ];
}

const PATTERNS: Readonly<Record<ClaimKind, readonly Pattern[]>> = {
  sent: patternsOf("sent"),
  saved: patternsOf("saved"),
  deleted: patternsOf("deleted"),
  scheduled: patternsOf("scheduled"),
  done: patternsOf("done"),
};

/** "Your reminder is set": it stands so, whoever did it. */
function stateOf(forms: string): RegExp {
  return new RegExp(
    `\\b${OWNED}(?:['’]s|\\s+(?:is|are))${ADVERBS}\\s+(?:${forms})\\b(?!\\s+by\\s)`,
    "giu",
  );
}

const STATES: Readonly<Record<Exclude<ClaimKind, "done">, RegExp> & Record<"done", RegExp>> = {
  sent: stateOf("sent"),
  saved: stateOf("saved|stored"),
  deleted: stateOf("deleted|erased"),
  scheduled: stateOf("scheduled|set|booked"),
  done: /(?!)/gu,
};

/** What is promised for a time to come, only a schedule keeps; what is to be remembered, only a memory. */
const REMINDS =
  /\b(?:I|we)(?:['’]ll| will)\s+(?:remind|ping|alert|wake)\s+you\b.*\b(?:at|on|in|every|tomorrow|tonight|later|before|when)\b/iu;

const REMEMBERS =
  /\b(?:I|we)(?:['’]ll| will)\s+(?:remember (?:that|it|this)|keep (?:that|it|this) in mind|(?:note|write) (?:that|it|this) down)\b/iu;

function isClaim(sentence: string, { pattern, needsThing }: Pattern): boolean {
  if (needsThing && !THING.test(sentence)) return false;
  return [...sentence.matchAll(pattern)].some((match) => {
    const before = sentence.slice(0, match.index);
    const clause = before.split(/[,:—–]|\b(?:but|and|so|then)\b/u).at(-1) ?? "";
    return !NOT_SAID.test(clause) && !NOT_SAID.test(match[0]);
  });
}
