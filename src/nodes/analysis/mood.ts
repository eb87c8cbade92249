import { ENGLISH, KOREAN, PHRASES, STRONGER, TOO_MUCH } from "./lexicon.ts";

/** A token and its tag. */
export interface Token {
  readonly text: string;
  readonly tag: string;
}

/** What a text praises and complains about, as weights above zero, and how many words said so. */
export interface Mood {
  readonly good: number;
  readonly bad: number;
  readonly hits: number;
}

/** The tokens of a sentence as the preprocessor writes it. */
export function tokensIn(sentence: string): readonly Token[] {
  return sentence.split(" ").flatMap((entry) => {
    const cut = entry.lastIndexOf("/");
    return cut <= 0 ? [] : [{ text: entry.slice(0, cut), tag: entry.slice(cut + 1) }];
  });
}

/** The mood of tokens by the lexicon: negation turns a word round, "very" makes it stronger, and what comes after "but" counts more. Pure. */
export function moodOf(tokens: readonly Token[]): Mood {
  let [good, bad, hits] = [0, 0, 0];
  const turn = tokens.findLastIndex(isContrast);
  for (const index of tokens.keys()) {
    const own = weightOf(tokens, index);
    if (own === 0) continue;
    const weight = signed(own, tokens, index) * (turn >= 0 && index < turn ? 0.6 : 1);
    hits += 1;
    if (weight > 0) good += weight;
    else bad -= weight;
  }
  return { good, bad, hits };
}

/** The mood of a whole text: its turns of phrase and its tokens. */
export function moodOfText(text: string, sentences: readonly string[]): Mood {
  const parts = sentences.map((sentence) => moodOf(tokensIn(sentence)));
  for (const [pattern, weight] of PHRASES) {
    const count = text.match(pattern)?.length ?? 0;
    if (count > 0) parts.push({ good: Math.max(0, weight), bad: Math.max(0, -weight), hits: 1 });
  }
  return parts.reduce(
    (sum, part) => ({
      good: sum.good + part.good,
      bad: sum.bad + part.bad,
      hits: sum.hits + part.hits,
    }),
    { good: 0, bad: 0, hits: 0 },
  );
}

/** From -1 (all complaint) to 1 (all praise); 0 where nothing is said. */
export function scoreOf({ good, bad }: Pick<Mood, "good" | "bad">): number {
  const sum = good + bad;
  return sum === 0 ? 0 : (good - bad) / (sum + 1);
}

/** The lexicon's weight of a token, with its suffix where only both together are in it. */
function weightOf(tokens: readonly Token[], index: number): number {
  const token = tokens[index];
  if (token === undefined) return 0;
  const { text, tag } = token;
  const before = tokens[index - 1]?.text ?? "";
  if (TOO_MUCH.has(text) && (before === "너무" || before === "too")) return -2;
  if (tag === "EN") return ENGLISH.get(text) ?? 0;
  if (!/^(?:N|V[AV]|XR|MAG|IC|XSV|SL)/.test(tag)) return 0;
  const stem = text.replace(/(?:해요|합니다|해|하)$/u, "");
  const all = [KOREAN.get(text), KOREAN.get(stem), KOREAN.get(`${stem}하`)];
  return all.find((weight) => weight !== undefined) ?? ENGLISH.get(text.toLowerCase()) ?? 0;
}

/** The weight as what stands around the word makes it. */
function signed(weight: number, tokens: readonly Token[], index: number): number {
  const token = tokens[index];
  const isEnglish = token?.tag === "EN";
  const isTurned = isEnglish ? isTurnedEnglish(tokens, index) : isTurnedKorean(tokens, index);
  const isStrong = STRONGER.has(tokens[index - 1]?.text ?? "");
  const strong = isStrong ? weight * 1.4 : weight;
  return isTurned ? -strong * 0.8 : strong;
}

const ENGLISH_NOT =
  /^(?:not|no|never|without|hardly|barely|nothing|cannot|neither|.*n't|dont|doesnt|didnt|isnt|wasnt|cant|wont)$/;

function isTurnedEnglish(tokens: readonly Token[], index: number): boolean {
  const before = tokens.slice(Math.max(0, index - 3), index);
  const last = before.findLastIndex(({ tag }) => tag === "SF");
  const near = before.slice(last + 1).filter(({ text }) => ENGLISH_NOT.test(text));
  const own = tokens[index]?.text ?? "";
  return near.length % 2 === 1 && !ENGLISH_NOT.test(own);
}

/** "안", "못" before it, or "-지 않", "없", "아니" behind it; twice is not at all. */
function isTurnedKorean(tokens: readonly Token[], index: number): boolean {
  const before = tokens.slice(Math.max(0, index - 2), index);
  const isPrefixed =
    tokens[index - 1]?.tag === "XPN" && /^[불비무미]$/u.test(tokens[index - 1]?.text ?? "");
  const isBefore =
    isPrefixed || before.some(({ text, tag }) => tag === "MAG" && (text === "안" || text === "못"));
  const behind = tokens.slice(index + 1, index + 5);
  const end = behind.findIndex(({ tag }) => tag === "SF" || tag === "SP");
  const near = end < 0 ? behind : behind.slice(0, end);
  const isBehind = near.some(({ text, tag }, place) =>
    isNegation(text, tag, near, place, tokens[index]),
  );
  return isBefore !== isBehind;
}

function isNegation(
  text: string,
  tag: string,
  near: readonly Token[],
  place: number,
  own: Token | undefined,
): boolean {
  const joint = near.slice(0, place);
  const isNoun = own?.tag.startsWith("N") === true || own?.tag === "XR";
  if (/^(?:않|못하|말)$/.test(text) && tag.startsWith("V"))
    return joint.some((each) => each.text === "지" || each.tag.startsWith("JX"));
  if (text === "없" || text === "못하")
    return isNoun && joint.every((each) => /^(?:J|XS|E)/.test(each.tag));
  return text === "아니" && isNoun && joint.every((each) => /^(?:J|XS)/.test(each.tag));
}

function isContrast({ text, tag }: Token): boolean {
  return (
    (tag === "EC" && /(?:지만|는데|은데|ㄴ데|으나)$/.test(text)) ||
    (tag === "EN" && /^(?:but|however|although|though|yet)$/.test(text)) ||
    (tag === "MAJ" && /^(?:하지만|그런데|그러나|근데|다만)$/.test(text))
  );
}
