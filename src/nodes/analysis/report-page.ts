import type { JsonObject } from "../../base/json.ts";
import type { Language, Localized } from "../../base/localized.ts";
import { type ChartPicture, drawSvg } from "../forge/chart-picture.ts";
import { countWords, listIn, numberIn, objectIn, percentWords, textIn } from "./words.ts";

/** A part of a report: what it says, how it was found, and a chart. */
export interface Section {
  readonly heading: Localized;
  readonly lines: readonly Localized[];
  /** How the numbers came about, and from how much. */
  readonly method: Localized;
  readonly chart?: Pick<ChartPicture, "kind" | "data" | "isHorizontal" | "isStacked"> & {
    readonly unit?: Localized;
  };
}

/** A report with its charts drawn. */
export interface DrawnReport {
  readonly title: string;
  readonly sections: readonly {
    readonly heading: string;
    readonly lines: readonly string[];
    readonly method: string;
    readonly svg?: string;
  }[];
}

const LEXICON: Localized = { ko: "사전과 별점으로 판정", en: "by lexicon and stars" };

/** The sections that the results of the analyses fill; what is not among them has none. Pure. */
export function sectionsOf(results: JsonObject): readonly Section[] {
  return [
    insightSection(results),
    moodSection(results),
    courseSection(results),
    keywordSection(results),
    aspectSection(results),
    problemSection(results),
    brandSection(results),
  ].flatMap((section) => section ?? []);
}

function insightSection({ insights }: JsonObject): Section | undefined {
  const found = listIn(insights, "insights");
  if (found.length === 0) return undefined;
  const lines = found
    .map((each) => `${textIn(each, "title")} ${textIn(each, "action")}`)
    .map((line) => ({ ko: line, en: line }));
  return {
    heading: { ko: "핵심 발견", en: "Findings" },
    lines,
    method: { ko: "규칙으로 찾음, 95% 신뢰구간", en: "found by rule, intervals of 95 %" },
  };
}

function moodSection({ sentiment_result }: JsonObject): Section | undefined {
  const summary = objectIn(sentiment_result, "summary");
  const count = numberIn(summary, "count");
  if (count === 0) return undefined;
  const [positive, neutral, negative] = ["positive", "neutral", "negative"].map((name) =>
    numberIn(summary, name),
  );
  const shares = {
    ko: `긍정 ${percentWords((positive ?? 0) / count)} · 중립 ${percentWords((neutral ?? 0) / count)} · 부정 ${percentWords((negative ?? 0) / count)}`,
    en: `positive ${percentWords((positive ?? 0) / count)} · neutral ${percentWords((neutral ?? 0) / count)} · negative ${percentWords((negative ?? 0) / count)}`,
  };
  return {
    heading: { ko: "감성", en: "Sentiment" },
    lines: [shares],
    method: methodOf(count),
    chart: {
      kind: "bar",
      isHorizontal: false,
      isStacked: false,
      data: {
        labels: ["positive", "neutral", "negative"],
        series: [{ name: "", values: [positive ?? 0, neutral ?? 0, negative ?? 0] }],
      },
    },
  };
}

function methodOf(count: number): Localized {
  return {
    ko: `글 ${countWords(count)}개, ${LEXICON.ko}`,
    en: `${countWords(count)} texts, ${LEXICON.en}`,
  };
}

function courseSection({ sentiment_result }: JsonObject): Section | undefined {
  const months = listIn(sentiment_result, "by_month");
  if (months.length < 2) return undefined;
  const values = (name: string): readonly number[] =>
    months.map((each) => Math.round(numberIn(each, name) * 1000) / 10);
  return {
    heading: { ko: "월별 감성", en: "Sentiment by month" },
    lines: [],
    method: { ko: "그달 글 가운데 비율 (%)", en: "share of the texts of a month, in %" },
    chart: {
      kind: "line",
      isHorizontal: false,
      isStacked: false,
      data: {
        labels: months.map((each) => textIn(each, "month")),
        series: [
          { name: "positive", values: values("positive") },
          { name: "negative", values: values("negative") },
        ],
      },
    },
  };
}

function keywordSection({ keyword_result }: JsonObject): Section | undefined {
  const keywords = listIn(keyword_result, "keywords").slice(0, 12);
  if (keywords.length === 0) return undefined;
  const rising = listIn(keyword_result, "rising")
    .slice(0, 5)
    .map((each) => textIn(each, "keyword"))
    .join(", ");
  return {
    heading: { ko: "키워드", en: "Keywords" },
    lines:
      rising === ""
        ? []
        : [{ ko: `요즘 늘어난 말: ${rising}`, en: `More often lately: ${rising}` }],
    method: {
      ko: "TF-IDF와 TextRank의 순위를 합침, 막대는 나온 횟수",
      en: "ranks of TF-IDF and TextRank together; bars are counts",
    },
    chart: {
      kind: "bar",
      isHorizontal: true,
      isStacked: false,
      data: {
        labels: keywords.map((each) => textIn(each, "keyword")),
        series: [{ name: "", values: keywords.map((each) => numberIn(each, "frequency")) }],
      },
    },
  };
}

function aspectSection({ absa_result }: JsonObject): Section | undefined {
  const aspects = listIn(absa_result, "aspects").slice(0, 10);
  if (aspects.length === 0) return undefined;
  return {
    heading: { ko: "속성별 평가", en: "Aspects" },
    lines: [],
    method: { ko: "속성을 말한 절의 감성", en: "the sentiment of clauses that name an aspect" },
    chart: {
      kind: "bar",
      isHorizontal: true,
      isStacked: true,
      data: {
        labels: aspects.map((each) => textIn(each, "aspect")),
        series: ["positive", "negative"].map((name) => ({
          name,
          values: aspects.map((each) => numberIn(each, name)),
        })),
      },
    },
  };
}

