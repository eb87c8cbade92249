import { parse } from "../../engine/language/parser.ts";
import { printExpression } from "../../engine/language/printer.ts";
import type { Expression } from "../../engine/language/tree.ts";
import { isCommandConcept } from "../../rag/text/concepts.ts";
import { particleOf } from "../../rag/text/korean.ts";
import { readWords } from "../../rag/text/normalize.ts";
import { type Candidate, namesResult, type Pieces } from "./candidates.ts";
import { readTokens, type Token } from "./tokens.ts";

/** Finds programs for a part of a message, best first: for a request of its own, or for what is done with the result of the step before. */
export interface PartFinder {
  readonly request: (text: string) => Pieces<readonly Candidate[]>;
  readonly step: (text: string) => Pieces<readonly Candidate[]>;
  /** True when the candidates leave no doubt about the first. */
  readonly isClear: (candidates: readonly Candidate[]) => boolean;
  /** True for an action that changes nothing. */
  readonly reads: (call: string) => boolean;
}

/** The most that a reading scores of which some part is in doubt: it is offered, not run. */
const DOUBTED = 0.74;
/** What scores as much needs no other reading. */
const NO_BETTER = 0.97;
/** Things that are named beside each other are mostly asked about in the same way. */
const ALIKE_BONUS = 0.03;
/** Actions that are asked about one named thing; a joining word in what anything else is given may be part of it. */
const NAMING = new Set(
  "source:weather source:price source:crawl source:feed system:time system:read system:list messenger:get".split(
    " ",
  ),
);
/** The particle of what will do when nothing better is there (뉴스라도); blanks in its place keep all other places. */
const AT_LEAST = /(?<=[가-힣])(?:이라도|라도)(?=\s|$)/gu;
const TRYING = /^(?:just\s+)?try\b/iu;
/** What only says that the result is to be seen. */
const SHOWING =
  /^(?:(?:그걸|그거|결과를?|내용을?|좀)\s*)*(?:보여|알려|말해|보내|읽어)\s?(?:줘|주세요|주라|줄래|달라|봐|줘요|주십시오)[.!?~\s]*$|^(?:please\s+)?(?:(?:show|tell|give|read)\s+(?:me|it|that|them)(?:\s+(?:to\s+me|the\s+result))?|let\s+me\s+(?:see|know))[.!?\s]*$/iu;

/** Every program for a text of one or several steps, best first. */
export function* composeCandidates(text: string, finder: PartFinder): Pieces<readonly Candidate[]> {
  const joints = findJoints(text);
  if (joints.length === 0) return yield* readClause(text, finder, saysBoth(text));
  const whole = yield* finder.request(text);
  const composed = yield* readElse(text, joints, finder);
  const doubted = whole.map((candidate) => {
    const skips = composed !== undefined && composed.calls.length > candidate.calls.length;
    return skips || joints.some((joint) => holds(candidate, joint)) ? doubt(candidate) : candidate;
  });
  return composed === undefined
    ? doubted
    : [composed, ...doubted].sort((left, right) => right.rank - left.rank);
}

function doubt(candidate: Candidate): Candidate {
  const score = Math.min(candidate.score, DOUBTED);
  return { ...candidate, score, rank: candidate.rank - (candidate.score - score) };
}

function holds({ spans }: Candidate, { end, start }: Pick<Joint, "end" | "start">): boolean {
  return spans.some(([from, to]) => from < end && start < to);
}

/** A request without joints: what one example gives, and one request for each of several things. */
function* readClause(
  text: string,
  finder: PartFinder,
  isBoth: boolean,
): Pieces<readonly Candidate[]> {
  const single = yield* finder.request(text);
  const pairs = findPairs(text);
  if (pairs.length === 0) return single;
  const each = yield* bestEach(text, finder, isBoth);
  const doubted = single.map((candidate) => {
    const isOpen = !isBoth && candidate.calls.some((call) => !NAMING.has(call));
    const joins = pairs.some(([end, start]) => holds(candidate, { end, start }));
    return joins && !isOpen ? doubt(candidate) : candidate;
  });
  return each === undefined
    ? doubted
    : [each, ...doubted].sort((left, right) => right.rank - left.rank);
}

