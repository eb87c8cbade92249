import type { Clock } from "../../base/clock.ts";
import { AppError, messageOf } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { DiscordClient } from "./client.ts";
import { DiscordError } from "./errors.ts";

/** Types of interaction responses (docs "Receiving and Responding to Interactions", Interaction Callback Type). */
export const RESPONSE = {
  message: 4,
  deferredMessage: 5,
  deferredUpdate: 6,
  choices: 8,
  modal: 9,
} as const;
/** Only who used the interaction sees the message (docs "Message Resource", Message Flags: EPHEMERAL). */
export const EPHEMERAL = 64;
/** A token of an interaction is good for 15 minutes (docs "Receiving and Responding to Interactions"). */
const TOKEN_LIFETIME_MS = 15 * 60 * 1000;

/** What answers interactions. */
export interface InteractionParts {
  readonly client: DiscordClient;
  readonly applicationId: string;
  /** The bot's account: old applications have another id. */
  readonly botId: string;
  readonly clock: Clock;
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
  body: { readonly type: number; readonly data?: object },
): Promise<boolean> {
  try {
    await client.call({
      name: "respond to an interaction",
      method: "POST",
      path: `/interactions/${id}/${token}/callback`,
      body,
      isOpen: true,
    });
    return true;
  } catch (thrown) {
    if (!(thrown instanceof DiscordError && thrown.isInteractionOver))
      log.warn({ problem: messageOf(thrown) }, "An interaction could not be answered at once.");
    return false;
  }
}

/** Tells who used an interaction something that nobody else sees. Never rejects. */
export async function tellPrivately(
  { client, applicationId, log }: InteractionParts,
  token: string,
  content: string,
): Promise<void> {
  try {
    await client.call({
      name: "follow up an interaction",
      method: "POST",
      path: `/webhooks/${applicationId}/${token}`,
      body: { content, flags: EPHEMERAL, allowed_mentions: { parse: [] } },
      isOpen: true,
    });
  } catch (thrown) {
    if (!(thrown instanceof DiscordError && thrown.isInteractionOver))
      log.warn({ problem: messageOf(thrown) }, "A presser could not be told something.");
  }
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
    let settle = (_isTaken: boolean): void => undefined;
    const answered = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    this.#open.set(id, { token, atMs: this.#clock.now(), answered });
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
