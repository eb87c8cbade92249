import type { JsonObject } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import type { TimingInput } from "../timing/timing-reading.ts";

/** What a briefing can be made of. */
export type BriefingKindId = "morning" | "price" | "page" | "feeds" | "weekly";

/** One thing that can be chosen of a briefing; `name` is its parameter. */
export interface BriefingField {
  readonly name: string;
  readonly shape: "text" | "list" | "number" | "parts";
  readonly label: Localized;
  /** How it is asked for. */
  readonly ask: Localized;
  /** Without it there is no such briefing. */
  readonly isNeeded?: true;
}

/** A kind of briefing, the workflow that brings it, and what can be chosen of it. */
export interface BriefingKind {
  readonly id: BriefingKindId;
  readonly workflow: string;
  readonly title: Localized;
  readonly about: Localized;
  readonly fields: readonly BriefingField[];
  /** The parts that can be chosen. */
  readonly parts?: readonly string[];
  /** Values where nobody has chosen any, by language. */
  readonly usual: { readonly ko: JsonObject; readonly en: JsonObject };
  /** When it comes where nobody has said. */
  readonly timing: TimingInput;
}

/** The parts of briefings that can be left out, in the order in which they come. */
export const BRIEFING_PARTS: Readonly<Record<string, Localized>> = {
  weather: { ko: "날씨", en: "weather" },
  calendar: { ko: "일정", en: "calendar" },
  todos: { ko: "할 일", en: "to-dos" },
  news: { ko: "뉴스", en: "news" },
  prices: { ko: "시세", en: "prices" },
  week: { ko: "지난 한 주", en: "the last week" },
  schedules: { ko: "알림", en: "reminders" },
  files: { ko: "파일", en: "files" },
  memories: { ko: "기억", en: "memories" },
  chart: { ko: "차트", en: "chart" },
};

/** What a briefing consists of, where that can be chosen. */
export const PARTS_FIELD: BriefingField = {
  name: "parts",
  shape: "parts",
  label: { ko: "담을 것", en: "Parts" },
  ask: {
    ko: "무엇을 담을까요? 누르거나 쉼표로 나누어 적어 주세요.",
    en: "What shall it have? Press, or write all of it with commas.",
  },
};

/** What a week looked back on can have, all of it where nobody has chosen. */
const WEEKLY_PARTS = ["week", "todos", "calendar", "schedules", "files", "memories", "chart"];

const SYMBOL_ASK: Localized = {
  ko: "어떤 종목인가요? 이름이나 코드, 티커로 적어 주세요.",
  en: "Which share, index or currency? Write its name, code or ticker.",
};

/** The kinds, in the order in which they are offered. */
export const BRIEFING_KINDS: readonly BriefingKind[] = [
  {
    id: "morning",
    workflow: "morning_briefing",
    title: { ko: "아침 브리핑", en: "Morning briefing" },
    about: { ko: "날씨, 일정, 할 일, 뉴스, 시세", en: "weather, calendar, to-dos, news, prices" },
    fields: [
      {
        name: "place",
        shape: "text",
        label: { ko: "날씨", en: "Weather" },
        ask: { ko: "어느 곳의 날씨인가요?", en: "The weather of which place?" },
      },
      {
        name: "topic",
        shape: "list",
        label: { ko: "뉴스 주제", en: "News topics" },
        ask: {
          ko: "어떤 주제의 뉴스인가요? 여럿이면 쉼표로 나누어 주세요.",
          en: "News on which topics? Put commas between several.",
        },
      },
      {
        name: "symbol",
        shape: "list",
        label: { ko: "종목", en: "Prices" },
        ask: {
          ko: "어떤 종목의 시세인가요? 여럿이면 쉼표로 나누어 주세요.",
          en: "Prices of what? Put commas between several names or tickers.",
        },
      },
      PARTS_FIELD,
    ],
    parts: ["weather", "calendar", "todos", "news", "prices", "chart"],
    usual: {
      ko: {
        topic: ["주요 뉴스"],
        symbol: ["코스피"],
        parts: ["weather", "calendar", "todos", "news"],
      },
      en: {
        topic: ["Top stories"],
        symbol: ["S&P500"],
        parts: ["weather", "calendar", "todos", "news"],
      },
    },
    timing: { cron: "0 8 * * *" },
  },
  {
    id: "price",
    workflow: "price_alert",
    title: { ko: "가격 알림", en: "Price alert" },
    about: {
      ko: "가격이 선을 넘을 때 흐름과 함께",
      en: "when a price crosses its line, with its course",
    },
    fields: [
      {
        name: "symbol",
        shape: "text",
        label: { ko: "종목", en: "Symbol" },
        ask: SYMBOL_ASK,
        isNeeded: true,
      },
      {
        name: "above",
        shape: "number",
        label: { ko: "이 값 이상", en: "At or above" },
        ask: { ko: "얼마 이상이 되면 알릴까요?", en: "Tell at or above which price?" },
      },
      {
        name: "below",
        shape: "number",
        label: { ko: "이 값 이하", en: "At or below" },
        ask: { ko: "얼마 이하가 되면 알릴까요?", en: "Tell at or below which price?" },
      },
    ],
    usual: { ko: {}, en: {} },
    timing: { every: "10m", cooldown: "6h" },
  },
  {
    id: "page",
    workflow: "page_watch",
    title: { ko: "페이지 감시", en: "Page change" },
    about: { ko: "웹 페이지에서 달라진 줄", en: "the lines of a page that changed" },
    fields: [
      {
        name: "url",
        shape: "text",
        label: { ko: "페이지", en: "Page" },
        ask: { ko: "어느 페이지인가요? 주소를 적어 주세요.", en: "Which page? Write its address." },
        isNeeded: true,
      },
    ],
    usual: { ko: {}, en: {} },
    timing: { every: "1h" },
  },
  {
    id: "feeds",
    workflow: "unread_feed",
    title: { ko: "안 읽은 글", en: "Unread feeds" },
    about: { ko: "피드(RSS, Atom)의 새 글 모음", en: "what is new in feeds (RSS, Atom)" },
    fields: [
      {
        name: "url",
        shape: "list",
        label: { ko: "피드", en: "Feeds" },
        ask: {
          ko: "어느 피드인가요? 주소를 적어 주세요. 여럿이면 쉼표로 나눠요.",
          en: "Which feeds? Write their addresses, with commas between several.",
        },
        isNeeded: true,
      },
    ],
    usual: { ko: {}, en: {} },
    timing: { cron: "0 8 * * *" },
  },
  {
    id: "weekly",
    workflow: "weekly_review",
    title: { ko: "주간 돌아보기", en: "Weekly review" },
    about: { ko: "한 일, 남은 일, 다음 주", en: "what was done, what is left, the week to come" },
    fields: [PARTS_FIELD],
    parts: WEEKLY_PARTS,
    usual: { ko: { parts: [...WEEKLY_PARTS] }, en: { parts: [...WEEKLY_PARTS] } },
    timing: { cron: "0 19 * * 0" },
  },
];

/** The kind of an id. */
export function briefingKind(id: BriefingKindId): BriefingKind {
  const kind = BRIEFING_KINDS.find((known) => known.id === id);
  if (kind === undefined) throw new TypeError(`There is no briefing of the kind "${id}".`);
  return kind;
}