/** The best way to read a text as one request for each of the things it names. */
function* bestEach(
  text: string,
  finder: PartFinder,
  isBoth: boolean,
): Pieces<Candidate | undefined> {
  let best: Candidate | undefined;
  const known = new Map<string, Found | undefined>();
  for (const reading of readEach(text)) {
    const found = yield* findAll(reading, known, finder);
    const each = found && eachOf(found, finder, isBoth);
    if (each !== undefined && (best === undefined || each.rank > best.rank)) best = each;
    if (best !== undefined && best.score >= NO_BETTER) break;
  }
  return best;
}

function* findAll(
  texts: readonly string[],
  known: Map<string, Found | undefined>,
  finder: PartFinder,
): Pieces<readonly Found[] | undefined> {
  const all: Found[] = [];
  for (const one of texts) {
    if (!known.has(one)) known.set(one, firstOf(yield* finder.request(one), finder));
    const found = known.get(one);
    if (found === undefined) return undefined;
    all.push(found);
  }
  return all;
}

/** Where nothing says that each is meant, what changes something is not done twice, and a name may hold what joins. */
function eachOf(
  found: readonly Found[],
  finder: PartFinder,
  isBoth: boolean,
): Candidate | undefined {
  const parts = found.map((one) => one.candidate);
  const isSame = new Set(parts.map(({ code }) => code)).size < parts.length;
  const reads = parts.every(({ calls }) => calls.every(finder.reads));
  if (isSame || (!isBoth && !reads)) return undefined;
  const joined = joinParts("parallel", found, finder);
  const isAlike = sameCalls(parts);
  const preferred = joined && isAlike ? { ...joined, rank: joined.rank + ALIKE_BONUS } : joined;
  const isOpen = !isBoth && isAlike && parts.every(isPhrase);
  return preferred !== undefined && isOpen ? doubt(preferred) : preferred;
}

/** True where what joins two things could stand in the value itself (war and peace). */
function isPhrase({ calls, spans }: Candidate): boolean {
  return spans.length > 0 && calls.some((call) => !NAMING.has(call));
}

function sameCalls(parts: readonly Candidate[]): boolean {
  return new Set(parts.map(({ calls }) => calls.join())).size === 1;
}

interface Found {
  readonly candidate: Candidate;
  readonly isClear: boolean;
}

function firstOf(candidates: readonly Candidate[], finder: PartFinder): Found | undefined {
  const [candidate] = candidates;
  return candidate === undefined ? undefined : { candidate, isClear: finder.isClear(candidates) };
}

/** `A, and if that fails B, and then C`: what follows on the other way is for both. */
function* readElse(
  text: string,
  joints: readonly Joint[],
  finder: PartFinder,
): Pieces<Candidate | undefined> {
  const elses = joints.filter(({ kind }) => kind === "else");
  const thens = joints.filter(({ kind }) => kind === "then");
  const [first, second] = elses;
  if (first === undefined) return joinChain(yield* readChain(text, thens, finder), finder);
  if (second !== undefined) return undefined;
  const head = text.slice(0, first.end);
  const left = yield* readChain(
    head,
    thens.filter(({ end }) => end < first.end),
    finder,
  );
  if (left === undefined) return undefined;
  const tail = text.slice(first.start).replace(AT_LEAST, (particle) => " ".repeat(particle.length));
  const later = thens
    .filter(({ start }) => start > first.start)
    .map(({ kind, end, start }) => ({ kind, end: end - first.start, start: start - first.start }));
  const right = yield* readOther(tail, later, left, finder);
  const [option, ...steps] = right ?? [];
  const one = joinChain(left, finder);
  if (option === undefined || one === undefined) return undefined;
  const both = joinParts("fallback", [{ candidate: one, isClear: true }, option], finder);
  return both && joinChain([{ candidate: both, isClear: true, isStep: false }, ...steps], finder);
}

