import { AppError } from "../../base/errors.ts";
import type { Localized } from "../../base/localized.ts";

/** A checked place inside a folder of the service: names from the root down, none for the root itself, all in Unicode NFC. */
export interface JailPath {
  readonly names: readonly string[];
  /** True where the text ended in "/", so that a folder was meant. */
  readonly isFolder: boolean;
}

/** Longest path accepted, in bytes of UTF-8. */
const LONGEST_PATH_BYTES = 1024;

/** Longest name that Linux file systems hold, in bytes (`NAME_MAX`, limits.h). */
const LONGEST_NAME_BYTES = 255;

/** Deepest nesting of folders that a path may ask for. */
const DEEPEST = 32;

/** Names that begin so are unfinished files and folders being removed; nobody may name one. */
export const OWN_PREFIX = ".ibl-";

/** Control, bidirectional and invisible characters, and halves of surrogate pairs: names that look like other names. */
const UNSEEN = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;
const ALL_UNSEEN = new RegExp(UNSEEN.source, "gu");

/** A character written out: by its number, or a backslash by two. */
const WRITTEN_OUT = /\\u\{([0-9a-f]{1,6})\}|\\\\/giu;

/** A name as it is shown and may be asked for: in NFC, what cannot be seen written as `\u{202e}`, a backslash doubled. */
export function shownName(diskName: string): string {
  return diskName.normalize("NFC").replaceAll("\\", "\\\\").replace(ALL_UNSEEN, writtenOut);
}

/** Two parts of a shown path, "/" between them; the first may be empty. A name that would read as a place outside gets "./" before it. */
export function joinPath(folder: string, name: string): string {
  if (folder !== "") return `${folder}/${name}`;
  return /^(?:~|[A-Za-z]:)/.test(name) ? `./${name}` : name;
}

/** Checks the path of an entry that is there: by the rules of `parsePath`, but characters may be written out as `shownName` does. Nothing is ever made under such a name. */
export function parseShownPath(text: string): JailPath {
  if (!text.includes("\\")) return parsePath(text);
  const { names, isFolder } = parsePath(text.replace(WRITTEN_OUT, "_"));
  const pieces = text.split("/").filter((name) => name !== "" && name !== ".");
  const read = pieces.map(readWrittenOut);
  const isSame = read.length === names.length && !read.some(isNoName);
  if (!isSame) throw notAllowed(text, { en: "is no name", ko: "이름이 아니에요" });
  checkLengths(read.join("/"), read);
  return { names: read, isFolder };
}

/** Checks a path written by a program. Throws `path-outside` for one that leaves the folder and `path-not-allowed` for one that no file may have. `.` and doubled slashes are left out. */
export function parsePath(text: string): JailPath {
  const path = text.normalize("NFC");
  if (UNSEEN.test(path)) {
    throw notAllowed(path, {
      en: "has control or invisible characters. Use letters that can be seen",
      ko: "제어 문자나 보이지 않는 글자가 있어요. 보이는 글자로 써 주세요",
    });
  }
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path)) throw outside(path);
  if (path.startsWith("~")) throw outside(path);
  if (path.includes("\\")) {
    throw notAllowed(path, {
      en: 'has a backslash. Separate folders with "/"',
      ko: '역슬래시가 있어요. 폴더는 "/"로 나눠 주세요',
    });
  }
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  if (names.includes("..")) throw outside(path);
  checkLengths(path, names);
  if (names.some((name) => name.startsWith(OWN_PREFIX))) {
    throw notAllowed(path, {
      en: `uses a name that starts with "${OWN_PREFIX}", which the service keeps`,
      ko: `"${OWN_PREFIX}"로 시작하는 이름은 서비스가 써요. 다른 이름을 써 주세요`,
    });
  }
  return { names, isFolder: path === "" || /(^|\/)\.?$/.test(path) };
}

/** A path as it is shown in messages: quoted, with what cannot be seen written out, at most 120 characters. */
export function quotePath(path: string): string {
  const short = path.length > 120 ? `${path.slice(0, 117)}...` : path;
  const visible = short.replace(ALL_UNSEEN, writtenOut);
  return `"${visible === "" ? "." : visible}"`;
}

/** The refusal of a path that may not be used; `reason` has no full stop, and in English completes the sentence "The path … ". */
export function notAllowed(path: string, reason: Localized): AppError {
  const quoted = quotePath(path);
  return new AppError("path-not-allowed", {
    en: `The path ${quoted} ${reason.en}.`,
    ko: `${quoted} 경로는 쓸 수 없어요: ${reason.ko}.`,
  });
}

function writtenOut(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function readWrittenOut(name: string): string {
  const read = name.replace(WRITTEN_OUT, (_all, digits?: string) => {
    if (digits === undefined) return "\\";
    const code = Number.parseInt(digits, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "/";
  });
  return read.normalize("NFC");
}

/** What characters written out must not come to: another place, or a name that the service keeps. */
function isNoName(name: string): boolean {
  const isPlace = name === "" || name === "." || name === "..";
  return isPlace || /[/\0]/u.test(name) || name.startsWith(OWN_PREFIX);
}

function outside(path: string): AppError {
  return new AppError("path-outside", {
    en: `The path ${quotePath(path)} leads outside this chat's folder. Write it from the folder itself, such as "notes/today.md".`,
    ko: `${quotePath(path)} 경로는 이 대화의 폴더 밖이에요. "notes/today.md"처럼 그 폴더에서부터 써 주세요.`,
  });
}

function checkLengths(path: string, names: readonly string[]): void {
  const isTooLong =
    Buffer.byteLength(path) > LONGEST_PATH_BYTES ||
    names.some((name) => Buffer.byteLength(name) > LONGEST_NAME_BYTES);
  if (isTooLong)
    throw new AppError("path-not-allowed", {
      en: "That name is too long for a file. Could you make it shorter?",
      ko: "파일 이름이 너무 길어요. 더 짧게 지어 줄래요?",
    });
  if (names.length > DEEPEST)
    throw notAllowed(path, {
      en: `is nested deeper than ${DEEPEST} folders`,
      ko: `폴더가 ${DEEPEST}겹보다 깊이 겹쳐 있어요`,
    });
}
