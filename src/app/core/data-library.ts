import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type AskingWords, learnAsking } from "../../agent/planner/asking-words.ts";
import { type Agent, parseAgents, SYSTEM_AGENT } from "../../agent/roster/agent-definitions.ts";
import type { ToolRegistry } from "../../agent/tools/registry.ts";
import { AppError } from "../../base/errors.ts";
import { isJsonObject } from "../../base/json.ts";
import type { Log } from "../../base/log.ts";
import type { ActionDefinition, Catalogue } from "../../engine/catalogue/catalogue.ts";
import {
  type CatalogueProblem,
  type CatalogueSource,
  parseCatalogue,
} from "../../engine/catalogue/catalogue-parse.ts";
import { type ActionSearch, createActionSearch } from "../../rag/search/action-search.ts";
import {
  type ExampleFile,
  type ExampleShelf,
  goodExamples,
  parseExamples,
  shelfOf,
} from "../../rag/store/example-files.ts";
import type { Gradual } from "../../rag/text/time-slices.ts";
import { makingOf, materialOf, type UsageMaterial } from "../../rag/training/material.ts";
import {
  type DataFile,
  type DataFolder,
  type DataProblem,
  dataName,
  dropPrepared,
  openDataFolders,
  prepareFiles,
  watchFolders,
} from "../../store/data-files.ts";
import { joinTools } from "./tools.ts";

/** What is read from data/: swapped whole when files change and all of them are good, kept otherwise. */
export interface Library {
  /** The data folders; later ones cover earlier ones. */
  readonly roots: readonly string[];
  catalogue(): Catalogue;
  /** Shipped workflows by name, unread. */
  workflows(): ReadonlyMap<string, unknown>;
  /** What the examples teach of how people ask. */
  askingWords(): Gradual<AskingWords>;
  /** The agents of good files, the system agent among them. */
  agents(): readonly Agent[];
  /** Finds actions by what people say. */
  actionSearch(): ActionSearch;
  /** What usage examples are made of; worked out each time, which takes some 30 ms. */
  material(): UsageMaterial;
  /** The digest of that material. */
  materialDigest(): string;
  /** What is wrong with the files now; empty when all is well. */
  problems(): readonly CatalogueProblem[];
  /** Reads again; true when the new state was taken. */
  reload(): boolean;
  close(): void;
}

const FOLDERS = ["ibl_nodes", "api_registry", "workflows", "examples", "agents", "tools"] as const;

interface Loaded {
  readonly catalogue: Catalogue;
  readonly workflows: ReadonlyMap<string, unknown>;
  /** Examples that belong to no single action. */
  readonly examples: ExampleShelf;
  readonly agents: readonly Agent[];
  /** Of the files that usage examples are made of. */
  readonly materialDigest: string;
  readonly preparedFor: (tools: readonly ActionDefinition[]) => Prepared;
}

/** What was found in the files. */
interface Reading {
  readonly state: Loaded | { readonly broken: true };
  readonly problems: readonly CatalogueProblem[];
  readonly hasBadAgents: boolean;
}

/** Reads data/ under each root (later roots cover earlier ones) and watches it. The tools of `registry` are among the actions as long as they are registered. Throws `AppError` `bad-data` when the catalogue cannot be read at the start. */
export function openLibrary(
  roots: readonly string[],
  log: Log,
  options: { readonly watch: boolean; readonly registry?: ToolRegistry },
): Library {
  const first = load(roots);
  if (!("catalogue" in first.state)) throw new AppError("bad-data", problemsText(first.problems));
  let loaded: Loaded = first.state;
  let problems = first.problems;
  const tell = (): void => {
    for (const problem of problems)
      log.error({ file: problem.file, line: problem.line }, problem.message);
  };
  const reload = (): boolean => {
    const next = load(roots);
    problems = next.problems;
    tell();
    if (!("catalogue" in next.state) || next.hasBadAgents) return false;
    loaded = next.state;
    log.info({ actions: loaded.catalogue.actions.size }, "The catalogue was read again.");
    return true;
  };
  tell();
  const folders = roots.flatMap((root) => FOLDERS.map((folder) => join(root, folder)));
  const stop = options.watch ? watchFolders(folders, reload) : () => undefined;
  const prepared = (): Prepared =>
    loaded.preparedFor(options.registry?.getDefinitions() ?? NO_TOOLS);
  return {
    roots,
    catalogue: () => prepared().catalogue,
    workflows: () => loaded.workflows,
    askingWords: () => prepared().askingWords(),
    agents: () => loaded.agents,
    actionSearch: () => prepared().actionSearch(),
    material: () => materialOf(loaded.catalogue, loaded.examples, loaded.materialDigest),
    materialDigest: () => loaded.materialDigest,
    problems: () => problems,
    reload,
    close: stop,
  };
}

const NO_TOOLS: readonly ActionDefinition[] = [];

/** What is made of good files and the tools of a process, each part when it is first asked for. */
interface Prepared {
  readonly catalogue: Catalogue;
  askingWords(): Gradual<AskingWords>;
  actionSearch(): ActionSearch;
}

/** The same for the same tools. */
function preparing({
  catalogue,
  examples,
}: Pick<Loaded, "catalogue" | "examples">): Loaded["preparedFor"] {
  let last:
    | { readonly tools: readonly ActionDefinition[]; readonly prepared: Prepared }
    | undefined;
  return (tools) => {
    if (last === undefined || !isDeepStrictEqual(last.tools, tools))
      last = { tools, prepared: prepare(joinTools(catalogue, tools), examples) };
    return last.prepared;
  };
}

