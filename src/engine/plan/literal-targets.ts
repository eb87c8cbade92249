import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { Catalogue, Target } from "../catalogue/catalogue.ts";
import { readPath } from "../language/reference.ts";
import { knownPart } from "../values/resolve-references.ts";
import type { PlannedEffect } from "./effects-report.ts";
import type { Plan } from "./plan.ts";
import type { LoopSource, Planned, PlannedCall, PlannedStatement } from "./planned-tree.ts";

/** How surely a call comes about: `certain` unless something before it fails; `possible` where a condition, a branch or other items decide; `later` in a program that is kept. */
export type Reach = "certain" | "possible" | "later";

/** A value written in a program that a call needs to be right, wherever its failure would not be caught. */
export interface LiteralTarget extends Target {
  readonly node: string;
  readonly action: string;
  readonly param: string;
  readonly value: string;
  /** The parameters of its call that are known before the run. */
  readonly params: JsonObject;
  /** Names of the others. */
  readonly runtime: readonly string[];
  readonly reach: Reach;
  /** True where an earlier call may make what it names. */
  readonly mayBeMade: boolean;
}

/** Every value of a plan that can be checked before anything runs, in order. Pure. */
export function literalTargets(
  { statements, report }: Pick<Plan, "statements" | "report">,
  constants: JsonObject,
  { actions }: Pick<Catalogue, "actions">,
): readonly LiteralTarget[] {
  const walk = new TargetWalk();
  walk.statements(statements, { names: new Map(Object.entries(constants)), reach: "certain" });
  const later = report.effects.filter((effect) => effect.later);
  return [
    ...walk.found,
    ...later.flatMap((effect) =>
      targetsOfEffect(effect, actions.get(`${effect.node}:${effect.action}`)?.targets ?? {}),
    ),
  ];
}

function targetsOfEffect(
  { node, action, details }: PlannedEffect,
  targets: Readonly<Record<string, Target>>,
): readonly LiteralTarget[] {
  return details.flatMap(({ param, value, whole = value }) => {
    const target = targets[param];
    if (target === undefined || whole === undefined) return [];
    const facts = { params: {}, runtime: [], reach: "later", mayBeMade: false } as const;
    return [{ ...target, ...facts, node, action, param, value: whole }];
  });
}

interface Place {
  /** Names bound before it: their values, or `undefined` where those are known only while running. */
  readonly names: Map<string, Json | undefined>;
  /** `undefined` where a failure would be caught. */
  readonly reach: Exclude<Reach, "later"> | undefined;
}

class TargetWalk {
  readonly found: LiteralTarget[] = [];
  /** Texts that calls so far got which make something. */
  readonly #made: string[] = [];
  /** True once a call may have made anything. */
  #mayMakeAll = false;

  statements(statements: readonly PlannedStatement[], place: Place): void {
    for (const { variable, variables = [], body, onError } of statements) {
      this.#expression(body, onError === "stop" ? place : { ...place, reach: undefined });
      if (variable !== undefined) place.names.set(variable, knownValue(body, place));
      for (const name of variables) place.names.set(name, undefined);
    }
  }

  #expression(planned: Planned, place: Place): void {
    switch (planned.kind) {
      case "call":
        this.#call(planned, place);
        return;
      case "value":
        return;
      case "sequence":
        for (const step of planned.steps) this.#expression(step, place);
        return;
      case "parallel":
        for (const branch of planned.branches) this.#expression(branch, perhaps(place));
        return;
      case "fallback":
        for (const option of planned.options)
          this.#expression(option, { ...place, reach: undefined });
        return;
      case "if":
        for (const body of [
          ...planned.branches.map((branch) => branch.body),
          planned.otherwise ?? [],
        ])
          this.statements(body, perhaps({ ...place, names: new Map(place.names) }));
        return;
      case "each":
        this.#each(planned, place);
    }
  }

  /** A list that is written in the program is gone through item by item. */
  #each(loop: Extract<Planned, { kind: "each" }>, place: Place): void {
    const { source, variable, counter, max } = loop;
    if (source.kind === "expression") this.#expression(source.planned, place);
    const items = itemsOf(source, place);
    for (const item of items?.slice(0, max) ?? [undefined]) {
      const names = new Map(place.names).set(variable, item);
      if (counter !== undefined) names.set(counter, undefined);
      this.statements(loop.body, { ...perhaps(place), names });
    }
  }

  #call(call: PlannedCall, place: Place): void {
    const { pipe, inner } = call;
    const known = knownPart(call.params, place.names);
    const runtime = [...known.runtime, ...(pipe === undefined ? [] : [pipe.param])];
    if (place.reach !== undefined)
      this.#noteTargets(call, { params: known.params, runtime, reach: place.reach });
    if (inner === undefined) {
      this.#noteMade(call, known.params, runtime);
      return;
    }
    const given = Object.keys(inner.given ?? {}).map((name) => [name, undefined] as const);
    const names = new Map([...Object.entries(inner.constants), ...given]);
    this.statements(inner.statements, { ...place, names });
  }

  #noteTargets(
    { definition: { node, action, targets = {} } }: PlannedCall,
    facts: Pick<LiteralTarget, "params" | "runtime" | "reach">,
  ): void {
    for (const [param, target] of Object.entries(targets))
      for (const value of valuesIn(facts.params[param] ?? null)) {
        const mayBeMade = this.#mayMakeAll || this.#made.some((text) => text.includes(value));
        this.found.push({ ...target, ...facts, node, action, param, value, mayBeMade });
      }
  }

  #noteMade({ definition }: PlannedCall, params: JsonObject, runtime: readonly string[]): void {
    const { effect, returns, runs, input } = definition;
    if (effect === "read" && returns !== "file" && runs === undefined) return;
    const texts = textsIn(params);
    const isOpen = runtime.some((name) => name !== input?.param);
    if (effect === "execute" || runs?.when === "now" || isOpen || texts.length === 0)
      this.#mayMakeAll = true;
    this.#made.push(...texts);
  }
}

function perhaps(place: Place): Place {
  return place.reach === undefined ? place : { ...place, reach: "possible" };
}

function knownValue(body: Planned, { names }: Place): Json | undefined {
  return body.kind === "value"
    ? knownPart({ value: body.value }, names).params["value"]
    : undefined;
}

/** The list that a loop goes through, where it is written in the program. */
function itemsOf(source: LoopSource, place: Place): readonly Json[] | undefined {
  if (source.kind === "range") return undefined;
  const found =
    source.kind === "expression"
      ? knownValue(source.planned, place)
      : readPath(place.names.get(source.reference.name), source.reference.path);
  return Array.isArray(found) ? found : undefined;
}

/** The texts and numbers of a value that is one or a list of them; of an object itself, as JSON. */
function valuesIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(valuesIn);
  return value === null ? [] : [JSON.stringify(value)];
}

/** Every text in a value, at any depth. */
function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
