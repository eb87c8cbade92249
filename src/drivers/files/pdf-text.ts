import { readApart } from "../../base/child-task.ts";
import { AppError } from "../../base/errors.ts";
import type { PdfAnswer, PdfText } from "./pdf-reading.ts";

/** Reads the text of a PDF in a process of its own, bounded in time and memory. Throws `pdf-locked`, `pdf-broken` or `pdf-too-hard`; rejects with the signal's reason when aborted. */
export async function pdfText(
  bytes: Uint8Array,
  options: {
    readonly signal: AbortSignal;
    readonly timeoutMs?: number;
    /** From 1; default all. */
    readonly pages?: readonly number[];
  },
): Promise<PdfText> {
  const answer = await readApart<PdfAnswer>(
    { sort: "pdf", task: "pdf", given: { bytes, pages: options.pages ?? [] } },
    options,
  );
  if ("failed" in answer) throw refusalOf(answer.failed);
  return answer;
}

function refusalOf(name: string): AppError {
  return name === "PasswordException"
    ? new AppError("pdf-locked", {
        en: "This PDF is protected by a password, so its text cannot be read.",
        ko: "이 PDF는 암호로 보호되어 있어 글을 읽을 수 없어요.",
      })
    : new AppError("pdf-broken", {
        en: "This file calls itself a PDF but cannot be read as one.",
        ko: "이 파일은 이름만 PDF일 뿐 PDF로 읽을 수 없어요.",
      });
}
