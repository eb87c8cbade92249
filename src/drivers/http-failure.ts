import { AppError } from "../base/errors.ts";
import { abortError } from "./abort.ts";
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

/** Node fires a longer timer at once (Node.js documentation, `setTimeout`). */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Starts counting; `timeoutMs` is taken between 1 ms and 24 days. */
export function startDeadline(timeoutMs: number, signal?: AbortSignal): Deadline {
  const controller = new AbortController();
  let over = false;
  const onAbort = (): void => controller.abort(signal?.reason);
  const timer = setTimeout(
    () => {
      over = true;
      controller.abort(
        new AppError("http-timeout", {
          en: "The time for this request is over.",
          ko: "이 요청의 시간이 다 되었습니다.",
        }),
      );
    },
    Math.min(Math.max(timeoutMs, 1), LONGEST_TIMER_MS),
  );
  if (signal?.aborted === true) onAbort();
  else signal?.addEventListener("abort", onAbort, { once: true });
  return {
    signal: controller.signal,
    timeoutMs,
    isOver: () => over,
    callerAbort: () => (signal?.aborted === true && !over ? abortError(signal) : undefined),
    stop: () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    },
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
