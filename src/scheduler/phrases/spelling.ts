/** Short forms and slips in words of time, with how they are usually written. None of them is a word of anything else where it stands. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/(?<![가-힣])([월화수목금토일])욜/gu, "$1요일"],
  [
    /(?<![가-힣])([월화수목금토일])\s+요\s*일|(?<![가-힣])([월화수목금토일])요\s+일(?![가-힣])/gu,
    "$1$2요일",
  ],
  [/(?<![가-힣])매\s+(?=[주월달년](?![가-힣]))/gu, "매"],
  [/(?<![가-힣])매\s+(?=일(?:\s|$))/gu, "매"],
  [/(?<![가-힣])(?:담|차)\s*주(?=\s|$|에|부터)/gu, "다음 주"],
  [/(?<![가-힣])금주(?=\s+[월화수목금토일]요일)/gu, "이번 주"],
  [/(?<![가-힣])요번\s*주/gu, "이번 주"],
  [/(?<![가-힣])담\s*달(?=\s|$|에|부터)/gu, "다음 달"],
  [/(?<![가-힣])낼\s*모레/gu, "내일모레"],
  [
    /(?<![가-힣])낼(?=\s*(?:새벽|아침|오전|낮|점심|오후|저녁|밤|정오|자정|[\d한두세네다여일아열]))/gu,
    "내일",
  ],
  [/(요일)날(?![가-힣]*[짜씨])/gu, "$1"],
  [/\b(?:evr[ey]y?|ev[e]?ery|evey|evrery|eveyr)\b/giu, "every"],
  [/\b(\d{1,2})\.([0-5]\d)(?=\s?[ap]\.?m\b)/giu, "$1:$2"],
  [
    /(?<=\bat\s)(\d{1,2})\.([0-5]\d)(?=\s+(?:to|on|every|sharp|today|tomorrow|tonight|in\s+the)\b)/giu,
    "$1:$2",
  ],
  [
    /(?<=\b(?:briefing|remind|wake|alarm|every)\b.*\bat\s)(\d{1,2})\.([0-5]\d)(?=\s*(?:[,;!]|$))/giu,
    "$1:$2",
  ],
  // Every day, but on some days only: the latter are what is meant.
  [
    /\bevery\s*day\b(.*?)[\s,]+(?:but\s+)?(?:(?:only|just)\s+(?:on\s+)?weekdays|weekdays\s+only)\b/giu,
    "every weekday$1",
  ],
  [
    /\bevery\s+(morning|evening|night)\b(.*?)[\s,]+(?:but\s+)?(?:(?:only|just)\s+(?:on\s+)?weekdays|weekdays\s+only)\b/giu,
    "every weekday in the $1$2",
  ],
  [/매일(.*?)[\s,]+(?:단\s?)?(평일|주말)(?:에)?만(?![가-힣]|\s?(?:빼|제외))/gu, "$2마다$1"],
  [
    /(?<![가-힣])(평일|주말)(?:에)?만(?=\s+(?:새벽|아침|오전|오후|저녁|밤|\d{1,2}\s?시))/gu,
    "$1마다",
  ],
  [/\b(?:minuts?|mintues?|minuets)\b/giu, "minutes"],
  [/\bfebuary\b/giu, "february"],
  [
    /\b(alarm|wake[- ]?up(?:\s+call)?)\s+(?:for\s+)?(?=\d{1,2}(?::\d\d)?\s*(?:[ap]\.?m\.?)?\s*$)/giu,
    "$1 at ",
  ],
  [/\b(\d{1,3})[\s-]*(min(?:ute)?|hour|hr)s?\s+timer\b/giu, "timer in $1 $2"],
  [/\btimer\s+(?:for|of)\s+(?=\d)/giu, "timer in "],
  // What a timer is for stands behind it.
  [
    /^(\d{1,3}\s*(?:분|시간))\s*(?:짜리\s*)?타이머\s*[,:]\s*(?=\S)(.*?)(?:\s?알려\s?줘)?$/u,
    "$1 뒤에 $2 알려줘",
  ],
  [/(\d\s*(?:분|시간))\s*(?:짜리\s*)?(?=타이머)/gu, "$1 뒤에 "],
  [/(?<=타이머\s?)(\d{1,3}\s*(?:분|시간))(?!\s*(?:뒤|후|있다))/gu, "$1 뒤에"],
  [/\bMWF\b/gu, "Monday, Wednesday and Friday"],
  [/\bT(?:u|ue)?\/?Th\b/gu, "Tuesday and Thursday"],
  [/다담\s*주|다음\s*다음\s*주/gu, "다다음 주"],
  ...Object.entries({ 정월: 1, 유월: 6, 시월: 10, 동짓달: 11, 섣달: 12 }).map(
    ([month, number]) =>
      [new RegExp(`(?<![가-힣])${month}(?=\\s*[\\d일이삼십초])`, "gu"), `${number}월`] as const,
  ),
  ...["하루", "이틀", "사흘", "나흘", "닷새", "엿새", "이레", "여드레", "아흐레", "열흘"].map(
    (day, at) => [new RegExp(`(?<=월\\s*)초\\s?${day}`, "gu"), `${at + 1}일`] as const,
  ),
  [/\b(?:tmrw|tmr|tmw|2moro|2mrw|tmrow)\b/giu, "tomorrow"],
  [/\b(?:tonite|2nite)\b/giu, "tonight"],
  [/\bnxt\b/giu, "next"],
  [/\barvo\b/giu, "afternoon"],
];

/** Words that are mended where they are misspelt. */
const ENGLISH =
  "monday tuesday wednesday thursday friday saturday sunday tomorrow tonight morning afternoon evening".split(
    " ",
  );
