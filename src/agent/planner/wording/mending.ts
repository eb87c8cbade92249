import { jamoOf } from "../../../rag/text/korean.ts";
import { readTokens, type Token } from "../tokens.ts";
import { slipOf } from "../words.ts";

/** What words are compared with. */
export interface Spellings {
  /** Words as they are usually written: those that name actions. */
  readonly words: readonly string[];
  /** True for a word that is one as it stands. */
  readonly isKnown: (token: Token) => boolean;
}

/** How far a word may be from one that is known: it sounds the same or has two letters the wrong way round, or any one slip of the finger. */
export type Reach = "sure" | "near";

/** Stands for what is quoted, which nobody mends. */
const QUOTED = /["“'‘「][^"”'’」\n]*["”'’」]|https?:\/\/\S+/gu;

/** Words that are run together, or written as they are said, whatever they are about. */
const RUN_TOGETHER: readonly (readonly [RegExp, string])[] = [
  [/(?<=오전|오후|아침|점심|저녁|새벽|밤|낮|내일|오늘|모레)(?=\d{1,2}\s?(?:시|:))/gu, " "],
  [/(?<=요일|매일|내일|모레|오늘)(?=(?:오전|오후|아침|점심|저녁|새벽|밤)(?:\s|\d|에))/gu, " "],
  [/(?<=매주|격주|(?:다음|담|이번)\s?주)(?=[월화수목금토일](?:욜|요일))/gu, " "],
  [/(?<=\d시|\d분|\d시\s?반)에?(?=(?:알림|알람|깨워|미팅|회의|약속|예약|일정))/gu, "에 "],
  [/(?<=\d(?:분|시간)\s?(?:뒤|후|있다))에?(?=(?:알림|알람|알려|깨워|타이머))/gu, "에 "],
  [/(?<=[가-힣](?:한테|에게))(?=[가-힣]{2})(?!만|는|도|서|로|다)/gu, " "],
  [/(?<=[가-힣][다라자냐]고)(?=(?:보내|전해|알려|말해|톡|카톡|문자))/gu, " "],
  [
    /(?<=날씨|주가|시세|환율|뉴스|기사|할일|할 일|목록|일정)(?=(?:보여|알려|찾아|검색|어때|얼마))/gu,
    " ",
  ],
  [/(?<![가-힣])낼(?![가-힣])/gu, "내일"],
  [/(?<=얼마|몇\s?시|몇\s?도|뭐|언제|어디)(?:임|인감|에여|예여|고|노)(?=[\s.!?~ㅋㅎㅠ]*$)/u, "야"],
  [/\b(tell|told|ask|asked|do|did|are|have|had|will)\s+u\b/giu, "$1 you"],
  [/잇(?=[다었어는을으네])/gu, "있"],
  ...[..."햇했갓갔왓왔됏됐겟겠"].flatMap((letter, at, all) =>
    at % 2 === 0
      ? [[new RegExp(`${letter}(?=[어다지는네])`, "gu"), all[at + 1] ?? letter] as const]
      : [],
  ),
  [/\b(remind|tell|show|wake|give|send|text|ping|alert)me\b/giu, "$1 me"],
  [/\b(at|in|by|for|every)(?=\d)/giu, "$1 "],
  [/(?<=\d(?:am|pm|min|mins|minutes|hours?))(?=to\b|tomorrow\b)/giu, " "],
];
/** The last syllable of what is asked for, as people draw it out. */
const DRAWN_OUT =
  /(?<=[가-힣]*[려여해아어와워춰켜꺼내봐놔둬써적남찾])(?:죠|조|줭|쥬|쥐|줘용|줘염|주삼|주셈|주센)(?=[\s.!~?ㅋㅎㅠ]*$)/u;
const OPENING: readonly (readonly [RegExp, string])[] = [
  [
    /(?<=^|[^가-힣]|할\s?일|일정|알림|비번|이름)머(?=\s?(?:있|야|지|였|하|해|먹|냐|임|니|남))/gu,
    "뭐",
  ],
  [/^(?:gimme|gimmie)\b/iu, "give me"],
  [/^(?:lemme)\b/iu, "let me"],
  [/^(can|could|would|will)\s+(?:u|ya)\b/iu, "$1 you"],
  [/^(?:wat|wut|wot)\b/iu, "what"],
  [/^(?:wats|wuts|whts)\b/iu, "what's"],
  [/^(?:msg|mssg)\b/iu, "message"],
  [/^(?:txt)\s+(?=\p{L})/iu, "text "],
  [/\bizzit\b/iu, "is it"],
  [/\bteh\b/iu, "the"],
  [/\blmk\b/iu, "let me know"],
  [
    /\b(weather|forecast|news|web|price|prices|search|timer|alarm)\s+4\s+(?=[a-z][a-z-]+\b)(?!\S+s\b|(?:min|hour|day|week|am|pm|o)\b)/iu,
    "$1 for ",
  ],
];

/** A message as it would have been typed with care: words apart that are run together, and of the words that nobody knows those mended that are not far from one that names an action. What is quoted stays. Itself where nothing is to be mended. Pure. */
export function mended(message: string, spellings: Spellings, reach: Reach): string {
  const quotes: string[] = [];
  const open = message.normalize("NFC").replace(QUOTED, (quote) => {
    quotes.push(quote);
    return MARK;
  });
  const plain = reach === "near" ? open : apart(open);
  const words = mendedWords(plain, spellings, reach);
  let next = 0;
  return words.replaceAll(MARK, () => quotes[next++] ?? "");
}

