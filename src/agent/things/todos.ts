import { FINAL, finalOf } from "../../base/korean-particles.ts";
import { readWords } from "../../rag/text/normalize.ts";
import { quoteIbl } from "../planner/code.ts";
import { type ClosedPhrase, isPhrase } from "../planner/wording/closed-phrases.ts";
import {
  areLiteral,
  bareOf,
  calling,
  fitting,
  hasFile,
  type KnownThings,
  ORDERS,
  PLEASE,
  type ThingPlan,
  unquoted,
} from "./said.ts";
import { areGoods, areSeveral, isThingToo, itemsOf, namedApart } from "./todo-items.ts";
import { readNumbered } from "./todo-numbers.ts";

type Todo = KnownThings["todos"][number];

const LIST =
  "(?:to-?\\s?do(?:s|['’]s)?(?:\\s+list)?|todo\\s*list|task\\s*list|tasks?|checklist|list|shopping\\s+list|grocery\\s+list|list\\s+of\\s+things(?:\\s+to\\s+do)?|things\\s+to\\s+do)";
const KOREAN_LIST =
  "(?:(?:오늘|내)\\s?)?(?:할\\s?일|투두|해야\\s?할\\s?(?:일|거|것)|할\\s?거|체크\\s?리스트|to-?\\s?do|장보기(?:\\s?(?:목록|리스트))?|쇼핑\\s?(?:목록|리스트)|장\\s?볼\\s?(?:거|것)|살\\s?(?:거|것)|사야\\s?할\\s?(?:거|것))(?:\\s?(?:목록|리스트))?";

function whole(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, "isu");
}

const ADDS: readonly RegExp[] = [
  whole(
    `(?!(?:remove|delete|take|drop|cross|scratch|what|whats|show|read|mark|check|tick|is|are|was|were|do|does|did|have|has|had|can|could|would|will|who|when|where|how|find|see|look|search|replace|change|rename|move|swap|remind|tell|send|text|clear|empty|sort|i|we|the|my|a|an|no|not|only|ok|and|it|that|this|there)\\b)[a-z]+(?:\\s+down)?\\s+(?<what>.+?)\\s+(?:to|on|onto|in|into)\\s+(?:my\\s+|the\\s+|our\\s+)?${LIST}(?<when>\\s+(?:by|before|until|for|on)\\s+.{1,30})?`,
  ),
  whole(
    `(?:(?:add|new)\\s+(?:a\\s+)?(?:new\\s+)?)?(?:to-?\\s?do|task)(?:\\s+item)?\\s*[:,-]?\\s+(?!\\d+\\s)(?<what>.+)`,
  ),
  whole(
    `${KOREAN_LIST}(?:에다가|에다|에(?!서)|로)?(?:도|만)?\\s?(?<what>.+?)(?:을|를|이?라고|도|좀)?\\s?(?:따로(?:따로)?\\s?)?(?:좀\\s?)?(?:추가|넣어|더해|적어|등록|올려|써)${PLEASE}`,
  ),
  whole(
    `(?<what>.+?)(?:을|를|도|은|는)?\\s?(?:좀\\s?|그냥\\s?)*${KOREAN_LIST}(?:에다가|에다|에|로)만?\\s?(?:좀\\s?)?(?:추가|넣어|더해|적어|등록|올려|써)${PLEASE}`,
  ),
  whole(
    `(?:add|put|stick|write)\\s+(?:this\\s+)?(?:to|on|onto|in)\\s+(?:my\\s+|the\\s+|our\\s+)?${LIST}\\s*[:,–-]+\\s*(?<what>.+)`,
  ),
  whole(
    "(?:(?:my|the|our)\\s+)?(?:(?:shopping|grocery|groceries|errands?|chores?|packing|to-?\\s?do)\\s+list|to-?\\s?dos?|groceries|shopping|errands|chores|list|to\\s+buy|need\\s+to\\s+buy)\\s*[:：]\\s*(?<what>.+)",
  ),
  whole(`${KOREAN_LIST}에\\s(?<what>\\S.+?)\\s(?:하나\\s?더|하나|더|add)${PLEASE}`),
  whole(`${KOREAN_LIST}\\s?(?:추가)?\\s?[:：]\\s?(?<what>.+)`),
  whole(`${KOREAN_LIST}\\s?추가\\s(?<what>.+)`),
  whole(
    `${KOREAN_LIST}(?:에|로|을|를|좀)?\\s?(?:좀\\s?)?(?:추가|넣어|더해|적어|등록|올려)${PLEASE}[\\s,:]+(?<what>.+)`,
  ),
];

/** Things that are wanted: no more than their names make them to-dos. */
const WANTED: readonly RegExp[] = [
  whole(
    "(?:(?:i|we)\\s+)?(?:(?:(?:need|have|got)\\s+to\\s+|gotta\\s+)?buy|need|(?:(?:i['’]?m|we['’]?re|am|are)\\s+)?(?:out\\s+of|running\\s+(?:low\\s+on|out\\s+of)))\\s+(?<what>.+)",
  ),
  whole("(?<what>.+?)(?:을|를|이|가|도)?\\s?(?:필요해|떨어졌어)(?:요)?"),
];

