import { isNegated, sentenceMood } from "./mood.ts";
import { composed, letterGroups, readWords, splitCompound, syllablePairs } from "./normalize.ts";

/** What a text is compared by: names of features with their weights in (0, 1]. */
export type Features = ReadonlyMap<string, number>;

/** Longest text that is read, in UTF-16 units; what is longer says what it asks for at one of its ends. */
const LONGEST_TEXT = 600;

const WEIGHTS = {
  content: 1,
  function: 0.35,
  polite: 0.2,
  mark: 0.7,
  pair: 0.5,
  syllables: 0.4,
  letters: 0.25,
  role: 0.4,
  ending: 0.3,
  opening: 0.5,
  mood: 0.7,
  question: 0.3,
} as const;

/** Kinds of values by their form. What they say is nobody's request, so the value itself is left out. */
const VALUES: readonly (readonly [string, RegExp])[] = [
  ["url", /https?:\/\/\S+|\b[a-z0-9-]+\.(?:com|net|org|kr|io|co|dev|jp)\b\S*/giu],
  [
    "file",
    /[\p{L}\p{N}_./-]*\.(?:md|txt|pdf|csv|tsv|png|jpe?g|gif|log|xlsx?|docx?|json|html|ya?ml|zip|mp3|hwp|pptx?|py|js)\b/giu,
  ],
  ["glob", /\*\.\w+/gu],
  ["ticker", /\b[A-Z]{3,5}(?:[-/][A-Z]{3})?\b|(?<!\d)\d{6}(?!\d)/gu],
  ["clock", /(?<!\d)\d{1,2}\s?(?:시(?!간)|:\d\d|[ap]m\b)/giu],
  ["number", /\d+(?:[.,:]\d+)*/gu],
];

