import type { JsonObject } from "../../base/json.ts";
import type { ActionDefinition, Catalogue } from "../catalogue/catalogue.ts";
import type { Diagnostic, Span } from "../language/diagnostics.ts";
import { printProgram } from "../language/printer.ts";
import { parseReference, type Reference } from "../language/reference.ts";
import type { Call, Each, Expression, Fallback, If, Program, Statement } from "../language/tree.ts";
import { knownPart } from "../values/resolve-references.ts";
import { bindCall } from "./bind.ts";
import { meantCall } from "./call-hint.ts";
import { effectOf, type PlannedEffect } from "./effects-report.ts";
import {
  type BoundCall,
  type ColleagueShelf,
  findInner,
  type InnerSource,
  isFirstStepFed,
  nestingFault,
  type WorkflowShelf,
} from "./nested-program.ts";
import { isApprove, nameSpan, unplannable } from "./plan-call.ts";
import { checkCall, readCondition } from "./plan-check.ts";
import { type Place, type PlanFault, PlanNotes } from "./plan-position.ts";
import type { InnerProgram, Planned, PlannedCall, PlannedStatement } from "./planned-tree.ts";
import { type Meant, resolveCall } from "./resolve.ts";
import { type Doubt, NO_DOUBT, type Said, taintedLiterals } from "./taint-of-literals.ts";
import { TOOL_ACTION } from "./tool-action.ts";

/** Deepest nesting of blocks (docs/language.md). */
const MAX_BLOCK_DEPTH = 3;

/** Items an `each` goes through at most when its head does not say. */
const EACH_DEFAULT_CAP = 20;

/** How a program inside another is named where it has no name. */
export const TEXT_NAME = "(text)";

/** A program to plan, for whom, and what it may refer to. */
export interface PlanRequest {
  readonly source: string;
  readonly program: Program;
  readonly catalogue: Catalogue;
  readonly workflows: WorkflowShelf;
  readonly owner: { readonly personId: string; readonly chatId: string };
  /** Values that the program may use by name, such as workflow parameters. */
  readonly constants?: JsonObject;
  /** Names of values that come only when it runs. */
  readonly unknown?: readonly string[];
  /** The programs that this one runs inside of, outermost first. */
  readonly within?: readonly string[];
  /** Put before every call's id, for a program that runs in the place of a call. */
  readonly prefix?: string;
  /** There when whoever wrote the program had read something from outside: which of its words the person said. */
  readonly said?: Said;
  /** The agents that act, the person's first. Default: the system agent alone. */
  readonly agents?: readonly string[];
  /** Default: nobody can be asked. */
  readonly colleagues?: ColleagueShelf;
}

/** Walks a tree once, in execution order, collecting planned statements, effects and problems. */
export class PlanBuilder {
  readonly effects: PlannedEffect[] = [];
  /** Every program that a call of this one runs, as canonical text, with the values it gets. */
  readonly innerPrograms: JsonObject[] = [];
  readonly #notes: PlanNotes;
  /** The action that each call resolved to. */
  readonly resolutions = new Map<Call, Pick<Call, "node" | "action" | "params">>();
  readonly #request: PlanRequest;
  #counter = 0;
  /** The `approve` call that stands before the current step in its statement. */
  #approver: string | undefined;

  constructor(request: PlanRequest) {
    this.#request = request;
    this.#notes = new PlanNotes(request.within?.length);
  }

  /** What is wrong, so far. */
  get problems(): readonly Diagnostic[] {
    return this.#notes.problems;
  }

  /** What is odd, so far. */
  get warnings(): readonly Diagnostic[] {
    return this.#notes.warnings;
  }

  /** Plans the whole program; what it returns may only run when there are no problems. */
  build(): readonly PlannedStatement[] {
    return this.#statements(this.#request.program.statements, {
      source: this.#request.source,
      prefix: this.#request.prefix ?? "",
      names: new Map([
        ...Object.entries(this.#request.constants ?? {}),
        ...unset(this.#request.unknown ?? []),
      ]),
      hasPrevious: false,
      isFed: false,
      inParallel: false,
      inEach: false,
      conditional: false,
      endsOnRefusal: true,
      times: 1,
      blockDepth: 0,
      workflows: this.#request.within ?? [],
      later: false,
      agents: this.#request.agents ?? [],
      isUsed: false,
      doubt:
        this.#request.said === undefined ? NO_DOUBT : { ...NO_DOUBT, said: this.#request.said },
    });
  }