/** The other way, which may leave unsaid what it is about: "… else search the web". */
function* readOther(
  tail: string,
  joints: readonly Joint[],
  left: readonly ChainPart[],
  finder: PartFinder,
): Pieces<readonly ChainPart[] | undefined> {
  const plain = TRYING.test(tail) ? undefined : yield* readChain(tail, joints, finder);
  const subject = left[0]?.candidate.from?.[0]?.slots.find(({ kind }) => kind === "text")?.value;
  if (plain?.[0]?.isClear === true || subject === undefined) return plain;
  const end = joints[0]?.end ?? tail.length;
  const bare = asRequest(tail.slice(0, end)).replace(TRYING, "search");
  const isKorean = /\p{Script=Hangul}/u.test(bare);
  const said = isKorean ? [`${subject} ${bare}`] : [`${bare} for ${subject}`, `${bare} ${subject}`];
  for (const request of said) {
    const found = firstOf(yield* finder.request(request), finder);
    if (found === undefined || (plain !== undefined && !found.isClear)) continue;
    const rest = yield* readSteps(tail, joints, finder);
    return rest && [{ ...found, isStep: false }, ...rest];
  }
  return plain;
}

interface ChainPart extends Found {
  /** True for what takes the result of the part before it. */
  readonly isStep: boolean;
}

/** The parts between joints, each with its program; a joint that leads to none may be none. */
function* readChain(
  text: string,
  joints: readonly Joint[],
  finder: PartFinder,
): Pieces<readonly ChainPart[] | undefined> {
  const cuts = [joints, ...joints.map((_, index) => joints.filter((_joint, at) => at !== index))];
  for (const cut of cuts) {
    const end = cut[0]?.end ?? text.length;
    const head = asRequest(text.slice(0, end));
    const first = firstOf(yield* readClause(head, finder, saysBoth(text)), finder);
    if (first === undefined) continue;
    const rest = yield* readSteps(text, cut, finder);
    const isClear = first.isClear && !joints.some((joint) => holds(first.candidate, joint));
    if (rest !== undefined) return [{ ...first, isClear, isStep: false }, ...rest];
  }
  return undefined;
}

function* readSteps(
  text: string,
  joints: readonly Joint[],
  finder: PartFinder,
): Pieces<readonly ChainPart[] | undefined> {
  const parts: ChainPart[] = [];
  for (const [index, joint] of joints.entries()) {
    const said = asRequest(text.slice(joint.start, joints[index + 1]?.end ?? text.length));
    if (SHOWING.test(said)) continue;
    const step = firstOf(yield* finder.step(said), finder);
    if (step?.isClear === true) {
      parts.push({ ...step, isStep: true });
      continue;
    }
    const request = firstOf(yield* readClause(said, finder, saysBoth(said)), finder);
    const best = request?.isClear === true || step === undefined ? request : step;
    if (best === undefined) return undefined;
    parts.push({ ...best, isStep: best === step });
  }
  return parts;
}

/** Steps go through a pipe; requests of their own side by side where they only read, else one after another. */
function joinChain(
  parts: readonly ChainPart[] | undefined,
  finder: PartFinder,
): Candidate | undefined {
  if (parts === undefined) return undefined;
  const groups: Found[][] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (part.isStep && last !== undefined) last.push(part);
    else groups.push([part]);
  }
  const found = groups.map((group): Found | undefined => {
    const [only, second] = group;
    if (only !== undefined && second === undefined) return only;
    const candidate = joinParts("sequence", group, finder);
    return candidate && { candidate, isClear: group.every(({ isClear }) => isClear) };
  });
  const whole = found.filter((one) => one !== undefined);
  if (whole.length < found.length) return undefined;
  const [only, second] = whole;
  if (second === undefined) return only && (only.isClear ? only.candidate : doubt(only.candidate));
  return joinParts("parallel", whole, finder);
}

type Join = "sequence" | "parallel" | "fallback";
function joinParts(join: Join, found: readonly Found[], finder: PartFinder): Candidate | undefined {
  const parts = found.map((one) => one.candidate);
  const [first] = parts;
  const slots = parts.flatMap(({ from }) => from ?? []).flatMap((part) => part.slots);
  if (join === "sequence" && slots.some(({ value }) => namesResult(value))) return undefined;
  const code = joinedCode(join, parts, finder);
  if (first === undefined || code === undefined) return undefined;
  const candidate: Candidate = {
    code,
    score: Math.min(...parts.map(({ score }) => score)),
    rank: Math.min(...parts.map(({ rank }) => rank)),
    intent: code,
    calls: parts.flatMap(({ calls }) => calls),
    spans: [],
    from: parts.flatMap(({ from }) => from ?? []),
  };
  return found.every(({ isClear }) => isClear) ? candidate : doubt(candidate);
}

