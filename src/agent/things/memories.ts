import { korean } from "../../base/korean-particles.ts";
import { cutAfter, inBoth, type Localized } from "../../base/localized.ts";
import { bold } from "../../base/visible-text.ts";
import { zoneOfPlace } from "../../scheduler/timing/place-zones.ts";
import { quoteIbl } from "../planner/code.ts";
import { withoutAsides } from "../planner/wording/asides.ts";
import { type ClosedPhrase, isPhrase } from "../planner/wording/closed-phrases.ts";
import { urgedEvent } from "../planner/wording/rewording.ts";
import {
  calling,
  fitting,
  type KnownMemory,
  type KnownThings,
  ORDERS,
  PLEASE,
  type ThingPlan,
  unquoted,
} from "./said.ts";
import { factsIn, statedFact, statedHabit } from "./stated.ts";

function whole(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, "isu");
}

/** Before what is to be kept, and behind it. */
const KEEP =
  "(?:remember(?:\\s+this|\\s+for\\s+(?:me|later))?|memorize|(?:keep|bear)\\s+in\\s+mind|note(?:\\s+down)?|(?:make|take|save|add|leave|keep|write|jot)\\s+(?:me\\s+)?(?:down\\s+)?a\\s+(?:mental\\s+|new\\s+)?note|(?:don['’]?t|do\\s+not)\\s+forget|fyi|for\\s+(?:your\\s+info(?:rmation)?|the\\s+record|future\\s+reference|later)|(?:just\\s+)?so\\s+you\\s+know|note\\s+to\\s+self|(?:save|keep|store)\\s+this(?:\\s+for\\s+(?:later|me))?(?=\\s*:))";
const KEEP_BEHIND =
  "[,.;-]+\\s*(?:(?:so|and|please|pls|can\\s+you|could\\s+you)\\s+)*(?:remember|memorize|keep|bear|note|save|store|jot|don['’]?t\\s+forget|make\\s+a\\s+note\\s+of)(?:(?<=remember|memorize|forget)|\\s+(?:that|this|it))(?:\\s+(?:in\\s+mind|down|somewhere|for\\s+(?:me|later)|to\\s+(?:your\\s+)?memory|as\\s+a\\s+memory))*";
const KOREAN_KEEP =
  "(?:기억|외워|메모|기억하고\\s?있어|(?:잊|잊어버리|까먹)지\\s?(?:마|말아|말)|알아\\s?둬|알고\\s?있어|적어\\s?둬|적어\\s?놔|적어|참고|참고하고\\s?있어|명심|새겨|머리에\\s?(?:넣어|새겨))";
const BEHIND =
  "(?:\\s?(?:이?라는|(?<=다)는|라는|인)\\s?(?:거|것|걸)(?:을|를)?|(?:이?라고|(?<=다)고|이라는\\s?걸|라는\\s?걸|을|를|[,.]+)|고)?";

const SAVES: readonly RegExp[] = [
  whole(
    `(?:내\\s?)?(?:메모장|메모|노트|수첩)(?:에다가|에다|에)\\s?(?<fact>.+?)${BEHIND}\\s?(?:좀\\s?)?(?:기록|남겨|넣어|추가|저장|적어|메모|써)${PLEASE}`,
  ),
  whole(
    "(?:write|put|jot|note|save|add)\\s+(?:down\\s+)?(?:that\\s+)?(?<fact>[^:]+?)\\s+(?:in|to|into|on)\\s+(?:my\\s+|the\\s+)?(?:notes|notepad|notebook|memos?)",
  ),
  whole(
    `(?:${KEEP}(?:\\s*[:,-]\\s*|\\s+))+(?:that\\s+)?(?!to\\s|me\\b|when\\s|what\\s|where\\s|how\\s|who\\s|why\\s|if\\s|about\\s|it\\b|this\\b|that\\b)(?<fact>.+?)(?:${KEEP_BEHIND})?`,
  ),
  whole(`(?<fact>.+?)${KEEP_BEHIND}`),
  whole(
    `(?:참고로\\s+)?(?<fact>.+?)${BEHIND}\\s?(?:꼭\\s?|잘\\s?|좀\\s?|이거\\s?)*${KOREAN_KEEP}${PLEASE}`,
  ),
  whole(
    `(?:기억|메모)(?:를|을)?\\s?(?:하나\\s?|좀\\s?)*(?:저장|남겨|추가|적어)?${PLEASE}\\s?[:：,.]?\\s+(?!(?:다|좀|전부|목록)?\\s?(?:찾아|보여|읽어|열어|지워|삭제|검색))(?<fact>.+)`,
  ),
  whole("(?:메모|기억|노트|메모장)\\s?[:：]\\s?(?<fact>.+)"),
  whole(
    "(?:write|jot|note|take|put)\\s+(?:down\\s+)?(?:the\\s+|my\\s+|some\\s+|these\\s+)?(?<fact>(?:[^\\s:]+\\s+){0,3}notes?\\s*:\\s*.+)",
  ),
];

const FILED =
  "(?:file|save|store|remember|keep|note|put)\\s+(?:this|that|it|the\\s+following)\\s+(?:under|as|in|with)\\s+(?:the\\s+)?";
/** Says under which words, or as what kind of thing, something is to be kept. */
const FILES_AWAY: readonly RegExp[] = [
  whole(`${FILED}(?:keywords?|tags?)\\s+(?<keywords>[^:]{1,60}?)\\s*:\\s*(?<fact>.+)`),
  whole(
    `${FILED}(?:category\\s+)?(?!mind\\b|memory\\b|your\\b|notes?\\b)(?<category>[\\p{L}\\p{N} -]{1,30}?)\\s*:\\s*(?<fact>.+)`,
  ),
  whole(
    `(?:${KEEP}\\s+(?:that\\s+)?)?(?<fact>.+?)[,.;]*\\s+(?:(?:and\\s+)?${FILED})?(?:(?:under|with|by)\\s+the\\s+)?(?:keywords?|tags?)\\s+(?<keywords>[^:]{1,60})`,
  ),
  whole(
    `(?<fact>.+?)[,.;]+\\s*(?:and\\s+)?${FILED}(?:category\\s+)?(?!mind\\b|memory\\b|your\\b|notes?\\b)(?<category>[\\p{L}\\p{N} -]{1,30})`,
  ),
  whole(
    `(?<fact>.+?)[.,]*\\s+(?:키워드|태그)(?:는|은|를|로)?\\s?["“'‘]?(?<keywords>[^"”'’]+?)["”'’]?(?:으로|로)?\\s?(?:해서\\s?|달아서?\\s?)?(?:기억|메모|저장|적어|외워)${PLEASE}`,
  ),
  whole(
    `(?<fact>.+?)[.,]*\\s+["“'‘]?(?<category>[\\p{L}\\p{N}]+?)["”'’]?\\s?(?:카테고리|분류|항목)(?:으로|로|에)\\s?(?:넣어|기억|메모|저장|적어|외워)${PLEASE}`,
  ),
];

