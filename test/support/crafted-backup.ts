import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

/** A backup made by hand: what its manifest says, what its ZIP holds between the first entry and the manifest, and the comment where it is not the right one. */
export interface CraftedBackup {
  readonly manifest: object;
  readonly contents: readonly Buffer[];
  readonly markerName?: string;
  readonly manifestName?: string;
  readonly comment?: string;
  readonly compress?: boolean;
}

/** Writes it; nothing of it is checked. */
export async function writeCrafted(path: string, crafted: CraftedBackup): Promise<void> {
  const { manifest, contents, compress = false } = crafted;
  const zip = new ZipFile();
  const json = Buffer.from(JSON.stringify(manifest));
  const seal = createHash("sha256").update(json).digest("hex");
  zip.addBuffer(Buffer.alloc(0), crafted.markerName ?? "ibl-bot-backup", { compress: false });
  for (const [at, content] of contents.entries())
    zip.addBuffer(content, `content-${at}`, { compress });
  zip.addBuffer(json, crafted.manifestName ?? "manifest.json", { compress: false });
  zip.end({ comment: crafted.comment ?? `2 ${seal}`, forceZip64Format: false });
  writeFileSync(path, await buffer(zip.outputStream));
}

/** An entry of a manifest for a content, at its place in the ZIP; `index` counts from 1, behind the first entry. */
export function craftedFile(path: string, content: Buffer, index: number): object {
  const sha256 = createHash("sha256").update(content).digest("hex");
  return { ...facts(path, "file"), sizeBytes: content.length, sha256, index };
}

/** An entry of a manifest for a folder. */
export function craftedFolder(path: string): object {
  return { ...facts(path, "folder"), sizeBytes: 0, sha256: "", index: 0 };
}

function facts(path: string, kind: "file" | "folder") {
  return { path, kind, mode: 0o700, modifiedAtMs: 1_600_000_000_000 };
}