/** What has to be bought, whatever it is, with or without the wish that it be written down. */
const TO_BUY = whole(
  `(?:\\S+에서\\s)?(?<what>.{1,30}?)(?:을|를|이|가|도)?\\s?사야\\s?(?:해|돼|되|됨|함|겠다|지|하는데|되는데|한다|된다)(?:요)?(?:[\\s,.]*(?:좀\\s?)?(?:적어|추가|넣어|메모)${PLEASE})?`,
);

/** Short things with nothing said of where they go. */
const BARE_ADDS: readonly RegExp[] = [
  whole("add\\s+(?<what>[^:]+)"),
  whole(`(?<what>[^:]+?)(?:을|를|도|좀)?\\s?(?:좀\\s?)?추가${PLEASE}`),
];
/** The same for what is bought alone. */
const PUT_IN = whole(`(?<what>[^:]+?)(?:을|를|도|좀)?\\s?(?:좀\\s?)?(?:넣어|담아|적어)${PLEASE}`);

/** What is added elsewhere, or takes more than words. */
const NOT_BARE =
  /\b(?:reminder|alarm|event|appointment|meeting|contact|user|member|person|feed|workflow|switch|schedule|briefing|photo|picture|to\s|at\s\d|on\s|in\s|every|tomorrow|today|numbers?|with)\b|알림|알람|일정|예약|연락처|사람|피드|브리핑|워크플로|스위치|모임|약속|회의|내일|오늘|매일|\d\s*시|[에로]$|에\s/iu;

/** Words of a bare addition at most. */
const MOST_BARE_WORDS = 8;

const LISTS: readonly RegExp[] = [
  whole(
    `(?:(?:show|list|see|read|give|open|check|view|tell)\\s+(?:me\\s+)?)?(?:what(?:['’]?s|\\s+is)\\s+(?:left\\s+)?(?:on\\s+|in\\s+)?)?(?:my\\s+|the\\s+|all\\s+(?:my\\s+)?)?${LIST}(?:\\s+(?:today|left))?`,
  ),
  whole(
    "what(?:['’]?s|\\s+is|\\s+do\\s+i\\s+have|\\s+should\\s+i)?\\s+(?:left\\s+)?(?:still\\s+)?to\\s+do(?:\\s+today|\\s+now)?|what\\s+(?:do|should)\\s+i\\s+(?:still\\s+)?(?:have\\s+to|need\\s+to|gotta)\\s+do(?:\\s+today)?|what['’]?s\\s+left(?:\\s+to\\s+do)?|anything\\s+(?:left\\s+)?to\\s+do(?:\\s+today)?|what\\s+do\\s+i\\s+have\\s+on\\s+(?:my\\s+|the\\s+)?(?:list|plate)",
  ),
  whole(
    `(?:남은\\s?|오늘\\s?|내\\s?|안\\s?한\\s?)*${KOREAN_LIST}(?:이|은|가|을|를|좀)?\\s?(?:좀\\s?)?(?:다\\s?)?(?:뭐|몇\\s?개|뭐가|뭐뭐)?\\s?(?:남았|남아\\s?있|있|야|지|예요|이야|였|더라|보여|알려|보자|말해|확인)*(?:어|니|지|나|냐|더라)?(?:요)?${PLEASE}`,
  ),
  whole(
    "(?:오늘\\s?|이제\\s?|지금\\s?|또\\s?|더\\s?|그리고\\s?)*(?:나\\s?)?(?:또\\s?|더\\s?)?(?:뭐|뭘|무엇을)\\s?(?:더\\s?|또\\s?)*(?:해야|하면|사야|사면)\\s?(?:돼|되|하|할까|하지|되지|되더라|하더라|했|됐)(?:지|더라|나|죠|어)?(?:요)?(?:\\s지금)?",
  ),
  whole(
    "(?:(?:and|so)\\s+)?what(?:['’]?s|\\s+is)?\\s+(?:still\\s+)?(?:left|there)\\s+to\\s+(?:buy|get)|what(?:\\s+else)?\\s+(?:do|did|should|must)\\s+(?:i|we)\\s+(?:still\\s+)?(?:(?:have|need)\\s+to\\s+)?(?:buy|get|pick\\s+up)(?:\\s+(?:again|still|from\\s+the\\s+shops?))?|what\\s+else\\s+do\\s+(?:i|we)\\s+need",
  ),
];

