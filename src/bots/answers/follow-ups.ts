import { quoteIbl } from "../../agent/planner/code.ts";
import type { Reply, Suggestion } from "../../agent/turn/assistant.ts";
import { type MomentReader, shortTime } from "../../base/format-time.ts";
import { isJsonObject } from "../../base/json.ts";
import type { Language, Localized } from "../../base/localized.ts";
import { setupLines } from "../../engine/values/outcome.ts";
import type { Envelope } from "../../runs/result-envelope.ts";
import { amountWords } from "../../scheduler/ledger/price-alert.ts";
import { stepsOf } from "./answer-text.ts";

/** What may be asked next about an answer. A template's `{value}` is what the program was asked about, taken from the request; `{first}` is the address of the first thing found, which is from outside and asks before it is opened. */
interface FollowUp {
  readonly label: Localized;
  /** Left out where the program of the request has this in it. */
  readonly unless?: RegExp;
  /** Left out where the request named nothing. */
  readonly needsValue?: true;
  readonly says?: Localized;
  readonly runs?: string;
  /** Offered only where a file was replaced (`true`) or was not (`false`). */
  readonly ifReplaced?: boolean;
  /** True where it stands before what takes the effects back. */
  readonly isFirst?: true;
  /** What its press says besides the words of the request. */
  readonly wish?: string;
  /** True where all of its program is made of the request, so that nothing of it is from outside. */
  readonly isOwn?: true;
}

/** By the last action of a program. */
const FOLLOW_UPS: Readonly<Record<string, readonly FollowUp[]>> = {
  "source:weather": [
    {
      label: { ko: "이번 주", en: "Week" },
      unless: /days: 7/u,
      runs: "[source:weather]({value}) {days: 7}",
    },
    {
      label: { ko: "매일 아침", en: "Every morning" },
      says: {
        ko: "매일 아침 8시에 {name} 날씨 알려줘",
        en: "tell me the weather in {name} every day at 8am",
      },
      needsValue: true,
    },
  ],
  "source:price": [
    {
      label: { ko: "한 달", en: "Month" },
      unless: /amount:|=X/u,
      runs: '[source:price_history]({value}) {range: "1mo"} >> [forge:line]({title}) {keep: false}',
      needsValue: true,
    },
    {
      label: { ko: "알림 걸기", en: "Alert me" },
      unless: /amount:|=X/u,
      says: { ko: "{name} 알림 걸기{near}", en: "alert me about {name}{near}" },
      needsValue: true,
    },
  ],
  "forge:line": [
    {
      label: { ko: "6개월", en: "6 months" },
      unless: /^(?!\[source:price_history\])|range: "(?:6mo|1y)"/u,
      runs: '[source:price_history]({value}) {range: "6mo"} >> [forge:line]({title}) {keep: false}',
      needsValue: true,
    },
    {
      label: { ko: "매주", en: "Weekly" },
      unless: /^(?!\[source:price_history\])|'/u,
      runs: `[system:schedule]({value}) {cron: "0 8 * * 1", pipeline: '[source:price_history]({value}) >> [forge:line]({value}) {keep: false}'}`,
      needsValue: true,
      isOwn: true,
    },
  ],
  "source:search_news": [
    {
      label: { ko: "더 보기", en: "More" },
      unless: /count:/u,
      runs: "[source:search_news]({value}) {count: 10}",
    },
    {
      label: { ko: "매일 받기", en: "Daily" },
      runs: '[system:schedule]({daily}) {pipeline: {news}, cron: "0 8 * * *"}',
      isOwn: true,
      needsValue: true,
    },
  ],
  "source:web_search": [
    {
      label: { ko: "1번 요약", en: "Summarize 1" },
      unless: /count:/u,
      runs: "[source:crawl]({first}) >> [system:summarize]",
    },
    {
      label: { ko: "더 보기", en: "More" },
      unless: /count:/u,
      runs: "[source:web_search]({value}) {count: 10}",
    },
  ],
  "system:todo": [{ label: { ko: "목록", en: "List" }, needsValue: true, runs: "[system:todo]" }],
  "system:write": [
    {
      label: { ko: "열기", en: "Open" },
      ifReplaced: false,
      needsValue: true,
      runs: "[system:read]({value})",
    },
    {
      label: { ko: "이어 쓰기로", en: "Append instead" },
      ifReplaced: true,
      needsValue: true,
      runs: "[system:restore]({value}) >> [system:write]({value}) {{content}, append: true}",
      isFirst: true,
      wish: "restore",
    },
  ],
  "system:summarize": [
    { label: { ko: "전문", en: "Full text" }, runs: "[source:crawl]({value})", needsValue: true },
    {
      label: { ko: "저장", en: "Save" },
      says: { ko: "{name} 읽어서 {file}에 저장해줘", en: "read {name} and save it to {file}" },
      needsValue: true,
    },
  ],
};

