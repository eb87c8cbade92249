import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import { joined, type Language, type Localized } from "../../base/localized.ts";
import {
  type Expansion,
  type Handlers,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import { didYouMean } from "../../engine/language/nearest-name.ts";
import { nestingFault } from "../../engine/plan/nested-program.ts";
import { TEXT_NAME } from "../../engine/plan/plan-position.ts";
import {
  type CompiledWorkflow,
  compileWorkflow,
  type StoredWorkflow,
} from "../../engine/plan/workflow.ts";
import { fitted, misfit, type ParamType } from "../../engine/plan/workflow-params.ts";
import { failure, failureIn, type Outcome, success } from "../../engine/values/outcome.ts";
import type { WorkflowRecord, Workflows } from "../../store/workflows.ts";
import { worded } from "../localize.ts";
import { askForLook, HELD, heldNote, heldWorkflow, mustBeHeld } from "./held-programs.ts";

/** Hands a program known only now to the one gate, which plans and judges it. */
export type RunProgram = (
  call: ReadyCall,
  program: {
    readonly source: string;
    readonly constants: JsonObject;
    /** The programs around it and itself, outermost first. */
    readonly within: readonly string[];
  },
) => Expansion | Outcome;

/** Tells whether a compiled workflow could be planned today, with the reason when not. */
export type CheckWorkflow = (workflow: CompiledWorkflow, call: ReadyCall) => string | undefined;

type Runnable = Extract<StoredWorkflow, { ok: true }>;

/** Dependencies of `createWorkflowHandlers`. */
export interface WorkflowHandlerParts {
  readonly workflows: Workflows;
  /** What can be run by its name: workflows, and switches as `switch:NAME`. */
  readonly runnable: Pick<Workflows, "get">;
  readonly runProgram: RunProgram;
  readonly checkWorkflow: CheckWorkflow;
  /** The turn that a call belongs to, by which `undo` knows it again. */
  readonly turnOf: (call: ReadyCall) => string;
}

/** Workflow actions. `run` and `run_pipeline` come here only for what the plan could not inline. */
export function createWorkflowHandlers(parts: WorkflowHandlerParts): Handlers {
  return {
    "system:run_pipeline": async (call) => runNow(parts, call),
    "system:list_workflows": async (call) => list(parts, call),
    "system:get_workflow": async (call) => show(parts, call),
    "system:save_workflow": async (call) => save(parts, call),
    "system:delete_workflow": async (call) => remove(parts, call),
  };
}

function runNow(parts: WorkflowHandlerParts, call: ReadyCall): Expansion | Outcome {
  const { pipeline, workflow, ...constants } = call.params;
  if (typeof pipeline === "string") {
    const within = [...(call.within ?? []), TEXT_NAME];
    return (
      nestingFailure(call, undefined) ??
      parts.runProgram(call, { source: pipeline, constants, within })
    );
  }
  if (typeof workflow === "string") return runStored(parts, call, { workflow, constants });
  return failure(
    "bad-parameters",
    worded(call, {
      en: 'Say which workflow to run, or give the program as "pipeline".',
      ko: '실행할 워크플로우의 이름이나, "pipeline"에 프로그램을 주세요.',
    }),
  );
}

function runStored(
  parts: WorkflowHandlerParts,
  call: ReadyCall,
  { workflow, constants }: { readonly workflow: string; readonly constants: JsonObject },
): Expansion | Outcome {
  const record = parts.runnable.get(call.actor.personId, workflow);
  if (record === undefined) return unknownWorkflow(parts, call, workflow);
  const nesting = nestingFailure(call, record.name);
  if (nesting !== undefined) return nesting;
  const stored = storedOf(record, call.actor.language);
  if (!stored.ok)
    return failure(
      "broken-workflow",
      worded(call, {
        en: `The workflow "${workflow}" cannot run: ${stored.reason.en}`,
        ko: korean`워크플로우 "${workflow}"을(를) 실행할 수 없어요: ${stored.reason.ko}`,
      }),
    );
  const values = { ...stored.texts, ...absentValues(stored.params), ...constants };
  const fit = fittedValues(stored.params, values);
  if ("wrong" in fit)
    return failure("bad-parameters", worded(call, valueWords(workflow, fit.wrong, fit.type)));
  const within = [...(call.within ?? []), record.name];
  return parts.runProgram(call, { source: stored.source, constants: fit.values, within });
}

function nestingFailure(call: ReadyCall, workflow: string | undefined): Outcome | undefined {
  const fault = nestingFault(workflow, call.within ?? []);
  return fault === undefined ? undefined : failure(fault.code, worded(call, fault.words));
}

/** The values as their types have them, or the first that is not there or of another type. */
function fittedValues(
  params: Runnable["params"],
  values: JsonObject,
): { readonly values: JsonObject } | { readonly wrong: string; readonly type?: ParamType } {
  const fit: Record<string, Json> = { ...values };
  for (const [name, { type }] of Object.entries(params)) {
    const value = values[name];
    const found = value === undefined ? undefined : fitted(type, value);
    if (value === undefined) return { wrong: name };
    if (found === undefined) return type === undefined ? { wrong: name } : { wrong: name, type };
    fit[name] = found;
  }
  return { values: fit };
}

function valueWords(workflow: string, name: string, type: ParamType | undefined): Localized {
  if (type === undefined)
    return {
      en: `The workflow "${workflow}" needs "${name}".`,
      ko: `워크플로우 "${workflow}"에는 "${name}" 값이 필요해요.`,
    };
  return joined(
    { en: `The workflow "${workflow}": `, ko: `워크플로우 "${workflow}": ` },
    misfit(name, type),
  );
}

/** A workflow as it may run now. */
export function storedOf(record: WorkflowRecord, language: Language): StoredWorkflow {
  if (record.isHeld) return { ok: false, reason: HELD };
  return compileWorkflow(record.name, record.definition, language).stored;
}

function absentValues(params: Runnable["params"]): JsonObject {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, { absent }]) =>
      absent === undefined ? [] : [[name, absent]],
    ),
  );
}