const KOREAN = "내일 모레 글피 오전 오후 저녁 아침".split(" ");
/** Words of something else that are nearly one of these. */
const OTHER_WORDS = new Set(
  "sundae mourning morning's 모래 네일 메일 매일 매실 오천 오존 오점 아첨".split(" "),
);
/** A long word may have two slips. */
const LONG = 8;
const LEAST_LETTERS = 5;

/** The same text with words of time as they are usually written. */
export function spelled(text: string): string {
  const written = SPELLINGS.reduce((given, [slip, usual]) => given.replace(slip, usual), text);
  return written
    .replace(/(?<![\p{L}'’])[a-z]{5,10}(?![\p{L}'’])/giu, mendedEnglish)
    .replace(KOREAN_BEFORE_HOUR, (words) => words.replace(/[가-힣]{2}(?=\s)/gu, mendedKorean));
}

/** Two words of two syllables before an hour: only there a slip is sure to be one. */
const KOREAN_BEFORE_HOUR =
  /(?<![가-힣])(?:[가-힣]{2}\s+){1,2}(?=(?:새벽|아침|오전|낮|점심|오후|저녁|밤)?\s*(?:\d{1,2}|[한두세네]|다섯|여섯|일곱|여덟|아홉|열[한두]?)\s*시(?!\s*간))/gu;

function mendedEnglish(word: string): string {
  const given = word.toLowerCase();
  if (given.length < LEAST_LETTERS || OTHER_WORDS.has(given)) return word;
  const isKnown = ENGLISH.some((known) => given === known || given === `${known}s`);
  if (isKnown) return word;
  return ENGLISH.find((known) => isWithin(known.length >= LONG ? 2 : 1, given, known)) ?? word;
}

function mendedKorean(word: string): string {
  if (KOREAN.includes(word) || OTHER_WORDS.has(word)) return word;
  return KOREAN.find((known) => isWithin(1, lettersOf(word), lettersOf(known))) ?? word;
}

/** Syllables taken apart into their letters. */
function lettersOf(word: string): string {
  return word.normalize("NFD");
}

/** Whether at most so many letters differ, are missing or too many, or stand the wrong way round. Each slip that is found lowers what is left to find, so unlike words are told apart soon. */
function isWithin(most: number, one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > most) return false;
  if (one === "" || other === "") return true;
  if (one[0] === other[0]) return isWithin(most, one.slice(1), other.slice(1));
  if (most === 0) return false;
  const isTurned = one[0] === other[1] && one[1] === other[0];
  return (
    isWithin(most - 1, one.slice(1), other) ||
    isWithin(most - 1, one, other.slice(1)) ||
    isWithin(most - 1, one.slice(1), other.slice(1)) ||
    (isTurned && isWithin(most - 1, one.slice(2), other.slice(2)))
  );
}
