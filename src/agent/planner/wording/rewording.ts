import { wordsOfTime } from "../../../scheduler/phrases/find-time.ts";
import { withoutAsides } from "./asides.ts";

/** A message as it would have been said in one piece: a time that was corrected in it stands in the place of the first one, and what was told of an event is a wish to be told of it. Any other message stays as it is. Pure. */
export function reworded(message: string): string {
  const text = corrected(withoutAsides(message))
    .replace(/(?<=\d)\s?ish\b/iu, "")
    .replace(AT_HOUR, "$<day> at ")
    .replace(FOR_SO_LONG, "$<kind> in ");
  return timed(text) ?? urgedEvent(text) ?? toldEvent(text) ?? toldAhead(text) ?? text;
}

const URGED_EVENTS: readonly RegExp[] = [
  /^(?:please\s+)?(?:don['’]?t|do\s+not)\s+(?:let\s+me\s+)?forget[\s,:]+(?:that\s+)?(?:(?:(?:i|we)(?:['’]ve)?\s+(?:have|got|have\s+got)|i['’]?ve\s+got|there['’]?s|there\s+is)\s+(?:an?\s+|my\s+|the\s+)?(?<what>\S.*)|my\s+(?<event>(?:\p{L}+\s){1,3}?)is\s+(?<when>(?:on|at|this|next|tomorrow|today)\b.*))$/iu,
  /^(?<what>.+?)(?:이|가)?\s?있(?:는|다는)\s?(?:거|것|걸)(?:을)?\s?(?:꼭\s?|절대\s?)*(?:잊|까먹|잊어버리)지\s?(?:마|말아|말라고)\S*(?:\s?(?:줘|주세요))?[\s.!~]*$/u,
];

/** The wish to be told of an event with a time that is not to be forgotten: "don't forget i have the dentist wed at 11"; `undefined` for any other message. Pure. */
export function urgedEvent(message: string): string | undefined {
  const groups = URGED_EVENTS.map((form) => form.exec(message.trim())?.groups).find(Boolean);
  const { event = "", when = "", what = `${event}${when}` } = groups ?? {};
  const said = what.replace(/[\s.!~]+$/u, "");
  if (said === "" || wordsOfTime(said).said.clocks.length === 0) return undefined;
  return /\p{Script=Hangul}/u.test(said) ? `${said} 알려줘` : `remind me: ${said}`;
}

const KOREAN_CLOCK =
  "(?:(?<part>오전|오후|아침|저녁|밤|새벽|낮)\\s*)?(?<hour>(?:\\d{1,2}|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열한|열두|열)\\s*시(?!\\s*간)(?:\\s*(?:반|\\d{1,2}\\s*분))?)";
const ENGLISH_CLOCK = "(?<hour>\\d{1,2}(?::[0-5]\\d)?)\\s*(?<part>[ap]\\.?m\\b\\.?)?";

/** "Every morning 8 …" is at eight. */
const AT_HOUR =
  /\b(?<day>(?:every|each)\s+(?:morning|evening|night|day|weekday)|tomorrow(?:\s+(?:morning|evening))?)\s+(?=\d{1,2}(?:[:.][0-5]\d)?\s+(?!(?:min|hour|hr|day|week|time|people|glass|cup|am|pm|%)\w*)\p{L})/iu;
/** "A reminder for 3 minutes" comes in three minutes. */
const FOR_SO_LONG =
  /\b(?<kind>reminder|alarm)\s+for\s+(?=(?:\d+|an?|half\s+an)\s*(?:m(?:in)?|h(?:our|r)?|sec))/iu;

const SO_LONG =
  "(?<length>(?:\\d{1,3}|an?|half\\s+an)\\s*-?(?:minutes?|mins?|m|hours?|hrs?|h|seconds?|secs?|s)|\\d{1,3}\\s?(?:분|시간|초)(?:\\s?(?:반|\\d{1,2}\\s?분))?)";
