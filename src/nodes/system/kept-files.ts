import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../base/clock.ts";
import { codeOf } from "../../base/errors.ts";
import type { Standing } from "../../drivers/files/kept.ts";
import type { ReadyCall } from "../../engine/execute/action-types.ts";
import type { Database } from "../../store/database.ts";
import { type Columns, flag, plain, Table } from "../../store/table.ts";

/** What a call did to a file. `written` is a file or folder that was made, replaced, edited or copied. */
export type FileChange = "written" | "appended" | "moved" | "deleted";

/** One change of a file, with what is known of it before and after. */
export interface KeptFile {
  /** Name of the copy in its chat's folder of copies. */
  readonly id: string;
  readonly chatKey: string;
  readonly turn: string;
  readonly change: FileChange;
  readonly path: string;
  /** Where a moved entry came from. */
  readonly fromPath?: string;
  /** What stood at the path; there is a copy of it unless there was nothing, or something was only added to it. */
  readonly was: Standing["was"];
  /** Of the file that stood there. */
  readonly sizeBytes: number;
  readonly beforeDigest?: string;
  readonly afterDigest?: string;
  /** True where somebody here wrote what stood there. */
  readonly isOwn: boolean;
  /** Made by taking back another change. */
  readonly reversal?: "undo" | "restore";
  readonly undoneAtMs?: number;
}

/** How long a copy is kept. */
const KEPT_FILES_MS = 7 * 24 * 60 * 60 * 1000;

/** A copy without a row was being made when its process died; one that is being made is younger. */
const LEFTOVER_AGE_MS = 60 * 60 * 1000;
const COLUMNS: Columns<KeptFile> = {
  id: plain(),
  chatKey: plain(),
  turn: plain(),
  change: plain(),
  path: plain(),
  was: plain(),
  sizeBytes: plain(),
  isOwn: flag("own"),
  fromPath: plain(),
  beforeDigest: plain(),
  afterDigest: plain(),
  reversal: plain(),
  undoneAtMs: plain(),
};

const MINE = "person_id = ? AND chat_key = ?";

/** Owner of the table kept_files and of the copies beside it. */
export class KeptFiles {
  readonly #table: Table<KeptFile>;
  readonly #parts;

  constructor(parts: {
    readonly database: Database;
    readonly clock: Clock;
    readonly newId: (prefix: string) => string;
    /** The folder of the copies of one chat, outside the chat's own; with "" that of all. */
    readonly folderOf: (chatKey: string) => string;
    /** Most bytes of copies of one chat: the oldest go when more come. One that is larger alone is kept alone. */
    readonly quotaBytes: number;
  }) {
    const { database } = parts;
    this.#parts = parts;
    this.#table = new Table(database, "kept_files", COLUMNS);
  }

  /** Keeps what stands at a path before a call changes it: its copy first, then its row; of what is removed, whose copy is the entry itself, the row first. */
  async keep(
    call: ReadyCall,
    standing: Standing,
    facts: Pick<KeptFile, "change" | "turn" | "isOwn" | "fromPath" | "reversal">,
  ): Promise<void> {
    const { chatId: chatKey } = call.actor;
    const id = this.#parts.newId("kept");
    const folder = this.#parts.folderOf(chatKey);
    const isCopied = standing.was !== "none" && facts.change !== "appended";
    if (isCopied) await mkdir(folder, { recursive: true, mode: 0o700 });
    const keepIt = (): Promise<void> => standing.keepAt(join(folder, id));
    if (isCopied && facts.change !== "deleted") await keepIt();
    this.#write(call, id, { ...facts, ...standing });
    if (isCopied && facts.change === "deleted") await keepIt();
    if (isCopied) await this.#makeRoom(chatKey);
  }