function list(parts: WorkflowHandlerParts, call: ReadyCall): Outcome {
  const records = parts.workflows.list(call.actor.personId);
  const items = records.map((record) => {
    const compiled = compileWorkflow(record.name, record.definition, call.actor.language);
    const problem = record.isHeld ? worded(call, HELD) : parts.checkWorkflow(compiled, call);
    return {
      name: record.name,
      title: compiled.title,
      description: compiled.description,
      shipped: record.isShipped,
      runnable: problem === undefined,
      problem: problem ?? null,
    };
  });
  const lines = items.map((item) => {
    const about = item.runnable ? item.description : `✗ ${item.problem}`;
    return `- **${item.title}**${about === "" ? "" : ` · ${about}`}`;
  });
  const tainted = records.some((record) => record.isTainted);
  return success({ kind: "list", items, text: lines.join("\n") }, { tainted });
}

function show(parts: WorkflowHandlerParts, call: ReadyCall): Outcome {
  const wanted = stringParam(call, "name");
  const record = parts.workflows.get(call.actor.personId, wanted);
  if (record === undefined) return unknownWorkflow(parts, call, wanted);
  const { name, isShipped: shipped } = record;
  const { language } = call.actor;
  const { stored, title, description } = compileWorkflow(name, record.definition, language);
  const program = stored.ok ? stored.source : `✗ ${worded(call, stored.reason)}`;
  const held = record.isHeld ? `\n✗ ${worded(call, HELD)}` : "";
  const about = description === "" ? "" : `\n${description}`;
  const broken = stored.ok ? "" : `\n${program}`;
  const text = `**${title}**${about}${broken}${held}`;
  const data = { name, title, description, program, shipped, held: record.isHeld };
  return success({ kind: "object", data, text }, { tainted: record.isTainted });
}

