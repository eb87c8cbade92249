import {
  existsSync,
  type FSWatcher,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type Document, isMap, isScalar, LineCounter, parseDocument } from "yaml";
import { digestOf } from "../base/digest.ts";
import { codeOf, messageOf } from "../base/errors.ts";

/** A YAML file that was read; `lineOf` gives the line (from 1) of a path of keys, as far as it exists. */
export interface DataFile {
  /** Path below the data folder, such as `ibl_nodes/system.yaml`. */
  readonly file: string;
  readonly value: unknown;
  /** Of the text. */
  readonly digest: string;
  readonly lineOf: (path: readonly string[]) => number;
  /** The build found this very text to be good. */
  readonly isPrepared: boolean;
}

/** A file that could not be read as YAML. */
export interface DataProblem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Largest data file: it is written by hand. */
const MAX_BYTES = 2 * 1024 * 1024;

/** Files change in bursts while an editor saves; one look follows after this pause. */
const SETTLE_MS = 200;

/** Reads every `.yaml` file of `folder` under each of `roots`; a file of the same name in a later root covers the earlier. Missing folders are empty. */
export function readDataFolder(roots: readonly string[], folder: string): DataFolder {
  return folderOf(textsIn(roots, folder));
}

/** What the files of a folder hold, and those that cannot be read. */
export interface DataFolder {
  readonly files: readonly DataFile[];
  readonly problems: readonly DataProblem[];
}

/** The files of folders as `readDataFolder` reads them, and a digest of their texts, which is there long before they are read as YAML. */
export function openDataFolders(
  roots: readonly string[],
  folders: readonly string[],
): { readonly digest: string; read(): readonly DataFolder[] } {
  const texts = folders.map((folder) => textsIn(roots, folder));
  const digests = texts.flat().map(({ file, digest, text }) => [file, digest ?? text]);
  return { digest: digestOf(digests), read: () => texts.map(folderOf) };
}

interface DataText {
  readonly file: string;
  readonly text: ReturnType<typeof textOf>;
  /** Absent where it could not be read. */
  readonly digest: string | undefined;
}

function textsIn(roots: readonly string[], folder: string): readonly DataText[] {
  return filesIn(roots, folder).map(([file, path]) => {
    const text = textOf(path);
    return { file, text, digest: typeof text === "string" ? digestOf(text) : undefined };
  });
}

function folderOf(texts: readonly DataText[]): DataFolder {
  const files: DataFile[] = [];
  const problems: DataProblem[] = [];
  for (const text of texts) {
    const read = readYaml(text);
    if ("message" in read) problems.push(read);
    else files.push(read);
  }
  return { files, problems };
}

/** The files of a folder, each as `folder/name` with its path, in the order of their names, those that stand in later roots alone last. */
function filesIn(roots: readonly string[], folder: string): readonly (readonly [string, string])[] {
  const paths = new Map<string, string>();
  for (const root of roots)
    for (const name of yamlNames(join(root, folder)))
      paths.set(`${folder}/${name}`, join(root, folder, name));
  return [...paths];
}

/** The name that a data file gives its content: its own without the ending. */
export function dataName(file: string): string {
  return basename(file, ".yaml");
}

/** Calls `onChange` once after files below any of `folders` have changed and settled. A folder that is not there is waited for. Returns a function that stops watching. */
export function watchFolders(folders: readonly string[], onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let watchers: readonly FSWatcher[] = [];
  const settle = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      begin();
      onChange();
    }, SETTLE_MS);
  };
  const begin = (): void => {
    for (const watcher of watchers) watcher.close();
    watchers = folders.flatMap((folder) => {
      const there = nearestFolder(folder);
      const next = relative(there, folder).split(sep)[0];
      return isFolder(there)
        ? [
            watch(there, { persistent: false }, (_event, name) => {
              if (there === folder || name === next) settle();
            }),
          ]
        : [];
    });
  };
  begin();
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

/** The folder itself, or the nearest one above it that is there. */
function nearestFolder(folder: string): string {
  const above = dirname(folder);
  return isFolder(folder) || above === folder ? folder : nearestFolder(above);
}

function yamlNames(folder: string): readonly string[] {
  if (!isFolder(folder)) return [];
  const names = readdirSync(folder);
  return names.filter((name) => name.endsWith(".yaml") && !name.startsWith(".")).sort();
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The text of a file, or why it is not read. */
function textOf(path: string): string | { readonly problem: string } {
  try {
    if (statSync(path).size > MAX_BYTES)
      return { problem: `The file is larger than ${MAX_BYTES / 1024 / 1024} MiB.` };
    return readFileSync(path, "utf8");
  } catch (error) {
    return { problem: `The file cannot be read (${codeOf(error)}).` };
  }
}

/** What the build made of the files that are shipped: their values by the digests of their texts. In the sources there is none. */
const PREPARED = fileURLToPath(new URL("data-values.json", import.meta.url));

let prepared: Readonly<Record<string, unknown>> | undefined;

function preparedValues(): Readonly<Record<string, unknown>> {
  // The build writes an object of values by digests.
  prepared ??= existsSync(PREPARED)
    ? (JSON.parse(readFileSync(PREPARED, "utf8")) as Record<string, unknown>)
    : {};
  return prepared;
}

/** Forgets what an earlier build prepared: what was good for its code need not be for this. */
export function dropPrepared(): void {
  rmSync(PREPARED, { force: true });
  prepared = {};
}

/** Keeps the values of files found to be good beside the built program, so that its starts need not read them as YAML. */
export function prepareFiles(files: readonly DataFile[]): void {
  const values = Object.fromEntries(files.map(({ digest, value }) => [digest, value]));
  writeFileSync(PREPARED, JSON.stringify(values));
}

function readYaml({ file, text, digest = "" }: DataText): DataFile | DataProblem {
  if (typeof text !== "string") return { file, line: 1, message: text.problem };
  const value = preparedValues()[digest];
  if (value === undefined) return parsedYaml(text, file, digest);
  const lineOfKeys: DataFile["lineOf"] = (keys) => {
    const parsed = parsedYaml(text, file, digest);
    return "lineOf" in parsed ? parsed.lineOf(keys) : parsed.line;
  };
  return { file, value, digest, lineOf: lineOfKeys, isPrepared: true };
}

function parsedYaml(text: string, file: string, digest: string): DataFile | DataProblem {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [fault] = document.errors;
  if (fault !== undefined)
    return { file, line: lines.linePos(fault.pos[0]).line, message: fault.message };
  try {
    return {
      file,
      value: document.toJS({ maxAliasCount: 100 }),
      digest,
      lineOf: (keys) => lineOf(document, keys, lines),
      isPrepared: false,
    };
  } catch (error) {
    return { file, line: 1, message: messageOf(error) };
  }
}

/** The line of the deepest key of a path that exists. */
function lineOf(document: Document, path: readonly string[], lines: LineCounter): number {
  let offset = 0;
  let node: unknown = document.contents;
  for (const key of path) {
    if (!isMap(node)) break;
    const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
    if (pair === undefined) break;
    if (isScalar(pair.key)) offset = pair.key.range?.[0] ?? offset;
    node = pair.value;
  }
  return lines.linePos(offset).line;
}
