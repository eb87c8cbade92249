import type { Picture } from "../../drivers/files/image.ts";
import type { ReadyCall } from "../../engine/execute/action-types.ts";

/** How a model tells places in a picture: in thousandths of its sides, or in pixels of the picture that it was shown. */
export type PlaceUnit = "thousandths" | "pixels";

/** What a model said of a picture. `isCut` where it had more to say than fits into an answer. */
export interface Sight {
  readonly text: string;
  readonly isCut: boolean;
}

/** A model that looks at pictures, as one call may use it. */
export interface Vision {
  /** What it is good at. */
  readonly placeUnit: PlaceUnit;
  /** Its answer to a question about a picture. Rejects with an `AppError` when there is none to be had, and with the signal's reason on abort. */
  look(
    question: { readonly instruction: string; readonly picture: Picture },
    signal: AbortSignal,
  ): Promise<Sight>;
}

/** Gives the model for a call: the call's person pays for it. */
export type VisionFor = (call: Pick<ReadyCall, "actor" | "effectKey">) => Vision;
