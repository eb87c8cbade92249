import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { Analysis } from "./analysis.ts";
import { moodOf, moodOfText, scoreOf, type Token, tokensIn } from "./mood.ts";
import { type Document, documentsIn } from "./preprocess.ts";
import { wilson } from "./statistics.ts";
import { counted, countWords, numberIn, percentWords, rounded, shareOf, textsIn } from "./words.ts";

type Label = "positive" | "neutral" | "negative";

/** Below this distance from zero a text is neutral. */
const NEUTRAL = 0.15;

/** The sentiment of each text by lexicon, with what is known of stars. */
export const analyseSentiment: Analysis = ({ input, settings }) => {
  const weight = numberIn(settings, "rating_weight", 1.5);
  const documents = documentsIn(input["preprocessed_data"]);
  const results = documents.map((document) => resultOf(document, weight));
  const labels = results.map(({ label }) => label);
  const count = (label: Label): number => labels.filter((each) => each === label).length;
  const [positive, neutral, negative] = [count("positive"), count("neutral"), count("negative")];
  const all = results.length;
  const [low, high] = wilson(positive, all);
  const summary = {
    count: all,
    positive,
    neutral,
    negative,
    positive_share: shareOf(positive, all),
    negative_share: shareOf(negative, all),
    positive_interval: [rounded(low), rounded(high)],
    mean_score: shareOf(
      results.reduce((sum, { score }) => sum + score, 0),
      all,
    ),
  };
  const output = { method: "rules", summary, by_month: byMonth(documents, results), results };
  return {
    output: output as unknown as JsonObject, // JSON values alone
    words: {
      ko: `글 ${countWords(all)}개 가운데 긍정 ${percentWords(summary.positive_share)}, 부정 ${percentWords(summary.negative_share)}예요.`,
      en: `Of ${countWords(all)} texts ${percentWords(summary.positive_share)} are positive and ${percentWords(summary.negative_share)} negative.`,
    },
  };
};

interface Result {
  readonly id: string;
  readonly label: Label;
  readonly score: number;
  /** From 0 to 1: how far from neutral, and how much was said. */
  readonly confidence: number;
}

function resultOf({ id, text, sentences, rating }: Document, weight: number): Result {
  const mood = moodOfText(text, sentences);
  const stars = rating === undefined ? 0 : ((rating - 3) / 2) * weight;
  const score = scoreOf({
    good: mood.good + Math.max(0, stars),
    bad: mood.bad + Math.max(0, -stars),
  });
  const said = mood.hits + Math.abs(stars);
  return {
    id,
    label: labelOf(score),
    score: rounded(score),
    confidence: rounded(Math.abs(score) * (said / (said + 1))),
  };
}

function labelOf(score: number): Label {
  if (score > NEUTRAL) return "positive";
  return score < -NEUTRAL ? "negative" : "neutral";
}

function byMonth(
  documents: readonly Document[],
  results: readonly Result[],
): readonly JsonObject[] {
  const months = [...new Set(documents.flatMap(({ date }) => date?.slice(0, 7) ?? []))].sort();
  return months.map((month) => {
    const own = results.filter(
      (_each, index) => documents[index]?.date?.startsWith(month) === true,
    );
    const negative = own.filter(({ label }) => label === "negative").length;
    const positive = own.filter(({ label }) => label === "positive").length;
    return {
      month,
      count: own.length,
      positive: shareOf(positive, own.length),
      negative: shareOf(negative, own.length),
    };
  });
}

/** What people say about each aspect of a thing: clauses that name it, with their mood. */
export const analyseAspects: Analysis = ({ input, settings }) => {
  const aspects = aspectsOf(input["aspects"] ?? settings["aspects"] ?? {});
  const clauses = documentsIn(input["preprocessed_data"]).flatMap(({ id, text, sentences }) =>
    sentences
      .flatMap((sentence) => clausesOf(tokensIn(sentence)))
      .map((tokens) => ({ id, text, tokens })),
  );
  const found = aspects.flatMap(({ name, words }) => {
    const own = clauses.filter(({ tokens }) => tokens.some((token) => names(token, words)));
    const moods = own.map(({ tokens }) => Math.sign(scoreOf(moodOf(tokens))));
    const [positive, negative] = [1, -1].map(
      (sign) => moods.filter((each) => each === sign).length,
    );
    const said = (positive ?? 0) + (negative ?? 0);
    const [low, high] = wilson(positive ?? 0, said);
    const samples = own
      .filter((_each, index) => moods[index] === -1)
      .slice(0, 3)
      .map(({ id, text }) => ({ id, text: text.slice(0, 200) }));
    return own.length === 0
      ? []
      : [
          {
            aspect: name,
            mentions: own.length,
            positive: positive ?? 0,
            negative: negative ?? 0,
            positive_share: shareOf(positive ?? 0, said),
            interval: [rounded(low), rounded(high)],
            samples,
          },
        ];
  });
  found.sort((left, right) => right.mentions - left.mentions);
  const worst = [...found]
    .filter(({ positive, negative }) => positive + negative >= 5)
    .sort((left, right) => left.positive_share - right.positive_share)[0];
  return {
    output: { method: "rules", aspects: found } as unknown as JsonObject, // JSON values alone
    words: {
      ko:
        worst === undefined
          ? `속성 ${found.length}가지가 언급됐어요.`
          : `속성 ${found.length}가지 가운데 “${worst.aspect}” 평이 가장 나빠요 (긍정 ${percentWords(worst.positive_share)}).`,
      en:
        worst === undefined
          ? `${found.length} aspects are mentioned.`
          : `Of ${found.length} aspects “${worst.aspect}” fares worst (${percentWords(worst.positive_share)} positive).`,
    },
  };
};

