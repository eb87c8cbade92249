import type { ModelEvent } from "./model-client.ts";

/** An error that a stream ended with. */
export interface StreamFailure {
  readonly error: unknown;
  /** True where something of the answer had come. */
  readonly hasBegun: boolean;
}

/** Gives the events of a stream on. Returns the error it ended with, or nothing at its end. */
export async function* untilFailure(
  events: AsyncIterable<ModelEvent>,
): AsyncGenerator<ModelEvent, StreamFailure | undefined> {
  let hasBegun = false;
  try {
    for await (const event of events) {
      hasBegun = event.type !== "anew";
      yield event;
    }
    return undefined;
  } catch (error) {
    return { error, hasBegun };
  }
}
