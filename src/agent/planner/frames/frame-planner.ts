import { composed } from "../../../rag/text/normalize.ts";
import { quoteIbl, readCode } from "../code.ts";
import { isLongText } from "../message.ts";
import type { Hits, Searching } from "../searching.ts";
import { readTokens, type Token } from "../tokens.ts";
import { isAsking } from "./asking.ts";
import type { Cues } from "./cues.ts";
import { type Filled, fillCall, isOrder, type Reading, readingOf } from "./fill.ts";
import { findMentions, isWhen, type Known, type Mention, NOTHING_KNOWN } from "./mentions.ts";
import { chained, findSteps, type Step, withoutSteps } from "./steps.ts";

/** An action that a text resembles, with how much, in [0, 1]. */
interface Resembled {
  readonly action: string;
  readonly score: number;
}

/** A program with how sure it is, in [0, 1]. */
export interface Framed extends Filled {
  readonly score: number;
  /** What is left of the score for values that name another action. */
  readonly share: number;
}

/** What a message is planned with. */
export interface Framing {
  readonly known: Known;
  /** 1 for Monday to 7 for Sunday, on the person's day. */
  readonly weekday: number;
  readonly cues: Cues;
  /** The program of a text whose form says all of it; by default none is known. */
  readonly alone?: (text: string) => string | undefined;
}

/** The programs that a message may mean, best first. */
export function* frameMessage(message: string, framing: Framing): Searching<readonly Framed[]> {
  const text = composed(message).trim().replace(SHOWN, "");
  const either = alternativesIn(text);
  if (either !== undefined) return yield* frameAlternatives(either, framing);
  if (CONDITION.test(text)) return [];
  const found = yield* frameRequest(text, framing, isAsking(text));
  const [best] = found;
  if (best !== undefined && isClear(best)) return found;
  const several = yield* frameClauses(text, framing);
  if (several !== undefined) return [several, ...found];
  const reasoned = yield* frameWithoutReason(text, framing);
  return reasoned === undefined ? found : [reasoned, ...found];
}

/** A request without why its writer wants it and what is told around it, which stays unexplained. */
function* frameWithoutReason(text: string, framing: Framing): Searching<Framed | undefined> {
  const [reason] = REASON.exec(text) ?? [];
  const parts =
    reason === undefined
      ? [...text.matchAll(SENTENCE_END)]
          .filter(isOutsideQuotes)
          .flatMap(({ 0: end, index }) => [
            [text.slice(0, index), text.slice(index + end.length)] as const,
            [text.slice(index + end.length), text.slice(0, index)] as const,
          ])
      : [[text.slice(0, -reason.length), reason] as const];
  for (const [request, aside] of parts.slice(0, MOST_JOINTS)) {
    const best = isAsking(request) ? yield* clearest(request, framing) : undefined;
    if (best !== undefined && isAside(aside, request, framing))
      return { ...best, unexplained: [...best.unexplained, aside.trim()] };
  }
  return undefined;
}

/** True of words that want nothing done and name nothing that the request may point at. */
function isAside(text: string, request: string, { cues, known }: Framing): boolean {
  if (request.search(THERE) >= 0 && findMentions(text, known).some(({ kind }) => SHARED.has(kind)))
    return false;
  return !readTokens(text).some((word) => cues.isCommand(word) && !cues.isLooking(word));
}

function isOutsideQuotes({ index, input = "" }: RegExpExecArray): boolean {
  return findMentions(input, NOTHING_KNOWN).every(
    ({ start, end }) => index <= start || index >= end,
  );
}

/** Where a sentence ends and another begins. */
const SENTENCE_END =
  /[.?!？…]+\s+|(?<=[가-힣](?:[어아]때|어떰|지|[이]야|까요?|나요?|니|냐|줘|주세요))[,~ㅋㅎㅠㅜ]*\s+(?=\S+\s+\S)/gu;

