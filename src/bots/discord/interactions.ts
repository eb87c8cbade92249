import type { Clock } from "../../base/clock.ts";
import { AppError, messageOf } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { DiscordClient } from "./client.ts";
import { DiscordError } from "./errors.ts";

/** Types of interaction responses (docs "Receiving and Responding to Interactions", Interaction Callback Type). */
export const RESPONSE = { deferredMessage: 5, deferredUpdate: 6, choices: 8, modal: 9 } as const;
/** Only who used the interaction sees the message (docs "Message Resource", Message Flags: EPHEMERAL). */
export const EPHEMERAL = 64;
/** A token of an interaction is good for 15 minutes (docs "Receiving and Responding to Interactions"). */
const TOKEN_LIFETIME_MS = 15 * 60 * 1000;

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
export async function respond(
  { client, log }: InteractionParts,
  { id, token }: Answerable,
  type: number,
  data?: object,
): Promise<boolean> {
  try {
    const body = { type, ...(data && { data }) };
    await client.call("POST", `/interactions/${id}/${token}/callback`, { body });
    return true;
  } catch (thrown) {
    if (!(thrown instanceof DiscordError && thrown.isInteractionOver))
      log.warn({ problem: messageOf(thrown) }, "An interaction could not be answered at once.");
    return false;
  }
}

/** Tells who used an interaction something that nobody else sees. Never rejects. */
export async function tellPrivately(
  { client, log }: InteractionParts,
  token: string,
  content: string,
): Promise<void> {
  const body = { content, flags: EPHEMERAL, allowed_mentions: { parse: [] } };
  try {
    await client.call("POST", await webhookOf(client, token), { body });
  } catch (thrown) {
    if (!(thrown instanceof DiscordError && thrown.isInteractionOver))
      log.warn({ problem: messageOf(thrown) }, "A presser could not be told something.");
  }
}

/** Where further messages of an interaction are made and changed (docs "Receiving and Responding to Interactions", Followup Messages). */
export async function webhookOf(client: DiscordClient, token: string): Promise<`/${string}`> {
  return `/webhooks/${(await client.identity()).id}/${token}`;
}

interface OpenPress {
  readonly token: string;
  readonly atMs: number;
  /** True where Discord took the acknowledgement. */
  readonly answered: Promise<boolean>;
}

/** Presses whose presser may still be told something. In memory only: after a restart nobody waits for a note. */
export class OpenPresses {
  readonly #clock: Clock;
  readonly #open = new Map<string, OpenPress>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes a press; the function says whether it was acknowledged. */
  add({ id, token }: Answerable): (isTaken: boolean) => void {
    this.#forgetOld();
    const { promise, settle } = pending();
    this.#open.set(id, { token, atMs: this.#clock.now(), answered: promise });
    return settle;
  }

  /** The token of a press once it was acknowledged; undefined for one that is too old, or was told something already. Rejects with `AppError` `press-unanswered` where Discord did not take the acknowledgement. */
  async take(pressId: string): Promise<string | undefined> {
    const press = this.#open.get(pressId);
    if (press === undefined) return undefined;
    this.#open.delete(pressId);
    if (await press.answered) return press.token;
    throw new AppError("press-unanswered", "Discord did not take the answer to a press in time.");
  }

  #forgetOld(): void {
    const oldestMs = this.#clock.now() - TOKEN_LIFETIME_MS;
    for (const [pressId, { atMs }] of this.#open) {
      if (atMs > oldestMs) return;
      this.#open.delete(pressId);
    }
  }
}

/** Something that will be known later to be so or not. */
export function pending() {
  let settle = (_is: boolean): void => undefined;
  const promise = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}