function joinedCode(
  join: Join,
  parts: readonly Candidate[],
  finder: PartFinder,
): string | undefined {
  const isApart = join === "parallel" && !parts.every(({ calls }) => calls.every(finder.reads));
  if (isApart) return parts.map(({ code }) => code).join("\n");
  const bodies = parts.map(({ code }) => bodyOf(code));
  const whole = bodies.filter((body) => body !== undefined);
  return whole.length < parts.length ? undefined : printExpression(joinBodies(join, whole));
}

function bodyOf(code: string): Expression | undefined {
  const parsed = parse(code);
  const [only, second] = parsed.ok ? parsed.program.statements : [];
  return second === undefined ? only?.body : undefined;
}

/** One expression of the bodies; those that are joined in the same way already are taken apart. */
function joinBodies(join: Join, bodies: readonly Expression[]): Expression {
  const span = bodies[0]?.span ?? { start: 0, end: 0 };
  switch (join) {
    case "sequence": {
      const steps = bodies.flatMap((body) => (body.kind === "sequence" ? body.steps : [body]));
      return { kind: "sequence", steps, span };
    }
    case "parallel": {
      const branches = bodies.flatMap((body) =>
        body.kind === "parallel" ? body.branches : [body],
      );
      return { kind: "parallel", branches, span };
    }
    case "fallback": {
      const options = bodies.flatMap((body) => (body.kind === "fallback" ? body.options : [body]));
      return { kind: "fallback", options, span };
    }
  }
}

/** Words that say that each of several things is meant. */
const MARKERS =
  /\s*(?:둘\s?다|셋\s?다|각각|같이|함께|한꺼번에|동시에|한\s?번에)(?=$|[\s에를을])|\b(?:both|each of|at once|at the same time|together)\b\s*/giu;
const KOREAN_HAGO = /하고$/u;
const ENGLISH_AND = /^\s*,?\s*(?:and|&|as\s+well\s+as)\s+$/iu;
/** More things than these are a list to read, not requests. */
const MOST_ITEMS = 4;
/** How many words beside the joining one belong to it, the likeliest first; `Infinity` is all of them. */
const REACHES = [1, Number.POSITIVE_INFINITY, 2, 3];

/** True for a text that says in so many words that each of several things is meant. */
function saysBoth(text: string): boolean {
  return new RegExp(MARKERS.source, "iu").test(text);
}

/** Where things are named beside each other: 서울이랑 부산, oil and gold; UTF-16 units of what joins them. */
function findPairs(text: string): readonly (readonly [number, number])[] {
  const tokens = readTokens(text);
  return tokens.flatMap((token, index): (readonly [number, number])[] => {
    const next = tokens[index + 1];
    if (next === undefined) return [];
    if (token.particle === "with") return [[token.bodyEnd, next.start]];
    const surface = text.slice(token.start, token.end);
    if (token.kind === "word" && KOREAN_HAGO.test(surface) && isName(token))
      return [[token.end - 2, next.start]];
    const between = text.slice(token.end, next.start);
    if (/^\s*,\s+$/u.test(between)) return [[token.end, next.start]];
    const after = tokens[index + 2];
    if (after !== undefined && ENGLISH_AND.test(text.slice(token.end, after.start)))
      return [[token.end, after.start]];
    return [];
  });
}

function isName(token: Token): boolean {
  return token.verb && !token.key.startsWith("c:");
}

/**
 * The ways to read a text that names several things beside each other as one request for each of them, likeliest first; none for a
 * text that does not. "서울이랑 부산 날씨" gives "서울 날씨" and "부산 날씨", also "서울" and "부산 날씨".
 */
