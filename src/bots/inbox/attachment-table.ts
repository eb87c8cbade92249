import type { Clock } from "../../base/clock.ts";
import type { Localized } from "../../base/localized.ts";
import type { Redact } from "../../base/redact.ts";
import type { Database } from "../../store/database.ts";
import { type Columns, json, plain, Table } from "../../store/table.ts";
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

const COLUMNS: Columns<ArrivedFile> = {
  id: plain(),
  origin: plain(),
  chatKey: plain(),
  kind: plain(),
  mediaType: plain(),
  state: plain(),
  path: plain(),
  digest: plain(),
  sizeBytes: plain(),
  transcript: plain(),
  problem: json("problem_json"),
};

/** Buttons of messages older than the newest so many of a chat are dead. */
const ORIGINS_LOOKED_AT = 500;

/** Owner of the table attachments: files that came with messages, a row each. */
export class Attachments {
  readonly #clock: Clock;
  readonly #redact: Redact;
  readonly #table: Table<ArrivedFile>;

  /** `redact` masks secrets in what was said; by default it stays as it is. */
  constructor(parts: {
    readonly database: Database;
    readonly clock: Clock;
    readonly redact?: Redact;
  }) {
    this.#clock = parts.clock;
    this.#redact = parts.redact ?? ((text) => text);
    this.#table = new Table(parts.database, "attachments", COLUMNS);
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
    this.#table.insert(
      { origin, chatKey, kind, mediaType, state: "open", path: "", digest: "", sizeBytes: 0 },
      { position, person_id: personId, name: this.#redact(name), at_ms: this.#clock.now() },
      { isNewOnly: true },
    );
    const sql = "SELECT * FROM attachments WHERE origin = ? AND position = ?";
    return known(this.#table.one(sql, origin, position));
  }

  /** Notes that all of a file is on the disk and is about to take its name. */
  whole(id: number, file: Pick<ArrivedFile, "path" | "digest" | "mediaType" | "sizeBytes">): void {
    this.#table.run(
      `UPDATE attachments SET state = 'whole', path = @path, digest = @digest, media_type = @mediaType, size_bytes = @sizeBytes
       WHERE id = @id`,
      { id, ...file },
    );
  }

  /** The file has its name. */
  saved(id: number): ArrivedFile {
    return this.#changed(id, "state = 'saved'");
  }

  /** The file is not to be had. */
  failed(id: number, problem: Localized): ArrivedFile {
    return this.#changed(id, "state = 'failed', problem_json = @value", JSON.stringify(problem));
  }

  /** Keeps what is said in a file, without the secrets in it. */
  heard(id: number, transcript: string): ArrivedFile {
    return this.#changed(id, "transcript = @value", this.#redact(transcript));
  }

  /** What was saved of a message, in its order. */
  savedOf(origin: string): readonly ArrivedFile[] {
    return this.#table.many(
      "SELECT * FROM attachments WHERE origin = ? AND state = 'saved' ORDER BY position",
      origin,
    );
  }

  /** Messages of a chat and its threads that brought files, the newest first. */
  origins(chatKey: string): readonly string[] {
    return this.#table
      .rows<{ readonly origin: string }>(
        `SELECT DISTINCT origin FROM attachments
         WHERE chat_key = @chatKey OR substr(chat_key, 1, length(@chatKey) + 1) = @chatKey || ':'
         ORDER BY id DESC LIMIT ${ORIGINS_LOOKED_AT}`,
        { chatKey },
      )
      .map(({ origin }) => origin);
  }

  /** What came in a chat since a moment, in its order. */
  savedSince(chatKey: string, atMs: number): readonly ArrivedFile[] {
    return this.#table.many(
      "SELECT * FROM attachments WHERE chat_key = ? AND state = 'saved' AND at_ms > ? ORDER BY id",
      chatKey,
      atMs,
    );
  }

  /** The picture that came last in a chat. */
  lastPicture(chatKey: string): ArrivedFile | undefined {
    return this.#table.one(
      `SELECT * FROM attachments WHERE chat_key = ? AND state = 'saved' AND media_type LIKE 'image/%'
       ORDER BY id DESC LIMIT 1`,
      chatKey,
    );
  }

  #changed(id: number, assignments: string, value?: string): ArrivedFile {
    const sql = `UPDATE attachments SET ${assignments} WHERE id = @id RETURNING *`;
    return known(this.#table.one(sql, { id, value }));
  }
}

function known(file: ArrivedFile | undefined): ArrivedFile {
  if (file === undefined)
    throw new TypeError("A row of attachments is missing that was just written.");
  return file;
}
