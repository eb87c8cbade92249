import { korean } from "../../base/korean-particles.ts";
import { joined, type Localized } from "../../base/localized.ts";
import { didYouMean } from "../../engine/language/nearest-name.ts";
import { LAYERS, readDefinition, type ToolDefinition } from "./definition.ts";
import type { KnownHandlers, Rule, SpecFault } from "./spec-fault.ts";

/** A file of data/tools as it was read. */
export interface ToolSource {
  /** Path below the data folder, such as `tools/collector.yaml`. */
  readonly file: string;
  readonly value: unknown;
  /** Line, from 1, of a path of keys. */
  readonly lineOf: (path: readonly string[]) => number;
}

/** A fault of a file of data/tools. */
export interface ToolProblem {
  readonly file: string;
  readonly line: number;
  readonly rule: Rule;
  /** What is wrong and what to do. */
  readonly words: Localized;
}

/** Good definitions that fit together: nothing is missing and nothing goes in a circle. */
export interface ToolSet {
  readonly all: readonly ToolDefinition[];
  get(name: string): ToolDefinition | undefined;
  /** A tool with all that it depends on, in the order in which they run: dependencies first, else by layer and name. The tool itself is last. */
  order(name: string): readonly ToolDefinition[];
}

/** Reads definitions, one a file. A file that is broken now counts as it did in `last`; what was never good is left out. Pure. */
export function toolSetOf(
  sources: readonly ToolSource[],
  known?: KnownHandlers,
  last?: ToolSet,
): { readonly set: ToolSet; readonly problems: readonly ToolProblem[] } {
  const problems: ToolProblem[] = [];
  const good = new Map<string, ToolDefinition>();
  const sourceOf = new Map<string, ToolSource>();
  for (const source of sources) {
    const name = source.file.replace(/^.*\/|\.yaml$/g, "");
    sourceOf.set(name, source);
    const read = readDefinition(source.value, known);
    const faults = "faults" in read ? read.faults : nameFaults(read.definition, name);
    problems.push(...faults.map((fault) => problemIn(source, fault)));
    const definition = "faults" in read || faults.length > 0 ? last?.get(name) : read.definition;
    if (definition !== undefined) good.set(name, definition);
  }
  problems.push(...fitTogether(good, sourceOf, last));
  return { set: setOf(good), problems };
}

/** Puts earlier definitions in the place of those that do not fit, or leaves them out, until all fit; tells why. */
function fitTogether(
  good: Map<string, ToolDefinition>,
  sourceOf: ReadonlyMap<string, ToolSource>,
  last: ToolSet | undefined,
): readonly ToolProblem[] {
  const problems: ToolProblem[] = [];
  let faulty = misfits(good);
  while (faulty.length > 0) {
    for (const { definition, fault } of faulty) {
      const { name } = definition;
      const source = sourceOf.get(name);
      if (source !== undefined) problems.push(problemIn(source, fault));
      const earlier = last?.get(name);
      if (earlier === undefined || earlier === definition) good.delete(name);
      else good.set(name, earlier);
    }
    faulty = misfits(good);
  }
  return problems;
}

/** The definitions that do not fit among the others, each with the first reason. */
function misfits(
  tools: Tools,
): readonly { readonly definition: ToolDefinition; readonly fault: SpecFault }[] {
  return [...tools.values()].flatMap((definition) => {
    const [fault] = dependencyFaults(definition, tools);
    return fault === undefined ? [] : [{ definition, fault }];
  });
}

function problemIn({ file, lineOf }: ToolSource, { rule, path, words }: SpecFault): ToolProblem {
  return { file, line: lineOf(path), rule, words };
}

/** A file has the name of its tool, so that one of HOME/data covers one that is shipped. */
function nameFaults({ name }: ToolDefinition, fileName: string): readonly SpecFault[] {
  if (name === fileName) return [];
  return [
    {
      rule: "file",
      path: ["name"],
      words: {
        en: `The tool is called "${name}", so its file must be "${name}.yaml", not "${fileName}.yaml". Rename one of them.`,
        ko: `도구 이름이 "${name}"이면 파일 이름도 "${name}.yaml"이어야 해요. "${fileName}.yaml"과 맞추세요.`,
      },
    },
  ];
}

