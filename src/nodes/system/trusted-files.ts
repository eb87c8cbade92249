import { createHash } from "node:crypto";
import { type Database, inTransaction, type Statement } from "../../store/database.ts";

/** A place in a chat's folder: an entry and all below it. */
interface At {
  readonly chatKey: string;
  readonly path: string;
}

/**
 * Owner of the table trusted_files: what people here wrote, by name and by content. Whatever is not in it (downloads, uploads, files that a
 * command made or changed, files put there by hand) is from outside, so that nothing need be known of how a file came to be.
 */
export class TrustedFiles {
  readonly #database: Database;
  readonly #put: Statement<[string, string, string]>;
  readonly #forget: Statement<[At]>;
  readonly #under: Statement<[At], { readonly path: string; readonly digest: string }>;
  readonly #byDigest: Statement<[string, string], { readonly found: number }>;

  constructor(database: Database) {
    const atOrUnder =
      "chat_key = @chatKey AND (path = @path OR substr(path, 1, length(@path) + 1) = @path || '/')";
    this.#database = database;
    this.#put = database.prepare(
      `INSERT INTO trusted_files (chat_key, path, digest) VALUES (?, ?, ?)
       ON CONFLICT (chat_key, path) DO UPDATE SET digest = excluded.digest`,
    );
    this.#forget = database.prepare(`DELETE FROM trusted_files WHERE ${atOrUnder}`);
    this.#under = database.prepare(`SELECT path, digest FROM trusted_files WHERE ${atOrUnder}`);
    this.#byDigest = database.prepare(
      "SELECT 1 AS found FROM trusted_files WHERE chat_key = ? AND digest = ? LIMIT 1",
    );
  }

  /** Vouches for a file's name and content. */
  put(chatKey: string, path: string, bytes: Uint8Array): void {
    this.putDigest(chatKey, path, digestOf(bytes));
  }

  /** The same by the SHA-256 of the content, in hexadecimal. */
  putDigest(chatKey: string, path: string, digest: string): void {
    this.#put.run(chatKey, nameOf(path), digest);
  }

  /** Takes back what was vouched for at a path and below it. */
  forget(chatKey: string, path: string): void {
    this.#forget.run({ chatKey, path: nameOf(path) });
  }

  /** A file or folder stands at another place now, or (with `keeps`) at both. */
  moved(chatKey: string, from: string, to: string, { keeps }: { readonly keeps: boolean }): void {
    const source = nameOf(from);
    inTransaction(this.#database, () => {
      const rows = this.#under.all({ chatKey, path: source });
      this.forget(chatKey, to);
      if (!keeps) this.forget(chatKey, from);
      for (const { path, digest } of rows)
        this.#put.run(chatKey, `${nameOf(to)}${path.slice(source.length)}`, digest);
    });
  }

  /** True for content that somebody here wrote, under whatever name. */
  hasContent(chatKey: string, bytes: Uint8Array): boolean {
    return this.hasDigest(chatKey, digestOf(bytes));
  }

  /** The same by the SHA-256 of the content, in hexadecimal. */
  hasDigest(chatKey: string, digest: string): boolean {
    return this.#byDigest.get(chatKey, digest) !== undefined;
  }

  /** True for the name of a file that somebody here gave, or of a folder with one in it. */
  hasName(chatKey: string, path: string): boolean {
    return this.#under.get({ chatKey, path: nameOf(path) }) !== undefined;
  }
}

/** Of any path, also one that no file may be given: what a folder holds is looked up here by name. */
function nameOf(path: string): string {
  const names = path.normalize("NFC").split("/");
  return names.filter((name) => name !== "" && name !== ".").join("/");
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
