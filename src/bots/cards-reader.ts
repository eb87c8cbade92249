import type { Language } from "../base/words.ts";

/** Who reads a card, how its buttons are signed, and how long it may be in UTF-16 units. */
export interface CardReader {
  readonly language: Language;
  readonly zone: string;
  readonly deciderName: string;
  /** Who asked for what the card is about, where that is someone else than the reader. */
  readonly requesterName?: string;
  /** Who had an expired card asked again. */
  readonly againName?: string;
  /** True for an expired card that may be asked again. */
  readonly offersAgain: boolean;
  readonly maxLength: number;
  readonly button: (choice: string) => string;
}
