import { AppError } from "../../base/errors.ts";
import { linkSignals } from "../../base/linked-signal.ts";
import { abortError } from "../abort.ts";
import { unreachable } from "./connection-failure.ts";

/** The clock of one request: its signal aborts when the time is over or the caller gives up. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  isOver(): boolean;
  /** What the caller's abort throws, once it has happened. */
  callerAbort(): Error | undefined;
  /** Must be called when the request has ended. */
  stop(): void;
}

/** Starts counting; `timeoutMs` is taken between 1 ms and 24 days. */
export function startDeadline(timeoutMs: number, signal?: AbortSignal): Deadline {
  const limit = linkSignals([signal], timeoutMs);
  return {
    signal: limit.signal,
    timeoutMs,
    isOver: limit.isTimeUp,
    callerAbort: () =>
      signal?.aborted === true && !limit.isTimeUp() ? abortError(signal) : undefined,
    stop: limit.release,
  };
}

/** What a request that had no answer rejects with: the caller's abort, or an `AppError` that names the origin alone. */
export function explainFailure(
  error: unknown,
  context: { readonly origin: string; readonly deadline: Deadline },
): unknown {
  const { origin, deadline } = context;
  const abort = deadline.callerAbort();
  if (abort !== undefined) return abort;
  if (deadline.isOver()) return timedOut(origin, deadline.timeoutMs);
  return unreachable(error, origin);
}

function timedOut(origin: string, timeoutMs: number): AppError {
  const seconds = Number((timeoutMs / 1000).toFixed(1));
  return new AppError("http-timeout", {
    en: `"${origin}" did not answer completely within ${seconds} s. Try again later.`,
    ko: `"${origin}"의 답이 ${seconds}초 안에 다 오지 않았습니다. 잠시 뒤에 다시 해 보세요.`,
  });
}