/** Behind what is asked for: why it is, in words that ask for nothing. */
const REASON =
  /(?:(?<=(?:줘|줘요|주세요|까|나요|어때|야|니|지|요)|[?？])[\s,.?？]+[^?？]{2,50}?(?:려고|려구|려는데|려는데요|거든|거든요|라서|어서|아서|해서|니까|때문에|는데|야\s?(?:해|돼|됨|함))|[\s,.;?]+(?:because|cause|cos|cuz|coz|since|as\s+(?:i|we)\b|so\s+(?:that\s+)?(?:i|we)\b|(?:i['’]?m|we['’]?re|im)\s+(?:going|planning|trying|meeting|packing|flying|thinking|off|about|heading)\b|(?:i|we)\s+(?:have|need|gotta|want)\b)[^?]{2,60})[\s.!~ㅎㅋㅠㅜ]*$/iu;

/** The programs that a message of one request may mean, best first. */
function* frameRequest(
  text: string,
  framing: Framing,
  asks: boolean,
): Searching<readonly Framed[]> {
  const resembling = actionsIn(yield text);
  const likeness = resembling[0]?.score ?? 0;
  const mentions = findMentions(text, framing.known);
  const whole = readingOf(text, mentions, framing.weekday);
  const isLike = asks
    ? likeness >= LEAST_LIKENESS ||
      isBare(text) ||
      (isNamed(whole, framing.cues) && (BEGS.test(text) || asksAbout(whole)))
    : likeness >= SURE_LIKENESS;
  const steps = findSteps(text, mentions);
  const isOffered = asks && !isLike && isOrder(text) && isNamed(whole, framing.cues);
  const calls = isLike || isOffered ? frameCalls(whole, resembling, framing.cues) : [];
  const plain = isOffered ? calls.map(inPart) : calls;
  const stepped = steps.length === 0 ? [] : yield* frameSteps(whole, steps, framing);
  const more = plain.filter(({ code }) => stepped.every((each) => !each.code.startsWith(code)));
  const found = [...stepped, ...more].sort((a, b) => b.score - a.score);
  return OTHER_STEP.test(withoutSteps(text, steps)) ? found.map(inPart) : found;
}

/** The actions of examples of one call, or of several of one action, with how much these resemble. */
function actionsIn(hits: Hits): readonly Resembled[] {
  return hits.flatMap(({ example, score }) => {
    const [action, ...others] = new Set(readCode(example.code).calls);
    return action === undefined || others.length > 0 ? [] : [{ action, score }];
  });
}

/** Something is to be done with the result that no step is known for. */
const OTHER_STEP = /\b(?:and|then)\s+(?!(?:show|tell|give|send|read)\b)[a-z]+\s+(?:it|them)\b/iu;

/** A program for a part of what is asked: it is offered, and not run. */
function inPart(framed: Framed): Framed {
  return { ...framed, isWhole: false };
}

/** What is found is shown anyway. */
const SHOWN =
  /(?:,?\s*\b(?:and|then)\s+)+(?:send|show|give|tell|read)\s+(?:it|them|that|me)(?:\s+(?:it|them|that|to\s+me|the\s+results?))*[.!\s]*$/iu;

const CLEAR_SCORE = 0.3;
const CLEAR_COVERAGE = 0.8;

/** True of what explains all that was said. */
function isClear({ score, coverage, isWhole }: Framed): boolean {
  return score >= CLEAR_SCORE && coverage >= CLEAR_COVERAGE && isWhole;
}

/** A text of more joints than this is no row of requests; looking at each would take ever longer. */
const MOST_JOINTS = 8;

