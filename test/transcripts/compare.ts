import type { Shown } from "../acceptance/record.ts";
import type { Platform, PlayedSituation, PlayedStep } from "./play.ts";
import type { Expected } from "./talk.ts";

/** Stands for any number of messages. */
const ANYTHING = "……";

/** What a situation showed otherwise than its transcript says; empty where it is as it says. */
export function differencesOf({ steps }: PlayedSituation, platform: Platform): readonly string[] {
  return steps.flatMap((played) =>
    stepDifferences(played, platform).map((what) => `line ${played.step.line}: ${what}`),
  );
}

function stepDifferences(played: PlayedStep, platform: Platform): readonly string[] {
  const { step, shown, note, reactions, problem } = played;
  if (problem !== undefined) return [problem];
  if (platform === "console") return consoleDifferences(played);
  if (step.expected[0]?.lines[0] === ANYTHING) return [];
  const differences = [...toldDifferences(step, note, reactions)];
  for (const who of ["owner", "guest"] as const) {
    const wanted = step.expected.filter(({ to = "owner" }) => to === who);
    const found = shown.filter(({ to }) => to === who);
    if (wanted.length !== found.length)
      differences.push(
        `${who}: ${wanted.length} messages expected, ${found.length} shown:\n${found.map(drawn).join("\n--\n")}`,
      );
    else
      wanted.forEach((each, index) => {
        const one = found[index];
        if (one !== undefined && !isAsExpected(each, one, platform))
          differences.push(`${who}: shown is\n${drawn(one)}`);
      });
  }
  return differences;
}

function toldDifferences(
  { note, reaction }: PlayedStep["step"],
  told: string,
  reactions: readonly string[],
): readonly string[] {
  return [
    ...(note !== undefined && !patternOf(note).test(told) ? [`the presser is told "${told}"`] : []),
    ...(reaction !== undefined && !reactions.includes(reaction)
      ? [`no reaction ${reaction} but ${reactions.join(" ") || "none"}`]
      : []),
  ];
}

/** A message as it stands in a transcript. */
export function drawn(one: Pick<Shown, "text" | "rows" | "files" | "isAlone">): string {
  const { text, rows, files, isAlone } = one;
  return [
    ...(isAlone ? ["(alone)"] : []),
    text,
    ...files.map((name) => `📎 ${name}`),
    ...rows.map((row) => row.map((label) => `[${label}]`).join(" ")),
  ].join("\n");
}

function isAsExpected(expected: Expected, one: Shown, platform: Platform): boolean {
  const { lines, rows, isAlone = false } = expected;
  if (isAlone !== one.isAlone) return false;
  const attached = one.files.map((name) => `📎 ${name}`);
  const words = [one.text, ...attached].join("\n");
  const own = platform === "discord" ? withoutTimes(lines) : lines;
  if (!linesPattern(own).test(platform === "discord" ? withoutTimes([words]).join("\n") : words))
    return false;
  if (rows.length === 0 && lines.includes("…")) return true;
  const wanted = rows.flat().map((label) => label.trim());
  const found = one.rows.flat().map((label) => label.replace(/^▾ /, ""));
  return (
    wanted.length === found.length &&
    wanted.every((label, index) => patternOf(label).test(found[index] ?? ""))
  );
}

/** Discord writes a time itself, in its reader's zone. */
function withoutTimes(lines: readonly string[]): readonly string[] {
  return lines.map((line) =>
    line.replace(/\{[^}]*\}(?:, \{[^}]*\})*/g, "{}").replace(/ ?\(\{\}\)|\{\} \{\}/g, "{}"),
  );
}

function linesPattern(lines: readonly string[]): RegExp {
  const source = lines.map((line, index) => {
    if (line === "…") return index === 0 ? "[^]*" : "(?:\n[^]*)?";
    return `${index === 0 ? "" : "\n"}${sourceOf(line)}`;
  });
  return new RegExp(`^${source.join("")}$`, "u");
}

function patternOf(text: string): RegExp {
  return new RegExp(`^${sourceOf(text)}$`, "u");
}

function sourceOf(line: string): string {
  return line
    .split("…")
    .map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"))
    .join("[^\\n]*?");
}

/** A screen shows the words without their marks, and buttons behind keys; each line is found after the one before. */
function consoleDifferences({ step, shown }: PlayedStep): readonly string[] {
  const differences: string[] = [];
  for (const who of ["owner", "guest"] as const) {
    const screen = shown
      .filter(({ to }) => to === who)
      .map(({ text, rows }) => [text, ...rows.flat()].join("\n"))
      .join("\n");
    const words = bare(screen);
    const wanted = step.expected
      .filter(({ to = "owner" }) => to === who)
      .flatMap(({ lines, rows }) => [...lines, ...rows.flat()]);
    for (const line of wanted) {
      if (line === "…") continue;
      const pattern = new RegExp(sourceOf(bare(line.replace(/:[grb]$/, ""))), "u");
      if (!pattern.test(words))
        differences.push(`${who}: "${line}" is not on the screen:\n${screen}`);
    }
  }
  return differences;
}

/** Words without marks and blanks. */
function bare(text: string): string {
  return text
    .replace(/\[([^\]]+)\]\([^)]*\)|(?<=\S) \(https?:[^)]*\)/g, "$1")
    .replace(/\*\*|[`▓{}_│>]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
}
