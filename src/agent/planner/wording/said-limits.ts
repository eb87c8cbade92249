import { isCommandConcept } from "../../../rag/text/concepts.ts";
import { sentenceType } from "../../../rag/text/mood.ts";
import type { PlannerResult } from "../result.ts";
import { readTokens } from "../tokens.ts";
import { type ClosedPhrase, isPhrase } from "./closed-phrases.ts";
import { isReport } from "./reports.ts";

/** What a message forbids, and what it asks for beside that. */
export interface Forbidding {
  /** The parts of the message that forbid, whole. */
  readonly clauses: readonly string[];
  /** What is not to be done in each of them: "메모.txt 지우", "delete memo.txt". */
  readonly denied: readonly string[];
  /** The message without what it forbids; empty where it does nothing else. */
  readonly rest: string;
}

/** Sentences and parts of sentences, each with one verb of its own at most. */
const CLAUSE =
  /(?<=[,;!?\n…]|\.(?!\p{L}))\s*|\s+(?=(?:but|and\s+(?:do\s+not|don['’]?t|never)|instead|rather\s+than|without)\b)|(?<=\S(?:지만|는데|니까|고서))\s+/giu;

/** What is not to be forgotten or missed is to be done. */
const KEEP_IN_MIND = "(?:잊|까먹|깜빡하|늦|놓치|빠뜨리|빠트리|빼먹)";
/** A person's order, reported as words to be passed on, forbids nothing: 늦지 말라고 보내줘. */
const REPORTED = "(?!\\s*(?:이?라고|라는|란|래)(?:\\s*\\S))";

/** In the order of the text; what stands before each is forbidden, what follows is not. */
const KOREAN_CONTRAST = new RegExp(
  `(?<!${KEEP_IN_MIND})(?:(?<=[가-힣])는\\s?대신에?|지는?\\s?말고|(?<=\\S)\\s?말고|지\\s?않고|(?<=[가-힣](?:은|는)?\\s?)(?:됐고|필요\\s?없고|안\\s?해도\\s?되고)|(?:란|라는|는|은|한)?\\s?(?:게|것이|건|이|가)\\s?아니(?:라|고|니까))(?=\\s|,|$)`,
  "u",
);
const KOREAN_FORBIDDEN = new RegExp(
  [
    `(?<!${KEEP_IN_MIND})지(?:는|를|도|만|들|좀)?\\s?(?:좀\\s?)?(?:마(?=$|[\\s.!~,?]|세요|십시오|시오|시길|시고|라|요|셔)|말(?:아|자|길|기|것|\\s것|도록|았|랬|렴|지|라(?=$|[\\s.!~])|라고(?=[\\s.!~]*$)))${REPORTED}`,
    "[가-힣]면\\s?(?:절대(?:로)?\\s?)?(?:안|큰일)\\s?(?:돼|되|된|됩|될|나|난)",
    `(?<!${KEEP_IN_MIND})지\\s?않(?:았으면|으면\\s?좋|아\\s?줬으면|아주면|아도)`,
    "(?:안\\s?\\S*[가-힣]도|지\\s?않아도)\\s?(?:돼|되|될|괜찮|됩)",
    "(?:할|을|낼|줄|울|킬|둘|길|[가-힣])\\s?필요(?:는|가|도|까지)?\\s?없",
    "금지",
    "(?:그냥|그대로|가만히|그냥\\s?좀)\\s?(?:둬|놔둬|놔\\s?둬|두세요|놔두|내버려)|손\\s?대지",
  ].join("|"),
  "u",
);

const KEEP_IN_MIND_ENGLISH =
  "(?!\\s+(?:forget|let\\s+me\\s+(?:forget|miss|be)|miss|worry|hesitate|mind|be\\s+late|lose\\s+track)\\b)";
const ENGLISH_CONTRAST = /(?:^|\s)(?:instead\s+of|rather\s+than|without)\s/iu;
const ENGLISH_CONTRAST_END = /\s(?=(?:just|only|simply|please|that|saying)\s)/iu;
const ENGLISH_FORBIDDEN = new RegExp(
  [
    `(?<!\\b(?:why|can|could|would|i|we|they|who|that|which)\\s)\\b(?:do\\s+not|don['’]?t|never)\\b${KEEP_IN_MIND_ENGLISH}`,
    "\\bi\\s+(?:do\\s+not|don['’]?t|never|wouldn['’]?t)\\s+(?:want|wish|like|need)\\s+(?:you|any|anything|anyone|a\\b|it\\b|that\\b|this\\b|to\\s+be)",
    "\\b(?:i['’]?d|i\\s+would|we['’]?d)\\s+rather\\s+(?:not|you\\s+(?:not|didn['’]?t|did\\s+not))\\b",
    "(?<!\\b(?:i|we|they|he|she)\\s)\\b(?:must|should|shall|may|need|ought|had\\s+better|better|you\\s+can)(?:\\s*not|n['’]?t|\\s+never)\\b(?!\\s+(?:you|i|we|it)\\b)",
    "\\b(?:no\\s*one|nobody|nothing|none)\\s+(?:should|must|may|can|shall|is|are)\\b",
    "\\bno\\s+(?:need|reason|point)\\b|\\bno\\s+(?:more\\s+)?(?:reminders?|alarms?|notifications?|notices?|messages?|texts?|emails?|alerts?|deleting|sending|saving|changes?)\\b",
    "\\b(?:avoid|refrain\\s+from|hold\\s+off(?:\\s+on)?|quit|keep\\s+from|forbid|forbidden|prohibited|hands\\s+off|off\\s+limits)\\b",
    "\\b(?:not|isn['’]?t|never)\\s+(?:ok|okay|allowed|fine|permitted|acceptable|all\\s?right|to\\s+be)\\b",
    `\\b(?:make\\s+sure|see)\\s+(?:to\\s+|that\\s+|you\\s+)*(?:not|never|nobody|no\\s*one|don['’]?t)\\b(?:\\s+to\\b)?${KEEP_IN_MIND_ENGLISH}`,
    "\\b(?:leave|keep)\\b.*\\b(?:alone|as\\s+(?:it|they|is)|be|untouched|in\\s+place)\\s*$",
    "^\\s*(?:please\\s+)?not\\s+(?!to\\b)",
  ].join("|"),
  "iu",
);
/** Words that are kept or passed on may say "do not" themselves: tell Jim not to …, remember that I don't …. */
const ENGLISH_FRAME =
  /\b(?:tell|message|text|ask|email|write|remind|remember|note|add|say|let\s+\S+\s+know|make\s+sure|warn)\b/iu;

/** What a message forbids; `undefined` where it forbids nothing. `request` is the message without quoted texts. Pure. */
export function readForbidding(request: string): Forbidding | undefined {
  const clauses: string[] = [];
  const denied: string[] = [];
  const rest: string[] = [];
  for (const clause of request.split(CLAUSE)) {
    const read = readClause(clause);
    if (read === undefined) rest.push(clause);
    else {
      clauses.push(read.clause);
      denied.push(read.denied);
      rest.push(read.rest);
    }
  }
  if (clauses.length === 0) return undefined;
  const asked = rest.join(" ").trim();
  return { clauses, denied, rest: KEPT.test(asked) ? "" : asked };
}

/** What is kept as it is needs nothing done: "지우는 대신 보관해줘", "don't delete it, keep it instead". */
const KEPT =
  /^(?:그냥\s|그대로\s)?(?:(?:보관|유지)[해하]|남겨|놔|둬|두)[가-힣\s]*[.!~]*$|^(?:(?:just|please)\s)?(?:keep|leave|save)\s(?:it|them|that|this|\S+\.\w+)(?:\s(?:instead|please|for\snow))*[.!]*$/iu;

/** What a message asks for beside what it forbids, as a message of its own: the thing that both are about is named in it. `undefined` where it asks for nothing else. Pure. */
export function askedInstead(request: string): string | undefined {
  const forbidding = readForbidding(request);
  if (forbidding === undefined || !saysSomething(forbidding.rest)) return undefined;
  const { rest, clauses } = forbidding;
  const [thing, second] = clauses.flatMap((clause) => namesIn(clause));
  if (thing === undefined || second !== undefined || namesIn(rest).includes(thing)) return rest;
  if (POINTING.test(rest)) return rest.replace(POINTING, () => thing);
  return /\p{Script=Hangul}/u.test(rest) ? `${thing} ${rest}` : rest;
}

const POINTING = /\b(?:it|them|that|this)\b|(?:그거|그것|그걸|이거|이걸)(?=[\s가-힣]|$)/iu;

/** Files and addresses. */
function namesIn(text: string): readonly string[] {
  return readTokens(text).flatMap(({ kind, value }) =>
    kind === "file" || kind === "path" || kind === "url" ? [value] : [],
  );
}

/** True for words among which one says something. */
export function saysSomething(text: string): boolean {
  return readTokens(text).some(({ part }) => part === "content");
}

/** What drops a request in Korean. */
const KOREAN_DROP =
  "취소(?:야|요|할게요?|해줘?|해요)?|됐어요?|하지\\s?(?:마(?:세요|라|요)?|말(?:자|아줘?|아요))|말(?:고|자)|안\\s?할래요?|농담(?:이야|이에요|임)|그만(?:둬|두자|해)";
const KOREAN_NO = "아니(?:야|다|요|예요)?|아냐";
/** Before what drops a request. */
const KOREAN_LEAD = "(?:(?:아|앗|음|근데|그냥|미안)[\\s,.]+)*";

/** What takes a request back in Korean, after a request and at the end. */
const KOREAN_RETRACTION = new RegExp(
  `(?:(?<=[줘요해라오])[\\s,.!~…(]+|\\s*(?:\\.{2,}|…)\\s*)${KOREAN_LEAD}(?:(?:${KOREAN_NO})[\\s,.]*)?(?:(?:지금|아직|그건|그거|이건)(?:은)?\\s*)?(?:(?:는|은|를|을)\\s?)?(?:${KOREAN_DROP}|아니(?:야|다|고|요)|아냐|라고\\s?(?:한|말한)\\s?적(?:이)?\\s?없\\S*)[\\s.!~)]*$`,
  "u",
);

/** What drops a request in English. */
const ENGLISH_DROP =
  "never\\s?mind|nvm|forget\\s+(?:it|that|about\\s+it)|scratch\\s+that|(?:just\\s+)?kidding|(?:rather|maybe|better|perhaps)\\s+not|not\\s+(?:yet|now|really)|(?:do\\s+not|don['’]?t)(?:\\s+do\\s+(?:it|that|this))?|i\\s+(?:don['’]?t\\s+think\\s+so|think\\s+not)|no\\s+way";
const ENGLISH_LEAD =
  "(?:(?:oh|ah|um|hm+|ok(?:ay)?|wait|sorry|actually|no|nah|well|but|or|please)[\\s,]+)*";
const ENGLISH_CANCEL = "cancel(?:\\s+(?:that|it|this))?";

/** What takes a request back in English, set apart at the end. */
const ENGLISH_RETRACTION = new RegExp(
  `(?:[,.;!?…(]|\\s[-–—])\\s*${ENGLISH_LEAD}(?:no(?:pe|t)?|nah|(?<=\\b(?:no|wait|sorry|actually|nah)[\\s,]+)${ENGLISH_CANCEL}|${ENGLISH_DROP}|(?:wait|hold)\\s+(?:for\\s+my\\s+ok(?:ay)?|on))[\\s.!)]*$`,
  "iu",
);

/** A whole message that says no, or drops what was asked before. */
const NO = new RegExp(
  `^(?:${KOREAN_NO}|싫어요?|no(?:pe)?|nah|no\\s+thanks|no\\s+thank\\s+you)[\\s.!~]*$`,
  "iu",
);
const DROP = new RegExp(
  `^(?:${KOREAN_LEAD}(?:(?:${KOREAN_NO})[\\s,.]*)?(?:(?:그건|그거|이건)(?:은)?\\s*)?(?:${KOREAN_DROP}|그만(?:할래요?|할게요?)?|안\\s?할게요?|됐다)|${ENGLISH_LEAD}(?:${ENGLISH_CANCEL}|${ENGLISH_DROP}))[\\s.!~]*$`,
  "iu",
);

/** What a message refuses that does nothing else. */
interface Refused {
  /** True for no more than "no", which may also answer a question. */
  readonly isNo: boolean;
  /** What it names: "memo.txt" of "don't delete memo.txt"; empty where it is about what is spoken of. */
  readonly things: readonly string[];
}

/** What a message refuses, where that is all it does: "no", "아니 됐어", "never mind", "don't delete memo.txt"; `undefined` for any other. Pure. */
export function readRefusal(message: string): Refused | undefined {
  const text = message.normalize("NFC").trim();
  if (text.length > LONGEST_REFUSAL) return undefined;
  if (NO.test(text)) return { isNo: true, things: [] };
  if (DROP.test(text)) return { isNo: false, things: [] };
  const forbidding = readForbidding(text);
  if (forbidding === undefined || !deniesCommand(forbidding)) return undefined;
  const said = forbidding.denied.flatMap((part) => readTokens(part));
  const things = said.flatMap(({ part, key, value }) =>
    part === "content" && !key.startsWith("c:") && !NAMING_NOTHING.test(value) ? [value] : [],
  );
  return { isNo: false, things };
}

/** Words of what forbids itself, and those that stand for whatever it may be. */
const NAMING_NOTHING =
  /^(?:마(?:세요?|십시오?|라|요)?|말(?:아\S*|자|길|라)?|아무\S*|절대로?|제발|don['’]?t|never|any\S*|please)$/iu;

/** In UTF-16 units. */
const LONGEST_REFUSAL = 200;

/** True where all that is said is that something is not to be done which could be. Pure. */
export function deniesCommand({ clauses, rest }: Forbidding): boolean {
  if (saysSomething(rest)) return false;
  return clauses.some((clause) =>
    readTokens(clause).some(
      ({ kind, part, key }) =>
        kind === "word" &&
        part === "content" &&
        key.startsWith("c:") &&
        isCommandConcept(key.slice(2)),
    ),
  );
}

/** True for a message whose end takes back what it asked for: "…, never mind", "… 지워줘, 아냐 하지마". Pure. */
export function takesBack(request: string): boolean {
  const end = request.slice(-LONGEST_RETRACTION);
  return KOREAN_RETRACTION.test(end) || ENGLISH_RETRACTION.test(end);
}

/** True for a message whose word before a colon says that what follows is not to be done: "not: delete memo.txt". Pure. */
export function isSetAside(message: string): boolean {
  const head = /^\s*([^:：\n]{1,40})[:：]\s*\S/u.exec(message)?.[1];
  if (head === undefined || /취소|cancel/iu.test(head)) return false;
  return /^not$/iu.test(head.trim()) || NO.test(head.trim()) || DROP.test(head.trim());
}

/** In UTF-16 units: what takes back is short. */
const LONGEST_RETRACTION = 60;

/** "No" before a whole request of its own: it turns down what was said before. */
const TURNED_DOWN =
  /^\s*(?:no|nope|nah)[\s,.!]+(?=(?:please\s+)?(?:remind|wake|show|find|search|set\s+an?\s)\b)|^\s*아니(?:야|요|다)?[\s,.!]+(?=(?:매일|매주|매달|매월|매년|\S+요일마다)\s)/iu;

/** A message without "do not forget to", which forbids nothing, and without a "no" that turns down what was before: what follows is asked for. Pure. */
export function withoutUrging(message: string): string {
  return message
    .replace(TURNED_DOWN, "")
    .replace(URGED_KOREAN, "")
    .replace(/(?<=\S)\s*(?:ㄱㄱ+|고고+)[\s.!~ㅋㅎ]*$/u, "")
    .replace(/\b(?:please\s+)?(?:don['’]?t|do\s+not|never)\s+forget\s+to\s+/iu, "")
    .replace(URGED_BEHIND, "")
    .replace(/\b(?:don['’]?t|do\s+not)\s+let\s+me\s+forget\s+to\b/iu, "remind me to")
    .replace(/\b(?:don['’]?t|do\s+not)\s+let\s+me\s+forget\b/iu, "remind me of")
    .trim();
}

/** Behind what is asked for: "…, don't let me forget it". */
const URGED_BEHIND =
  /(?<=\S)[\s,.;!–—-]+(?:(?:and|so|please|pls)\s+)*(?:don['’]?t|do\s+not)\s+(?:let\s+me\s+)?forget(?:\s+(?:it|that|this|about\s+(?:it|that|this)|please|again|ok(?:ay)?))*[\s.!]*$/iu;

const URGED_KOREAN =
  /(?:절대\s?|꼭\s?)?(?:잊|까먹|깜빡하|빠뜨리|빠트리|빼먹)지\s?(?:말고|마시고|않게|않도록)\s*/u;

interface ForbiddingClause {
  readonly clause: string;
  readonly denied: string;
  readonly rest: string;
}

function readClause(text: string): ForbiddingClause | undefined {
  return readContrast(text) ?? readDenial(text);
}

/** What is denied so that something else is done: "지우지 말고 옮겨줘", "move it instead of deleting it". */
function readContrast(text: string): ForbiddingClause | undefined {
  const korean = KOREAN_CONTRAST.exec(text);
  if (korean !== null) {
    const at = korean.index + korean[0].length;
    const rest = readClause(text.slice(at))?.rest ?? text.slice(at);
    return { clause: text.slice(0, at), denied: text.slice(0, korean.index), rest };
  }
  const english = ENGLISH_CONTRAST.exec(text);
  if (english === null) return undefined;
  const clause = text.slice(english.index);
  const [denied = "", rest = ""] = clause.slice(english[0].length).split(ENGLISH_CONTRAST_END, 2);
  return {
    clause: clause.slice(0, clause.length - rest.length),
    denied,
    rest: `${text.slice(0, english.index)} ${rest}`,
  };
}

function readDenial(text: string): ForbiddingClause | undefined {
  if (KOREAN_FORBIDDEN.test(text)) return { clause: text, denied: text, rest: "" };
  const english = ENGLISH_FORBIDDEN.exec(text);
  if (english === null || ENGLISH_FRAME.test(text.slice(0, english.index))) return undefined;
  const denied = text.slice(english.index + english[0].length);
  return { clause: text, denied: denied.trim() === "" ? english[0] : denied, rest: "" };
}

const KOREAN_CONDITION =
  /(?:^|\s)(?<said>(?:만약에?\s+|혹시\s+)?(?:\S+\s+){0,3}?[가-힣0-9.]*(?:으면|[가-힣]면|[가-힣]거든|경우에?|[가-힣]\s?때마다|자마자|는\s대로|기\s?전까지는?|고\s?나서|(?:난|한|된|은|온|(?<!시|년|주)간)\s(?:뒤|후|다음)(?:에|엔)?|(?:을|할|될|올|갈|났을)\s때(?:만|에만|는|에는)?|는\s날(?:엔|에는|에만|은)?))(?=[\s,]|$)/u;
/** Forms of a condition that ask politely, join a fallback, or name a thing that ends alike (라면, 화면). */
const NO_CONDITION =
  /(?:괜찮|가능하|되시|시간\s?되|수\s?있|바쁘지\s?않|귀찮지\s?않|실패하|안\s?되|없|못\s?찾|못하|있으시|그렇다|이왕이|웬만하|좋겠|왜냐하|말하자|필요하)(?:으)?면$|(?:원하|시키|말하|되|있)는\s대로$|(?:군|시)\s[가-힣]{1,3}면$|(?:정오|자정|\d시|[한두세네섯곱덟홉열]\s?시|반|분)(?:이|가)?\s?되면$|(?:^|\s)(?:라|화|장|정|측|표|가|짜장|냉|쫄|도|지|수|양|하|그러|이러|아니|예를\s?들)?면$|(?:요약|번역|정리|검색|압축|비교|저장)한\s(?:뒤|후|다음)에?$|(?:줄인|읽은|찾은|추린|뽑은|본|고른|모은|바꾼|옮긴)\s(?:뒤|후|다음)에?$|(?:찾|읽|보|모으|고르|뽑|줄이|[약역리색축]하)고\s?나서$/u;
/** What there is of it is wanted: 있으면 다 보여줘. */
const WHERE_THERE_IS = /있으면$/u;
const WANTED_TOO =
  /^[\s,]*(?:(?:좀|다|전부|모두|한번|하나)\s*)*(?:보여|알려|찾|말해|골라|모아|꺼내|띄워)/u;
const ENGLISH_CONDITION =
  /\b(?<said>(?:if|unless|whenever|once|as\s+soon\s+as|in\s+case|as\s+long\s+as|provided(?:\s+that)?|assuming(?:\s+that)?|after(?=\s+(?:\S+\s+){1,3}(?:is|are|has|have|was|were)\b)|should\s+(?:it|the)|when(?!\s+(?:is|are|was|does|do|did|will)\b))\s+(?!(?:you\s+(?:can|could|please|don['’]?t\s+mind|have\s+time)|possible|that\s+fails|it\s+fails|not\b|so\b|any\b|needed|necessary|ok|okay|a\s+(?:day|week|month|year)|every|per|more|again|daily|weekly|in\b))[^,.;]+)/iu;
/** "Whether", and not a condition: check if it is open. */
const WHETHER = /\b(?:check|see|know|ask|wonder|tell\s+me|find\s+out|sure|remember)\s+$/iu;

/** The condition that a message makes what it asks for hang on, in its own words; `undefined` where it makes none. Pure. */
export function conditionIn(
  request: string,
): { readonly said: string; readonly start: number } | undefined {
  const korean = KOREAN_CONDITION.exec(request);
  const said = korean?.groups?.["said"];
  const isWanted =
    korean !== null &&
    WHERE_THERE_IS.test(said ?? "") &&
    WANTED_TOO.test(request.slice(korean.index + korean[0].length));
  if (korean !== null && said !== undefined && !isWanted && !NO_CONDITION.test(said))
    return { said, start: korean.index + korean[0].length - said.length };
  const english = ENGLISH_CONDITION.exec(request);
  const words = english?.groups?.["said"];
  if (english === null || words === undefined) return undefined;
  const before = request.slice(0, english.index);
  const isWhether =
    /^if\b/iu.test(words) && WHETHER.test(before) && !/\blet\s+me\s+know\s*$/iu.test(before);
  return isWhether ? undefined : { said: words.trim(), start: english.index };
}

/** True for a message that asks for nothing to be done at once or for certain: it forbids, takes back, asks, reports, or makes what it wants hang on something. Pure. */
export function isLimited(message: string): boolean {
  return (
    conditionIn(message) !== undefined ||
    readForbidding(message) !== undefined ||
    takesBack(message) ||
    isSetAside(message) ||
    isQuestion(message) ||
    isReport(message)
  );
}

/** A question that asks somebody to do something: 해줄래?, could you …? */
const ASKING_FOR =
  /(?:줄래|줄\s?수|주실|주시|주겠|줘|주라|할래|달라|부탁|드릴|해도\s?(?:돼|되|될))(?!고\s?(?:했|그랬|말했|하던|부탁했))|\b(?:can|could|would|will|won['’]?t|may|might)\s+(?:you|i|we)\b|\bplease\b|\bpls\b|\bplz\b|\bmind\b|\bhow\s+about\b|\bwhy\s+don['’]?t\b/iu;
const KOREAN_QUESTION =
  /(?:[나니냐](?:요)?|까(?:요)?|던가(?:요)?|는지|은지|을지|더라)\s*[?？~.]*$|(?:했었?나|었나|았나)\s/u;

/** True for a message that asks whether or what, rather than for something to be done: 지웠어?, did I save …?, 내 생일 기억해? Pure. */
export function isQuestion(request: string): boolean {
  if (/^\s*(?:why|who)\s+(?:would|did|do|does|should)\s/iu.test(request)) return true;
  if (ASKING_FOR.test(request)) return false;
  return (
    /[?？]/u.test(request) || KOREAN_QUESTION.test(request) || sentenceType(request) === "recalled"
  );
}

/** A whole message that asks to take back what was just done. */
const UNDOING: ClosedPhrase = {
  needs:
    /\b(?:undo|revert)\b|\b(?:take|put|bring) (?:it|that|this|them|everything) back\b|되돌|돌려(?:놔|놓)|원래대로|원상복구|실행취소|취소(?:한|했던)(?:거|것|걸)(?:을|를)?(?:다시)?취소|(?:방금|아까|안했).*취소/u,
  words:
    "안했다 안했네 안했어 안했음 안샀어 안샀네 아직 undo revert take put bring back them need keep made mistake last oh wait no 헉 앗 아 아니 안돼 안 돼 잠깐 잠깐만 지우지마 하지마 살려 change changes did have done change changed mind said 되돌려 되돌리 되돌리기 되돌릴래 되돌려놔 돌려놔 돌려놓 돌려놓아 원래대로 원상복구 취소 취소한 했던 실행취소 한거 바꾼 일 도로 빼지 지우지 끄지 하지 마 말고 아니야",
};
/** A whole message that asks for something back which was taken away just before. */
const REVIVING: ClosedPhrase = {
  needs:
    /\b(?:keep|restore|recover|undelete)\b|\b(?:put|bring|get|want|need|turn|switch)\b.* back\b|(?:다시|도로).*(?:켜|넣|살|추가)|되돌|돌려(?:놔|놓)|살려|살리|복구|복원|취소|원래대로/u,
  words:
    "keep restore recover undelete them put bring get want need turn switch hang hold back on prices price weather news headlines calendar chart tasks briefing in into to changed mind change did deleted removed cancelled list note notes reminder reminders alert alerts file files todo todos 도로 켜 켜놔 켜줘 넣어 넣어놔 추가 파일 되돌려 되돌리 되돌려놔 돌려놔 돌려놓 원래대로 살려 되살려 살리 복구 복원 취소 취소한 지운 지웠던 지워진 삭제한 뺀 끈 없앤 할일 메모 기억 알림 목록 일정 시세 가격 날씨 뉴스 차트 브리핑에",
};
/** What takes something away. */
const TAKING_AWAY =
  /취소|지워|지우|삭제|빼|비워|꺼(?!내)|끄(?!라)|잊|없애|그만|필요\s?없|\b(?:scrap|no\s+more|no\s+\S+\s+in|no\s+need|don['’]?t\s+need|stop|cancel|delete|remove|clear|forget|turn\s+off|drop|scratch|wipe|empty|off|erase)\b/iu;

/** A whole message that asks to take back what was sent. */
const UNSENDING =
  /^(?:please\s+)?(?:(?:take\s+back|unsend|undo|recall)\s+(?:the|that|my)\s+(?:last\s+)?message(?:\s+(?:(?:that\s+)?i\s+(?:just\s+)?sent))?|unsend(?:\s+(?:it|that))?)(?:\s+please)?[.!]*$|^(?:방금|아까)?\s*(?:보낸)\s*(?:거|것|메시지|문자)(?:을|를)?\s*(?:좀\s*)?(?:취소|되돌려|회수|지워)\s*(?:해)?\s*(?:줘|줄래|주세요)?요?[.!]*$/iu;

/** True for a message that asks to take back a message which was sent, and for nothing else. Pure. */
export function asksToUnsend(text: string): boolean {
  return UNSENDING.test(text.trim());
}

/** Words that ask for an earlier state of something. */
const RESTORING =
  /\b(?:restore|recover|undelete|revert|undo|roll\s*back)\b|\b(?:bring|get|put|take|want|need)\b[^!?\n]{0,80}\bback\b|되살|되돌|복구|복원|살려|돌려\s*(?:놔|놓|줘|주)|원래대로/iu;

/** True where a message asks to bring something back, and does not forbid just that. */
export function asksToRestore(text: string): boolean {
  return RESTORING.test(readForbidding(text)?.rest ?? text);
}

/** What takes the last change of files back, for a message that says no more than that; `undefined` for any other. */
export function planUndo(text: string): PlannerResult | undefined {
  if (!isPhrase(text, UNDOING)) return undefined;
  return { kind: "sure", code: "[system:undo]", score: 1, intent: text };
}

/** True for a message that asks to take back what was just done, and for nothing else; where the one `before` took something away also for one that wants it back. Pure. */
export function asksToUndo(text: string, before?: string): boolean {
  if (isPhrase(text, UNDOING) || endsInUndoing(text)) return true;
  return before !== undefined && TAKING_AWAY.test(before) && isPhrase(text, REVIVING);
}

/** Why, and that it is to be taken back: "oops, I still need those, undo". */
function endsInUndoing(text: string): boolean {
  const { why = "", end = "" } =
    /^(?<why>.+)[,.;!]\s+(?<end>[^,.;!]+)[.!]*$/u.exec(text)?.groups ?? {};
  return why.length < LONGEST_RETRACTION && isPhrase(end, UNDOING) && NEED.test(why);
}
const NEED =
  /\b(?:i|we)\s+(?:still\s+)?(?:need|want|meant|forgot|did\s+not|didn['’]?t|have\s+not|haven['’]?t)\b|\b(?:wrong|mistake|oops|whoops)\b|실수|잘못|필요|아직|안\s?했/iu;

/** Names what is to be taken back: "undo the milk thing", 우유 넣은 거 되돌려줘. */
const UNDOING_NAMED: readonly RegExp[] = [
  /^(?:(?:please|pls|can\s+you|could\s+you|ok(?:ay)?|no|actually|wait)[\s,]+)*(?:undo|revert|take\s+back)\s+(?:(?:the|my|that|adding|deleting|removing|saving|writing|changing|setting|of)\s+)*(?<what>\S.{0,40}?)(?:\s+(?:thing|one|bit|part|change|stuff|addition|edit|reminder|alarm|note|memory|file|item|task|to-?do|i\s+(?:just\s+)?(?:added|made|set|wrote|saved|deleted|removed|changed)))*(?:\s+(?:please|pls|again))?[\s.!]*$/iu,
  /^(?<what>\S.{0,30}?)(?:을|를|이|가|은|는|에|도)?\s*(?:방금\s*|아까\s*)?(?:추가한|넣은|적은|만든|저장한|등록한|지운|삭제한|바꾼|고친|끈|맞춘|쓴)\s*(?:거|것|걸|건)(?:을|를|은)?\s*(?:좀\s*|도로\s*|다시\s*)?(?:취소|되돌려|되돌리|원래대로|없던\s?일로|무르)[가-힣]*(?:\s*(?:줘|주)\S*)?[\s.!~]*$/u,
  /^(?<what>\S.{0,30}?)(?:을|를|은|는|도)?\s*(?:추가|등록|저장|삭제|변경|거|것)?\s*(?:좀\s*|도로\s*)?(?:되돌려|되돌리)[가-힣]*(?:\s*(?:줘|주)\S*)?[\s.!~]*$/u,
];

/** What a message asks to take back by its name; `undefined` for any other. Pure. */
export function undoneByName(text: string): string | undefined {
  const said = text.normalize("NFC").trim();
  return UNDOING_NAMED.map((form) => form.exec(said)?.groups?.["what"]).find(Boolean);
}

/** A message that wants what was just made no more: "no, cancel it", 아냐 그냥 취소해. */
const DROPPING: ClosedPhrase = {
  needs: /\b(?:cancel|scrap|scratch|drop|remove|delete|stop)\b|취소|꺼|지워|없던일|필요없/u,
  words:
    "cancel scrap scratch drop remove delete stop never nevermind mind need dont alert reminder alarm 취소 꺼 지워 없던일로 없던일 필요없어 필요없 알림 알람 예약 됐고 안할래",
};

/** True for a message that drops what was just made without naming it. Pure. */
export function dropsLast(text: string): boolean {
  return isPhrase(text, DROPPING);
}
