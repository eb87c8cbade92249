import { createHash, randomUUID } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { codeOf } from "../../base/errors.ts";
import { failed } from "./errors.ts";
import { actualName, type Folder, openRoot } from "./folder.ts";
import { type Jail, withExisting, withParent } from "./jail.ts";
import { joinPath, OWN_PREFIX, parsePath } from "./path.ts";
import { openForReading, takeFreeName } from "./write.ts";

/** A file that is to be taken in. */
export interface Receipt {
  /** The path to stand at, for 1, 2, 3 …: the first that is free is taken. */
  readonly nameAt: (count: number) => string;
  /** Announced size; what does not fit is refused before anything comes. Default unknown. */
  readonly sizeBytes?: number;
  /** Hands the bytes over, one piece after the other; a rejection throws away what came. */
  readonly fill: (write: (bytes: Uint8Array) => Promise<void>) => Promise<void>;
  /** Called when all of it is on the disk, just before it takes its name. */
  readonly onWhole?: (file: Received) => void;
}

/** A file that was taken in. */
export interface Received {
  readonly path: string;
  readonly sizeBytes: number;
  /** SHA-256 in hexadecimal. */
  readonly digest: string;
  /** The first bytes, at most 4 KiB: they tell what it is. */
  readonly head: Uint8Array;
}

const HEAD_BYTES = 4096;

/** The quota is looked at again whenever this much more has come. */
const LOOK_EVERY_BYTES = 4 * 1024 * 1024;

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;

/** Takes in a file: filled beside all others, then named in one step. */
export async function receiveFile(jail: Jail, receipt: Receipt): Promise<Received> {
  const first = parsePath(receipt.nameAt(1)).names.join("/");
  await jail.exclusive(() => jail.quota.check(first, receipt.sizeBytes ?? 0));
  const base = await openRoot(jail.root);
  const partName = `${OWN_PREFIX}part-${randomUUID()}`;
  const part = base.at(partName);
  jail.receiving.add(partName);
  try {
    const content = await fillPart(jail, part, { ...receipt, path: first });
    return await jail.exclusive(async () => {
      await jail.quota.check(first, content.sizeBytes, content.sizeBytes);
      return nameFile(jail, part, { receipt, content });
    });
  } catch (error) {
    await unlink(part).catch(() => undefined); // the error below says what happened
    throw isOfSystem(error) ? failed(error, first) : error;
  } finally {
    jail.receiving.delete(partName);
    await base.close();
  }
}

/** What whoever fills the file throws is theirs. */
function isOfSystem(error: unknown): boolean {
  return /^E[A-Z]+$/.test(codeOf(error));
}

/** SHA-256 of a file; undefined where there is none. */
export async function digestOfFile(jail: Jail, path: string): Promise<string | undefined> {
  try {
    return await withExisting(jail, path, async (folder, diskName) => {
      const handle = await openForReading(folder, diskName);
      const hash = createHash("sha256");
      for await (const bytes of createReadStream("", { fd: handle })) hash.update(bytes);
      return hash.digest("hex");
    });
  } catch (error) {
    if (["file-not-found", "file-not-folder", "file-is-folder"].includes(codeOf(error)))
      return undefined;
    throw error;
  }
}

type Content = Omit<Received, "path">;

async function fillPart(
  jail: Jail,
  part: string,
  receipt: Pick<Receipt, "fill"> & { readonly path: string },
): Promise<Content> {
  const handle = await open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    const content = await pour(jail, handle, receipt);
    await handle.sync();
    jail.faultPoint("files.part-written");
    return content;
  } finally {
    await handle.close();
  }
}

async function pour(
  jail: Jail,
  handle: FileHandle,
  { fill, path }: Pick<Receipt, "fill"> & { readonly path: string },
): Promise<Content> {
  const hash = createHash("sha256");
  let head: Uint8Array = new Uint8Array();
  let sizeBytes = 0;
  let lookedAtBytes = 0;
  await fill(async (bytes) => {
    hash.update(bytes);
    if (head.byteLength < HEAD_BYTES) head = Buffer.concat([head, bytes]).subarray(0, HEAD_BYTES);
    await handle.writeFile(bytes);
    sizeBytes += bytes.byteLength;
    jail.faultPoint("files.piece-written");
    if (sizeBytes - lookedAtBytes < LOOK_EVERY_BYTES) return;
    lookedAtBytes = sizeBytes;
    await jail.quota.check(path, sizeBytes, sizeBytes);
  });
  return { sizeBytes, digest: hash.digest("hex"), head };
}

/** Gives the part the first name that is free; one that is taken in between is passed over. */
async function nameFile(
  jail: Jail,
  part: string,
  { receipt, content }: { readonly receipt: Receipt; readonly content: Content },
): Promise<Received> {
  for (let count = 1; ; count += 1) {
    const path = parsePath(receipt.nameAt(count));
    const received = await withParent(jail, path, { create: true }, async (folder, name) => {
      const file = { path: joinPath(folder.path, name), ...content };
      if (await isTaken(folder, name)) return undefined;
      receipt.onWhole?.(file);
      return (await tryName(folder, part, name)) ? file : undefined;
    });
    if (received === undefined) continue;
    jail.faultPoint("files.renamed");
    return received;
  }
}

async function isTaken(folder: Folder, name: string): Promise<boolean> {
  return (await actualName(folder, name)) !== undefined;
}

async function tryName(folder: Folder, part: string, name: string): Promise<boolean> {
  try {
    await takeFreeName(part, folder.at(name));
    await folder.handle.sync();
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}
