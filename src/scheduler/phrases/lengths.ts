/** Korean numbers as people count hours and months with them. */
const NATIVE: Readonly<Record<string, number>> = {
  한: 1,
  하나: 1,
  두: 2,
  세: 3,
  석: 3,
  네: 4,
  넉: 4,
  다섯: 5,
  여섯: 6,
  일곱: 7,
  여덟: 8,
  아홉: 9,
};
const TENS: Readonly<Record<string, number>> = { 열: 10, 스물: 20, 스무: 20, 서른: 30, 마흔: 40 };
/** Korean words for a number of days. */
export const DAY_COUNTS: Readonly<Record<string, number>> = {
  하루: 1,
  이틀: 2,
  사흘: 3,
  나흘: 4,
  닷새: 5,
  엿새: 6,
  이레: 7,
  여드레: 8,
  아흐레: 9,
  열흘: 10,
  보름: 15,
};
/** Korean digits, with which minutes, days and months of the calendar are said. */
const DIGITS = "일이삼사오육칠팔구";

const ONES = Object.keys(NATIVE).join("|");
/** A number in digits or Korean words, in front of hours and months (두 시간). */
export const COUNTED = `(?:\\d{1,3}|(?:${Object.keys(TENS).join("|")})(?:${ONES})?|${ONES})`;
/** A number in digits or Korean words, in front of minutes, days and dates (이십오 분). */
export const NUMBERED = `(?:\\d{1,3}|[${DIGITS}]?십[${DIGITS}]?|[${DIGITS}])`;

/** The number that a Korean word or digits say; zero where nothing is said. */
export function koreanNumber(text = ""): number {
  const [, tens = "", ones = ""] =
    new RegExp(`^(${Object.keys(TENS).join("|")})?(${ONES})?$`, "u").exec(text) ?? [];
  const native = (TENS[tens] ?? 0) + (NATIVE[ones] ?? 0);
  if (native > 0) return native;
  const [, ten, one = ""] = new RegExp(`^([${DIGITS}]?십)?([${DIGITS}])?$`, "u").exec(text) ?? [];
  const many = ten === undefined ? 0 : (DIGITS.indexOf(ten.replace("십", "")) + 1 || 1) * 10;
  const sino = (ten === "십" ? 10 : many) + (one === "" ? 0 : DIGITS.indexOf(one) + 1);
  return sino > 0 ? sino : Number(text);
}

const ENGLISH: Readonly<Record<string, number>> = Object.fromEntries(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
    .split(" ")
    .map((word, number) => [word, number] as const)
    .concat([
      ["a", 1],
      ["an", 1],
      ["thirty", 30],
      ["forty", 40],
      ["forty-five", 45],
      ["fifty", 50],
      ["sixty", 60],
      ["ninety", 90],
      ["other", 2],
      ["second", 2],
      ["third", 3],
      ["fourth", 4],
      ["fifth", 5],
    ]),
);
const ORDINALS = new Set(["other", "second", "third", "fourth", "fifth", "zero"]);
const ENGLISH_WORDS = Object.keys(ENGLISH)
  .filter((word) => !ORDINALS.has(word))
  .sort((one, other) => other.length - one.length)
  .join("|");
/** A number in digits or English words. */
export const ENGLISH_COUNT = `(?:\\d{1,3}|${ENGLISH_WORDS})`;

/** The number that an English word or digits say; one where nothing is said. */
export function englishNumber(text = "one"): number {
  return ENGLISH[text.replace(/\s+/gu, "-")] ?? Number(text);
}

/** A length of time in Korean, as group `length`: 10분, 한 시간 반, 두 시간 이십 분, 반시간, 30초. */
export const KOREAN_LENGTH = `(?<![\\d.])(?<length>반\\s*시간|\\d{1,2}[.]5\\s*시간|${COUNTED}\\s*시간(?:\\s*(?:반(?![가-힣])|반(?=쯤|정도|만|뒤|후|있|이따|마다|전)|${NUMBERED}\\s*분))?|${NUMBERED}\\s*분|\\d{1,3}\\s*초)`;

const MINUTE = "min(?:ute)?s?";
const HOUR = "h(?:ou)?rs?";
/** A length of time in English, as group `length`: 10 minutes, half an hour, an hour and a half, three quarters of an hour. */
export const ENGLISH_LENGTH = `(?<length>(?:a\\s+)?half(?:\\s+an?)?\\s+hour|(?:(?:a|${ENGLISH_COUNT})\\s+)?quarters?\\s+of\\s+an\\s+hour|${ENGLISH_COUNT}\\s+and\\s+a\\s+half\\s+hours?|\\d{1,2}[.]5\\s*(?:h|${HOUR})|${ENGLISH_COUNT}\\s*(?:h|${HOUR})(?:\\s+and\\s+a\\s+half|(?:\\s*,?\\s*and)?\\s*${ENGLISH_COUNT}\\s*(?:m|${MINUTE}))?|${ENGLISH_COUNT}\\s*(?:${MINUTE}|m)|${ENGLISH_COUNT}\\s*sec(?:ond)?s?)(?![a-z])`;

/** A length of time in words, ready for `every` and `after`: "1h30m". */
export function lengthText(words = ""): string {
  const said = words.trim().toLowerCase();
  const [, seconds] = /^(\S+)\s*(?:초|sec(?:ond)?s?)$/u.exec(said) ?? [];
  if (seconds !== undefined) return `${numberIn(seconds)}s`;
  const minutes = lengthMinutes(said);
  const hours = Math.floor(minutes / 60);
  return `${hours === 0 ? "" : `${hours}h`}${minutes % 60 === 0 && hours > 0 ? "" : `${minutes % 60}m`}`;
}

/** A length of time in words, in minutes. */
export function lengthMinutes(words = ""): number {
  const said = words.trim().toLowerCase();
  const [, quarters] = /^(?:(\S+)\s+)?quarters?\b/u.exec(said) ?? [];
  if (/quarter/u.test(said)) return 15 * numberIn(quarters ?? "a");
  if (/^(?:반|(?:a\s+)?half)/u.test(said)) return 30;
  const [, hours] =
    new RegExp(`^(\\d+[.]5|${COUNTED}|${ENGLISH_COUNT})\\s*(?:시간|h|and)`, "u").exec(said) ?? [];
  const [, minutes] =
    new RegExp(`(${NUMBERED}|${ENGLISH_COUNT})\\s*(?:분|m(?:in(?:ute)?s?)?)$`, "u").exec(said) ??
    [];
  const half = /시간\s*반|and\s+a\s+half/u.test(said) ? 30 : 0;
  return 60 * numberIn(hours ?? "0") + half + numberIn(minutes ?? "0");
}

function numberIn(text: string): number {
  return /[가-힣]/u.test(text) ? koreanNumber(text) : (ENGLISH[text] ?? Number(text));
}