/** Says in so many words that something is done. */
const SAID_DONE: readonly RegExp[] = [
  whole(
    "(?:i['’]?(?:m|ve)\\s+)?(?:(?:done|finished)\\s+(?:with\\s+)?|completed\\s+|check(?:ed)?\\s+off\\s+|tick(?:ed)?\\s+off\\s+|cross(?:ed)?\\s+off\\s+|complete\\s+|finish\\s+)(?<what>.+)",
  ),
  whole("(?:i\\s+)?(?:finished|completed|did|got)\\s+(?<what>.+?)(?:\\s+(?:already|done))?"),
  whole(
    "(?:mark|check|tick|cross|set)\\s+(?<what>.+?)\\s+(?:as\\s+)?(?:done|off|finished|completed?|bought)",
  ),
  whole(
    "(?<what>.+?)\\s+(?:(?:is|are|was|were)\\s+)?(?:all\\s+)?(?:done|finished|completed?|bought|checked\\s+off|sorted)",
  ),
  whole(
    `(?<what>.+?)(?:은|는|이|가|을|를|도)?\\s?(?:다\\s?)?(?:했|끝냈|끝났|마쳤|완료했|완료됐|해결했|처리했|해치웠|클리어했)(?:어|음|다|지|네|습니다|슴|엉)?(?:요)?`,
  ),
  whole(`(?<what>.+?)(?:은|는|이|가|을|를|도)?\\s?(?:완료|끝|체크|클리어|다\\s?함)${PLEASE}`),
  whole(
    `(?<what>.+?)(?:은|는|이|가|을|를|도)?\\s?(?:완료|끝난\\s?(?:걸|거|것)|한\\s?(?:걸|거|것)|끝낸\\s?(?:걸|거|것))(?:으로|로)?\\s?(?:처리|표시|체크|해)${PLEASE}`,
  ),
];

const REMOVES: readonly RegExp[] = [
  whole(
    `(?:remove|delete|take|drop|cross|scratch)\\s+(?<what>.+?)\\s+(?:off|from|off\\s+of|out\\s+of)\\s+(?:my\\s+|the\\s+|our\\s+)?${LIST}`,
  ),
  whole(`(?:remove|delete|drop|cancel)\\s+(?:the\\s+)?(?:to-?\\s?do|task)\\s*:?\\s+(?<what>.+)`),
  whole("(?:remove|delete|drop)\\s+(?:the\\s+)?(?<what>.+?)\\s+(?:to-?\\s?do|task)"),
  whole(
    "(?:(?:we|i)\\s+)?(?:don['’]?t|do\\s+not|no\\s+longer)\\s+need\\s+(?:the\\s+|any\\s+)?(?<what>[^:]+?)(?:\\s+(?:anymore|any\\s+more|any\\s+longer|now))*",
  ),
  whole(
    `(?<what>.+?)(?:은|는|이|가)?\\s?(?:이제\\s?)?(?:안\\s?사도\\s?(?:돼|되)|필요\\s?없)[가-힣]*(?:요)?`,
  ),
  whole(
    "(?:remove|delete|drop|forget|skip|scratch|scrap|cancel|no\\s+need\\s+for|never\\s?mind)\\s+(?:about\\s+)?(?:the\\s+|my\\s+)?(?<what>[^:]+?)(?:\\s+anymore)?(?:\\s*[,;.–—-]+\\s*(?:we|i|it|there|they|already|still|got|found|have|because|since|cause|not)\\b.*)?",
  ),
  whole(
    `${KOREAN_LIST}(?:에서|중에|중에서)?\\s?(?<what>.+?)(?:은|는|을|를|좀)?\\s?(?:좀\\s?)?(?:빼|지워|삭제|제거|없애)${PLEASE}`,
  ),
  whole(
    `(?<what>.+?)(?:은|는|을|를|좀)?\\s?(?:${KOREAN_LIST}에서\\s?)(?:좀\\s?)?(?:빼|지워|삭제|제거|없애)${PLEASE}`,
  ),
  whole(
    `(?<what>.+?)\\s?${KOREAN_LIST}\\s?(?:은|는|을|를|좀)?\\s?(?:빼|지워|삭제|제거|없애)${PLEASE}`,
  ),
  whole(`(?<what>.+?)(?:은|는|을|를|좀)?\\s?(?:좀\\s?)?(?:빼|지워|삭제|제거)${PLEASE}`),
];

/** Reads what asks for the list of to-dos. */
export function readTodoList(text: string): ThingPlan | undefined {
  return LISTS.some((pattern) => pattern.test(text)) ? calling("[system:todo]") : undefined;
}

/** Reads what is said of to-dos: added, done, taken off. */
export function readTodos(text: string, known: KnownThings): ThingPlan | undefined {
  return (
    readCleared(text) ??
    readNumbered(text) ??
    readSwapped(text, known.todos) ??
    readUnticked(text, known.doneTodos ?? []) ??
    readDone(text, known.todos) ??
    readRemoved(text, known.todos) ??
    readAdded(text, known)
  );
}

function readAdded(text: string, known: KnownThings): ThingPlan | undefined {
  const { what: listed, when } =
    fitting(text, ADDS, (groups) => areLiteral(groups["what"] ?? "")) ?? {};
  const named = listed === undefined || when === undefined ? listed : `${listed} ${when}`;
  const what =
    named ??
    bareAddition(text, known) ??
    wantedIn(text) ??
    namedApart(HEADED.exec(text)?.groups?.["what"] ?? "");
  return what === undefined || !areLiteral(what) || ORDERS.test(what)
    ? undefined
    : calling(adding(what));
}