  #statements(statements: readonly Statement[], place: Place): readonly PlannedStatement[] {
    return statements.map((statement, index) => {
      const outerApprover = this.#approver;
      const onError = statement.onError ?? "stop";
      const body = this.#expression(statement.body, {
        ...place,
        hasPrevious: place.hasPrevious && index === 0,
        endsOnRefusal: onError === "stop",
        isUsed:
          statement.variable !== undefined || (place.isUsed && index === statements.length - 1),
      });
      this.#approver = outerApprover;
      if (statement.variable === undefined) return { onError, body };
      this.#notes.checkName(statement.variable, statement.span, place);
      place.names.set(statement.variable, undefined);
      return { variable: statement.variable, onError, body };
    });
  }

  #expression(expression: Expression, place: Place): Planned {
    switch (expression.kind) {
      case "call":
        return this.#call(expression, place);
      case "sequence":
        return {
          kind: "sequence",
          steps: expression.steps.map((step, index) =>
            this.#expression(step, {
              ...place,
              hasPrevious: index > 0 || place.hasPrevious,
              isFed: index === 0 && place.isFed,
              isUsed: true,
            }),
          ),
        };
      case "parallel":
        return {
          kind: "parallel",
          branches: expression.branches.map((branch) =>
            this.#expression(branch, { ...place, inParallel: true }),
          ),
        };
      case "fallback":
        return this.#fallback(expression, place);
      case "if":
        return this.#if(expression, place);
      case "each":
        return this.#each(expression, place);
    }
  }

  /** An `approve` in one option stands for nothing outside of it: another option runs just when it was refused. */
  #fallback(expression: Fallback, place: Place): Planned {
    const outerApprover = this.#approver;
    const options = expression.options.map((option, index) => {
      this.#approver = outerApprover;
      const conditional = index > 0 || place.conditional;
      return this.#expression(option, { ...place, conditional, isUsed: true });
    });
    this.#approver = outerApprover;
    return { kind: "fallback", options };
  }

  #if(block: If, place: Place): Planned {
    const id = this.#nextId(place);
    const inside = this.#blockPlace(block.span, { ...place, conditional: true });
    const body = (statements: readonly Statement[]): readonly PlannedStatement[] =>
      this.#statements(statements, { ...inside, names: new Map(place.names) });
    const branches = block.branches.map((branch) => ({
      condition: readCondition(this.#notes, branch.condition, { span: branch.span, place }),
      text: branch.condition,
      body: body(branch.body),
    }));
    return {
      kind: "if",
      id,
      branches,
      otherwise: block.otherwise === null ? null : body(block.otherwise),
    };
  }

  #each(block: Each, place: Place): Planned {
    const id = this.#nextId(place);
    const max = block.max ?? EACH_DEFAULT_CAP;
    const source: Reference = parseReference(block.source) ?? {
      text: block.source,
      name: block.source,
      path: [],
      form: "braced",
    };
    this.#notes.checkBound(source, block.span, place);
    this.#notes.checkName(block.variable, block.span, place);
    const names = new Map(place.names).set(block.variable, undefined);
    const inside = this.#blockPlace(block.span, {
      ...place,
      conditional: true,
      inEach: true,
      times: place.times * max,
    });
    return {
      kind: "each",
      id,
      variable: block.variable,
      source,
      max,
      body: this.#statements(block.body, { ...inside, names, hasPrevious: false }),
    };
  }

  #blockPlace(span: Span, place: Place): Place {
    if (place.blockDepth >= MAX_BLOCK_DEPTH) {
      this.#notes.problem(place, span, {
        code: "block-too-deep",
        words: {
          en: `Blocks may stand at most ${MAX_BLOCK_DEPTH} inside one another. Save the inner part as a workflow.`,
          ko: `블록은 ${MAX_BLOCK_DEPTH}겹까지만 쓸 수 있습니다. 안쪽을 워크플로우로 저장하세요.`,
        },
      });
    }
    return { ...place, blockDepth: place.blockDepth + 1 };
  }

  #noteResolution(call: Call, definition: ActionDefinition, usesType: boolean): void {
    const { type, ...rest } = call.params;
    const params = usesType || type === undefined ? rest : call.params;
    const { node, action } = definition.tool === undefined ? definition : TOOL_ACTION;
    this.resolutions.set(call, { node, action, params });
  }

  #call(call: Call, place: Place): PlannedCall {
    const id = this.#nextId(place);
    const resolution = resolveCall(this.#request.catalogue, call);
    if (!resolution.ok) {
      const { problem } = resolution;
      this.#notes.problem(place, nameSpan(call, problem), this.#withHint(call, problem));
      return unplannable(id, call.span);
    }
    const { definition, usesType } = resolution;
    this.#noteResolution(call, definition, usesType);
    const { hasPrevious } = place;
    const binding = bindCall(definition, call, { hasPrevious, usesType });
    const problems = binding.problems.map((problem) => this.#withHint(call, problem));
    checkCall(this.#notes, definition, { ...binding, problems }, { span: call.span, place });
    const { params, pipe } = binding;
    const known = knownPart(params, place.names);
    const runtime = new Set([...known.runtime, ...(pipe === undefined ? [] : [pipe.param])]);
    const tainted = taintedLiterals(definition, params, place.doubt);
    const bound = { definition, written: params, known: known.params, runtime, tainted };
    const inner = this.#inner(bound, call.span, { ...place, prefix: `${id}/` });
    const planned: PlannedCall = {
      kind: "call",
      id,
      definition,
      params,
      ...subjectOf(definition, known.params),
      ...(pipe === undefined ? {} : { pipe }),
      runtimeRoles: [...runtime].filter((param) => definition.roles[param] !== undefined),
      tainted,
      ...(this.#approver === undefined ? {} : { coveredBy: this.#approver }),
      ...(inner === undefined ? {} : { inner }),
      ...(definition.runs === undefined ? {} : { within: place.workflows }),
      ...(place.agents.length === 0 ? {} : { agents: place.agents }),
      ...(place.isUsed ? { isUsed: true } : {}),
      span: call.span,
    };
    const { conditional, times, later } = place;
    const isDoubted = this.#request.said !== undefined;
    const facts = { params: known.params, runtime, conditional, times, later, isDoubted };
    this.effects.push(effectOf(planned, facts));
    if (isApprove(definition) && place.endsOnRefusal) this.#approver = id;
    return planned;
  }

  /** A problem of a call, with the call as it was meant where that is certain. */
  #withHint(call: Call, problem: PlanFault & { readonly meant?: readonly Meant[] }): PlanFault {
    const { meant, ...fault } = problem;
    const hint = meantCall(this.#request.catalogue, call, meant);
    return hint === undefined ? fault : { ...fault, hint };
  }

  /** Plans the program that a call runs, when it is known now. */
  #inner(call: BoundCall, span: Span, place: Place): InnerProgram | undefined {
    const isLater = call.definition.runs?.when === "later";
    const isFed = isFirstStepFed(call);
    const hasPrevious = isFed || place.hasPrevious;
    const inside = { ...place, later: place.later || isLater, hasPrevious, isFed };
    const { workflows, colleagues } = this.#request;
    const { agents } = place;
    const { found, faults } = findInner(call, { workflows, agents, colleagues });
    for (const fault of faults) this.#notes.problem(inside, span, fault);
    if (found === undefined) return undefined;
    const program = this.#innerProgram(found, span, {
      ...inside,
      doubt: this.#innerDoubt(found, call.tainted, place.doubt),
    });
    return isLater ? undefined : program;
  }

  #innerProgram(inner: InnerSource, span: Span, place: Place): InnerProgram | undefined {
    const { workflow, program, source, constants, given, types, agents = place.agents } = inner;
    const fault = nestingFault(workflow, place.workflows);
    if (fault !== undefined) this.#notes.problem(place, span, fault);
    if (fault !== undefined) return undefined;
    this.innerPrograms.push({ program: printProgram(program), constants, given });
    const outerCounter = this.#counter;
    this.#counter = 0;
    const statements = this.#statements(program.statements, {
      ...place,
      source,
      agents,
      names: new Map([...Object.entries(constants), ...unset(Object.keys(given))]),
      workflows: [...place.workflows, workflow ?? TEXT_NAME],
    });
    this.#counter = outerCounter;
    const { taintedNames } = place.doubt;
    return {
      statements,
      constants,
      ...(Object.keys(given).length === 0 ? {} : { given, types }),
      ...(taintedNames.size === 0 ? {} : { taintedNames: [...taintedNames] }),
    };
  }

  /** The words of a stored workflow are the person's; those of a program given as text are its writer's. */
  #innerDoubt(inner: InnerSource, tainted: readonly string[], outer: Doubt): Doubt {
    const taintedNames = new Set(tainted);
    if (inner.workflow !== undefined || outer.said === undefined) return { taintedNames };
    return { said: outer.said, taintedNames };
  }

  #nextId(place: Place): string {
    this.#counter += 1;
    return `${place.prefix}${this.#counter}`;
  }
}

function subjectOf({ target }: ActionDefinition, known: JsonObject): Pick<PlannedCall, "subject"> {
  const subject = target === undefined ? undefined : known[target];
  return typeof subject === "string" ? { subject } : {};
}

/** Names whose values are known only while running. */
function unset(names: readonly string[]): readonly (readonly [string, undefined])[] {
  return names.map((name) => [name, undefined]);
}