/** Several requests in one message, done side by side; `undefined` where one of them is not understood. `failed` holds the ends that are none. */
function* frameClauses(
  text: string,
  framing: Framing,
  failed = new Set<string>(),
): Searching<Framed | undefined> {
  if (failed.has(text) || isLongText(text) || !isAsking(text)) return undefined;
  const joints = [...text.matchAll(CLAUSE_JOINT)];
  if (joints.length > MOST_JOINTS) return undefined;
  for (const { 0: joint, index } of joints) {
    if (FILE_WITH.test(text.slice(0, index))) continue;
    const first = yield* clearest(text.slice(0, index), framing);
    if (first === undefined) continue;
    const rest = text.slice(index + joint.length);
    const second =
      (yield* carriedOver(first, rest, framing)) ??
      (yield* clearest(rest, framing)) ??
      (yield* frameClauses(rest, framing, failed));
    if (second !== undefined) return joined([first, second], " & ");
  }
  failed.add(text);
  return undefined;
}

/** A file by name that shares the verb of what comes with it: "notes.md하고 memo.md 지워줘". */
const FILE_WITH = /^\s*\S+\.\w{1,5}(?:하고|이?랑|와|과)$/u;

/** A second request that names no value of its own is about that of the first: "time in Tokyo and weather there". */
function* carriedOver(
  { code }: Framed,
  rest: string,
  framing: Framing,
): Searching<Framed | undefined> {
  const value = /^\[[^\]]+\]\("([^"\\]+)"\)$/u.exec(code)?.[1];
  const own = findMentions(rest, framing.known).some(({ kind }) => SHARED.has(kind));
  if (value === undefined || own) return undefined;
  const bare = rest.replace(THERE, " ").trim();
  const isPointing = bare !== rest.trim();
  const alone = isPointing ? undefined : yield* filledClearly(bare, framing);
  if (alone?.code.includes('"') === true) return undefined;
  const isKorean = /[가-힣]/u.test(bare);
  const found = yield* clearest(isKorean ? `${value} ${bare}` : `${bare} ${value}`, framing);
  return found?.code.includes(quoteIbl(value)) === true ? found : undefined;
}

/** What two requests of one message may be about. */
const SHARED: ReadonlySet<Mention["kind"]> = new Set([
  "place",
  "instrument",
  "file",
  "url",
] as const);
const THERE =
  /\b(?:(?:about|for|of|in|on)\s+)?(?:there|it|that|them|related)\b|(?<![가-힣])(?:거기|그곳|그쪽|그거|관련)(?:도|는|에|의)?(?![가-힣])/giu;

function* clearest(part: string, framing: Framing): Searching<Framed | undefined> {
  return (yield* filledClearly(part, framing)) ?? lookedUp(part, framing);
}

function* filledClearly(part: string, framing: Framing): Searching<Framed | undefined> {
  if (part.trim() === "") return undefined;
  const [best] = yield* frameRequest(part.trim(), framing, true);
  return best !== undefined && isClear(best) ? best : undefined;
}

/** What the form of a text says, where its values fill nothing. */
function lookedUp(part: string, { alone }: Framing): Framed | undefined {
  const code = alone?.(part.trim());
  const [action] = code === undefined ? [] : readCode(code).calls;
  if (code === undefined || action === undefined) return undefined;
  return {
    action,
    code,
    unexplained: [],
    isWhole: true,
    coverage: 1,
    said: [],
    score: 1,
    share: 1,
  };
}

/** Where one request may end and another begin. */
const CLAUSE_JOINT =
  /(?<=[가-힣](?:이?랑|하고|고|와|과|(?<!에)서|며))[,.]?\s+(?:그리고\s+)?|[,;.]\s+(?:and\s+|then\s+|also\s+|그리고\s+)*|\s+(?:and|then|plus|그리고|그\s?다음에?)\s+(?:then\s+|also\s+)*/giu;

/** Something to be done, and what to do where it fails. */
function alternativesIn(text: string): readonly [string, string] | undefined {
  const found = OTHERWISE.exec(text);
  if (found === null) return undefined;
  const first = text.slice(0, found.index).trim();
  const second = text.slice(found.index + found[0].length).trim();
  const isEither =
    first !== "" && second !== "" && !CONDITION.test(first) && !CONDITION.test(second);
  return isEither ? [first, second] : undefined;
}