  /** The turn of the newest change of a person's files in a chat, and when it was made. */
  lastChange(
    personId: string,
    chatKey: string,
  ): { readonly turn: string; readonly atMs: number } | undefined {
    return this.#table.rows<{ readonly turn: string; readonly atMs: number }>(
      `SELECT turn, at_ms AS atMs FROM kept_files WHERE ${MINE} AND reversal IS NULL ORDER BY rowid DESC LIMIT 1`,
      personId,
      chatKey,
    )[0];
  }

  /** Every turn that has changed files of a chat or of its threads since a moment. */
  turnsIn(
    chatKey: string,
    sinceMs: number,
  ): readonly { readonly personId: string; readonly chatKey: string; readonly turn: string }[] {
    return this.#table.rows(
      `SELECT DISTINCT person_id AS personId, chat_key AS chatKey, turn FROM kept_files
       WHERE ? IN (chat_key, substr(chat_key, 1, ?)) AND reversal IS NULL AND at_ms > ?`,
      chatKey,
      chatKey.length,
      sinceMs,
    );
  }

  /** The changes of one turn, newest first, without those that took others back. */
  ofTurn(personId: string, chatKey: string, turn: string): readonly KeptFile[] {
    const rows = this.#table.many(
      `SELECT * FROM kept_files WHERE ${MINE} AND turn = ? ORDER BY rowid DESC`,
      personId,
      chatKey,
      turn,
    );
    return rows.filter(({ reversal }) => reversal === undefined);
  }

  /** The newest change of a path that has a copy. */
  latestOf(personId: string, chatKey: string, path: string): KeptFile | undefined {
    return this.#table.one(
      `SELECT * FROM kept_files WHERE ${MINE} AND path = ? AND was <> 'none' AND change <> 'appended'
         AND reversal IS NOT 'restore' ORDER BY rowid DESC LIMIT 1`,
      personId,
      chatKey,
      path,
    );
  }

  /** Where the copy of a change lies. */
  placeOf({ chatKey, id }: KeptFile): string {
    return join(this.#parts.folderOf(chatKey), id);
  }

  /** A change has been taken back. */
  markUndone({ id }: KeptFile): void {
    this.#table.run(
      "UPDATE kept_files SET undone_at_ms = ? WHERE id = ?",
      this.#parts.clock.now(),
      id,
    );
  }

  /** Removes what is past its time, and copies that nothing is known of. */
  async sweep(): Promise<void> {
    const nowMs = this.#parts.clock.now();
    for (const { id, chat_key } of this.#table.rows<{
      readonly id: string;
      readonly chat_key: string;
    }>("SELECT id, chat_key FROM kept_files WHERE at_ms < ?", nowMs - KEPT_FILES_MS))
      await this.#drop(chat_key, id);
    const root = this.#parts.folderOf("");
    for (const chat of await namesIn(root))
      for (const name of await namesIn(join(root, chat))) {
        if (this.#table.has("SELECT id FROM kept_files WHERE id = ?", name)) continue;
        const path = join(root, chat, name);
        const stats = await stat(path).catch(() => undefined); // swept by another process
        // Compared with the disk's own times.
        if (stats !== undefined && Date.now() - stats.ctimeMs > LEFTOVER_AGE_MS)
          await rm(path, { recursive: true, force: true });
      }
  }

  #write(
    call: ReadyCall,
    id: string,
    facts: Pick<KeptFile, "change" | "turn" | "isOwn" | "fromPath" | "reversal"> & Standing,
  ): void {
    const { personId, chatId: chatKey } = call.actor;
    const { digest: beforeDigest, ...change } = facts;
    this.#table.insert(
      { ...change, id, chatKey, ...(beforeDigest !== undefined && { beforeDigest }) },
      { person_id: personId, effect_key: call.effectKey, at_ms: this.#parts.clock.now() },
    );
  }

  /** The newest copy always stays. */
  async #makeRoom(chatKey: string): Promise<void> {
    const [newest, ...older] = this.#table.rows<{
      readonly id: string;
      readonly size_bytes: number;
    }>(
      `SELECT id, size_bytes FROM kept_files WHERE chat_key = ? AND was <> 'none' AND change <> 'appended' ORDER BY rowid DESC`,
      chatKey,
    );
    let sizeBytes = newest?.size_bytes ?? 0;
    for (const row of older) {
      sizeBytes += row.size_bytes;
      if (sizeBytes > this.#parts.quotaBytes) await this.#drop(chatKey, row.id);
    }
  }

  /** The copy first: without its row nothing would find it before the night. */
  async #drop(chatKey: string, id: string): Promise<void> {
    await rm(join(this.#parts.folderOf(chatKey), id), { recursive: true, force: true });
    this.#table.run("DELETE FROM kept_files WHERE id = ?", id);
  }
}

async function namesIn(path: string): Promise<readonly string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return [];
    throw error;
  }
}
