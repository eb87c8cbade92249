import type { Language, Localized } from "../../../base/localized.ts";
import { isKnownNoun } from "../../../rag/text/korean.ts";
import { POINTER, withoutAsides, withoutReason } from "./asides.ts";
import { isPhrase } from "./closed-phrases.ts";

/** The words of a bare thing are few. */
const MOST_WORDS = 6;

/** How what is said to somebody ends in Korean, where a thing would end in a noun. */
const KOREAN_SPEECH =
  /(?:바꿔|옮겨|미뤄|요|다|까|네|지|자|봐|해|어|아|야|냐|니|(?<!빨|노|미|고|모)래|렴|게|줘|군|나|고|서|빼|꺼|음)$/u;
/** A verb in the past stands in talk, not in a name. */
const KOREAN_PAST = /[가-힣][았었했샀갔왔났됐](?:어|다|네|지|는데|음)(?:요)?(?=\s|$)/u;
/** A deed: 전화하기, 꺼야 함, 사는 거. */
const DEED =
  /(?:[가-힣]기|야\s?(?:해|돼|됨|함|한다|된다|하는데|되는데|지|겠다)|(?:하는|는|할|을)\s?(?:거|것|일)|러\s?가기)(?:요)?\s*$/u;

/** Words of talk, which stand in no title, and what is said of reminders themselves. */
const ENGLISH_SPEECH =
  /\b(?:i|me|you|we|us|he|she|they|it|that|this|these|those|is|are|was|were|am|be|will|would|can|could|do|does|did|not|no|yes|ok|okay|see|talk|good|bad|hi|hello|thanks?|sorry|let'?s|maybe|what|when|where|who|why|how|which|there|show|list|send|delete|cancel|weather|news|price|change|move|reschedule|make|set|turn|switch|skip|rename|snooze|push|bump|postpone|delay|undo|without|only|actually)\b/iu;

/** What is told of a day that is or was, and no thing to come. */
const ENGLISH_TALK =
  /^(?:again|at|and|or|finally|still|already|almost|just|so|such|woke|got|had|went|missed|forgot|left|came|slept|spent|lost|ate|took|saw|ran|fell|(?!\w*eed\b|embed\b)\w{3,}ed)\b|\b(?:again|and|or|at\s+last|finally|already)$/iu;
const KOREAN_DENIAL = /(?:^|\s)(?:못|안)\s\S/u;

/** What is to be done to a thing at home, in words that are used of reminders as well. */
const CHORE =
  /^(?:do|be|turn|set|make|switch)\s+(?:(?:on|off|up|down)\s+)?(?=(?:at\s|(?:the|my|an?)\s+(?!alarm|reminder|alert|timer|schedule|briefing|notif)))/iu;

/** A question, and what wants something changed that there is already. */
const NO_TITLE =
  /[?？]|(?:바꿔|바꾸|변경|옮겨|미뤄|늦춰|당겨|빼|건너뛰어|되돌려|취소해)\S*\s*(?:줘\S*|주\S*)?[.!~]*$|^\s*(?:change|move|reschedule|skip|rename|snooze|push|bump|postpone|delay|undo)\b/iu;
const ASKS =
  /(?:^|\s)(?:뭐|뭘|뭔|뭐뭐|무엇|무슨|어디|어디서|누구|누가|왜|어때|얼마|얼마나|몇|언제)(?:[가-힣]{0,3})(?=\s|$)|^(?:what|whats|what's|where|who|why|how|which|when|whens|any|anything)\b|\b(?:what|where|who|how|when)['’]?s\b|(?:있|없)(?:어|나|니|지|더라|음)[?？\s]*$/iu;

/** Words of time that were not read: so many days before, odd days, somewhere about a time. */
const UNREAD =
  /(?<![가-힣])(?:홀수|짝수|격일|격주|무렵|지나서|넘어서|사흘|나흘|이틀|보름|[월화수목금토일]요일|평일|주말)[가-힣]{0,4}(?:\s?(?:전|뒤|후)(?:에)?)?(?=\s|$)|\b(?:(?:on\s+)?(?:only|odd|even|except)\s+(?:on\s+)?(?:\S+\s+)?(?:days?|weeks?|weekends?|weekdays?)|odd|(?:two|three|four|\d+)\s+(?:days?|weeks?)\s+(?:before|ahead|earlier)|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|weekends?|weekdays?|tomorrow|tonight)\b/iu;

/** Asks that it be kept, in the middle of what is to be kept: 송년회 잡아줘 3층. */
const ASKED_AMID =
  /^(?<head>.+?)\s+(?:(?:좀\s)?(?:잡아|예약해|등록해|넣어|추가해|적어|챙겨|알려|말해|맞춰)\s?(?:줘|주라|주세요|줄래|줘요|놔|둬)(?:요)?)[\s,.]+(?<more>\S.*)$/u;
const ASKED_LAST =
  /\s+(?:좀\s)?(?:잡아|예약해|등록해|넣어|추가해)\s?(?:줘|주라|주세요|줄래|줘요|놔|둬)(?:요)?[\s.!~]*$|^(?:(?:can|could|would|will)\s+(?:you|u)\s+)?(?:please\s+)?(?:book\s+in|book\s+me\s+in\s+for|pencil\s+in|put\s+in|put\s+down|schedule|set\s+up|jot\s+down)\s+(?=\S)|\s+for\s+me$/giu;

/** Words of time beside those that were read; `undefined` where there are none. What is quoted belongs to what is said. */
export function unreadIn(rest: string): string | undefined {
  const plain = rest.replace(/["“'‘「][^"”'’」]*["”'’」]/gu, " ");
  return UNREAD.exec(plain)?.[0].trim();
}

/** True for words that ask something. */
export function asksSomething(text: string): boolean {
  return ASKS.test(text);
}

/** True for words that say what is to be done: 전화하기. */
export function isDeed(rest: string): boolean {
  return DEED.test(rest.trim()) && !ASKS.test(rest);
}

/** A thing or a deed that is named and nothing else: no talk, no question. */
export function thingIn(rest: string): string | undefined {
  const title = titleIn(rest);
  if (title === undefined || !/\p{L}/u.test(title)) return undefined;
  const last = title.split(" ").at(-1) ?? "";
  const isTalk = /\p{Script=Hangul}$/u.test(last)
    ? KOREAN_PAST.test(title) ||
      (KOREAN_DENIAL.test(title) && last.normalize("NFD").endsWith("ᆷ") && !isKnownNoun(last)) ||
      (KOREAN_SPEECH.test(last) && !isKnownNoun(last) && !isDeed(title))
    : ENGLISH_TALK.test(title) || ENGLISH_SPEECH.test(title.replace(CHORE, ""));
  return isTalk ? undefined : title;
}

/** What somebody tells themselves to do, in a few words: 라면불 꺼. */
const ORDERED =
  /^(?!.*(?:알림|알람|브리핑|예약|일정|음악|노래|라디오))(?<what>(?:\S+\s){0,2}\S*(?:불|물|가스|빨래|밥|약|세탁기|오븐|에어컨|보일러)\S{0,3}\s?(?:꺼|켜|끄기|빼|꺼내|먹어|돌려|널어|확인))[\s.!~ㅋㅎ]*$/u;

/** What is to be done to a thing at home, told as an order; `undefined` for any other words. */
export function orderIn(rest: string): string | undefined {
  return ORDERED.exec(rest.trim())?.groups?.["what"];
}

/** That it is a reminder is no part of what it says. */
function withoutKind(title: string): string {
  return title.replace(
    /^(?:알람|알림|리마인더)\s+(?=\S)|(?<=\S)\s+(?:알람|알림|리마인더)$|(?<=\S)\s+(?:reminder|alarm)s?$/giu,
    "",
  );
}

/** What a time is told of: 치과는 is 치과, 수업은 is 수업. */
const TOPIC_END = /(?<=^[가-힣]{1,10})는$|(?<=^[가-힣]{2,10})은$/u;

function titleIn(rest: string): string | undefined {
  const title = withoutKind(withoutAsking(rest))
    .replace(/\s*(?:있어|있어요|있음|예정|잡혔어)[.!~\s]*$/u, "")
    .replace(TOPIC_END, "");
  const isShort = title !== "" && title.split(" ").length <= MOST_WORDS;
  const isOther = NO_TITLE.test(rest) || ASKS.test(rest) || NO_REMINDER.test(title);
  const isNamed = isShort && !isOther && !isEmpty(title);
  return isNamed ? title : undefined;
}

/** What is to be kept, without the wish that it be kept and what is said around it. */
function withoutAsking(rest: string): string {
  const { head, more } = ASKED_AMID.exec(rest.trim())?.groups ?? {};
  const whole = head === undefined || more === undefined ? rest : `${head} ${withoutAsides(more)}`;
  return withoutReason(withoutAsides(whole.replace(ASKED_LAST, "")))
    .replace(POINTER, "")
    .replace(/^(?:은|는|엔|에는|에|도|의)\s+|\s+(?:이야|야|이에요|예요|임)$/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
}

/** Words that name nothing: particles, half hours, pointers. */
function isEmpty(title: string): boolean {
  return title === "반" || isPhrase(title, { needs: /./u, words: "엔 에는 에도 반 쯤 정도" });
}

/** Longest text of a reminder, in UTF-16 units. */
const LONGEST_REMINDER = 500;

/** To be told, whoever it is said to: 라고, 자고 at the end of a wish, with nobody else to tell it to. */
const TOLD_END =
  /^(?!.*(?:한테|에게|께)\s)(?<what>.*(?:(?:(?<!달)라|자)고|[다냐]고(?=\s*(?:좀\s*)?해\s*(?:줘|주|달))))(?:\s*(?:좀|꼭|나한테|내게))*(?:\s*(?:해|톡|알림|알람|연락|문자|깨워|불러|신호|귀띔|챙겨|일깨워|울려)\S*(?:\s*(?:줘|주|달|줄|해|부탁)\S*)*|(?!.*(?:적어|써|저장|기억|외워|검색|추가|넣어|번역|보내|전해|만들|바꿔|고쳐|불러|등록|찾아|남겨|올려|물어))(?:\s*[가-힣]{1,4}){0,3}\s+[가-힣]*(?:줘|줄래|주라|주세요|주면\s?(?:좋겠|돼|된)[가-힣]*)(?:요)?)?[\s,.!~ㅋㅎㅠㅜ]*$/u;

const KOREAN = [
  TOLD_END,
  /^(?<what>.*?)\s*(?:좀\s*)?(?:다시\s*)?(?:알려|말해|얘기해|이야기해|상기시켜|일러|일깨워|귀띔해|챙겨|연락해|신호|물어)\s*(?:줘|봐|주|죠|조|달|줄|드|다오).*$/u,
  /^(?<what>.*?)\s*(?:타이머|알람|알림)(?:을|를)?(?:\s*(?:좀\s*)?(?:맞춰|켜|설정|시작|틀어)\S*(?:\s*(?:줘|주)\S*)?)?$/u,
  /^(?<what>.*?)\s*(?:알림|알람|리마인더|리마인드|노티|메시지)(?:을|를|도)?\s*(?:좀\s*)?(?:보내|해|줘|울려|맞춰|설정|예약|등록|부탁|걸어|띄워|주|이?요\s*$|$).*$/u,
];
/** Whatever is done to somebody that they do something: "yell at me to get up". */
const URGED =
  "(?!(?:help|let|allow|want|wants|teach|take|get|told|asked|forced|wanted|show|tell|ask|need|for|expect|like|by|with|to)\\b)[a-z]+(?:\\s+at)?\\s+me\\s+to\\s+(?=\\w)";
const ENGLISH = [
  new RegExp(`^(?:please\\s+|(?:can|could)\\s+you\\s+)*${URGED}(?<what>.*)$`, "iu"),
  /^(?<what>\S.*?)[\s,.;:–-]+(?:and\s+|so\s+|then\s+)?(?:please\s+)?(?:remind|ping|notify|nudge|warn|alert|tell|text)\s+me(?:\s+(?:then|please|about\s+(?:it|that)|of\s+(?:it|that)))*$/iu,
  /^(?:please\s+|can\s+you\s+|could\s+you\s+)*(?:remind|notify|ping|alert|tell|nudge|warn|buzz)\s+(?:me|us)\b\s*(?:to\b|that\b|about\b|of\b|for\b)?\s*:?\s*(?<what>.*)$/iu,
  /^(?:please\s+)?(?:set|create|add|make)\s+(?:an?\s+|me\s+an?\s+)?(?:reminder|alarm)\b\s*(?:for\b|to\b|about\b|that\b|of\b)?\s*:?\s*(?<what>.*)$/iu,
  /^(?:please\s+)?(?:(?:set|start)\s+)?(?:an?\s+)?timer\b\s*(?:for\b|to\b)?\s*:?\s*(?<what>.*)$/iu,
  /^(?:reminder|alarm)\b\s*(?:for\b|to\b|about\b|that\b)?\s*:?\s*(?<what>.*)$/iu,
];
const WAKE = /(?:깨워|일어나게)|^(?:please\s+)?(?:wake\s+me|get\s+me\s+up)\b/iu;
/** What somebody is woken for. */
const WOKEN_TO =
  /\b(?:wake\s+me|get\s+me)(?:\s+up)?\s+(?:to|for|so\s+(?:that\s+)?i\s+(?:can|could))\s+(?<what>\S.*)$/iu;
const TIMER = /타이머|\btimer\b/iu;
const TOLD =
  /라고\s*(?:좀\s*)?(?:알려|말해|얘기해|이야기해|상기)|다고\s*(?:좀\s*)?(?:알려|말해|얘기해|이야기해)|(?<!(?:한테|에게|께)\s.*)라고\s*(?:좀\s*)?해\s*(?:줘|주)|\bremind\s+(?:me|us)\b|\breminder\b|리마인드|리마인더|깨워|\b(?:wake\s+me|get\s+me\s+up)\b/iu;

const OPENS_URGED = new RegExp(`^(?:please\\s+)?${URGED}`, "iu");

/** True for a message that wants words said back at a time, whatever else those words could mean. */
export function isReminder(rest: string): boolean {
  return TOLD.test(rest) || TOLD_END.test(rest) || OPENS_URGED.test(rest.trim());
}

/** What a message without its time words wants to be reminded of, as a short text; `undefined` when it is no reminder. */
export function reminderText(rest: string, language: Language): string | undefined {
  const text = ordered(rest).replace(/[\s.!?~]+$/u, "");
  if (WAKE.test(text)) {
    const { what = "" } = (TOLD_END.exec(text) ?? WOKEN_TO.exec(text))?.groups ?? {};
    return cleanTitle(what) ?? (language === "ko" ? "일어날 시간이에요" : "Time to get up");
  }
  for (const pattern of [...KOREAN, ...ENGLISH]) {
    const what = pattern.exec(text)?.groups?.["what"];
    if (what === undefined) continue;
    return cleanTitle(what) ?? (isNothing(what) ? unnamed(text)[language] : undefined);
  }
  return undefined;
}

/** Words to be told, cleaned; `undefined` for a question, for what is too long, and for none. */
function cleanTitle(what: string): string | undefined {
  const cleaned = cleanReminder(what);
  const isTitle =
    cleaned.length <= LONGEST_REMINDER && !ASKS.test(cleaned) && !NO_REMINDER.test(cleaned);
  return isTitle && !isNothing(what) && !isEmpty(cleaned) ? cleaned : undefined;
}

/** What is to be found out, and where something is to be put: words of the request that are none of what is told. */
const NO_REMINDER =
  /^(?:if|whether)\b|[가-힣](?:다가|느라|더니|길래|니까|거든)$|(?:달력|캘린더|일정표|할\s?일|목록)에(?:다가?)?(?:$|\s.*(?:넣|추가|적|올려|써))|[가-힣](?:줘|주라|주세요|줄래)(?:요)?$|\b(?:on|to|in|into)\s+(?:my|the)\s+(?:\S+\s+)?(?:calendar|diary|agenda|list)$|[,;.]\s*(?:please\s+)?(?:add|put|save|send|tell|show|note|write)\s/iu;

function isNothing(what: string): boolean {
  return cleanReminder(what) === "";
}

function unnamed(text: string): Localized {
  return TIMER.test(text) ? { ko: "타이머", en: "Timer" } : { ko: "알림", en: "Reminder" };
}

/** The wish to be told stands last, whatever is added behind it. */
function ordered(rest: string): string {
  const text = rest.trim();
  const { head, more } = ASKED_AMID.exec(text)?.groups ?? {};
  const added = more === undefined ? "" : withoutAsides(more);
  if (head === undefined || added === "" || isEmpty(added)) return text;
  return `${head} ${added} 알려줘`;
}

/** Words of the wish to be told, wherever they stand in it. */
const FRAME_WORDS =
  /(?:^|\s)(?:나한테|나에게|내게|저한테|저에게|please|제발|좀|꼭|그때|잊지\s?(?:말고|않게|않도록)|까먹지\s?(?:말고|않게|않도록)|안\s?(?:까먹|잊)게|(?:make\s+sure|don['’]?t\s+let\s+me\s+forget)(?:\s+(?:to|that\s+i|i))?|(?:that\s+)?i\s+(?:have|need|ought)\s+to|i(?:['’]ve\s+got\s+to|\s+gotta))(?=[\s,]|$)/giu;

function cleanReminder(what: string): string {
  const bare = withoutKind(
    withoutReason(what)
      .replace(FRAME_WORDS, " ")
      .replace(/\s+/gu, " ")
      .replace(/^[\s:,.'"“‘]+|[\s:,.'"”’]+$/gu, "")
      .replace(/^(?:은|는|엔|에는|에|이따가?)\s+/u, "")
      .replace(POINTER, ""),
  );
  return untold(plannedThing(bare) ?? withoutAsides(bare)).replace(
    /(?<=[가-힣]{2})(?:을|를)$/u,
    "",
  );
}

/** A plan that is told: a thing that there is, or that somebody has to do. */
const KOREAN_PLAN =
  /^(?<what>.+?)(?:이야|(?<=\S{2})야|이에요|예요|입니다|(?:이|가)?\s*(?:있어요?|있음|있습니다|있다|잡혔어요?|잡혔음|잡힘|예정))(?:\s*(?:그때|꼭))*$/u;
const ENGLISH_PLAN =
  /^(?:there(?:['’]s|\s+is|\s+are|\s+will\s+be)|(?:i|we)(?:['’](?:ve|m|re|ll|d)|\s+(?:have|am|are|will|need|must|should|gotta))(?:\s+(?:got|to|be|a|an|the|my))*)\s+(?<what>\S.*)$/iu;

/** What a sentence about a plan names: 결혼식이야, there is a demo; `undefined` for any other, and for what is over. */
export function plannedThing(rest: string): string | undefined {
  const text = withoutAsides(rest).replace(/[\s.!~]+$/u, "");
  const what = (KOREAN_PLAN.exec(text) ?? ENGLISH_PLAN.exec(text))?.groups?.["what"]?.trim();
  if (what === undefined || KOREAN_PAST.test(what) || ASKS.test(text)) return undefined;
  return what.split(" ").length > MOST_WORDS || isEmpty(what) ? undefined : what;
}

/** Verbs whose stem changes before 으라고 and 우라고, with their nouns. */
const IRREGULAR = [
  ["들으라고", "듣기"],
  ["걸으라고", "걷기"],
  ["물으라고", "묻기"],
  ["도우라고", "돕기"],
  ["누우라고", "눕기"],
  ["주우라고", "줍기"],
  ["구우라고", "굽기"],
] as const;

/** A single word before 라고 that is a verb's stem, where a noun would stand there as well. */
const VERB =
  /(?:하|드리|챙기|버리|마시|돌리|맡기|옮기|보내|꺼내|일어나|나가|들어가|다녀오|돌아오|들어오|나오|잠그|만들|서두르|끄|켜|빼|치우|지우|데우|재우|채우|태우|비우)$|^(?:장보|자|쉬|가|오|사|타|열|널)$/u;

/** Told speech as a title: 약 먹으라고 → 약 먹기, 회의라고 → 회의, 늦는다고 → 늦는다. */
function untold(text: string): string {
  if (/[다자냐]고$/u.test(text)) return text.slice(0, -1);
  if (/\s[가-힣]+(?:하|보|가|오|먹|사|받|내|리|기|우)게$/u.test(text))
    return `${text.slice(0, -1)}기`;
  if (/["”’」]\s*(?:이?라고)$/u.test(text)) return text.replace(/["”’」]\s*이?라고$/u, "");
  const irregular = IRREGULAR.find(([told]) => text.endsWith(told));
  if (irregular !== undefined) return `${text.slice(0, -irregular[0].length)}${irregular[1]}`;
  if (text.endsWith("으라고")) return `${text.slice(0, -3)}기`;
  if (text.endsWith("이라고")) return text.slice(0, -3);
  if (!text.endsWith("라고")) return text;
  const body = text.slice(0, -2).trim();
  const last = body.split(" ").at(-1) ?? "";
  const isVerb = !isKnownNoun(last) && (VERB.test(last) || body.includes(" "));
  return isVerb ? `${body}기` : body;
}

/** Nothing is said but when. */
const NOTHING =
  /^(?:obviously|of\s+course|definitely|actually|maybe|instead|당연히|물론|아마|my|please|thanks|thank\s+you|sharp|always|then|from|on|at|the|for|부탁(?:해요?|드려요?)?|에|쯤|정각|요|[\s,.:!~])*$/iu;

/** True where no more is said than when. */
export function namesNothing(rest: string): boolean {
  return NOTHING.test(rest);
}
