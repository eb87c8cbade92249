import type { Edges } from "../base/edges.ts";
import type { Config } from "../config/config.ts";
import { createFiles, type Files } from "../drivers/files/files.ts";
import { chatFolder, type Home } from "./core/home.ts";

/** The files of a chat. */
export type FilesOf = (chatKey: string) => Files;

/** One `Files` for one folder, so that quotas and edits never overlap. `onUsage` is told how much a chat's folder will hold, in bytes, before anything is added. */
export function openChatFiles(
  core: {
    readonly home: Home;
    readonly config: Pick<Config, "quotaBytes">;
    readonly edges: Pick<Edges, "faultPoint">;
  },
  onUsage: (chatKey: string, sizeBytes: number) => void,
): FilesOf {
  const known = new Map<string, Files>();
  return (chatKey) => {
    const files =
      known.get(chatKey) ??
      createFiles({
        root: chatFolder(core.home, chatKey),
        quotaBytes: core.config.quotaBytes,
        faultPoint: core.edges.faultPoint,
        onUsage: (sizeBytes) => onUsage(chatKey, sizeBytes),
      });
    known.set(chatKey, files);
    return files;
  };
}