/** A call that adds what words name. */
export function adding(what: string): string {
  const items = itemsOf(unquoted(what));
  const areShort = items.every((item) => item.split(/\s+/u).length <= MOST_SHORT_WORDS);
  return `[system:todo](${quoteIbl(items.join(areShort ? ", " : "\n"))})`;
}

/** Of an item among commas: what is longer stands on a line of its own. */
const MOST_SHORT_WORDS = 3;

/** A list that is written behind what it is called, a word for each: 오늘 할일 빨래 설거지 장보기. */
const HEADED = whole(`${KOREAN_LIST}(?:은|는)?\\s+(?<what>.+)`);
function wantedIn(text: string): string | undefined {
  const bought = TO_BUY.exec(text)?.groups?.["what"];
  if (bought !== undefined && !/뭐|뭘|무엇|언제|어디|왜|[?？]/u.test(text)) return bought;
  const what = fitting(text, [...WANTED, PUT_IN])?.["what"];
  if (what === undefined || !(areGoods(what) || areSeveral(what))) return undefined;
  // "sunscreen and flip flops" are two, whether or not either is known by its name.
  return areSeveral(what) && SAYS_BUY.test(text) ? what.replace(/\s+and\s+/iu, ", ") : what;
}

const SAYS_BUY = /\bbuy\b/iu;

/** Takes all of the list off. */
const CLEARS: ClosedPhrase = {
  needs:
    /\b(?:clear|empty|wipe|reset|erase)\b.*\b(?:list|to ?dos?|tasks)\b|\b(?:delete|remove)\b.*\b(?:all|everything|every)\b.*\b(?:list|to ?dos?|tasks)\b|(?:할일|할거|투두|장보기|장볼거|장볼것|살거|사야할거|목록|리스트).*(?:비워|(?:다|전부|모두|싹)(?:지워|삭제|없애|빼|치워))/u,
  words:
    "clear empty wipe reset erase delete remove off from list lists do todo todos dos tasks task grocery groceries shopping whole entire every item items 할일 할거 투두 장보기 장볼거 장볼것 살거 사야할거 목록 리스트 체크리스트 비워 지워 삭제 없애 빼 치워 있는",
};

function readCleared(text: string): ThingPlan | undefined {
  return isPhrase(text, CLEARS) ? calling("[system:todo] {todos: []}") : undefined;
}

/** Takes one off and adds others, in one message. */
const SWAPS: readonly RegExp[] = [
  whole(
    `${KOREAN_LIST}(?:에서|중에서?)?\\s?(?<old>.+?)(?:은|는|을|를)?\\s?(?:지우고|빼고|삭제하고|말고)\\s?(?:대신에?\\s)?(?<what>.+?)(?:을|를|도|좀)?\\s?(?:따로(?:따로)?\\s?)?(?:추가|넣어|더해|적어|등록|올려)${PLEASE}`,
  ),
  whole(
    `(?:replace|swap)\\s+(?<old>.+?)\\s+(?:with|for)\\s+(?<what>.+?)\\s+(?:on|in)\\s+(?:my\\s+|the\\s+)?${LIST}`,
  ),
];

/** Gives one another name: only where exactly one is named. */
const RENAMES: readonly RegExp[] = [
  whole(
    `(?<old>.+?)(?:의|은|는|을|를)?\\s+이름(?:을|를)?\\s+(?<what>.+?)(?:이라고|라고|으로|로)\\s?(?:고쳐|바꿔|수정|변경)${PLEASE}`,
  ),
  whole(
    `(?<old>.+?)(?:은|는|을|를)\\s+(?<what>.+?)(?:으로|로)\\s?(?:고쳐|바꿔|수정|변경|이름\\s?바꿔)${PLEASE}`,
  ),
  whole(
    "(?:change|rename|correct|fix|replace|swap)\\s+(?:the\\s+|my\\s+)?(?<old>.+?)\\s+(?:to|into|with|for)\\s+(?<what>[^:]+)",
  ),
];

function readSwapped(text: string, todos: readonly Todo[]): ThingPlan | undefined {
  const renamed = fitting(text, RENAMES);
  const [one, other] =
    renamed === undefined ? [] : namedIn(renamed["old"] ?? "", todos, () => true);
  if (renamed?.["what"] !== undefined && one !== undefined && other === undefined)
    return calling(`[system:todo] {rename: ${one.number}, to: ${quoteIbl(renamed["what"])}}`);
  const { old, what } = fitting(text, SWAPS) ?? {};
  if (old === undefined || what === undefined || !areLiteral(what)) return undefined;
  const isLast = /^(?:그거|그것|이거|방금\s?거|마지막\s?거|it|that)$/iu.test(old);
  const given = /^(\d{1,3})번(?:째)?$/u.exec(old)?.[1];
  const meant = isLast ? todos.slice(-1) : namedIn(old, todos, () => true);
  const numbers = given === undefined ? meant.map(({ number }) => number) : [Number(given)];
  return numbers.length === 0
    ? undefined
    : calling(...numbers.map((number) => `[system:todo] {remove: ${number}}`), adding(what));
}

