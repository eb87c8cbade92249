import type { Json, JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import { joined } from "../../base/localized.ts";
import type { ActionDefinition } from "../catalogue/catalogue.ts";
import { didYouMean, nearNames } from "../language/nearest-name.ts";
import { parse } from "../language/parser.ts";
import { printValue } from "../language/printer.ts";
import { escapeReferences, parseText } from "../language/reference.ts";
import type { Call, Program } from "../language/tree.ts";
import { hasReference, referencesOf } from "../values/resolve-references.ts";
import type { Place, PlanFault } from "./plan-position.ts";
import { declares } from "./resolve.ts";
import { compileWorkflow, type StoredWorkflow } from "./workflow.ts";
import { fitted, misfit, type ParamType, type WorkflowParam } from "./workflow-params.ts";

/** Stored workflows by name: `undefined` for a name nobody stored. `names` serves nearest-name hints. */
export interface WorkflowShelf {
  readonly get: (name: string) => StoredWorkflow | undefined;
  readonly names: () => readonly string[];
}

/** Finds the colleague whom agents ask by a name: who acts then, or why that may not be. */
export type ColleagueShelf = (
  name: string,
  agents: readonly string[],
) =>
  | { readonly ok: true; readonly agents: readonly string[] }
  | { readonly ok: false; readonly fault: PlanFault };

/** Where the programs that calls run are found, and who acts at the call. */
export interface InnerShelves {
  readonly workflows: WorkflowShelf;
  readonly agents: readonly string[];
  readonly colleagues?: ColleagueShelf | undefined;
}

/** A call with its parameters as they were written, and those of them that are settled before the program runs. */
export interface BoundCall {
  readonly definition: ActionDefinition;
  readonly written: JsonObject;
  readonly known: JsonObject;
  readonly runtime: ReadonlySet<string>;
  /** Parameters with a literal from outside. */
  readonly tainted: readonly string[];
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
  /** Types that the values in `given` must have once they are known. */
  readonly types: Readonly<Record<string, ParamType>>;
  /** Who acts in it, where that is not who acts around it. */
  readonly agents?: readonly string[];
}

/** What was found, with everything wrong about it; both may be there. */
export interface InnerSearch {
  readonly found?: InnerSource;
  readonly faults: readonly PlanFault[];
}

const NOTHING: InnerSearch = { faults: [] };

/** Why a call that stands without quotes in the parentheses of another is not run there, with the two statements that say it. */
export function nestedTargetFault(
  { runs }: ActionDefinition,
  { args, places }: Call,
  source: string,
): PlanFault | undefined {
  const [arg] = args;
  const isBare = source.charAt(places?.args[0]?.start ?? -1) === "[";
  if (runs !== undefined || !isBare || typeof arg !== "string") return undefined;
  if (!/^\[[^\]\n]+:[^\]\n]+\]\s*[({]/.test(arg) || !parse(arg).ok) return undefined;
  const words = {
    en: "What stands without quotes in parentheses is a text, so the call there is not run. Give its result a name in a statement before.",
    ko: "괄호 안에 따옴표 없이 쓴 것은 글이라서, 그 호출은 실행되지 않아요. 앞 문장에서 결과에 이름을 붙이세요.",
  };
  return { code: "nested-call", words };
}

/** The parameters with the program that stands in them as its own run reads it: what `${…}` asks of names that have no value here, or of the time of that run, is left to it, and so is what cannot be read here: there it may be a script's own. */
export function withOwnPrograms(
  definition: ActionDefinition,
  params: JsonObject,
  place: Pick<Place, "names" | "hasPrevious">,
): JsonObject {
  const name = programParam(definition);
  const text = name === undefined ? undefined : params[name];
  if (name === undefined || typeof text !== "string" || !hasReference(text)) return params;
  const parts = parseText(text).map((part) => {
    if ("literal" in part) return escapeReferences(part.literal);
    if ("reference" in part && part.reference.form === "bare") return part.reference.text;
    const written = "reference" in part ? part.reference.text : part.text;
    const isOurs = referencesOf(written).some(
      (reference) => isBound(reference.name, place) || reference.form === "bare",
    );
    return isOurs ? written : `\\${written}`;
  });
  return { ...params, [name]: parts.join("") };
}

/** The parameter in which a program stands that runs by itself, now or later. */
export function programParam({ runs, roles }: ActionDefinition): string | undefined {
  return runs?.program ?? (roles["pipeline"] === "code" ? "pipeline" : undefined);
}

/** The workflow that a call saves, where its name and program are known before it runs: what comes behind it may run it. */
export function savedBy({
  definition: { node, action },
  known,
}: BoundCall): { readonly name: string; readonly stored: StoredWorkflow } | undefined {
  const { name, pipeline, steps, params } = known;
  if (node !== "system" || action !== "save_workflow" || typeof name !== "string") return undefined;
  const body = typeof pipeline === "string" ? { pipeline } : { steps: steps ?? [] };
  const { stored } = compileWorkflow(name, {
    ...body,
    ...(params === undefined ? {} : { params }),
  });
  return { name: name.trim(), stored };
}

function isBound(
  name: string,
  { names, hasPrevious }: Pick<Place, "names" | "hasPrevious">,
): boolean {
  return name === "prev" ? hasPrevious : names.has(name);
}

/** Finds the program that a call runs, when it is known now: its text, its steps, or a stored workflow by name. */
export function findInner(call: BoundCall, shelves: InnerShelves): InnerSearch {
  const { runs } = call.definition;
  if (runs === undefined) return NOTHING;
  const fault = choiceFault(call);
  if (fault !== undefined) return { faults: [fault] };
  const text = runs.program === undefined ? undefined : call.known[runs.program];
  if (typeof text === "string") return innerText(text, call);
  if (runs.steps !== undefined) return innerSteps(runs.steps, call, shelves);
  const isTextLater = runs.program !== undefined && call.runtime.has(runs.program);
  const name = runs.workflow === undefined ? undefined : call.known[runs.workflow];
  if (typeof name !== "string" || isTextLater) return NOTHING;
  return innerWorkflow(name, call, shelves.workflows);
}

/** True where the first step of the program that a call keeps is given what sets it off. */
export function isFirstStepFed({ definition, known }: BoundCall): boolean {
  const fedBy = definition.runs?.fed_by;
  return fedBy?.values.some((value) => value === known[fedBy.param]) === true;
}

/** A call that runs a program now must say which one, and only one. */
function choiceFault({ definition, written }: BoundCall): PlanFault | undefined {
  const { runs } = definition;
  if (runs?.program === undefined || runs.workflow === undefined || runs.when === "later")
    return undefined;
  const { program, workflow } = runs;
  const given = [program, workflow].filter((param) => written[param] !== undefined);
  if (given.length === 1) return undefined;
  const name = `[${definition.node}:${definition.action}]`;
  const words =
    given.length === 0
      ? {
          en: `${name} needs the name of a workflow, or a program as "${program}".`,
          ko: `${name}에는 워크플로우 이름이나 "${program}"에 넣은 프로그램이 필요해요.`,
        }
      : {
          en: `${name} has both a workflow and a program; it runs one of them.`,
          ko: `${name}에 워크플로우와 프로그램이 둘 다 있어요. 하나만 쓰세요.`,
        };
  const form = `${name}("<name of a workflow>") or ${name}() {${program}: "<program>"}`;
  return { code: "bad-parameters", words, form };
}

/** Deepest nesting of workflows inside workflows (docs/language.md). */
const MAX_WORKFLOW_DEPTH = 5;

/** Why a program may not run inside those around it: it is one of them, or they are too many. */
export function nestingFault(
  workflow: string | undefined,
  around: readonly string[],
): PlanFault | undefined {
  if (workflow !== undefined && around.includes(workflow)) {
    const path = [...around, workflow].join(" → ");
    const words = {
      en: `The workflow "${workflow}" runs itself: ${path}.`,
      ko: korean`워크플로우 "${workflow}"이(가) 자기 자신을 실행해요: ${path}.`,
    };
    return { code: "workflow-cycle", words };
  }
  if (around.length < MAX_WORKFLOW_DEPTH) return undefined;
  const words = {
    en: `Workflows may run at most ${MAX_WORKFLOW_DEPTH} inside one another.`,
    ko: `워크플로우는 ${MAX_WORKFLOW_DEPTH}겹까지만 이어 실행할 수 있어요.`,
  };
  return { code: "workflow-too-deep", words };
}

function innerText(source: string, call: BoundCall): InnerSearch {
  const parsed = parse(source);
  if (parsed.ok)
    return {
      found: {
        program: parsed.program,
        source: parsed.source ?? source,
        ...valuesFor(call),
        types: {},
      },
      faults: [],
    };
  const { code, hint } = parsed.error;
  const words = joined(
    { en: "The program inside does not parse: ", ko: "안에 든 프로그램을 읽을 수 없어요: " },
    parsed.error.words,
  );
  return { faults: [{ code, words, ...(hint === undefined ? {} : { hint }) }] };
}

/** The steps of a call, run by the agent that it names. What is known only while it runs is planned then. */
function innerSteps(
  param: string,
  call: BoundCall,
  { agents, colleagues }: InnerShelves,
): InnerSearch {
  const steps = call.known[param];
  const name = call.definition.runs?.agent;
  const asked = name === undefined ? undefined : call.known[name];
  if (steps === undefined || call.runtime.has(param) || typeof asked !== "string") return NOTHING;
  const stored = compileWorkflow(param, { steps }).stored;
  const acting = colleagues?.(asked, agents) ?? { ok: false, fault: NOBODY };
  const faults: PlanFault[] = [
    ...(stored.ok ? [] : [{ code: "bad-parameters", words: stored.reason }]),
    ...(acting.ok ? [] : [acting.fault]),
  ];
  if (!stored.ok || !acting.ok) return { faults };
  const { program, source } = stored;
  const found = { program, source, constants: {}, given: {}, types: {}, agents: acting.agents };
  return { found, faults };
}

const NOBODY: PlanFault = {
  code: "unknown-agent",
  words: { en: "There is nobody to ask here.", ko: "여기에는 부탁할 동료가 없어요." },
};

/** The parameters of a call but the one in its parentheses, as they are written. */
function withoutTarget({ definition: { target }, written }: BoundCall): string {
  const others = Object.entries(written).filter(([param]) => param !== target);
  return others.length === 0 ? "" : ` ${printValue(Object.fromEntries(others))}`;
}

function innerWorkflow(name: string, call: BoundCall, workflows: WorkflowShelf): InnerSearch {
  const stored = workflows.get(name);
  if (stored === undefined) {
    const words = joined(
      {
        en: `There is no workflow "${name}".`,
        ko: korean`"${name}"(이)라는 워크플로우는 없어요.`,
      },
      didYouMean(name, workflows.names()),
    );
    const [near, another] = nearNames(name, workflows.names(), 2);
    const isOne = near !== undefined && another === undefined;
    const { node, action } = call.definition;
    const hint = parse(name).ok
      ? `[system:run_pipeline]() {pipeline: ${JSON.stringify(name)}}`
      : `[${node}:${action}](${JSON.stringify(near)})${withoutTarget(call)}`;
    const help = parse(name).ok || isOne ? { hint } : {};
    return { faults: [{ code: "unknown-workflow", words, ...help }] };
  }
  if (!stored.ok) {
    const words = joined(
      {
        en: `The workflow "${name}" cannot run: `,
        ko: korean`워크플로우 "${name}"을(를) 실행할 수 없어요: `,
      },
      stored.reason,
    );
    return { faults: [{ code: "broken-workflow", words }] };
  }
  const { constants, given } = valuesFor(call);
  const names = new Set([...Object.keys(constants), ...Object.keys(given)]);
  const { program, source, params, texts } = stored;
  const fit = fittedValues(name, constants, params);
  const faults = [
    ...unknownParams(name, names, params),
    ...missingParams(name, names, params),
    ...fit.faults,
  ];
  const absent = absentValues(names, params);
  const types = typesOf(params, given);
  const all = { ...texts, ...absent, ...fit.values };
  return { found: { workflow: name, program, source, constants: all, given, types }, faults };
}

/** The values as the types of their parameters have them, and a fault for each that is of another type. */
function fittedValues(
  workflow: string,
  values: JsonObject,
  params: StoredParams,
): { readonly values: JsonObject; readonly faults: readonly PlanFault[] } {
  const fit: Record<string, Json> = {};
  const faults: PlanFault[] = [];
  for (const [name, value] of Object.entries(values)) {
    const type = params[name]?.type;
    const found = fitted(type, value);
    fit[name] = found ?? value;
    if (found === undefined)
      faults.push({
        code: "bad-parameters",
        words: joined(
          { en: `The workflow "${workflow}": `, ko: `워크플로우 "${workflow}": ` },
          misfit(name, type),
        ),
      });
  }
  return { values: fit, faults };
}

function typesOf(params: StoredParams, given: JsonObject): InnerSource["types"] {
  return Object.fromEntries(
    Object.keys(given).flatMap((name) => {
      const type = params[name]?.type;
      return type === undefined ? [] : [[name, type]];
    }),
  );
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
    ko: list === "" ? " 받는 값이 없어요." : ` 받는 값: ${list}.`,
  };
  return [...names]
    .filter((name) => params[name] === undefined)
    .map((name) => {
      const help = didYouMean(name, known) || takes;
      const words = joined(
        {
          en: `The workflow "${workflow}" has no parameter "${name}".`,
          ko: korean`워크플로우 "${workflow}"에는 "${name}"(이)라는 매개변수가 없어요.`,
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
  const missing = Object.entries(params).filter(
    ([name, { absent }]) => !names.has(name) && absent === undefined,
  );
  return missing.map(([name]) => ({
    code: "missing-workflow-parameter",
    words: {
      en: `The workflow "${workflow}" needs "${name}".`,
      ko: `워크플로우 "${workflow}"에는 "${name}" 값이 필요해요.`,
    },
    ...(names.size > 0 ? {} : { form: formOfRun(workflow, missing) }),
  }));
}

/** How a workflow is run, with what each of these parameters is. */
function formOfRun(
  workflow: string,
  params: readonly (readonly [string, WorkflowParam])[],
): string {
  const pairs = params.map(([name, { type }]) => `${name}: <${type ?? "string"}>`);
  return `[system:run_pipeline](${JSON.stringify(workflow)}) {${pairs.join(", ")}}`;
}

function absentValues(names: ReadonlySet<string>, params: StoredParams): JsonObject {
  const values: Record<string, Json> = {};
  for (const [name, { absent }] of Object.entries(params))
    if (!names.has(name) && absent !== undefined) values[name] = absent;
  return values;
}

/** Whether what a call keeps is known only while the program runs: its program, or where it has none the workflow that it names. Pure. */
export function keepsUnknown({ definition, written, runtime }: BoundCall): boolean {
  const { program, workflow } = definition.runs ?? {};
  const named = program !== undefined && written[program] !== undefined ? program : workflow;
  return named !== undefined && runtime.has(named);
}
