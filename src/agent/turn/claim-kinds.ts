/** What a reply may say that it did. `done` is anything at all. */
export type ClaimKind = "sent" | "saved" | "deleted" | "scheduled" | "done";

/** A sentence that says that something was done. */
export interface Claim {
  readonly kind: ClaimKind;
  /** Kinds that bear it out as well: a line is taken out of a file by writing the file anew. */
  readonly or?: readonly ClaimKind[];
  /** It says that a text was written, which the answer itself may be. */
  readonly isOfText?: true;
  /** `now`: for this message. `before`: earlier in the conversation, or from then on (a promise). `state`: that it stands so, which reading may have shown. */
  readonly time: "now" | "before" | "state";
  readonly sentence: string;
}
