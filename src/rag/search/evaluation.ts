import { AppError } from "../../base/errors.ts";
import { actionsIn } from "../text/called-actions.ts";
import type { SearchHit } from "./example-search.ts";

/** A request with the actions that are right for it; none when nothing should be found. */
export interface LabelledRequest {
  readonly text: string;
  readonly right: ReadonlySet<string>;
}

/** How well a search does: shares in [0, 1]; `silence` is that of the unrelated texts which got nothing. A share of nothing is 0. */
export interface Evaluation {
  /** Requests that ask for an action. */
  readonly n: number;
  /** Right action in the first hit, and in one of the first three: a hit has the actions that its program calls. */
  readonly recall1: number;
  readonly recall3: number;
  /** Mean of 1 over the place of the first right hit; 0 for none. */
  readonly mrr: number;
  readonly silence: number;
}

/** What a request that went wrong got. */
export interface Miss {
  readonly text: string;
  readonly right: readonly string[];
  readonly got: readonly SearchHit[];
}

const ACTION = /^[a-z]+:[a-z0-9_]+$/;

/** Reads lines `text<TAB>node:action[<TAB>also:right|…]`; `-` as the action says that nothing should be found. Empty lines and lines that begin with # are passed over. Throws `AppError` `bad-labels` with every wrong line. */
export function parseLabels(content: string): readonly LabelledRequest[] {
  const problems: string[] = [];
  const requests = content.split(/\r?\n/u).flatMap((line, index) => {
    if (line.trim() === "" || line.startsWith("#")) return [];
    const [text = "", action = "", also = ""] = line.split("\t");
    const right = action === "-" ? [] : [action, ...also.split("|").filter((name) => name !== "")];
    if (text.trim() === "" || right.some((name) => !ACTION.test(name)))
      problems.push(`line ${index + 1}: ${JSON.stringify(line.slice(0, 80))}`);
    return [{ text, right: new Set(right) }];
  });
  if (problems.length === 0) return requests;
  throw new AppError("bad-labels", {
    ko: `다음 줄은 "글<탭>노드:액션[<탭>또는:액션|…]" 꼴이 아니에요. ${problems.join("; ")}`,
    en: `These lines are not of the form "text<TAB>node:action[<TAB>also:right|…]". ${problems.join("; ")}`,
  });
}

/** Searches for every request and compares. `onMiss` is told each that had no right hit, or got a hit where none should be. */
export async function evaluate(
  requests: readonly LabelledRequest[],
  search: (text: string) => Promise<readonly SearchHit[]>,
  onMiss: (miss: Miss) => void = () => undefined,
): Promise<Evaluation> {
  const places: number[] = [];
  const silences: boolean[] = [];
  for (const { text, right } of requests) {
    const hits = await search(text);
    const place = hits.findIndex(({ example }) =>
      actionsIn(example.code).some((name) => right.has(name)),
    );
    if (right.size > 0) places.push(place < 0 ? Number.POSITIVE_INFINITY : place + 1);
    else silences.push(hits.length === 0);
    if (right.size > 0 ? place < 0 : hits.length > 0)
      onMiss({ text, right: [...right], got: hits });
  }
  const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
  return {
    n: places.length,
    recall1: rounded(meanOf(places.map((place) => Number(place <= 1)))),
    recall3: rounded(meanOf(places.map((place) => Number(place <= 3)))),
    mrr: rounded(meanOf(places.map((place) => 1 / place))),
    silence: rounded(meanOf(silences.map(Number))),
  };
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
