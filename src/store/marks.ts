import type { Database, Statement } from "./database.ts";
import { renamedApart, type TableKeeping } from "./retention.ts";
import { UNDO_KEEPING } from "./undo-log.ts";

/** Owner of the table marks: when something was last done, by name. */
export class Marks {
  readonly #get: Statement<[string], { readonly at_ms: number }>;
  readonly #set: Statement<[string, number]>;
  readonly #add: Statement<[string, number]>;
  readonly #clear: Statement<[string]>;
  readonly #names: Statement<[string, string], { readonly name: string }>;

  constructor(database: Database) {
    this.#get = database.prepare("SELECT at_ms FROM marks WHERE name = ?");
    this.#set = database.prepare(
      "INSERT INTO marks (name, at_ms) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET at_ms = excluded.at_ms",
    );
    this.#add = database.prepare("INSERT OR IGNORE INTO marks (name, at_ms) VALUES (?, ?)");
    this.#names = database.prepare("SELECT name FROM marks WHERE substr(name, 1, length(?)) = ?");
    this.#clear = database.prepare("DELETE FROM marks WHERE name = ?");
  }

  /** Unix ms; `undefined` where it never was. */
  get(name: string): number | undefined {
    return this.#get.get(name)?.at_ms;
  }

  /** Notes that it was done at `atMs`. */
  set(name: string, atMs: number): void {
    this.#set.run(name, atMs);
  }

  /** The same, where it is not noted yet: true for the first. */
  setOnce(name: string, atMs: number): boolean {
    return this.#add.run(name, atMs).changes > 0;
  }

  /** The names that begin with `prefix`. */
  names(prefix: string): readonly string[] {
    return this.#names.all(prefix, prefix).map((row) => row.name);
  }

  /** It counts as never done. */
  clear(name: string): void {
    this.#clear.run(name);
  }
}

/** The mark of a chat that was told that its files are close to the quota. */
export function quotaMark(chatKey: string): string {
  return `quota:${chatKey}`;
}

/** The mark of a chat to which a scheduled message could not be delivered. */
export function unreachedMark(chatKey: string): string {
  return `unreached:${chatKey}`;
}

/** The store room's tables in time. */
export const STORE_KEEPING: readonly TableKeeping[] = [
  UNDO_KEEPING,
  {
    table: "workflows",
    owned: "person_id = @person",
    joined: renamedApart("workflows", "'_' || substr(@from, -4)"),
  },
  {
    table: "switches",
    owned: "person_id = @person",
    joined: renamedApart("switches", "' (' || substr(@from, -4) || ')'"),
  },
  {
    table: "marks",
    owned:
      "name IN (SELECT 'quota:' || value FROM json_each(@chats) UNION SELECT 'unreached:' || value FROM json_each(@chats))",
    because: "It says when a warning was sent or a chat could not be reached, and nothing else.",
    exported: { none: true },
  },
];
