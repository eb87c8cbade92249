import type { Language } from "../../base/localized.ts";
import type { VoteCount } from "./access-cards.ts";

/** Who reads a card, how its buttons are signed, and how long it may be in UTF-16 units. */
export interface CardView {
  readonly language: Language;
  readonly zone: string;
  readonly deciderName: string;
  /** True in the private chat of who decided. Default: false. */
  readonly isDecider?: boolean;
  /** The steps of its run, by their keys: what of it has happened. Absent where there is no run. */
  readonly steps?: readonly { readonly key: string; readonly state: string }[];
  /** True where that run has not ended. Default: false. */
  readonly goesOn?: boolean;
  /** Who asked for what the card is about, where that is someone else than the reader, or where the card asks for a right. */
  readonly requesterName?: string;
  /** Those who are in already under the name of the account that asks to come in, in light markup. Default nobody. */
  readonly namesakes?: readonly string[];
  /** Who had an expired card asked again. */
  readonly againName?: string;
  /** True for an expired card that may be asked again. */
  readonly offersAgain: boolean;
  /** True where an owner may press the button that also grants. Default: false. */
  readonly mayGrant?: boolean;
  /** True for who may write the text of the card anew. Default: false. */
  readonly mayEdit?: boolean;
  /** Where more than one press is needed, or nobody may press. */
  readonly votes?: VoteCount;
  /** True where all of what is asked was sent to the reader beside the card. Default: false. */
  readonly hasSeenAll?: boolean;
  /** True where the reader wants to see programs. Default: false. */
  readonly showsCode?: boolean;
  readonly maxLength: number;
  /** How the platform counts a text in light markup. Default: what a reader sees of it. */
  readonly lengthOf?: (markup: string) => number;
  /** True where choices beyond a few are a menu. Default: false. */
  readonly hasMenus?: boolean;
  readonly button: (choice: string) => string;
}