/** Aspects with the words that name them: `{배송: [배송, 택배]}`, or a list of words. */
function aspectsOf(
  value: Json,
): readonly { readonly name: string; readonly words: ReadonlySet<string> }[] {
  if (Array.isArray(value)) return textsIn(value).map((name) => ({ name, words: new Set([name]) }));
  return Object.entries(isJsonObject(value) ? value : {}).map(([name, words]) => ({
    name,
    words: new Set([name, ...textsIn(words)]),
  }));
}

function names({ text, tag }: Token, words: ReadonlySet<string>): boolean {
  return /^(?:N|XR|SL|EN)/.test(tag) && words.has(text.toLowerCase());
}

/** A sentence cut where a clause ends: at "but" and "and", and at marks. */
function clausesOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const clauses: Token[][] = [[]];
  for (const token of tokens) {
    clauses.at(-1)?.push(token);
    const { text, tag } = token;
    const isEnd =
      (tag === "EC" && /(?:지만|는데|은데|ㄴ데|고|으나|며)$/.test(text)) ||
      /^S[FP]$/.test(tag) ||
      (tag === "EN" && /^(?:but|however|though)$/.test(text));
    if (isEnd) clauses.push([]);
  }
  return clauses.filter((clause) => clause.length > 0);
}

/** Kinds of problems in what people complain about, the gravest first. */
export const classifyProblems: Analysis = ({ input, settings, language }) => {
  const categories = Object.entries(
    isJsonObject(settings["categories"]) ? settings["categories"] : {},
  );
  const documents = documentsIn(input["preprocessed_data"]);
  const unhappy = documents.filter((document) => resultOf(document, 1.5).label === "negative");
  const grave = patternOf(settings["severe"]);
  const sorted = categories.map(([name, category]) => {
    const pattern = patternOf(isJsonObject(category) ? category["words"] : []);
    const own = unhappy.filter(({ text }) => pattern?.test(text) === true);
    const severe = own.filter(
      ({ text, rating }) => grave?.test(text) === true || rating === 1,
    ).length;
    const title = isJsonObject(category) ? category[language] : name;
    const samples = own.slice(0, 3).map(({ id, text }) => ({ id, text: text.slice(0, 200) }));
    return {
      category: name,
      title: String(title ?? name),
      count: own.length,
      share: shareOf(own.length, unhappy.length),
      severe,
      severity: severityOf(own.length, severe),
      samples,
    };
  });
  const problems = sorted
    .filter(({ count }) => count > 0)
    .sort((left, right) => right.severe * 2 + right.count - left.severe * 2 - left.count);
  const first = problems[0];
  return {
    output: { method: "rules", complaints: unhappy.length, problems } as unknown as JsonObject, // JSON values alone
    words: {
      ko: `불만 글 ${countWords(unhappy.length)}개${first === undefined ? "예요." : `, 가장 큰 문제는 “${first.title}” (${countWords(first.count)}개)예요.`}`,
      en: `${countWords(unhappy.length)} complaints${first === undefined ? "." : `; the largest problem is “${first.title}” (${countWords(first.count)}).`}`,
    },
  };
};

function patternOf(words: Json | undefined): RegExp | undefined {
  const all = textsIn(words).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return all.length === 0 ? undefined : new RegExp(all.join("|"), "iu");
}

function severityOf(count: number, severe: number): "critical" | "important" | "minor" {
  if (severe * 2 >= count && severe >= 5) return "critical";
  return severe > 0 || count >= 10 ? "important" : "minor";
}

/** Brands in the same texts: how much is said of each, how well, and which words are its own. */
export const compareBrands: Analysis = ({ input }) => {
  const documents = documentsIn(input["preprocessed_data"]);
  const named = textsIn(input["brands"]);
  const brands =
    named.length > 0
      ? named
      : counted(documents.flatMap(({ brand }) => brand ?? [])).map(([brand]) => brand);
  const rows = brands.slice(0, 20).map((brand) => {
    const own = documents.filter((document) => isAbout(document, brand));
    const labels = own.map((document) => resultOf(document, 1.5).label);
    const positive = labels.filter((label) => label === "positive").length;
    const negative = labels.filter((label) => label === "negative").length;
    const ratings = own.flatMap(({ rating }) => rating ?? []);
    const [low, high] = wilson(positive, own.length);
    return {
      brand,
      count: own.length,
      share_of_voice: shareOf(own.length, documents.length),
      positive_share: shareOf(positive, own.length),
      negative_share: shareOf(negative, own.length),
      interval: [rounded(low), rounded(high)],
      mean_rating:
        ratings.length === 0
          ? null
          : shareOf(
              ratings.reduce((sum, each) => sum + each, 0),
              ratings.length,
            ),
    };
  });
  const compared = rows
    .filter(({ count }) => count > 0)
    .sort((left, right) => right.count - left.count);
  const best = [...compared]
    .filter(({ count }) => count >= 5)
    .sort((left, right) => right.positive_share - left.positive_share)[0];
  return {
    output: { method: "rules", brands: compared } as unknown as JsonObject, // JSON values alone
    words: {
      ko:
        best === undefined
          ? "비교할 브랜드가 없어요. 브랜드 열이 있는 표를 주거나 brands에 이름을 쓰세요."
          : `브랜드 ${compared.length}곳 가운데 “${best.brand}”의 평이 가장 좋아요 (긍정 ${percentWords(best.positive_share)}).`,
      en:
        best === undefined
          ? "There is no brand to compare. Give a table with a column brand, or names as brands."
          : `Of ${compared.length} brands “${best.brand}” fares best (${percentWords(best.positive_share)} positive).`,
    },
  };
};

function isAbout({ brand, text }: Document, name: string): boolean {
  return brand === name || text.toLowerCase().includes(name.toLowerCase());
}
