import type { Localized } from "../../base/localized.ts";
import { outsideText, unmarked } from "./tool-result.ts";
import type { Place } from "./turn-table.ts";

/** Something remembered for a person. */
export interface Fact {
  readonly text: string;
  readonly isTainted: boolean;
}

/** How many things of a person outlast a conversation. */
export interface KeptCounts {
  readonly pinned: number;
  readonly memories: number;
  readonly todos: number;
  readonly schedules: number;
  readonly approvals: number;
}

/** What is kept of a person beyond the conversation, as it is now. */
export interface Keepsakes {
  /** Facts that they pinned, newest first. */
  pinned(place: Place): readonly Fact[];
  /** Other memories that have to do with a message, best first. */
  relevant(place: Place, message: string): readonly Fact[];
  /** What is open: to-dos, schedules, approvals, each a line in English. Words from outside are not quoted in them. */
  open(place: Place): readonly string[];
  counts(place: Place): KeptCounts;
}

/** What is kept as the model reads it, one thing a line; `isTainted` says whether anything of it is from outside. Pure. */
export function notesOf(facts: {
  readonly pinned: readonly Fact[];
  readonly relevant: readonly Fact[];
  readonly open: readonly string[];
}): { readonly text: string; readonly isTainted: boolean } {
  const own = (all: readonly Fact[]): readonly string[] =>
    all.filter((fact) => !fact.isTainted).map(({ text }) => text);
  const outside = [...facts.pinned, ...facts.relevant].filter((fact) => fact.isTainted);
  const parts = [
    listed("The person pinned these facts; they hold always:", own(facts.pinned)),
    listed("Remembered, and perhaps of use here:", own(facts.relevant)),
    outside.length === 0
      ? ""
      : `Remembered, but the words are not the person's own:\n${outsideText("untrusted", lines(outside.map(({ text }) => text)))}`,
    listed("Open, by the records:", facts.open),
  ];
  return { text: parts.filter((part) => part !== "").join("\n"), isTainted: outside.length > 0 };
}

/** What outlasts a conversation, in a sentence; empty for nothing. Pure. */
export function keptWords(counts: KeptCounts): Localized {
  const parts: readonly (readonly [number, string, string, string])[] = [
    [counts.pinned, "고정한 기억 {n}개", "{n} pinned fact", "s"],
    [counts.memories, "그 밖의 기억 {n}개", "{n} other memor", "ies"],
    [counts.todos, "할 일 {n}개", "{n} to-do", "s"],
    [counts.schedules, "예약 {n}개", "{n} schedule", "s"],
    [counts.approvals, "기다리는 승인 {n}개", "{n} open approval", "s"],
  ];
  const kept = parts.filter(([count]) => count > 0);
  if (kept.length === 0) return { ko: "", en: "" };
  const ko = kept.map(([count, words]) => words.replace("{n}", String(count))).join(", ");
  const en = kept.map(([count, , words, many]) => {
    const ending = count > 1 ? many : many === "ies" ? "y" : "";
    return `${words.replace("{n}", String(count))}${ending}`;
  });
  return { ko: `그대로 있는 것: ${ko}.`, en: `Kept: ${en.join(", ")}.` };
}

/** That a conversation ended because nobody spoke for `hours`, and what it left. Pure. */
export function idleWords(hours: number, counts: KeptCounts): Localized {
  const kept = keptWords(counts);
  return {
    ko: `🕘 ${hours}시간 넘게 이야기가 없어서 지난 대화를 마치고 새로 시작했습니다. ${kept.ko === "" ? "" : `${kept.ko} `}지난 대화는 /history 에 있습니다.`,
    en: `🕘 After more than ${hours} h of silence the last conversation has ended, and this is a new one. ${kept.en === "" ? "" : `${kept.en} `}/history shows the last one.`,
  };
}

function listed(head: string, texts: readonly string[]): string {
  return texts.length === 0 ? "" : `${head}\n${unmarked(lines(texts))}`;
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `- ${text.replace(/\s+/gu, " ").trim()}`).join("\n");
}
