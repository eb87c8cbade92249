import type { FaultPoint } from "../../base/edges.ts";
import { actualName, type Folder, notFoundIn, withFolder } from "./folder.ts";
import { type JailPath, notAllowed, parseShownPath } from "./path.ts";
import type { Quota } from "./quota.ts";
import { sweepLeftovers } from "./write.ts";

/** What the work on one chat's folder needs. */
export interface Jail {
  readonly root: string;
  readonly quota: Quota;
  readonly faultPoint: FaultPoint;
  /** Where the folder's copy lies while reversible work is done on it: outside of it, on the same file system. */
  readonly copyPath: string;
  /** Entries right in the folder that are being filled beside all changes. */
  readonly receiving: Set<string>;
  /** Runs one change at a time, in order of asking. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
}

/** Work on one entry: its folder is open, `name` is the name asked for in NFC. */
export type EntryWork<T> = (folder: Folder, name: string) => Promise<T>;

/** Opens the folder that holds the entry of a path. Throws `path-not-allowed` for the chat's folder itself. */
export async function withParent<T>(
  jail: Jail,
  path: JailPath,
  options: { readonly create?: boolean },
  use: EntryWork<T>,
): Promise<T> {
  const name = path.names.at(-1);
  if (name === undefined)
    throw notAllowed("", {
      en: "is this chat's whole folder; name a file in it",
      ko: "이 대화의 폴더 전체예요. 그 안의 파일을 말해 주세요",
    });
  return withFolder(jail.root, path.names.slice(0, -1), options, (folder) => use(folder, name));
}

/** Opens the folder that holds an existing entry and gives its name as the disk has it. Throws `file-not-found` with near names. */
export async function withExisting<T>(
  jail: Jail,
  path: string,
  use: (folder: Folder, diskName: string) => Promise<T>,
): Promise<T> {
  return withParent(jail, parseShownPath(path), {}, async (folder, name) => {
    const diskName = await actualName(folder, name);
    if (diskName === undefined) throw await notFoundIn(folder, name);
    return use(folder, diskName);
  });
}

/** Makes `exclusive`; before the first change, what a dead process left unfinished is removed. */
export function createQueue(root: string): Jail["exclusive"] {
  let swept = false;
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(async () => {
      if (!swept) await sweepLeftovers(root, Date.now()); // compared with the disk's own times
      swept = true;
      return work();
    });
    last = turn.catch(() => undefined); // the one who asked is told; the next goes on
    return turn;
  };
}