const OTHERWISE =
  /[\s,]+(?:(?:그게|결과가?|만약에?|혹시)\s?)*(?:없으면|안\s?되면|못\s?찾으면|실패하면|안\s?나오면)(?=[\s,])[\s,]*(?!보여|알려|말해)|[\s,;.]+(?:(?:and|but|or)\s+)?(?:if\s+(?:that|it|there|this|nothing|none|not)(?:['’]s)?(?:\s+(?:fails?|is|isn['’]t|are|aren['’]t|doesn['’]t|does|not|work|exist|any|anything|there|comes?|turns?|up|found))*|otherwise|failing\s+that)[\s,]+/iu;

/** The second has its values of the first where it names none. */
function* frameAlternatives(
  [first, second]: readonly [string, string],
  framing: Framing,
): Searching<readonly Framed[]> {
  const before = yield* clearest(first, framing);
  if (before === undefined) return [];
  const value = /"([^"\\]+)"/u.exec(before.code)?.[1] ?? "";
  const full = POINTING.test(second)
    ? second.replace(POINTING, () => value)
    : /[가-힣]/u.test(second)
      ? `${value} ${second}`
      : `${second} ${value}`;
  const after = POINTING.test(second)
    ? yield* clearest(full, framing)
    : ((yield* clearest(second, framing)) ?? (yield* clearest(full, framing)));
  if (
    after === undefined ||
    (after.action === before.action && value !== "" && after.code.includes(value))
  )
    return [];
  return [joined([before, after], " ?? ")];
}

const POINTING = /\b(?:for\s+)?(?:it|that|them)\b|그거|그걸/iu;

/** Programs side by side or one for another, as sure as the least sure of them. */
function joined(parts: readonly [Framed, Framed], by: string): Framed {
  const [first] = parts;
  return {
    ...first,
    code: parts.map(({ code }) => code).join(by),
    score: Math.min(...parts.map(({ score }) => score)),
    coverage: Math.min(...parts.map(({ coverage }) => coverage)),
    said: parts.flatMap(({ said }) => said),
  };
}

/** What is to be done only where something else is so is planned elsewhere. */
const CONDITION =
  /(?:말고|말구|대신|없으면|있으면(?!\s*(?:(?:좀|다|전부|모두|한번)\s*)*(?:보여|알려|말해|찾아))|아니면|(?:(?<!있)으|하|되|오|가|나|르|지|넘으|넘었으)면(?:은)?(?=[\s,]))|\b(?:if|unless|otherwise|in\s+case)\b/iu;

/** How much an example must resemble a message that asks, and one that does not seem to. */
const LEAST_LIKENESS = 0.12;
const SURE_LIKENESS = 0.4;
const MOST_BARE_WORDS = 4;

/** A few words that only name what is wanted. */
function isBare(text: string): boolean {
  return text.split(/\s+/u).length <= MOST_BARE_WORDS;
}

/** Politeness that only goes with what is wanted, or an order to search. */
const BEGS =
  /^\s*(?:search|google|look\s+up|find\s+(?:me|us)|find\b.*\b(?:online|on\s+(?:the\s+(?:web|internet)|google)))\b|\b(?:please|pls|plz|thx|thanks)\b|(?:줘|주세요|줄래|달라|주라|부탁[가-힣]*|볼래|봐)(?:요)?[\s.!?~]*$/iu;

/** A question about something that is named: a place, a share, what is called by a capital letter. */
function asksAbout({ text, mentions }: Reading): boolean {
  const isNameSaid = mentions.some(({ kind }) => NAMES.has(kind)) || /\bin\s+\p{Lu}/u.test(text);
  return isNameSaid && QUESTION.test(text);
}

const NAMES: ReadonlySet<Mention["kind"]> = new Set([
  "place",
  "instrument",
  "url",
  "file",
] as const);
const QUESTION =
  /[?？]|^(?:so\s+|and\s+|hey\s+)?(?:what|whats|how|hows|is|are|will|does|do|when|any|should|can)\b|(?:까|나요|니|냐|얼마|몇)/iu;

