import { randomUUID } from "node:crypto";
import { existsSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Edges } from "../../base/edges.ts";
import { AppError, codeOf, isAbort } from "../../base/errors.ts";
import { createIds } from "../../base/ids.ts";
import { createRedactor } from "../../base/log.ts";
import type { Outbox } from "../../bots/outbox/outbox.ts";
import type { PersonalData, PersonalExport } from "../../bots/people/personal-data-commands.ts";
import type { Config } from "../../config/config.ts";
import type { Person } from "../../security/access/people.ts";
import { refuseTaken } from "../core/given-file.ts";
import { chatFolder, exportFolder, type Home } from "../core/home.ts";
import { KEEPING } from "../core/retention.ts";
import type { Stores } from "../core/stores.ts";
import type { Usage } from "../examples/usage-examples.ts";
import { folderBytes } from "./person-files.ts";
import { type ExportFacts, writePersonalExport } from "./personal-export.ts";

/** Makes exports that are sent to a chat, in HOME/exports until they have left; for a terminal, which only names the file, it stays. */
export function createExports(
  parts: {
    readonly stores: Pick<Stores, "database" | "people" | "updates">;
    readonly home: Home;
    readonly config: Pick<Config, "secrets">;
    readonly edges: Pick<Edges, "clock" | "randomBytes">;
    readonly usage: Pick<Usage, "rowsOf">;
  },
  outbox: Pick<Outbox, "on">,
): PersonalData["exportOf"] {
  const { home, edges } = parts;
  const newId = createIds(edges.randomBytes);
  outbox.on("sent", ({ platform, message }) => {
    if (platform === "console") return;
    for (const { path } of message.files ?? [])
      if (path.startsWith(exportFolder(home, "person_"))) rmSync(path, { force: true });
  });
  return async (person, { limitBytes, signal }) => {
    const file = join(exportFolder(home, person.id), `${newId("export")}.zip`);
    const fileBytes = await bytesOf(parts, person);
    const isFitting = limitBytes === undefined || fileBytes <= limitBytes;
    const facts = await exportPerson(parts, { person, file, signal, withFiles: isFitting });
    const name = `ibl-bot-${new Date(edges.clock.now()).toISOString().slice(0, 10)}.zip`;
    if (limitBytes === undefined || facts.zipBytes <= limitBytes)
      return readyExport(file, name, facts, isFitting ? undefined : fileBytes);
    rmSync(file, { force: true });
    if (!isFitting) return { kind: "too-large", zipBytes: facts.zipBytes };
    const bare = await exportPerson(parts, { person, file, signal, withFiles: false });
    if (bare.zipBytes <= limitBytes) return readyExport(file, name, bare, fileBytes);
    rmSync(file, { force: true });
    return { kind: "too-large", zipBytes: bare.zipBytes };
  };
}

/** Writes everything of a person into a file of the operator's, whole or not at all; one that is there is replaced with `force` only. Throws `AppError`: `export-exists`, `export-failed`, `aborted`. */
export async function exportPersonTo(
  parts: Parameters<typeof createExports>[0],
  wanted: {
    readonly person: Person;
    readonly file: string;
    readonly force: boolean;
    readonly signal: AbortSignal;
  },
): Promise<ExportFacts> {
  const { person, file, signal } = wanted;
  refuseTaken(wanted, "export-exists");
  const part = join(dirname(file), `.${basename(file)}.part-${randomUUID()}`);
  try {
    const facts = await exportPerson(parts, { person, file: part, signal, withFiles: true });
    refuseTaken(wanted, "export-exists");
    renameSync(part, file);
    return facts;
  } catch (error) {
    if (error instanceof AppError || isAbort(error)) throw error;
    throw exportFailed(file, error);
  } finally {
    if (existsSync(part)) rmSync(part);
  }
}

function exportFailed(file: string, cause: unknown): AppError {
  const code = codeOf(cause);
  const words = {
    ko: `"${file}" 파일을 쓰지 못했어요(${code}). 남긴 것은 없어요. 폴더가 있는지, 쓸 수 있는지, 디스크에 자리가 있는지 확인해 주세요.`,
    en: `"${file}" could not be written (${code}). Nothing was left behind. Check that its folder is there and can be written, and that the disk has room.`,
  };
  return new AppError("export-failed", words, { cause });
}

/** Writes everything of a person into `file`, which must not exist. */
export function exportPerson(
  { stores, home, config, edges, usage }: Parameters<typeof createExports>[0],
  wanted: {
    readonly person: Person;
    readonly file: string;
    readonly withFiles: boolean;
    readonly signal: AbortSignal;
  },
): Promise<ExportFacts> {
  const { person, ...rest } = wanted;
  const { people, updates, database } = stores;
  const { id: personId, name, language } = person;
  const accounts = people.accountsOf(personId);
  const scope = { personId, accounts, chats: updates.chatsOf(personId) };
  return writePersonalExport({
    ...rest,
    database,
    home,
    keeping: KEEPING,
    scope,
    also: [usage.rowsOf(scope)],
    redact: createRedactor(config.secrets),
    reader: { name, language },
    nowMs: edges.clock.now(),
  });
}

async function bytesOf(
  { stores, home }: Parameters<typeof createExports>[0],
  person: Person,
): Promise<number> {
  const folders = stores.updates.chatsOf(person.id).map((chat) => chatFolder(home, chat));
  const sizes = await Promise.all(folders.map(folderBytes));
  return sizes.reduce((sum, sizeBytes) => sum + sizeBytes, 0);
}

function readyExport(
  path: string,
  name: string,
  { rows, files, zipBytes }: ExportFacts,
  missingFileBytes: number | undefined,
): PersonalExport {
  const missing = missingFileBytes === undefined ? {} : { missingFileBytes };
  return { kind: "ready", path, name, rows, files, zipBytes, ...missing };
}
