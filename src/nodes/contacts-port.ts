/** Someone the bot can write to. */
export interface Contact {
  readonly personId: string;
  readonly name: string;
  readonly platforms: readonly string[];
  /** The chat where the person is reached, when they have written to the bot. */
  readonly chatKey?: string;
}

/** The people that the bot knows. */
export interface Contacts {
  list(): readonly Contact[];
}
