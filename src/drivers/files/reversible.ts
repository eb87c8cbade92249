import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, lstat, mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { AppError, codeOf, messageOf } from "../../base/errors.ts";
import { abortError } from "../abort.ts";
import { byteNames, openRoot } from "./folder.ts";
import type { Jail } from "./jail.ts";

/** Work on a whole folder that can be taken back. */
export interface ReversibleWork<T> {
  readonly work: () => Promise<T>;
  /** Asked when the work has ended, without a result where it rejected: true puts the folder back as it was before. */
  readonly isToPutBack: (result: T | undefined) => Promise<boolean>;
  readonly signal: AbortSignal | undefined;
}

const run = promisify(execFile);

/** Runs work while nobody else gives anything in the folder a name, on a folder that was copied before. What it rejects with is thrown when the folder is as it should be. */
export function reversible<T>(jail: Jail, options: ReversibleWork<T>): Promise<T> {
  const { work, isToPutBack, signal } = options;
  return inTurn(jail, signal, async () => {
    await settle(jail, async () => false);
    await copyFolder(jail.root, placesAt(jail.copyPath), signal);
    let result: T | undefined;
    try {
      result = await work();
      return result;
    } finally {
      await settle(jail, () => isToPutBack(result));
    }
  });
}

/** Ends reversible work, also that of a process that died over it: a folder that was being put back is put back, one that `isToPutBack` too, and the copy goes. Gives true where it was put back. */
export async function settle(
  jail: Pick<Jail, "root" | "copyPath" | "receiving">,
  isToPutBack: () => Promise<boolean>,
): Promise<boolean> {
  const places = placesAt(jail.copyPath);
  const { part, before, after, back } = places;
  const isBegun = existsSync(after) || existsSync(back);
  const isPutBack = isBegun || (existsSync(before) && (await isToPutBack()));
  if (isPutBack) await putBack(jail, places);
  else if (existsSync(before)) await rename(before, part); // never taken for whole while it is removed
  await removeTree(jail.copyPath);
  return isPutBack;
}

type Places = ReturnType<typeof placesAt>;

/**
 * The stages, each a folder at the place of the copy: the copy is `part` while it is not whole and then
 * `before`; `after` has been begun when all that the work left is moved out; `back` is the copy when only moving it in
 * is left. So a process that dies in between leaves what tells the next one how to go on.
 */
function placesAt(path: string) {
  return {
    part: join(path, "part"),
    before: join(path, "before"),
    after: join(path, "after"),
    back: join(path, "back"),
  };
}

/** Takes its turn among the changes of the folder; an abort ends the wait, not the work. */
function inTurn<T>(
  jail: Jail,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal === undefined ? undefined : abortError(signal));
    signal?.addEventListener("abort", onAbort, { once: true });
    const turn = jail.exclusive(async () => {
      signal?.removeEventListener("abort", onAbort);
      if (signal?.aborted === true) throw abortError(signal);
      return work();
    });
    turn.then(resolve, reject);
  });
}

/** Blocks are shared with the copy where the file system can do that. */
async function copyFolder(
  root: string,
  { part, before }: Places,
  signal: AbortSignal | undefined,
): Promise<void> {
  const copy = async (): Promise<void> => {
    await mkdir(part, { recursive: true, mode: 0o700 });
    await run("cp", ["-a", "--", `${root}/.`, part], { signal });
  };
  try {
    await chmod(root, 0o700).catch(() => undefined); // as a command may have closed it; made below where it is missing
    await (await openRoot(root)).close();
    await copy().catch(async (error: unknown) => {
      if (signal?.aborted === true) throw error;
      await removeTree(part);
      await run("chmod", ["-R", "u+rX", "--", root]); // what a command made unreadable
      await copy();
    });
    await chmod(part, 0o700); // cp gives it the mode of the folder
    await rename(part, before);
  } catch (error) {
    await removeTree(part);
    if (signal?.aborted === true) throw abortError(signal);
    throw notCopied(error);
  }
}

async function putBack(
  jail: Pick<Jail, "root" | "receiving">,
  { before, after, back }: Places,
): Promise<void> {
  await chmod(jail.root, 0o700).catch(() => undefined); // where it is gone, it is made below
  if (existsSync(before)) {
    await mkdir(after, { recursive: true, mode: 0o700 });
    await moveAll(jail.root, after, jail.receiving);
    await rename(before, back);
  }
  if (existsSync(back)) await moveAll(back, jail.root, jail.receiving);
  await removeTree(back);
}

/** Moves all entries of a folder into another, but for those that are being received. */
async function moveAll(from: string, to: string, except: ReadonlySet<string>): Promise<void> {
  const [source, target] = [await openRoot(from), await openRoot(to)];
  try {
    for (const name of await byteNames(source))
      if (!except.has(name.toString())) await moveEntry(source.atBytes(name), target.atBytes(name));
  } finally {
    await source.close();
    await target.close();
  }
}

/** A folder is moved by those alone who may write to it. */
async function moveEntry(from: Buffer, to: Buffer): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (codeOf(error) !== "EACCES") throw error;
    const { mode } = await lstat(from);
    await chmod(from, 0o700);
    await rename(from, to);
    await chmod(to, mode & 0o7777);
  }
}

/** Folders of a command may be closed even to their owner. */
async function removeTree(path: string): Promise<void> {
  if (!existsSync(path)) return;
  await run("chmod", ["-R", "u+rwX", "--", path]).catch(() => undefined); // what matters fails below
  await run("rm", ["-rf", "--", path]);
}

function notCopied(error: unknown): AppError {
  const said = messageOf(error).split("\n").slice(1, 3).join(" ").trim() || messageOf(error);
  const words = {
    en: `Nothing was run: the chat's folder could not be copied beforehand, so it could not be put back (${said}).`,
    ko: `실행하지 않았어요. 대화의 폴더를 미리 복사할 수 없어 되돌릴 수 없어요(${said}).`,
  };
  return new AppError("program-failed", words, { cause: error });
}
