import type { Json, JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import { joined, type Localized } from "../../base/localized.ts";
import { isListType, type ResultType, SAME } from "../catalogue/result-type.ts";
import type { Diagnostic } from "../language/diagnostics.ts";
import { parseCondition } from "../language/formula.ts";
import { type Formula, formulaReferences, partsOfFormula } from "../language/formula-tree.ts";
import { didYouMean, nearNames } from "../language/nearest-name.ts";
import { type Reference, type Step, stepsOf, withoutParticle } from "../language/reference.ts";
import { fieldChoices, namesIn, sortKeys } from "../values/field-names.ts";
import { formulasOf, referencesOf } from "../values/resolve-references.ts";
import type { PlannedEffect } from "./effects-report.ts";
import type { PlanFault } from "./plan-position.ts";
import type { LoopSource, Planned, PlannedCall, PlannedStatement } from "./planned-tree.ts";
import { conditionProblem } from "./value-sources.ts";

/** A path that leads nowhere: as it was written, and what is wrong with it. */
export interface FieldFault {
  readonly text: string;
  readonly words: Localized;
  /** How it is written with the one near field that there is. */
  readonly meant?: string;
}

/** A declared type, and the call whose result it is. */
interface Typed {
  readonly type: ResultType;
  readonly from: string;
}

/** Anything may be in it. */
const OPEN: Typed = { type: "json", from: "" };

/** Every path of a plan into a field that the declared result does not have. What is open, and programs inside of calls, are looked at while running. Pure. */
export function fieldFaults(statements: readonly PlannedStatement[]): readonly FieldFault[] {
  const walk = new FieldWalk();
  walk.statements(statements, { names: new Map(), previous: OPEN });
  return walk.faults;
}

/** What is wrong with a condition on what a program gives: a field that its declared result does not have. Pure. */
export function conditionFault(
  statements: readonly PlannedStatement[],
  condition: string,
): Localized | undefined {
  const given = new FieldWalk().statements(statements, { names: new Map(), previous: OPEN });
  const walk = new FieldWalk();
  walk.condition(condition, given);
  const parsed = parseCondition(condition, { fields: true });
  const names = parsed.ok ? formulaReferences(parsed.formula) : [];
  walk.references(names, { names: new Map(), previous: given });
  return walk.faults[0]?.words;
}

/** A program as it was planned. */
interface Watched {
  readonly statements: readonly PlannedStatement[];
  readonly effects: readonly PlannedEffect[];
  readonly problems: readonly Diagnostic[];
}

/** Why what is watched, or the condition on what it gives, could never set anything off: it cannot run, it acts, or it has no such field. Pure. */
export function watchedFault(
  { statements, effects, problems }: Watched,
  condition: string | undefined,
): PlanFault | undefined {
  const [problem] = problems;
  if (problem !== undefined)
    return { code: "bad-program", words: joined(CANNOT_RUN, problem.words) };
  const wrong = condition === undefined ? undefined : conditionProblem(condition);
  if (wrong !== undefined) return { code: "bad-condition", words: wrong };
  const missing = condition === undefined ? undefined : conditionFault(statements, condition);
  if (missing !== undefined) return { code: "no-such-field", words: missing };
  const acts = effects.some(({ effect }) => effect !== "read");
  return acts ? { code: "bad-program", words: ACTS } : undefined;
}

const CANNOT_RUN = {
  en: "What is to be watched cannot run: ",
  ko: "지켜볼 프로그램을 실행할 수 없어요: ",
};

/** What is watched changes nothing. */
export const ACTS = {
  en: 'What is watched runs again and again, so it may only read. Put what acts into "pipeline".',
  ko: '지켜보는 프로그램은 되풀이해서 실행되므로 읽기만 할 수 있어요. 일을 하는 부분은 "pipeline"에 넣어 주세요.',
};

interface Place {
  readonly names: Map<string, Typed>;
  readonly previous: Typed;
}

class FieldWalk {
  readonly faults: FieldFault[] = [];

  statements(statements: readonly PlannedStatement[], place: Place): Typed {
    let last = OPEN;
    for (const [index, { variable, variables = [], body }] of statements.entries()) {
      last = this.#expression(body, { ...place, previous: index === 0 ? place.previous : OPEN });
      if (variable !== undefined) place.names.set(variable, last);
      for (const [branch, name] of variables.entries())
        place.names.set(name, this.#branch(body, branch, place));
    }
    return last;
  }

  /** Faults in a branch are told once, where the whole is looked at. */
  #branch(body: Planned, index: number, place: Place): Typed {
    const branch = body.kind === "parallel" ? body.branches[index] : undefined;
    return branch === undefined ? OPEN : new FieldWalk().#expression(branch, place);
  }

  #expression(planned: Planned, place: Place): Typed {
    switch (planned.kind) {
      case "call":
        return this.#call(planned, place);
      case "value":
        this.#values(planned.value, place);
        return this.#aliasOf(planned.value, place);
      case "sequence":
        return planned.steps.reduce(
          (previous, step) => this.#expression(step, { ...place, previous }),
          place.previous,
        );
      case "parallel":
        for (const branch of planned.branches) this.#expression(branch, place);
        return OPEN;
      case "fallback":
        return agreed(planned.options.map((option) => this.#expression(option, place)));
      case "if": {
        for (const { condition } of planned.branches)
          this.references(formulaReferences(condition), place);
        const bodies = [...planned.branches.map(({ body }) => body), planned.otherwise ?? []];
        return agreed(
          bodies.map((body) => this.statements(body, { ...place, names: new Map(place.names) })),
        );
      }
      case "each": {
        const items = this.#items(planned.source, place);
        const item = isListType(items.type) ? { ...items, type: items.type[0] } : OPEN;
        const names = new Map(place.names).set(planned.variable, item);
        if (planned.counter !== undefined) names.set(planned.counter, OPEN);
        const { type, from } = this.statements(planned.body, { names, previous: OPEN });
        return { type: [type], from };
      }
    }
  }

  #items(source: LoopSource, place: Place): Typed {
    switch (source.kind) {
      case "reference":
        this.references([source.reference], place);
        return reached(source.reference, place) ?? OPEN;
      case "range":
        this.#values([source.from, source.to], place);
        return OPEN;
      case "expression":
        return this.#expression(source.planned, place);
    }
  }

  #call(call: PlannedCall, place: Place): Typed {
    this.#values(call.params, place);
    this.#conditions(call, place);
    if (call.inner !== undefined) return OPEN;
    const { node, action, result } = call.definition;
    if (node === "system" && action === "approve") return place.previous;
    const given = givenTo(call, place);
    this.#fields(call, given);
    if (result === SAME) return given;
    const item = node === "system" ? itemTypeOf(given.type) : undefined;
    const made = item === undefined ? undefined : listWordType(action, call.params, item);
    return { type: made ?? result, from: `[${node}:${action}]` };
  }

  /** The fields of the given things that a list word names. */
  #fields(
    { definition: { action, fields = [] }, params }: PlannedCall,
    { type, from }: Typed,
  ): void {
    const item = itemTypeOf(type);
    if (item === undefined) return;
    for (const name of fields.flatMap((param) => namedFields(action, params[param], item)))
      this.#fault(name, { type: item, from }, stepsOf(`.${name}`));
  }

  /** What a condition on items names without a dollar sign is a field of them. */
  #conditions(call: PlannedCall, place: Place): void {
    const { type, from } = givenTo(call, place);
    if (!isListType(type)) return;
    for (const param of call.definition.conditions) {
      const text = call.params[param];
      if (typeof text === "string") this.condition(text, { type: type[0], from });
    }
  }

  /** The fields that a condition on one value names. */
  condition(text: string, typed: Typed): void {
    const parsed = parseCondition(text, { fields: true });
    if (!parsed.ok) return;
    for (const { text: written, path } of fieldsIn(parsed.formula))
      this.#fault(written, typed, path);
  }

  #values(value: Json, place: Place): void {
    this.references(referencesOf(value), place);
  }

  /** The fields behind names that are bound here. */
  references(references: readonly Reference[], place: Place): void {
    for (const reference of references) {
      const typed = bound(reference.name, place);
      if (typed !== undefined) this.#fault(reference.text, typed, reference.path);
    }
  }

  #fault(text: string, { type, from }: Typed, path: readonly Step[]): void {
    const missing = follow(type, path);
    if (missing.kind === "reached" || this.faults.some((fault) => fault.text === text)) return;
    const { step } = missing;
    const fields = Object.keys(fieldsOf(missing.type));
    const list = fields.join(", ");
    const words = {
      en: `${from === "" ? "It" : from} gives ${list}; there is no "${step}".`,
      ko: korean`${from === "" ? "그 결과" : from}에는 ${list}이(가) 있고 "${step}"은(는) 없어요.`,
    };
    const [near, another] = nearNames(String(step), fields, 2);
    const at = text.lastIndexOf(String(step));
    const meant =
      near === undefined || another !== undefined || at < 0
        ? {}
        : { meant: `${text.slice(0, at)}${near}${text.slice(at + String(step).length)}` };
    this.faults.push({ text, words: joined(words, didYouMean(step, fields)), ...meant });
  }

  /** A name given to what another name leads to. */
  #aliasOf(value: Json, place: Place): Typed {
    if (typeof value !== "string") return OPEN;
    const [only, ...others] = referencesOf(value);
    const isAlias = only !== undefined && others.length === 0 && only.text === value;
    return (isAlias ? reached(only, place) : undefined) ?? OPEN;
  }
}

