import type { Json } from "../../../base/json.ts";
import { isLinkWord } from "../../../rag/text/concepts.ts";
import { quoteIbl } from "../code.ts";
import { entityToken, readTokens, type Token } from "../tokens.ts";
import type { Cues } from "./cues.ts";
import { isWhen, type Mention } from "./mentions.ts";
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
  /** True where no more than how something is said is left. */
  readonly isWhole: boolean;
  /** Share of what the message says that is explained, in [0, 1]. */
  readonly coverage: number;
  /** The words that stand in its values as they were said. */
  readonly said: readonly SaidWord[];
}

/** Words that only say that or how something is, against one that names something. */
const PREDICATE_WEIGHT = 0.3;

/** Somebody to whom something is said is never beside the point. */
const ADDRESSEE_WEIGHT = 3;

/** Fills a call from a message; `undefined` where a value that it must have is missing. Pure. */
export function fillCall(action: string, reading: Reading, cues: Cues): Filled | undefined {
  const parameters = cues.signatures.get(action)?.parameters;
  if (parameters === undefined) return undefined;
  const { values, used } = typedValues(parameters, reading);
  const open = parameters.find(({ name, kinds }) => kinds.includes("words") && !values.has(name));
  const runs = runsOf(action, reading, cues, used);
  const chosen = open === undefined ? [] : chosenItems(runs, open, reading);
  const isList = open?.isList === true;
  if (open !== undefined && isList && chosen.length > 0)
    values.set(
      open.name,
      chosen.map(({ value }) => value),
    );
  const fillings =
    open === undefined || isList || chosen.length === 0
      ? [values, ...besideTarget(parameters[0], reading, { values, used })]
      : chosen.map(({ value }) => new Map([...values, [open.name, value] as const]));
  const isLacking = parameters.some(
    ({ name, isRequired }) => isRequired === true && !fillings.every((each) => each.has(name)),
  );
  if (isLacking) return undefined;
  const code = fillings.map((each) => codeOf(action, parameters, each)).join(" & ");
  const said = chosen.flatMap(({ pieces }) => pieces);
  return { action, code, said, ...explained(action, reading, { cues, used, runs, chosen }) };
}

/** The same for each further name in one list with the target: the second of two places. */
function besideTarget(
  target: Parameter | undefined,
  { text, mentions }: Reading,
  { values, used }: { readonly values: ReadonlyMap<string, Json>; readonly used: Set<Mention> },
): readonly ReadonlyMap<string, Json>[] {
  let last = target && mentions.find((each) => used.has(each) && target.kinds.includes(each.kind));
  if (target === undefined || target.isList === true || last === undefined) return [];
  const found: ReadonlyMap<string, Json>[] = [];
  for (const each of mentions.slice(mentions.indexOf(last) + 1)) {
    const between = text.slice(last.bodyEnd, each.start);
    if (each.kind !== last.kind || !SOFT.has(each.kind) || !JOINT.test(between)) break;
    used.add(each);
    found.push(new Map([...values, [target.name, each.value] as const]));
    last = each;
  }
  return found;
}

/** A list has two things at least. */
function several<Each>(each: readonly Each[]): readonly Each[] {
  return each.length > 1 ? each : [];
}

/** The values whose form says what they are, each for the first parameter that takes it. */
function typedValues(
  parameters: readonly Parameter[],
  reading: Reading,
): { readonly values: Map<string, Json>; readonly used: Set<Mention> } {
  const used = new Set<Mention>();
  const values = new Map<string, Json>();
  for (const parameter of parameters) {
    const isOpen = parameter.kinds.includes("words");
    const fitting = reading.mentions
      .filter(
        (each) =>
          !used.has(each) &&
          parameter.kinds.includes(each.kind) &&
          (each.kind !== "quote" || parameter.form?.test(String(each.value)) !== false) &&
          !(isOpen && SOFT.has(each.kind)),
      )
      .sort((a, b) => misplaced(parameter, a, reading) - misplaced(parameter, b, reading));
    const taken = parameter.isList === true ? several(fitting) : fitting.slice(0, 1);
    for (const each of taken) used.add(each);
    const [first, ...others] = taken.map((each) => valueFor(parameter, each, reading));
    if (first !== undefined)
      values.set(parameter.name, others.length === 0 ? first : [first, ...others]);
  }
  return { values, used };
}

