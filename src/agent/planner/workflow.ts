import { readWords } from "../../rag/text/normalize.ts";
import type { PlannerWorkflow } from "./result.ts";

/** What may stand beside a workflow's name in a request for it. */
const ASKING = new Set([
  "c:run",
  "c:send",
  "c:show",
  "c:make",
  "c:workflow",
  "c:now",
  "c:notify",
  "c:message",
  "c:play",
  "c:briefing",
  "c:job",
  "c:today",
]);

/** The workflow that a text asks for by its title or name and by nothing else (but to be scheduled, when it was said when); of several the one with the longest name. */
export function findWorkflow(
  text: string,
  workflows: readonly PlannerWorkflow[],
  options: { readonly isTimed: boolean } = { isTimed: false },
): PlannerWorkflow | undefined {
  const said = contentKeys(text).filter((key) => !options.isTimed || key !== "c:event");
  const fits = workflows
    .map((workflow) => ({ workflow, length: longestName(workflow, said) }))
    .filter((fit) => fit.length > 0)
    .sort((a, b) => b.length - a.length);
  return fits[0]?.workflow;
}

/** The workflow run by a message that asks for it by name and says that it is to run; `undefined` for a bare name. */
export function workflowToRun(
  text: string,
  workflows: readonly PlannerWorkflow[],
): PlannerWorkflow | undefined {
  const workflow = findWorkflow(text, workflows);
  if (workflow === undefined) return undefined;
  const names = namesOf(workflow).flatMap(contentKeys);
  return contentKeys(text).some((key) => !names.includes(key)) ? workflow : undefined;
}

function longestName(workflow: PlannerWorkflow, said: readonly string[]): number {
  const names = namesOf(workflow).map(contentKeys);
  const fitting = names.filter(
    (keys) => keys.length > 0 && keys.every((key) => said.includes(key)),
  );
  const best = fitting.sort((a, b) => b.length - a.length)[0];
  if (best === undefined) return 0;
  return said.every((key) => best.includes(key) || ASKING.has(key)) ? best.length : 0;
}

function titlesOf({ title, titles }: PlannerWorkflow): readonly string[] {
  return [title, ...(titles ?? [])];
}

function namesOf(workflow: PlannerWorkflow): readonly string[] {
  return [...titlesOf(workflow), workflow.name.replace(/[_-]+/gu, " ")];
}

function contentKeys(text: string): readonly string[] {
  return readWords(text)
    .filter((word) => word.part === "content")
    .map((word) => word.key);
}
