import type { Language, Localized } from "./localized.ts";

/**
 * A broken promise or a refusal with a stable `code` that callers branch on. Its sentences are written for people: `message` is the
 * English one, for logs and models too; `wordsOf` gives the one for a reader.
 */
export class AppError extends Error {
  readonly code: string;
  /** Absent where the sentence exists in English only: what an operator reads at start-up or in a log. */
  readonly words: Localized | undefined;
  /** True if the sentences quote text that may come from outside, such as names of files. */
  readonly isTainted: boolean;

  constructor(
    code: string,
    words: string | Localized,
    options: { readonly cause?: unknown; readonly isTainted?: boolean } = {},
  ) {
    super(
      typeof words === "string" ? words : words.en,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.isTainted = options.isTainted === true;
    this.name = "AppError";
    this.code = code;
    this.words = typeof words === "string" ? undefined : words;
  }
}

/** The readable part of anything that was thrown, in English. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The readable part of anything that was thrown, in the reader's language where it has that. */
export function wordsOf(thrown: unknown, language: Language): string {
  const words = thrown instanceof AppError ? thrown.words : undefined;
  return words === undefined ? messageOf(thrown) : words[language];
}

/** The stable code of anything that was thrown: ours, Node's (`ENOENT`) or `internal`. */
export function codeOf(thrown: unknown): string {
  if (thrown instanceof Error && "code" in thrown && typeof thrown.code === "string") {
    return thrown.code;
  }
  return "internal";
}

/** True for the error by which an `AbortSignal` ends work: never to be answered by a fallback. */
export function isAbort(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  return thrown.name === "AbortError" || codeOf(thrown) === "aborted" || isServiceEnd(thrown);
}

/** True where work was cut off because the process ends: nobody gave it up, and the next start goes on with it. */
export function isServiceEnd(thrown: unknown): boolean {
  return codeOf(thrown) === SERVICE_END;
}

/** Ends work because the process ends. */
export function serviceEnd(): AppError {
  return new AppError(SERVICE_END, {
    en: "The service is stopping. What was begun is continued at its next start.",
    ko: "서비스를 끄는 중이에요. 하던 일은 다시 켜질 때 이어서 해요.",
  });
}

const SERVICE_END = "service-end";