function readEach(text: string): readonly (readonly string[])[] {
  const plain = text.replace(MARKERS, (marker) => (/^\s/u.test(marker) ? "" : " ")).trim();
  const pairs = withoutOverlaps(findPairs(plain));
  if (pairs.length === 0 || pairs.length >= MOST_ITEMS) return [];
  const pieces = cutAt(plain, pairs).map((piece) => piece.split(/\s+/u).filter(Boolean));
  const [head = [], ...others] = pieces;
  const tail = others.at(-1) ?? [];
  const middle = others.slice(0, -1).map((piece) => piece.join(" "));
  const readings = REACHES.flatMap((before) =>
    REACHES.flatMap((behind) => {
      const cutHead = Math.max(0, head.length - before);
      const first = head.slice(cutHead).join(" ");
      const last = tail.slice(0, behind).join(" ");
      if (!saysSomething(first) || !saysSomething(last)) return [];
      const rest = tail.slice(behind).join(" ");
      const front = head.slice(0, cutHead).join(" ");
      const ending = particleEnding(last);
      return [
        [
          `${front} ${first}${ending} ${rest}`,
          ...middle.map((item) => `${front} ${item}${ending} ${rest}`),
          `${front} ${last} ${rest}`,
        ].map((one) => one.trim().replace(/\s+/gu, " ")),
      ];
    }),
  );
  const known = new Set<string>();
  return readings.filter((reading) => {
    const key = reading.join("\n");
    return !known.has(key) && known.add(key);
  });
}

function saysSomething(text: string): boolean {
  return readWords(text).some((word) => word.part === "content");
}

function withoutOverlaps(
  pairs: readonly (readonly [number, number])[],
): readonly (readonly [number, number])[] {
  return pairs.filter(([start], index) => index === 0 || start >= (pairs[index - 1]?.[1] ?? 0));
}

function cutAt(text: string, places: readonly (readonly [number, number])[]): readonly string[] {
  const starts = [0, ...places.map(([, end]) => end)];
  return starts.map((start, index) => text.slice(start, places[index]?.[0] ?? text.length));
}

/** What the last of the things is to the request, the others are too (뉴스에서 → 웹에서). */
function particleEnding(word: string): string {
  const read = /[가-힣]$/u.test(word) ? particleOf(word) : undefined;
  return read === undefined ? "" : word.slice(read.body.length);
}

/** Where one request or step ends and the next begins: `then` goes on, `else` is for when what stands before it fails. */
interface Joint {
  readonly kind: "then" | "else";
  /** Where what stands before it ends, and where what stands behind it begins; UTF-16 units. */
  readonly end: number;
  readonly start: number;
}

/** A message with more joints is no request of a few steps. */
const MOST_JOINTS = 6;

const KOREAN_ELSE =
  /[\s,.;]+(?:(?:만약|혹시|만일)(?:에)?\s*)?(?:그게\s*|거기\s*)?(?:안\s?되면|안\s?나오면|안\s?열리면|안\s?될\s?(?:때|땐|때는|경우)|없으면|없을\s?(?:때|때는|경우)|실패하면|실패\s?시(?:에는?)?|못\s?찾으면|못\s?하면)[\s,]+/gu;