/** True where a word names an action. */
function isNamed({ words }: Reading, cues: Cues): boolean {
  const actions = [...cues.signatures.keys()];
  return words.some((word) => actions.some((action) => cues.names(action, word)));
}

/** What results are taken from. */
const SOURCES = new Set(
  "source:weather source:price source:price_history source:search_news source:web_search source:headlines source:crawl source:feed source:unread source:read_picture system:read system:find system:list system:grep system:week system:list_events source:recent source:search_openalex source:search_arxiv source:search_pubmed source:search_semantic source:search_crossref source:search_books source:world_bank source:world_news source:us_price source:us_income source:us_balance source:us_cashflow source:us_financial source:us_filing source:kr_disclosure source:apt_trade source:apt_rent source:house_trade source:house_rent source:performance source:popular_books source:search_shopping source:health_query".split(
    " ",
  ),
);
const STEPPED_SCORE = 0.9;

/** What comes before the steps is looked up, and handed from step to step. */
function* frameSteps(
  whole: Reading,
  steps: readonly Step[],
  framing: Framing,
): Searching<readonly Framed[]> {
  const { text, weekday } = whole;
  const rest = withoutSteps(text, steps);
  const used = new Set(steps.flatMap((step) => step.used));
  const cut = steps.some(({ code }) => /^\[system:(?:sort|filter)\]/u.test(code))
    ? whole.mentions.find(({ kind, start }) => kind === "count" && start > (steps[0]?.end ?? 0))
    : undefined;
  if (cut !== undefined && !used.has(cut))
    return yield* frameSteps(whole, [...steps, takeOf(cut)], framing);
  const left = whole.mentions.filter((each) => !used.has(each));
  const reading = readingOf(rest, left, weekday);
  const found = sourceAlone(reading, framing.cues) ?? (yield* sourceCalls(reading, framing));
  const alone = found.some(isClear) ? undefined : lookedUp(rest.replace(/\s+/gu, " "), framing);
  const isSource = alone !== undefined && SOURCES.has(alone.action) && !alone.code.includes(" >> ");
  const sources = isSource ? [alone, ...found] : found;
  const tail = chained(steps);
  return sources.map((source) => ({
    ...source,
    code: source.code.includes(" & ") ? `(${source.code}) >> ${tail}` : `${source.code} >> ${tail}`,
    score: Math.max(
      source.score,
      source.coverage * source.share * STEPPED_SCORE * (source.score > 0.2 ? 1 : 0.5),
    ),
  }));
}

/** "5개만" behind an order or a choice keeps so many of them. */
function takeOf(count: Mention): Step {
  const { start, end, value } = count;
  return { start, end, code: `[system:take](${value})`, isSink: false, used: [count] };
}

function* sourceCalls(reading: Reading, framing: Framing): Searching<readonly Framed[]> {
  const resembling = actionsIn(yield reading.text.replace(/\s+/gu, " ").trim());
  return frameCalls(
    reading,
    resembling.filter(({ action }) => SOURCES.has(action)),
    framing.cues,
  ).filter(({ action }) => SOURCES.has(action));
}

const SOURCE_OF: Readonly<Partial<Record<Mention["kind"], string>>> = {
  file: "system:read",
  url: "source:crawl",
  feed: "source:feed",
};

/** A file or an address and nothing else that says what to do with it. */
function sourceAlone(reading: Reading, cues: Cues): readonly Framed[] | undefined {
  const [first, ...others] = reading.mentions.filter((each) => !isWhen(each));
  const action = first === undefined ? undefined : SOURCE_OF[first.kind];
  if (first === undefined || action === undefined || others.length > 0) return undefined;
  const filled = fillCall(action, reading, cues);
  if (filled === undefined || filled.coverage < 0.7) return undefined;
  return [{ ...filled, code: `[${action}](${quoteIbl(String(first.value))})`, score: 1, share: 1 }];
}