/** 1 for a value that is said to be where something goes, and is not taken as that, or the other way round; else 0. Numbers keep the order in which they stand. */
function misplaced(
  { name }: Parameter,
  { kind, start, bodyEnd, end }: Mention,
  { text }: Reading,
): number {
  if (kind === "count") return 0;
  const isWhereto =
    /^(?:으로|로|에|에다|에다가)$/u.test(text.slice(bodyEnd, end)) ||
    /\b(?:to|into|onto|as)\s+$/iu.test(text.slice(0, start));
  return Number(isWhereto !== (name === "destination"));
}

/** What a call leaves of a message, and how much it explains. */
function explained(
  action: string,
  { text, mentions, words }: Reading,
  filled: {
    readonly cues: Cues;
    readonly used: ReadonlySet<Mention>;
    readonly runs: readonly Run[];
    readonly chosen: readonly Item[];
  },
): Pick<Filled, "unexplained" | "isWhole" | "coverage"> {
  const { cues, used, runs, chosen } = filled;
  const taken = new Set<Token>(chosen.flatMap(({ pieces }) => pieces));
  const left = runs.flatMap(({ own }) => own).filter((word) => !taken.has(word));
  const unused = mentions.filter(
    (each) =>
      !used.has(each) &&
      !isWhen(each) &&
      !isSoft(each) &&
      !chosen.some((item) => isWithin(item, each)),
  );
  const missed =
    unused.reduce((sum, { kind }) => sum + (kind === "person" ? ADDRESSEE_WEIGHT : 1), 0) +
    left.reduce((sum, piece) => sum + weightOf(piece), 0);
  const told =
    used.size +
    chosen.reduce((sum, { pieces }) => sum + pieces.length, 0) +
    words.filter((word) => word.part === "content" && cues.has(action, word)).length;
  return {
    isWhole: unused.length === 0 && left.every((piece) => weightOf(piece) < 1),
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
export function valueFor(
  { name, kinds }: Parameter,
  { kind, value }: Pick<Mention, "kind" | "value">,
  { weekday }: Pick<Reading, "weekday">,
): Json {
  if (!kinds.includes("span")) return value;
  if (kind === "day") return ((Number(value) - weekday + 7) % 7) + 1;
  const days = value === "sunday" ? 8 - weekday : Number(value);
  return name === "range" ? (RANGES.find(([most]) => days <= most)?.[1] ?? "1y") : days;
}

/** A word that stands in a value; `isJoined` where it follows another in a list. */
export type SaidWord = Pick<RunWord, keyof Token | "isJoined">;

/** A word of a run; `isOwn` says something that the action is not asked for with. */
type RunWord = Token & {
  readonly isOwn: boolean;
  readonly isVerb: boolean;
  readonly isCommand: boolean;
  /** Stands in a list with the word before it: "and", 랑. */
  readonly isJoined: boolean;
};

/** Words next to each other that the action is not asked for with. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly RunWord[];
  /** Those that are not explained, with what stands at its ends beside the value. */
  readonly own: readonly RunWord[];
  /** What stands before it: "in", "about". */
  readonly isLed: boolean;
}

/** One value among the words of a message. */
interface Item {
  readonly value: Json;
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly RunWord[];
}

function isWithin(item: Item, { start, end }: Mention): boolean {
  return start >= item.start && end <= item.end;
}

const PREDICATE =
  /(?:[어아해]요?|어줘|아줘|해줘|줘요?|줄래요?|주세요|볼래|나요|[을ㄹ]까요?|까요?|니|냐|(?<!강아|송아|망아|아버|돼|편|휴|거|토|잡|메시|패키|이미|페이)지요?|네요?|(?<!노|모|고|미)래요?|던데|려는데|는데|하면|려고|려면|하러|면서|[아어해려와워]서|(?:하|찾|보|읽|쓰|듣|가|오)고|더라|거든|구나|습니까|ㅂ니까|합니까|임|함|됨|어떰|[있없았었였했]음|[돼됐]|ㅋ+|ㅎ+|ㅠ+)$/u;

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

/** An English order whose verb says little: "dig up some …", "fire me over the …". */
const ORDER =
  /^\s*(?:please\s+)?(?<verb>[a-z]+)\s+(?:(?:me|us|up|out|over|down)\s+)+(?:the|some|any|an?|my|all|what|\d|(?:one|two|three|four|five|six|seven|eight|nine|ten)\b)/iu;

/** True of a text that begins with such an order. */
export function isOrder(text: string): boolean {
  return ORDER.test(text);
}

function isOrderVerb(text: string, { value }: Token): boolean {
  return ORDER.exec(text)?.groups?.["verb"]?.toLowerCase() === value.toLowerCase();
}

function weightOf(piece: RunWord): number {
  return piece.isVerb && !piece.isCommand ? PREDICATE_WEIGHT : 1;
}

const LEADS =
  /\b(?:in|for|at|around|near|of|on|about|over|regarding|called|named|with)\s+(?:the\s+)?$/iu;

/** Names of kinds that the action does not take are words like any other: the country of a piece of news. */
function namesAmong(mentions: readonly Mention[], used: ReadonlySet<Mention>): readonly Token[] {
  return mentions
    .filter((each) => !used.has(each) && isSoft(each))
    .map(({ start, end, bodyEnd, value }) => ({
      ...entityToken("word", start, end, String(value)),
      bodyEnd,
      key: `name:${String(value)}`,
    }));
}

const SOFT: ReadonlySet<Mention["kind"]> = new Set(["place", "instrument", "person"] as const);

/** True of a name that may be a word like any other; whom something is said to is none. */
function isSoft({ kind, end, bodyEnd }: Mention): boolean {
  return SOFT.has(kind) && !(kind === "person" && end > bodyEnd);
}

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
      ...mentions.filter((each) => used.has(each) || isWhen(each)),
    ].sort((a, b) => a.start - b.start);
  const runs: Run[] = [];
  let run: RunWord[] = [];
  let last = 0;
  const isOwn = (word: Token): boolean =>
    word.part === "content" &&
    !cues.has(action, word) &&
    !isLinkWord(word.key) &&
    !cues.isFiller(word) &&
    !JOINT_WORD.test(word.value);
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
        isVerb:
          !word.key.startsWith("name:") && (isPredicate(text, word) || isOrderVerb(text, word)),
        isCommand: cues.isCommand(word),
        isJoined: isJoint(
          text,
          run.findLast((each) => each.isOwn),
          word,
        ),
      });
  }
  close();
  return runs;
}