/** Programs of two steps that are asked about as their last. */
const KNOWN_PAIRS: ReadonlySet<string> = new Set(["crawl>summarize", "price_history>line"]);

/** Longest value that a button takes along, in characters. */
const LONGEST_VALUE = 200;

/** The name under which a page is saved: that of its site. */
function fileNameFor(url: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./u, "") : "";
  return `${host.replace(/[^\p{L}\p{N}.-]+/gu, "-") || "page"}.md`;
}

/** Who may ask next, and when. */
export interface FollowUpReader extends MomentReader {
  readonly nowMs: number;
  readonly isOwner: boolean;
}

/** What may be asked next about a good answer, made of the values of its own request; what failed and may work later is offered again. */
export function followUps(
  envelope: Envelope,
  made: { readonly code: string; readonly said: string },
  reader: FollowUpReader,
): readonly Suggestion[] {
  const { code } = made;
  const { language } = reader;
  if (!envelope.ok) return afterFailure(envelope, made, reader);
  const steps = stepsOf(envelope);
  const last = steps.at(-1);
  const [first] = steps;
  if (last === undefined || first === undefined) return [];
  const action = `${last.node}:${last.action}`;
  const isKnown = steps.length === 1 || KNOWN_PAIRS.has(`${first.action}>${last.action}`);
  if (!isKnown) return [];
  const url = firstUrl(envelope);
  const value = valueIn(code);
  const content = contentIn(code);
  const asked: Asked = {
    code,
    isReplaced: envelope.files.some((file) => file.isReplaced === true),
    title: titleIn(envelope, code) ?? value ?? "",
    near: nearWords(envelope, language),
    ...(url !== undefined && { url }),
    ...(value !== undefined && { value }),
    ...(content !== undefined && { content }),
  };
  return (FOLLOW_UPS[action] ?? [])
    .filter((next) => isMade(next, asked))
    .map(({ label, isFirst, isOwn, runs, says, wish }) => ({
      label: label[language],
      ...(isFirst && { isFirst }),
      // The words of the request go along with a program: what stands in neither is from outside.
      ...(runs === undefined
        ? {}
        : {
            runs: filled(runs, asked, language),
            says: [
              made.said,
              ...(wish === undefined ? [] : [wish]),
              ...(isOwn ? [filled(runs, asked, language)] : []),
            ].join("\n"),
          }),
      ...(says === undefined ? {} : { says: filled(says[language], asked, language) }),
    }));
}

/** What a request was about, and what it found. */
interface Asked {
  readonly code: string;
  /** True where it replaced what stood in a file. */
  readonly isReplaced: boolean;
  /** What a picture of it is called. */
  readonly title: string;
  /** In brackets, a price somewhat above the one that was found; empty where none was. */
  readonly near: string;
  /** The address of the first thing that was found. */
  readonly url?: string;
  /** What it named. */
  readonly value?: string;
  /** What it wrote, as it stands in the program. */
  readonly content?: string;
}

