import type { ResvgRenderOptions } from "@resvg/resvg-js";
import type { EChartsOption, SeriesOption } from "echarts";
import { linkSignals } from "../../base/linked-signal.ts";
import type { ChartData } from "./chart-data.ts";

/** Everything a picture of a chart shows. Texts are shown as they are. */
export interface ChartPicture {
  readonly kind: "line" | "bar";
  readonly data: ChartData;
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly isHorizontal: boolean;
  readonly isStacked: boolean;
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
const TITLE_STYLE = {
  fontSize: 22,
  fontWeight: "normal",
  color: "#111827",
  width: TEXT_WIDTH,
  overflow: "truncate",
} as const;
const MARKED_POINTS = 60; // past this many, points on a line have no dots
const LABELLED_BARS = 16; // past this many, bars do not carry their value

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
  const title = drawable(picture.title);
  const [xLabel, yLabel] = [drawable(picture.xLabel), drawable(picture.yLabel)];
  const titleHeight = title === "" ? 0 : 44;
  const legendHeight = data.series.length > 1 ? 8 + legendRows(data) * LEGEND_ROW : 0;
  const categories = {
    type: "category" as const,
    data: data.labels.map(drawable),
    axisTick: { alignWithLabel: true },
    axisLabel: { hideOverlap: true },
  };
  const values = {
    type: "value" as const,
    scale: picture.kind === "line",
    splitLine: { lineStyle: { color: "#e5e7eb" } },
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
  const top = 24 + titleHeight + legendHeight + (yLabel === "" ? 0 : 22);
  return {
    animation: false,
    backgroundColor: "#fff",
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
    series: data.series.map((one) => seriesOf(picture, one)),
  };
}

/** How many rows the legend takes: a mark and a gap for each name, Hangul letters being twice as wide as others. */
function legendRows(data: ChartData): number {
  const width = data.series.reduce(
    (sum, one) =>
      sum +
      50 +
      Array.from(one.name).reduce((wide, letter) => wide + (letter > "\u10ff" ? 13 : 8), 0),
    0,
  );
  return Math.ceil(width / TEXT_WIDTH);
}

/** What phones draw as coloured pictures, with the marks that join and tint them. */
const PICTOGRAPHS =
  /\p{Emoji_Presentation}|\p{Extended_Pictographic}\u{FE0F}|[\u{1F3FB}-\u{1F3FF}]|\u{200D}|\u{FE0F}/gu;

/** Without pictographs, which the shipped font does not have and would draw as empty boxes. */
function drawable(text: string): string {
  return text.replace(PICTOGRAPHS, "").replace(/ {2,}/g, " ").trim();
}

function seriesOf(picture: ChartPicture, series: ChartData["series"][number]): SeriesOption {
  const count = series.values.length;
  if (picture.kind === "line") {
    return {
      type: "line",
      name: drawable(series.name),
      data: [...series.values],
      showSymbol: count <= MARKED_POINTS,
      symbol: "circle",
      symbolSize: 7,
      lineStyle: { width: 2.5 },
    };
  }
  const isLabelled = picture.data.series.length === 1 && count <= LABELLED_BARS;
  return {
    type: "bar",
    name: drawable(series.name),
    data: [...series.values],
    barMaxWidth: 64,
    ...(picture.isStacked ? { stack: "all" } : {}),
    label: {
      show: isLabelled,
      position: picture.isHorizontal ? "right" : "top",
      formatter: ({ value }) => withCommas(value),
    },
  };
}

function withCommas(value: unknown): string {
  return typeof value === "number"
    ? value.toLocaleString("en-US", { maximumFractionDigits: 4 })
    : "";
}
