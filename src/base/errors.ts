import type { Language, Localized } from "./words.ts";

/**
 * A broken promise or a refusal with a stable `code` that callers branch on. Its sentences are written for people: `message` is the
 * English one, for logs and models too; `wordsOf` gives the one for a reader.
 */
export class AppError extends Error {
  readonly code: string;
  /** Absent where the sentence exists in English only: what an operator reads at start-up or in a log. */
  readonly words: Localized | undefined;

  constructor(code: string, words: string | Localized, options?: { readonly cause?: unknown }) {
    super(typeof words === "string" ? words : words.en, options);
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
  return thrown instanceof Error && (thrown.name === "AbortError" || codeOf(thrown) === "aborted");
}
