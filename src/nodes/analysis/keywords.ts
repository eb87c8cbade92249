import type { JsonObject } from "../../base/json.ts";
import type { Analysis } from "./analysis.ts";
import { KOREAN } from "./lexicon.ts";
import { tokensIn } from "./mood.ts";
import { type Document, documentsIn } from "./preprocess.ts";
import { logLikelihood } from "./statistics.ts";
import { countWords, listIn, numberIn, rounded, textIn, textsIn } from "./words.ts";

/** Words that say nothing of what a text is about. */
const EMPTY = new Set(
  `것 거 수 때 등 점 제 내 나 저 우리 이 그 정도 경우 부분 이번 다음 하나 때문 생각 사용 구매 제품 상품 물건 진짜 정말 조금 약간 오늘 이거 그거 여기 의사
the a an and or but is are was were be been am it its this that these those i you he she we they my your his her our their me him us them to of in on at for with from by as so if not no do does did have has had will would can could just very really too also than then there here what which who when how all any some one get got use used using bought buy product item after before out up about into over more most only even because much many`.split(
    /\s+/,
  ),
);

/** The words of a document that can be keywords, and pairs of neighbours. */
export function termsOf({ sentences }: Pick<Document, "sentences">): readonly string[] {
  return sentences.flatMap((sentence) => {
    const words = tokensIn(sentence).map(({ text, tag }) =>
      isWord(text, tag) ? text.toLowerCase() : "",
    );
    return words.filter((word) => word !== "");
  });
}