/** Says under a heading what is to be kept: 어제 회의 얘기 메모해줘: 워크숍은 가평. */
const HEADED = whole(
  `(?<head>[^:：]{1,40}?)(?:을|를|좀)?\\s?(?:메모|기록|적어|기억)${PLEASE}\\s*[:：]\\s*(?<fact>.+)`,
);

/** What a number or password belongs to, behind it: at the cabin, for the gate. */
const OF_WHAT = "(?:\\s+(?:at|for|of|in|to|on)\\s+(?:[\\p{L}\\p{N}'’-]+\\s?){1,4}?)?";

/** What names a thing that is told to be kept, without a word that it should be. */
const TOLD: readonly RegExp[] = [
  whole(
    `(?<fact>(?:wi-?fi|door|gate|alarm|garage|locker|netflix|router|office|home|laptop|computer|phone|bank|email)\\s+(?:password|passcode|pin|code|pw|combination)${OF_WHAT}\\s+(?:is|=)\\s+\\S[^?]*)`,
  ),
  whole(
    `(?<fact>(?:my|our|the|\\p{L}+['’]s)\\s+(?:[\\p{L}\\p{N}'’-]+\\s+){0,4}(?:password|passcode|pin|code|number|address|birthday|size|type|username|plate|combination|pw)${OF_WHAT}\\s+(?:is|=)\\s+\\S[^?]*)`,
  ),
  whole(
    "(?<fact>(?:[\\p{L}\\p{N}]+\\s?){1,4}(?:비밀번호|비번|암호|코드|번호|주소|생일|사이즈|치수|혈액형|계좌|아이디)(?:은|는)\\s+\\S[^?]*?(?:이?야|이에요|예요|입니다|임|이?다))",
  ),
  whole(
    "(?<fact>(?:[\\p{L}\\p{N}]+\\s?){0,3}(?:비밀번호|비번|암호|코드|번호|계좌|아이디)\\s+(?=\\S*[\\dA-Za-z])\\S+?)(?:이?야|이에요|예요|입니다|임)",
  ),
];

/** Says of what is asked for that it was told once. */
const TOLD_ONCE: readonly RegExp[] = [
  whole(
    "(?<what>.+?)[\\s,]+(?:i|we)\\s+(?:already\\s+)?(?:told|gave|mentioned)(?:\\s+(?:it|that|this))?(?:\\s+(?:to\\s+)?you)?(?:\\s+(?:once|before|already|earlier|the\\s+other\\s+day))?",
  ),
  whole(
    `(?:(?:저번|전|지난번|예전|아까|언젠가|일전)에\\s?|내가\\s?|너한테\\s?)*(?:(?:적어|외워|기억해)\\s?(?:두|놓|놔|달)?라고|기억(?:해\\s?달)?라고|기억하라고|말해\\s?준|알려\\s?준|말했던|알려줬던|얘기했던|얘기한|저장한|적어\\s?(?:둔|놓은|놨던|뒀던))\\s?(?:한\\s|했던\\s)?(?<what>.+?)(?:이|가|은|는|을|를|좀)?\\s?(?:(?:뭐|찾아|알려|보여|말해|기억|있)[가-힣]*\\s?)*`,
  ),
];

/** One's own notes of something. */
const NOTES_OF = whole(
  "(?:find|show|read|get|open|see|what\\s+(?:was|is))\\s+(?:me\\s+)?(?:my|the)\\s+notes?\\s+(?:about|on|for|of|with)\\s+(?<what>.+)|(?<of>.+?)\\s+(?:메모|노트)\\s?(?:뭐였지|찾아|보여|읽어)(?:\\s?(?:줘|주세요))?",
);

const RECALLS: readonly RegExp[] = [
  whole(
    "(?:search|look\\s+(?:in|through)|check|find\\s+in)\\s+(?:my\\s+|your\\s+)?(?:notes|memory|memories)\\s+for\\s+(?<what>.+)",
  ),
  whole("what\\s+(?:do|did)\\s+you\\s+(?:remember|know)\\s+about\\s+(?<what>.+)"),
  whole(
    `(?:내\\s?)?(?:메모|기억|노트)(?:들)?(?:\\s?중)?에서\\s+(?<what>.+?)(?:을|를|좀)?\\s?(?:찾아|검색|알려|보여)(?:해)?${PLEASE}`,
  ),
  whole(
    "(?:do\\s+you\\s+(?:still\\s+)?(?:remember|recall|know)|remind\\s+me(?:\\s+again)?(?=\\s+(?:what|where|when|who|of)\\b)|tell\\s+me(?:\\s+again)?|what\\s+did\\s+i\\s+(?:say|tell\\s+you)\\s+about)\\s+(?:what\\s+|where\\s+|when\\s+|who\\s+|of\\s+)?(?<what>.+)",
  ),
  whole(
    "(?:what|which|where|when|who|whose)(?:['’]?s|\\s+is|\\s+are|\\s+was|\\s+were|\\s+did|\\s+do|\\s+does)?\\s+(?<what>.+)",
  ),
  whole(
    "(?<what>.+?)(?:이|가|은|는|을|를)?\\s?(?:뭐|뭐라고|무엇|뭔|뭘|뭐라|어디(?:에|다|에다)?|언제|누구|몇|얼마)(?:[\\s가-힣]*)",
  ),
  whole(
    `(?<what>.+?)(?:이|가|은|는|을|를|좀)?\\s?(?:좀\\s?)?(?:알려|말해|기억나|기억하|기억해|알아)(?:니|나|냐|지|요|고\\s?있어)?${PLEASE}`,
  ),
];

