import { AppError, codeOf } from "../../base/errors.ts";
import type { Localized } from "../../base/localized.ts";
import { isFullDisk } from "./backup.ts";

/** What SQLite's refusals mean for the person who runs the program, by how their codes begin (SQLite documentation, "Result and Error Codes"). */
const TROUBLES: readonly (readonly [RegExp, (code: string) => Localized])[] = [
  [
    /^SQLITE_(?:NOTADB|CORRUPT)/,
    (code) => ({
      ko: `데이터베이스 파일이 손상되어 읽을 수 없어요(${code}). 바꾼 것은 없어요. 백업이 있으면 "ibl-bot restore 백업파일 --force"로 되돌리세요. 지금 파일은 지우지 않고 옆 폴더로 옮겨요.`,
      en: `The database file is damaged and cannot be read (${code}). Nothing was changed. With a backup, "ibl-bot restore BACKUP --force" puts it back; the present file is moved aside, not deleted.`,
    }),
  ],
  [
    /^SQLITE_(?:BUSY|LOCKED|PROTOCOL)/,
    (code) => ({
      ko: `다른 프로그램이 데이터베이스를 쓰고 있어 기다리다 그만두었어요(${code}). 바꾼 것은 없어요. 잠시 뒤에 다시 해 주세요. 계속 그러면 데이터베이스를 열어 둔 프로그램을 닫아 주세요.`,
      en: `Another program holds the database, and waiting for it was given up (${code}). Nothing was changed. Try again in a moment; if it goes on, close the program that has the database open.`,
    }),
  ],
  [
    /^SQLITE_(?:CANTOPEN|READONLY|PERM|AUTH)/,
    (code) => ({
      ko: `데이터베이스를 열거나 쓸 수 없어요(${code}). HOME 폴더와 그 안의 파일을 이 사용자가 읽고 쓸 수 있는지 확인해 주세요.`,
      en: `The database cannot be opened or written (${code}). Check that this user may read and write HOME and the files in it.`,
    }),
  ],
  [
    /^SQLITE_IOERR/,
    (code) => ({
      ko: `디스크에서 데이터베이스를 읽거나 쓰지 못했어요(${code}). 디스크에 자리가 있는지, 디스크가 성한지 확인해 주세요.`,
      en: `The disk did not let the database be read or written (${code}). Check that it has room and is sound.`,
    }),
  ],
];

const FULL = (code: string): Localized => ({
  ko: `디스크에 자리가 없어 저장하지 못했어요(${code}). 자리를 비우고 다시 해 주세요.`,
  en: `There is no room on the disk, so it was not stored (${code}). Free some space and try again.`,
});

/** An error of the database or of a full disk as a sentence with what to do next; any other as it is. */
export function withAdvice(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  const words = isFullDisk(code)
    ? FULL(code)
    : TROUBLES.find(([pattern]) => pattern.test(code))?.[1](code);
  if (words === undefined) return error;
  return new AppError(isFullDisk(code) ? "disk-full" : "database-trouble", words, { cause: error });
}
