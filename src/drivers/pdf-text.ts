import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { AppError } from "../base/errors.ts";
import { linkSignals } from "../base/linked-signal.ts";

/** The text of a PDF, pages apart by an empty line. `isCut` says that it goes on. */
export interface PdfText {
  readonly text: string;
  readonly pages: number;
  readonly isCut: boolean;
}

/** Longest text kept of a PDF, in UTF-16 units. */
const MAX_LENGTH = 1024 * 1024;

const TIMEOUT_MS = 20_000;
const MEMORY_MIB = 256;

/**
 * Runs beside the service, since a PDF of a few kilobytes can keep its reader busy for hours. Given as text, so
 * that the built service needs no second file of its own.
 */
const READER = `
const { parentPort, workerData } = require("node:worker_threads");
(async () => {
  const { getDocumentProxy } = require(workerData.module);
  const document = await getDocumentProxy(workerData.bytes, { verbosity: 0, stopAtErrors: false });
  const texts = [];
  let length = 0;
  let number = 1;
  for (; number <= document.numPages && length <= workerData.maxLength; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => (item.str ?? "") + (item.hasEOL ? "\\n" : "")).join("").trim();
    page.cleanup();
    if (text !== "") texts.push(text);
    length += text.length + 2;
  }
  const all = texts.join("\\n\\n");
  const isCut = all.length > workerData.maxLength || number <= document.numPages;
  parentPort.postMessage({ text: all.slice(0, workerData.maxLength), pages: document.numPages, isCut });
})().catch((error) => parentPort.postMessage({ failed: String(error && error.name) }));
`;

type Answer = PdfText | { readonly failed: string };

/** Reads the text of a PDF in a thread of its own, bounded in time and memory. Throws `pdf-locked`, `pdf-broken` or `pdf-too-hard`; rejects with the signal's reason when aborted. */
export async function pdfText(
  bytes: Uint8Array,
  options: { readonly signal: AbortSignal; readonly timeoutMs?: number },
): Promise<PdfText> {
  const { signal, timeoutMs = TIMEOUT_MS } = options;
  signal.throwIfAborted();
  const module = createRequire(import.meta.url).resolve("unpdf");
  const worker = new Worker(READER, {
    eval: true,
    execArgv: [],
    env: {},
    stdout: true,
    stderr: true,
    workerData: { module, bytes: Uint8Array.from(bytes), maxLength: MAX_LENGTH },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
  });
  const limit = linkSignals([signal], timeoutMs);
  try {
    const answer = await answerOf(worker, limit.signal);
    if ("failed" in answer) throw refusalOf(answer.failed);
    return answer;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError) throw error;
    throw new AppError(
      "pdf-too-hard",
      {
        en: `This PDF could not be read within ${timeoutMs / 1000} seconds and ${MEMORY_MIB} MiB.`,
        ko: `이 PDF는 ${timeoutMs / 1000}초와 ${MEMORY_MIB} MiB 안에 읽을 수 없었습니다.`,
      },
      { cause: error },
    );
  } finally {
    limit.release();
    await worker.terminate();
  }
}

function answerOf(worker: Worker, limit: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    limit.addEventListener("abort", () => reject(limit.reason as Error), { once: true });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("The reader ended without an answer.")));
  });
}

function refusalOf(name: string): AppError {
  return name === "PasswordException"
    ? new AppError("pdf-locked", {
        en: "This PDF is protected by a password, so its text cannot be read.",
        ko: "이 PDF는 암호로 보호되어 있어 글을 읽을 수 없습니다.",
      })
    : new AppError("pdf-broken", {
        en: "This file calls itself a PDF but cannot be read as one.",
        ko: "이 파일은 이름만 PDF일 뿐 PDF로 읽을 수 없습니다.",
      });
}