/** Words that stand for one idea here, whatever else they are. They help to tell requests apart; what a word means for filling in values is the concept table's. */
const LEXICON: readonly (readonly [string, RegExp])[] = [
  [
    "place",
    /뉴욕|런던|도쿄|파리|베를린|시드니|싱가포르|홍콩|베이징|상하이|방콕|하노이|모스크바|두바이|로마|마드리드|LA\b|샌프란|시카고|토론토|\b(?:new york|london|tokyo|paris|berlin|sydney|singapore|hong kong|beijing|bangkok|moscow|dubai|rome|madrid|seoul|chicago|toronto|los angeles)\b/iu,
  ],
  [
    "country",
    /미국|일본|중국|영국|프랑스|독일|스페인|이탈리아|브라질|캐나다|호주|인도|외국|해외|\b(?:japanese|french|german|british|spanish|italian|brazilian|american|chinese|korean station|japan|france|germany)\b/iu,
  ],
  [
    "market",
    /주식|증시|코스피|코스닥|나스닥|다우|환율|달러|엔화|유로|비트코인|이더리움|코인|삼성전자|카카오|네이버|현대차|하이닉스|엔비디아|테슬라|애플|엔솔|셀트리온|\b(?:stock|shares?|nasdaq|dow|kospi|s&p|bitcoin|btc|eth|usd|krw|eur|tesla|apple|nvidia|microsoft|samsung|ticker|quote)\b/iu,
  ],
  [
    "relative",
    /엄마|아빠|어머니|아버지|할머니|할아버지|누나|언니|오빠|동생|남편|아내|와이프|여친|남친|팀장|부장|과장|사장|선생님|교수님|친구|민수|지은|철수|영희|\b(?:mom|mum|dad|mother|father|sister|brother|wife|husband|boss|friend|teacher|grandma|grandpa)\b/iu,
  ],
  [
    "daily",
    /매일|매주|매달|매월|매시간|평일|주말마다|마다|\b(?:every|each|daily|weekly|hourly|monthly)\b/iu,
  ],
  [
    "later",
    /내일|모레|이따|나중에|뒤에|후에|다음\s?주|저녁\s?\d|아침\s?\d|\b(?:tomorrow|tonight|later|in (?:\d+|a|an|ten|twenty|five|thirty) (?:min|hour|sec|day)|next week|at \d|am\b|pm\b)/iu,
  ],
  [
    "agent",
    /담당|동료|에이전트|작가|분석가|\b(?:agent|colleague|writer|desk|analyst|coworker|team)\b/iu,
  ],
  [
    "self",
    /나한테|나에게|내게|저한테|저에게|\b(?:notify|ping|remind|tell|alert) me\b|\bmyself\b/iu,
  ],
  [
    "music",
    /재즈|클래식|로파이|케이팝|발라드|힙합|록|음악|노래|\b(?:jazz|classical|lo-?fi|k-?pop|hip ?hop|rock|music|chill)\b/iu,
  ],
  ["mine", /내가|나는|나\s|내\s|제가|제\s|우리|와이프|\b(?:i|i'm|im|my|mine|me)\b/iu],
];

/** The features of a text. `values` are texts of a program that stand in it as values: they count by their kind alone. Pure; never throws. */
export function featuresOf(text: string, values: readonly string[] = []): Features {
  const features = new Map<string, number>();
  const put: Put = (name, weight) => {
    features.set(name, Math.max(features.get(name) ?? 0, weight));
  };
  const whole = composed(text).slice(0, LONGEST_TEXT).trim();
  const said = withoutTold(whole, put);
  putForm(said, put);
  putWords(withoutValues(said, values, put), put);
  return features;
}

type Put = (name: string, weight: number) => void;

/** How the sentence begins and ends tells a request from what only mentions the same things. */
function putForm(text: string, put: Put): void {
  if (/[?？]\s*$/u.test(text)) put("q:?", WEIGHTS.question);
  const mood = sentenceMood(text);
  if (mood !== "request") put(`f:${mood}`, WEIGHTS.mood);
  if (isNegated(text)) put("f:negated", WEIGHTS.mood);
  const opening = /^[a-z']+/iu.exec(text)?.[0].toLowerCase();
  if (opening !== undefined) put(`s:${opening}`, WEIGHTS.opening);
  for (const [name, pattern] of LEXICON) if (pattern.test(text)) put(`x:${name}`, WEIGHTS.mark);
  putEnding(text, put);
}

/** The last syllables of a Korean sentence. */
function putEnding(text: string, put: Put): void {
  const bare = text.replace(/[^\p{L}\p{N}]+$/gu, "");
  const last = /\p{Script=Hangul}{1,3}$/u.exec(bare)?.[0] ?? "";
  for (let length = 1; length <= last.length; length += 1)
    put(`e:${last.slice(-length)}`, WEIGHTS.ending);
}

const QUOTED_TEXT = /"[^"]{2,}"|“[^”]{2,}”|‘[^’]{2,}’|「[^」]{2,}」|『[^』]{2,}』/gu;

/** What is said about other words, without those words: what stands in quotes, or after a colon, may sound like anything. */
function withoutTold(text: string, put: Put): string {
  const bare = text.replace(QUOTED_TEXT, () => {
    put("m:quote", WEIGHTS.mark);
    return ` ${GAP} `;
  });
  const colon = /^(.*?[\p{L}\p{N}])\s?[:：](?!\/\/)\s+\S/su.exec(bare)?.[1];
  if (colon === undefined) return bare;
  put("m:tail", WEIGHTS.mark);
  return colon;
}

/** The text with a blank in the place of each value, and a mark for its kind. */
function withoutValues(text: string, values: readonly string[], put: Put): string {
  let rest = text;
  for (const [kind, pattern] of VALUES)
    rest = rest.replace(pattern, () => {
      put(`m:${kind}`, WEIGHTS.mark);
      return ` ${GAP} `;
    });
  for (const value of values) {
    const at = rest.toLowerCase().indexOf(value.toLowerCase());
    if (at >= 0) rest = `${rest.slice(0, at)} ${GAP} ${rest.slice(at + value.length)}`;
  }
  return rest;
}

/** Stands where a value was; no letter, so no word is made of it. */
const GAP = "\u0001";

function putWords(text: string, put: Put): void {
  let before = "^";
  for (const word of readWords(text).flatMap((one) => splitCompound(text, one))) {
    if (word.particle !== undefined) put(`r:${word.particle}`, WEIGHTS.role);
    put(`w:${word.key}`, WEIGHTS[word.part]);
    if (word.part !== "content") continue;
    put(`b:${before} ${word.key}`, WEIGHTS.pair);
    before = word.key;
    const body = text.slice(word.start, word.bodyEnd).toLowerCase();
    for (const pair of syllablePairs(body)) put(`p:${pair}`, WEIGHTS.syllables);
    for (const group of letterGroups(body)) put(`l:${group}`, WEIGHTS.letters);
  }
  put(`b:${before} $`, WEIGHTS.pair);
}

const QUOTED = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/gsu;

/** The texts in a program that may stand as values in what people say, longest first; those inside quoted programs too. */
export function valuesOf(code: string): readonly string[] {
  const found = new Set<string>();
  for (const match of code.matchAll(QUOTED)) {
    const text = (match[1] ?? match[2] ?? "").replace(/\\(["'\\])/gu, "$1");
    if (/\[\w+:\w+\]/u.test(text)) for (const inner of valuesOf(text)) found.add(inner);
    else if (text.length > 1) found.add(text.replace(/^\*|\*$/gu, ""));
  }
  return [...found].sort((left, right) => right.length - left.length);
}

/** The words by which a text is found: concepts and stems that say something, each once. */
export function termsOf(text: string): readonly string[] {
  const whole = composed(text).slice(0, LONGEST_TEXT);
  const words = readWords(whole).flatMap((word) => splitCompound(whole, word));
  const telling = words.filter((word) => word.part === "content");
  return [...new Set(telling.flatMap(({ key }) => key.split(" ")))];
}
