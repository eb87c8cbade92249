import { rmSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { Json } from "../../base/json.ts";
import type { Language } from "../../base/localized.ts";
import { ZipWriter } from "../../store/archive/archive-writer.ts";
import type { Database } from "../../store/database.ts";
import { type PersonScope, personalRows } from "../../store/personal-data.ts";
import type { TableKeeping } from "../../store/retention.ts";
import { chatFolder, type Home, keptFolder } from "../core/home.ts";
import { ChangedMeanwhile, type Found, walkState } from "../core/home-entries.ts";

/** What an export is made with. */
export interface ExportOptions {
  readonly database: Database;
  readonly keeping: readonly TableKeeping[];
  readonly home: Home;
  /** Rows in other databases, of the same scope. Default none. */
  readonly also?: readonly Pick<ExportOptions, "database" | "keeping" | "scope">[];
  readonly scope: PersonScope;
  /** Absolute path of the file; it must not exist. */
  readonly file: string;
  readonly withFiles: boolean;
  /** Masks secrets in rows. */
  readonly redact: (text: string) => string;
  readonly reader: { readonly name: string; readonly language: Language };
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

/** What was written. */
export interface ExportFacts {
  readonly rows: number;
  readonly files: number;
  /** Of the files, unpacked. */
  readonly fileBytes: number;
  readonly zipBytes: number;
  /** Paths that are not in it, or that changed while they were read. */
  readonly leftOut: readonly string[];
}

/** Writes everything that a person owns into one ZIP file, mode 0600: a JSON file for each table, the files of their private chats, and what is missing and why. Nothing is left where it fails. */
export async function writePersonalExport(options: ExportOptions): Promise<ExportFacts> {
  const { file, nowMs } = options;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const zip = await ZipWriter.create(file);
  try {
    const rows = await addRows(options, zip);
    const files = options.withFiles ? await addFiles(options, zip) : NO_FILES;
    const { reader, also = [] } = options;
    const keeping = [options, ...also].flatMap((source) => source.keeping);
    const { leftOut } = files;
    const facts = { tables: rows.tables, keeping, withFiles: options.withFiles, leftOut };
    const readme = exportReadme({ ...facts, reader, nowMs });
    await zip.addText("README.txt", readme, { mtime: new Date(nowMs) });
    await zip.finish();
    return { rows: rows.count, ...files, zipBytes: statSync(file).size };
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    await zip.close();
  }
}

const NO_FILES = { files: 0, fileBytes: 0, leftOut: [] } as const;

type Page = ReturnType<typeof personalRows> extends Generator<infer Item> ? Item : never;

async function addRows(
  { database, keeping, scope, also = [], redact, signal, nowMs }: ExportOptions,
  zip: ZipWriter,
): Promise<{ readonly count: number; readonly tables: ReadonlyMap<string, number> }> {
  const tables = new Map<string, number>();
  const pages = rowsOfAll([{ database, keeping, scope }, ...also]);
  let count = 0;
  let next = pages.next();
  while (next.done !== true) {
    const { name } = next.value;
    const content = async function* (): AsyncGenerator<Uint8Array> {
      let separator = "[\n";
      for (; next.done !== true && next.value.name === name; next = pages.next()) {
        signal.throwIfAborted();
        for (const row of next.value.rows) {
          yield Buffer.from(`${separator}${redact(JSON.stringify(readable(row)))}`);
          separator = ",\n";
          tables.set(name, (tables.get(name) ?? 0) + 1);
        }
        await new Promise((resolve) => setImmediate(resolve));
      }
      yield Buffer.from(separator === "[\n" ? "[]\n" : "\n]\n");
    };
    tables.set(name, 0);
    await zip.add(`data/${name}.json`, content(), { mtime: new Date(nowMs) });
    count += tables.get(name) ?? 0;
  }
  return { count, tables };
}

function* rowsOfAll(
  sources: readonly Pick<ExportOptions, "database" | "keeping" | "scope">[],
): ReturnType<typeof personalRows> {
  for (const { database, keeping, scope } of sources) yield* personalRows(database, keeping, scope);
}

/** A row as people and programs read it: times as ISO 8601, JSON as JSON. */
function readable(row: Page["rows"][number]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (name.endsWith("_json") && typeof value === "string")
        return [name.slice(0, -"_json".length), parsed(value)];
      if (name.endsWith("_ms") && name !== "duration_ms" && typeof value === "number")
        return [name.slice(0, -"_ms".length), new Date(value).toISOString()];
      return [name, value];
    }),
  );
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text; // a row of an older version is exported as it stands
  }
}

