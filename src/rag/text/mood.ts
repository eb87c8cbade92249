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
  /^\s*(?:(?:ugh+|argh+|omg|wow|yay|meh|damn|geez|sigh)\b|(?:i|we|he|she|they|you|it|that|there|nobody|everybody|everyone|someone|somebody|people|nothing)(?:['’](?:m|s|re|ve|ll|d))?\s|(?:the|my|our|his|her|their)\s+\S+(?:\s\S+)?\s+(?:is|are|was|were|has|had|makes?|made|keeps?|gets?|looks?|sounds?|feels?)\b|what\s+an?\s|\w+ing\s.*\s(?:is|are|was|were|makes?)\s|this\s+(?:is|was)\b|(?!(?:what|whats|hows|whos|wheres|whens|does|is|was|has|this|news)\b)\w+s\s+(?:are|were|make|look|feel|keep)\b)/iu;
const ENGLISH_WISH =
  /\b(?:i|we)(?:['’]d|\s+would)?\s+(?:want|need|like|wish|love)\b|\bi['’]?d\s+like\b/iu;
const ENGLISH_PAST_QUESTION =
  /^\s*(?:did|have|has|had|were|was|do|does|are|is|why|who|should)\s+(?:you|i|we|he|she|they|it|your|my|the)\b(?!\s+(?:know|tell|see|any))/iu;

/** What a message does: ask for something, tell something, or ask about what has happened. */
export type Mood = "request" | "told" | "recalled";

/** The mood of a text by its form. `endsTelling` (default false) says that its last word is known to tell something. */
export function sentenceType(text: string, endsTelling = false): Mood {
  const isAsked = /[?？]\s*$/u.test(text);
  if (KOREAN_PAST_QUESTION.test(text) || ENGLISH_PAST_QUESTION.test(text)) return "recalled";
  const isTold = KOREAN_STATEMENT.test(text.trim()) || endsTelling;
  if (!isAsked && isTold && !KOREAN_WISH.test(text)) return "told";
  return ENGLISH_STATEMENT.test(text) && !ENGLISH_WISH.test(text) ? "told" : "request";
}

const NEGATION =
  /지\s?마|지\s?말|지\s?않|하면\s?안|(?:^|\s)(?:안|못)\s|말아|\b(?:don['’]?t|do\s+not|never|cannot|can['’]?t|won['’]?t|not|without|instead\s+of)\b/iu;

/** True when a message says that something is not to be done, or could not be. */
export function isNegated(text: string): boolean {
  return NEGATION.test(text);
}

const KOREAN_PLEA =
  /(?:줘|줘요|주세요|주라|줄래|줄래요|해라|보내|해봐|봐봐|해놔|놔|해둬|둬|시켜)[\s.!?~]*$/u;

const ENGLISH_PLEA =
  /^\s*(?:(?:please|pls|plz|hey|ok|okay|now|just|can|could|would|you|kindly|bot)[\s,]+)*(?:search|google|look\s+(?:up|for)|find|fetch|translate|summari[sz]e|sum\s+up|shorten|remember|remind|notify|ping|alert|list|show|display|read|open|delete|remove|erase|rename|copy|duplicate|move|save|store|keep|write|note|jot|replace|sort|filter|merge|combine|add|put|schedule|cancel|pause|resume|enable|disable|run|execute|start|launch|check|send|text|message|tell|ask|draw|plot|chart|graph|forget|hand|delegate|assign)\b/iu;

/** True when a message ends, in Korean, or begins, in English, as one does that asks somebody to do something. */
export function isPlea(text: string): boolean {
  return KOREAN_PLEA.test(text) || ENGLISH_PLEA.test(text);
}

const KOREAN_CORRECTION =
  /^\s*(?:아니(?:야|요|에요|지|라|거든|고|다)?(?=[\s,.!~…]|$)|아냐|노노|그거\s?(?:말고|아니)|그게\s?아니|그건\s?아니|이거\s?(?:말고|아니)|그\s?말이?\s?아니|내\s?말은|틀렸|틀려|잘못|취소|되돌려|원래대로|다시\s?해)|말고\s.*(?:말야|말이야|라고)[\s.!]*$/u;
const ENGLISH_CORRECTION =
  /^\s*(?:no(?:pe|o+)?(?=[\s,.!]|$)(?!\s+(?:problem|worries|thanks|thank))|not\s+(?:that|this|what|it)\b|i\s+(?:meant|said|didn['’]?t\s+(?:mean|ask|want))\b|that['’]?s\s+(?:not|wrong)\b|that\s+is\s+(?:not|wrong)\b|that\s+was\s+(?:not|wrong)\b|wrong\b|undo\b|cancel\s+(?:that|it|this)\b|take\s+(?:that|it)\s+back|actually\b.*\b(?:instead|meant|not)\b)|^\/undo\b/iu;

/** True when a message says of what was just done that something else was meant: "no, I meant …", "아니 그거 말고 …". */
export function corrects(text: string): boolean {
  return KOREAN_CORRECTION.test(text) || ENGLISH_CORRECTION.test(text);
}