const ENGLISH_ELSE =
  /[\s,.;:]+(?:(?:and|but|or)[\s,]+)?(?:otherwise|or\s+else|failing\s+that|if\s+(?:that|it|this)(?:['’]s)?\s+(?:fails|failed|does\s*n['’]?o?t\s+(?:work|exist|open|load)|is\s*n['’]?o?t\s+(?:there|found|available)|not\s+there|is\s+missing|missing|is\s+empty|empty|can['’]?t\s+be\s+(?:found|opened|read))|if\s+(?:nothing|none)(?:\s+(?:comes\s+up|is\s+found|is\s+there|turns\s+up|was\s+found))?|if\s+there(?:['’]s|\s+is|\s+are)\s+(?:none|nothing)|if\s+not|if\s+you\s+can['’]?t(?:\s+find\s+(?:it|any|anything|one))?)[\s,]+(?:then\s+)?/giu;
const KOREAN_AFTER =
  /(?<=[가-힣](?:한|은|온|른|낸|친|킨|준|본|운|인|찬))\s+(?:다음|뒤|후)(?:에|엔)?[\s,]+/gu;
const KOREAN_NEXT =
  /[\s,.;]+(?:그리고|그\s?다음에?|그런\s?다음에?|그러고\s?나서|그러고|이어서)[\s,]+/gu;
const KOREAN_LEAD =
  /^[\s,]*(?:나서|그리고|그\s?다음(?:에|으로)?|그\s?뒤에?|다음에|그런\s?다음에?)?[\s,]*/u;
const CONNECTIVE = /(?:[아어여워려와봐해켜겨러라꿔]서|고서|[가-힣]고)$/u;
/** Forms whose verb the reader does not know, or takes for a noun. */
const KNOWN_CONNECTIVE = /(?:^|[가-힣])(?:보고|열고|읽고|찾고|쓰고|적고|넣고|긁어서)$/u;
const ENGLISH_NEXT =
  /[\s,;.]+(?:and\s+then|then|and\s+also|after\s+that|afterwards|and)[\s,]+(?=[a-z])|[,;]\s+(?=[a-z])/giu;
const SENTENCE_END = /[.!?;]\s+|\s*\n\s*/gu;
/** English words that begin a step, beside those that the concepts know. */
const ENGLISH_COMMANDS = new Set(
  "text tell email message notify ping forward share pass put keep give sum sort plot chart note boil turn drop take check get try summarize let".split(
    " ",
  ),
);

/** The joints of a composed text in order; none inside quotes, names and addresses. Pure. */
function findJoints(text: string): readonly Joint[] {
  const tokens = readTokens(text);
  const entities = tokens.filter((token) => token.kind !== "word" && token.kind !== "number");
  const isFree = ({ end, start }: Joint): boolean =>
    end > 0 &&
    start < text.length &&
    !entities.some((token) => token.start < end && start < token.bodyEnd);
  const elses = [...matchJoints(text, KOREAN_ELSE), ...matchJoints(text, ENGLISH_ELSE)].map(
    ({ end, start }): Joint => ({ kind: "else", end, start }),
  );
  const thens = [
    ...connectiveJoints(text, tokens),
    ...matchJoints(text, KOREAN_AFTER),
    ...matchJoints(text, KOREAN_NEXT),
    ...matchJoints(text, ENGLISH_NEXT).filter(({ start }) => isCommand(text.slice(start))),
    ...matchJoints(text, SENTENCE_END),
  ].map(({ end, start }): Joint => ({ kind: "then", end, start }));
  const joints = settled([...elses, ...thens.sort((a, b) => a.end - b.end)].filter(isFree));
  return joints.length > MOST_JOINTS ? [] : joints;
}

type Place = Omit<Joint, "kind">;

function matchJoints(text: string, pattern: RegExp): readonly Place[] {
  return [...text.matchAll(pattern)].map((match) => ({
    end: match.index,
    start: match.index + match[0].length,
  }));
}

/** Behind a Korean verb that says that something follows: 찾아서, 요약하고. */
function connectiveJoints(text: string, tokens: readonly Token[]): readonly Place[] {
  return tokens.flatMap((token) => {
    const surface = text.slice(token.start, token.end);
    if (token.kind !== "word" || !CONNECTIVE.test(surface)) return [];
    const isVerb = token.verb || isCommandKey(token.key) || KNOWN_CONNECTIVE.test(surface);
    if (!isVerb) return [];
    const lead = KOREAN_LEAD.exec(text.slice(token.end))?.[0].length ?? 0;
    return [{ end: token.end, start: token.end + lead }];
  });
}

function isCommand(rest: string): boolean {
  const word = /^[a-z]+/iu.exec(rest)?.[0].toLowerCase() ?? "";
  const [read] = readWords(rest.slice(0, 24));
  return ENGLISH_COMMANDS.has(word) || isCommandKey(read?.key ?? "");
}

function isCommandKey(key: string): boolean {
  return key.startsWith("c:") && isCommandConcept(key.slice(2));
}

/** In order, without those that touch one before them; where a verb's ending stands before an `else`, the part ends there. */
function settled(joints: readonly Joint[]): readonly Joint[] {
  const kept: Joint[] = [];
  for (const joint of joints) {
    const at = kept.findIndex((one) => joint.start >= one.end && joint.end <= one.start);
    const before = kept[at];
    if (before === undefined) kept.push(joint);
    else
      kept[at] = {
        kind: before.kind,
        end: Math.min(before.end, joint.end),
        start: Math.max(before.start, joint.start),
      };
  }
  return kept.sort((a, b) => a.end - b.end);
}

/** What stands before a joint as a request of its own: its verb's ending as that of one who asks. */
function asRequest(part: string): string {
  return part
    .replace(/하고(?:서)?$/u, "해줘")
    .replace(/보고(?:서)?$/u, "봐줘")
    .replace(/(?<=[가-힣])한$/u, "해줘")
    .replace(/^[\s,]+|[\s,;]+$/gu, "");
}
