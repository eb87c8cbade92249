import type { Language } from "./localized.ts";

/** What closes a quotation or emphasis, and a particle written both ways. */
const BOTH_WAYS =
  /^([^\p{L}\p{N}\s(]*)(이에요\(예요\)|은\(는\)|이\(가\)|을\(를\)|와\(과\)|과\(와\)|\(으\)(?=[가-힣])|\(이\)(?=[가-힣]))/u;

/** After a consonant and after a vowel. */
const FORMS: Readonly<Record<string, readonly [closed: string, open: string]>> = {
  "이에요(예요)": ["이에요", "예요"],
  "은(는)": ["은", "는"],
  "이(가)": ["이", "가"],
  "을(를)": ["을", "를"],
  "와(과)": ["과", "와"],
  "과(와)": ["과", "와"],
  "(으)": ["으", ""],
  "(이)": ["이", ""],
};

/** How a word ends for what follows it; 로 follows ㄹ as it follows a vowel. */
type Ending = "vowel" | "consonant" | "l";

/** Korean text with values in it. A particle that stands behind a value, written both ways, becomes the one that fits; values stay as they are. */
export function korean(
  texts: TemplateStringsArray,
  ...values: readonly (string | number)[]
): string {
  return texts.reduce((said, text, index) => spoken(said + values[index - 1], text));
}

/** A template with its places filled; `place` matches one, its name being the one group. In Korean, particles behind places are chosen as by `korean`. */
export function filled(
  language: Language,
  template: string,
  place: RegExp,
  fill: (name: string) => string,
): string {
  return template.split(place).reduce((said, part, index) => {
    if (index % 2 === 1) return said + fill(part);
    return language === "ko" ? spoken(said, part) : said + part;
  }, "");
}

/** `text` behind `before`, with the one form of a particle that it begins with. */
function spoken(before: string, text: string): string {
  const found = BOTH_WAYS.exec(text);
  if (found === null) return before + text;
  const [whole, closing = "", both = ""] = found;
  const [closed, open] = FORMS[both] ?? [both, both];
  const ending = endingOf(`${before.slice(-LONGEST_WORD)}${closing}`);
  const isOpen = ending === "vowel" || (ending === "l" && both === "(으)");
  return `${before}${closing}${isOpen ? open : closed}${text.slice(whole.length)}`;
}

/** Of what stands before a particle so much is looked at, in UTF-16 units. */
const LONGEST_WORD = 100;

/** What stands in brackets behind a word is not read with it. */
const IN_BRACKETS = /(?<=[^\s([])\s*\([^()]*\)(?=[^\p{L}\p{N}]*$)/u;

/** What has neither letter nor digit at its end is mostly a sign whose name ends in a vowel: 별표, 괄호, 물음표. */
function endingOf(text: string): Ending {
  const word =
    /[^\s]*$/u
      .exec(text.normalize("NFC").replace(IN_BRACKETS, ""))?.[0]
      .replace(/[^\p{L}\p{N}]+$/u, "") ?? "";
  const last = word.at(-1) ?? "";
  if (/[가-힣]/u.test(last)) return endingOfSyllable(last);
  if (/\d/u.test(last)) return endingOfDigit(last);
  return endingOfLatin(/[A-Za-z]*$/u.exec(word)?.[0] ?? "");
}

/** Syllables from 가 to 힣 stand in groups of 28, one for each final consonant, the first without (The Unicode Standard, 3.12 Conjoining Jamo Behavior). */
const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
const FINALS = 28;

/** Final consonants by their place in such a group; ㅆ is that of the past: 샀, 보냈, 었; ㅁ that of a verb that ends as a noun: 뒀음, 됨. */
export const FINAL = { none: 0, n: 4, l: 8, m: 16, ss: 20 } as const;

/** The final consonant of a syllable, by its place; `undefined` for any other character. */
export function finalOf(syllable: string): number | undefined {
  const code = syllable.codePointAt(0) ?? 0;
  return code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE
    ? (code - FIRST_SYLLABLE) % FINALS
    : undefined;
}

function endingOfSyllable(syllable: string): Ending {
  const final = finalOf(syllable);
  if (final === FINAL.none) return "vowel";
  return final === FINAL.l ? "l" : "consonant";
}

/** 일, 칠, 팔; 영, 삼, 육, as in 십 and 백; 이, 사, 오, 구. */
function endingOfDigit(digit: string): Ending {
  if ("178".includes(digit)) return "l";
  return "036".includes(digit) ? "consonant" : "vowel";
}

/** Words that are read letter by letter: those of capitals, and those without a vowel. */
const SPELLED = /^(?:[A-Z]+|[^aeiouy]+)$/u;

/** How English words are mostly written in Korean: 파일, 테이블; 브리핑, 타임, 웹, 맵, 토픽, 노트북, 챗, but 텍스트 and 체크리스트. */
const ENDS_IN_L = /(?:l|le)$/iu;
const ENDS_IN_CONSONANT =
  /(?:n|m|ng|[aeiou][nm]e|[bc]|ck|oo[kp]|[aeiou]p|(?:^|[^aeiou])[aeiou]t)$/iu;

function endingOfLatin(word: string): Ending {
  if (SPELLED.test(word)) {
    const letter = word.slice(-1).toUpperCase();
    if ("LR".includes(letter)) return "l";
    return "MN".includes(letter) ? "consonant" : "vowel";
  }
  if (ENDS_IN_L.test(word)) return "l";
  return ENDS_IN_CONSONANT.test(word) ? "consonant" : "vowel";
}
