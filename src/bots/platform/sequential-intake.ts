import type { ChatEvent, TakeBatch } from "./chat-adapter.ts";

/** Takes several events in one after the other: none behind the first that is not taken in, and none once `signal` has ended. */
export function takeSequentially(
  onEvent: (event: ChatEvent) => Promise<void>,
  signal: AbortSignal,
): TakeBatch {
  return async (events) => {
    const receipts: PromiseSettledResult<void>[] = [];
    let failure: PromiseRejectedResult | undefined;
    for (const event of events) {
      if (signal.aborted) failure ??= { status: "rejected", reason: signal.reason };
      const [receipt] =
        failure === undefined ? await Promise.allSettled([onEvent(event)]) : [failure];
      if (receipt.status === "rejected") failure = receipt;
      receipts.push(receipt);
    }
    return receipts;
  };
}