/** Says that something that was ticked off is not done. */
const UNTICKS: readonly RegExp[] = [
  whole(
    "(?:i\\s+)?(?:didn['’]?t|haven['’]?t|did\\s+not|have\\s+not)\\s+(?:actually\\s+|really\\s+)?(?:get|got|buy|bought|do|done|finish|finished|pay|paid|send|sent)\\s+(?<what>.+?)(?:\\s+yet)?",
  ),
  whole("(?:un-?\\s?check|un-?\\s?tick|reopen)\\s+(?<what>.+)"),
  whole("(?<what>.+?)\\s+(?:isn['’]?t|is\\s+not|aren['’]?t|are\\s+not)\\s+done(?:\\s+yet)?"),
  whole(
    `(?:(?:잘\\s?못\\s?말했다|아니다|실수)[\\s,.]*)?(?<what>.+?)(?:은|는|이|가|을|를|도)?\\s?(?:아직\\s?)?(?:안|못)\\s?(?:샀|했|끝냈|끝났|보냈|냈)(?:어|음|다|는데|네)?(?:요)?(?:[\\s,.]*(?:다시\\s?)?(?:체크\\s?)?(?:풀어|해제|취소|되돌려)${PLEASE})?`,
  ),
  whole(
    `(?<what>.+?)(?:은|는|이|가|을|를)?\\s?(?:다시\\s?)?(?:체크|완료)(?:를|을)?\\s?(?:풀어|해제|취소)${PLEASE}`,
  ),
];

function readUnticked(text: string, done: readonly Todo[]): ThingPlan | undefined {
  const what = fitting(text, UNTICKS)?.["what"];
  const meant = what === undefined ? [] : namedIn(what, done, () => true);
  return meant.length === 0
    ? undefined
    : calling(...meant.map(({ number }) => `[system:todo] {reopen: ${number}}`));
}

/** Whether a message adds to the list, by itself or as what goes on with an addition just before it. */
export function isAddition(said: string, before: readonly string[], known: KnownThings): boolean {
  return (
    readAdded(bareOf(said), known) !== undefined ||
    readAddedToo(said, { before, known }) !== undefined
  );
}

/** More of what was just spoken of: "and eggs", "oh, dog food too", 아 그리고 대파도. */
const MORE: readonly RegExp[] = [
  whole(
    "(?:oh[\\s,]+)?(?:(?:and|also|plus)[\\s,]+)+(?:(?:we|i)\\s+need\\s+)?(?<what>[^?]+?)(?:\\s+(?:too|as\\s+well|please|pls))*[\\s.!]*",
  ),
  whole(
    "(?:oh[\\s,]+)?(?:(?:we|i)\\s+need\\s+)?(?<what>[^?]+?)(?:\\s+(?:too|as\\s+well))+[\\s.!]*",
  ),
  whole("(?:(?:아|참|그리고|또)[\\s,]+)*(?<what>[^?]{1,20}?)(?:도|두)(?:요)?[\\s.!~]*"),
  whole("(?:(?:아|참)[\\s,]+)?(?:그리고|또)[\\s,]+(?<what>[^?]{1,20}?)(?:도|두)?[\\s.!~]*"),
];

/** What asks for something else, or says something. */
const NO_ITEM =
  /^(?:뭐|뭘|무엇|무슨|언제|어디|누구|누가|얼마|몇)|^(?:what|when|where|who|how|why|is|are|do|does|did|can|could|will|would|i|you|he|she|it|remind|show|tell|send|text|message|delete|remove|open|add|put|save|undo|forget|remember|translate|summari[sz]e|the\s+weather|weather|news)\b|\b(?:at|in|every)\s+\d|(?:줘|해|어|아|지|니|까|나|요|야|더라)$/iu;
const MOST_MORE_WORDS = 9;

/** Reads what only goes on with an addition just before it. */
export function readAddedToo(
  said: string,
  { before, known }: { readonly before: readonly string[]; readonly known: KnownThings },
): ThingPlan | undefined {
  const what = fitting(said.trim(), MORE)?.["what"];
  const last = before.at(-1);
  if (what === undefined || last === undefined || !areLiteral(what)) return undefined;
  if (!isThingToo(what, said) && NO_ITEM.test(what)) return undefined;
  if (what.split(/\s+/u).length > MOST_MORE_WORDS) return undefined;
  const all = { ...known, todos: [...known.todos, ...(known.doneTodos ?? [])] };
  if (readDone(bareOf(last), all.todos) !== undefined) {
    const done = namedIn(what, known.todos, () => true);
    if (done.length > 0)
      return calling(...done.map(({ number }) => `[system:todo] {done: ${number}}`));
  }
  const isOfList =
    isAddition(last, before.slice(0, -1), known) || readTodos(bareOf(last), all) !== undefined;
  return isOfList ? calling(adding(what)) : undefined;
}

/** A number alone, said of the list that was just shown. */
const OF_LIST: readonly RegExp[] = [
  whole("(?:remove|delete|drop)\\s+(?:number\\s+|no\\.?\\s*|#)?(?<number>\\d{1,3})"),
  whole(`(?<number>\\d{1,3})\\s?번(?:은|을)?\\s?(?:빼|지워|삭제|제거|없애)${PLEASE}`),
];