async function save(parts: WorkflowHandlerParts, call: ReadyCall): Promise<Outcome> {
  const name = stringParam(call, "name").trim();
  if (!/^[\p{L}\p{N}_-]+$/u.test(name))
    return failureIn(call.actor.language, "bad-name", {
      en: `A workflow's name is letters, digits, "_" and "-"; "${name}" is not.`,
      ko: korean`워크플로우의 이름은 글자, 숫자, "_", "-"로 지어요. "${name}"은(는) 쓸 수 없어요.`,
    });
  const definition = definitionOf(call);
  const problem = parts.checkWorkflow(compileWorkflow(name, definition, call.actor.language), call);
  if (problem !== undefined)
    return failureIn(call.actor.language, "broken-workflow", {
      en: `"${name}" was not saved: ${problem}`,
      ko: korean`"${name}"을(를) 저장하지 않았어요: ${problem}`,
    });
  const isHeld = mustBeHeld(call);
  const { personId } = call.actor;
  const turn = parts.turnOf(call);
  parts.workflows.save(personId, name, definition, { isTainted: call.tainted, isHeld, turn });
  const held = isHeld ? heldWorkflow(name, definition, call.actor.language) : undefined;
  if (held !== undefined) await askForLook(call, held);
  const isInPlace = parts.workflows.replacedIn(personId, turn).includes(name);
  const saved = worded(call, savedWords(name, isInPlace));
  return success(isHeld ? `${saved} ${heldNote(call)}` : saved);
}

function savedWords(name: string, isInPlace: boolean): Localized {
  return isInPlace
    ? {
        ko: korean`워크플로우 "${name}"을(를) 앞의 것 대신 저장했어요. “되돌려줘”라고 하시면 앞의 것이 돌아와요.`,
        en: `Saved the workflow "${name}" in the place of the one before; “undo” brings that one back.`,
      }
    : {
        ko: korean`워크플로우 "${name}"을(를) 저장했어요.`,
        en: `Saved the workflow "${name}".`,
      };
}

function remove(parts: WorkflowHandlerParts, call: ReadyCall): Outcome {
  const { workflows } = parts;
  const name = stringParam(call, "name");
  if (workflows.remove(call.actor.personId, name))
    return success(
      worded(call, {
        ko: korean`워크플로우 "${name}"을(를) 지웠어요.`,
        en: `Deleted the workflow "${name}".`,
      }),
    );
  return workflows.get(call.actor.personId, name)?.isShipped === true
    ? failureIn(call.actor.language, "shipped", shippedWords(name))
    : unknownWorkflow(parts, call, name);
}

/** Says that a workflow cannot be deleted. */
export function shippedWords(name: string): Localized {
  return {
    en: `"${name}" comes with the product and cannot be deleted.`,
    ko: korean`"${name}"은(는) 제품에 들어 있는 것이어서 지울 수 없어요.`,
  };
}

function unknownWorkflow(parts: WorkflowHandlerParts, call: ReadyCall, name: string): Outcome {
  const records = parts.workflows.list(call.actor.personId);
  const near = didYouMean(
    name,
    records.map((record) => record.name),
  );
  const words = joined(
    { en: `There is no workflow "${name}".`, ko: korean`"${name}"(이)라는 워크플로우는 없어요.` },
    near,
  );
  const failed = failureIn(call.actor.language, "unknown-workflow", words);
  const isTainted = near !== "" && records.some((record) => record.isTainted);
  return isTainted ? { ...failed, tainted: true } : failed;
}

function definitionOf(call: ReadyCall): JsonObject {
  const { title, description, pipeline, steps, params } = call.params;
  return {
    ...(typeof title === "string" ? { name: title } : {}),
    ...(typeof description === "string" ? { description } : {}),
    ...(pipeline === undefined ? {} : { pipeline }),
    ...(steps === undefined ? {} : { steps }),
    ...(isJsonObject(params) ? { params } : {}),
  };
}
