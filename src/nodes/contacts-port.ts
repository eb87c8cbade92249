import type { Actor } from "../engine/execute/action-types.ts";

/** Someone the bot can write to. */
export interface Contact {
  readonly personId: string;
  readonly name: string;
  readonly platforms: readonly string[];
  /** What tells the person apart from another of the same name, such as `@ben_h …4821`; empty where nothing does. */
  readonly about: string;
  /** The chat where the person is reached, when they have written to the bot. */
  readonly chatKey?: string;
  /** True where they are known to have blocked the bot. */
  readonly isBlocked?: boolean;
}

/** A group that the bot sits in. */
export interface Group {
  readonly chatKey: string;
  /** What the platform calls it. */
  readonly title: string;
  readonly platform: string;
}

/** The people and groups that the bot knows. */
export interface Contacts {
  list(): readonly Contact[];
  /** The groups that somebody may send to: an owner to all of them, anybody else to those in which they have written. */
  groups(actor: Pick<Actor, "personId" | "isOwner">): readonly Group[];
}
