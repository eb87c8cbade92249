/** What one message is to show for now, until something newer is known. */
export interface LiveFacts<Message> {
  readonly chatKey: string;
  /** The platform's id of a message that was sent. */
  readonly messageId: string;
  readonly message: Message;
  /** Called where the platform refuses the change: the message is there no more, or is too old. */
  readonly onRefused?: () => void;
}

/** Transient edits, such as progress: for each message at most one edit is in flight and one, the newest, is pending. Kept in memory only. */
export class LiveEdits<Message> {
  readonly #waiting = new Map<string, LiveFacts<Message>>();
  readonly #moving = new Set<string>();

  /** Waits to leave; one of the same message that waits already gives up its place to this one. */
  show(facts: LiveFacts<Message>): void {
    this.#waiting.set(nameOf(facts.chatKey, facts.messageId), facts);
  }

  /** The same, unless one of the message waits already. */
  showUnlessNewer(facts: LiveFacts<Message>): void {
    if (!this.#waiting.has(nameOf(facts.chatKey, facts.messageId))) this.show(facts);
  }

  /** Takes the oldest pending edit that `mayLeave` and whose message has no edit in flight. */
  take(
    mayLeave: (facts: LiveFacts<Message>, name: string) => boolean,
  ): LiveFacts<Message> | undefined {
    for (const [name, facts] of this.#waiting) {
      if (this.#moving.has(name) || !mayLeave(facts, name)) continue;
      this.#waiting.delete(name);
      return facts;
    }
    return undefined;
  }

  /** Counts as in flight until `work` ends, which never rejects. */
  async move<Result>(
    { chatKey, messageId }: LiveFacts<Message>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const name = nameOf(chatKey, messageId);
    this.#moving.add(name);
    try {
      return await work();
    } finally {
      this.#moving.delete(name);
    }
  }

  /** True while an edit of the message with this name is in flight. */
  isMoving(name: string): boolean {
    return this.#moving.has(name);
  }

  /** Drops what waits of a message. */
  drop(chatKey: string, messageId: string): void {
    this.#waiting.delete(nameOf(chatKey, messageId));
  }
}

/** Names a message on its platform: no platform has a space in its ids. */
export function nameOf(chatKey: string, messageId: string): string {
  return `${chatKey} ${messageId}`;
}
