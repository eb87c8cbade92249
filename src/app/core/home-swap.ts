import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import type { FaultPoint } from "../../base/edges.ts";
import { USAGE_DATABASE_NAME } from "../../rag/store/database-name.ts";
import { flushPath } from "../../store/archive/archive-writer.ts";
import { DATABASE_NAME, SETTINGS_NAME, STATE_FOLDERS } from "./home-entries.ts";

/**
 * How HOME changes from one state to another in one step, though it is many files. The new state is made in `restore.part`.
 * One rename, to `restore.out`, decides: before it the old state stands, after it the new one comes, if need be at the next
 * opening of HOME. In `restore.out` the old state moves aside; in `restore.in` the new one takes its place. Both phases can
 * be begun again at any point.
 */
const PART = "restore.part";
const OUT = "restore.out";
const IN = "restore.in";

/** The new state inside one of these. */
const NEW = "new";

/** What the folder of a state that was moved aside begins with. */
const OLD_PREFIX = "before-restore-";

/** Names right below HOME that belong to the databases. */
const DATABASE_FILES = [DATABASE_NAME, USAGE_DATABASE_NAME].flatMap((name) =>
  ["", "-wal", "-shm", "-journal"].map((ending) => `${name}${ending}`),
);

/** What of a state is right below HOME now; settings are none, as a fresh HOME may have them. */
export function stateNames(homePath: string): readonly string[] {
  return [...DATABASE_FILES, ...STATE_FOLDERS].filter(
    (name) => existsSync(join(homePath, name)) && !isEmptyFolder(join(homePath, name)),
  );
}

/** Makes the folder, empty, in which a new state is built; what a dead restore left there is removed. Returns its path. */
export function beginSwap(homePath: string, nowMs: number): string {
  const part = join(homePath, PART);
  rmSync(part, { recursive: true, force: true });
  const stamp = new Date(nowMs).toISOString().replace(/[:.]/g, "-");
  for (const name of [NEW, `${OLD_PREFIX}${stamp}`])
    mkdirSync(join(part, name), { recursive: true, mode: 0o700 });
  return join(part, NEW);
}

/** Throws the new state away. */
export function dropSwap(homePath: string): void {
  rmSync(join(homePath, PART), { recursive: true, force: true });
}

/** Puts the new state in the place of the old one, all of it or, when this throws, none. Returns the name, below HOME, of the folder with the old state; `undefined` where there was none. */
export function commitSwap(homePath: string, faultPoint: FaultPoint): string | undefined {
  const out = join(homePath, OUT);
  flushPath(join(homePath, PART));
  renameSync(join(homePath, PART), out);
  flushPath(homePath);
  faultPoint("restore-decided");
  try {
    moveOut(homePath, faultPoint);
  } catch (error) {
    if (existsSync(out)) moveBack(homePath);
    throw error;
  }
  return moveIn(homePath, faultPoint);
}

/** True when a process died in the middle of `commitSwap`. */
export function isSwapOpen(homePath: string): boolean {
  return [OUT, IN].some((name) => existsSync(join(homePath, name)));
}

/** True when a process died while it made a new state, before or after the decision. */
export function hasSwap(homePath: string): boolean {
  return isSwapOpen(homePath) || existsSync(join(homePath, PART));
}

/** Goes on where a dead process left it: what was decided is ended, what was not is removed. */
export function finishSwap(homePath: string): void {
  dropSwap(homePath);
  if (existsSync(join(homePath, OUT))) moveOut(homePath, () => undefined);
  if (existsSync(join(homePath, IN))) moveIn(homePath, () => undefined);
}

function moveOut(homePath: string, faultPoint: FaultPoint): void {
  const out = join(homePath, OUT);
  const aside = join(out, oldName(out) ?? "");
  const bringsSettings = existsSync(join(out, NEW, SETTINGS_NAME));
  const leaving = [...DATABASE_FILES, ...STATE_FOLDERS, ...(bringsSettings ? [SETTINGS_NAME] : [])];
  for (const name of leaving) {
    if (!existsSync(join(homePath, name))) continue;
    if (isEmptyFolder(join(homePath, name))) rmdirSync(join(homePath, name));
    else renameSync(join(homePath, name), join(aside, name));
    faultPoint("restore-moved-out");
  }
  flushPath(aside);
  renameSync(out, join(homePath, IN));
  flushPath(homePath);
}

function moveBack(homePath: string): void {
  const out = join(homePath, OUT);
  const aside = join(out, oldName(out) ?? "");
  for (const name of readdirSync(aside)) renameSync(join(aside, name), join(homePath, name));
  renameSync(out, join(homePath, PART));
}

function moveIn(homePath: string, faultPoint: FaultPoint): string | undefined {
  const coming = join(homePath, IN);
  for (const name of readdirSync(join(coming, NEW))) {
    renameSync(join(coming, NEW, name), join(homePath, name));
    faultPoint("restore-moved-in");
  }
  flushPath(homePath);
  const old = oldName(coming);
  const isKept = old !== undefined && readdirSync(join(coming, old)).length > 0;
  if (isKept) renameSync(join(coming, old), join(homePath, old));
  rmSync(coming, { recursive: true });
  flushPath(homePath);
  return isKept ? old : undefined;
}

function oldName(folder: string): string | undefined {
  return readdirSync(folder).find((name) => name.startsWith(OLD_PREFIX));
}

/** The service makes `files` empty; that is nothing to lose. */
function isEmptyFolder(path: string): boolean {
  return statSync(path).isDirectory() && readdirSync(path).length === 0;
}
