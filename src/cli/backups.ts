import { resolve } from "node:path";
import { type BackupResult, type CopyProgress, writeBackup } from "../app/backup/backup.ts";
import { type RestoreResult, restoreBackup } from "../app/backup/restore.ts";
import type { LeftOut } from "../app/core/home-entries.ts";
import { findPerson } from "../app/core/people.ts";
import { versionOf } from "../app/core/version.ts";
import { exportPersonTo } from "../app/export/exports.ts";
import type { ExportFacts } from "../app/export/personal-export.ts";
import { localOwner } from "../app/local-owner.ts";
import { statusOf, statusText, usageOf, usageText } from "../app/status.ts";
import { AppError, wordsOf } from "../base/errors.ts";
import type { Localized } from "../base/localized.ts";
import type { Config } from "../config/config.ts";
import type { Manifest } from "../store/archive/archive-writer.ts";
import type { CliContext } from "./command.ts";
import { configOf, pathArgument, withParts } from "./context.ts";
import { EXIT } from "./output.ts";
import { createProgressLine } from "./progress.ts";

/** The command `status`. */
export async function status(context: CliContext): Promise<number> {
  const { edges, speaker } = context;
  return withParts(context, async (parts) => {
    const { actor, person } = localOwner(parts);
    const asked = { person, chatKey: actor.chatId, isPrivate: true };
    const { config, home, library } = parts;
    const facts = { stores: parts, home, config, library, root: edges.root };
    const report = await statusOf({ ...facts, nowMs: edges.clock.now() }, asked);
    if (speaker.json) speaker.data({ ok: true, ...report });
    else speaker.line(statusText(report, { ...person, language: speaker.language }));
    return EXIT.ok;
  });
}

/** The command `usage`. */
export async function usage(context: CliContext): Promise<number> {
  const { speaker } = context;
  return withParts(context, (parts) => {
    const { actor, person } = localOwner(parts);
    const asked = { person, chatKey: actor.chatId, isPrivate: true };
    const report = usageOf({ stores: parts, config: parts.config }, asked);
    if (speaker.json) speaker.data({ ok: true, ...report });
    else speaker.line(usageText(report, { ...person, language: speaker.language }));
    return EXIT.ok;
  });
}

/** The command `export PERSON FILE [--force]`. */
export async function exportOne(context: CliContext): Promise<number> {
  const { arguments: given, edges, signal, speaker } = context;
  const [who, target, ...more] = given.rest;
  if (who === undefined || target === undefined || more.length > 0)
    throw new AppError("bad-arguments", WORDS.arguments);
  const file = pathArgument(context, target);
  return withParts(context, async (parts) => {
    const person = findPerson(parts.people, who);
    const facts = await exportPersonTo(
      { stores: parts, home: parts.home, config: parts.config, edges, usage: parts.usage },
      { person, file, force: given.force, signal },
    );
    if (speaker.json) speaker.data({ ok: true, person: person.id, file, ...facts });
    else speaker.line(WORDS.exported(person.name, file, facts));
    return EXIT.ok;
  });
}

const WORDS = {
  arguments: {
    ko: "사람과 파일을 적어 주세요. 예: ibl-bot export 지은 지은.zip",
    en: "Give a person and a file, such as: ibl-bot export Jieun jieun.zip",
  },
  exported: (name: string, file: string, { rows, files }: ExportFacts): Localized => ({
    ko: `${name}님의 데이터를 썼어요: ${file} (기록 ${rows}개, 파일 ${files}개)`,
    en: `Wrote the data of ${name} to ${file} (${rows} records, ${files} files).`,
  }),
} as const;

/** Says a text in the language of the settings. */
type Wording = (text: Localized) => string;

/** Copying a database of this size may take longer than a person waits without a word, and lets nothing be drawn meanwhile. */
const LARGE_DATABASE_BYTES = 64 * 1024 * 1024;

const MIB = 1024 * 1024;

/** Most things named in a message for people; all of them are in the JSON. */
const MOST_NAMED = 20;

/** The command `backup FILE [--with-secrets] [--force]`. */
export async function backup(context: CliContext): Promise<number> {
  const { arguments: given, edges, speaker, signal } = context;
  const config = configOf(context);
  const word = wordingOf(config);
  const file = fileOf(context, config);
  const result = await withProgress(context, config, (onProgress) =>
    writeBackup({
      homePath: config.home,
      file,
      force: given.force,
      withSecrets: given.withSecrets,
      version: versionOf(edges.root),
      nowMs: edges.clock.now(),
      signal,
      faultPoint: edges.faultPoint,
      randomBytes: edges.randomBytes,
      onProgress,
    }),
  );
  if (speaker.json) speaker.data(backupJson(file, result));
  else tellBackup(context, word, file, result);
  return EXIT.ok;
}

