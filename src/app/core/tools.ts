import { basename, dirname, join } from "node:path";
import { createBuiltInTools } from "../../agent/tools/built-in.ts";
import { DeclaredTools } from "../../agent/tools/declared-tools.ts";
import { createToolDiscovery, type ToolDiscovery } from "../../agent/tools/discovery.ts";
import { ToolRegistry } from "../../agent/tools/registry.ts";
import type { ToolPorts } from "../../agent/tools/tool.ts";
import { type ToolProblem, type ToolSet, toolSetOf } from "../../agent/tools/tool-set.ts";
import type { Clock } from "../../base/clock.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Log } from "../../base/log.ts";
import type { ActionDefinition, Catalogue } from "../../engine/catalogue/catalogue.ts";
import type { ActionHandler } from "../../engine/execute/action-types.ts";
import { printValue } from "../../engine/language/printer.ts";
import { escapedValue } from "../../engine/language/reference.ts";
import { TOOL_ACTION } from "../../engine/plan/tool-action.ts";
import { readDataFolder, watchFolders } from "../../store/data-files.ts";

/** The folder of definitions below data/. */
const FOLDER = "tools";

/** A registry with the tools that the product ships. */
export function openTools(parts: { readonly clock: Clock }): ToolRegistry {
  const registry = new ToolRegistry();
  for (const tool of createBuiltInTools(parts)) registry.register(tool, { isGood: true });
  return registry;
}

/** The tools that files declare. */
export interface ToolFiles {
  readonly discovery: ToolDiscovery;
  set(): ToolSet;
  /** What is wrong with the files now; empty when all is well. */
  problems(): readonly ToolProblem[];
  /** Reads the files again. */
  reload(): void;
  close(): void;
}

/** Registers the tools that data/tools under each root declares (later roots cover earlier ones), and follows the files while `watch` is on. A broken file keeps its last good definition. */
export function openToolFiles(
  roots: readonly string[],
  registry: ToolRegistry,
  log: Log,
  { watch, handlers }: { readonly watch: boolean; readonly handlers?: readonly string[] },
): ToolFiles {
  const known = handlers === undefined ? undefined : { handlers: new Set(handlers) };
  const declared = new DeclaredTools(registry, known);
  let problems: readonly ToolProblem[] = [];
  const take = (): ReturnType<DeclaredTools["take"]> => {
    const read = readDataFolder(roots, FOLDER);
    const broken = read.problems.map(({ file, line, message }) => ({
      file,
      value: undefined,
      lineOf: () => line,
      message,
    }));
    const taken = declared.take([...read.files, ...broken]);
    problems = taken.problems.map((problem) => {
      const yaml = broken.find(({ file }) => file === problem.file);
      return yaml === undefined ? problem : { ...problem, words: unreadable(yaml.message) };
    });
    for (const { file, line, words } of problems) log.error({ file, line }, words.en);
    return taken;
  };
  const reload = (): void => {
    const { added, reloaded, removed } = take().changes;
    for (const name of [...added, ...reloaded]) log.info({ tool: name }, `Tool reloaded: ${name}`);
    for (const name of removed) log.info({ tool: name }, `Tool removed: ${name}`);
  };
  take();
  const folders = roots.map((root) => join(root, FOLDER));
  return {
    discovery: createToolDiscovery(declared.set),
    set: declared.set,
    problems: () => problems,
    reload,
    close: watch ? watchFolders(folders, reload) : () => undefined,
  };
}

/** What is wrong with the files of a folder, which may depend on the tools under `roots` and cover them. */
export function validateToolFolder(
  roots: readonly string[],
  folder: string,
  handlers: readonly string[],
): { readonly files: readonly string[]; readonly problems: readonly ToolProblem[] } {
  const own = readDataFolder([dirname(folder)], basename(folder));
  const files = [...own.files, ...own.problems].map(({ file }) => file).sort();
  const isOwn = (file: string): boolean => files.some((each) => basename(each) === basename(file));
  const others = readDataFolder(roots, FOLDER).files.filter(({ file }) => !isOwn(file));
  const { problems } = toolSetOf([...others, ...own.files], { handlers: new Set(handlers) });
  const broken = own.problems.map(({ file, line, message }) => ({
    file,
    line,
    rule: "file" as const,
    words: unreadable(message),
  }));
  return { files, problems: [...broken, ...problems.filter(({ file }) => files.includes(file))] };
}

/** The program that calls a tool with an input. */
export function toolCode(name: string, input: JsonObject): string {
  const { node, action } = TOOL_ACTION;
  return `[${node}:${action}](${JSON.stringify(name)}) ${printValue(escapedValue(input))}`;
}

function unreadable(message: string): ToolProblem["words"] {
  return {
    en: `The file is no YAML: ${message} Mend that line.`,
    ko: `YAML로 읽을 수 없어요: ${message} 그 줄을 고치세요.`,
  };
}

/** The catalogue with these tools among its actions. */
export function joinTools(catalogue: Catalogue, tools: readonly ActionDefinition[]): Catalogue {
  if (tools.length === 0) return catalogue;
  const entries = tools.map(
    (definition) => [`${definition.node}:${definition.action}`, definition] as const,
  );
  return { ...catalogue, actions: new Map([...catalogue.actions, ...entries]) };
}

/** Runs a registered tool as the action that it is; without `ports` those that are declared cannot run. */
export function toolHandler(
  registry: ToolRegistry,
  name: string,
  ports?: ToolPorts,
): ActionHandler {
  const joined = ports === undefined ? {} : { ports };
  return ({ params, ...context }) =>
    registry.execute({ name, input: params }, { ...context, ...joined });
}
