import type { ResvgRenderOptions } from "@resvg/resvg-js";
import type { EChartsOption, SeriesOption } from "echarts";
import { linkSignals } from "../../base/linked-signal.ts";
import type { Language } from "../../base/localized.ts";
import type { ChartData } from "./chart-series.ts";

/** Everything a picture of a chart shows. Texts are shown as they are. */
export interface ChartPicture {
  readonly kind: "line" | "bar";
  readonly data: ChartData;
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly isHorizontal: boolean;
  readonly isStacked: boolean;
  /** In whose words large numbers are written. */
  readonly language: Language;
}

/** The family name inside the shipped font file. */
const FONT_FAMILY = "NanumGothic";

const WIDTH = 960; // CSS pixels; a PNG has twice as many
const HEIGHT = 540;
const PNG_SCALE = 2;
const ROW_HEIGHT = 26; // of one category of a horizontal chart
const MAX_HEIGHT = 2400;
const MARGIN = 36; // between the outermost label and the edge; letters are measured only roughly while laying out
const TEXT_WIDTH = WIDTH - 80; // of the title and the legend
const LEGEND_ROW = 26;
const LEGEND_MARK = 41; // of a name's mark with the gaps around it
const TITLE_ROW = 30;
/** Colours that stay apart on a phone; where they begin again, lines are dashed. */
const COLOURS = [
  "#2f6fdb",
  "#e8590c",
  "#2f9e44",
  "#9c36b5",
  "#e03131",
  "#0c8599",
  "#f2a900",
  "#495057",
  "#d6336c",
  "#82a31f",
];
const DASHES = ["solid", "dashed", "dotted"] as const;
const TITLE_STYLE = {
  fontSize: 22,
  fontWeight: "normal",
  color: "#111827",
  lineHeight: TITLE_ROW,
} as const;
const MARKED_POINTS = 60; // past this many, points on a line have no dots
const LABELLED_BARS = 16; // past this many, bars do not carry their value
const NAMED_BARS = 40; // up to this many, every bar has its name
const NARROWEST_NAME = 56; // room in which a name can be broken into lines
const SLANTED_WIDTH = 120;
const WIDEST_NAME = 280; // beside a bar that lies