/** The command `restore FILE [--force]`. */
export async function restore(context: CliContext): Promise<number> {
  const { arguments: given, edges, speaker, signal } = context;
  const config = configOf(context);
  const word = wordingOf(config);
  const file = fileOf(context, config);
  const result = await withProgress(context, config, (onProgress) =>
    restoreBackup({ config, edges, file, force: given.force, signal, onProgress }),
  );
  if (speaker.json) speaker.data(restoreJson(config.home, result));
  else for (const line of restoreLines(word, config.home, result)) speaker.line(line);
  return EXIT.ok;
}

function fileOf(context: CliContext, config: Config): string {
  const [file, ...more] = context.arguments.rest;
  if (file !== undefined && file !== "" && more.length === 0)
    return resolve(context.edges.workingFolder, file);
  const command = context.arguments.command;
  throw new AppError(
    "bad-arguments",
    wordingOf(config)({
      ko: `백업 파일 하나를 적어 주세요. 예: ibl-bot ${command} ibl-bot.backup`,
      en: `Give one backup file, such as: ibl-bot ${command} ibl-bot.backup`,
    }),
  );
}

function wordingOf(config: Config): Wording {
  return (text) => text[config.language];
}

/** Shows how far `work` is; its errors are for people in their language, and in JSON in English. */
async function withProgress<T>(
  context: CliContext,
  config: Config,
  work: (onProgress: (progress: CopyProgress) => void) => Promise<T>,
): Promise<T> {
  const word = wordingOf(config);
  let current: CopyProgress = { stage: "files", doneBytes: 0 };
  const line = createProgressLine(context, () => progressText(word, current));
  try {
    return await work((progress) => {
      const isNewStage = progress.stage !== current.stage;
      current = progress;
      const early =
        progress.stage === "database" && (progress.totalBytes ?? 0) > LARGE_DATABASE_BYTES;
      if (isNewStage) line.draw({ early });
    });
  } catch (error) {
    if (context.speaker.json || !(error instanceof AppError)) throw error;
    throw new AppError(error.code, wordsOf(error, config.language), { cause: error });
  } finally {
    line.end();
  }
}

function progressText(word: Wording, { stage, doneBytes, totalBytes }: CopyProgress): string {
  const stages = {
    database: word({ ko: "데이터베이스를 복사하는 중", en: "copying the database" }),
    files: word({ ko: "백업하는 중", en: "backing up" }),
    verify: word({ ko: "백업을 확인하는 중", en: "checking the backup" }),
    restore: word({ ko: "복원하는 중", en: "restoring" }),
  };
  const total = totalBytes === undefined ? "" : ` / ${sizeText(totalBytes)}`;
  return `${stages[stage]} (${sizeText(doneBytes)}${total})`;
}

function sizeText(sizeBytes: number): string {
  return sizeBytes < MIB
    ? `${Math.ceil(sizeBytes / 1024)} KiB`
    : `${(sizeBytes / MIB).toFixed(1)} MiB`;
}

function manifestJson(manifest: Manifest): object {
  const { version, createdAtMs, hasSecrets, entries, sizeBytes } = manifest;
  const createdAt = new Date(createdAtMs).toISOString();
  return { createdAt, version, withSecrets: hasSecrets, entries: entries.length, sizeBytes };
}

function backupJson(
  file: string,
  { manifest, fileBytes, leftOut, unsteady }: BackupResult,
): object {
  const { schema } = manifest;
  return { ok: true, file, fileBytes, ...manifestJson(manifest), schema, leftOut, unsteady };
}

function restoreJson(home: string, { manifest, schema, state, movedTo }: RestoreResult): object {
  const facts = { ...manifestJson(manifest), backupSchema: manifest.schema, schema, state };
  return { ok: true, home, ...facts, ...(movedTo === undefined ? {} : { movedTo }) };
}