/** Whether all that a button is made of is there. */
function isMade(next: FollowUp, { code, isReplaced, url, value, content }: Asked): boolean {
  if (next.unless?.test(code) === true || (next.needsValue && value === undefined)) return false;
  if (next.ifReplaced !== undefined && next.ifReplaced !== isReplaced) return false;
  if (next.runs?.includes("{content}") === true && content === undefined) return false;
  return next.runs?.includes("{first}") !== true || url !== undefined;
}

function filled(template: string, asked: Asked, language: Language): string {
  const { url = "", value, content = "", title, near } = asked;
  return template
    .replaceAll("{first}", () => quoteIbl(url))
    .replaceAll("({value})", () => (value === undefined ? "" : `(${quoteIbl(value)})`))
    .replaceAll("{title}", () => quoteIbl(title))
    .replaceAll("{daily}", () => quoteIbl(newsName(value ?? "", language)))
    .replaceAll("{news}", () => quoteIbl(`[source:search_news](${quoteIbl(value ?? "")})`))
    .replaceAll("{file}", () => fileNameFor(value ?? ""))
    .replaceAll("{name}", () => value ?? "")
    .replaceAll("{near}", () => near)
    .replaceAll("{content}", () => content);
}

/** What news on a subject are called. */
function newsName(subject: string, language: Language): string {
  if (/(?:뉴스|소식|news|stories|headlines)$/iu.test(subject)) return subject;
  return language === "ko" ? `${subject} 뉴스` : `${subject} news`;
}

/** A round price a little above the one that was found, as an example of a line to be told at. */
function nearWords({ value }: Envelope, language: Language): string {
  const { price, currency } = isJsonObject(value) ? value : {};
  if (typeof price !== "number" || price <= 0) return "";
  const step = 10 ** (Math.floor(Math.log10(price)) - 1);
  const near = Number((Math.ceil((price * ABOVE) / step) * step).toPrecision(3));
  const words = amountWords(near, language, typeof currency === "string" ? currency : undefined);
  return ` (${words})`;
}

/** How far above. */
const ABOVE = 1.02;

/** The name under which a price was found, else the title of a chart. */
function titleIn({ value }: Envelope, code: string): string | undefined {
  const name = isJsonObject(value) ? value["name"] : /\[forge:\w+\]\("([^"\\]+)"/u.exec(code)?.[1];
  return typeof name === "string" && name.length <= LONGEST_TITLE ? name : undefined;
}

const LONGEST_TITLE = 60;

/** What may go well later is offered again; an owner may read the cause. */
function afterFailure(
  envelope: Envelope,
  { code, said }: { readonly code: string; readonly said: string },
  reader: FollowUpReader,
): readonly Suggestion[] {
  const { language, isOwner } = reader;
  const isMendable = isOwner && awaitsSetup(envelope);
  if (!isPassing(envelope) && !isMendable) return [];
  const retry = { label: RETRY[language], runs: code, says: said };
  const details = { label: DETAILS[language], tells: causesOf(envelope, reader) };
  return isOwner ? [retry, details] : [retry];
}

/** What a list of schedules leaves out: those that were switched off, each of which may be switched on again. */
export function switchedOff(envelope: Envelope, language: Language): readonly Suggestion[] {
  const [step, ...others] = stepsOf(envelope);
  if (step === undefined || others.length > 0 || step.action !== "list_events") return [];
  const items = Array.isArray(envelope.value) ? envelope.value.filter(isJsonObject) : [];
  const names = items.flatMap(({ name, state }) =>
    state === "disabled" && typeof name === "string" ? [name] : [],
  );
  if (names.length === 0) return [];
  if (names.length < items.length || !SHOWS_OFF.test(envelope.text)) {
    const label = { ko: `꺼진 것 (${names.length})`, en: `Turned off (${names.length})` }[language];
    return [{ label, runs: LIST_OFF, says: LIST_OFF }];
  }
  return names.slice(0, MOST_OFF).map((name) => {
    const short = name.length <= LABEL_NAME ? name : `${name.slice(0, LABEL_NAME - 1)}…`;
    const runs = `[system:enable](${quoteIbl(name)})`;
    // The program is the person's own: the name is one of theirs.
    return { label: { ko: `${short} 켜기`, en: `Turn on ${short}` }[language], runs, says: runs };
  });
}

