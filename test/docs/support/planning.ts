import { join } from "node:path";
import { parseAgents } from "../../../src/agent/roster/agent-definitions.ts";
import { AgentRegistry } from "../../../src/agent/roster/roster.ts";
import type { Catalogue } from "../../../src/engine/catalogue/catalogue.ts";
import {
  type CatalogueSource,
  parseCatalogue,
} from "../../../src/engine/catalogue/catalogue-parse.ts";
import type { Diagnostic } from "../../../src/engine/language/diagnostics.ts";
import { parse } from "../../../src/engine/language/parser.ts";
import type { Program } from "../../../src/engine/language/tree.ts";
import { type PlanResult, planProgram } from "../../../src/engine/plan/plan.ts";
import { correctedProblems } from "../../../src/engine/plan/suggest-correction.ts";
import { compileWorkflow, type StoredWorkflow } from "../../../src/engine/plan/workflow.ts";
import { dataName, readDataFolder } from "../../../src/store/data-files.ts";
import { ROOT } from "./markdown.ts";

/** What reading and planning a program comes to: codes of what refuses it and of what is only odd. */
export interface Checked {
  readonly parses: boolean;
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  /** Programs that the reader of a problem is told to try. */
  readonly proposals: readonly string[];
}

/** Checks programs against the shipped data/ as `ibl-bot check` does, with the shipped workflows. */
export function createChecker(): (source: string) => Checked {
  const catalogue = readCatalogue();
  const workflows = new Map(
    readDataFolder([join(ROOT, "data")], "workflows").files.map((file) => {
      const name = dataName(file.file);
      return [name, compileWorkflow(name, file.value)];
    }),
  );
  const agents = readDataFolder([join(ROOT, "data")], "agents").files;
  const declared = parseAgents(agents, catalogue.nodes).agents;
  const agentRegistry = new AgentRegistry(() => declared);
  const workflowOf = (name: string): StoredWorkflow | undefined =>
    (workflows.get(name) ?? [...workflows.values()].find(({ titles }) => titles.includes(name)))
      ?.stored;
  const planOf = (source: string, program: Program): PlanResult =>
    planProgram({
      source,
      program,
      catalogue,
      workflows: { get: workflowOf, names: () => [...workflows.keys()] },
      owner: { personId: "person", chatId: "console:local" },
      colleagues: (asked, acting) => agentRegistry.ask(asked, acting, "all"),
    });
  const problemsOf = (source: string): readonly Diagnostic[] => {
    const parsed = parse(source);
    if (!parsed.ok) return [parsed.error];
    const planned = planOf(parsed.source ?? source, parsed.program);
    return planned.ok ? [] : planned.problems;
  };
  const told = (source: string, problems: readonly Diagnostic[]): readonly string[] =>
    proposalsOf(correctedProblems({ source, problems, catalogue, problemsOf }));
  return (source) => {
    const parsed = parse(source);
    if (!parsed.ok) {
      const proposals = told(source, [parsed.error]);
      return { parses: false, problems: [parsed.error.code], warnings: [], proposals };
    }
    const planned = planOf(source, parsed.program);
    const warnings = parsed.warnings.map(({ code }) => code);
    if (!planned.ok) {
      const proposals = told(source, planned.problems);
      const problems = planned.problems.map(({ code }) => code);
      return { parses: true, problems, warnings, proposals };
    }
    const odd = planned.plan.warnings.map(({ code }) => code);
    return { parses: true, problems: [], warnings: [...warnings, ...odd], proposals: [] };
  };
}

function proposalsOf(problems: readonly Diagnostic[]): readonly string[] {
  return problems
    .flatMap(({ hint, correction }) => [hint, correction])
    .filter((text) => text !== undefined)
    .filter((text) => parse(text).ok);
}

/** Why an agent is refused, with the shipped catalogue; empty when it is good. */
export function agentProblems(value: unknown): readonly string[] {
  const source = { file: "example.yaml", value, lineOf: () => 1 };
  return parseAgents([source], readCatalogue().nodes).problems.map(({ message }) => message);
}

/** Why a text of a data file is refused; empty when it is good beside nothing else. */
export function dataProblems(kind: CatalogueSource["kind"], value: unknown): readonly string[] {
  const parsed = parseCatalogue([{ file: "example.yaml", kind, value, lineOf: () => 1 }]);
  return parsed.problems.map(({ message }) => message);
}

function readCatalogue(): Catalogue {
  const data = join(ROOT, "data");
  const sources = (["ibl_nodes", "api_registry"] as const).flatMap((folder) =>
    readDataFolder([data], folder).files.map((file) => ({
      ...file,
      kind: folder === "ibl_nodes" ? ("node" as const) : ("registry" as const),
    })),
  );
  const parsed = parseCatalogue(sources);
  if (!parsed.ok || parsed.problems.length > 0)
    throw new Error(parsed.problems.map(({ message }) => message).join("\n"));
  return parsed.catalogue;
}