/** True of words that stand in one list with the word before them. */
function isJoint(text: string, before: Token | undefined, word: Token): boolean {
  return before !== undefined && JOINING.test(text.slice(before.bodyEnd, word.start));
}

const JOINING =
  /^(?:이?랑|와|과|하고)\s|\s(?:and|or|vs\.?|versus|및|그리고|이랑|와|과|하고)\s+(?:(?:also|then|in|for|on|at|about|the)\s+)*$/iu;
const JOINT_WORD = /^(?:and|or|vs|versus|및|그리고|이랑|랑|와|과|하고)$/iu;

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
    start: first.start,
    end: final.end,
    pieces: from === -1 ? [] : words.slice(from, to + 1).filter(({ isOwn }) => isOwn),
    isLed: LEADS.test(text.slice(0, first.start)),
  };
}

/** Says that each of what is named is meant. */
const EACH = /씩|각각|따로|둘\s?다|\b(?:both|each|respectively)\b/iu;

/** What follows "in" or "about", else what names most; of the same, the first. Where several may be given, all that stand in one list with it. */
function chosenItems(runs: readonly Run[], open: Parameter, reading: Reading): readonly Item[] {
  const worth = ({ pieces, isLed, ...run }: Run): number =>
    (mentionsIn(run, open, reading).length > 0 ? 20 : 0) +
    (isLed ? 10 : 0) +
    (open.kinds.includes("place") ? 0 : pieces.reduce((sum, piece) => sum + weightOf(piece), 0));
  const naming = runs.filter(({ pieces }) => pieces.length > 0);
  const [best] = [...naming].sort((a, b) => worth(b) - worth(a) || a.start - b.start);
  if (best === undefined) return [];
  const isSplit = open.isList === true || open.kinds.includes("place") || EACH.test(reading.text);
  if (!isSplit) {
    const again = listWith(best, naming, reading.text, NAMED_AGAIN);
    return again.flatMap(({ pieces }) => itemOf(pieces, open, reading) ?? []);
  }
  const isEach = EACH.test(reading.text);
  const items = listWith(best, naming, reading.text, JOINT)
    .flatMap((run) => partsOf(run, open, reading, isEach))
    .flatMap((pieces) => itemOf(pieces, open, reading) ?? []);
  if (open.isList === true) return several(items);
  return open.kinds.includes("instrument") ? items.slice(0, 1) : items;
}

