/** What stands between two requests in one message. */
const BETWEEN =
  /[\s,.;!]+(?:oh\s+)?(?:and\s+)?(?:also|plus|oh\s+and|and\s+then|by\s+the\s+way|btw)[\s,]+|[\s,.;!]+(?:and|oh)\s+(?=(?:what|whats|what's|how|hows|how's|when|whens|where|is|are|do|does|can|could|show|tell|remind|send|add)\b)|(?<=[가-힣])\s*[,.]?\s+(?:그리고|그담에|또)\s+|(?<=(?:알려|해|보여|추가해|넣어|적어|말해|깨워)\s?(?:주|줘|달라))고\s+|(?<=(?:알려|말해|적어|넣어|추가해)\s?주)시고\s+|(?<=[가-힣]\s(?:지우|빼|없애|삭제하|취소하))고\s+(?:대신에?\s+)?/iu;

const CLOCK = "\\d{1,2}(?::[0-5]\\d)?\\s?(?:[ap]m)?";
/** One thing at two times of a day: "wake me at 6 and again at 6:20". */
const TWICE = new RegExp(
  `^(?<what>\\D*?\\S)\\s+(?<one>at\\s+${CLOCK})[\\s,]+and\\s+(?:then\\s+)?(?:once\\s+more\\s+|again\\s+)?(?<two>(?:at\\s+)?${CLOCK})(?:\\s+again)?(?<rest>\\s+to\\s+\\D+)?[\\s.!]*$`,
  "iu",
);
/** Two things, each with a time of its own. */
const BESIDE_TIMES =
  /(?<=\d\s?(?:[ap]m)?)\s*,?\s+and\s+(?=\p{L}.*\d)|(?<=\d시(?:\s?(?:반|\d+분))?에?\s.+)\s*,\s*(?=.*\d\s?시)/iu;
const DAY =
  /\b(?:today|tomorrow|(?:next\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|오늘|내일|모레|(?:다음\s?주\s?)?[월화수목금토일]요일/iu;
/** The day of what was said before. */
const SAME_DAY = /\s*\b(?:on\s+)?(?:the\s+same|that)\s+day\b\s*|같은\s?날\s*/iu;
/** That it is once more needs not be said of what is asked for apart. */
const ANEW = /(?<=에\s)(?:또|다시|한\s?번\s?더)\s+/u;

/** Both halves of a message that may be two requests; `undefined` for one that cannot. Pure. */
export function joinedRequests(message: string): readonly [string, string] | undefined {
  if (message.length > LONGEST || /["“\n]|[:：]\s/u.test(message)) return undefined;
  const { what, one, two, rest = "" } = TWICE.exec(message)?.groups ?? {};
  if (what !== undefined && one !== undefined && two !== undefined)
    return [`${what} ${one}${rest}`, `${what} ${two.replace(/^(?=\d)/u, "at ")}${rest}`];
  const found = BETWEEN.exec(message) ?? BESIDE_TIMES.exec(message);
  if (found === null) return undefined;
  const first = message.slice(0, found.index).trim();
  const second = message.slice(found.index + found[0].length).trim();
  const isEnough = [first, second].every((half) => half.length > 3);
  const day = DAY.exec(first)?.[0];
  const apart = second.replace(ANEW, "").replace(SAME_DAY, day === undefined ? "$&" : ` ${day} `);
  return isEnough ? [whole(first), apart] : undefined;
}

/** In UTF-16 units. */
const LONGEST = 200;

/** "알려주" and "추가해주" end as requests do. */
function whole(half: string): string {
  return half
    .replace(/(?<=(?:알려|해|보여|넣어|적어|말해|깨워)\s?)주$/u, "줘")
    .replace(/(?<=\s)지우$/u, "지워줘")
    .replace(/(?<=\s(?:빼|없애))$/u, "줘")
    .replace(/(?<=(?:삭제|취소))하$/u, "해줘");
}
