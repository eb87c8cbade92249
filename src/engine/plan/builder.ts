import { isJsonObject, type JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import type { ActionDefinition, AskingSituation, Catalogue, Role } from "../catalogue/catalogue.ts";
import type { Diagnostic, Span } from "../language/diagnostics.ts";
import { parse } from "../language/parser.ts";
import { printExpression, printProgram } from "../language/printer.ts";
import { parseReference } from "../language/reference.ts";
import {
  type Call,
  callsOf,
  type Each,
  type Expression,
  type Fallback,
  type If,
  type Literal,
  type Program,
  type Statement,
} from "../language/tree.ts";
import type { Moment } from "../values/formula-dates.ts";
import { formulasOf, hasReference, knownPart, referencesOf } from "../values/resolve-references.ts";
import { type Binding, bindCall } from "./bind.ts";
import { effectOf, type PlannedEffect } from "./effects-report.ts";
import { watchedFault } from "./field-check.ts";
import {
  checkFormulas,
  checkFormulasIn,
  checkItemCondition,
  readCondition,
  type Spot,
} from "./formula-check.ts";
import {
  actsInParallel,
  braced,
  knownItems,
  literalItems,
  objectFault,
  sourceFault,
  usualMost,
} from "./loop-source.ts";
import {
  approvedCondition,
  meantTexts,
  takenAsText,
  unmarkedNames,
  withoutCode,
} from "./meant-texts.ts";
import { formOf, mendCall } from "./mend-call.ts";
import {
  type BoundCall,
  type ColleagueShelf,
  findInner,
  type InnerSource,
  isFirstStepFed,
  keepsUnknown,
  nestedTargetFault,
  nestingFault,
  savedBy,
  type WorkflowShelf,
  withOwnPrograms,
} from "./nested-program.ts";
import { withOwnBraces } from "./own-braces.ts";
import { type Place, type PlanFault, PlanNotes, TEXT_NAME } from "./plan-position.ts";
import type {
  InnerProgram,
  LoopSource,
  Planned,
  PlannedCall,
  PlannedStatement,
} from "./planned-tree.ts";
import { type ResolutionProblem, resolveCall } from "./resolve.ts";
import { type Doubt, isDoubtful, NO_DOUBT, type Said, taintedParams } from "./taint-of-literals.ts";
import { callerOf } from "./tool-action.ts";
import type { StoredWorkflow } from "./workflow.ts";
import { isWrittenOut, withLiterals } from "./written-items.ts";

/** Deepest nesting of blocks (docs/language.md). */
const MAX_BLOCK_DEPTH = 3;

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
  /** True where a model wrote the program: a name in its texts that nothing gives a value is a mistake. Default: such a name is text. */
  readonly isByModel?: boolean;
  /** True where a person wrote it as a program: what is surely meant as a value and would be taken for text is a mistake, as it is a model's. Default: it was made of words, which are text. */
  readonly isByHand?: boolean;
  /** The agents that act, the person's first. Default: the system agent alone. */
  readonly agents?: readonly string[];
  /** Default: nobody can be asked. */
  readonly colleagues?: ColleagueShelf;
  /** When the run begins. Default: not known, so that what asks for the time is known only while it runs. */
  readonly moment?: Moment;
  /** Where it runs, as far as effects wait there that happen at once elsewhere. Default: a person asked for it, and nobody reads along. */
  readonly situations?: readonly AskingSituation[];
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
  /** Workflows that the program saved before the current step. */
  readonly #saved = new Map<string, StoredWorkflow>();
  /** Names of what `approve` gives. */
  readonly #approvals = new Set<string>();
  /** The `approve` call that stands before the current step in its statement. */
  #approver: string | undefined;

  constructor(request: PlanRequest) {
    this.#request = request;
    this.#notes = new PlanNotes(request.within?.length, request);
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
      previousText: undefined,
      isFed: false,
      inParallel: false,
      inEach: false,
      literals: new Map(),
      conditional: false,
      endsOnRefusal: true,
      times: 1,
      blockDepth: 0,
      workflows: this.#request.within ?? [],
      later: false,
      moment: this.#request.moment,
      agents: this.#request.agents ?? [],
      isUsed: false,
      doubt:
        this.#request.said === undefined ? NO_DOUBT : { ...NO_DOUBT, said: this.#request.said },
    });
  }

  #statements(statements: readonly Statement[], place: Place): readonly PlannedStatement[] {
    return statements.map((statement, index) => {
      const isLast = index === statements.length - 1;
      const outerApprover = this.#approver;
      const onError = statement.onError ?? "stop";
      const body = this.#expression(statement.body, {
        ...place,
        hasPrevious: place.hasPrevious && index === 0,
        previousText: undefined,
        endsOnRefusal: onError === "stop",
        isUsed:
          statement.variable !== undefined ||
          statement.variables !== undefined ||
          (place.isUsed && isLast),
      });
      this.#approver = outerApprover;
      if (statement.variables !== undefined)
        return { ...this.#branchNames(statement, statement.variables, place), onError, body };
      if (statement.variable === undefined) return { onError, body: toldAs(body) };
      this.#nameValue(statement, statement.variable, { body, place });
      const isEnd = isLast && place.blockDepth === 0;
      return { variable: statement.variable, onError, body: isEnd ? toldAs(body) : body };
    });
  }

  #nameValue(
    { span, onError = "stop" }: Statement,
    name: string,
    { body, place }: { readonly body: Planned; readonly place: Place },
  ): void {
    this.#notes.checkName(name, span, place);
    const known =
      body.kind === "value"
        ? knownPart({ value: body.value }, place.names, place.moment)
        : undefined;
    place.names.set(name, known?.params["value"]);
    place.literals.delete(name);
    this.#noteApproval(name, body, onError);
  }

  /** Keeps in mind which names have what an `approve` gives whose refusal ends the program. */
  #noteApproval(name: string, body: Planned, onError: Statement["onError"]): void {
    this.#approvals.delete(name);
    const isApproval = body.kind === "call" && isApprove(body.definition) && onError === "stop";
    if (isApproval) this.#approvals.add(name);
  }

  /** The names of branches are there behind their statement, and not in it. */
  #branchNames(
    { body, span }: Statement,
    variables: readonly string[],
    place: Place,
  ): Pick<PlannedStatement, "variables"> {
    for (const name of variables) {
      this.#notes.checkName(name, span, place);
      const early = callsOf(body)
        .flatMap(({ args, params }) => referencesOf([...args, params]))
        .find((reference) => reference.name === name && !place.names.has(name));
      if (early !== undefined) this.#notes.checkBound({ ...early, form: "braced" }, span, place);
    }
    for (const name of variables) {
      place.names.set(name, undefined);
      place.literals.delete(name);
    }
    return { variables };
  }

  #expression(expression: Expression, place: Place): Planned {
    switch (expression.kind) {
      case "call":
        return this.#call(expression, place);
      case "value":
        return this.#literal(expression, place);
      case "sequence":
        return {
          kind: "sequence",
          steps: expression.steps.map((step, index, steps) =>
            this.#expression(step, {
              ...place,
              hasPrevious: index > 0 || place.hasPrevious,
              previousText: textIn(steps[index - 1]),
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

  #literal({ value, span }: Literal, place: Place): Planned {
    this.#notes.checkReferences(referencesOf(value), span, place);
    this.#notes.checkMeant(referencesOf(withoutCode(value)), span, place);
    checkFormulasIn(this.#notes, value, { span, place });
    const isKnown = knownPart({ value }, place.names, place.moment).runtime.length === 0;
    return { kind: "value", value, tainted: isDoubtful(value, place.doubt), isKnown };
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
    this.#notes.checkUnmarked(approvedCondition(block, this.#approvals, place), place);
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
    const source = this.#loopSource(block, place);
    const known = knownItems(source, place.names);
    const literals = literalItems(source, place.names);
    const max = block.max ?? usualMost(known);
    const { variable, counter } = block;
    const own = counter === undefined ? [variable] : [variable, counter];
    for (const name of own) this.#notes.checkName(name, block.span, place);
    const names = new Map([...place.names, ...unset(own)]);
    const inside = this.#blockPlace(block.span, {
      ...place,
      conditional: true,
      inEach: true,
      literals: withLiterals(place.literals, own, literals?.slice(0, max)),
      times: place.times * Math.min(max, known ?? max),
    });
    const effectsFrom = this.effects.length;
    const body = this.#statements(block.body, { ...inside, names, hasPrevious: false });
    if (block.parallel === true) this.#checkParallel(block.span, place, effectsFrom);
    return {
      kind: "each",
      id,
      variable,
      ...(counter === undefined ? {} : { counter }),
      source,
      max,
      ...(block.parallel === undefined ? {} : { parallel: block.parallel }),
      body,
    };
  }

  #loopSource({ source, span }: Each, place: Place): LoopSource {
    if (typeof source === "string") {
      const reference = parseReference(source) ?? braced(source);
      this.#notes.checkBound(reference, span, place);
      const known = reference.path.length === 0 ? place.names.get(reference.name) : undefined;
      if (isJsonObject(known) && !("items" in known))
        this.#notes.problem(place, span, objectFault(`$${reference.name}`));
      return { kind: "reference", reference };
    }
    if (source.kind === "range") {
      for (const reference of referencesOf([source.from, source.to]))
        this.#notes.checkBound(reference, span, place);
    }
    const fault = sourceFault(source);
    if (fault !== undefined) this.#notes.problem(place, span, fault);
    if (source.kind === "range") return { ...source, text: `${source.from}..${source.to}` };
    const planned = this.#expression(source, { ...place, isUsed: true });
    return { kind: "expression", planned, text: printExpression(source) };
  }

  /** Items are gone through at the same time only where that changes nothing. */
  #checkParallel(span: Span, place: Place, effectsFrom: number): void {
    const acting = this.effects.slice(effectsFrom).find(({ effect }) => effect !== "read");
    if (acting === undefined) return;
    this.#notes.problem(place, span, actsInParallel(acting));
  }

  #blockPlace(span: Span, place: Place): Place {
    if (place.blockDepth >= MAX_BLOCK_DEPTH) {
      this.#notes.problem(place, span, {
        code: "block-too-deep",
        words: {
          en: `Blocks may stand at most ${MAX_BLOCK_DEPTH} inside one another. Save the inner part as a workflow.`,
          ko: `블록은 ${MAX_BLOCK_DEPTH}겹까지만 쓸 수 있어요. 안쪽을 워크플로우로 저장하세요.`,
        },
      });
    }
    return { ...place, blockDepth: place.blockDepth + 1 };
  }

  #noteResolution(call: Call, definition: ActionDefinition, usesType: boolean): void {
    const { type, ...rest } = call.params;
    const params = usesType || type === undefined ? rest : call.params;
    const { node, action } = definition.tool === undefined ? definition : callerOf(definition);
    this.resolutions.set(call, { node, action, params });
  }

  #call(call: Call, place: Place): PlannedCall {
    const id = this.#nextId(place);
    const resolution = resolveCall(this.#request.catalogue, call);
    if (!resolution.ok) {
      const { problem } = resolution;
      this.#notes.problem(place, nameSpan(call, problem), this.#withHelp(call, problem, place));
      return unplannable(id, call.span);
    }
    const { definition, usesType } = resolution;
    this.#noteResolution(call, definition, usesType);
    const { hasPrevious, previousText } = place;
    const bound = bindCall(definition, call, { hasPrevious, previousText, usesType });
    const binding = { ...bound, params: withOwnPrograms(definition, bound.params, place) };
    const problems = binding.problems.map((problem) => this.#withHelp(call, problem, place));
    checkCall(this.#notes, definition, { ...binding, problems }, { span: call.span, place });
    this.#checkMeant({ definition, call, params: binding.params }, place);
    checkFormulas(this.#notes, definition, call, place);
    const { params, pipe } = binding;
    const known = knownPart(params, place.names, place.moment);
    const runtime = new Set([...known.runtime, ...(pipe === undefined ? [] : [pipe.param])]);
    const tainted = taintedParams(definition, params, known.params, place.doubt);
    const settled = { definition, written: params, known: known.params, runtime, tainted };
    const innerFrom = this.effects.length;
    const inner = this.#inner(settled, call.span, { ...place, prefix: `${id}/` });
    this.#checkWatched(settled, call.span, place);
    const planned: PlannedCall = {
      kind: "call",
      id,
      definition,
      params,
      ...subjectOf(definition, known.params),
      ...(pipe === undefined ? {} : { pipe }),
      runtimeRoles: [...runtime].filter(
        (param) =>
          isFixedRole(definition.roles[param]) &&
          !isWrittenOut(definition, { param, value: params[param] }, place),
      ),
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
    const keepsRisk = this.#keepsRisk(settled, innerFrom);
    const { situations = [] } = later ? { situations: LATER } : this.#request;
    const facts = { params: known.params, runtime, conditional, times, later, isDoubted };
    this.effects.push(effectOf(planned, { ...facts, keepsRisk, situations }));
    if (isApprove(definition) && place.endsOnRefusal) this.#approver = id;
    return planned;
  }

  /** What stands in a call as a text and is surely meant as a value. */
  #checkMeant(bound: Parameters<typeof takenAsText>[0], place: Place): void {
    const { definition, call } = bound;
    const nested = nestedTargetFault(definition, call, place.source);
    if (nested !== undefined) {
      this.#notes.problem(place, call.span, nested);
      return;
    }
    const { actions } = this.#request.catalogue;
    const found = takenAsText(bound, place, (name) => actions.has(name));
    this.#notes.checkUnmarked(found, place);
  }

  /** Whether a call keeps a program that will wait for a press, or one that nobody knows yet. */
  #keepsRisk(call: BoundCall, innerFrom: number): boolean {
    if (call.definition.runs?.when !== "later") return false;
    return keepsUnknown(call) || this.effects.slice(innerFrom).some(({ approval }) => approval);
  }

  /** A problem of a call, with the call as it was meant where that is certain, else with the form of its action. */
  #withHelp(call: Call, fault: PlanFault, { hasPrevious, workflows }: Place): PlanFault {
    const { catalogue, within = [] } = this.#request;
    if (workflows.length > within.length) return fault;
    const mended = mendCall(catalogue, call, hasPrevious);
    const values = [...call.args, call.params];
    const isWhole = referencesOf(values).length + formulasOf(values).length === 0 && !hasPrevious;
    if (mended !== undefined) return isWhole ? { ...fault, hint: printExpression(mended) } : fault;
    const resolution = resolveCall(catalogue, call);
    return resolution.ok ? { ...fault, form: formOf(resolution.definition, call) } : fault;
  }

  /** Plans the program that a call runs, when it is known now. */
  #inner(call: BoundCall, span: Span, place: Place): InnerProgram | undefined {
    const saved = savedBy(call);
    if (saved !== undefined) this.#saved.set(saved.name, saved.stored);
    const isLater = call.definition.runs?.when === "later";
    const isFed = isFirstStepFed(call);
    const hasPrevious = isFed || place.hasPrevious;
    const moment = isLater ? undefined : place.moment;
    const now = { ...place, later: place.later || isLater, moment, hasPrevious, isFed };
    // What runs later runs by itself, not where the call that keeps it stands.
    const inside = isLater ? { ...now, inEach: false, inParallel: false } : now;
    const { workflows, colleagues } = this.#request;
    const { agents } = place;
    const shelf = {
      ...workflows,
      get: (name: string) => this.#saved.get(name) ?? workflows.get(name),
    };
    const search = findInner(call, { workflows: shelf, agents, colleagues });
    const found = this.#asText(search.found);
    for (const fault of search.faults) this.#notes.problem(inside, span, fault);
    if (found === undefined) return undefined;
    const program = this.#innerProgram(found, span, {
      ...inside,
      doubt: this.#innerDoubt(found, call.tainted, place.doubt),
    });
    return isLater ? undefined : program;
  }

  /** What a call would look at again and again is planned as it would be then. */
  #checkWatched({ definition: { runs }, known }: BoundCall, span: Span, place: Place): void {
    const [watch, condition] = [runs?.watch, runs?.condition].map((name) => known[name ?? ""]);
    if (typeof watch !== "string") return;
    const parsed = parse(watch);
    const { moment: _now, constants: _own, unknown: _names, said: _said, ...rest } = this.#request;
    const builder = parsed.ok
      ? new PlanBuilder({ ...rest, source: parsed.source ?? watch, program: parsed.program })
      : undefined;
    const statements = builder?.build() ?? [];
    const problems = parsed.ok ? (builder?.problems ?? []) : [parsed.error];
    const watched = { statements, effects: builder?.effects ?? [], problems };
    // In an example a value that nobody said is left open.
    const isKnown = typeof condition === "string" && !condition.includes("…");
    const fault = watchedFault(watched, isKnown ? condition : undefined);
    if (fault !== undefined) this.#notes.problem(place, span, fault);
  }

  /** A workflow that this very program saved is a text of it. */
  #asText(found: InnerSource | undefined): InnerSource | undefined {
    if (found?.workflow === undefined || !this.#saved.has(found.workflow)) return found;
    const { workflow: _own, ...text } = found;
    return text;
  }

  #innerProgram(inner: InnerSource, span: Span, place: Place): InnerProgram | undefined {
    const { workflow, source, constants, given, types, agents = place.agents } = inner;
    const program = withOwnBraces(inner.program, this.#request.catalogue);
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
      literals: new Map(),
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

/** What runs later runs without anybody there. */
const LATER: readonly AskingSituation[] = ["unattended"];

/** Whether a value of this role is shown before it decides anything, also where it is not from outside. */
function isFixedRole(role: Role | undefined): boolean {
  return role !== undefined && role !== "subject";
}

/** A value that no name keeps, or the last of a program, is there to be told. */
function toldAs(body: Planned): Planned {
  return body.kind === "value" ? { ...body, isKnown: false } : body;
}

/** The text that a step is, where it is one and nothing in it stands for something else. */
function textIn(step: Expression | undefined): string | undefined {
  const text = step?.kind === "value" ? step.value : undefined;
  return typeof text === "string" && !hasReference(text) ? text : undefined;
}

function subjectOf({ target }: ActionDefinition, known: JsonObject): Pick<PlannedCall, "subject"> {
  const subject = target === undefined ? undefined : known[target];
  return typeof subject === "string" ? { subject } : {};
}

/** Names whose values are known only while running. */
function unset(names: readonly string[]): readonly (readonly [string, undefined])[] {
  return names.map((name) => [name, undefined]);
}

/** Notes what is wrong with a call's parameters, its references and the place where it stands. */
function checkCall(
  notes: PlanNotes,
  definition: ActionDefinition,
  { params, pipe, problems, takesText }: Binding,
  { span, place }: Spot,
): void {
  const references = referencesOf(params);
  for (const problem of problems) notes.problem(place, span, problem);
  notes.checkReferences(references, span, place);
  notes.checkMeant(referencesOf(meantTexts(definition, params)), span, place);
  notes.checkUnmarked(unmarkedNames({ definition, params, span }, place), place);
  for (const param of definition.conditions)
    checkItemCondition(notes, params[param], { span, place });
  const usesPrevious = references.some((reference) => reference.name === "prev");
  const takesPrevious =
    takesText === true || pipe !== undefined || usesPrevious || passesOn(definition);
  if (place.hasPrevious && !place.isFed && !takesPrevious) {
    const words = {
      en: `${nameOf(definition)} does not use the result of the step before it.`,
      ko: korean`${nameOf(definition)}은(는) 앞 단계의 결과를 쓰지 않아요.`,
    };
    notes.warning(place, span, { code: "unused-previous", words });
  }
  if (waitsForPerson(definition) && (place.inParallel || place.inEach)) {
    const where = place.inParallel ? '"&"' : '"each"';
    const words = {
      en: `${nameOf(definition)} waits for a person, so it cannot stand inside ${where}. Put it before, as a step of its own.`,
      ko: korean`${nameOf(definition)}은(는) 사람의 답을 기다리므로 ${where} 안에 둘 수 없어요. 앞에 따로 두세요.`,
    };
    notes.problem(place, span, { code: "ask-in-parallel", words });
  }
}

function nameOf({ node, action }: ActionDefinition): string {
  return `[${node}:${action}]`;
}

/** Whether a call's press stands for the effects that follow it. */
function isApprove(definition: ActionDefinition): boolean {
  return definition.node === "system" && definition.action === "approve";
}

/** Whether a call holds its program up until a person answers. */
function waitsForPerson(definition: ActionDefinition): boolean {
  const { node, action } = definition;
  return node === "system" && (action === "ask_user" || action === "approve");
}

/** Whether a call hands the previous value on by itself: `approve` to the next step, a program to its first. */
function passesOn(definition: ActionDefinition): boolean {
  return isApprove(definition) || definition.runs !== undefined;
}

/** Where the name stands that a call could not be resolved by. */
function nameSpan(call: Call, problem: ResolutionProblem): Span {
  const { places } = call;
  if (places === undefined) return call.span;
  if (problem.code === "unknown-node") return places.node;
  return problem.code === "unknown-type"
    ? (places.params.get("type") ?? places.action)
    : places.action;
}

/** A stand-in for a call with a problem; a plan that holds one is never returned. */
function unplannable(id: string, span: Span): PlannedCall {
  const definition: ActionDefinition = {
    node: "",
    action: "",
    description: { ko: "", en: "" },
    router: "handler",
    handler: "",
    params: { type: "object" },
    effect: "read",
    approval: false,
    roles: {},
    returns: "text",
    result: "json",
    taints: false,
    timeoutMs: 0,
    requires: [],
    ownerOnly: false,
    conditions: [],
    scripts: [],
    formats: {},
    card: { ko: "", en: "" },
    examples: [],
  };
  return { kind: "call", id, definition, params: {}, runtimeRoles: [], tainted: [], span };
}
