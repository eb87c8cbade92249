/** Someone the bot can write to. */
export interface Contact {
  readonly personId: string;
  readonly name: string;
  readonly platforms: readonly string[];
  /** What tells the person apart from another of the same name, such as `@ben_h …4821`; empty where nothing does. */
  readonly about: string;
  /** The chat where the person is reached, when they have written to the bot. */
  readonly chatKey?: string;
}

/** The people that the bot knows. */
export interface Contacts {
  list(): readonly Contact[];
}
