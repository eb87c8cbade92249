import type { JsonObject } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import type { Analysis } from "./analysis.ts";
import { wilson } from "./statistics.ts";
import { listIn, numberIn, objectIn, percentWords, rounded, textIn } from "./words.ts";

type Priority = "high" | "medium" | "low";

interface Insight {
  readonly type: string;
  readonly title: Localized;
  readonly action: Localized;
  readonly evidence: JsonObject;
  readonly confidence: number;
  readonly priority: Priority;
}

/** What the results of the analyses come to: each finding with its numbers, how sure it is, and what to do. */
export const findInsights: Analysis = ({ input, language }) => {
  const sentiment = input["sentiment_result"];
  const keywords = input["keyword_result"];
  const found = [
    ...moodInsights(objectIn(sentiment, "summary")),
    ...changeInsights(listIn(sentiment, "by_month")),
    ...keywordInsights(listIn(keywords, "keywords")),
    ...risingInsights(listIn(keywords, "rising")),
  ];
  const insights = found.sort((left, right) => ORDER[left.priority] - ORDER[right.priority]);
  const depth = textIn(input, "insight_depth") || "standard";
  const shown = insights
    .slice(0, depth === "basic" ? 3 : 10)
    .map((each) => ({ ...each, title: each.title[language], action: each.action[language] }));
  return {
    output: {
      method: "rules",
      insights: shown,
      keywords: listIn(keywords, "keywords").slice(0, 10),
    } as unknown as JsonObject, // JSON values alone
    words: lines(shown),
  };
};

const ORDER: Readonly<Record<Priority, number>> = { high: 0, medium: 1, low: 2 };

function lines(
  insights: readonly { readonly title: string; readonly action: string }[],
): Localized {
  const text = insights.map(({ title, action }) => `- **${title}** ${action}`).join("\n");
  return text === ""
    ? { ko: "뚜렷한 발견이 없어요.", en: "Nothing stands out." }
    : { ko: text, en: text };
}

function moodInsights(summary: JsonObject): readonly Insight[] {
  const count = numberIn(summary, "count");
  const negative = numberIn(summary, "negative_share");
  const positive = numberIn(summary, "positive_share");
  if (count < 10) return [];
  const [low, high] = wilson(numberIn(summary, "negative"), count);
  const isBad = low > 0.25;
  const evidence = {
    count,
    positive_share: positive,
    negative_share: negative,
    interval: [rounded(low), rounded(high)],
  };
  return [
    {
      type: isBad ? "sentiment_alert" : "sentiment",
      title: isBad
        ? {
            ko: `부정 평이 ${percentWords(negative)}로 높아요.`,
            en: `Negative opinions are high: ${percentWords(negative)}.`,
          }
        : {
            ko: `긍정 평이 ${percentWords(positive)}예요.`,
            en: `${percentWords(positive)} of opinions are positive.`,
          },
      action: isBad
        ? {
            ko: "가장 큰 문제부터 원인을 찾으세요.",
            en: "Find the cause of the largest problem first.",
          }
        : { ko: "칭찬받는 점을 소개에 쓰세요.", en: "Tell of what is praised." },
      evidence,
      confidence: rounded(1 - (high - low)),
      priority: isBad ? "high" : "low",
    },
  ];
}

