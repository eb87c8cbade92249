import type { Catalogue } from "../../src/engine/catalogue/catalogue.ts";
import { parseCatalogue } from "../../src/engine/catalogue/catalogue-parse.ts";
import {
  type ActionHandler,
  optionalString,
  stringParam,
} from "../../src/engine/execute/action-types.ts";
import { parse } from "../../src/engine/language/parser.ts";
import type { Program } from "../../src/engine/language/tree.ts";
import type { WorkflowShelf } from "../../src/engine/plan/nested-program.ts";
import { type Plan, planProgram } from "../../src/engine/plan/plan.ts";
import { success } from "../../src/engine/values/outcome.ts";

/** A program of `count` steps in one chain that are all alike but for a digit; 2,000 of them are of legal size. */
export function chainOf(count: number): string {
  return Array.from({ length: count }, (_unused, index) => {
    return `[b:say]("!${index % 10}") {n: ${index % 10}}`;
  }).join(" >> ");
}

/** The action of every step: its text is the piped one, at most 28 characters of it, and its target. */
export const say: ActionHandler = async (call) => {
  const text = optionalString(call, "text") ?? "";
  return success(`${text.slice(0, 28)}${stringParam(call, "sign")}`);
};

/** A catalogue with the action of a chain and nothing else. */
export function chainCatalogue(): Catalogue {
  const both = { ko: "문장을 외친다", en: "Shout a text" };
  const actions = {
    say: {
      description: both,
      target: "sign",
      params: { sign: { type: "string" }, n: { type: "integer" }, text: { type: "string" } },
      required: ["sign"],
      input: { param: "text", as: "text" },
      effect: "read",
      returns: "text",
    },
  };
  const value = { node: "b", description: both, actions };
  const parsed = parseCatalogue([{ file: "bench.yaml", kind: "node", value, lineOf: () => 1 }]);
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join(" "));
  return parsed.catalogue;
}

/** The tree of a program that parses. */
export function mustParse(source: string): Program {
  const result = parse(source);
  if (!result.ok)
    throw new Error(`A program of a benchmark does not parse: ${result.error.message}`);
  return result.program;
}

const NO_WORKFLOWS: WorkflowShelf = { get: () => undefined, names: () => [] };
const OWNER = { personId: "person_bench", chatId: "bench:1" };

/** The plan of a program that plans without a warning. */
export function mustPlan(source: string, program: Program, catalogue: Catalogue): Plan {
  const result = planProgram({
    source,
    program,
    catalogue,
    workflows: NO_WORKFLOWS,
    owner: OWNER,
  });
  const told = result.ok ? result.plan.warnings : result.problems;
  if (!result.ok || told.length > 0) throw new Error(told.map(({ message }) => message).join(" "));
  return result.plan;
}
