import { AppError, wordsOf } from "../../base/errors.ts";
import type { ReadyCall } from "../../engine/execute/action-types.ts";
import { failure, type Outcome } from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";

/** Turns what a browser may refuse into a failure; an abort and a fault of ours stay exceptions. */
export async function expected(call: ReadyCall, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (call.signal.aborted || !(error instanceof AppError)) throw error;
    if (error.code !== "needs-chromium")
      return failure(error.code, wordsOf(error, call.actor.language), {
        retryable: error.code === "browser-timeout",
      });
    return failure("needs-chromium", worded(call, NEEDS_CHROMIUM));
  }
}

const NEEDS_CHROMIUM = {
  ko: "여기서는 아직 브라우저를 쓸 수 없어요. 봇을 돌리는 분이 준비할 수 있어요.",
  en: "The browser isn't ready here yet. Whoever runs me can set it up.",
};