/** Draws the chart as SVG text with a white ground. Each call has its own chart; nothing stays behind. */
export async function drawSvg(picture: ChartPicture): Promise<string> {
  const [
    { init, use },
    { BarChart, LineChart },
    { GridComponent, LegendComponent, TitleComponent },
    { SVGRenderer },
  ] = await Promise.all([
    import("echarts/core"),
    import("echarts/charts"),
    import("echarts/components"),
    import("echarts/renderers"),
  ]);
  use([BarChart, LineChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer]);
  const chart = init(null, null, {
    renderer: "svg",
    ssr: true,
    width: WIDTH,
    height: heightOf(picture),
  });
  try {
    chart.setOption(optionOf(picture));
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}

/** Turns SVG text into PNG bytes, its letters drawn with the font file at `fontPath` alone. */
export async function drawPng(
  svg: string,
  fontPath: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { renderAsync } = await import("@resvg/resvg-js");
  const options: ResvgRenderOptions = {
    background: "#fff",
    fitTo: { mode: "zoom", value: PNG_SCALE },
    font: { loadSystemFonts: false, fontFiles: [fontPath], defaultFontFamily: FONT_FAMILY },
    logLevel: "off",
  };
  const once = linkSignals([signal]); // the renderer takes a signal once, and a program may draw twice
  try {
    return (await renderAsync(svg, options, once.signal)).asPng();
  } finally {
    once.release();
  }
}

function heightOf(picture: ChartPicture): number {
  if (!picture.isHorizontal) return HEIGHT;
  const perRow = picture.isStacked ? 1 : picture.data.series.length;
  return Math.min(
    MAX_HEIGHT,
    Math.max(HEIGHT, 160 + picture.data.labels.length * ROW_HEIGHT * Math.max(1, perRow * 0.7)),
  );
}

function optionOf(picture: ChartPicture): EChartsOption {
  const { data, isHorizontal } = picture;
  const title = inLines(drawable(picture.title), TEXT_WIDTH, TITLE_STYLE.fontSize);
  const [xLabel, yLabel] = [drawable(picture.xLabel), drawable(picture.yLabel)];
  const titleHeight = title === "" ? 0 : 14 + title.split("\n").length * TITLE_ROW;
  const inUnit = numberWords(picture);
  const legendHeight = data.series.length > 1 ? 8 + legendRows(data) * LEGEND_ROW : 0;
  const categories = {
    type: "category" as const,
    data: data.labels.map(drawable),
    axisTick: { alignWithLabel: true },
    axisLabel: nameStyle(picture),
    // A line at zero would carry the words of the axis into the picture.
    axisLine: { onZero: !(isHorizontal && yLabel !== "") },
  };
  const values = {
    type: "value" as const,
    scale: picture.kind === "line",
    splitLine: { lineStyle: { color: "#e5e7eb" } },
    axisLabel: { formatter: inUnit },
  };
  const across = {
    name: xLabel,
    nameLocation: "middle" as const,
    nameTextStyle: { fontSize: 14, padding: [8, 0, 0, 0] },
  };
  const upward = {
    name: yLabel,
    nameLocation: isHorizontal ? ("start" as const) : ("end" as const),
    nameTextStyle: { fontSize: 14, align: "left" as const },
  };
  const aboveBars = !isHorizontal && isLabelled(picture) ? NUMBER_HEIGHT : 0;
  const top = 24 + titleHeight + legendHeight + Math.max(aboveBars, yLabel === "" ? 0 : 22);
  return {
    animation: false,
    backgroundColor: "#fff",
    color: COLOURS,
    textStyle: { fontFamily: `${FONT_FAMILY}, 'Noto Sans KR', sans-serif`, fontSize: 13 },
    title: { show: title !== "", text: title, left: "center", top: 14, textStyle: TITLE_STYLE },
    legend: {
      show: legendHeight > 0,
      top: 12 + titleHeight,
      left: "center",
      width: TEXT_WIDTH,
      textStyle: { fontSize: 13 },
    },
    grid: {
      left: MARGIN,
      right: MARGIN,
      bottom: MARGIN,
      top,
      outerBounds: { left: MARGIN, right: MARGIN, bottom: 16, top: 16 },
    },
    xAxis: isHorizontal ? { ...values, ...across } : { ...categories, ...across },
    yAxis: isHorizontal ? { ...categories, ...upward, inverse: true } : { ...values, ...upward },
    series: data.series.map((one, index) => seriesOf(picture, one, index)),
  };
}

/** How many rows the legend takes: a mark and a gap for each name. */
function legendRows(data: ChartData): number {
  const width = data.series.reduce((sum, { name }) => sum + LEGEND_MARK + textWidth(name, 13), 0);
  return Math.ceil(width / TEXT_WIDTH);
}

/** How the names of the places are written: whole where they fit, else in lines or slanted where each belongs to a bar, else some of them. */
function nameStyle({ kind, data, isHorizontal }: ChartPicture) {
  if (isHorizontal) return { hideOverlap: true, width: WIDEST_NAME, overflow: "truncate" as const };
  const room = (WIDTH - 2 * MARGIN - 60) / data.labels.length;
  const widest = data.labels.reduce((most, label) => Math.max(most, textWidth(label, 13)), 0);
  const areOrdered = data.labels.every((label) => /^[\d\s/:.-]+$/.test(label));
  const isWhole = widest + 8 <= room || areOrdered || data.labels.length > NAMED_BARS;
  if (isWhole || (kind === "line" && room < NARROWEST_NAME)) return { hideOverlap: true };
  if (room >= NARROWEST_NAME)
    return {
      interval: 0,
      lineHeight: 18,
      formatter: (label: string) => inLines(label, room - 10, 13),
    };
  return { interval: 0, rotate: 45, width: SLANTED_WIDTH, overflow: "truncate" as const };
}

/** What the number above the highest bar takes. */
const NUMBER_HEIGHT = 18;

/** From this size on, numbers are written with a word for many zeros. */
const LARGE = 1e8;
const SCALES: Readonly<Record<Language, readonly (readonly [number, string])[]>> = {
  ko: [
    [1e12, "조"],
    [1e8, "억"],
  ],
  en: [
    [1e12, "T"],
    [1e9, "B"],
    [1e6, "M"],
  ],
};

/** Writes the numbers of a chart, all of them in the unit of the largest. */
function numberWords({ data, language }: ChartPicture): (value: unknown) => string {
  const largest = data.series
    .flatMap(({ values }) => values)
    .reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0);
  const [size, word] =
    largest < LARGE ? [1, ""] : (SCALES[language].find(([least]) => largest >= least) ?? [1, ""]);
  const digits = { maximumFractionDigits: size === 1 ? 4 : 2 };
  return (value) =>
    typeof value === "number"
      ? `${(value / size).toLocaleString("en-US", digits)}${value === 0 ? "" : word}`
      : "";
}

