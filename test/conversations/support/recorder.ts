import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Sqlite } from "../../../src/store/sqlite.ts";
import type { RecordedAct, RecordedStep, Shown } from "../../acceptance/record.ts";
import type { Marked, Place, Who } from "./channel.ts";
import type { Stage } from "./stage.ts";

/** What is before people at a moment, and what they have. */
export interface View {
  readonly marked: Readonly<Record<Who, readonly Marked[]>>;
  readonly reactions: readonly string[];
  readonly notes: readonly string[];
  readonly things: string;
  readonly atMs: number;
}

/** Who is in a talk, and where it is held. */
export interface Scene {
  readonly place: Place;
  readonly hasGuest: boolean;
}

/** What is to be seen now. */
export function viewOf(stage: Stage, { place, hasGuest }: Scene): View {
  const { channel } = stage;
  const look = (who: Who): readonly Marked[] =>
    who === "guest" && !hasGuest ? [] : channel.marked(who, "private");
  const inGroup = place === "group" ? channel.marked("owner", "group") : [];
  return {
    marked: { owner: [...look("owner"), ...inGroup], guest: look("guest") },
    reactions: channel.reactions("owner", place),
    notes: channel.name === "console" ? [] : channel.notes(),
    things: thingsOf(stage),
    atMs: performance.now(),
  };
}

/** What a step showed, from what was to be seen before it and after it. */
export function recorded(
  stage: Stage,
  { place }: Scene,
  act: RecordedAct,
  { before, after }: { readonly before: View; readonly after: View },
): RecordedStep {
  const shown = (["owner", "guest"] as const).flatMap((who) =>
    freshIn(before.marked[who], after.marked[who]).map((one): Shown => {
      const isAlone = place === "group" && who === "owner" && !one.isPublic;
      return { ...one, to: who, isAlone };
    }),
  );
  const calls = stage.channel
    .done()
    .filter(({ atMs }) => atMs >= before.atMs && atMs <= after.atMs)
    .map(({ kind, atMs, text }) => ({ kind, text, afterMs: Math.round(atMs - before.atMs) }));
  return {
    act,
    shown,
    note: after.notes.slice(before.notes.length).join("\n"),
    reactions: after.reactions.slice(before.reactions.length),
    calls,
    things: { before: before.things, after: after.things },
  };
}

/** Messages that are new or show something else; of a screen what was written since. */
export function freshIn(before: readonly Marked[], after: readonly Marked[]) {
  const known = new Map(before.map((one) => [one.id, one]));
  return after.flatMap((one) => {
    const old = known.get(one.id);
    if (old === undefined) return [{ ...one, isNew: true, editsNow: one.edits }];
    if (JSON.stringify(old) === JSON.stringify(one)) return [];
    const text = one.id === "screen" ? one.text.slice(old.text.length) : one.text;
    return [{ ...one, text, isNew: one.id === "screen", editsNow: one.edits - old.edits }];
  });
}

/** Everything that people keep: rows without what is gone, and files with their contents. */
function thingsOf({ databasePath, homePath }: Stage): string {
  const database = new Sqlite(databasePath, { readonly: true, fileMustExist: true });
  try {
    const rows = [
      "SELECT * FROM todos",
      "SELECT * FROM memories",
      "SELECT * FROM schedules WHERE state <> 'removed'",
    ].map((sql) => database.prepare(sql).all());
    return JSON.stringify({ rows, files: filesIn(join(homePath, "files")) });
  } finally {
    database.close();
  }
}

function filesIn(folder: string): readonly (readonly [string, string])[] {
  let entries: readonly import("node:fs").Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  } catch {
    return [];
  }
  return entries
    .filter((entry) => entry.isFile())
    .map((entry): readonly [string, string] => {
      const path = join(entry.parentPath, entry.name);
      return [path, readFileSync(path, "base64")];
    })
    .sort(([left], [right]) => left.localeCompare(right));
}
