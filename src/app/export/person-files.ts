import { lstat, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../base/clock.ts";
import { codeOf, messageOf } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { PersonalFiles } from "../../bots/people/erase-person.ts";
import type { KeptFiles } from "../../nodes/system/kept-files.ts";
import type { Runs } from "../../runs/run-table.ts";
import { type Database, scrub } from "../../store/database.ts";
import type { Marks } from "../../store/marks.ts";
import type { PersonScope } from "../../store/personal-data.ts";
import { chatFolder, copiesIn, exportFolder, type Home, keptFolder } from "../core/home.ts";
import type { Usage } from "../examples/usage-examples.ts";

/** Marks what must be erased below HOME, by path, and that the database must be scrubbed, until it is done. */
const ERASE_MARK = "erase:";
const SCRUB_MARK = "scrub";

/** Marks whose rows in the usage database must go, by person. */
const USAGE_MARK = "usage:";

/** How long an export lies where nobody has fetched it. */
const EXPORT_LIFETIME_MS = 2 * 24 * 60 * 60 * 1000;

/** What people have outside the tables: files, large results, exports, and the bytes that deleted rows leave behind. */
export function createPersonalFiles(parts: {
  readonly home: Home;
  readonly database: Database;
  readonly marks: Marks;
  readonly runs: Pick<Runs, "sweepSpills">;
  readonly clock: Clock;
  readonly log: Log;
  readonly usage: Pick<Usage, "forget">;
  readonly kept: Pick<KeptFiles, "sweep">;
}): PersonalFiles & { readonly sweep: () => Promise<void> } {
  const { home, marks, clock, log } = parts;
  const unlearn = (personId: string): void => marks.set(`${USAGE_MARK}${personId}`, clock.now());
  return {
    async sizeOf(chats) {
      const sizes = await Promise.all(chats.map((chat) => folderBytes(chatFolder(home, chat))));
      return sizes.reduce((sum, sizeBytes) => sum + sizeBytes, 0);
    },
    condemn(scope) {
      for (const path of pathsOf(home, scope)) marks.set(`${ERASE_MARK}${path}`, clock.now());
      unlearn(scope.personId);
      marks.set(SCRUB_MARK, clock.now());
    },
    unlearn,
    soil: () => marks.set(SCRUB_MARK, clock.now()),
    async erase() {
      try {
        await eraseMarked(parts);
      } catch (error) {
        const facts = { code: codeOf(error), problem: messageOf(error) };
        log.error(
          facts,
          "Not everything could be erased; it is tried again tonight and at the next start.",
        );
      }
    },
    async sweep() {
      await parts.kept.sweep();
      const root = exportFolder(home, "");
      for (const person of await namesIn(root))
        for (const name of await namesIn(join(root, person))) {
          const path = join(root, person, name);
          const { mtimeMs } = await stat(path);
          if (mtimeMs < clock.now() - EXPORT_LIFETIME_MS) await rm(path, { force: true });
        }
    },
  };
}

async function eraseMarked(parts: Parameters<typeof createPersonalFiles>[0]): Promise<void> {
  const { home, database, marks, runs, log, usage } = parts;
  for (const mark of marks.names(ERASE_MARK)) {
    await rm(join(home.path, mark.slice(ERASE_MARK.length)), { recursive: true, force: true });
    marks.clear(mark);
  }
  for (const mark of marks.names(USAGE_MARK)) {
    usage.forget({ personId: mark.slice(USAGE_MARK.length), accounts: [], chats: [] });
    marks.clear(mark);
  }
  if (marks.get(SCRUB_MARK) === undefined) return;
  runs.sweepSpills();
  const { isRewritten, isLogEmpty } = scrub(database);
  if (!isRewritten)
    log.warn(
      {},
      "The database is too large to be rewritten; deleted rows were overwritten where they stood.",
    );
  if (isLogEmpty) marks.clear(SCRUB_MARK);
}

/** Below HOME. */
function pathsOf(home: Home, { personId, chats }: PersonScope): readonly string[] {
  const copies = copiesIn(home);
  const folders = chats.flatMap((chat) => [
    chatFolder(home, chat),
    keptFolder(home, chat),
    ...copies.filter(({ folder }) => folder === chatFolder(home, chat)).map(({ path }) => path),
  ]);
  return [...folders, exportFolder(home, personId)].map((path) => path.slice(home.path.length + 1));
}

/** Size of all files below a folder, in bytes; links are not followed, and a missing folder is empty. */
export async function folderBytes(path: string): Promise<number> {
  let sizeBytes = 0;
  for (const name of await namesIn(path)) {
    const stats = await lstat(join(path, name)).catch(() => undefined); // gone meanwhile
    if (stats === undefined) continue;
    if (stats.isFile()) sizeBytes += stats.size;
    if (stats.isDirectory()) sizeBytes += await folderBytes(join(path, name));
  }
  return sizeBytes;
}

async function namesIn(path: string): Promise<readonly string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return [];
    throw error;
  }
}
