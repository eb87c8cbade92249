/** A broken promise or a refusal with a stable `code` that callers branch on; `message` is a full sentence a person may read. */
export class AppError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = "AppError";
    this.code = code;
  }
}

/** The readable part of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
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