/** What a word that names an action proves, and a value of the kind that it must have besides. */
const NAMED = 0.35;
const NAMED_WITH_VALUE = 0.6;
const MORE_NAMED = 0.05;
/** What a call is worth that takes for a value what names another action. */
const SWALLOWING_SHARE = 0.5;
/** The same where its whole value does. */
const NAMELESS_SHARE = 0.3;
/** The same where its words name several others: it is offered, and not run. */
const OPEN_SHARE = 0.75;

/** The same where another action stands beside it in one list: 주가랑 뉴스, "price and news". */
const JOINED_SHARE = 0.6;

/** A word that names another action stands in one list with one that names this one. */
function joinsOther(action: string, { text, tokens }: Reading, cues: Cues): boolean {
  const isOwn = (word: Token | undefined): boolean =>
    word !== undefined && cues.names(action, word);
  const isOther = (word: Token): boolean =>
    !isOwn(word) && [...cues.signatures.keys()].some((other) => cues.names(other, word));
  return tokens.some((word, at) => {
    const isJoined =
      JOINS.test(text.slice(word.start, word.end)) || JOINED_BEFORE.test(text.slice(word.end));
    if (!isJoined) return false;
    const after = tokens.slice(at + 1).filter(({ part }) => part === "content");
    return isOther(word) ? after.some(isOwn) : isOwn(word) && after.slice(0, 2).some(isOther);
  });
}

const JOINED_BEFORE = /^\s*(?:and|plus|&)\s/iu;
/** The first of two things: 뉴스랑. */
const JOINS = /[가-힣](?:이?랑|와|과|하고)$/u;
/** What stands before the second of two things. */
const JOINED_TO = /(?:[가-힣](?:이?랑|와|과|하고)|\band|\bboth)\s+(?:the\s+)?$/iu;

/** The calls that a message may mean, best first. Pure. */
function frameCalls(
  reading: Reading,
  resembling: readonly Resembled[],
  cues: Cues,
): readonly Framed[] {
  const proposed = proposals(reading, resembling, cues);
  const shareOf = (filled: Filled): number =>
    joinsOther(filled.action, reading, cues) ? JOINED_SHARE : shareOfOne(filled);
  const shareOfOne = ({ action, said }: Filled): number => {
    const naming = said.filter((word) =>
      proposed.some((other) => other.action !== action && cues.names(other.action, word)),
    );
    if (naming.length === 0) return 1;
    const isHalf = naming.some(
      ({ start, end, isJoined, particle }) =>
        isJoined ||
        particle === "with" ||
        JOINS.test(reading.text.slice(start, end)) ||
        JOINED_TO.test(reading.text.slice(0, start)),
    );
    const isAll = naming.length === said.length;
    if (!isHalf && isAll && naming.length > 1 && !nameOne(action, naming)) return OPEN_SHARE;
    if (!isHalf && isHead(action, said)) return 1;
    return isHalf || isAll ? NAMELESS_SHARE : SWALLOWING_SHARE;
  };
  /** True of words that name one other action together: 주식 가격. */
  function nameOne(action: string, naming: Filled["said"]): boolean {
    return proposed.some(
      (other) => other.action !== action && naming.every((word) => cues.names(other.action, word)),
    );
  }
  /** The last of several nouns says what is wanted: 환율 뉴스 is news. */
  function isHead(action: string, said: Filled["said"]): boolean {
    const last = said.at(-1)?.end ?? 0;
    const next = reading.tokens.find(({ start }) => start >= last);
    const isNoun = next !== undefined && next.start - last <= 1 && !cues.isCommand(next);
    return isNoun && cues.names(action, next);
  }
  return proposed
    .filter(({ action }) => isAnchored(action, reading, cues))
    .flatMap(({ action, score }) => {
      const filled = fillCall(action, reading, cues);
      if (filled === undefined) return [];
      const share = shareOf(filled);
      const framed = { ...filled, share, score: score * share * filled.coverage ** 2 };
      return [share === OPEN_SHARE || share === JOINED_SHARE ? inPart(framed) : framed];
    })
    .sort((a, b) => b.score - a.score);
}