function tellBackup(context: CliContext, word: Wording, file: string, result: BackupResult): void {
  const { manifest, fileBytes, leftOut, unsteady } = result;
  const size = sizeText(fileBytes);
  const { speaker } = context;
  speaker.line(
    word({
      ko: `백업했어요: ${file} (${size}, 항목 ${manifest.entries.length}개)`,
      en: `Backed up to ${file} (${size}, ${manifest.entries.length} entries).`,
    }),
  );
  speaker.line(secretsText(word, manifest));
  for (const line of leftOutLines(word, leftOut)) speaker.note(line);
  for (const path of unsteady.slice(0, MOST_NAMED))
    speaker.note(
      word({
        ko: `⚠ 읽는 동안 계속 바뀐 파일이에요: ${path} (서로 다른 때의 내용이 섞였을 수 있어요)`,
        en: `⚠ "${path}" kept changing while it was read, and may hold parts of two states.`,
      }),
    );
}

function secretsText(word: Wording, manifest: Manifest): string {
  if (manifest.hasSecrets)
    return word({
      ko: "HOME/.env의 토큰과 키도 들어 있어요. 아무에게도 보이지 않는 곳에 두세요.",
      en: "The tokens and keys of HOME/.env are in it. Keep it where nobody else can read it.",
    });
  return word({
    ko: "HOME/.env의 토큰과 키는 넣지 않았어요(--with-secrets로 넣어요). 대화, 사람들, 버튼에 서명하는 키는 들어 있으니 비공개로 보관하세요.",
    en: "The tokens and keys of HOME/.env are not in it (--with-secrets puts them in). Conversations, people and the keys that sign buttons are: keep it private.",
  });
}

function leftOutLines(word: Wording, leftOut: readonly LeftOut[]): readonly string[] {
  const reasons: Readonly<Record<LeftOut["reason"], string>> = {
    link: word({ ko: "링크", en: "a link" }),
    special: word({ ko: "파일도 폴더도 아님", en: "neither file nor folder" }),
    unreadable: word({ ko: "읽을 수 없음", en: "cannot be read" }),
    name: word({ ko: "이름이 UTF-8이 아님", en: "its name is not UTF-8" }),
    "too-deep": word({ ko: "폴더가 너무 깊음", en: "too deep" }),
  };
  const lines = leftOut.slice(0, MOST_NAMED).map(({ path, reason }) =>
    word({
      ko: `⚠ 뺐어요: ${path} (${reasons[reason]})`,
      en: `⚠ Left out: ${path} (${reasons[reason]})`,
    }),
  );
  const more = leftOut.length - lines.length;
  if (more === 0) return lines;
  return [
    ...lines,
    word({ ko: `⚠ 그 밖에 ${more}개 (--json)`, en: `⚠ and ${more} more (--json)` }),
  ];
}

function restoreLines(
  word: Wording,
  home: string,
  { manifest, schema, state, movedTo }: RestoreResult,
): readonly string[] {
  const madeAt = new Date(manifest.createdAtMs).toISOString();
  const lines = [
    word({
      ko: `${home} 폴더에 복원했어요. 백업한 때: ${madeAt}, ibl-bot ${manifest.version}`,
      en: `Restored into ${home}, from a backup made at ${madeAt} by ibl-bot ${manifest.version}.`,
    }),
    word({
      ko: `사람 ${state.people}명, 켜진 일정 ${state.schedules}개, 기다리는 승인 ${state.approvals}개, 보낼 메시지 ${state.unsent}개`,
      en: `People: ${state.people}. Active schedules: ${state.schedules}. Waiting approvals: ${state.approvals}. Messages to send: ${state.unsent}.`,
    }),
  ];
  if (state.inFlight > 0)
    lines.push(
      word({
        ko: `백업할 때 진행 중이던 일 ${state.inFlight}개는 다시 시작하면 하나씩 물어요. 그 뒤에 이미 끝났을 수 있기 때문이에요.`,
        en: `${state.inFlight} thing(s) in progress then will ask before each effect at the next start: they may have happened since.`,
      }),
    );
  if (schema > manifest.schema)
    lines.push(
      word({
        ko: `데이터베이스를 이 버전에 맞게 올렸어요(${manifest.schema} → ${schema}).`,
        en: `The database was brought up to this version (${manifest.schema} → ${schema}).`,
      }),
    );
  if (movedTo !== undefined)
    lines.push(
      word({
        ko: `전에 있던 데이터는 지우지 않고 옮겼어요: ${movedTo}`,
        en: `What was there before was moved, not deleted: ${movedTo}`,
      }),
    );
  if (!manifest.hasSecrets)
    lines.push(
      word({
        ko: "이 백업에는 토큰과 키가 없어요. HOME/.env는 그대로 두었어요. 없다면 ibl-bot setup으로 적어 주세요.",
        en: "This backup holds no tokens or keys; HOME/.env was left as it is. Where it is missing: ibl-bot setup.",
      }),
    );
  return lines;
}