type Tools = ReadonlyMap<string, ToolDefinition>;

function dependencyFaults(definition: ToolDefinition, tools: Tools): readonly SpecFault[] {
  const missing = definition.dependencies.filter((name) => !tools.has(name));
  const circle = circleFrom(definition.name, tools);
  const later = definition.dependencies.filter((name) => {
    const other = tools.get(name);
    return other !== undefined && rankOf(other) > rankOf(definition);
  });
  return [
    ...missing.map((name) => faultOf("missing-dependency", missingWords(name, tools))),
    ...(circle === undefined ? [] : [faultOf("dependency-cycle", circleWords(circle))]),
    ...later.map((name) =>
      faultOf("later-dependency", laterWords(definition, name, tools.get(name)?.layer ?? "")),
    ),
  ];
}

function faultOf(rule: Rule, words: Localized): SpecFault {
  return { rule, path: ["dependencies"], words };
}

function missingWords(name: string, tools: Tools): Localized {
  const words = {
    en: `It depends on "${name}", which does not exist or is broken. Add "${name}.yaml", mend it, or take the dependency out.`,
    ko: korean`의존하는 도구 "${name}"이(가) 없거나 고장 났어요. "${name}.yaml"을 만들거나 고치고, 아니면 의존을 빼세요.`,
  };
  return joined(words, didYouMean(name, tools.keys()));
}

function circleWords(circle: readonly string[]): Localized {
  const path = circle.join(" → ");
  return {
    en: `The dependencies go in a circle: ${path}. Take one of these steps out.`,
    ko: `의존이 돌고 돌아요: ${path}. 이 가운데 하나를 끊으세요.`,
  };
}

function laterWords({ name, layer }: ToolDefinition, other: string, later: string): Localized {
  return {
    en: `"${name}" (${layer}) depends on "${other}" of a later layer (${later}). Layers run in the order ${LAYERS.join(", ")}: change the layer of one.`,
    ko: korean`"${name}"(${layer}) 도구가 더 늦은 레이어(${later})의 "${other}"에 의존해요. 레이어 순서는 ${LAYERS.join(", ")}예요. 하나의 레이어를 바꾸세요.`,
  };
}

/** The shortest way from a tool back to itself, if its dependencies lead there. */
function circleFrom(start: string, tools: Tools): readonly string[] | undefined {
  const seen = new Set<string>();
  let paths: readonly (readonly string[])[] = [[start]];
  while (paths.length > 0) {
    const next = paths.flatMap((path) =>
      (tools.get(path.at(-1) ?? "")?.dependencies ?? []).map((name) => [...path, name]),
    );
    const back = next.find((path) => path.at(-1) === start);
    if (back !== undefined) return back;
    paths = next.filter((path) => !seen.has(path.at(-1) ?? ""));
    for (const path of paths) seen.add(path.at(-1) ?? "");
  }
  return undefined;
}

function setOf(tools: Tools): ToolSet {
  const all = [...tools.values()].sort(byLayer);
  return {
    all,
    get: (name) => tools.get(name),
    order: (name) => orderOf(name, tools),
  };
}

/** Of those that wait for nothing more, the one of the earliest layer comes next. */
function orderOf(name: string, tools: Tools): readonly ToolDefinition[] {
  const needed = new Map<string, ToolDefinition>();
  const gather = (each: string): void => {
    const tool = tools.get(each);
    if (tool === undefined || needed.has(each)) return;
    needed.set(each, tool);
    for (const other of tool.dependencies) gather(other);
  };
  gather(name);
  const done: ToolDefinition[] = [];
  const waiting = new Set([...needed.values()].sort(byLayer));
  while (waiting.size > 0) {
    const next = [...waiting].find(({ dependencies }) =>
      dependencies.every((each) => done.some((before) => before.name === each)),
    );
    if (next === undefined) break; // sets have no circles
    waiting.delete(next);
    done.push(next);
  }
  return done;
}

function byLayer(left: ToolDefinition, right: ToolDefinition): number {
  return rankOf(left) - rankOf(right) || (left.name < right.name ? -1 : 1);
}

function rankOf({ layer }: ToolDefinition): number {
  return LAYERS.indexOf(layer);
}