function isWord(text: string, tag: string): boolean {
  if (!/^(?:NNG|NNP|SL|EN|XR)$/.test(tag)) return false;
  const word = text.toLowerCase();
  const isShort = /^[a-z0-9']{1,2}$/.test(word) || (word.length < 2 && !KOREAN.has(word));
  return !isShort && !EMPTY.has(word) && /(?![ㄱ-ㅎㅏ-ㅣ])\p{L}/u.test(word);
}

/** Mean TF-IDF of every word over the documents: counts times `ln((1+n)/(1+df))+1`, each document of length one (as scikit-learn's TfidfVectorizer). */
export function tfIdf(documents: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = documents.map(countsOf);
  const spread = new Map<string, number>();
  for (const each of counts)
    for (const word of each.keys()) spread.set(word, (spread.get(word) ?? 0) + 1);
  const idf = (word: string): number =>
    Math.log((1 + documents.length) / (1 + (spread.get(word) ?? 0))) + 1;
  const sums = new Map<string, number>();
  for (const each of counts) {
    const weights = [...each].map(([word, count]) => [word, count * idf(word)] as const);
    const length = Math.sqrt(weights.reduce((sum, [, weight]) => sum + weight * weight, 0));
    for (const [word, weight] of weights)
      sums.set(word, (sums.get(word) ?? 0) + weight / length / documents.length);
  }
  return sums;
}

function countsOf(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

const WINDOW = 4;
const DAMPING = 0.85;
const ROUNDS = 100;
const CLOSE = 1e-9;

/** TextRank: PageRank over words that stand within a window of each other, by how often they do. The ranks sum to 1. */
export function textRank(documents: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const links = linksOf(documents);
  const words = [...links.keys()];
  const strength = new Map(words.map((word) => [word, sumOf(links.get(word))]));
  let ranks = new Map(words.map((word) => [word, 1 / words.length]));
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = new Map<string, number>();
    for (const word of words) {
      let sum = 0;
      for (const [other, weight] of links.get(word) ?? [])
        sum += ((ranks.get(other) ?? 0) * weight) / (strength.get(other) ?? 1);
      next.set(word, (1 - DAMPING) / words.length + DAMPING * sum);
    }
    const change = words.reduce(
      (sum, word) => sum + Math.abs((next.get(word) ?? 0) - (ranks.get(word) ?? 0)),
      0,
    );
    ranks = next;
    if (change < CLOSE) break;
  }
  return ranks;
}

function linksOf(
  documents: readonly (readonly string[])[],
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const links = new Map<string, Map<string, number>>();
  const link = (from: string, to: string): void => {
    const own = links.get(from) ?? new Map<string, number>();
    links.set(from, own.set(to, (own.get(to) ?? 0) + 1));
  };
  for (const words of documents)
    for (const [index, word] of words.entries())
      for (const other of words.slice(index + 1, index + WINDOW))
        if (other !== word) {
          link(word, other);
          link(other, word);
        }
  return links;
}

function sumOf(weights: ReadonlyMap<string, number> | undefined): number {
  return [...(weights?.values() ?? [])].reduce((sum, weight) => sum + weight, 0);
}

/** Which words stand more often in one text than in another, by G². */
export function keyness(
  own: readonly string[],
  background: readonly string[],
): readonly { readonly word: string; readonly g2: number }[] {
  const [left, right] = [countsOf(own), countsOf(background)];
  const found = [...left].flatMap(([word, count]) => {
    const other = right.get(word) ?? 0;
    const isMore = count * background.length > other * own.length;
    return isMore && count >= 3
      ? [
          {
            word,
            g2: logLikelihood({ count, of: own.length }, { count: other, of: background.length }),
          },
        ]
      : [];
  });
  return found.sort((one, two) => two.g2 - one.g2 || (one.word < two.word ? -1 : 1));
}

/** G² above which a difference is no chance, at 0.1 % (chi-squared, one degree of freedom). */
const NO_CHANCE = 10.83;

/** Keywords by TF-IDF and TextRank together, and words that are new in the later half of the time. */
export const analyseKeywords: Analysis = ({ input }) => {
  const documents = documentsIn(input["preprocessed_data"]);
  const terms = documents.map(termsOf);
  const most = numberIn(input, "top_k", 20);
  const weights = tfIdf(terms.filter((words) => words.length > 0));
  const ranks = textRank(terms);
  const order = [ranked(weights), ranked(ranks)];
  const frequency = countsOf(terms.flat());
  const fused = [...weights.keys()].map((word) => ({
    word,
    score: order.reduce((sum, places) => sum + 1 / (60 + (places.get(word) ?? places.size + 1)), 0),
  }));
  fused.sort((left, right) => right.score - left.score || (left.word < right.word ? -1 : 1));
  const keywords = fused.slice(0, most).map(({ word, score }, index) => ({
    keyword: word,
    rank: index + 1,
    score: rounded(score, 6),
    frequency: frequency.get(word) ?? 0,
    documents: terms.filter((words) => words.includes(word)).length,
    tfidf: rounded(weights.get(word) ?? 0, 6),
    textrank: rounded(ranks.get(word) ?? 0, 6),
  }));
  const rising = risingOf(documents, terms, textIn(input, "background"));
  const names = keywords
    .slice(0, 5)
    .map(({ keyword }) => keyword)
    .join(", ");
  return {
    output: {
      method: "rules",
      keywords,
      rising,
      words: terms.flat().length,
    } as unknown as JsonObject, // JSON values alone
    words: {
      ko: names === "" ? "키워드가 없어요." : `자주 말한 것: ${names}.`,
      en: names === "" ? "There are no keywords." : `Most is said about ${names}.`,
    },
  };
};

function ranked(scores: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const sorted = [...scores].sort(
    (left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1),
  );
  return new Map(sorted.map(([word], index) => [word, index + 1]));
}

/** Against a background text where one is given, else of the later half of the days against the earlier. */
function risingOf(
  documents: readonly Document[],
  terms: readonly (readonly string[])[],
  background: string,
): readonly JsonObject[] {
  const days = documents.flatMap(({ date }) => date ?? []).sort();
  const middle = days[Math.floor(days.length / 2)];
  const of = (isIn: (document: Document) => boolean): readonly string[] =>
    terms
      .filter((_words, index) => documents[index] !== undefined && isIn(documents[index]))
      .flat();
  if (background === "" && (middle === undefined || middle === days[0])) return [];
  const [own, other] =
    background === ""
      ? [
          of(({ date }) => date !== undefined && date >= (middle ?? "")),
          of(({ date }) => date !== undefined && date < (middle ?? "")),
        ]
      : [terms.flat(), background.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []];
  return keyness(own, other)
    .filter(({ g2 }) => g2 > NO_CHANCE)
    .slice(0, 10)
    .map(({ word, g2 }) => ({ keyword: word, g2: rounded(g2, 2) }));
}

const LONGEST_TAGS: Readonly<Record<string, number>> = { instagram: 30, tiktok: 10, twitter: 3 };

/** Hashtags that stand in the texts, and tags made of the keywords for a platform. */
export const analyseHashtags: Analysis = ({ input }) => {
  const texts = listIn(input["collected_data"], "reviews").map((review) => textIn(review, "text"));
  const platform = textIn(input, "platform") || "instagram";
  const most = LONGEST_TAGS[platform] ?? 20;
  const found = countsOf(
    texts.flatMap((text) => [...new Set(text.toLowerCase().match(/#[\p{L}\p{N}_]+/gu) ?? [])]),
  );
  const used = [...found]
    .map(([tag, count]) => ({ tag, count }))
    .sort((left, right) => right.count - left.count)
    .slice(0, 30);
  const keywords = listIn(input["keyword_result"], "keywords").map((each) =>
    textIn(each, "keyword"),
  );
  const made = [...textsIn(input["brands"]), ...keywords]
    .map((word) => `#${word.replace(/[^\p{L}\p{N}_]/gu, "")}`)
    .filter((tag) => tag.length > 2);
  const suggested = [...new Set([...used.map(({ tag }) => tag), ...made])].slice(0, most);
  return {
    output: { method: "rules", platform, used, suggested } as unknown as JsonObject, // JSON values alone
    words: {
      ko: `글에 있는 해시태그 ${countWords(used.length)}개, 추천: ${suggested.slice(0, 10).join(" ")}`,
      en: `${countWords(used.length)} hashtags are used. Suggested: ${suggested.slice(0, 10).join(" ")}`,
    },
  };
};
