import type { Clock } from "../../base/clock.ts";
import type { AdapterMemory } from "../platform/adapter-state.ts";
import { type ChatAddress, chatKey } from "../platform/chat-adapter.ts";
import { type Answerable, pending } from "./interactions.ts";
import { snowflakeMs } from "./payloads.ts";

/** For so long an interaction can be answered; Discord's 15 minutes (docs "Receiving and Responding to Interactions") less one for the way. */
const ANSWERABLE_MS = 14 * 60 * 1000;

/** Messages remembered of one interaction; an older one is no more changed by its token. */
const MOST_REMEMBERED = 20;

const PREFIX = "answer:";

interface Kept extends Answerable {
  readonly chat: string;
  /** The message that answers it, once there is one: sent again, it is the same answer. */
  readonly key?: string;
  /** Messages that were sent with its token. */
  readonly messageIds?: readonly string[];
}

/** Interactions that show "thinking" until a message answers them; kept, so that a restarted service answers them too. */
export class OpenAnswers {
  readonly #memory: AdapterMemory;
  readonly #clock: Clock;
  /** Whether Discord has put those of this process off. */
  readonly #putOff = new Map<string, Promise<boolean>>();

  constructor(memory: AdapterMemory, clock: Clock) {
    this.#memory = memory;
    this.#clock = clock;
  }

  /** Notes that an interaction waits in a chat. The function says whether Discord was told to show so; nothing answers it before. */
  open(chat: ChatAddress, answer: Answerable): (isPutOff: boolean) => void {
    this.#keep({ ...answer, chat: chatKey(chat) });
    const { promise, settle } = pending();
    this.#putOff.set(answer.id, promise);
    return (isPutOff) => {
      if (!isPutOff) this.close(answer.id);
      settle(isPutOff);
    };
  }

  /** The interaction that a message answers: its own if it had one, else the oldest that waits in its chat. It is the message's from now on. */
  async take(chat: ChatAddress, key: string): Promise<Answerable | undefined> {
    const here = this.#all().filter((entry) => entry.chat === chatKey(chat));
    const mine =
      here.find((entry) => entry.key === key) ?? here.find((entry) => entry.key === undefined);
    if (mine === undefined) return undefined;
    if (mine.key === undefined) this.#keep({ ...mine, key });
    return (await this.#isPutOff(mine.id)) ? mine : undefined;
  }

  /** The interaction, while no message answers it. */
  async unanswered(id: string): Promise<Answerable | undefined> {
    const isOpen = (entry: Kept): boolean => entry.id === id && entry.key === undefined;
    if (!this.#all().some(isOpen) || !(await this.#isPutOff(id))) return undefined;
    return this.#all().find(isOpen);
  }

  /** The interaction that was used last in a chat, put off or answered: with its token more can be said there. */
  latest(chat: ChatAddress): Answerable | undefined {
    return this.#all().findLast((entry) => entry.chat === chatKey(chat));
  }

  /** Notes that a message was sent with the token of an interaction. */
  sent({ id }: Answerable, messageId: string): void {
    const entry = this.#all().find((kept) => kept.id === id);
    if (entry !== undefined)
      this.#keep({
        ...entry,
        messageIds: [...(entry.messageIds ?? []), messageId].slice(-MOST_REMEMBERED),
      });
  }

  /** The interaction with whose token a message was sent. */
  senderOf(messageId: string): Answerable | undefined {
    return this.#all().find(({ messageIds = [] }) => messageIds.includes(messageId));
  }

  /** It can be answered no more. */
  close(id: string): void {
    this.#putOff.delete(id);
    this.#memory.remove(`${PREFIX}${id}`);
  }

  /** After a restart it is taken to have been put off; what Discord does not know is told by its answer. */
  async #isPutOff(id: string): Promise<boolean> {
    return (await this.#putOff.get(id)) ?? true;
  }

  #keep(entry: Kept): void {
    const leftMs = snowflakeMs(entry.id) + ANSWERABLE_MS - this.#clock.now();
    if (leftMs > 0) this.#memory.set(`${PREFIX}${entry.id}`, JSON.stringify(entry), leftMs);
    else this.close(entry.id);
  }

  /** Oldest first: ids grow with time. */
  #all(): readonly Kept[] {
    return this.#memory.all(PREFIX).map(({ text }) => JSON.parse(text) as Kept); // written by #keep only
  }
}
