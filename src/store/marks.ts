import type { Database } from "./database.ts";
import { renamedApart, type TableKeeping } from "./retention.ts";
import { plain, Table } from "./table.ts";
import { UNDO_KEEPING } from "./undo-log.ts";

/** Owner of the table marks: when something was last done, by name. */
export class Marks {
  readonly #table: Table<{ readonly name: string; readonly atMs: number }>;

  constructor(database: Database) {
    this.#table = new Table(database, "marks", { name: plain(), atMs: plain() });
  }

  /** Unix ms; `undefined` where it never was. */
  get(name: string): number | undefined {
    return this.#table.one("SELECT * FROM marks WHERE name = ?", name)?.atMs;
  }

  /** Notes that it was done at `atMs`. */
  set(name: string, atMs: number): void {
    this.#table.run(
      "INSERT INTO marks (name, at_ms) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET at_ms = excluded.at_ms",
      name,
      atMs,
    );
  }

  /** The same, where it is not noted yet: true for the first. */
  setOnce(name: string, atMs: number): boolean {
    return this.#table.insert({ name, atMs }, {}, { isNewOnly: true }) !== undefined;
  }

  /** The names that begin with `prefix`. */
  names(prefix: string): readonly string[] {
    return this.#table
      .many("SELECT * FROM marks WHERE substr(name, 1, length(@prefix)) = @prefix", { prefix })
      .map(({ name }) => name);
  }

  /** It counts as never done. */
  clear(name: string): void {
    this.#table.run("DELETE FROM marks WHERE name = ?", name);
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

/** The mark of a chat whose person has blocked the bot, as far as is known. */
export function blockedMark(chatKey: string): string {
  return `blocked:${chatKey}`;
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
      "name IN (SELECT 'quota:' || value FROM json_each(@chats) UNION SELECT 'unreached:' || value FROM json_each(@chats) UNION SELECT 'blocked:' || value FROM json_each(@chats))",
    because: "It says when a warning was sent or a chat could not be reached, and nothing else.",
    exported: { none: true },
  },
];
