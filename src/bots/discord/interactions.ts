import type { Clock } from "../../base/clock.ts";
import { AppError, messageOf } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { AdapterMemory } from "../platform/adapter-state.ts";
import { type ChatAddress, chatKey } from "../platform/chat-adapter.ts";
import type { DiscordClient } from "./client.ts";
import { INTERACTION_OVER, isRefusedWith } from "./errors.ts";
import { snowflakeMs } from "./events.ts";
import { remember } from "./places.ts";

/** Types of interaction responses (docs "Receiving and Responding to Interactions", Interaction Callback Type). */
export const RESPONSE = { deferredMessage: 5, deferredUpdate: 6, choices: 8, modal: 9 } as const;
/** Only who used the interaction sees the message (docs "Message Resource", Message Flags: EPHEMERAL). */
export const EPHEMERAL = 64;

/** What answers interactions. */
export interface InteractionParts {
  readonly client: DiscordClient;
  readonly log: Log;
}

/** Which interaction is answered. */
export interface Answerable {
  readonly id: string;
  readonly token: string;
}

/** Sends the first response; one that comes too late, or was given already, is no failure. Never rejects. */
export function respond(
  { client, log }: InteractionParts,
  { id, token }: Answerable,
  type: number,
  data?: object,
): Promise<boolean> {
  const body = { type, ...(data && { data }) };
  return unlessOver(log, "An interaction could not be answered at once.", () =>
    client.call("POST", `/interactions/${id}/${token}/callback`, { body }),
  );
}

/** Tells who used an interaction something that nobody else sees; with `isWaiting` in the place of the "thinking" that they see. Never rejects. */
export function tellPrivately(
  { client, log }: InteractionParts,
  token: string,
  content: string,
  isWaiting = false,
): Promise<boolean> {
  const body = { content, flags: EPHEMERAL, allowed_mentions: { parse: [] } };
  return unlessOver(log, "A presser could not be told something.", async () => {
    const webhook = await webhookOf(client, token);
    return isWaiting
      ? client.call("PATCH", `${webhook}/messages/@original`, { body })
      : client.call("POST", webhook, { body });
  });
}

/** Resolves with whether it was done. */
async function unlessOver(
  log: Log,
  otherwise: string,
  act: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (thrown) {
    if (!isRefusedWith(thrown, ...INTERACTION_OVER))
      log.warn({ problem: messageOf(thrown) }, otherwise);
    return false;
  }
}

/** Where further messages of an interaction are made and changed (docs "Receiving and Responding to Interactions", Followup Messages). */
export async function webhookOf(client: DiscordClient, token: string): Promise<`/${string}`> {
  return `/webhooks/${(await client.identity()).id}/${token}`;
}

/** Presses whose presser may still be told something. In memory only: after a restart nobody waits for a note. */
export class OpenPresses {
  readonly #open = new Map<
    string,
    { readonly token: string; readonly answered: Promise<boolean> }
  >();

  /** Notes a press while it is acknowledged, which gives whether Discord took that. Rejects as `acknowledge` does. */
  async open({ id, token }: Answerable, acknowledge: () => Promise<boolean>): Promise<void> {
    const answered = Promise.resolve().then(acknowledge);
    remember(this.#open, id, { token, answered });
    await answered;
  }

  /** The token of a press once it was acknowledged; undefined for one that is too old, or was told something already. Rejects with `AppError` `press-unanswered` where Discord did not take the acknowledgement. */
  async take(pressId: string): Promise<string | undefined> {
    const press = this.#open.get(pressId);
    this.#open.delete(pressId);
    if (press === undefined || (await press.answered)) return press?.token;
    throw new AppError("press-unanswered", "Discord did not take the answer to a press in time.");
  }
}

/** For so long an interaction can be answered; Discord's 15 minutes (docs "Receiving and Responding to Interactions") less one for the way. */
const ANSWERABLE_MS = 14 * 60 * 1000;

/** Messages remembered of one interaction; an older one is no more changed by its token. */
const MOST_REMEMBERED = 20;

const PREFIX = "answer:";

/** What only one person may see is known to be so for longer than anything about it is sent. */
const QUIET = "quiet:";
const QUIET_KEPT_MS = 8 * 24 * 60 * 60 * 1000;

interface Kept extends Answerable {
  readonly chat: string;
  /** Only who used it sees what comes of it. */
  readonly isQuiet?: boolean;
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

  /** Notes that an interaction waits in a chat while it is put off, which gives whether Discord was told to show so; nothing answers it before. Rejects as `putOff` does. */
  async open(
    chat: ChatAddress,
    answer: Answerable & { readonly isQuiet?: boolean },
    putOff: () => Promise<boolean>,
  ): Promise<void> {
    this.#keep({ ...answer, chat: chatKey(chat) });
    if (answer.isQuiet === true) this.#memory.set(`${QUIET}${answer.id}`, "", QUIET_KEPT_MS);
    const work = Promise.resolve().then(putOff);
    const isPutOff = work.catch(() => false);
    void remember(this.#putOff, answer.id, isPutOff);
    if (!(await isPutOff)) this.close(answer.id);
    await work;
  }

  /** The interaction that a message answers: its own if it had one, else the oldest that waits in its chat, or where many talk the one that it names. It is the message's from now on. */
  async take(chat: ChatAddress, key: string, id?: string): Promise<Answerable | undefined> {
    const here = this.#all().filter(
      (entry) => entry.chat === chatKey(chat) && (chat.isPrivate || entry.id === id),
    );
    const mine =
      here.find((entry) => entry.key === key) ?? here.find((entry) => entry.key === undefined);
    if (mine === undefined) return undefined;
    if (mine.key === undefined) this.#keep({ ...mine, key });
    return (await this.#isPutOff(mine.id)) ? mine : undefined;
  }

  /** What else is said by an interaction that only its user sees follows it; `undefined` where it can do so no more. */
  following(id: string): Answerable | undefined {
    return this.#all().find((entry) => entry.id === id);
  }

  /** True for an interaction, or a message sent with its token, that only who used it sees. */
  isQuiet(id: string): boolean {
    return this.#memory.get(`${QUIET}${id}`) !== undefined;
  }

  /** The interaction, while no message answers it. */
  async unanswered(id: string): Promise<Answerable | undefined> {
    const isPutOff = await this.#isPutOff(id);
    return this.#all().find((entry) => isPutOff && entry.id === id && entry.key === undefined);
  }

  /** The interaction that was used last in a chat, put off or answered: with its token more can be said there. */
  latest(chat: ChatAddress): Answerable | undefined {
    return this.#all().findLast((entry) => entry.chat === chatKey(chat));
  }

  /** Notes that a message was sent with the token of an interaction. */
  sent({ id }: Answerable, messageId: string): void {
    const entry = this.#all().find((kept) => kept.id === id);
    const messageIds = [...(entry?.messageIds ?? []), messageId].slice(-MOST_REMEMBERED);
    if (entry !== undefined) this.#keep({ ...entry, messageIds });
    if (this.isQuiet(id)) this.#memory.set(`${QUIET}${messageId}`, "", QUIET_KEPT_MS);
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
