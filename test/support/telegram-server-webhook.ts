import type { EventEmitter } from "node:events";
import type { ServerUpdate, UpdateQueue } from "./telegram-server-updates.ts";

/** What setWebhook said, and what came of deliveries (Bot API, WebhookInfo). */
export interface Webhook {
  readonly url: string;
  readonly secret: string;
  readonly maxConnections: number;
  lastErrorSeconds: number;
  lastErrorMessage: string;
}

/** One delivery that was answered, or was not (status 0). */
export interface WebhookDelivery {
  readonly updateId: number;
  readonly status: number;
}

/** Hands updates to a webhook while one is set. */
export interface Deliverer {
  /** Every try, in order. */
  readonly deliveries: readonly WebhookDelivery[];
  /** The part of the reverse proxy: addresses that begin with `from` are asked at `to`. */
  proxy: { readonly from: string; readonly to: string } | undefined;
  /** Begins with the webhook, or ends with the one before. */
  set(webhook: Webhook | undefined): void;
  webhook(): Webhook | undefined;
  /** Looks for updates to deliver. */
  wake(): void;
}

/** Without a proxy nothing but this machine can be reached, and nothing is tried. */
const LOOPBACK = "http://127.0.0.1:";

/** Telegram waits longer: 1 s, doubling (WebhookActor.cpp of tdlib/telegram-bot-api, on_update_error). */
const RETRY_AFTER_MS = 20;
const ANSWER_TIMEOUT_MS = 2000;

/**
 * Delivers as tdlib/telegram-bot-api does (WebhookActor.cpp): the updates of one chat one after the other, those of several chats at the
 * same time; anything but a status 200 to 299 means that the same update comes again before the next of its chat.
 */
export function createDeliverer(parts: {
  readonly updates: UpdateQueue;
  readonly events: EventEmitter;
  readonly nowMs: () => number;
}): Deliverer {
  const { updates, events } = parts;
  const deliveries: WebhookDelivery[] = [];
  const busy = new Set<string>();
  let webhook: Webhook | undefined;

  const deliverer: Deliverer = {
    deliveries,
    proxy: undefined,
    webhook: () => webhook,
    set(next) {
      webhook = next;
      deliverer.wake();
    },
    wake() {
      const isReachable = deliverer.proxy !== undefined || webhook?.url.startsWith(LOOPBACK);
      for (const update of isReachable === true ? updates.waiting() : []) {
        const chat = chatOf(update);
        if (busy.has(chat) || busy.size >= (webhook?.maxConnections ?? 0)) continue;
        busy.add(chat);
        void deliver(update, chat);
      }
    },
  };

  const deliver = async (update: ServerUpdate, chat: string): Promise<void> => {
    const to = webhook;
    if (to === undefined) return void busy.delete(chat);
    const outcome = await post(to, update, deliverer.proxy);
    deliveries.push({ updateId: update.update_id, status: outcome.status });
    if (outcome.status >= 200 && outcome.status < 300) updates.confirm(update.update_id);
    else {
      to.lastErrorSeconds = Math.floor(parts.nowMs() / 1000) + deliveries.length;
      to.lastErrorMessage = outcome.problem;
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS).unref());
    }
    busy.delete(chat);
    events.emit("change");
    deliverer.wake();
  };
  return deliverer;
}

/** One delivery, as Telegram makes it. */
export async function post(
  { url, secret }: Pick<Webhook, "url" | "secret">,
  update: object,
  proxy?: Deliverer["proxy"],
): Promise<{ readonly status: number; readonly problem: string }> {
  const address = proxy === undefined ? url : url.replace(proxy.from, proxy.to);
  // Nothing ever leaves this machine.
  if (new URL(address).hostname !== "127.0.0.1")
    return { status: 0, problem: "Failed to resolve host: Name or service not known" };
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(secret === "" ? {} : { "x-telegram-bot-api-secret-token": secret }),
      },
      body: JSON.stringify(update),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    await response.arrayBuffer();
    const { status } = response;
    return { status, problem: `Wrong response from the webhook: ${status} ${response.statusText}` };
  } catch {
    return { status: 0, problem: "Connection refused" };
  }
}

/** Updates of one chat are one queue; presses belong to their message's chat. */
function chatOf(update: ServerUpdate): string {
  const [, content] = Object.entries(update).find(([name]) => name !== "update_id") ?? [];
  const text = JSON.stringify(content);
  return /"chat":\{"id":(-?\d+)/.exec(text)?.[1] ?? String(update.update_id);
}
