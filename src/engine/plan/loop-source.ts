import type { Json } from "../../base/json.ts";
import { isJsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import { printValue } from "../language/printer.ts";
import type { Reference } from "../language/reference.ts";
import type { Each } from "../language/tree.ts";
import { formulasOf, knownPart, referencesOf } from "../values/resolve-references.ts";
import type { PlanFault } from "./plan-position.ts";
import type { LoopSource } from "./planned-tree.ts";

/** Items an `each` goes through at most (docs/language.md). */
export const EACH_MOST = 100;

/** Items an `each` goes through at most when its head does not say and they are not known before. */
const EACH_DEFAULT_CAP = 20;

/** How many items an `each` goes through at most whose head does not say; `known` is how many there are. */
export function usualMost(known: number | undefined): number {
  return Math.min(known ?? EACH_DEFAULT_CAP, EACH_MOST);
}

/** How many items a loop has, where that is known before it runs. Pure. */
export function knownItems(
  source: LoopSource,
  names: ReadonlyMap<string, Json | undefined>,
): number | undefined {
  if (source.kind === "range") {
    const { params } = knownPart({ from: source.from, to: source.to }, names);
    const [from, to] = [params["from"], params["to"]];
    const isKnown = typeof from === "number" && typeof to === "number";
    return isKnown ? Math.max(0, to - from + 1) : undefined;
  }
  const value = listIn(source, names);
  return Array.isArray(value) ? value.length : undefined;
}

/** The items of a list that is written in the program, with nothing in them that comes only while it runs. Pure. */
export function literalItems(
  source: LoopSource,
  names: ReadonlyMap<string, Json | undefined>,
): readonly Json[] | undefined {
  if (source.kind === "range") return undefined;
  const { params, runtime } = knownPart({ list: listIn(source, names) ?? null }, names);
  const list = params["list"];
  return runtime.length === 0 && Array.isArray(list) ? list : undefined;
}

function listIn(
  source: Exclude<LoopSource, { kind: "range" }>,
  names: ReadonlyMap<string, Json | undefined>,
): Json | undefined {
  if (source.kind === "expression")
    return source.planned.kind === "value" ? source.planned.value : undefined;
  const { name, path } = source.reference;
  return path.length === 0 ? names.get(name) : undefined;
}

/** Why nothing can be gone through there, whatever happens before. */
export function sourceFault(source: Exclude<Each["source"], string>): PlanFault | undefined {
  if (source.kind === "range") {
    const { from, to } = source;
    const isEmpty = typeof from === "number" && typeof to === "number" && from > to;
    return isEmpty ? emptyRange(from, to) : undefined;
  }
  if (source.kind !== "value" || Array.isArray(source.value)) return undefined;
  const { value } = source;
  if (isJsonObject(value)) return "items" in value ? undefined : objectFault(printValue(value));
  if (referencesOf(value).length + formulasOf(value).length > 0) return undefined;
  const shown = printValue(value);
  return {
    code: "not-a-list",
    words: {
      en: `${shown} is not a list, so "each" cannot go through it: one thing in a list is [${shown}].`,
      ko: korean`${shown}은(는) 목록이 아니라서 "each"로 훑을 수 없어요. 하나짜리 목록은 [${shown}]로 써요.`,
    },
  };
}

/** Why an object cannot be gone through, and what can. */
export function objectFault(shown: string): PlanFault {
  return {
    code: "not-a-list",
    words: {
      en: `${shown} is an object, and "each" goes through lists: its names are \${keys(…)} and its values \${values(…)}. The second name of "each" is a counter from 1.`,
      ko: korean`${shown}은(는) 객체이고 "each"는 목록을 훑어요. 이름들은 \${keys(…)}, 값들은 \${values(…)}로 써요. "each"의 둘째 이름은 1부터 세는 번호예요.`,
    },
  };
}

function emptyRange(from: number, to: number): PlanFault {
  return {
    code: "empty-range",
    words: {
      en: `There is nothing from ${from} to ${to}: a range counts upwards, as in ${to}..${from}.`,
      ko: `${from}부터 ${to}까지는 아무것도 없어요. 범위는 ${to}..${from}처럼 작은 수부터 써요.`,
    },
  };
}

/** Why items cannot be gone through at the same time: a call of the body acts. */
export function actsInParallel({
  node,
  action,
}: {
  readonly node: string;
  readonly action: string;
}): PlanFault {
  const words = {
    en: `[${node}:${action}] acts, and "parallel: true" is for bodies that only read. Leave it out.`,
    ko: korean`[${node}:${action}]은(는) 무언가를 바꿔요. "parallel: true"는 읽기만 하는 본문에 써요. 빼 주세요.`,
  };
  return { code: "acts-in-parallel", words };
}

/** A name that must be bound. */
export function braced(name: string): Reference {
  return { text: name, name, path: [], form: "braced" };
}
