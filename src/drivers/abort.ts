import { AppError, isAbort } from "../base/errors.ts";

/** What an aborted signal throws: its own reason where that is known as an abort, else one that is, with the reason as its cause. */
export function abortError(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  if (reason instanceof Error && isAbort(reason)) return reason;
  return new AppError(
    "aborted",
    { en: "The work was stopped.", ko: "작업이 중단되었어요." },
    { cause: reason },
  );
}

/** The promise's value, or the signal's reason as soon as it aborts, for work that looks at no signal by itself. A value that comes after the abort goes to `onLate`. */
export function orAbort<T>(
  promise: Promise<T>,
  signal: AbortSignal,
  onLate: (value: T) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    promise
      .then((value) => (signal.aborted ? onLate(value) : resolve(value)), reject)
      .finally(() => signal.removeEventListener("abort", onAbort));
  });
}
