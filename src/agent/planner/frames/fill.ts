import type { Json } from "../../../base/json.ts";
import { isLinkWord } from "../../../rag/text/concepts.ts";
import { quoteIbl } from "../code.ts";
import { entityToken, readTokens, type Token } from "../tokens.ts";
import type { Cues } from "./cues.ts";
import type { Mention } from "./mentions.ts";
import type { Parameter } from "./signatures.ts";

/** A part of a message with what stands in it. */
export interface Reading {
  readonly text: string;
  readonly mentions: readonly Mention[];
  /** All its words. */
  readonly tokens: readonly Token[];
  /** Words outside the mentions. */
  readonly words: readonly Token[];
  /** 1 for Monday to 7 for Sunday, on the person's day. */
  readonly weekday: number;
}

/** Reads the words between the values of a text. */
export function readingOf(text: string, mentions: Reading["mentions"], weekday: number): Reading {
  const tokens = readTokens(text);
  const words = tokens.filter((token) =>
    mentions.every(({ start, end }) => token.start >= end || token.end <= start),
  );
  return { text, mentions, tokens, words, weekday };
}

/** A call with the values of a message. */
export interface Filled {
  readonly action: string;
  readonly code: string;
  /** Words and values that nothing explains. */
  readonly unexplained: readonly string[];
  /** Share of what the message says that is explained, in [0, 1]. */
  readonly coverage: number;
  /** The words that stand in its values as they were said. */
  readonly said: readonly Token[];
}

/** Words that only say that or how something is, against one that names something. */
const PREDICATE_WEIGHT = 0.3;

/** Fills a call from a message; `undefined` where a value that it must have is missing. Pure. */
export function fillCall(action: string, reading: Reading, cues: Cues): Filled | undefined {
  const parameters = cues.signatures.get(action)?.parameters;
  if (parameters === undefined) return undefined;
  const { values, used } = typedValues(parameters, reading);
  const open = parameters.find(({ name, kinds }) => kinds.includes("words") && !values.has(name));
  const runs = runsOf(action, reading, cues, used);
  const found = open === undefined ? [] : chosenRuns(runs, open, reading.text);
  const chosen = open?.isList === true ? several(found) : found;
  const [first] = chosen;
  if (open !== undefined && first !== undefined)
    values.set(open.name, open.isList === true ? chosen.map(({ text }) => text) : first.text);
  if (parameters.some(({ name, isRequired }) => isRequired === true && !values.has(name)))
    return undefined;
  const code = codeOf(action, parameters, values);
  const said = chosen.flatMap(({ pieces }) => pieces);
  return { action, code, said, ...explained(action, reading, { cues, used, runs, chosen }) };
}

/** A list has two things at least. */
function several<Each>(each: readonly Each[]): readonly Each[] {
  return each.length > 1 ? each : [];
}

/** The values whose form says what they are, each for the first parameter that takes it. */
function typedValues(
  parameters: readonly Parameter[],
  reading: Reading,
): { readonly values: Map<string, Json>; readonly used: ReadonlySet<Mention> } {
  const used = new Set<Mention>();
  const values = new Map<string, Json>();
  for (const parameter of parameters) {
    const fitting = reading.mentions.filter(
      (each) => !used.has(each) && parameter.kinds.includes(each.kind),
    );
    const taken = parameter.isList === true ? several(fitting) : fitting.slice(0, 1);
    for (const each of taken) used.add(each);
    const [first, ...others] = taken.map(({ value }) => valueFor(parameter, value, reading));
    if (first !== undefined)
      values.set(parameter.name, others.length === 0 ? first : [first, ...others]);
  }
  return { values, used };
}