function prepare(catalogue: Catalogue, examples: ExampleShelf): Prepared {
  let words: Gradual<AskingWords> | undefined;
  let actionSearch: ActionSearch | undefined;
  return {
    catalogue,
    askingWords() {
      words ??= learnAsking(catalogue, examples);
      return words;
    },
    actionSearch() {
      actionSearch ??= createActionSearch(catalogue);
      return actionSearch;
    },
  };
}

/** One line a problem: file, line, reason. */
function problemsText(problems: readonly CatalogueProblem[]): string {
  return problems
    .map((problem) => `data/${problem.file}:${problem.line}: ${problem.message}`)
    .join("\n");
}

let last: { readonly digest: string; readonly reading: Reading } | undefined;

/** Reads the files where they are not those that this process has read last: it takes half a second. */
function load(roots: readonly string[]): Reading {
  const { digest, read } = openDataFolders(roots, FOLDERS);
  if (last?.digest !== digest) last = { digest, reading: readAll(read()) };
  return last.reading;
}

/** Prepares the data that is shipped for the starts of the built program, where nothing is wrong with it; the build calls it. */
export function prepareShipped(root: string): void {
  dropPrepared();
  const folders = openDataFolders([root], FOLDERS).read();
  if (readAll(folders).problems.length > 0) return;
  prepareFiles(folders.flatMap(({ files }) => files));
}

/** A broken workflow, example or registry file stops nothing that does not need it, and a broken agent is left out at the start; a broken node file, or no system agent, stops everything. */
function readAll(read: readonly DataFolder[]): Reading {
  const [nodes, registry, workflows, examples, agentFiles, tools] = read;
  const readProblems = read.flatMap((folder) => (folder === tools ? [] : folder.problems)); // whoever registers tools tells of theirs
  const nodeSources = (nodes?.files ?? []).map((file) => sourceOf(file, "node"));
  const registrySources = (registry?.files ?? []).map((file) => sourceOf(file, "registry"));
  const common = readExamples(examples?.files ?? [], tools?.files ?? []);
  const catalogue = parseCatalogue([...nodeSources, ...registrySources]);
  const people = readAgents(
    agentFiles?.files ?? [],
    catalogue.ok ? catalogue.catalogue : undefined,
  );
  const problems = [...readProblems, ...common.problems, ...catalogue.problems, ...people.problems];
  const hasBadAgents = people.problems.length + (agentFiles?.problems ?? []).length > 0;
  const isBroken = (nodes?.problems ?? []).length > 0 || people.hasNoSystem;
  if (isBroken || !catalogue.ok) return { state: { broken: true }, problems, hasBadAgents };
  const shipped = new Map(
    (workflows?.files ?? []).map((file) => [dataName(file.file), file.value]),
  );
  const made = { catalogue: catalogue.catalogue, examples: common.examples };
  const state = {
    ...made,
    preparedFor: preparing(made),
    workflows: shipped,
    agents: people.agents,
    materialDigest: makingOf(
      [nodes, registry, examples, tools].flatMap((folder) =>
        (folder?.files ?? []).map(({ file, digest }) => [file, digest] as const),
      ),
    ),
  };
  return { state, problems, hasBadAgents };
}

function readAgents(
  files: readonly DataFile[],
  catalogue: Catalogue | undefined,
): {
  readonly agents: readonly Agent[];
  readonly problems: readonly DataProblem[];
  readonly hasNoSystem: boolean;
} {
  if (catalogue === undefined) return { agents: [], problems: [], hasNoSystem: false };
  const { agents, problems } = parseAgents(files, catalogue.nodes);
  const hasNoSystem = !agents.some((agent) => agent.id === SYSTEM_AGENT);
  const message = `No good file declares the agent "${SYSTEM_AGENT}", who speaks where nobody else was chosen.`;
  const none = { file: "agents", line: 1, message };
  return { agents, problems: hasNoSystem ? [...problems, none] : problems, hasNoSystem };
}

/** Phrasings of their own files, and those that definitions of tools bring. */
function readExamples(
  files: readonly DataFile[],
  tools: readonly DataFile[],
): {
  readonly examples: ExampleShelf;
  readonly problems: readonly DataProblem[];
} {
  const read: ExampleFile[] = tools.flatMap(phrasingsOfTool);
  const problems: DataProblem[] = [];
  for (const file of files) {
    if (file.isPrepared) {
      read.push(goodExamples(file.value));
      continue;
    }
    const parsed = parseExamples(file.value);
    if (parsed.ok) read.push(parsed.file);
    else
      for (const { path, message } of parsed.problems) {
        problems.push({ file: file.file, line: file.lineOf(path), message });
      }
  }
  return { examples: shelfOf(read), problems };
}

/** Faults of these are told by whoever registers tools. */
function phrasingsOfTool({ value }: DataFile): readonly ExampleFile[] {
  const config = isJsonObject(value) ? value["config"] : undefined;
  const examples = isJsonObject(config) ? config["examples"] : undefined;
  const parsed = parseExamples({ examples: examples ?? [] });
  return parsed.ok ? [parsed.file] : [];
}

function sourceOf(file: DataFile, kind: "node" | "registry"): CatalogueSource {
  return { ...file, kind };
}