/** Whether the bars carry their numbers. */
function isLabelled({ kind, data: { series, labels } }: ChartPicture): boolean {
  return kind === "bar" && series.length === 1 && labels.length <= LABELLED_BARS;
}

function seriesOf(
  picture: ChartPicture,
  series: ChartData["series"][number],
  index: number,
): SeriesOption {
  if (picture.kind === "line") {
    return {
      type: "line",
      name: drawable(series.name),
      data: [...series.values],
      showSymbol: series.values.length <= MARKED_POINTS,
      symbol: "circle",
      symbolSize: 7,
      lineStyle: {
        width: 2.5,
        type: DASHES[Math.floor(index / COLOURS.length) % DASHES.length] ?? "solid",
      },
      connectNulls: picture.data.isMerged === true,
    };
  }
  const inUnit = numberWords(picture);
  const [above, below] = picture.isHorizontal
    ? (["right", "left"] as const)
    : (["top", "bottom"] as const);
  return {
    type: "bar",
    name: drawable(series.name),
    data: series.values.map((value) =>
      value !== null && value < 0 ? { value, label: { position: below } } : value,
    ),
    barMaxWidth: 64,
    ...(picture.isStacked ? { stack: "all" } : {}),
    label: {
      show: isLabelled(picture),
      position: above,
      formatter: ({ value }) => inUnit(value),
    },
  };
}

/** Roughly, in CSS pixels: Hangul letters are as wide as they are high, others some six tenths of it. */
function textWidth(text: string, fontSize: number): number {
  return Array.from(text).reduce(
    (sum, letter) => sum + fontSize * (letter > "\u10ff" ? 1 : 0.6),
    0,
  );
}

/** A text in at most three lines of a width, broken between words where it can be. */
function inLines(text: string, width: number, fontSize: number): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((one) => pieces(one, width, fontSize))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line === "" || textWidth(longer, fontSize) <= width) {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word;
  }
  lines.push(line);
  const cut = lines.slice(0, MOST_LINES);
  return lines.length > MOST_LINES ? `${cut.join("\n")}…` : cut.join("\n");
}

const MOST_LINES = 3;

/** A word that no line can hold, in pieces. */
function pieces(word: string, width: number, fontSize: number): readonly string[] {
  if (textWidth(word, fontSize) <= width) return [word];
  const size = Math.max(1, Math.floor(width / fontSize));
  const letters = Array.from(word);
  const count = Math.ceil(letters.length / size);
  return Array.from({ length: count }, (_, index) =>
    letters.slice(index * size, (index + 1) * size).join(""),
  );
}

/** What phones draw as coloured pictures, with the marks that join and tint them. */
const PICTOGRAPHS =
  /\p{Emoji_Presentation}|\p{Extended_Pictographic}\u{FE0F}|[\u{1F3FB}-\u{1F3FF}]|\u{200D}|\u{FE0F}/gu;

/** Without pictographs, which the shipped font does not have and would draw as empty boxes. */
function drawable(text: string): string {
  return text.replace(PICTOGRAPHS, "").replace(/ {2,}/g, " ").trim();
}
