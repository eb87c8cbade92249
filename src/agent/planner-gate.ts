import type { Token } from "./planner-token.ts";

/** Longest message that is read as a request, in UTF-16 units, without what stands in quotes or after a colon. */
const LONGEST_REQUEST = 300;
const LONGEST_MESSAGE = 5000;
const MOST_PIECES = 48;

/** Concepts that ask for something all by themselves. */
const WHOLE_REQUESTS = new Set(["c:what-time", "c:can"]);

const CALL_LIKE = /\[\s*[a-z_]\w*\s*:\s*[a-z_$]\w*|>>|\?\?|\$\w+\s*=|\{\{|\$\{/iu;

/** True for text that is written in IBL or looks as if it were: such text is run or refused as a program, never guessed at. */
export function looksLikeProgram(text: string): boolean {
  return CALL_LIKE.test(text);
}

/** True for a text that is too long to be a request: one that goes on for long without a quote, a colon or a line break, or past 5,000 UTF-16 units whatever it quotes. */
export function isDocument(text: string): boolean {
  if (text.length > LONGEST_MESSAGE) return true;
  return (
    text.length > 2 * LONGEST_REQUEST && !/["“「『:：\n]/u.test(text.slice(0, LONGEST_REQUEST))
  );
}

/** True when a message is short enough to be a request and something in it says something. */
export function isRequestLike(tokens: readonly Token[]): boolean {
  const written = tokens.reduce(
    (sum, token) => sum + (token.kind === "quote" ? 0 : token.end - token.start),
    0,
  );
  const saysSomething = tokens.some((token) => token.part === "content");
  return saysSomething && tokens.length <= MOST_PIECES && written <= LONGEST_REQUEST;
}

/** How well, in [0, 1], a phrasing must fit a message: the one meaning word of a short call (시간 좀) proves nothing unless all fits; above 1 for a word alone, which asks for nothing. */
export function leastFit(request: string, tokens: readonly Token[]): number {
  const [only, second] = tokens.filter((token) => token.part === "content");
  if (second !== undefined || only === undefined) return 0;
  if (WHOLE_REQUESTS.has(only.key) || only.kind === "url") return 0;
  return /\S\s+\S/u.test(request) ? EXACT_FIT : 2;
}

const EXACT_FIT = 0.97;

/** Every syllable that ends in ㅆ, the sign of the past, but 있 and 겠. */
const PAST_SYLLABLES = Array.from({ length: 399 }, (_, index) =>
  String.fromCharCode(0xac00 + index * 28 + 20),
)
  .filter((syllable) => syllable !== "있" && syllable !== "겠")
  .join("");
const KOREAN_STATEMENT = new RegExp(
  `(?:[가-힣](?:다|네|네요|구나|군|군요|거든|거든요|더라|더라고|더라고요|던데|던데요|음|슴|셈|지만|니까)|(?:없|있|많|했|하|좋|싫)고|` +
    `[${PAST_SYLLABLES}](?:어|어요|지|지요|죠|는데|는데요|음|습니다|다|대|대요|더라|거든|잖아)|` +
    `야|이에요|예요|싫어요?|좋아요?|같아요?|힘들어요?|귀찮아요?|재밌어요?|맛있어요?|거야|[ㅋㅎㅠㅜ]+)[\\s.!~…^ㅋㅎㅠㅜ]*$`,
  "u",
);
const KOREAN_WISH =
  /(?:부탁|싶|바랍니다|바라|원해|원합니다|필요|다오|보자|주다|몇\s*시|며칠|얼마|뭐|무슨|어떤|어느|어때|누구|어디|언제|[0-9]시야)/u;
const KOREAN_PAST_QUESTION = new RegExp(
  `[${PAST_SYLLABLES}](?:어|어요|니|나요|냐|지|을까|습니까)\\s*\\?`,
  "u",
);
const ENGLISH_STATEMENT =
  /^\s*(?:(?:i|we|he|she|they|you|it|that|there|nobody|everybody|everyone|someone|somebody|people|nothing)(?:['’](?:m|s|re|ve|ll|d))?\s|(?:the|my|our|his|her|their)\s+\S+(?:\s\S+)?\s+(?:is|are|was|were|has|had|makes?|made|keeps?|gets?|looks?|sounds?|feels?)\b|what\s+an?\s|\w+ing\s.*\s(?:is|are|was|were|makes?)\s|this\s+(?:is|was)\b)/iu;
const ENGLISH_WISH =
  /\b(?:i|we)(?:['’]d|\s+would)?\s+(?:want|need|like|wish|love)\b|\bi['’]?d\s+like\b/iu;
const ENGLISH_PAST_QUESTION =
  /^\s*(?:did|have|has|had|were|was|do|does|are|is|why|who|should)\s+(?:you|i|we|he|she|they|it|your|my|the)\b(?!\s+(?:know|tell|see|any))/iu;

/** What a message does: ask for something, tell something, or ask about what has happened. */
export type Mood = "request" | "told" | "recalled";

/** How much a message in a mood may count as a request, in (0, 1], whatever words it shares with one. */
export const MOOD_SHARES: Readonly<Record<Mood, number>> = {
  request: 1,
  told: 0.5,
  recalled: 0.45,
};

/** The mood of a message by its form; `tokens` are its pieces. */
export function moodOf(text: string, tokens: readonly Token[]): Mood {
  const isAsked = /[?？]\s*$/u.test(text);
  if (KOREAN_PAST_QUESTION.test(text) || ENGLISH_PAST_QUESTION.test(text)) return "recalled";
  const isTold = KOREAN_STATEMENT.test(text.trim()) || endsInUnknownVerb(tokens);
  if (!isAsked && isTold && !KOREAN_WISH.test(text)) return "told";
  return ENGLISH_STATEMENT.test(text) && !ENGLISH_WISH.test(text) ? "told" : "request";
}

/** A last word in the familiar form (심심해, 바빠) that asks for nothing known tells something. */
function endsInUnknownVerb(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  if (last?.kind !== "word" || last.part !== "content" || last.key.startsWith("c:")) return false;
  return (
    /[아어해워빠파져려커여돼래](?:요)?$/u.test(last.value) && !/(?:줘|봐)요?$/u.test(last.value)
  );
}

const NEGATION =
  /지\s?마|지\s?말|지\s?않|하면\s?안|(?:^|\s)(?:안|못)\s|말아|\b(?:don['’]?t|do\s+not|never|cannot|can['’]?t|won['’]?t|not|without|instead\s+of)\b/iu;

/** True when a message says that something is not to be done, or could not be. */
export function isNegated(text: string): boolean {
  return NEGATION.test(text);
}
