import type { Json } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import { type ActionDefinition, type Catalogue, titleOf } from "../catalogue/catalogue.ts";

import type { Call, Expression, Program, Statement } from "../language/tree.ts";
import { referencesOf } from "../values/resolve-references.ts";

/** Where a literal stands in a tree: the call, counted from 0 in reading order, and its argument or parameter. */
export interface LiteralPlace {
  readonly call: number;
  readonly part: { readonly argument: number } | { readonly param: string };
}

/** How a value is typed: as it is, as a list, as an object of the language, or as a condition on items. */
export type LiteralKind = "plain" | "list" | "object" | "condition";

/** A value that stands in a program as it is, under the name that its action gives it. */
export interface Literal {
  readonly place: LiteralPlace;
  readonly node: string;
  readonly action: string;
  /** What the action does. */
  readonly title: Localized;
  readonly param: string;
  readonly kind: LiteralKind;
  readonly value: Json;
}

/** The values of a canonical program that hold no reference, in reading order, and its conditions on items, which may hold some. */
export function literalsOf(program: Program, catalogue: Catalogue): readonly Literal[] {
  const found: Literal[] = [];
  mapCalls(program, (call, index) => {
    const { node, action } = call;
    const definition = catalogue.actions.get(`${node}:${action}`);
    const title = definition === undefined ? { ko: action, en: action } : titleOf(definition);
    const add = (param: string | undefined, part: LiteralPlace["part"], value: Json): void => {
      const kind = param === undefined ? undefined : kindOf(definition, param, value);
      if (param === undefined || kind === undefined) return;
      found.push({ place: { call: index, part }, node, action, title, param, kind, value });
    };
    for (const [argument, value] of call.args.entries())
      add(definition?.target, { argument }, value);
    for (const [param, value] of Object.entries(call.params)) add(param, { param }, value);
    return call;
  });
  return found;
}

/** The same program with another value at a place; a place that the program does not have changes nothing. */
export function withLiteral(
  program: Program,
  { call: wanted, part }: LiteralPlace,
  value: Json,
): Program {
  return mapCalls(program, (call, index) => {
    if (index !== wanted) return call;
    if ("argument" in part) return { ...call, args: call.args.with(part.argument, value) };
    return Object.hasOwn(call.params, part.param)
      ? { ...call, params: { ...call.params, [part.param]: value } }
      : call;
  });
}

/** Every name that a program binds: variables of statements and of `each`. */
export function boundNames(program: Program): ReadonlySet<string> {
  const names = new Set<string>();
  const statements = (list: readonly Statement[]): void => {
    for (const { variable, body } of list) {
      if (variable !== undefined) names.add(variable);
      inside(body);
    }
  };
  const inside = (expression: Expression): void => {
    if (expression.kind === "each") names.add(expression.variable);
    for (const child of childrenOf(expression)) inside(child);
    for (const body of bodiesOf(expression)) statements(body);
  };
  statements(program.statements);
  return names;
}

function kindOf(
  definition: ActionDefinition | undefined,
  param: string,
  value: Json,
): LiteralKind | undefined {
  if (typeof value === "string" && definition?.conditions.includes(param) === true)
    return "condition";
  if (value === null || referencesOf(value).length > 0) return undefined;
  if (typeof value !== "object") return "plain";
  return Array.isArray(value) ? "list" : "object";
}

function mapCalls(program: Program, change: (call: Call, index: number) => Call): Program {
  let count = 0;
  const body = (statements: readonly Statement[]): readonly Statement[] =>
    statements.map((statement) => ({ ...statement, body: expression(statement.body) }));
  const expression = (entry: Expression): Expression => {
    switch (entry.kind) {
      case "call":
        count += 1;
        return change(entry, count - 1);
      case "sequence":
        return { ...entry, steps: entry.steps.map(expression) };
      case "parallel":
        return { ...entry, branches: entry.branches.map(expression) };
      case "fallback":
        return { ...entry, options: entry.options.map(expression) };
      case "each":
        return { ...entry, body: body(entry.body) };
      case "if":
        return {
          ...entry,
          branches: entry.branches.map((branch) => ({ ...branch, body: body(branch.body) })),
          otherwise: entry.otherwise === null ? null : body(entry.otherwise),
        };
    }
  };
  return { statements: body(program.statements) };
}

function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "sequence":
      return expression.steps;
    case "parallel":
      return expression.branches;
    case "fallback":
      return expression.options;
    case "call":
    case "if":
    case "each":
      return [];
  }
}

function bodiesOf(expression: Expression): readonly (readonly Statement[])[] {
  if (expression.kind === "each") return [expression.body];
  if (expression.kind !== "if") return [];
  return [...expression.branches.map(({ body }) => body), expression.otherwise ?? []];
}