const MARK = "\uE00F";

function apart(text: string): string {
  const opened = OPENING.reduce((said, [form, usual]) => said.replace(form, usual), text);
  return RUN_TOGETHER.reduce((said, [form, usual]) => said.replace(form, usual), opened).replace(
    DRAWN_OUT,
    "줘",
  );
}

function mendedWords(text: string, spellings: Spellings, reach: Reach): string {
  let left = 0;
  let made = "";
  for (const token of readTokens(text)) {
    const word = token.kind === "word" ? usualOf(token, text, spellings, reach) : undefined;
    if (word === undefined) continue;
    made += text.slice(left, token.start) + word.usual;
    left = token.start + word.length;
  }
  return made + text.slice(left);
}

const LEAST_LETTERS = 5;
const LEAST_TURNED = 4;
const LEAST_SYLLABLES = 2;

interface Usual {
  readonly usual: string;
  /** Of what it takes the place of, in UTF-16 units. */
  readonly length: number;
}

function usualOf(
  token: Token,
  text: string,
  { words, isKnown }: Spellings,
  reach: Reach,
): Usual | undefined {
  const written = text.slice(token.start, token.end);
  if (written.includes(" ") || isKnown(token)) return undefined;
  const isKorean = /^[가-힣]+$/u.test(written);
  if (!isKorean && !/^[a-z]+$/iu.test(written)) return undefined;
  const found = words.flatMap((usual) =>
    (isKorean ? koreanSlip : englishSlip)(written, usual, reach),
  );
  const [first] = found.sort((a, b) => b.length - a.length || b.usual.length - a.usual.length);
  return first;
}

function koreanSlip(written: string, usual: string, reach: Reach): readonly Usual[] {
  if (!/^[가-힣]+$/u.test(usual) || usual.length < LEAST_SYLLABLES) return [];
  const length = usual.length;
  const head = written.slice(0, length);
  const rest = written.slice(length);
  if (head === usual || head.length < length || (rest !== "" && !ENDING.test(rest))) return [];
  const isSame = soundOf(head) === soundOf(usual);
  const isNear = reach === "near" && isKeySlip(jamoOf(head), jamoOf(usual), length);
  return isSame || isNear ? [{ usual, length }] : [];
}

/** What may stand behind a noun. */
const ENDING =
  /^(?:를|을|가|이|은|는|도|만|랑|이랑|와|과|로|으로|에|에서|의|좀|해|해줘|하고|해주세요|야|이야|임|인데|들)?(?:줘|요|주세요)?$/u;

/** Letters that sound alike are one. */
function soundOf(word: string): string {
  return [...jamoOf(word)].map((letter) => ALIKE[letter] ?? letter).join("");
}

const ALIKE: Readonly<Record<string, string>> = {
  ...{ ㄲ: "ㄱ", ㅋ: "ㄱ", ㄸ: "ㄷ", ㅃ: "ㅂ", ㅆ: "ㅅ", ㅉ: "ㅈ" },
  ...{ ㅔ: "ㅐ", ㅖ: "ㅐ", ㅒ: "ㅐ", ㅚ: "ㅙ", ㅞ: "ㅙ" },
};

function englishSlip(written: string, usual: string, reach: Reach): readonly Usual[] {
  const said = written.toLowerCase();
  if (usual.length < LEAST_TURNED || !/^[a-z]+$/u.test(usual) || said === usual) return [];
  const isTurned = slipOf(said, usual) === "turned";
  const isLong = said.length >= LEAST_LETTERS && usual.length > LEAST_LETTERS;
  const isNear =
    reach === "near" &&
    isLong &&
    said[0] === usual[0] &&
    !isForm(said, usual) &&
    slipOf(said, usual) !== undefined;
  return isTurned || isNear ? [{ usual, length: written.length }] : [];
}

/** Keys beside each other in one row of a Korean keyboard. */
const KEY_ROWS = ["ㅂㅈㄷㄱㅅ", "ㅛㅕㅑㅐㅔ", "ㅁㄴㅇㄹㅎ", "ㅗㅓㅏㅣ", "ㅋㅌㅊㅍ", "ㅠㅜㅡ"];
const SURE_SYLLABLES = 3;

/** One letter off in a long word; in a short one only the key beside. */
function isKeySlip(said: string, usual: string, syllables: number): boolean {
  if (syllables >= SURE_SYLLABLES) return slipOf(said, usual) !== undefined;
  if (said.length !== usual.length) return false;
  const at = [...said].findIndex((letter, index) => letter !== usual[index]);
  const isOne = at >= 0 && said.slice(at + 1) === usual.slice(at + 1);
  return (
    isOne &&
    KEY_ROWS.some(
      (row) => row.includes(`${said[at]}${usual[at]}`) || row.includes(`${usual[at]}${said[at]}`),
    )
  );
}

/** The same word in another form, and words of their own that are nearly one. */
function isForm(said: string, usual: string): boolean {
  return (
    OTHER_WORDS.has(said) ||
    [`${said}s`, `${said}d`].includes(usual) ||
    [`${usual}s`, `${usual}d`].includes(said)
  );
}

const OTHER_WORDS = new Set(
  "lunch whether heather falls spare stuck sharp massage prince advice crating".split(" "),
);