/** What a call leaves of a message, and how much it explains. */
function explained(
  action: string,
  { text, mentions, words }: Reading,
  filled: {
    readonly cues: Cues;
    readonly used: ReadonlySet<Mention>;
    readonly runs: readonly Run[];
    readonly chosen: readonly Run[];
  },
): Pick<Filled, "unexplained" | "coverage"> {
  const { cues, used, runs, chosen } = filled;
  const taken = new Set(chosen.flatMap(({ pieces }) => pieces));
  const left = runs.flatMap(({ own }) => own).filter((word) => !taken.has(word));
  const unused = mentions.filter(
    (each) =>
      !used.has(each) &&
      each.kind !== "time" &&
      !SOFT.has(each.kind) &&
      !chosen.some((run) => inRun(run, each)),
  );
  const missed = unused.length + left.reduce((sum, piece) => sum + weightOf(piece), 0);
  const told =
    used.size +
    chosen.reduce((sum, { pieces }) => sum + pieces.length, 0) +
    words.filter((word) => word.part === "content" && cues.has(action, word)).length;
  return {
    unexplained: [...left, ...unused].map(({ start, bodyEnd }) => text.slice(start, bodyEnd)),
    coverage: told / Math.max(1, told + missed),
  };
}

const RANGES: readonly (readonly [number, string])[] = [
  [10, "5d"],
  [45, "1mo"],
  [135, "3mo"],
  [270, "6mo"],
  [400, "1y"],
];

/** A span in days as its parameter takes it. */
export function valueFor({ name, kinds }: Parameter, value: Json, { weekday }: Reading): Json {
  if (!kinds.includes("span")) return value;
  const days = value === "sunday" ? 8 - weekday : Number(value);
  return name === "range" ? (RANGES.find(([most]) => days <= most)?.[1] ?? "1y") : days;
}

/** A word of a run; `isOwn` says something that the action is not asked for with. */
type RunWord = Token & {
  readonly isOwn: boolean;
  readonly isVerb: boolean;
  readonly isCommand: boolean;
};

/** Words next to each other that the action is not asked for with. */
interface Run {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly RunWord[];
  /** Those that are not explained, with what stands at its ends beside the value. */
  readonly own: readonly RunWord[];
  /** What stands before it: "in", "about". */
  readonly isLed: boolean;
}

function inRun(run: Run, { start, end }: Mention): boolean {
  return start >= run.start && end <= run.end;
}

const PREDICATE =
  /(?:[어아해]요?|어줘|아줘|해줘|줘요?|줄래요?|주세요|볼래|나요|[을ㄹ]까요?|까요?|니|냐|지요?|네요?|래요?|던데|려는데|는데|하면|려고|려면|하러|[면서고]|더라|거든|구나|습니까|ㅂ니까|합니까|임|함|됨|ㅋ+|ㅎ+|ㅠ+)$/u;

/** A Korean word that says what is done or how something is. */
export function isPredicate(text: string, token: Token): boolean {
  const surface = text.slice(token.start, token.end);
  return (
    token.verb ||
    (/[가-힣ㅋㅎㅠ]$/u.test(surface) &&
      surface.length > 1 &&
      token.particle === undefined &&
      PREDICATE.test(surface))
  );
}

function weightOf(piece: RunWord): number {
  return piece.isVerb && !piece.isCommand ? PREDICATE_WEIGHT : 1;
}

const LEADS =
  /\b(?:in|for|at|around|near|of|on|about|over|regarding|called|named|with)\s+(?:the\s+)?$/iu;

/** Names of kinds that the action does not take are words like any other: the country of a piece of news. */
function namesAmong(mentions: readonly Mention[], used: ReadonlySet<Mention>): readonly Token[] {
  return mentions
    .filter((each) => !used.has(each) && SOFT.has(each.kind))
    .map(({ start, end, bodyEnd, value }) => ({
      ...entityToken("word", start, end, String(value)),
      bodyEnd,
      key: String(value),
    }));
}

const SOFT: ReadonlySet<Mention["kind"]> = new Set(["place", "instrument", "person"] as const);

