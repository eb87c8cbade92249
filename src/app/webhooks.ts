import type { Clock } from "../base/clock.ts";
import { AppError, messageOf } from "../base/errors.ts";
import { parsedJson } from "../base/json.ts";
import type { Log } from "../base/log.ts";
import type { Outbox } from "../bots/outbox/outbox.ts";
import { say } from "../bots/texts/say.ts";
import type { Config } from "../config/config.ts";
import type { LoginScreens } from "../drivers/browser/login-screen.ts";
import {
  openWebhookServer,
  type WebhookRequest,
  type WebhookServer,
} from "../drivers/webhook/server.ts";
import type { Webhooks } from "../nodes/system/schedules/webhooks-port.ts";
import type { Firings } from "../scheduler/ledger/fire-event.ts";
import type { Schedule } from "../scheduler/ledger/schedule-table.ts";
import type { WebhookAllowance, WebhookSecrets } from "../scheduler/ledger/webhook-allowance.ts";
import type { Stores } from "./core/stores.ts";
import type { Core } from "./open-core.ts";

/** The programs' side of webhooks: addresses, and secrets that go past them to the person. */
export function webhooksOf({ config, stores, edges }: Core, outbox: Outbox): Webhooks {
  const { table, webhookSecrets, updates } = stores;
  // A secret that has left is not kept with the messages that were sent.
  outbox.on("sent", ({ chatKey, kind }) => {
    if (kind === "secret") table.removeIn(chatKey, "secret");
  });
  return {
    addressOf: (schedule) => addressOf(config, schedule),
    handOut(schedule, actor) {
      const [chatKey] = updates.chatsOf(actor.personId);
      if (chatKey === undefined) return false;
      const values = {
        name: schedule.name,
        address: addressOf(config, schedule),
        secret: webhookSecrets.renew(schedule.id),
      };
      outbox.post({
        key: `webhook-secret:${schedule.id}:${edges.clock.now()}`,
        chatKey,
        class: "reply",
        kind: "secret",
        message: { text: say(actor.language, "webhookSecret", values) },
      });
      return true;
    },
  };
}

/** The address of a schedule's webhook. */
function addressOf({ webhooks }: Pick<Config, "webhooks">, { id }: Schedule): string {
  const { host, port, url } = webhooks;
  const shown = host.includes(":") ? `[${host}]` : host;
  return `${url?.replace(/\/$/, "") ?? `http://${shown}:${port}`}/hooks/${id}`;
}

/** Makes a new secret for a webhook, by its id or name, whosever it is: for the owner of the machine. Throws `AppError` `schedule-unknown`. */
export function renewSecret(
  parts: Pick<Core, "config"> & Pick<Stores, "schedules" | "webhookSecrets">,
  idOrName: string,
): { readonly address: string; readonly secret: string } {
  const { config, schedules, webhookSecrets } = parts;
  const all = schedules.list().filter(({ timing }) => timing.kind === "webhook");
  const schedule = all.find(({ id, name }) => id === idOrName || name === idOrName);
  if (schedule === undefined) {
    const names = all.map(({ name }) => `"${name}"`).join(", ");
    throw new AppError("schedule-unknown", {
      ko: `"${idOrName}" 웹훅은 없어요. ${names === "" ? "하나도 없어요." : `있는 것: ${names}`}`,
      en: `There is no webhook "${idOrName}". ${names === "" ? "There are none." : `There are: ${names}.`}`,
    });
  }
  return { address: addressOf(config, schedule), secret: webhookSecrets.renew(schedule.id) };
}

/** The listener for webhooks and for people who log in, there only while a schedule waits for one or a link to log in is open. */
export interface WebhookListener {
  /** Opens or closes it, as schedules need it now. Never rejects: what goes wrong is logged once and tried again at the next call. */
  adapt(): Promise<void>;
  close(): Promise<void>;
}

/** A listener at rest. */
export function createWebhookListener(parts: {
  readonly config: Pick<Config, "webhooks">;
  readonly schedules: Firings;
  readonly webhookSecrets: WebhookSecrets;
  readonly webhookAllowance: WebhookAllowance;
  readonly outside: { readonly screens: Pick<LoginScreens, "isWanted" | "answer"> };
  readonly clock: Clock;
  readonly log: Log;
}): WebhookListener {
  const { screens } = parts.outside;
  const { config, schedules, webhookSecrets, webhookAllowance, clock, log } = parts;
  let server: WebhookServer | undefined;
  let problem = "";
  const isWanted = (): boolean => screens.isWanted || schedules.listening("webhook").length > 0;
  const close = async (): Promise<void> => {
    const open = server;
    server = undefined;
    await open?.close();
  };
  const open = (): Promise<WebhookServer> =>
    openWebhookServer({
      ...config.webhooks,
      now: () => clock.now(),
      answerPage: (request, response) => screens.answer(request, response),
      secretOf: (target) => {
        const waits = schedules.listening("webhook").some(({ id }) => id === target);
        return waits ? webhookSecrets.of(target) : undefined;
      },
      take: (target, sizeBytes, nowMs) => webhookAllowance.take(target, sizeBytes, nowMs),
      receive: (request) => void schedules.fire(request.target, firingOf(request, clock.now())),
    });
  return {
    async adapt() {
      try {
        if (!isWanted()) await close();
        else server ??= await open();
        problem = "";
      } catch (error) {
        if (problem !== messageOf(error))
          log.error({ problem: messageOf(error) }, "Webhooks cannot be taken.");
        problem = messageOf(error);
      }
    },
    close,
  };
}

function firingOf({ id, sentAtMs, text, contentType }: WebhookRequest, nowMs: number) {
  const body = parsedJson(text);
  return {
    key: `webhook:${id}`,
    atMs: Math.min(sentAtMs, nowMs),
    input: { kind: "webhook", text, body: body ?? null, content_type: contentType },
  };
}