const LIST_OFF = "[system:list_events]() {off: true}";
const SHOWS_OFF = /\((?:off|꺼짐)\)/u;
const MOST_OFF = 4;
const LABEL_NAME = 15;

/** The other times that were perhaps meant of what a program has scheduled, each a press away. */
export function otherTimes(
  { ok, value }: Envelope,
  { others = [] }: NonNullable<Extract<Reply, { kind: "run" }>["made"]>,
): readonly Suggestion[] {
  const name = ok && isJsonObject(value) ? value["name"] : undefined;
  if (typeof name !== "string") return [];
  return others.map(({ label, timing }) => {
    const runs = `[system:update](${quoteIbl(name)}) {config: ${JSON.stringify(timing)}}`;
    // The program is the person's own: it is made of their request.
    return { label, runs, says: runs };
  });
}

const RETRY: Localized = { ko: "다시", en: "Retry" };

const DETAILS: Localized = { ko: "자세히", en: "Details" };

/** What failed, why as far as it is known, and when: for who can mend it. */
function causesOf({ statements }: Envelope, reader: FollowUpReader): string {
  const { language, nowMs } = reader;
  const time = shortTime(nowMs, reader, nowMs);
  return statements
    .flatMap(({ steps }) => steps)
    .flatMap(({ error }) => (error === undefined ? [] : [error]))
    .map((error) => {
      const known = CAUSES[error.code]?.[language];
      const told = [...(known === undefined ? [] : [known]), ...setupLines(error)];
      return [error.message, ...told, `(${time})`].join(" ");
    })
    .join("\n");
}

const SETUP: ReadonlySet<string> = new Set(["needs-chromium", "needs-key"]);

/** True where somebody has to set something up before it can go well. */
function awaitsSetup({ statements }: Envelope): boolean {
  return statements.some(({ error }) => SETUP.has(error?.code ?? ""));
}

/** Why a service gave nothing, by the code of the failure. */
const CAUSES: Readonly<Record<string, Localized>> = {
  "http-unreachable": {
    ko: "연결 자체가 되지 않았어요: 그쪽이 꺼졌거나, 이 컴퓨터의 인터넷이 끊겼거나, 주소가 없어요.",
    en: "No connection could be made: it is down, this computer is offline, or there is no such address.",
  },
  "http-timeout": {
    ko: "연결했지만 제때 답이 오지 않았어요.",
    en: "It did not answer in time.",
  },
  "needs-chromium": {
    ko: "Chromium이 없어요. Debian과 Ubuntu에서는 `apt install chromium`으로 설치하고, 다른 곳에 있으면 CHROMIUM_PATH에 경로를 적어 주세요.",
    en: "There is no Chromium: on Debian and Ubuntu install it with `apt install chromium`; where it is elsewhere, set CHROMIUM_PATH.",
  },
};

/** True where everything that went wrong may go well later. */
function isPassing({ statements }: Envelope): boolean {
  const errors = statements.flatMap(({ error }) => (error === undefined ? [] : [error]));
  return errors.length > 0 && errors.every(({ retryable }) => retryable);
}

/** The address of the first thing that was found. */
function firstUrl({ value }: Envelope): string | undefined {
  const [first] = Array.isArray(value) ? value : [];
  const url = isJsonObject(first) ? first["url"] : undefined;
  return typeof url === "string" && /^https?:\/\/[^\s"\\]+$/u.test(url) ? url : undefined;
}

function contentIn(code: string): string | undefined {
  return /\{(content: "(?:[^"\\]|\\.)*")\}/u.exec(code)?.[1];
}

/** The first value in quotes. */
function valueIn(code: string): string | undefined {
  const [, quoted] = /\(("(?:[^"\\]|\\.)*")/u.exec(code) ?? [];
  if (quoted === undefined || quoted.includes("\\") || quoted.length > LONGEST_VALUE)
    return undefined;
  return quoted.slice(1, -1);
}
