import type { Clock } from "../../base/clock.ts";
import type { Outbox } from "../../bots/outbox/outbox.ts";
import { say } from "../../bots/texts/say.ts";
import type { Config } from "../../config/config.ts";
import { LINK_MS, type LoginScreens } from "../../drivers/browser/login-screen.ts";
import type { Actor } from "../../engine/execute/action-types.ts";

/** Sends a person a one-time link to the screen of their browser, in their private chat; the message is not kept once it has left. */
export function createLoginLinks(parts: {
  readonly config: Pick<Config, "webhooks">;
  readonly screens: LoginScreens;
  readonly outbox: Pick<Outbox, "post">;
  readonly chatsOf: (personId: string) => readonly string[];
  readonly clock: Pick<Clock, "now">;
}): (actor: Actor, site: string) => boolean {
  const { config, screens, outbox, chatsOf, clock } = parts;
  return (actor, site) => {
    const [chatKey] = chatsOf(actor.personId);
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
