/** People who share something, as they are counted: 셋이서. */
const SHARING = ["둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟"].map(
  (word, index) => [new RegExp(`(?<=\\s)${word}(?=이(?:서)?\\s)`, "gu"), `${index + 2}명`] as const,
);

/** Korean and English words of a sum and the signs that they stand for, in the order in which they are put. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  ...SHARING,
  [/\b(?:the\s+)?square\s+root\s+of\s+(\d[\d.,]*)/giu, "sqrt($1)"],
  [/(?<![\d.])(\d[\d.,]*)의?\s*(?:제곱근|루트)|(?:루트|√)\s*(\d[\d.,]*)/gu, "sqrt($1$2)"],
  [/\s*(?:\bto\s+the\s+power\s+of\b|\braised\s+to(?:\s+the)?\b)\s*/giu, " ^ "],
  [/(\d)의\s*(\d+)\s*(?:제곱|승)/gu, "$1^$2"],
  [/\s*(?:\bsquared\b|의?\s*제곱)/giu, "^2"],
  [/\s*(?:\bcubed\b|의?\s*세제곱)/giu, "^3"],
  [/\s*(?:\bplus\b|더하기|플러스|＋)\s*/giu, " + "],
  [/\s*(?:\bminus\b|빼기|마이너스|－)\s*/giu, " - "],
  [/\s*(?:\b(?:multiplied\s+by|times)\b|곱하기|×|(?<=\d\s*)x(?=\s*\d))\s*/giu, " * "],
  [/\s*(?:\b(?:divided\s+by|over)\b|나누기|÷)\s*/giu, " / "],
  [/(?<=\d)\s*(?:percent\b|퍼센트|프로(?![가-힣])|％)/giu, "%"],
];

const NUMBER = "(\\d[\\d.,]*)";
const SHARE = `${NUMBER}%`;

/** Sums that are said as a whole sentence, laid out as `$1` and `$2`. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [`${SHARE} (?:of|on) ${NUMBER}`, "$2 * $1%"],
  [`(?:a )?${SHARE} tip (?:on|for) ${NUMBER}`, "$2 * $1%"],
  [`${SHARE} off(?: of)? ${NUMBER}`, "$2 * (1 - $1%)"],
  [`${NUMBER} (?:with|at) ${SHARE} off`, "$1 * (1 - $2%)"],
  [`${NUMBER}(?:의|에서|중에?)? ?${SHARE}`, "$1 * $2%"],
  [`${NUMBER}(?:의|에서|에)? ?${SHARE} ?(?:할인(?:하면|된|가)?|깎으면|빼면)`, "$1 * (1 - $2%)"],
  [`(?:a )?half of ${NUMBER}|${NUMBER}의? 절반`, "$1$2 / 2"],
  [`(?:a )?third of ${NUMBER}`, "$1 / 3"],
  [`(?:a )?quarter of ${NUMBER}`, "$1 / 4"],
  [`(?:add|the sum of|sum of|sum) ${NUMBER} (?:and|to) ${NUMBER}`, "$1 + $2"],
  [`subtract ${NUMBER} from ${NUMBER}`, "$2 - $1"],
  [`multiply ${NUMBER} (?:by|and) ${NUMBER}`, "$1 * $2"],
  [`divide ${NUMBER} by ${NUMBER}`, "$1 / $2"],
  [`${NUMBER}(?:에|에다|이랑|하고|과|와) ?${NUMBER}(?:을|를)? ?더하면`, "$1 + $2"],
  [`${NUMBER}에서 ?${NUMBER}(?:을|를)? ?빼면`, "$1 - $2"],
  [`${NUMBER}(?:에|에다|이랑|하고|과|와) ?${NUMBER}(?:을|를)? ?곱하면`, "$1 * $2"],
  [`${NUMBER}(?:을|를) ?${NUMBER}(?:으로|로) ?나누면`, "$1 / $2"],
  [
    `${NUMBER}(?:을|를)? ?${NUMBER} ?(?:명|사람|인)(?:이서|이|으로|으?로|끼리|한테|에게)? ?(?:똑같이 )?(?:나누면|나눠 ?내면|나눠(?:서)?|나누기|n빵(?:하면)?|더치페이(?:하면)?)`,
    "$1 / $2",
  ],
  [
    `${NUMBER} (?:split|divided) (?:between|among|by|with|for|across|amongst) ${NUMBER}(?: (?:people|of us|friends|persons|ways))?`,
    "$1 / $2",
  ],
  [
    `(?:split|divide|share) ${NUMBER} (?:between|among|by|with|for|across|amongst) ${NUMBER}(?: (?:people|of us|friends|persons|ways))?`,
    "$1 / $2",
  ],
  [`(?:split )?${NUMBER} (?:split )?${NUMBER} ways`, "$1 / $2"],
].map(([words = "", sum = ""]) => [new RegExp(`^(?:${words})$`, "u"), sum] as const);

/** The average or total of a list. */
const LISTS: readonly (readonly [RegExp, string])[] = [
  [/^(?:the )?(?:average|mean) of (\d.*)$|^(\d.*?)의? ?평균$/u, "avg"],
  [/^(?:the )?(?:sum|total) of (\d.*)$|^(\d.*?)의? ?(?:합|합계|총합)$/u, "sum"],
];

