import type { Clock } from "../../base/clock.ts";
import type { Localized } from "../../base/localized.ts";
import type { Redact } from "../../base/redact.ts";
import type { Database, Statement } from "../../store/database.ts";
import type { Attachment, AttachmentKind } from "../platform/chat-adapter.ts";

/** A file that came with a message, as far as it has come. */
export interface ArrivedFile {
  readonly id: number;
  /** The origin of the update that brought it. */
  readonly origin: string;
  readonly chatKey: string;
  readonly kind: AttachmentKind;
  /** What its bytes are; until they are there, what was claimed. */
  readonly mediaType: string;
  /** `whole`: all of it is on the disk, and it may or may not have its name yet. */
  readonly state: "open" | "whole" | "saved" | "failed";
  /** From the chat's folder down; "" until the file is whole. */
  readonly path: string;
  /** SHA-256 in hexadecimal; "" until the file is whole. */
  readonly digest: string;
  readonly sizeBytes: number;
  /** What is said in it, once that is written down. */
  readonly transcript?: string;
  /** Why it failed. */
  readonly problem?: Localized;
}

interface Row {
  readonly id: number;
  readonly origin: string;
  readonly chat_key: string;
  readonly kind: AttachmentKind;
  readonly media_type: string;
  readonly state: ArrivedFile["state"];
  readonly path: string | null;
  readonly digest: string | null;
  readonly size_bytes: number | null;
  readonly transcript: string | null;
  readonly problem_json: string | null;
}

/** Buttons of messages older than the newest so many of a chat are dead. */
const ORIGINS_LOOKED_AT = 500;

/** Owner of the table attachments: files that came with messages, a row each. */
export class Attachments {
  readonly #clock: Clock;
  readonly #redact: Redact;
  readonly #open: Statement<(string | number)[]>;
  readonly #at: Statement<[string, number], Row>;
  readonly #whole: Statement<[string, string, string, number, number]>;
  readonly #saved: Statement<[number], Row>;
  readonly #failed: Statement<[string, number], Row>;
  readonly #heard: Statement<[string, number], Row>;
  readonly #ofOrigin: Statement<[string], Row>;
  readonly #origins: Statement<{ readonly key: string }[], { readonly origin: string }>;
  readonly #lastPicture: Statement<[string], Row>;
  readonly #since: Statement<[string, number], Row>;

  /** `redact` masks secrets in what was said; by default it stays as it is. */
  constructor(parts: {
    readonly database: Database;
    readonly clock: Clock;
    readonly redact?: Redact;
  }) {
    const { database } = parts;
    this.#clock = parts.clock;
    this.#redact = parts.redact ?? ((text) => text);
    this.#open = database.prepare(
      `INSERT OR IGNORE INTO attachments (origin, position, person_id, chat_key, kind, name, media_type, state, at_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, 'open', ?)`,
    );
    this.#at = database.prepare("SELECT * FROM attachments WHERE origin = ? AND position = ?");
    this.#whole = database.prepare(
      "UPDATE attachments SET state = 'whole', path = ?, digest = ?, media_type = ?, size_bytes = ? WHERE id = ?",
    );
    this.#saved = database.prepare(
      "UPDATE attachments SET state = 'saved' WHERE id = ? RETURNING *",
    );
    this.#failed = database.prepare(
      "UPDATE attachments SET state = 'failed', problem_json = ? WHERE id = ? RETURNING *",
    );
    this.#heard = database.prepare(
      "UPDATE attachments SET transcript = ? WHERE id = ? RETURNING *",
    );
    this.#ofOrigin = database.prepare(
      "SELECT * FROM attachments WHERE origin = ? AND state = 'saved' ORDER BY position",
    );
    this.#origins = database.prepare(
      `SELECT DISTINCT origin FROM attachments
       WHERE chat_key = @key OR substr(chat_key, 1, length(@key) + 1) = @key || ':'
       ORDER BY id DESC LIMIT ${ORIGINS_LOOKED_AT}`,
    );
    this.#lastPicture = database.prepare(
      `SELECT * FROM attachments WHERE chat_key = ? AND state = 'saved' AND media_type LIKE 'image/%'
       ORDER BY id DESC LIMIT 1`,
    );
    this.#since = database.prepare(
      "SELECT * FROM attachments WHERE chat_key = ? AND state = 'saved' AND at_ms > ? ORDER BY id",
    );
  }

  /** Notes a file that is to be fetched; the same place of the same origin gives the row it already has. */
  open(
    file: Pick<Attachment, "kind" | "name" | "mediaType"> & {
      readonly origin: string;
      readonly position: number;
      readonly personId: string;
      readonly chatKey: string;
    },
  ): ArrivedFile {
    const { origin, position, personId, chatKey, kind, name, mediaType } = file;
    const nowMs = this.#clock.now();
    this.#open.run(origin, position, personId, chatKey, kind, this.#redact(name), mediaType, nowMs);
    return known(this.#at.get(origin, position));
  }

  /** Notes that all of a file is on the disk and is about to take its name. */
  whole(id: number, file: Pick<ArrivedFile, "path" | "digest" | "mediaType" | "sizeBytes">): void {
    this.#whole.run(file.path, file.digest, file.mediaType, file.sizeBytes, id);
  }

  /** The file has its name. */
  saved(id: number): ArrivedFile {
    return known(this.#saved.get(id));
  }

  /** The file is not to be had. */
  failed(id: number, problem: Localized): ArrivedFile {
    return known(this.#failed.get(JSON.stringify(problem), id));
  }

  /** Keeps what is said in a file, without the secrets in it. */
  heard(id: number, transcript: string): ArrivedFile {
    return known(this.#heard.get(this.#redact(transcript), id));
  }

  /** What was saved of a message, in its order. */
  savedOf(origin: string): readonly ArrivedFile[] {
    return this.#ofOrigin.all(origin).map(fileOf);
  }

  /** Messages of a chat and its threads that brought files, the newest first. */
  origins(chatKey: string): readonly string[] {
    return this.#origins.all({ key: chatKey }).map((row) => row.origin);
  }

  /** What came in a chat since a moment, in its order. */
  savedSince(chatKey: string, atMs: number): readonly ArrivedFile[] {
    return this.#since.all(chatKey, atMs).map(fileOf);
  }

  /** The picture that came last in a chat. */
  lastPicture(chatKey: string): ArrivedFile | undefined {
    const row = this.#lastPicture.get(chatKey);
    return row === undefined ? undefined : fileOf(row);
  }
}

function known(row: Row | undefined): ArrivedFile {
  if (row === undefined)
    throw new TypeError("A row of attachments is missing that was just written.");
  return fileOf(row);
}

function fileOf(row: Row): ArrivedFile {
  return {
    id: row.id,
    origin: row.origin,
    chatKey: row.chat_key,
    kind: row.kind,
    mediaType: row.media_type,
    state: row.state,
    path: row.path ?? "",
    digest: row.digest ?? "",
    sizeBytes: row.size_bytes ?? 0,
    ...(row.transcript === null ? {} : { transcript: row.transcript }),
    ...(row.problem_json === null ? {} : { problem: JSON.parse(row.problem_json) as Localized }), // written by failed only
  };
}