/** A question that says by itself that what it asks for was told once. */
const SAYS_TOLD =
  /(?:(?:어디|누구|언제|얼마|뭐|댔|랬)지|였지|였더라|더라|였어|였나|었지|았지|했지|[뒀놨컸꿨봤줬갔왔샀났됐졌렸켰썼]지|였죠|였어요|기억나|기억해\??|기억하니)[\s?요]*$|^(?:what|which|where|when|who)\s+(?:was|were|did\s+i)\s|^(?:do\s+you\s+(?:still\s+)?(?:remember|recall)|remind\s+me\s+(?:again|what|where|when|who|of)|what\s+did\s+i)\b|^(?:what|where|when|who)(?:['’]?s|\s+is|\s+are)\s+my\s|\b(?:password|passcode|passphrase|combination|(?:gate|door|entry|alarm|garage|locker|lock|safe|access|building)\s(?:code|pin))$|(?:비번|비밀번호|암호)(?:이|가|는|은)?\s?(?:뭐|알려|말해)/iu;

const NOT_TOLD =
  /\bmy\s(?:day|week|weekend|morning|afternoon|evening)\b|\b(?:weather|news|price|prices|stock|rate|temperature|time|date|(?<=what\s)day(?=\s+is\s+(?:it|today))|to-?dos?|tasks?|reminders?|alarms?|alerts?|appointments?|plans?|schedules?|events?|calendar|briefings?|files?|folder|last|next|latest|today|score|game|war|capital|president|usage|limit|timezone|zone|ip|status|role|plan|week|name\s+of(?!\s+(?:my|our)))\b|날씨|뉴스|시세|주가|환율|할\s?일|알림|알람|일정|예약|파일|폴더|브리핑|마지막|최근|어제|오늘|내일|점수|경기|수도|대통령|며칠|몇\s?시/iu;

const FORGETS: readonly RegExp[] = [
  whole(
    "(?:you\\s+(?:can|may)\\s+)?(?:forget|stop\\s+remembering|no\\s+need\\s+to\\s+remember)\\s+(?:about\\s+|that\\s+)?(?:(?:the\\s+)?(?:bit|thing|part|stuff|fact|what\\s+i\\s+(?:said|told\\s+you))\\s+(?:about|with|on)\\s+)?(?!it\\b|that$|this\\b|me\\b|everything\\b|all\\b)(?:the\\s+|my\\s+)?(?<what>.+?)(?:\\s+(?:now|any\\s?more|thing|one))?(?:\\s*[,;–—]\\s*(?:they|it|that|we|i|he|she|because|since|cause|as)\\b.*)?",
  ),
  whole(
    "(?:delete|remove|erase)\\s+(?:the\\s+|my\\s+)?(?:memory|note|fact)\\s+(?:about\\s+|of\\s+|that\\s+)?(?<what>.+)",
  ),
  whole(
    "(?:delete|remove|erase)\\s+(?:the\\s+|my\\s+)?(?<what>.+?)\\s+(?:from\\s+(?:your\\s+)?memory|memory|note)",
  ),
  whole(
    `(?<what>.+?)(?:\\s?(?:얘기|이야기|내용|정보))?(?:은|는|을|를|이?라는\\s?(?:거|걸|것))?\\s?(?:이제\\s?|그만\\s?|더\\s?)*(?:(?:잊어|잊어버려|까먹어|기억\\s?안\\s?해)(?:도\\s?(?:돼|되|됨|괜찮아|좋아))?(?:요)?|(?:잊어|잊어버려|까먹어)${PLEASE})`,
  ),
  whole(
    `(?<what>.+?)(?:은|는|을|를|에\\s?대한)?\\s?(?:그거\\s?|그\\s?)?(?:기억|메모)(?:에서|을|를|은|는)?\\s?(?:좀\\s?)?(?:지워|삭제|없애|제거)${PLEASE}`,
  ),
  whole(
    `(?:기억|메모)(?:에서|에\\s?있는|의|중에)?\\s+(?<what>.+?)(?:은|는|을|를)?\\s?(?:좀\\s?)?(?:지워|삭제|없애|제거|잊어)${PLEASE}`,
  ),
];

const LISTS: ClosedPhrase = {
  needs:
    /\bwhat\b.*\b(?:tell|told|remember|remembered|remind|know|stored|saved|kept|noted|ask|asked)\b|^(?:show|list|my|all|everything|(?:the )?(?:memories|notes)).*\b(?:memories|notes|memory|know|remember|told)\b|^(?:memories|notes)$|(?:뭐|뭘|무엇|어떤걸).*(?:기억|알려|말했|말해|시켰|저장|알고|아는|알아)|(?:기억|말해준|알려준|알고있는|아는|저장한).*(?:거|것|게|걸|내용)|(?:기억|메모)(?:목록|리스트|전부|다)*(?:보여|알려)/u,
  words:
    "what do did have has you tell told say remember remembered remembering remind ask asked know known stored saved kept keep noted got show list see about memory memories notes far until until everything today yesterday 뭐 뭐라고 뭐라 뭘 무엇 어떤 너한테 너에게 나에 대해 대해서 에대해 관해 기억 기억하 기억하라 기억하라고 기억해 기억하는 기억한 기억해둔 기억하고 있어 있는 있니 있나 있지 했지 했더라 했었지 했어 알려줬더라 알려줬지 알려준 알려달라 말했지 말했더라 말해준 말한 시켰지 저장한 저장했 저장해 저장했지 알고 알고있 아는 알아 정보 개인정보 지금까지 여태 내용 메모 목록 리스트 보여 보여줘 보여줘요 보여주세요 알려 말해 더라 라고 준 둔",
};

/** Reads what is to be kept in mind, asked for again, or forgotten. */
export function readMemories(text: string, known: KnownThings): ThingPlan | undefined {
  const said = text.replace(/[?？!.\s]+$/u, "");
  if (isPhrase(said, LISTS)) return calling("[source:recent]");
  if (urgedEvent(said) !== undefined) return undefined;
  return (
    readForgotten(said, known) ??
    readPromised(said) ??
    readTold(text, known) ??
    readRecalled(text, known) ??
    readSaved(text, known)
  );
}

/** Says of what is kept that it is something else: 민호 생일 14일 아니고 15일이야. */
const CORRECTS: readonly RegExp[] = [
  whole(
    `(?<what>.+?)(?:은|는|이|가)?\\s+(?:\\S*\\d\\S*\\s)*아니(?:고|라)\\s+(?<value>.+?)(?:이?야|이에요|예요|입니다|으?로)?(?:[\\s,.]*(?:다시\\s?)?(?:고쳐|바꿔|수정|변경|기억)${PLEASE})?`,
  ),
];
/** Says that what is kept has another value now: "와이파이 비번 바뀜 새거 qwer". */
const CHANGED: readonly RegExp[] = [
  whole(
    "(?:the\\s+|my\\s+|our\\s+)?(?<what>.+?)\\s+(?:has\\s+|was\\s+|is\\s+)?(?:been\\s+)?(?:changed?|updated|different)(?:\\s+now)?[\\s,.:;]+(?:(?:and|it['’]?s|it\\s+is|to|the|new\\s+one|is|now|new)[\\s:]+)*(?<value>(?!(?:it|that|this|them)$)\\S+)(?:\\s+now)?",
  ),
  whole("(?:the\\s+)?new\\s+(?<what>[^:=]+?)\\s*(?:\\bis\\b|:|=)\\s*(?<value>\\S+)"),
  whole(
    "(?<what>.+?)(?:은|는|이|가|을|를)?\\s(?<value>\\S+?)(?:으로|로)\\s?(?:바꿨|바꼈|바뀌었|변경했|변경됐|바뀐)\\S*",
  ),
  whole(
    "(?<what>.+?)(?:은|는|이|가)?\\s?(?:바뀜|바뀌었\\S*|바꼈\\S*|바꿨\\S*|변경됐\\S*|변경됨|변경)[\\s,.]+(?:(?:새\\s?거|새로운\\s?거|새\\s?번호|새\\s?비번|이제|지금은|새|이번엔|인제)(?:은|는)?[\\s:]+)*(?<value>\\S+?)(?:이?야|이에요|예요|으로|로|임)?",
  ),
];

/** Says behind a new value that the old one is not needed any more. */
const OLD_ONE =
  /[\s,.;]+(?:(?:so|and|please|pls|you\s+can)\s+)*(?:forget|delete|drop|scrap|ignore|remove)\s+(?:about\s+)?(?:the|that|my)\s+(?:old|previous|other|last)(?:\s+\p{L}+)?$|[\s,.;]+(?:그\s?)?(?:옛날|예전|이전|전에|지난|먼저|원래)\s?(?:거|것|건|번호|비번|코드)(?:는|은|을|를)?\s?(?:잊어|지워|버려|삭제)\S*(?:\s?(?:줘|주세요))?$/iu;
/** Says what something is from now on. */
const NOW_IS: readonly RegExp[] = [
  whole(
    "(?:(?:ok|okay|so|actually|btw|and)[\\s,]+)*(?:the\\s+|my\\s+|our\\s+)?(?<what>.+?)\\s+(?:is\\s+)?(?:now\\s+(?<later>\\S*\\d\\S*)|is\\s+(?<value>\\S*\\d\\S*)\\s+now)",
  ),
  whole(
    "(?<what>.+?)(?:은|는|이|가)?\\s+(?:이제|인제|지금은|이제는)\\s+(?<value>\\S*\\d\\S*?)(?:이?야|이에요|예요|입니다|임)?",
  ),
];
const IS = whole(
  "(?:(?:ok|okay|so|actually|btw|and)[\\s,]+)*(?:the\\s+|my\\s+|our\\s+)?(?<what>.+?)(?:\\s+is\\s+|(?:은|는)\\s+)(?<value>\\S*\\d\\S*?)(?:이?야|이에요|예요|입니다|임)?",
);

/** Says that a number was told wrongly, and no more than that; a short one is a time. */
const NUMBER = "[\\p{L}-]*\\d[\\d-]{2,}[\\p{L}\\d]*";
const MISTOLD: readonly RegExp[] = [
  whole(
    `(?:(?:sorry|oops|no|wait|actually|i\\s+meant?|my\\s+bad)[\\s,]+)*(?:(?:it['’]?s|it\\s+is|should\\s+be)\\s+)?(?<value>${NUMBER})[\\s,]+(?:and\\s+)?not\\s+(?<old>${NUMBER})`,
  ),
  whole(
    `(?:(?:sorry|oops|no|wait|actually)[\\s,]+)*(?:it['’]?s\\s+)?not\\s+(?<old>${NUMBER})[\\s,]+(?:but\\s+|it['’]?s\\s+)*(?<value>${NUMBER})`,
  ),
  whole(
    `(?:(?:아니?|미안|앗)[\\s,]+)*(?<old>\\d[\\d-]{2,})(?:이|가)?\\s?(?:아니고|아니라|말고)\\s+(?<value>\\d[\\d-]{2,})(?:이?야|이에요|예요|입니다|임)?`,
  ),
];

/** Says that what stood somewhere stands elsewhere now. */
const MOVED = whole(
  "(?:i\\s+)?(?:re-?parked|moved)(?:\\s+(?:the|my|our)\\s+(?:car|bike|van|truck))?[\\s,.]*(?:(?:and\\s+)?(?:now\\s+)?(?:it['’]?s|it\\s+is)\\s+)?(?:now\\s+)?(?<place>(?:on|in|at|to|near|by)\\s+.+)",
);
const PARKED = "where did i park";

/** Reads what says that something that is kept is otherwise now. */
export function readCorrected(text: string, known: KnownThings): ThingPlan | undefined {
  const said = text.replace(/[!.\s]+$/u, "");
  return (
    readMoved(said, known) ??
    readMistold(said, known) ??
    readChanged(said, known) ??
    readOtherValue(said, known)
  );
}

function readMistold(said: string, known: KnownThings): ThingPlan | undefined {
  const { old, value } = fitting(said, MISTOLD) ?? {};
  if (old === undefined || value === undefined) return undefined;
  const exact = new RegExp(`(?<![\\p{L}\\d])${old}(?!\\d)`, "u");
  const held = (known.found?.(old, "all") ?? []).filter(({ content }) => exact.test(content));
  const [only, other] = held;
  return only === undefined || other !== undefined
    ? undefined
    : keeping(only.content.replace(exact, value), only);
}

function readMoved(said: string, known: KnownThings): ThingPlan | undefined {
  const place = MOVED.exec(said)?.groups?.["place"];
  const [stood, second] = place === undefined ? [] : (known.found?.(PARKED, "most") ?? []);
  return place === undefined || stood === undefined || second !== undefined
    ? undefined
    : keeping(`i parked ${place.replace(/^to\s/iu, "on ")}`, stood);
}

function readOtherValue(said: string, known: KnownThings): ThingPlan | undefined {
  const { what, value } = fitting(said, CORRECTS) ?? {};
  if (what === undefined || value === undefined) return undefined;
  const [only, other] = known.found?.(what, "all") ?? [];
  const unit = /\d+(\D*)$/u.exec(value)?.[1];
  if (only === undefined || other !== undefined || unit === undefined) return undefined;
  const at = only.content.search(new RegExp(`\\d+${unit}(?!.*\\d${unit})`, "u"));
  if (unit === "" || at < 0) return undefined;
  const rest = only.content.slice(at).replace(/^\d+\D?/u, "");
  return keeping(`${only.content.slice(0, at)}${value}${rest}`, only);
}

function readChanged(said: string, known: KnownThings): ThingPlan | undefined {
  const told = said.replace(OLD_ONE, "");
  const isAnew = told !== said;
  const groups = fitting(told, [...CHANGED, ...NOW_IS, ...(isAnew ? [IS] : [])]) ?? {};
  const { what, later, value = later } = groups;
  if (what === undefined || value === undefined || ASKS.test(said)) return undefined;
  const [only, other] = known.found?.(what, "most") ?? [];
  if (only !== undefined && other === undefined)
    return keeping(only.content.replace(STOOD, value), only);
  if (!OWN.test(what)) return undefined;
  return keeping(
    /\p{Script=Hangul}/u.test(what) ? korean`${what}은(는) ${value}` : `${what} is ${value}`,
  );
}

/** What a fact says of its subject, or its last word. */
const STOOD = /(?<=(?:은|는|\bis|=|:)\s)\S.*$|\S+$/u;

/** Says where somebody lives now: in a `city` that is known, or in what can be nothing but a `town`. */
const LIVES: readonly RegExp[] = [
  whole(
    "(?:(?:i['’]?m|i\\s+am|we['’]?re|we\\s+are)\\s+)(?:actually\\s+|now\\s+|currently\\s+)*in\\s+(?<town>\\p{L}[\\p{L} .'-]{1,30}?),?\\s+(?:and\\s+)?not\\s+(?:in\\s+)?(?<other>\\p{L}[\\p{L} .'-]{1,30}?)(?:\\s+(?:any\\s?more|now))?",
  ),
  whole(
    "(?:(?:i['’]?m|i\\s+am|we['’]?re|we\\s+are)\\s+)(?:now\\s+|currently\\s+)?in\\s+(?<city>\\p{L}[\\p{L} .'-]{1,30}?)\\s+(?:now|these\\s+days|from\\s+now\\s+on)",
  ),
  whole(
    "(?:(?:나|난|저|우리)(?:는)?\\s)?(?:(?:이제|지금|요즘|여기)\\s?)*(?<town>[가-힣]{2,8}?)(?:이?야|이에요|예요|에\\s?있어(?:요)?)[\\s,.]+(?<other>[가-힣]{2,8}?)(?:이|가|에)?\\s?(?:아니(?:고|야|라|에요)|아냐|없어)(?:요)?",
  ),
  whole(
    "(?:(?:나|난|저|우리)(?:는)?\\s)?(?:(?:이제|지금|요즘|여기)\\s?)*(?<other>[가-힣]{2,8}?)(?:이|가|에)?\\s?(?:아니(?:고|라)|말고)[\\s,.]+(?:지금\\s|이제\\s)?(?<town>[가-힣]{2,8}?)(?:이?야|이에요|예요|에\\s?있어(?:요)?|(?:에서?)?\\s?살아(?:요)?)",
  ),
  whole(
    "(?:how\\s+do\\s+i\\s+change\\s+my\\s+city[\\s,?.]+)?(?:set|change|switch|update|make)\\s+my\\s+(?:city|location|home|home\\s?town|town)\\s+(?:to|as)\\s+(?<town>\\p{L}[\\p{L} .'-]{1,30})",
  ),
  whole(
    "(?:how\\s+do\\s+i\\s+change\\s+my\\s+city[\\s,?.]+)?(?:(?:i['’]?m|i\\s+am|i\\s+now|i['’]?ve|i\\s+have|i|we)\\s+)(?:just\\s+)?(?:moved\\s+to|live\\s+in|living\\s+in|now\\s+live\\s+in|based\\s+in)\\s+(?<city>\\p{L}[\\p{L} .'-]{1,30}?)(?:\\s+(?:now|these\\s+days))?",
  ),
  whole(
    `(?:내\\s?|우리\\s?|사는\\s?|기본\\s?)*(?:도시|지역|동네|위치)(?:를|을)?\\s?(?<town>[가-힣]{2,8}?)(?:으로|로)\\s?(?:바꿔|변경|설정|해|고쳐)${PLEASE}`,
  ),
  whole(
    "(?:나|난|나는|저|저는|우리)?\\s?(?:이제|지금|요즘)?\\s?(?<city>[가-힣]{2,8}?)(?:으로|로|에서?)?\\s?(?:이사\\s?(?:했|왔|갔)(?:어|음|다)(?:요)?|(?<!\\S)(?:살아|삽니다|살아요|산다|살고\\s?있어)(?:요)?)",
  ),
];

/** Where somebody says that they live from now on, as a fact to remember, and the time there, where it is known; `undefined` for other words. Pure. */
export function homeSaid(
  text: string,
): { readonly fact: string; readonly zone: string | undefined } | undefined {
  const said = withoutAsides(text).replace(/[!.\s]+$/u, "");
  const { city, town, other, place = town ?? city } = fitting(said, LIVES) ?? {};
  const zone = place === undefined ? undefined : zoneOfPlace(place);
  const isTown = town !== undefined && (other === undefined || zoneOfPlace(other) !== undefined);
  if (place === undefined || (zone === undefined && !isTown)) return undefined;
  const isKorean = /\p{Script=Hangul}/u.test(place);
  return { zone, fact: isKorean ? `사는 도시는 ${place}` : `my city is ${place}` };
}

/** Reads where somebody lives from now on: the weather is asked for there. */
export function readHome(text: string, known: KnownThings): ThingPlan | undefined {
  const sentences = homeSaid(text) === undefined ? text.split(SENTENCES) : [text];
  const homes = sentences.map((each) => homeSaid(each)?.fact);
  const home = homes.findLast((each) => each !== undefined);
  const others = sentences.filter((each, at) => homes[at] === undefined && !MOVES.test(each));
  const facts = others.flatMap((each) => statedFact(each) ?? []);
  if (home === undefined || facts.length < others.length) return undefined;
  return savedAll([home, ...facts], known);
}

/** A sentence each, also without marks between: 우리 이사했어 이제 부산 살아. */
const SENTENCES = /(?<=[.!\n])\s+|,\s+|(?<=이사\s?(?:했|왔|갔)(?:어|다|음)(?:요)?)\s+/u;

/** That somebody moves, without where to. */
const MOVES =
  /^\s*(?:(?:나|저|우리|드디어|어제|지난주에|얼마\s?전에)\s)*이사\s?(?:했|왔|갔)\S*$|^\s*(?:i|we)(?:['’]ve)?\s+(?:just\s+|finally\s+)?moved(?:\s+(?:house|home|flat|flats|in))?(?:\s+(?:yesterday|last\s+\w+|today))?[.!]*\s*$|^\s*$/iu;

/** The city that somebody said they live in, the last one first. */
export function homeOf(known: KnownThings | undefined): string | undefined {
  const told = ["사는 도시는 여기", "my city is here"].flatMap(
    (fact) => known?.toldOf?.(fact) ?? [],
  );
  const [last] = [...told].sort((one, other) => other.id - one.id);
  return last?.content.replace(/^(?:사는 도시는|my city is)\s+/u, "");
}

/** Keeps a fact, in the place of an earlier one where there is one. */
function keeping(fact: string, before?: KnownMemory): ThingPlan {
  const saving = `[source:save_memory](${quoteIbl(unquoted(fact))})`;
  return before === undefined
    ? calling(saving)
    : calling(`[source:memory_delete] {id: ${before.id}} >> ${saving}`);
}

/** Says that something is going to be told. */
const PROMISES: readonly RegExp[] = [
  whole(
    `(?<what>.+?)(?:을|를|은|는)?\\s?(?:알려|말해|가르쳐|불러)\\s?(?:줄게|줄께|드릴게)(?:요)?(?:[\\s,.]*${KOREAN_KEEP}${PLEASE})?`,
  ),
  whole(
    "(?:i['’]?ll|let\\s+me|i\\s+will|i['’]?m\\s+going\\s+to)\\s+(?:tell|give)\\s+you\\s+(?:the\\s+|my\\s+|our\\s+)?(?<what>.+?)(?:[\\s,.]+(?:so\\s+)?(?:please\\s+)?remember(?:\\s+it)?)?",
  ),
];

function readPromised(said: string): ThingPlan | undefined {
  const what = fitting(said, PROMISES)?.["what"];
  if (what === undefined || !OWN.test(what)) return undefined;
  const code = asking(what);
  return calling(/\p{Script=Hangul}/u.test(said) ? code.ko : code.en);
}

/** Whether words are to be kept that say by the way what is not so: 음력 말고 양력 3월 19일이니까 기억해. Pure. */
export function isKeptWhole(text: string): boolean {
  return /(?<!이거|그거|저거)\s말고\s/u.test(text) && fitting(text, SAVES) !== undefined;
}

/** Words that say what something is, with the wish that it be kept: no question, whatever is known of it. */
function readTold(text: string, known: KnownThings): ThingPlan | undefined {
  const filed = readFiled(text);
  if (filed !== undefined) return filed;
  const { head, fact: body } = HEADED.exec(text)?.groups ?? {};
  if (head !== undefined && body !== undefined) return keeping(`${head.trim()}: ${body.trim()}`);
  const fact = fitting(text, SAVES)?.["fact"];
  if (fact === undefined || !HOLDS_VALUE.test(fact) || ASKS.test(fact)) return undefined;
  return OWN.test(fact) || !isNothing(fact) ? savedAs(fact, known) : undefined;
}

function readFiled(text: string): ThingPlan | undefined {
  const { fact, keywords, category } = fitting(text, FILES_AWAY) ?? {};
  const [name, value] = keywords === undefined ? ["category", category] : ["keywords", keywords];
  if (fact === undefined || value === undefined || isNothing(fact)) return undefined;
  const saving = `[source:save_memory](${quoteIbl(unquoted(fact))})`;
  return calling(`${saving} {${name}: ${quoteIbl(unquoted(value))}}`);
}

/** A number, a word of another script behind a Korean one, or what says "is". */
const HOLDS_VALUE = /\d|[가-힣]\s\S*[A-Za-z]\S*$|(?:이야|이에요|예요|입니다|[다])$/u;
const ASKS = /뭐|무엇|언제|어디|누구|얼마|몇\s|[가-힣]\s*[?？]$/u;

function savedAs(fact: string, known: KnownThings): ThingPlan {
  return savedAll(factsIn(unquoted(fact)), known);
}

function savedAll(facts: readonly string[], known: KnownThings): ThingPlan {
  const plans = facts.map((each) => {
    const [before, second] = known.toldOf?.(each) ?? [];
    return keeping(each, second === undefined ? before : undefined);
  });
  return calling(...plans.flatMap((plan) => (plan.kind === "program" ? [plan.code] : [])));
}

/** Names what nobody but the person knows. */
const OWN =
  /\b(?:password|passcode|passphrase|pin|combination|locker|code|my)\b|비번|비밀번호|암호|(?:였지|였더라|뒀지|뒀더라)\s*[?？]*$/iu;

/** What asks for something that only the person can have told. */
export function readOwnUntold(text: string, known: KnownThings): ThingPlan | undefined {
  return OWN.test(text) ? readNeverTold(text, known) : undefined;
}

/** What asks for something that was told once, where nothing else was made of the message. */
export function readNeverTold(text: string, known: KnownThings): ThingPlan | undefined {
  const said = text.replace(/[?？!.\s]+$/u, "");
  if (isOfTheWorld(said)) return undefined;
  const answers = isQuestion(text) ? known.answers?.(said) : undefined;
  if (answers === "answer") return looking(said);
  const what = fitting(said, RECALLS)?.["what"];
  if (NOT_TOLD.test(said)) return undefined;
  const isNear = answers === "near" && (isOwn(said) || OF_THE_THING.test(said));
  if (answers === "close" || isNear) return looking(said);
  if (what === undefined || !SAYS_TOLD.test(said)) return undefined;
  return known.recalls(what, "most") ? looking(what) : neverTold(subjectOf(what), known);
}

function isOfTheWorld(said: string): boolean {
  return OF_THE_WORLD.test(said) && !isOwn(said);
}

/** Asks about any of a kind, or which is best of all: nobody has told that of themselves. */
const OF_THE_WORLD =
  /\b(?:best|worst|cheapest|normal|typical|an?)\s|\bin\s+the\s+world\b|^what(?:['’]s|\s+(?:is|are))\s+\p{L}+$|제일|가장|세계|정상|유명|어디가\s/iu;

/** A question that memories come near to, of which nothing else can be made. */
export function readNearest(text: string, known: KnownThings): ThingPlan | undefined {
  const asked = text.replace(/[!.\s]+$/u, "");
  if (!isQuestion(asked) || isOfTheWorld(asked)) return undefined;
  return known.answers?.(asked) === undefined ? undefined : looking(asked);
}

function isQuestion(text: string): boolean {
  return ASKS_ABOUT.test(text) || fitting(text, RECALLS) !== undefined;
}

const ASKS_ABOUT =
  /^(?:how|what|which|who|whose|when|where|why|until|do|does|did|can|is|are|was|should)\b|[가-힣](?:지|더라|니|나|냐|나요|까|야)[?？\s]*$|어딨\S*$|[?？]\s*$|(?:뭐|무엇|무슨|어디|어느|어떤|언제|누구|누가|며칠|몇|얼마|어떻게)\S*(?:\s\S+){0,3}$/iu;

/** Wants all of it forgotten. */
const FORGETS_ALL: readonly RegExp[] = [
  whole(
    "(?:delete|forget|wipe|erase|clear|remove)\\s+(?:all\\s+(?:of\\s+)?)?(?:(?:my|your|the|of|entire|whole|saved)\\s+)*(?:memories|memory|(?:everything|all|anything)\\s+(?:that\\s+)?(?:you\\s+(?:know|remember|have|saved)(?:\\s+about\\s+me)?|about\\s+me|i(?:['’]ve)?\\s+(?:ever\\s+)?told\\s+you))",
  ),
  whole(
    `(?:내|나에\\s?대한|너의|네|저장된|모든|전체|\\s)*(?:기억|메모)(?:한\\s?(?:거|것|내용))?(?:들)?(?:을|를|은|는)?\\s?(?:싹\\s?다|싹|전부\\s?다|전부|모두|다|몽땅|전체)?\\s?(?:지워|지워\\s?버려|삭제|잊어|잊어버려|비워|없애|날려|초기화)${PLEASE}`,
  ),
];

const ONE_BY_ONE: ThingPlan = {
  kind: "ask",
  words: {
    ko: "기억은 하나씩만 지울 수 있어요. 어느 걸 지울까요?",
    en: "I can delete only one memory at a time. Which one?",
  },
  offers: [
    {
      label: { ko: "기억 목록", en: "My memories" },
      runs: { ko: "[source:recent]", en: "[source:recent]" },
    },
  ],
};

function readForgotten(said: string, known: KnownThings): ThingPlan | undefined {
  if (FORGETS_ALL.some((pattern) => pattern.test(said))) return ONE_BY_ONE;
  const what = fitting(said, FORGETS)?.["what"];
  if (what === undefined) return readDeleted(said, known);
  const [only, second] = known.found?.(what, "most") ?? [];
  if (/^(?:where|when|what|how|who)\s/iu.test(what) && only !== undefined && second === undefined)
    return forgetting(only);
  if (only !== undefined && second !== undefined) return whichToForget([only, second]);
  return known.recalls(what, "most")
    ? calling(`[source:memory_delete](${quoteIbl(unquoted(what))})`)
    : undefined;
}

/** Asks which of several is to be forgotten, each by what it is about. */
function whichToForget(several: readonly KnownMemory[]): ThingPlan {
  return {
    kind: "ask",
    words: { ko: "어느 걸 잊을까요?", en: "Which one should I forget?" },
    offers: several.map(({ id, content }) => {
      const name = cutAfter(subjectOf(content.replace(STOOD, "").trim()) || content, LONGEST_LABEL);
      const runs = `[source:memory_delete] {id: ${id}}`;
      return { label: { ko: name, en: name }, runs: { ko: runs, en: runs } };
    }),
  };
}

/** In characters. */
const LONGEST_LABEL = 23;

/** Asks for one memory that is near, in its own words. */
function forgetting({ id, content }: KnownMemory): ThingPlan {
  const runs = `[source:memory_delete] {id: ${id}}`;
  const name = bold(content);
  return {
    kind: "ask",
    words: { ko: `${name}, 이걸 잊을까요?`, en: `Forget ${name}?` },
    offers: [{ label: { ko: "잊기", en: "Forget it" }, runs: { ko: runs, en: runs } }],
  };
}

/** Deletes by no more than its name what only a memory is called. */
const BARE_FORGETS: readonly RegExp[] = [
  whole(`(?<what>.+?)(?:은|는|을|를)?\\s?(?:좀\\s?)?(?:지워|삭제)${PLEASE}`),
  whole("(?:delete|remove|erase)\\s+(?:my\\s+|the\\s+)?(?<what>[^:]+)"),
];

function readDeleted(said: string, known: KnownThings): ThingPlan | undefined {
  const what = /파일|폴더|\b(?:files?|folders?)\b/iu.test(said)
    ? undefined
    : fitting(said, BARE_FORGETS)?.["what"];
  const [only, second] = what === undefined ? [] : (known.found?.(what, "all") ?? []);
  return only === undefined || second !== undefined
    ? undefined
    : calling(`[source:memory_delete] {id: ${only.id}}`);
}

/** A question about what is kept, or no more than the name of it. */
function readRecalled(text: string, known: KnownThings): ThingPlan | undefined {
  const said = text.replace(/[?？!.\s]+$/u, "");
  if (said === "" || said.length > LONGEST_QUESTION || isOfTheWorld(said)) return undefined;
  return readOnceTold(said, known) ?? readAsked(said, { text, known });
}

function readOnceTold(said: string, known: KnownThings): ThingPlan | undefined {
  const { what, of = what } = NOTES_OF.exec(said)?.groups ?? {};
  const once = fitting(said, TOLD_ONCE)?.["what"] ?? of;
  if (once === undefined || NOT_TOLD.test(once)) return undefined;
  return known.recalls(once, "most") ? looking(once) : neverTold(subjectOf(once), known);
}

function readAsked(
  said: string,
  { text, known }: { readonly text: string; readonly known: KnownThings },
): ThingPlan | undefined {
  // 사라고 알려줘 wants a reminder.
  if (/[가-힣]라고\s?(?:좀\s?)?(?:알려|말해)/u.test(said)) return undefined;
  if (isQuestion(text) && isAnswered(said, known)) return looking(said);
  const isAsked = fitting(said, RECALLS) !== undefined;
  const isTold = isAsked && SAYS_TOLD.test(said) && !NOT_TOLD.test(said);
  if (!isAsked && !isName(text, said)) return undefined;
  return known.recalls(said, isTold ? "most" : "all") ? looking(said) : undefined;
}

/** No more than the name of something. */
function isName(text: string, said: string): boolean {
  const isShort = /[?？]\s*$/u.test(text) || said.split(/\s+/u).length <= MOST_NAME_WORDS;
  return isShort && IS_NAME.test(said);
}

/** Whether memories surely answer a question about its writer, in other words. */
function isAnswered(said: string, known: KnownThings): boolean {
  return isOwn(said) && !NOT_TOLD.test(said) && known.answers?.(said) === "answer";
}

function isOwn(said: string): boolean {
  return SAYS_TOLD.test(said) || OF_WRITER.test(said);
}

/** Words of who writes. */
const OF_WRITER =
  /\b(?:i|i['’]m|my|mine|me|we|our|us)\b|(?:^|\s)(?:나|난|내|내가|나는|나의|저|제|제가|저는|우리|저희)(?:\s|$)/iu;

/** Asks of a thing that has no name where, when or whose it is: it is one's own. */
const OF_THE_THING =
  /^(?:[Ww]here|[Ww]hen|[Ww]ho|[Ww]hat\s(?:day|time|temperature))(?:['’]?s)?\s(?:[a-z']+\s){0,3}the\s[a-z' -]+$/u;

/** In UTF-16 units. */
const LONGEST_QUESTION = 120;
const MOST_NAME_WORDS = 4;

/** No sentence: neither a request nor something told. */
const IS_NAME =
  /^(?!.*(?:줘|주세요|해라|할게|해)$)(?!.*(?:[았었했샀갔왔났됐졌렸])(?:어|음|다|네|는데)(?:요)?$)(?!(?:save|add|delete|remove|open|show|set|remind|write|send|make|forget|remember)\b)[^:,]+$/iu;

function readSaved(text: string, known: KnownThings): ThingPlan | undefined {
  const fact = fitting(text, SAVES)?.["fact"] ?? fitting(text, TOLD)?.["fact"] ?? statedHabit(text);
  return fact === undefined || isNothing(fact) ? undefined : savedAs(fact, known);
}

/** A plain statement of which nothing else was made is kept. */
export function readStated(text: string, known: KnownThings): ThingPlan | undefined {
  const fact = statedFact(text);
  return fact === undefined || isNothing(fact) ? undefined : savedAs(fact, known);
}

/** Words that are no fact: they point at one, ask, or say when something is to happen. */
function isNothing(fact: string): boolean {
  return (
    /[?？]\s*$/u.test(fact) ||
    ORDERS.test(fact) ||
    /(?:^|\s)(?:뭐|머|뭘|멀|뭐라고|무엇을)(?=\s|$)/u.test(fact) ||
    /^(?:아니야?|아냐|다시|또|응|네|\s)+$/u.test(fact) ||
    /^(?:이거|이것|그거|그것|이걸|그걸|it|this|that|꼭|잘|좀|나|내일|오늘)$/iu.test(fact) ||
    /\.(?:txt|md|csv)\s?(?:에|로|에다)?/iu.test(fact) ||
    /(?:할\s?일|투두)(?:에|로)?\s|^\D*[가-힣]는\s?(?:거|것|걸)$/u.test(fact)
  );
}

function looking(what: string): ThingPlan {
  const named = unquoted(what).replace(ASKED_AS, "").trim();
  return calling(`[source:search_memory](${quoteIbl(named === "" ? unquoted(what) : named)})`);
}

/** How it is asked what was told, around what it was told of. */
const ASKED_AS =
  /^(?:(?:do\s+you\s+(?:still\s+)?(?:remember|know|recall)|remind\s+me|tell\s+me)\s+)?(?:what|where|when|who|which)\s+did\s+i\s+(?:say|tell\s+you|mention)(?:\s+(?:about|that))?\s+(?:i\s+(?:left|put|parked|kept|hid)\s+)?(?:the\s+|my\s+)?|\s+(?:내가\s+)?(?:뭐라고|뭐라|뭔지|뭐였는지|어디라고|언제라고|몇이라고)\s?(?:했|말했|그랬|아|알)[가-힣]*$/giu;

/** The thing itself, without what only a question has. */
function subjectOf(what: string): string {
  return what
    .replace(/^(?:(?:is|was|are|were|did\s+i|do\s+i|my|the|our)\s+)+/iu, "")
    .replace(/^(?:내|나|제|우리|그)\s+/u, "")
    .replace(/(?<=[가-힣A-Za-z0-9])(?:이|가|은|는|을|를)$/u, "")
    .trim();
}

/** Says that it was never told, with the nearest that was, where there is any, and a way to tell it. */
function neverTold(subject: string, known: KnownThings): ThingPlan {
  const nearest = known.nearMemories(subject).slice(0, 1);
  return {
    kind: "ask",
    words: { ko: "그건 들은 적이 없어요.", en: "You haven't told me that." },
    offers: [
      ...nearest.map((near) => ({
        label: { ko: `${near}?`, en: `${near}?` },
        runs: { ko: lookup(near), en: lookup(near) },
      })),
      { label: { ko: "지금 알려주기", en: "Tell you now" }, runs: asking(subject) },
    ],
  };
}

/** Asks what something is, and keeps it; a mere pronoun names nothing. */
function asking(subject: string): Localized {
  const isNamed = !/^(?:내|나|제|저|뭐|무엇|그거|그것|i|me|my|it|that|this|what)$/iu.test(subject);
  const question = isNamed
    ? {
        ko: `“${subject}”에 대해 뭐라고 기억할까요?`,
        en: `What should I remember about “${subject}”?`,
      }
    : { ko: "뭐라고 기억할까요?", en: "What should I remember?" };
  const kept = quoteIbl(isNamed ? `${subject}: $answer` : "$answer");
  return inBoth(
    (language) =>
      `$answer = [system:ask_user](${quoteIbl(question[language])})\n[source:save_memory](${kept})`,
  );
}

function lookup(words: string): string {
  return `[source:search_memory](${quoteIbl(words)})`;
}
