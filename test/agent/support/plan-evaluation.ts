import { readFileSync } from "node:fs";
import type { PlannerResult } from "../../../src/agent/planner/result.ts";
import { isJsonObject, type Json } from "../../../src/base/json.ts";
import type { Catalogue } from "../../../src/engine/catalogue/catalogue.ts";
import { parse } from "../../../src/engine/language/parser.ts";
import type { Call, Expression } from "../../../src/engine/language/tree.ts";
import { resolveCall } from "../../../src/engine/plan/resolve.ts";

/** A request with the programs that do what it asks for; `-` for one that asks for nothing the product does, `?` for one that nothing may be run for. */
export interface LabelledRequest {
  readonly group: string;
  readonly text: string;
  readonly wanted: readonly string[];
}

/** What came of a request: the right program, a choice with the right one in it, another choice or question, nothing, or a wrong program. */
export type Verdict = "right" | "offered" | "unsure" | "silent" | "wrong";

/** The labelled requests of `test/agent/labelled/NAME.tsv`: group, text, right programs. */
export function labelledRequests(name: string): readonly LabelledRequest[] {
  const content = readFileSync(new URL(`../labelled/${name}.tsv`, import.meta.url), "utf8");
  return content
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [group = "", text = "", ...wanted] = line.split("\t");
      return { group, text, wanted };
    });
}

/** Judges what the planner made of a request. */
export function judged(
  result: PlannerResult,
  { wanted }: LabelledRequest,
  catalogue: Catalogue,
): Verdict {
  const isRight = (code: string): boolean =>
    wanted.some((program) => isSameProgram(program, code, catalogue));
  switch (result.kind) {
    case "sure":
      return isRight(result.code) ? "right" : "wrong";
    case "unsure":
      return result.proposals.some(({ code }) => isRight(code)) ? "offered" : "unsure";
    case "none":
      return result.question === undefined ? "silent" : "unsure";
  }
}

/**
 * True when a program has the actions, joins and values that are wanted. In a wanted value `¦` parts what is right (empty: may be
 * absent), and `*` is any. A wanted value that is a program is compared as one.
 */
function isSameProgram(wanted: string, code: string, catalogue: Catalogue): boolean {
  const [left, right] = [parse(wanted), parse(code)];
  if (!left.ok || !right.ok) return false;
  const [one, other] = [left.program.statements, right.program.statements];
  return (
    one.length === other.length &&
    one.every((statement, index) => {
      const body = other[index]?.body;
      return body !== undefined && isSame(statement.body, body, catalogue);
    })
  );
}

function isSame(wanted: Expression, given: Expression, catalogue: Catalogue): boolean {
  if (wanted.kind === "call") return given.kind === "call" && isSameCall(wanted, given, catalogue);
  const [one, other] = [partsOf(wanted), partsOf(given)];
  return (
    wanted.kind === given.kind &&
    one.length === other.length &&
    one.every((part, index) => {
      const second = other[index];
      return second !== undefined && isSame(part, second, catalogue);
    })
  );
}

function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "sequence":
      return expression.steps;
    case "parallel":
      return expression.branches;
    case "fallback":
      return expression.options;
    default:
      return [];
  }
}

/** Actions that are documented as the same. */
const TWINS = new Map([
  ["system:write", "system:file"],
  ["system:send_notify", "system:notify_user"],
  ["system:run_pipeline", "system:run"],
  ["forge:line", "forge:chart"],
  ["system:agent_ask_sync", "system:agent_ask"],
]);

function isSameCall(wanted: Call, given: Call, catalogue: Catalogue): boolean {
  const [one, other] = [boundCall(wanted, catalogue), boundCall(given, catalogue)];
  if (one === undefined || other === undefined || one.action !== other.action) return false;
  const names = new Set([...one.params.keys(), ...other.params.keys()]);
  return [...names].every((name) =>
    isSameValue(one.params.get(name), other.params.get(name), catalogue),
  );
}

function boundCall(
  call: Call,
  catalogue: Catalogue,
): { readonly action: string; readonly params: ReadonlyMap<string, Json> } | undefined {
  const resolution = resolveCall(catalogue, call);
  if (!resolution.ok) return undefined;
  const { node, action, target } = resolution.definition;
  const params = new Map(
    Object.entries(call.params).filter(([key]) => !(resolution.usesType && key === "type")),
  );
  const [first] = call.args;
  if (target !== undefined && first !== undefined) params.set(target, first);
  const name = `${node}:${action}`;
  return { action: TWINS.get(name) ?? name, params };
}

function isSameValue(
  wanted: Json | undefined,
  given: Json | undefined,
  catalogue: Catalogue,
): boolean {
  const choices = wanted === undefined ? [""] : plain(wanted).split("¦");
  if (given === undefined) return choices.includes("");
  if (choices.includes("*")) return true;
  const value = plain(given);
  return choices.some(
    (choice) =>
      choice.toLowerCase() === value.toLowerCase() ||
      (choice.startsWith("[") && isSameProgram(choice, value, catalogue)),
  );
}

function plain(value: Json): string {
  if (Array.isArray(value)) return value.map(plain).join(",");
  if (isJsonObject(value)) return JSON.stringify(value);
  return String(value).replace(/\s+/gu, " ").trim();
}