/** Reads what takes a number off the list that was just asked for. */
export function readOffList(text: string, before: readonly string[]): ThingPlan | undefined {
  const number = fitting(text, OF_LIST)?.["number"];
  const last = bareOf(before.at(-1) ?? "");
  return number === undefined || readTodoList(last) === undefined
    ? undefined
    : calling(`[system:todo] {remove: ${Number(number)}}`);
}

function bareAddition(text: string, { files = [] }: KnownThings): string | undefined {
  const what = fitting(text, BARE_ADDS)?.["what"];
  if (what === undefined || hasFile(what) || NOT_BARE.test(what)) return undefined;
  if (/^[\d\s.,+-]+$/u.test(what)) return undefined;
  const isNamed = files.some((path) => what.includes(path.replace(/\.[^.]*$/u, "")));
  return isNamed || what.split(/\s+/u).length > MOST_BARE_WORDS ? undefined : what;
}

/** Parts of a message that tell of one thing done each: 두부 샀고 우유도 샀음. */
const ALSO_DONE =
  /(?<=[샀했냈됐끝])고\s+|\s+and\s+(?=(?:i\s+)?(?:got|bought|did|done|finished)\b)/iu;
/** How it comes that something is done. */
const HOW_SO = /\s*[,;–—]\s*(?:(?:it\s+)?turns\s+out|we|i|they|there|because|since)\b.*$/iu;
/** Behind what is done. */
const TOO = /(?:\s+(?:too|as\s+well|also|already|now|though))+$/iu;

function readDone(given: string, todos: readonly Todo[]): ThingPlan | undefined {
  if (todos.length === 0) return undefined;
  const text = given.replace(HOW_SO, "").replace(TOO, "");
  const parts = text.split(ALSO_DONE);
  if (parts.length > 1) {
    const each = parts.map((part) =>
      doneIn(/[샀했냈됐끝]$/u.test(part) ? `${part}어` : part, todos),
    );
    const meant = [...new Set(each.flat())].sort((one, other) => other.number - one.number);
    return each.some((named) => named.length === 0)
      ? undefined
      : calling(...meant.map(({ number }) => `[system:todo] {done: ${number}}`));
  }
  if (ALL_DONE.test(text))
    return calling(...[...todos].reverse().map(({ number }) => `[system:todo] {done: ${number}}`));
  const meant = doneIn(text, todos);
  return meant.length === 0
    ? undefined
    : calling(...meant.map(({ number }) => `[system:todo] {done: ${number}}`));
}

