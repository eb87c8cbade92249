import { AppError } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import { bold } from "../../base/visible-text.ts";
import { alreadyExists } from "../../drivers/files/errors.ts";
import type { Files } from "../../drivers/files/files.ts";
import { lastOfPath, nearestFile } from "../../drivers/files/nearest-file.ts";
import { parsePath } from "../../drivers/files/path.ts";
import type { TargetChecks, TargetFault } from "../../engine/execute/target-check.ts";
import type { LiteralTarget } from "../../engine/plan/literal-targets.ts";
import type { TrustedFiles } from "./trusted-files.ts";

/** Most files among which the nearest is looked for. */
const MOST_COMPARED = 1000;

/** Shows which files there are. */
const ALL_FILES = {
  label: { ko: "파일 목록", en: "Files" },
  runs: "[system:list]",
} as const;

/** Looks whether a file is there, and whether one may be made under a name. */
export function createFileTargetChecks(parts: {
  readonly filesOf: (chatKey: string) => Files;
  readonly trusted: Pick<TrustedFiles, "hasName">;
}): Pick<TargetChecks, "file" | "new_file"> {
  return {
    file: (target, { chatId }) =>
      refusalOf(async () => {
        const files = parts.filesOf(chatId);
        if (await files.exists(target.value)) return undefined;
        return missing(target.value, files, (path) => !parts.trusted.hasName(chatId, path));
      }),
    new_file: (target, { chatId }) =>
      refusalOf(async () => {
        parsePath(target.value);
        return (await isTaken(target, parts.filesOf(chatId)))
          ? faultOf(alreadyExists(target.value))
          : undefined;
      }),
  };
}

/** What the driver refuses, as the fault that it is. */
async function refusalOf(
  look: () => Promise<TargetFault | undefined>,
): Promise<TargetFault | undefined> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof AppError) return faultOf(error);
    throw error;
  }
}

function faultOf({ code, words, message }: AppError): TargetFault {
  return { code, words: words ?? { ko: message, en: message } };
}

async function missing(
  path: string,
  files: Files,
  isOutside: (path: string) => boolean,
): Promise<TargetFault> {
  const { entries } = await files.find("*", { maxFound: MOST_COMPARED });
  const near = nearestFile(
    path,
    entries.filter(({ kind }) => kind === "file").map((entry) => entry.path),
  );
  return {
    code: "no-such-file",
    words: missingWords(path),
    near: near === undefined ? [] : [{ value: near, called: same(lastOfPath(near)) }],
    offers: [ALL_FILES],
    isTainted: near !== undefined && isOutside(near),
  };
}

function missingWords(path: string): Localized {
  const name = bold(path);
  return { ko: korean`${name}은(는) 없어요.`, en: `There's no ${name}.` };
}

/** Where a call that replaces nothing unless told to finds something in its way; what goes into a folder keeps its own name there. */
async function isTaken({ value, action, params }: LiteralTarget, files: Files): Promise<boolean> {
  const { source, overwrite } = params;
  if (overwrite === true || !["copy", "move"].includes(action)) return false;
  if (!(await files.exists(value))) return false;
  if ((await files.stat(value)).kind !== "folder") return true;
  return typeof source === "string" && files.exists(`${value}/${lastOfPath(source)}`);
}

function same(text: string): Localized {
  return { ko: text, en: text };
}