async function addFiles({ home, scope, signal, nowMs }: ExportOptions, zip: ZipWriter) {
  const leftOut: string[] = [];
  let files = 0;
  let fileBytes = 0;
  const folders = scope.chats.flatMap((chat) => [chatFolder(home, chat), keptFolder(home, chat)]);
  for (const path of folders) {
    const folder = path.slice(home.path.length + 1);
    for await (const found of walkState(home.path, folder)) {
      signal.throwIfAborted();
      if (found.kind === "left-out") leftOut.push(found.leftOut.path);
      if (found.kind !== "file") continue;
      files += 1;
      fileBytes += await zip.add(found.facts.path, steady(found, leftOut), {
        mtime: new Date(nowMs),
      });
    }
  }
  return { files, fileBytes, leftOut };
}

/** A file that changes while it is read is in the export with what was read, and named. */
async function* steady(
  { facts, read }: Extract<Found, { kind: "file" }>,
  leftOut: string[],
): AsyncGenerator<Uint8Array> {
  try {
    yield* read();
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    leftOut.push(facts.path);
  }
}

/** What the README of an export tells about. */
interface ReadmeFacts {
  readonly tables: ReadonlyMap<string, number>;
  readonly keeping: readonly TableKeeping[];
  readonly withFiles: boolean;
  readonly leftOut: readonly string[];
  readonly reader: { readonly name: string; readonly language: Language };
  readonly nowMs: number;
}

/** What is in an export and what is not, in the reader's language. Pure. */
function exportReadme(facts: ReadmeFacts): string {
  const { tables, leftOut, withFiles, nowMs, reader } = facts;
  const word = WORDS[reader.language];
  const counts = [...tables].map(([name, count]) => `- data/${name}.json: ${count}`);
  const missing = facts.keeping.flatMap(({ table, exported, because }) =>
    exported !== undefined && "none" in exported ? [`- ${table}: ${because ?? ""}`] : [],
  );
  const left =
    leftOut.length === 0 ? [] : ["", word.leftOut, ...leftOut.map((path) => `- ${path}`)];
  return [
    word.title(reader.name, new Date(nowMs).toISOString()),
    "",
    word.data,
    ...counts,
    "",
    withFiles ? word.files : word.noFiles,
    "",
    word.missing,
    ...word.others,
    ...missing,
    ...left,
    "",
  ].join("\n");
}

const WORDS = {
  ko: {
    title: (name: string, time: string) => `${name}님의 데이터 (${time})`,
    data: "data 폴더: 표마다 JSON 파일 하나. 시각은 UTC예요. 파일과 기록의 수:",
    files: "files 폴더: 개인 대화의 파일.",
    noFiles: "파일은 들어 있지 않아요. 보낼 수 있는 크기를 넘었어요.",
    missing: "들어 있지 않은 것:",
    others: [
      "- 다른 사람의 데이터. 회원님이 결정한 다른 사람의 요청은 결정만 있어요 (data/decisions_for_others.json).",
      "- 그룹의 파일: 그룹 모두의 것이에요.",
      "- 열쇠와 토큰: [secret]으로 가려져 있어요.",
      "- 연락처: 봇이 아는 다른 사람들이며, 회원님이 적은 주소록은 없어요.",
    ],
    leftOut: "읽을 수 없었거나 읽는 동안 바뀐 파일:",
  },
  en: {
    title: (name: string, time: string) => `The data of ${name} (${time})`,
    data: "Folder data: one JSON file a table; times are UTC. Files and how many records they hold:",
    files: "Folder files: the files of the private chats.",
    noFiles: "The files are not here: they were too large to be sent.",
    missing: "Not in it:",
    others: [
      "- Data of other people. Of what others asked and you decided, there is the decision alone (data/decisions_for_others.json).",
      "- Files of groups: they are everyone's there.",
      "- Keys and tokens: they are masked as [secret].",
      "- Contacts: those are the other people whom the bot knows; there is no address book of your own.",
    ],
    leftOut: "Files that could not be read, or changed while they were:",
  },
} as const;