function runsOf(
  action: string,
  { text, words, mentions }: Reading,
  cues: Cues,
  used: ReadonlySet<Mention>,
): readonly Run[] {
  const pieces: readonly { readonly start: number; readonly end: number; readonly word?: Token }[] =
    [
      ...[...words, ...namesAmong(mentions, used)].map((word) => ({
        start: word.start,
        end: word.end,
        word,
      })),
      ...mentions.filter((each) => used.has(each) || each.kind === "time"),
    ].sort((a, b) => a.start - b.start);
  const runs: Run[] = [];
  let run: RunWord[] = [];
  let last = 0;
  const isOwn = (word: Token): boolean =>
    word.part === "content" &&
    !cues.has(action, word) &&
    !isLinkWord(word.key) &&
    !cues.isFiller(word);
  const close = (): void => {
    const made = runOf(text, run);
    if (made !== undefined) runs.push(made);
    run = [];
  };
  for (const { word, end } of pieces) {
    const gap = text.slice(last, word?.start ?? last);
    last = end;
    if (word === undefined || /[,.!?;:…\n]/u.test(gap)) close();
    if (word === undefined) continue;
    if (cues.names(action, word)) close();
    else
      run.push({
        ...word,
        isOwn: isOwn(word),
        isVerb: isPredicate(text, word),
        isCommand: cues.isCommand(word),
      });
  }
  close();
  return runs;
}

/** Without what only carries the sentence at its ends. */
function runOf(text: string, words: readonly RunWord[]): Run | undefined {
  const own = words.filter(({ isOwn }) => isOwn);
  const names = (word: RunWord): boolean => word.isOwn && !word.isVerb && !word.isCommand;
  const from = words.findIndex(names);
  const to = words.findLastIndex(names);
  const first = words[from] ?? own[0];
  const final = words[to] ?? own[0];
  if (first === undefined || final === undefined) return undefined;
  return {
    own,
    text: text.slice(first.start, final.bodyEnd).trim(),
    start: first.start,
    end: final.end,
    pieces: from === -1 ? [] : words.slice(from, to + 1).filter(({ isOwn }) => isOwn),
    isLed: LEADS.test(text.slice(0, first.start)),
  };
}

/** What follows "in" or "about", else what names most; of the same, the first. Where several may be given, all that stand in one list with it. */
function chosenRuns(runs: readonly Run[], open: Parameter, text: string): readonly Run[] {
  const worth = ({ pieces, isLed }: Run): number =>
    (isLed ? 10 : 0) +
    (open.kinds.includes("place") ? 0 : pieces.reduce((sum, piece) => sum + weightOf(piece), 0));
  const naming = runs.filter(({ pieces }) => pieces.length > 0);
  const [best] = [...naming].sort((a, b) => worth(b) - worth(a) || a.start - b.start);
  if (best === undefined) return [];
  return open.isList === true ? listWith(best, naming, text) : [best];
}

const JOINT = /^[\s,、·]*(?:(?:and|or|와|과|랑|이랑|하고|및|그리고)\s*)?[\s,]*$/iu;

function listWith(best: Run, runs: readonly Run[], text: string): readonly Run[] {
  const at = runs.indexOf(best);
  const isJoined = (left: Run | undefined, right: Run | undefined): boolean =>
    left !== undefined && right !== undefined && JOINT.test(text.slice(left.end, right.start));
  let [from, to] = [at, at];
  while (isJoined(runs[from - 1], runs[from])) from -= 1;
  while (isJoined(runs[to], runs[to + 1])) to += 1;
  return runs.slice(from, to + 1);
}

function codeOf(
  action: string,
  signature: readonly Parameter[],
  values: ReadonlyMap<string, Json>,
): string {
  const [target] = signature;
  const first = target === undefined ? undefined : values.get(target.name);
  const rest = signature
    .filter(({ name }) => values.has(name) && (name !== target?.name || typeof first !== "string"))
    .map(({ name }) => `${name}: ${valueCode(values.get(name) ?? null)}`);
  const head = typeof first === "string" ? `(${valueCode(first)})` : "";
  return `[${action}]${head}${rest.length === 0 ? "" : ` {${rest.join(", ")}}`}`;
}

/** A value as IBL writes it. */
export function valueCode(value: Json): string {
  if (typeof value === "string") return quoteIbl(value);
  return Array.isArray(value) ? `[${value.map(valueCode).join(", ")}]` : JSON.stringify(value);
}