function problemSection({ problem_classification }: JsonObject): Section | undefined {
  const problems = listIn(problem_classification, "problems").slice(0, 8);
  if (problems.length === 0) return undefined;
  const samples = problems.slice(0, 3).flatMap((each) =>
    listIn(each, "samples")
      .slice(0, 1)
      .map((sample) => `${textIn(each, "title")}: “${textIn(sample, "text").slice(0, 80)}”`),
  );
  return {
    heading: { ko: "불만의 종류", en: "Problems" },
    lines: samples.map((line) => ({ ko: line, en: line })),
    method: methodOf(numberIn(problem_classification, "complaints")),
    chart: {
      kind: "bar",
      isHorizontal: true,
      isStacked: false,
      data: {
        labels: problems.map((each) => textIn(each, "title")),
        series: [{ name: "", values: problems.map((each) => numberIn(each, "count")) }],
      },
    },
  };
}

function brandSection({ competitor_result }: JsonObject): Section | undefined {
  const brands = listIn(competitor_result, "brands").slice(0, 10);
  if (brands.length < 2) return undefined;
  return {
    heading: { ko: "브랜드 비교", en: "Brands" },
    lines: [],
    method: { ko: "긍정 비율 (%)", en: "share of positive texts, in %" },
    chart: {
      kind: "bar",
      isHorizontal: false,
      isStacked: false,
      data: {
        labels: brands.map((each) => textIn(each, "brand")),
        series: [
          {
            name: "",
            values: brands.map((each) => Math.round(numberIn(each, "positive_share") * 1000) / 10),
          },
        ],
      },
    },
  };
}

/** The key figures of a table as sections. Pure. */
export function dashboardSections(output: JsonObject): readonly Section[] {
  const figures = listIn(output, "figures");
  const course = listIn(output, "course");
  const lines = figures.map(
    (each) =>
      `${textIn(each, "name")}: Σ ${numberIn(each, "sum")}, ⌀ ${numberIn(each, "mean")} (${numberIn(each, "minimum")} … ${numberIn(each, "maximum")})`,
  );
  const rows = countWords(numberIn(output, "rows"));
  const first: Section = {
    heading: { ko: "지표", en: "Key figures" },
    lines: lines.map((line) => ({ ko: line, en: line })),
    method: { ko: `표 ${rows}행`, en: `a table of ${rows} rows` },
  };
  if (course.length < 2) return [first];
  const data = {
    labels: course.map((each) => textIn(each, "month")),
    series: [{ name: "", values: course.map((each) => numberIn(each, "value")) }],
  };
  return [
    first,
    {
      heading: { ko: "월별 추이", en: "By month" },
      lines: [],
      method: { ko: "월별 합계", en: "sums of months" },
      chart: { kind: "line", isHorizontal: false, isStacked: false, data },
    },
  ];
}

const LABELS: Readonly<Record<string, Localized>> = {
  positive: { ko: "긍정", en: "positive" },
  neutral: { ko: "중립", en: "neutral" },
  negative: { ko: "부정", en: "negative" },
};

/** Draws every chart, in the reader's language. */
export async function drawReport(
  title: Localized,
  sections: readonly Section[],
  language: Language,
): Promise<DrawnReport> {
  const named = (label: string): string => LABELS[label]?.[language] ?? label;
  const drawn = [];
  for (const { heading, lines, method, chart } of sections) {
    const words = {
      heading: heading[language],
      lines: lines.map((line) => line[language]),
      method: method[language],
    };
    if (chart === undefined) {
      drawn.push(words);
      continue;
    }
    const data = {
      ...chart.data,
      labels: chart.data.labels.map(named),
      series: chart.data.series.map((one) => ({ ...one, name: named(one.name) })),
    };
    drawn.push({
      ...words,
      svg: await drawSvg({
        ...chart,
        data,
        title: words.heading,
        xLabel: "",
        yLabel: "",
        language,
      }),
    });
  }
  return { title: title[language], sections: drawn };
}

/** A page that needs nothing from elsewhere and runs nothing. Pure. */
export function reportHtml({ title, sections }: DrawnReport, language: Language): string {
  const parts = sections.map(({ heading, lines, method, svg }) => {
    const items = lines.map((line) => `<li>${escaped(line)}</li>`).join("");
    return `<section><h2>${escaped(heading)}</h2>${items === "" ? "" : `<ul>${items}</ul>`}${svg ?? ""}<p class="method">${escaped(method)}</p></section>`;
  });
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${escaped(title)}</title><style>${STYLE}</style></head><body><h1>${escaped(title)}</h1>${parts.join("")}</body></html>`;
}

const STYLE =
  "body{font-family:NanumGothic,'Noto Sans KR',sans-serif;max-width:960px;margin:2rem auto;padding:0 1rem;color:#111827}svg{max-width:100%;height:auto}section{break-inside:avoid}.method{color:#6b7280;font-size:.85rem}";

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** The charts below one another as one drawing; `undefined` where there is none. Pure. */
export function stackedSvg({ sections }: DrawnReport, most: number): string | undefined {
  const pictures = sections.flatMap(({ svg }) => svg ?? []).slice(0, most);
  if (pictures.length === 0) return undefined;
  let height = 0;
  const placed = pictures.map((svg) => {
    const top = height;
    height += Number(/height="(\d+)"/.exec(svg)?.[1] ?? 540);
    return svg.replace("<svg ", `<svg x="0" y="${top}" `);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="${height}">${placed.join("")}</svg>`;
}