/** The fields of an item that a condition is about. A word that a field is compared with may be a text. */
function fieldsIn(formula: Formula): readonly Reference[] {
  if (formula.kind === "reference")
    return formula.reference.name === ITEM ? [formula.reference] : [];
  // Whether a field is there may be asked of any.
  if (formula.kind === "application" && TOLERANT.has(formula.name))
    return partsOfFormula(formula)
      .filter(({ kind }) => kind !== "reference")
      .flatMap(fieldsIn);
  if (formula.kind !== "comparison") return partsOfFormula(formula).flatMap(fieldsIn);
  const { left, right } = formula;
  const isWord = right.kind === "reference" && formulaReferences(left).length > 0;
  return [...fieldsIn(left), ...(isWord ? [] : fieldsIn(right))];
}

const TOLERANT: ReadonlySet<string> = new Set(["exists", "empty", "default"]);

/** What an item is called where its fields stand without a name before them. */
const ITEM = "it";

/** The list that a call takes: what is piped into it, or what its parameter names. */
function givenTo(call: PlannedCall, place: Place): Typed {
  if (call.pipe !== undefined) return place.previous;
  const given = call.params[call.definition.input?.param ?? ""];
  const [only] = typeof given === "string" ? referencesOf(given) : [];
  return only !== undefined && only.text === given ? (reached(only, place) ?? OPEN) : OPEN;
}