/** The last month against those before it: z of two shares. */
function changeInsights(months: readonly JsonObject[]): readonly Insight[] {
  const last = months.at(-1);
  const before = months.slice(0, -1);
  const earlier = before.reduce<number>((sum, each) => sum + numberIn(each, "count"), 0);
  const bad = before.reduce<number>(
    (sum, each) => sum + numberIn(each, "count") * numberIn(each, "negative"),
    0,
  );
  const now = numberIn(last, "count");
  if (last === undefined || earlier < 30 || now < 30) return [];
  const [share, past] = [numberIn(last, "negative"), bad / earlier];
  const pooled = (share * now + bad) / (now + earlier);
  const z = (share - past) / Math.sqrt(pooled * (1 - pooled) * (1 / now + 1 / earlier) || 1);
  if (Math.abs(z) < 1.96) return [];
  const isWorse = z > 0;
  const month = textIn(last, "month");
  return [
    {
      type: "change",
      title: isWorse
        ? {
            ko: `${month} 부정 평이 ${percentWords(past)}에서 ${percentWords(share)}로 늘었어요.`,
            en: `Negative opinions rose from ${percentWords(past)} to ${percentWords(share)} in ${month}.`,
          }
        : {
            ko: `${month} 부정 평이 ${percentWords(past)}에서 ${percentWords(share)}로 줄었어요.`,
            en: `Negative opinions fell from ${percentWords(past)} to ${percentWords(share)} in ${month}.`,
          },
      action: isWorse
        ? { ko: "그달에 바뀐 것을 확인하세요.", en: "Look at what changed that month." }
        : { ko: "그달에 한 일을 이어 가세요.", en: "Go on with what was done that month." },
      evidence: { month, share, before: rounded(past), z: rounded(z, 2) },
      confidence: rounded(Math.min(0.99, 1 - Math.exp(-Math.abs(z)))),
      priority: isWorse ? "high" : "medium",
    },
  ];
}

function keywordInsights(keywords: readonly JsonObject[]): readonly Insight[] {
  const [first] = keywords;
  if (first === undefined) return [];
  const names = keywords
    .slice(0, 3)
    .map((each) => textIn(each, "keyword"))
    .join(", ");
  return [
    {
      type: "keyword",
      title: {
        ko: `가장 많이 말하는 것은 ${names}예요.`,
        en: `People mostly talk about ${names}.`,
      },
      action: {
        ko: "설명과 답변에서 먼저 다루세요.",
        en: "Deal with these first in descriptions and answers.",
      },
      evidence: { keyword: textIn(first, "keyword"), frequency: numberIn(first, "frequency") },
      confidence: 0.9,
      priority: "medium",
    },
  ];
}

function risingInsights(rising: readonly JsonObject[]): readonly Insight[] {
  return rising.slice(0, 2).map((each) => ({
    type: "rising",
    title: {
      ko: `“${textIn(each, "keyword")}” 이야기가 늘었어요.`,
      en: `“${textIn(each, "keyword")}” comes up more often lately.`,
    },
    action: { ko: "새로 생긴 일인지 확인하세요.", en: "Check whether something new has happened." },
    evidence: each,
    confidence: rounded(Math.min(0.99, 1 - Math.exp(-numberIn(each, "g2") / 10))),
    priority: "medium" as const,
  }));
}

/** Insights beside what is searched for: terms that rise, and whether the texts talk about them. */
export const joinTrends: Analysis = ({ input, language }) => {
  const insights = listIn(input["insights"], "insights");
  const terms = listIn(input["trend_data"], "terms");
  const said = new Set(
    listIn(input["insights"], "keywords").map((each) => textIn(each, "keyword")),
  );
  const opportunities = terms
    .filter((term) => textIn(term, "direction") === "rising")
    .map((term) => {
      const name = textIn(term, "term");
      const isSaid = said.has(name.toLowerCase());
      const words = isSaid
        ? {
            ko: `“${name}” 관심이 늘고, 글에서도 말해요.`,
            en: `Interest in “${name}” rises, and the texts talk about it.`,
          }
        : {
            ko: `“${name}” 관심이 느는데 글에는 드물어요.`,
            en: `Interest in “${name}” rises, but the texts hardly mention it.`,
          };
      return {
        term: name,
        in_texts: isSaid,
        slope: numberIn(term, "slope"),
        words: words[language],
      };
    });
  const source = textIn(input["trend_data"], "source");
  const text = opportunities.map(({ words }) => `- ${words}`).join("\n");
  const none = {
    ko: "트렌드 자료가 없거나 오르는 것이 없어요.",
    en: "There is no trend data, or nothing rises.",
  };
  return {
    output: {
      method: "rules",
      trend_source: source,
      insights,
      opportunities,
    } as unknown as JsonObject, // JSON values alone
    words: text === "" ? none : { ko: text, en: text },
  };
};
