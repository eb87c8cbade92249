import type { Clock } from "../../base/clock.ts";
import type { Updates } from "../../bots/inbox/update-table.ts";
import type { Outbox } from "../../bots/outbox/outbox.ts";
import { say } from "../../bots/texts/say.ts";
import type { Config } from "../../config/config.ts";
import { LINK_MS, type LoginScreens } from "../../drivers/browser/login-screen.ts";
import type { Actor } from "../../engine/execute/action-types.ts";

interface LinkParts {
  readonly config: Pick<Config, "webhooks">;
  readonly outside: { readonly screens: LoginScreens };
  readonly stores: { readonly updates: Pick<Updates, "chatsOf"> };
  readonly edges: { readonly clock: Pick<Clock, "now"> };
}

/** Sends a person a one-time link to the screen of their browser, in their private chat; the message is not kept once it has left. */
export function createLoginLinks(
  { config, outside: { screens }, stores: { updates }, edges: { clock } }: LinkParts,
  outbox: Pick<Outbox, "post">,
): (actor: Actor, site: string) => boolean {
  return (actor, site) => {
    const [chatKey] = updates.chatsOf(actor.personId);
    if (chatKey === undefined) return false;
    const { host, port, url } = config.webhooks;
    const shown = host.includes(":") ? `[${host}]` : host;
    const address = url?.replace(/\/$/, "") ?? `http://${shown}:${port}`;
    const link = `${address}${screens.open(actor.chatId, actor.language)}`;
    outbox.post({
      key: `login:${actor.chatId}:${clock.now()}`,
      chatKey,
      class: "reply",
      kind: "secret",
      message: {
        text: say(actor.language, "loginLink", { site, link, minutes: LINK_MS / 60_000 }),
      },
    });
    return true;
  };
}