/** Says so of everything, whatever that is. */
const ALL_DONE =
  /^(?:(?:i['’]?m\s+|we['’]?re\s+)?all\s+done|(?:i\s+)?(?:did|finished)\s+(?:everything|it\s+all|them\s+all)|everything(?:['’]?s|\s+is)\s+done|다\s?(?:했|끝냈)(?:어|다|음)?요?|전부\s?(?:다\s?)?(?:했|끝냈)어?요?)$/iu;

/** Whether a message says of to-dos of the list, by their names, that they are done, not done, or needless. Pure. */
export function namesTodos(message: string, known: KnownThings): boolean {
  const text = bareOf(message);
  if (ALL_DONE.test(text)) return false;
  const { todos, doneTodos = [] } = known;
  const said = readUnticked(text, doneTodos) ?? readDone(text, todos) ?? readRemoved(text, todos);
  return said !== undefined;
}

/** Those that a message tells are done. */
function doneIn(text: string, todos: readonly Todo[]): readonly Todo[] {
  const said = fitting(text, SAID_DONE)?.["what"];
  const named = said === undefined ? [] : namedIn(said, todos, () => true);
  if (named.length > 0) return named;
  return hasPast(text) ? namedIn(text, todos, isDoing) : [];
}

/** Reads what takes to-dos off the list. */
export function readRemoved(text: string, todos: readonly Todo[]): ThingPlan | undefined {
  for (const pattern of REMOVES) {
    const what = pattern.exec(text)?.groups?.["what"]?.trim();
    const meant = what === undefined || hasFile(what) ? [] : namedIn(what, todos, () => true);
    if (meant.length > 0)
      return calling(...meant.map(({ number }) => `[system:todo] {remove: ${number}}`));
  }
  return undefined;
}

/** A to-do's words: what it is about, and what is done with it. */
interface Doing {
  readonly things: readonly string[];
  readonly verbs: readonly string[];
}

/** The to-dos that words name one after another; none where anything else is named too. */
function namedIn(
  said: string,
  todos: readonly Todo[],
  isSameDoing: (said: Doing, todo: Doing) => boolean,
): readonly Todo[] {
  const own = readDoing(apart(said, todos));
  let left = [...own.things];
  const meant: Todo[] = [];
  const byLength = todos
    .map((todo) => ({ todo, doing: readDoing(todo.content) }))
    .sort((a, b) => b.doing.things.length - a.doing.things.length);
  for (const { todo, doing } of byLength) {
    const { things } = doing.things.length === 0 ? { things: doing.verbs } : doing;
    if (things.length === 0 || !isSameDoing(own, doing)) continue;
    const pool = doing.things.length === 0 ? own.verbs : left;
    if (!things.every((thing) => pool.some((each) => isSameWord(each, thing)))) continue;
    left = left.filter((each) => !things.some((thing) => isSameWord(each, thing)));
    meant.push(todo);
  }
  if (left.length === 0) return meant.sort((a, b) => b.number - a.number);
  return nearlyNamed(own, todos, isSameDoing);
}

/** Going somewhere and back, and buying on the way, said as one. */
const THERE_AND_BACK: readonly (readonly [RegExp, string])[] = [
  [/갔다\s?왔|다녀\s?왔/u, "갔"],
  [/사\s?왔/u, "샀"],
];

/** Words with what names a to-do apart from the verb that was typed behind it without a space: 우유샀어. */
function apart(said: string, todos: readonly Todo[]): string {
  const plain = THERE_AND_BACK.reduce((text, [pattern, verb]) => text.replace(pattern, verb), said);
  const words = plain.split(/\s+/u);
  const last = words.at(-1) ?? "";
  const thing = todos
    .flatMap(({ content }) => readDoing(content).things)
    .find((each) => last.length > each.length + 1 && last.startsWith(each));
  if (thing === undefined || pastStem(last.slice(thing.length)) === undefined) return plain;
  return [...words.slice(0, -1), thing, last.slice(thing.length)].join(" ");
}

/** One to-do alone of which all that is said is a part: "전화했어" of "엄마한테 전화하기", "the report" of "send the report to Ann". */
function nearlyNamed(
  own: Doing,
  todos: readonly Todo[],
  isSameDoing: (said: Doing, todo: Doing) => boolean,
): readonly Todo[] {
  if (own.things.length === 0) return [];
  const near = todos.filter(({ content }) => {
    const doing = readDoing(content);
    const isThere = own.things.every((each) =>
      doing.things.some((thing) => isSameWord(each, thing)),
    );
    return isThere && isSameDoing(own, doing);
  });
  return near.length === 1 ? near : [];
}

/** Where both say what is done it is the same; where the to-do does not, it is getting or doing it. */
function isDoing(said: Doing, todo: Doing): boolean {
  if (todo.verbs.length === 0)
    return (
      said.verbs.every((verb) => GETTING.has(verb)) &&
      (said.verbs.length > 0 || said.things.length > 0)
    );
  return (
    said.verbs.some((verb) => todo.verbs.includes(verb) || DID.has(verb)) || said.verbs.length === 0
  );
}

/** What is done with a thing that stands on a list by itself. */
const GETTING = new Set([
  "buy",
  "get",
  "pick",
  "grab",
  "order",
  "do",
  "finish",
  "purchase",
  "사",
  "하",
  "구하",
  "챙기",
  "주문하",
  "가져오",
  "사오",
  "끝내",
  "마치",
]);
const DID = new Set(["do", "finish", "하", "끝내", "마치"]);

/** English verbs of everyday errands, their past forms on the left. */
const PASTS: Readonly<Record<string, string>> = {
  bought: "buy",
  got: "get",
  gotten: "get",
  paid: "pay",
  sent: "send",
  did: "do",
  done: "do",
  made: "make",
  took: "take",
  taken: "take",
  went: "go",
  gone: "go",
  wrote: "write",
  written: "write",
  read: "read",
  met: "meet",
  found: "find",
  gave: "give",
  put: "put",
  brought: "bring",
  fed: "feed",
  left: "leave",
  cut: "cut",
  ran: "run",
  swept: "sweep",
  sold: "sell",
  told: "tell",
  spoke: "speak",
  built: "build",
  drove: "drive",
  ate: "eat",
  drank: "drink",
  hung: "hang",
  threw: "throw",
  lent: "lend",
  kept: "keep",
  set: "set",
  saw: "see",
  began: "begin",
  bring: "bring",
};

const ENGLISH_VERBS = new Set([
  ...Object.values(PASTS),
  ..."call phone email mail text clean wash water walk fix repair book order pick grab return renew submit finish cancel check print pack prepare cook bake iron fold vacuum mow visit ask reply answer schedule sign file update change replace install study practice review charge backup upload download move empty drop purchase collect deliver".split(
    " ",
  ),
]);

const SMALL = new Set(
  "i i've ive we we've my our the a an some to for of off up out in on at with and also just already finally now all it them yes ok today have has is are was were been from 나 내 내가 방금 아까 이미 벌써 오늘 다 좀 드디어 그거 또 이제 지금 막".split(
    " ",
  ),
);

/** A message that tells of something past. */
function hasPast(text: string): boolean {
  if (/\p{Script=Hangul}/u.test(text))
    return (
      /(?<past>[가-힣])(?:어|음|다|지|네|습니다|어요|지요|네요|엉|슴)?(?:요)?$/u.test(text) &&
      endsInPast(text)
    );
  const words = text.toLowerCase().match(/[a-z']+/gu) ?? [];
  return words.some((word) => PASTS[word] !== undefined || /[a-z]{2,}ed$/u.test(word));
}

function endsInPast(text: string): boolean {
  const last = text.split(/\s+/u).at(-1) ?? "";
  return pastStem(last) !== undefined;
}

/** By when it is to be done is no part of what it is. */
const BY_WHEN = /\s+(?:by|before|until|for|on)\s+\S+(?:\s\S+)?$|\s\S*(?:까지|전까지)$/iu;

function readDoing(given: string): Doing {
  const text = given.replace(BY_WHEN, "");
  const things: string[] = [];
  const verbs: string[] = [];
  const words = text
    .normalize("NFC")
    .toLowerCase()
    .replace(/['’]s(?=\s|$)/gu, "")
    .split(/[^\p{L}\p{N}'’]+/u)
    .filter((word) => word !== "" && !SMALL.has(word));
  for (const [index, word] of words.entries()) {
    const isLast = index === words.length - 1;
    if (/\p{Script=Hangul}/u.test(word))
      readKorean(word, isLast && words.length > 0, { things, verbs });
    else readEnglish(word, index === 0, { things, verbs });
  }
  return { things, verbs };
}

function readEnglish(
  word: string,
  isFirst: boolean,
  into: { readonly things: string[]; readonly verbs: string[] },
): void {
  const plain = PASTS[word] ?? regularStem(word);
  if (ENGLISH_VERBS.has(plain) && (isFirst || plain !== word || PASTS[word] !== undefined))
    into.verbs.push(plain);
  else into.things.push(singular(word));
}

function regularStem(word: string): string {
  const bare = /^(.+?)(?:ed|ing)$/u.exec(word)?.[1];
  if (bare === undefined) return word;
  const candidates = [bare, `${bare}e`, bare.replace(/(.)\1$/u, "$1"), bare.replace(/i$/u, "y")];
  return candidates.find((each) => ENGLISH_VERBS.has(each)) ?? word;
}

function singular(word: string): string {
  return word.length > 3 ? word.replace(/(?<=[^s])s$/u, "").replace(/ie$/u, "y") : word;
}

const PARTICLE =
  /(?<=[가-힣A-Za-z0-9])(?:을|를|은|는|이|가|도|에게|한테|에서|에|으로|로|랑|이랑|하고|과|와|의|까지|만|부터|께)$/u;

function readKorean(
  word: string,
  isLast: boolean,
  into: { readonly things: string[]; readonly verbs: string[] },
): void {
  const stem = isLast ? (pastStem(word) ?? plainStem(word)) : undefined;
  if (stem === undefined) {
    into.things.push(withoutParticle(word));
    return;
  }
  const noun = /^(?<noun>.+)(?:하|되)$/u.exec(stem)?.groups?.["noun"];
  if (noun !== undefined) {
    into.things.push(withoutParticle(noun));
    into.verbs.push("하");
    return;
  }
  into.verbs.push(stem);
}

function withoutParticle(word: string): string {
  const [key] = readWords(word).map(({ key: each }) => each);
  const bare = word.replace(PARTICLE, "");
  return bare.length >= 1 && bare !== "" ? bare : (key ?? word);
}

/** The stem of a verb in a noun's form: 사기, 전화하기, 전화. */
function plainStem(word: string): string | undefined {
  const stem = /^(?<stem>.+)(?:기|하기)$/u.exec(word)?.groups?.["stem"];
  return stem === undefined ||
    stem.length === 0 ||
    /^(?:고|아|감|일|읽을거리|이야|휴|연|전|공|무|동|수)$/u.test(stem)
    ? undefined
    : word.slice(0, -1);
}

/** Vowels that a stem and the past have become one of, by the index of the vowel (The Unicode Standard, 3.12): ㅘ of ㅗ, ㅐ of ㅏ, ㅕ of ㅣ, ㅝ of ㅜ, ㅙ of ㅚ. */
const STEM_VOWELS: Readonly<Record<number, number>> = { 9: 8, 6: 20, 14: 13, 10: 11 };

/** The stem of a Korean verb in the past: 샀어 is 사, 보냈어요 is 보내, 전화했음 is 전화하; `undefined` for any other word. */
function pastStem(word: string): string | undefined {
  const bare = word.replace(
    /(?:습니다|어요|지요|네요|거든요?|어|음|슴|다|지|네|엉|는데|는데요)$/u,
    "",
  );
  const last = bare.at(-1) ?? "";
  if (bare === word || finalOf(last) !== FINAL.ss) return undefined;
  const before = bare.slice(0, -1);
  if (last === "했") return `${before}하`;
  if (last === "았" || last === "었") return before === "" ? undefined : before;
  if (last === "썼") return `${before}쓰`;
  const code = (last.codePointAt(0) ?? 0) - 0xac00;
  const vowel = Math.floor((code % 588) / 28);
  const stem = STEM_VOWELS[vowel] ?? vowel;
  const initial = Math.floor(code / 588);
  return `${before}${String.fromCodePoint(0xac00 + initial * 588 + stem * 28)}`;
}

function isSameWord(left: string, right: string): boolean {
  if (left === right) return true;
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  return short.length > 1 && long.startsWith(short) && long.length - short.length <= 2;
}