/** Something in the message names the action, or is what it takes by its very form; a list of what there is is asked for with a word that looks for it. */
function isAnchored(action: string, { text, tokens, mentions }: Reading, cues: Cues): boolean {
  const isInside = IN_FILES.test(text) || (INSIDE.test(text) && !/이름|\bnam/iu.test(text));
  if (action === (isInside ? "system:find" : "system:grep")) return false;
  const [target] = cues.signatures.get(action)?.parameters ?? [];
  if (target === undefined && !tokens.some(cues.isLooking)) return false;
  if (tokens.some((word) => cues.names(action, word))) return true;
  if (isToldOf(action, { tokens, mentions }, cues)) return true;
  const isTold = target?.kinds.includes("words") !== true;
  if (isTold && tokens.some((word) => cues.tells(action, word))) return true;
  return mentions.some(({ kind }) => USUAL[kind] === action);
}

/** Something is looked for in what files hold, not among their names. */
const IN_FILES =
  /파일(?:들)?(?:\s?(?:중|안))?에서\s|\b(?:search|look|check)\s+(?:in\s+|through\s+|inside\s+)?(?:all\s+)?(?:of\s+)?(?:my\s+|the\s+)?files\s+for\b|\bthe\s+words?\b.*\bin\s+(?:all\s+)?(?:my\s+|the\s+)?files\b/iu;
const INSIDE =
  /들어|적힌|적혀|포함|나오는|언급|쓰인|\b(?:mention|contain|inside)|\bwith\s+the\s+(?:word|words|phrase|text)\b/iu;

/** A word that is said of the action, and a value of a kind that tells it from others of which the same is said. */
function isToldOf(
  action: string,
  { tokens, mentions }: Pick<Reading, "tokens" | "mentions">,
  cues: Cues,
): boolean {
  const [, ...others] = cues.signatures.get(action)?.parameters ?? [];
  const hasOwn = mentions.some(({ kind }) => others.some(({ kinds }) => kinds.includes(kind)));
  return hasOwn && tokens.some((word) => cues.isAbout(action, word));
}

/** What is done with a value of which nothing else is said. */
const USUAL: Readonly<Partial<Record<Mention["kind"], string>>> = {
  ...SOURCE_OF,
  instrument: "source:price",
  language: "system:translate",
  glob: "system:find",
};

/** What a message resembles, and what its words and values name. */
function proposals(
  { tokens, mentions }: Reading,
  resembling: readonly Resembled[],
  cues: Cues,
): readonly Resembled[] {
  const named = [...cues.signatures.keys()].flatMap((action): readonly Resembled[] => {
    const count = tokens.filter((word) => cues.names(action, word)).length;
    const [target] = cues.signatures.get(action)?.parameters ?? [];
    const hasValue = mentions.some(({ kind }) => target?.kinds.includes(kind) === true);
    if (count === 0)
      return isToldOf(action, { tokens, mentions }, cues)
        ? [{ action, score: NAMED_WITH_VALUE }]
        : [];
    const isVerb = tokens.some((word) => cues.names(action, word) && cues.isCommand(word));
    const least = hasValue && target?.isRequired === true ? NAMED_WITH_VALUE : NAMED;
    const score = isVerb ? least + 2 * MORE_NAMED : least;
    return [{ action, score: score + MORE_NAMED * (count - 1) }];
  });
  const best = new Map<string, Resembled>();
  for (const { action, score } of [...resembling, ...named]) {
    const known = best.get(action)?.score ?? 0;
    best.set(action, { action, score: Math.max(known, score) + (known > 0 ? NAMED / 2 : 0) });
  }
  return [...best.values()];
}
