import { statSync } from "node:fs";
import { AppError, codeOf } from "../../base/errors.ts";

/** Refuses a file that a command is to make where one is there already and `force` is not said, or something that is no file. Throws `AppError` with this `code`. */
export function refuseTaken(
  { file, force }: { readonly file: string; readonly force: boolean },
  code: string,
): void {
  const found = kindAt(file);
  if (found === "nothing" || (force && found === "file")) return;
  const isFile = found === "file";
  throw new AppError(code, {
    ko: isFile
      ? `"${file}" 파일이 이미 있어요. 다른 이름을 쓰거나, 덮어쓰려면 --force를 붙여 주세요.`
      : `파일이 아니에요: "${file}". 만들 파일의 이름을 적어 주세요.`,
    en: isFile
      ? `"${file}" is there already. Give another name, or --force to replace it.`
      : `"${file}" is not a file. Give the name of the file to make.`,
  });
}

function kindAt(path: string): "nothing" | "file" | "other" {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return "nothing";
    return stats.isFile() ? "file" : "other";
  } catch (error) {
    // Below something that is no folder nothing can be; who writes there is told so.
    if (codeOf(error) === "ENOTDIR") return "nothing";
    throw error;
  }
}