/** Where the words of a run are taken apart: at "and", and between names that are known. */
function partsOf(
  { pieces }: Run,
  open: Parameter,
  reading: Reading,
  isEach: boolean,
): readonly (readonly RunWord[])[] {
  const parts: RunWord[][] = [];
  const isName = (piece: RunWord | undefined): boolean =>
    piece !== undefined && mentionsIn(piece, open, reading).length > 0;
  for (const [at, piece] of pieces.entries()) {
    const isApart =
      piece.isJoined ||
      (isEach && open.isList === true) ||
      (open.isList === true && (isName(piece) || isName(pieces[at - 1])));
    if (at === 0 || isApart) parts.push([piece]);
    else parts.at(-1)?.push(piece);
  }
  return parts;
}

function mentionsIn(
  { start, end }: { readonly start: number; readonly end: number },
  { kinds }: Parameter,
  { mentions }: Reading,
): readonly Mention[] {
  return mentions.filter(
    (each) =>
      SOFT.has(each.kind) && kinds.includes(each.kind) && each.start >= start && each.end <= end,
  );
}

/** A known name alone, where there is one; else all the words. */
function itemOf(pieces: readonly RunWord[], open: Parameter, reading: Reading): Item | undefined {
  const [first, final] = [pieces[0], pieces.at(-1)];
  if (first === undefined || final === undefined) return undefined;
  const [name] = mentionsIn({ start: first.start, end: final.end }, open, reading);
  const own =
    name === undefined
      ? undefined
      : pieces.filter(({ start, end }) => start >= name.start && end <= name.end);
  const isOther = reading.mentions.some(
    (each) =>
      SOFT.has(each.kind) &&
      each.kind !== "person" &&
      each.start === first.start &&
      each.end === final.end,
  );
  if (
    name === undefined &&
    isOther &&
    open.kinds.some((kind) => kind !== "words" && SOFT.has(kind))
  )
    return undefined;
  if (name !== undefined && own !== undefined)
    return { value: name.value, start: name.start, end: name.end, pieces: own };
  const led = open.kinds.includes("place")
    ? pieces.findLastIndex(({ start }, at) => at > 0 && LEADS.test(reading.text.slice(0, start)))
    : -1;
  if (led > 0) return itemOf(pieces.slice(led), open, reading);
  const value = reading.text.slice(first.start, final.bodyEnd).trim();
  return { value, start: first.start, end: final.end, pieces };
}

/** What stands between things of one list; the word that names the action may be said of each. */
const JOINT =
  /^(?:\s*\S{1,8})?(?:이?랑|와|과|하고|및)\s+$|^[\s,、·]*(?:(?:and|or|vs\.?|versus|및|그리고)\s*)?[\s,]*(?:(?:also|then|in|for|on|at|about|the)\s+)*$/iu;
/** The same where the action is named again. */
const NAMED_AGAIN =
  /^\s*\S{1,8}(?:이?랑|와|과|하고)\s+$|^\s*,?\s+and\s+(?:\S+\s+){1,2}$|^\s+\S+,?\s+and\s+$/iu;

function listWith(best: Run, runs: readonly Run[], text: string, joint: RegExp): readonly Run[] {
  const at = runs.indexOf(best);
  const isJoined = (left: Run | undefined, right: Run | undefined): boolean =>
    left !== undefined && right !== undefined && joint.test(text.slice(left.end, right.start));
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
  const target = signature.find(({ isNamed }) => isNamed !== true);
  const first = target === undefined ? undefined : values.get(target.name);
  const rest = signature
    .filter(({ name }) => values.has(name) && (name !== target?.name || typeof first !== "string"))
    .map(({ name }) => `${name}: ${valueCode(values.get(name) ?? null)}`);
  const head = typeof first === "string" ? `(${valueCode(first)})` : "";
  return `[${action}]${head}${rest.length === 0 ? "" : ` {${rest.join(", ")}}`}`;
}

/** A value as IBL writes it. */
function valueCode(value: Json): string {
  if (typeof value === "string") return quoteIbl(value);
  return Array.isArray(value) ? `[${value.map(valueCode).join(", ")}]` : JSON.stringify(value);
}
