import type { Json, JsonObject } from "../base/json.ts";
import { joined } from "../base/words.ts";
import type { ActionDefinition } from "./catalogue.ts";
import { didYouMean } from "./near.ts";
import { parse } from "./parser.ts";
import type { PlanFault } from "./plan-place.ts";
import { declares } from "./resolve.ts";
import type { Program } from "./tree.ts";
import type { StoredWorkflow } from "./workflow.ts";

/** Stored workflows by name: `undefined` for a name nobody stored. `names` serves nearest-name hints. */
export interface WorkflowShelf {
  readonly get: (name: string) => StoredWorkflow | undefined;
  readonly names: () => readonly string[];
}

/** A call with its parameters as they were written, and those of them that are settled before the program runs. */
export interface BoundCall {
  readonly definition: ActionDefinition;
  readonly written: JsonObject;
  readonly known: JsonObject;
  readonly runtime: ReadonlySet<string>;
}

/** The program that a call runs, before it is planned. */
export interface InnerSource {
  /** Absent for a program given as text. */
  readonly workflow?: string;
  readonly program: Program;
  readonly source: string;
  /** Values of its parameters: those that are known, and those that still hold references. */
  readonly constants: JsonObject;
  readonly given: JsonObject;
}

/** What was found, with everything wrong about it; both may be there. */
export interface InnerSearch {
  readonly found?: InnerSource;
  readonly faults: readonly PlanFault[];
}

const NOTHING: InnerSearch = { faults: [] };

/** Finds the program that a call runs, when it is known now: its text, or a stored workflow by name. */
export function findInner(call: BoundCall, workflows: WorkflowShelf): InnerSearch {
  const { runs } = call.definition;
  if (runs === undefined) return NOTHING;
  const text = runs.program === undefined ? undefined : call.known[runs.program];
  if (typeof text === "string") return innerText(text, call);
  const isTextLater = runs.program !== undefined && call.runtime.has(runs.program);
  const name = runs.workflow === undefined ? undefined : call.known[runs.workflow];
  if (typeof name !== "string" || isTextLater) return NOTHING;
  return innerWorkflow(name, call, workflows);
}

function innerText(source: string, call: BoundCall): InnerSearch {
  const parsed = parse(source);
  if (parsed.ok)
    return { found: { program: parsed.program, source, ...valuesFor(call) }, faults: [] };
  const { code, hint } = parsed.error;
  const words = joined(
    { en: "The program inside does not parse: ", ko: "안에 든 프로그램을 읽을 수 없습니다: " },
    parsed.error.words,
  );
  return { faults: [{ code, words, ...(hint === undefined ? {} : { hint }) }] };
}

function innerWorkflow(name: string, call: BoundCall, workflows: WorkflowShelf): InnerSearch {
  const stored = workflows.get(name);
  if (stored === undefined) {
    const words = joined(
      { en: `There is no workflow "${name}".`, ko: `"${name}"(이)라는 워크플로우는 없습니다.` },
      didYouMean(name, workflows.names()),
    );
    return { faults: [{ code: "unknown-workflow", words, hint: "[system:list_workflows]" }] };
  }
  if (!stored.ok) {
    const words = joined(
      {
        en: `The workflow "${name}" cannot run: `,
        ko: `워크플로우 "${name}"을(를) 실행할 수 없습니다: `,
      },
      stored.reason,
    );
    return { faults: [{ code: "broken-workflow", words }] };
  }
  const { constants, given } = valuesFor(call);
  const names = new Set([...Object.keys(constants), ...Object.keys(given)]);
  const { program, source, params } = stored;
  const faults = [...unknownParams(name, names, params), ...missingParams(name, names, params)];
  const absent = absentValues(names, params);
  const found = { workflow: name, program, source, constants: { ...constants, ...absent }, given };
  return { found, faults };
}

/** The values that a call hands to the program it runs: every parameter that is not the call's own. */
function valuesFor({ definition, written, known }: BoundCall): {
  readonly constants: JsonObject;
  readonly given: JsonObject;
} {
  const foreign = (params: JsonObject): readonly (readonly [string, Json])[] =>
    Object.entries(params).filter(([name]) => !declares(definition, name));
  return {
    constants: Object.fromEntries(foreign(known)),
    given: Object.fromEntries(foreign(written).filter(([name]) => known[name] === undefined)),
  };
}

type StoredParams = Extract<StoredWorkflow, { ok: true }>["params"];

function unknownParams(
  workflow: string,
  names: ReadonlySet<string>,
  params: StoredParams,
): readonly PlanFault[] {
  const known = Object.keys(params);
  const list = known.map((name) => `"${name}"`).join(", ");
  const takes = {
    en: ` It takes ${list || "none"}.`,
    ko: list === "" ? " 받는 값이 없습니다." : ` 받는 값: ${list}.`,
  };
  return [...names]
    .filter((name) => params[name] === undefined)
    .map((name) => {
      const help = didYouMean(name, known) || takes;
      const words = joined(
        {
          en: `The workflow "${workflow}" has no parameter "${name}".`,
          ko: `워크플로우 "${workflow}"에는 "${name}"(이)라는 매개변수가 없습니다.`,
        },
        help,
      );
      return { code: "bad-parameters", words };
    });
}

function missingParams(
  workflow: string,
  names: ReadonlySet<string>,
  params: StoredParams,
): readonly PlanFault[] {
  return Object.entries(params)
    .filter(([name, { absent }]) => !names.has(name) && absent === undefined)
    .map(([name]) => ({
      code: "missing-workflow-parameter",
      words: {
        en: `The workflow "${workflow}" needs "${name}".`,
        ko: `워크플로우 "${workflow}"에는 "${name}" 값이 필요합니다.`,
      },
      hint: `[system:run_pipeline]("${workflow}") {${name}: "…"}`,
    }));
}

function absentValues(names: ReadonlySet<string>, params: StoredParams): JsonObject {
  const values: Record<string, Json> = {};
  for (const [name, { absent }] of Object.entries(params))
    if (!names.has(name) && absent !== undefined) values[name] = absent;
  return values;
}