/** A timer by its length, and what it is for: "timer 10 min pasta", 라면 타이머 3분. */
const TIMERS: readonly RegExp[] = [
  `(?:(?:please|set|start|make|an?|the)\\s+)*(?<what>\\p{L}+(?:\\s\\p{L}+)?\\s+)?timer[\\s,:]+(?:(?:for|of)\\s+)?${SO_LONG}(?:[\\s,:]+(?:for\\s+)?(?:the\\s+)?(?<more>\\S.*))?`,
  `(?:(?:please|set|start|make|an?|the)\\s+)*${SO_LONG}\\s+(?<what>\\p{L}+\\s+)?timer(?:\\s+(?:for\\s+)?(?:the\\s+)?(?<more>\\S.*))?`,
  `(?<what>\\S+\\s+)?타이머\\s*${SO_LONG}(?:\\s+(?<more>\\S.*?))?(?:\\s*(?:맞춰|설정|켜|시작|해)\\S*(?:\\s*(?:줘|주)\\S*)?)?`,
  `${SO_LONG}\\s*(?<what>\\S+\\s+)?타이머`,
].map((form) => new RegExp(`^${form}[\\s.!~]*$`, "iu"));

/** A timer as the wish to be told after so long. */
function timed(text: string): string | undefined {
  const found = TIMERS.map((form) => form.exec(text)?.groups).find(Boolean);
  const { what, more, length } = found ?? {};
  if (length === undefined) return undefined;
  const named = (more ?? what ?? "").trim();
  if (/\p{Script=Hangul}/u.test(text)) return `${length} 뒤에 ${named || "타이머"} 알려줘`;
  return named === "" ? `set a timer for ${length}` : `remind me in ${length}: ${named}`;
}

/** What comes before the right one. */
const KOREAN_MARK = "[\\s,.]+(?:아\\s*,?\\s*)?(?:아니(?:다|야|요|고)?|아냐|말고|실수)[\\s,.]+";
const ENGLISH_MARK =
  "(?:\\s*[,.–—-]+\\s*|\\s+)(?:(?:oh|wait|no|sorry|actually|i\\s+mean(?:t)?|or\\s+rather|make\\s+(?:it|that))[\\s,]+)+(?:(?:at|for)\\s+)?";

const CORRECTIONS = [
  new RegExp(`^(?<head>.*?)${KOREAN_MARK}${KOREAN_CLOCK}(?:로|에|으로)?(?<rest>.*)$`, "su"),
  new RegExp(
    `^(?<head>.*\\d.*?)${ENGLISH_MARK}${ENGLISH_CLOCK}(?!\\s*(?:min|hour|day|%|\\d))(?<rest>.*)$`,
    "isu",
  ),
];
const FIRST_CLOCKS = [
  new RegExp(KOREAN_CLOCK, "u"),
  new RegExp(
    `(?<=\\b(?:at|for|by)\\s+)${ENGLISH_CLOCK}|${ENGLISH_CLOCK.replaceAll("<", "<first_")}`,
    "iu",
  ),
];

/** "내일 9시에 전화하라고 알려줘 아니 10시" is about ten; the half of the day stays where no other is named. */
function corrected(text: string): string {
  for (const [index, form] of CORRECTIONS.entries()) {
    const { head = "", part, hour, rest = "" } = form.exec(text)?.groups ?? {};
    const first = hour === undefined ? null : (FIRST_CLOCKS[index]?.exec(head) ?? null);
    if (hour === undefined || first === null) continue;
    const isKorean = index === 0;
    const before = first.groups?.["part"] ?? first.groups?.["first_part"];
    const half = part ?? before ?? "";
    const clock = isKorean ? `${half} ${hour}` : `${hour} ${half}`;
    const at =
      head.slice(0, first.index) + clock.trim() + head.slice(first.index + first[0].length);
    return `${at}${rest}`.trim();
  }
  return text;
}

