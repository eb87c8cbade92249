import type { ModelEvent } from "./model.ts";

/** An error that came before anything of a stream had. */
export interface EarlyFailure {
  readonly error: unknown;
}

/** Gives the events of a stream on. Returns the error that came before the first of them, or nothing at its end; an error after it is thrown. */
export async function* untilBegun(
  events: AsyncIterable<ModelEvent>,
): AsyncGenerator<ModelEvent, EarlyFailure | undefined> {
  let hasBegun = false;
  try {
    for await (const event of events) {
      hasBegun = true;
      yield event;
    }
    return undefined;
  } catch (error) {
    if (hasBegun) throw error;
    return { error };
  }
}