/** What a reference leads to, as far as it is declared. */
function reached({ name, path }: Reference, place: Place): Typed | undefined {
  const typed = bound(name, place);
  if (typed === undefined) return undefined;
  const end = follow(typed.type, path);
  return end.kind === "reached" ? { ...typed, type: end.type } : undefined;
}

function bound(name: string, { names, previous }: Place): Typed | undefined {
  if (name === "prev") return previous;
  return withoutParticle(name, (each) => names.get(each))?.value;
}

/** The type at the end of a path, or the first step that the type before it does not have. */
function follow(
  start: ResultType,
  path: readonly Step[],
):
  | { readonly kind: "reached"; readonly type: ResultType }
  | { readonly kind: "missing"; readonly type: ResultType; readonly step: string } {
  let type = start;
  for (const step of path) {
    const next = after(type, step);
    if (next === undefined) return { kind: "missing", type, step: String(step) };
    type = next;
  }
  return { kind: "reached", type };
}

/** The type one step further in; `undefined` where it has no such part. */
function after(type: ResultType, step: Step): ResultType | undefined {
  if (typeof type === "string") return "json";
  if (!isListType(type)) return fieldIn(type, String(step));
  const [item] = type;
  if (typeof step === "number" || /^-?\d+$/.test(step)) return item;
  if (step === "*") return [item];
  if (isNamed(step, "count")) return "number";
  const field = after(item, step);
  if (field === undefined) return isNamed(step, "length") ? "number" : undefined;
  return [field];
}