const ON_CALENDAR = String.raw`(?:일정|스케줄|캘린더|달력)(?:에다가|에|을|를|으로)?\s*(?:좀\s*)?(?:추가|등록|넣어|잡아|적어|만들어)(?:해)?(?:\s*(?:줘|주세요|놔|둬|줄래)(?:요)?)?`;
const KOREAN_ADDING = new RegExp(
  String.raw`^(?:내\s*)?${ON_CALENDAR}[\s:,]+|[\s,]*${ON_CALENDAR}[\s.!~]*$`,
  "u",
);
const ENGLISH_ADDING =
  /^(?:please\s+)?(?:add|put)\s+(?=.*\s(?:to|on|in|into)\s+(?:my\s+|the\s+)?(?:calendar|schedule|agenda)\b)|\s+(?:to|on|in|into)\s+(?:my\s+|the\s+)?(?:calendar|schedule|agenda)\b|^(?:(?:i|we)(?:['’]ve)?\s+(?:have|got|have\s+got)|i['’]ve\s+got|there['’]?s|there\s+is)\s+(?:an?\s+|my\s+|the\s+)?/giu;
/** Behind what there will be: that it is there. */
const THERE =
  /(?:(?<=예약|예매|신청)(?:을|를)?\s*(?:했|해\s?놨|해\s?뒀|잡았)|(?:이|가|도)?\s*(?:있|잡혔|잡았|생겼|잡혀\s?있))(?:는데|거든|다고|어서|으니까|어|음|다|슴|네)?(?:요)?(?=[\s,.!~]*(?:$|\S+\s*(?:시간|분)?\s*전에))/u;
/** What asks for something besides. */
const ASKS = /[?？]|알려|말해|보여|\b(?:remind|tell|show|ping|what|when|list)\b/iu;

/** A question tells of nothing. */
const ASKS_WHAT = /(?:^|\s)(?:뭐|뭔|무슨|어디|언제|누구|몇)/u;

/** The wish to be told of an event that a message tells of, or wants put on the calendar. */
function toldEvent(text: string): string | undefined {
  const isKorean = /\p{Script=Hangul}/u.test(text);
  if (isKorean && ASKS_WHAT.test(text)) return undefined;
  const plain = isKorean
    ? text.replace(KOREAN_ADDING, "").replace(THERE, "")
    : text.replace(ENGLISH_ADDING, "");
  if (plain === text) return undefined;
  const said = plain.trim();
  if (ASKS.test(said)) return isKorean ? said : toldAhead(said);
  const { said: time, rest } = wordsOfTime(said);
  const what = rest.trim().replace(/[\s,.!~]+$/u, "");
  const isTimed = time.clocks.length > 0 || time.day !== undefined;
  if (!isTimed || what === "") return undefined;
  if (!isKorean) return `remind me: ${said.replace(/[.!]+$/u, "")}`;
  return said.includes(what) ? `${said.replace(what, () => `"${what}"라고`)} 알려줘` : undefined;
}

/** An event, and behind it how long before it one wants to be told: "dentist thursday 3pm, tell me an hour before". */
const AHEAD =
  /^(?<event>.+?)[\s,.;-]+(?:and\s+)?(?:please\s+)?(?:remind|tell|ping|alert|notify|warn|let)\s+me\s+(?:know\s+)?(?<length>(?:an?|one|two|three|half\s+an|\d{1,3})\s*(?:minutes?|mins?|hours?|hrs?|hour))\s+(?:before(?:hand)?|earlier|ahead|in\s+advance|prior)(?:\s+(?:it|that|of\s+(?:it|time)))?[\s.!]*$/iu;
const COUNTS: Readonly<Record<string, string>> = {
  a: "1",
  an: "1",
  one: "1",
  two: "2",
  three: "3",
};

function toldAhead(text: string): string | undefined {
  const { event, length } = AHEAD.exec(text)?.groups ?? {};
  if (event === undefined || length === undefined) return undefined;
  const counted = length.replace(
    /^(?:an?|one|two|three)(?=\s)/iu,
    (word) => COUNTS[word.toLowerCase()] ?? word,
  );
  return `remind me ${counted} before ${withoutAsides(event).replace(/^(?:an?|the|my)\s+/iu, "")}`;
}
