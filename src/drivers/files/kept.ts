import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { cp, lstat, open, rename } from "node:fs/promises";
import { codeOf } from "../../base/errors.ts";
import { failed } from "./errors.ts";
import { actualName, type Folder, openChild } from "./folder.ts";
import { type Jail, withParent } from "./jail.ts";
import { type JailPath, joinPath, parseShownPath, shownName } from "./path.ts";
import { measure } from "./quota.ts";
import { entryOf } from "./walk.ts";
import { openForReading, replaceFile } from "./write.ts";

/** What stands at a path just before it is changed. */
export interface Standing {
  readonly path: string;
  readonly was: "none" | "file" | "folder";
  /** Of all that stands there. */
  readonly sizeBytes: number;
  /** SHA-256 of a file in hexadecimal. */
  readonly digest?: string;
  /** The same of the file that will stand there; absent where none will, or no plain file. */
  readonly afterDigest?: string;
  /** Keeps it whole at a place outside the chat's folder: what is to be removed is moved there, all else copied. */
  keepAt(place: string): Promise<void>;
}

/** Called just before a change, while no other change of the folder can come between; the change is not made where it rejects. */
export type BeforeChange = (standing: Standing) => Promise<void>;

/** What was kept, and where. */
export interface KeptEntry {
  /** The place that `keepAt` was given. */
  readonly place: string;
  readonly was: "file" | "folder";
  readonly before?: BeforeChange;
}

/** What is known of a change before it is made. */
interface Change {
  readonly isRemoval?: boolean;
  readonly afterDigest?: string;
  /** Bytes that will be added at the end. */
  readonly added?: Uint8Array;
}

const DIGEST = "sha256";

/** Tells `before` what stands at an entry's place. */
export async function announce(
  before: BeforeChange | undefined,
  place: { readonly folder: Folder; readonly name: string },
  change: Change,
): Promise<void> {
  if (before === undefined) return;
  const { folder, name } = place;
  const diskName = await actualName(folder, name);
  const entry = diskName === undefined ? undefined : await entryOf(folder, diskName);
  const path = joinPath(folder.path, shownName(name));
  const after = change.afterDigest === undefined ? {} : { afterDigest: change.afterDigest };
  if (diskName === undefined || entry === undefined || isOdd(entry.kind)) {
    const added = change.added === undefined ? {} : { afterDigest: digestOfBytes(change.added) };
    await before({ path, was: "none", sizeBytes: 0, ...after, ...added, keepAt: nothing });
    return;
  }
  const digests = entry.kind === "file" ? await digestsOf(folder, diskName, change.added) : {};
  const isRemoval = change.isRemoval === true;
  await before({
    path: entry.path,
    was: entry.kind === "folder" ? "folder" : "file",
    sizeBytes: entry.kind === "folder" ? await sizeOfFolder(folder, diskName) : entry.sizeBytes,
    ...after,
    ...digests,
    keepAt: (target) => keepEntry({ folder, diskName, isRemoval }, target),
  });
}

/** Puts what was kept at a place back to a path: a folder where nothing stands, a file also over another file. */
export async function bringBack(jail: Jail, text: string, kept: KeptEntry): Promise<void> {
  const path: JailPath = parseShownPath(text);
  await withParent(jail, path, { create: true }, async (folder, name) => {
    const change = kept.was === "file" ? { afterDigest: await digestAt(kept.place) } : {};
    await announce(kept.before, { folder, name }, change);
    if (kept.was === "folder") {
      await rename(kept.place, folder.at(name)).catch((error: unknown) => {
        throw failed(error, text);
      });
    } else await fillFrom(jail, { folder, name }, kept.place);
    jail.faultPoint("files.brought-back");
  });
}

/** SHA-256 of bytes in hexadecimal. */
export function digestOfBytes(bytes: Uint8Array): string {
  return createHash(DIGEST).update(bytes).digest("hex");
}

/** SHA-256 of all that a stream gives, in hexadecimal. */
export async function digestOfStream(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash(DIGEST);
  for await (const bytes of stream) hash.update(bytes);
  return hash.digest("hex");
}

/** SHA-256 of a file in hexadecimal, and of the same with bytes added at its end. */
async function digestsOf(
  folder: Folder,
  diskName: string,
  added: Uint8Array | undefined,
): Promise<Pick<Standing, "digest" | "afterDigest">> {
  const handle = await openForReading(folder, diskName);
  const hash = createHash(DIGEST);
  for await (const bytes of createReadStream("", { fd: handle })) hash.update(bytes);
  const digest = hash.copy().digest("hex");
  return added === undefined ? { digest } : { digest, afterDigest: withAdded(hash, added) };
}

function withAdded(hash: Hash, added: Uint8Array): string {
  return hash.update(added).digest("hex");
}

async function sizeOfFolder(folder: Folder, diskName: string): Promise<number> {
  const child = await openChild(folder, diskName);
  try {
    return (await measure(child)).sizeBytes;
  } finally {
    await child.close();
  }
}

/** Links and special files have no content to be kept. */
function isOdd(kind: string): boolean {
  return kind !== "file" && kind !== "folder";
}

async function keepEntry(
  entry: { readonly folder: Folder; readonly diskName: string; readonly isRemoval: boolean },
  target: string,
): Promise<void> {
  const place = entry.folder.at(entry.diskName);
  const path = joinPath(entry.folder.path, shownName(entry.diskName));
  try {
    if (entry.isRemoval && (await isMoved(place, target))) return;
    const part = `${target}.part`; // named when it is whole
    if ((await lstat(place)).isDirectory())
      await cp(place, part, { recursive: true, verbatimSymlinks: true });
    else await copyOut(entry.folder, entry.diskName, part);
    await rename(part, target);
  } catch (error) {
    throw failed(error, path);
  }
}

/** False between two file systems, where only a copy can be made. */
async function isMoved(place: string, target: string): Promise<boolean> {
  try {
    await rename(place, target);
    return true;
  } catch (error) {
    if (codeOf(error) === "EXDEV") return false;
    throw error;
  }
}

async function copyOut(folder: Folder, diskName: string, target: string): Promise<void> {
  const source = await openForReading(folder, diskName);
  const copy = await open(target, "w", 0o600);
  try {
    for await (const bytes of createReadStream("", { fd: source })) await copy.writeFile(bytes);
    await copy.sync();
  } finally {
    await copy.close();
  }
}

async function fillFrom(
  jail: Jail,
  target: { readonly folder: Folder; readonly name: string },
  place: string,
): Promise<void> {
  await replaceFile(jail.root, { ...target, overwrite: true }, async (part) => {
    for await (const bytes of createReadStream(place)) await part.writeFile(bytes);
    jail.faultPoint("files.part-written");
  });
}

function digestAt(place: string): Promise<string> {
  return digestOfStream(createReadStream(place));
}

async function nothing(): Promise<void> {}
