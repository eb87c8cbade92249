import type { LookedCall } from "./file-state.ts";

/** A picture of what a call acts on, for the card that asks for it. */
export interface CallPicture {
  /** Absolute; the file is gone after a day. */
  readonly path: string;
  readonly name: string;
  readonly mediaType: string;
}

/** Takes a picture of what a call acts on, as it is now; `undefined` where there is nothing to see. Rejects only with the reason of an abort. */
export type TakePicture = (call: LookedCall) => Promise<CallPicture | undefined>;