/** What may stand before and behind a sum. */
const BEFORE =
  /^(?:(?:what(?:['’]?s|\s+is|\s+are|\s+does)?|how\s+much(?:['’]?s|\s+is|\s+are|\s+would)?|calculate|calc|compute|work\s+out|solve|evaluate|and|make\s+(?:it|that)|no,?|actually,?)\s+(?:be\s+)?)+/iu;
const AFTER =
  /(?:(?<=[\d\s%원])(?:이면|면)|은|는|이|가|을|를)?\s*(?:(?:얼마|뭐|몇)(?:야|지|예요|에요|이야|이지|이에요|임|니|일까|인가요?|나\s*돼)?|계산(?:\s?좀)?(?:\s?해\s?(?:줘|봐|주세요)?)?|구해\s?줘|(?:make|equal)s?(?:\s+to)?|=)?$/u;

/** Money in a sum is a number. */
const MONEY =
  /(?<=\d\s*)(?:원|달러|유로|dollars?|bucks|won|euros?|usd|krw)(?![a-z])|[$€£₩](?=\s*\d)/giu;

/** What stands behind a number for thousands and more. */
export const SCALES: Readonly<Record<string, number>> = {
  억: 1e8,
  천만: 1e7,
  백만: 1e6,
  십만: 1e5,
  만: 1e4,
  천: 1e3,
  백: 100,
  k: 1e3,
};
const SCALED = /(\d[\d,.]*)\s*(억|천만|백만|십만|만|천|백)\s*(?:(\d[\d,]*)\s*(만|천|백)?)?/gu;
/** A unit alone, of money: 백만원. */
const UNIT_ALONE = /(?<![\d가-힣])(?=(?:억|천만|백만|십만|만|천|백)\s?(?:원|엔|달러|유로))/gu;
const ENGLISH_SCALED = /(\d[\d.]*)\s*(k|hundred|thousand|million|billion|m|bn)\b/giu;
const ENGLISH_SCALES: Readonly<Record<string, number>> = {
  hundred: 100,
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
};

/** A number with its commas and units written out (3만 5천 → 35000, 2 million → 2000000). */
export function plainNumbers(text: string): string {
  return text
    .replace(/(?<=\d),(?=\d{3}(?!\d))/gu, "")
    .replace(UNIT_ALONE, "1")
    .replace(ENGLISH_SCALED, (_all, head: string, unit: string) =>
      String(Number(head) * (ENGLISH_SCALES[unit.toLowerCase()] ?? 1)),
    )
    .replace(SCALED, (_all, head: string, unit: string, rest = "", small = "") =>
      String(Number(head) * (SCALES[unit] ?? 1) + Number(rest) * (SCALES[small] ?? 1)),
    );
}

/** What only makes numbers, or is none of a sum: a date, a telephone number, a score. */
const NO_SUM = /^(?:\d{2,4}[-/]\d{1,2}(?:[-/]\d{1,4})?|0\d+(?:-\d+)+|\d+\s*-\s*\d+)$/u;
const SUM = /^(?:[\d.,()+\-*/^%\s]|sqrt(?=\()|mod\b)+$/u;
const OPERATES = /[\d)%]\s*(?:[+*/^-]|\*\*|mod)\s*[\d(s.-]|sqrt\(/u;

/** The expression that a message asks to be worked out ("15% of 240" → "240 * 15%"); `undefined` for any other message. Pure. */
export function sumIn(text: string): string | undefined {
  const said = text.replace(/[\s?？!.~=]+$/u, "").trim();
  const asked = said.replace(BEFORE, "").replace(AFTER, "").trim();
  if (!/\d/u.test(asked) || NO_SUM.test(asked)) return undefined;
  const money = plainNumbers(asked.toLowerCase()).replace(MONEY, "");
  const written = SIGNS.reduce((now, [words, sign]) => now.replace(words, sign), money)
    .replace(/\s+/gu, " ")
    .trim();
  const whole = SENTENCES.find(([words]) => words.test(written));
  if (whole !== undefined) return written.replace(...whole);
  for (const [words, name] of LISTS) {
    const found = words.exec(written);
    const numbers = (found?.[1] ?? found?.[2] ?? "").match(/\d[\d.]*/gu) ?? [];
    if (found !== null && numbers.length > 1) return `${name}(${numbers.join(", ")})`;
  }
  return SUM.test(written) && OPERATES.test(written) ? written : undefined;
}
