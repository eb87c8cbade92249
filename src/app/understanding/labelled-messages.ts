import { AppError } from "../../base/errors.ts";
import type { Language } from "../../base/localized.ts";

/** What somebody wrote before the message, or the bot said. */
export interface EarlierTurn {
  readonly by: "user" | "bot";
  readonly text: string;
}

/** What is right for a message; several may be. */
export type Expectation =
  | { readonly kind: "program"; readonly code: string }
  /** A value is missing and is asked for. */
  | { readonly kind: "ask" }
  /** The person forbids these actions. */
  | { readonly kind: "refuse"; readonly actions: readonly string[] }
  /** No action does it, and the bot says so. */
  | { readonly kind: "unsupported" }
  /** An answer in words, and no program. */
  | { readonly kind: "chat" }
  /** A remark that asks for nothing. */
  | { readonly kind: "remark" }
  /** The next due times in Unix ms: of one time all, of a repetition the first. `ends` where these are several, or come to an end, or leave a day out. */
  | {
      readonly kind: "times";
      readonly dueMs: readonly number[];
      readonly repeats: boolean;
      readonly ends: boolean;
    }
  /** The first and last moment of a span. */
  | { readonly kind: "span"; readonly fromMs: number; readonly toMs: number };

/** One line of a table. */
export interface LabelledMessage {
  readonly id: string;
  readonly language: Language;
  /** Such as `schedule`; of several the first. */
  readonly kind: string;
  readonly nowMs: number;
  /** IANA zone of the person. */
  readonly zone: string;
  readonly earlier: readonly EarlierTurn[];
  readonly text: string;
  readonly expected: readonly Expectation[];
  /** Actions that no program may hold. */
  readonly never: readonly string[];
  /** True where what is searched for may hold more words than the right ones. */
  readonly mayHoldMore?: boolean;
  /** Commands that an answer in words must name. Default: none. */
  readonly holds?: readonly string[];
}

/** When and where messages are written whose table does not say. */
const NOW = "2026-12-02T10:40+09:00[Asia/Seoul]";

const ACTION = /\b(?:system|interface|source|forge|stream|messenger):[a-z_]+/gu;

/** Reads a table by the names in its first line. Throws `AppError` `bad-arguments` for one of another kind or a line that cannot be read. */
export function parseMessages(content: string): readonly LabelledMessage[] {
  const [head = "", ...lines] = content.split(/\r?\n/u);
  const names = head.split("\t");
  const kind = ["request", "phrase", "text"].find((name) => names.includes(name));
  if (kind === undefined || !names.includes("id") || !names.includes("lang"))
    throw new AppError("bad-arguments", {
      ko: "첫 줄에 id, lang과 request, phrase, text 가운데 하나가 있어야 해요.",
      en: "The first line must name id, lang and one of request, phrase, text.",
    });
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    const cells = line.split("\t");
    const row = Object.fromEntries(names.map((name, at) => [name, cells[at]?.trim() ?? ""]));
    return [readRow(row, kind, index + 2)];
  });
}

type Row = Readonly<Record<string, string>>;

function readRow(row: Row, textColumn: string, line: number): LabelledMessage {
  const { id = "", lang, note = "", context = "" } = row;
  const text = row[textColumn] ?? "";
  const now = momentOf(row["now"] || NOW);
  if (text === "" || (lang !== "ko" && lang !== "en") || now === undefined)
    throw new AppError("bad-arguments", {
      ko: `${line}번째 줄을 읽을 수 없어요.`,
      en: `Line ${line} cannot be read.`,
    });
  const expected = expectationsOf(row, textColumn);
  const [kind = ""] = (row["kind"] || textColumn).split("+");
  const earlier = turnsOf(context);
  const facts = { id, language: lang, kind, earlier, text, expected } as const;
  const mayHoldMore = /\bmay hold more words\b/u.test(note);
  const holds = /^answer: (\/\w+)/u.exec(note)?.slice(1) ?? [];
  return { ...facts, ...now, never: neverIn(expected, note), holds, mayHoldMore };
}

/** Actions that are forbidden, and those that the note names as no more allowed. */
function neverIn(expected: readonly Expectation[], note: string): readonly string[] {
  const forbidden = expected.flatMap((each) => (each.kind === "refuse" ? each.actions : []));
  if (!/\bmust not\b|\bnor\b/u.test(note)) return forbidden;
  // What is right with one value is only forbidden with another.
  const right = expected.flatMap((each) => (each.kind === "program" ? [each.code] : [])).join("\n");
  const named = (note.match(ACTION) ?? []).filter((action) => !right.includes(`[${action}]`));
  return [...forbidden, ...named];
}

/** `2026-12-02T10:40+09:00[Asia/Seoul]`. */
function momentOf(text: string): { readonly nowMs: number; readonly zone: string } | undefined {
  const [, instant = "", zone = ""] = /^([^[]+)\[([^\]]+)\]$/u.exec(text) ?? [];
  const nowMs = Date.parse(instant);
  return Number.isNaN(nowMs) ? undefined : { nowMs, zone };
}

function turnsOf(context: string): readonly EarlierTurn[] {
  return context.split(/ \| (?=user:|bot:|⏰)/u).flatMap((turn) => {
    const given = turn.trim().replace(/^⏰/u, "bot: ⏰");
    const [, by, text = ""] = /^(user|bot): (.*)$/su.exec(given) ?? [];
    return by === "user" || by === "bot" ? [{ by, text } as const] : [];
  });
}

function expectationsOf(row: Row, textColumn: string): readonly Expectation[] {
  if (textColumn === "text") return [{ kind: "remark" }];
  const given = (row["expect"] ?? "").split(" ||| ").map((each) => each.trim());
  return given.map((each) => (textColumn === "phrase" ? timesOf(each) : programOf(each)));
}

function programOf(text: string): Expectation {
  if (text.startsWith("ASK")) return { kind: "ask" };
  if (text.startsWith("REFUSE-EFFECT"))
    return { kind: "refuse", actions: text.match(ACTION) ?? [] };
  if (text.startsWith("UNSUPPORTED")) return { kind: "unsupported" };
  if (text.startsWith("CHAT")) return { kind: "chat" };
  return { kind: "program", code: text.replaceAll("; ", "\n") };
}

/** `T`, `T, T`, `A/B`, `RULE -> T, T, T` or `ASK(why)`. */
function timesOf(text: string): Expectation {
  if (text.startsWith("ASK")) return { kind: "ask" };
  const [rule, listed] = text.includes("->") ? text.split("->") : [undefined, text];
  const instants = (listed ?? "").split(",").map((each) => each.trim());
  const [from = "", to] = (instants[0] ?? "").split("/");
  if (to !== undefined) return { kind: "span", fromMs: Date.parse(from), toMs: Date.parse(to) };
  const repeats = rule !== undefined;
  const ends = repeats ? /UNTIL|\buntil\b|\bexcept\b/u.test(rule) : instants.length > 1;
  return { kind: "times", dueMs: instants.map(Date.parse), repeats, ends };
}
