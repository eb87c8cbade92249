import { AppError, codeOf } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import { joined, type Localized } from "../../base/localized.ts";
import { notAllowed, quotePath } from "./path.ts";

/** Most names offered for a missing one. */
const MOST_SUGGESTIONS = 3;

/** The refusal of a link in any part of a path. */
export function refusedLink(path: string): AppError {
  return notAllowed(path, {
    en: "is or passes a link, and links are never followed",
    ko: "링크이거나 링크를 지나가요. 링크는 따라가지 않아요",
  });
}

/** What the file system refused, as a sentence; an `AppError` is given back as it is. */
export function failed(error: unknown, path: string): AppError {
  if (error instanceof AppError) return error;
  const quoted = quotePath(path);
  const code = codeOf(error);
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return new AppError(
        "disk-full",
        {
          en: `The disk is full, so ${quoted} was not written; what was there before is unchanged. Free some space and try again.`,
          ko: `디스크가 가득 차서 ${quoted}에 쓰지 못했어요. 앞의 내용은 그대로예요. 공간을 비우고 다시 해 주세요.`,
        },
        { cause: error },
      );
    case "ELOOP":
      return refusedLink(path);
    case "ENOENT":
      return new AppError(
        "file-not-found",
        { en: `There is no ${quoted}.`, ko: korean`${quoted}이(가) 없어요.` },
        { cause: error },
      );
    case "EISDIR":
      return isFolder(path);
    case "ENAMETOOLONG":
      return notAllowed(path, {
        en: "has a name that is too long for the disk",
        ko: "이름이 디스크에 두기에는 너무 길어요",
      });
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return new AppError(
        "file-denied",
        {
          en: `The system does not let the service use ${quoted}.`,
          ko: `시스템이 ${quoted}의 사용을 허락하지 않아요.`,
        },
        {
          cause: error,
        },
      );
    default:
      return new AppError(
        "file-failed",
        {
          en: `${quoted} could not be used (${code}).`,
          ko: korean`${quoted}을(를) 쓸 수 없어요 (${code}).`,
        },
        {
          cause: error,
        },
      );
  }
}

/** The failure where a file was needed and a folder stands. */
export function isFolder(path: string): AppError {
  return new AppError("file-is-folder", {
    en: `${quotePath(path)} is a folder, not a file.`,
    ko: korean`${quotePath(path)}은(는) 파일이 아니라 폴더예요.`,
  });
}

/** The failure where something stands already. */
export function alreadyExists(path: string): AppError {
  return new AppError("file-exists", {
    en: `${quotePath(path)} exists already and was left as it is. Choose another name, or ask to replace it.`,
    ko: korean`${quotePath(path)}이(가) 이미 있어 그대로 두었어요. 다른 이름을 고르거나 바꿔 쓰라고 해 주세요.`,
  });
}

/** A missing entry. The sentence quotes `near`, the paths of entries with names like it; nobody here need have given those. */
export class FileNotFound extends AppError {
  readonly near: readonly string[];

  constructor(words: Localized, near: readonly string[]) {
    super("file-not-found", words, { isTainted: near.length > 0 });
    this.near = near;
  }
}

/** The failure for a missing entry, with the nearest of the `names` beside it. */
export function notFound(path: string, wanted: string, names: readonly string[]): AppError {
  const nearest = nearestNames(wanted, names);
  const near = nearest.map((name) => quotePath(name));
  const hint =
    near.length === 0
      ? ""
      : { en: ` Did you mean ${near.join(" or ")}?`, ko: ` 혹시 ${near.join(" 또는 ")}인가요?` };
  const quoted = quotePath(path);
  const missing = { en: `There's no ${quoted}.`, ko: korean`${quoted}은(는) 없어요.` };
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return new FileNotFound(
    joined(missing, hint),
    nearest.map((name) => `${folder}${name}`),
  );
}

/** A size as people read it. */
export function sizeText(sizeBytes: number): string {
  for (const [unit, bytes] of [
    ["GiB", 2 ** 30],
    ["MiB", 2 ** 20],
    ["KiB", 2 ** 10],
  ] as const) {
    if (sizeBytes >= bytes) return `${Number((sizeBytes / bytes).toFixed(1))} ${unit}`;
  }
  return `${sizeBytes} bytes`;
}

function nearestNames(wanted: string, names: readonly string[]): readonly string[] {
  const target = wanted.toLowerCase();
  const farthest = Math.max(2, Math.floor(target.length * 0.4));
  return names
    .map((name) => name.normalize("NFC"))
    .map((name) => ({ name, distance: distanceTo(target, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= farthest)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_SUGGESTIONS)
    .map(({ name }) => name);
}

/** Edits between two names; a name that contains the other is as near as one edit. */
function distanceTo(target: string, name: string): number {
  if (target.length > 1 && (name.includes(target) || isMeantBy(target, name))) return 1;
  if (Math.abs(target.length - name.length) > target.length) return target.length;
  let row = Array.from({ length: name.length + 1 }, (_, index) => index);
  [...target].forEach((character, line) => {
    const next = [line + 1];
    for (let column = 1; column <= name.length; column += 1) {
      const same = name[column - 1] === character ? 0 : 1;
      next[column] = Math.min(
        (row[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (row[column - 1] ?? 0) + same,
      );
    }
    row = next;
  });
  return row[name.length] ?? 0;
}

/** The name without its extension; a stem too short to mean anything is not looked for. */
function isMeantBy(target: string, name: string): boolean {
  const stem = name.replace(/\.[^.]*$/, "");
  return stem.length > 1 && target.includes(stem);
}
