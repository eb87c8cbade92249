import type { Localized } from "../../base/localized.ts";

/** Longest name that is compared letter by letter. */
const LONGEST_NAME = 64;

/** Pairs of letters that one search compares, so that a folder of thousands of long names holds nobody up; names that come later are near only where one holds the other. */
const MOST_COMPARED = 2_000_000;

/** The candidates closest to a mistyped name, best first, of two as close the one nearer in length: at most `count`, none that differs in more than a third of its letters. Names of more than 64 letters are near only where one holds the other. */
export function nearNames(
  name: string,
  candidates: Iterable<string>,
  count = 3,
): readonly string[] {
  const wanted = name.toLowerCase();
  const scored: { readonly candidate: string; readonly distance: number }[] = [];
  let compared = 0;
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    const longer = Math.max(wanted.length, other.length);
    const most = Math.max(1, Math.floor(longer / 3));
    let distance = holds(wanted, other) ? 1 : Number.POSITIVE_INFINITY;
    const isComparable = longer <= LONGEST_NAME && Math.abs(wanted.length - other.length) <= most;
    if (distance > 1 && isComparable && compared < MOST_COMPARED) {
      compared += wanted.length * other.length;
      distance = editDistance(wanted, other);
    }
    if (distance <= most) scored.push({ candidate, distance });
  }
  const lengthGap = (candidate: string): number => Math.abs(candidate.length - wanted.length);
  scored.sort(
    (left, right) =>
      left.distance - right.distance ||
      lengthGap(left.candidate) - lengthGap(right.candidate) ||
      (left.candidate < right.candidate ? -1 : 1),
  );
  return scored.slice(0, count).map((entry) => entry.candidate);
}

/** ` Did you mean "x" or "y"?`, or nothing when nothing is near. */
export function didYouMean(name: string, candidates: Iterable<string>): Localized | "" {
  const near = nearNames(name, candidates);
  if (near.length === 0) return "";
  const names = near.map((entry) => `"${entry}"`);
  return { en: ` Did you mean ${names.join(" or ")}?`, ko: ` 혹시 ${names.join(" 또는 ")}인가요?` };
}

/** Whether one is the other with letters around it. */
function holds(left: string, right: string): boolean {
  const shortest = Math.min(left.length, right.length);
  return shortest >= 4 && (left.includes(right) || right.includes(left));
}

/** The number of single-letter edits and swaps of neighbours (optimal string alignment). */
function editDistance(left: string, right: string): number {
  let beforePrevious: readonly number[] = [];
  let previous: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const cost = left[row - 1] === right[column - 1] ? 0 : 1;
      const swapped = isSwap(left, right, row, column)
        ? cell(beforePrevious, column - 2) + 1
        : Number.POSITIVE_INFINITY;
      const edited = Math.min(cell(previous, column), cell(current, column - 1)) + 1;
      current.push(Math.min(edited, swapped, cell(previous, column - 1) + cost));
    }
    beforePrevious = previous;
    previous = current;
  }
  return cell(previous, right.length);
}

/** A number of a row of the table; every index asked for exists. */
function cell(row: readonly number[], index: number): number {
  return row[index] ?? 0;
}

/** Whether the two letters before both places are the same pair the other way round. */
function isSwap(left: string, right: string, row: number, column: number): boolean {
  return (
    row > 1 &&
    column > 1 &&
    left[row - 1] === right[column - 2] &&
    left[row - 2] === right[column - 1]
  );
}
