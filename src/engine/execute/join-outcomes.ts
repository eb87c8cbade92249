import { isJsonObject, type Json } from "../../base/json.ts";
import { joined, type Language, type Localized } from "../../base/localized.ts";
import { escapeMarkup } from "../../base/visible-text.ts";
import { titleOf } from "../catalogue/catalogue.ts";
import type { Planned } from "../plan/planned-tree.ts";
import {
  dataOf,
  type Failure,
  failure,
  type Outcome,
  textOf,
  type Value,
} from "../values/outcome.ts";

/** What a part of a joined list is called: in its items, as `source`, and above its text for a reader. */
interface JoinLabel {
  readonly source: string;
  readonly title: string;
}

/** The outcomes of parallel branches as one list in source order: good if any is, partial if some failed. The text is headed in the reader's language. */
export function joinBranches(
  branches: readonly Planned[],
  outcomes: readonly Outcome[],
  language: Language,
): Outcome {
  const labels = branches.map((branch) => ({
    source: sourceOf(branch),
    title: titleOfBranch(branch)[language],
  }));
  const whole = joinOutcomes(outcomes, labels, []);
  return whole.ok ? { ...whole, branches: outcomes } : whole;
}

/** What the rounds of an `each` gave as one list: the last value of each body, a list as a list inside it. What gave nothing stands for nothing. The text is headed by the items, in whose order the outcomes are. */
export function collected(
  outcomes: readonly Outcome[],
  items: readonly Json[],
  notes: readonly Failure[],
): Outcome {
  const labels = outcomes.map((_, index) => ({ source: "", title: titleOfItem(items, index) }));
  const whole = joinOutcomes(outcomes, labels, notes);
  if (!whole.ok) return whole;
  const values = outcomes.flatMap((outcome) => (outcome.ok ? lastValue(outcome) : []));
  const { text = "" } = whole.value;
  const value: Value = { kind: "list", items: values, text };
  return { ...whole, value };
}

/** Fields that tell a thing from others, first found first. */
const NAMING_FIELDS = ["title", "name", "path", "city", "url", "id"];

/** What an item of a loop is called above what came of it: its words or its name, else its number. */
function titleOfItem(items: readonly Json[], index: number): string {
  const item = items[index];
  const named = isJsonObject(item)
    ? NAMING_FIELDS.map((field) => item[field]).find((value) => typeof value === "string")
    : item;
  const head = typeof named === "string" ? titleIn(named) : "";
  return head === "" ? `${index + 1}` : escapeMarkup(head);
}

/** The last value of a body, as it is; none where that is no more than an empty text. */
function lastValue({
  value,
  exact = dataOf(value),
}: Extract<Outcome, { ok: true }>): readonly Json[] {
  return exact === "" ? [] : [exact];
}

/** Parts of one line each stand below one another; longer ones are headed, where their first lines do not say that themselves. */
function sectionsText(all: readonly { title: string; text: string }[]): string {
  const sections = all.filter(({ text }) => text !== "");
  if (sections.every(({ text }) => !text.includes("\n")))
    return sections.map(({ text }) => text).join("\n");
  return sections
    .map(({ title, text }) => (isHeaded(text, title) ? text : `**${title}**\n${text}`))
    .join("\n\n");
}

/** True where a text begins with its title, or has it as its first or second line, as a page has its address. */
function isHeaded(text: string, title: string): boolean {
  if (text.startsWith(`**${title}**`)) return true;
  const isNumber = /^\d+$/.test(title);
  return !isNumber && text.split("\n", 2).some((line) => escapeMarkup(titleIn(line)) === title);
}

/** The beginning of a line, as long as a title may be. */
function titleIn(line: string): string {
  return /[^\n]{1,60}/.exec(line.trim())?.[0] ?? "";
}

/** An object of plain values that nobody worded, on one line: `city: Seoul · low: -6`. */
function lineOf(value: Value): string | undefined {
  if (value.kind !== "object" || value.text !== undefined) return undefined;
  const fields = Object.entries(value.data);
  const isPlain = fields.every(
    ([, field]) => typeof field !== "object" && !String(field).includes("\n"),
  );
  const words = fields.map(([name, field]) => `${name}: ${String(field)}`);
  return isPlain && fields.length > 0 ? `- ${words.join(" · ")}` : undefined;
}

/** Several outcomes as one list in their order: good if any is (or there are none), partial if some failed or `notes` has any. */
function joinOutcomes(
  outcomes: readonly Outcome[],
  labels: readonly JoinLabel[],
  notes: readonly Failure[],
): Outcome {
  const failures = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.failure]));
  if (outcomes.length > 0 && failures.length === outcomes.length) return allFailed(failures);
  const items: Json[] = [];
  const sections: { readonly title: string; readonly text: string }[] = [];
  const inner: Failure[] = [];
  let tainted = false;
  let hasStandIn = false;
  for (const [index, outcome] of outcomes.entries()) {
    if (!outcome.ok) continue;
    const { source, title } = labels[index] ?? { source: "", title: "" };
    items.push(...itemsOf(outcome.value, source));
    sections.push({ title, text: lineOf(outcome.value) ?? textOf(outcome.value) });
    inner.push(...(outcome.partial ?? []));
    tainted ||= outcome.tainted;
    hasStandIn ||= outcome.standIn === true;
  }
  const partial = [...failures, ...notes, ...inner];
  const value: Value = { kind: "list", items, text: sectionsText(sections) };
  return {
    ok: true,
    value,
    tainted,
    ...(partial.length === 0 ? {} : { partial }),
    ...(hasStandIn ? { standIn: true as const } : {}),
  };
}

function allFailed(failures: readonly Failure[]): Outcome {
  return failure("all-failed", failures.map((entry) => entry.message).join(" "), {
    retryable: failures.every((entry) => entry.retryable),
    cause: failures,
  });
}

function itemsOf(value: Value, label: string): readonly Json[] {
  if (value.kind === "object") return [{ source: label, ...value.data }];
  if (value.kind !== "list") return [{ source: label, text: textOf(value) }];
  return value.items.map((item) =>
    typeof item === "object" && item !== null && !Array.isArray(item)
      ? { source: label, ...item }
      : item,
  );
}

function sourceOf(planned: Planned): string {
  if (planned.kind === "sequence") return planned.steps.map(sourceOf).join(" >> ");
  if (planned.kind === "fallback") return planned.options.map(sourceOf)[0] ?? "";
  if (planned.kind !== "call") return planned.kind;
  const { node, action } = planned.definition;
  return `${node}:${action}${planned.subject === undefined ? "" : ` ${planned.subject}`}`;
}

/** What a branch is about: what its first call is asked for, else what that does. */
function titleOfBranch(planned: Planned): Localized {
  switch (planned.kind) {
    case "call": {
      const { definition, subject } = planned;
      if (subject === undefined) return titleOf(definition);
      const head = (/^[^\n]{0,60}/.exec(subject) ?? [""])[0];
      return { ko: head, en: head };
    }
    case "sequence":
      return joined(...planned.steps.slice(0, 1).map(titleOfBranch));
    case "fallback":
      return joined(...planned.options.slice(0, 1).map(titleOfBranch));
    case "value":
      return { ko: "값", en: "A value" };
    case "parallel":
      return { ko: "여러 가지 함께", en: "Several at once" };
    case "if":
      return { ko: "조건에 따라", en: "Depending on a condition" };
    case "each":
      return { ko: "항목마다", en: "For each item" };
  }
}