/** Whether a step is this name of a list's own, with a Korean particle behind it or without. */
function isNamed(step: string, own: string): boolean {
  return withoutParticle(step, (name) => name === own || undefined) !== undefined;
}

function fieldIn(
  fields: Readonly<Record<string, ResultType>>,
  name: string,
): ResultType | undefined {
  const own = (field: string): ResultType | undefined =>
    Object.hasOwn(fields, field) ? fields[field] : undefined;
  return withoutParticle(name, own)?.value;
}

function fieldsOf(type: ResultType): Readonly<Record<string, ResultType>> {
  if (typeof type === "string") return {};
  return isListType(type) ? fieldsOf(type[0]) : type;
}

/** What all of several give, where they give the same. */
function agreed(all: readonly Typed[]): Typed {
  const [first = OPEN, ...others] = all;
  const same = JSON.stringify(first.type);
  return others.every(({ type }) => JSON.stringify(type) === same) ? first : OPEN;
}

/** The declared fields of the things that a list word works on, also where they stand in lists inside the list; `undefined` where they are open. Pure. */
function itemTypeOf(type: ResultType): Fields | undefined {
  if (!isListType(type)) return undefined;
  const [item] = type;
  if (isListType(item)) return itemTypeOf(item);
  return typeof item === "string" ? undefined : item;
}

type Fields = Readonly<Record<string, ResultType>>;

/** The fields that parameters of a list word name, each with its path; none of what is known only while running. Pure. */
function namedFields(action: string, value: Json | undefined, fields: Fields): readonly string[] {
  if (value === undefined || !isWritten(value)) return [];
  const known = new Set(Object.keys(fields));
  if (action === "sort") return sortKeys(value, { known }).flatMap(({ field }) => field ?? []);
  if (action === "select") return fieldChoices(value, known).map(({ from }) => from);
  return namesIn(value, known);
}

/** What `select` and `group` give of such things; `undefined` for other words and for what is known only while running. Pure. */
function listWordType(action: string, params: JsonObject, item: Fields): ResultType | undefined {
  const known = new Set(Object.keys(item));
  const typeAt = (name: string): ResultType => item[name] ?? "json";
  if (action === "select" && isWritten(params["fields"] ?? null))
    return [
      Object.fromEntries(
        fieldChoices(params["fields"], known).map(({ from, to }) => [to, typeAt(from)]),
      ),
    ];
  if (action !== "group" || !isWritten(params)) return undefined;
  const by = namesIn(params["by"], known);
  const totals = HOWS.flatMap((how) =>
    namesIn(params[how], known).map((field) => ({ how, field })),
  );
  const names = totals.map(({ how, field }) => {
    const isTaken = by.includes(field) || totals.filter((one) => one.field === field).length > 1;
    return isTaken ? `${field}_${how}` : field;
  });
  const rest: Fields =
    totals.length === 0
      ? { count: "number", items: [item] }
      : Object.fromEntries(names.map((name) => [name, "number"]));
  return [{ ...rest, ...Object.fromEntries(by.map((name) => [name, typeAt(name)])) }];
}

const HOWS = ["sum", "avg", "min", "max"];

/** Whether nothing in a value comes from somewhere else. */
function isWritten(value: Json): boolean {
  return referencesOf(value).length + formulasOf(value).length === 0;
}
