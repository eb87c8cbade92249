import type { DiscordServer } from "../../test/support/discord-server.ts";
import type { TelegramServer } from "../../test/support/telegram-server.ts";
import { machineMs } from "./monotonic.ts";

/** What a bot did in front of the crowd. */
export type Heard =
  | {
      readonly kind: "message";
      readonly chat: number;
      readonly text: string;
      readonly atMs: number;
    }
  | { readonly kind: "acknowledged"; readonly press: string; readonly atMs: number };

/** One platform with its crowd; chats have numbers from 1. */
export interface Side {
  /** Someone writes into their chat; gives the id under which the service writes the update down. */
  say(chat: number, text: string): string;
  /** Someone presses the first button of the newest message in their chat that has one. */
  press(chat: number): string;
  /** What the bot did since this was last asked. */
  hear(): readonly Heard[];
}

/** The crowd of a Bot API. */
export function telegramSide(server: TelegramServer, chats: number): Side {
  const personOf = (id: number) => ({ id, firstName: `Person ${id}`, languageCode: "en" });
  for (let id = 1; id <= chats; id += 1) server.user(personOf(id));
  let seen = 0;
  return {
    say: (chat, text) => String(server.say(personOf(chat), text).updateId),
    press(chat) {
      const message = server.messages(chat).findLast(({ buttons }) => buttons.flat().length > 0);
      const label = message?.buttons.flat()[0]?.text;
      if (message === undefined || label === undefined) throw new Error("There is no button.");
      return server.press(personOf(chat), message.messageId, label).pressId;
    },
    hear() {
      const atMs = machineMs();
      const heard = server.calls.slice(seen).flatMap(({ method, parameters }): Heard[] => {
        if (method === "answercallbackquery")
          return [{ kind: "acknowledged", press: String(parameters["callback_query_id"]), atMs }];
        if (!/^(sendmessage|editmessagetext)$/.test(method)) return [];
        const chat = Number(parameters["chat_id"]);
        return [{ kind: "message", chat, text: String(parameters["text"]), atMs }];
      });
      seen = server.calls.length;
      return heard;
    },
  };
}

/** The crowd of Discord, each person in direct messages. */
export function discordSide(server: DiscordServer, chats: number): Side {
  const users = Array.from({ length: chats }, (_, index) =>
    server.user({ id: discordId(index + 1), name: `Person ${index + 1}`, locale: "en-US" }),
  );
  const channels = users.map((user) => server.dm(user));
  const chatOf = new Map(channels.map((channel, index) => [channel, index + 1]));
  let seen = 0;
  const userAt = (chat: number) => {
    const user = users[chat - 1];
    const channel = channels[chat - 1];
    if (user === undefined || channel === undefined) throw new Error(`There is no chat ${chat}.`);
    return { user, channel };
  };
  return {
    say(chat, text) {
      const { user, channel } = userAt(chat);
      return server.say(user, channel, text).id;
    },
    press(chat) {
      const { user, channel } = userAt(chat);
      const shown = server.seen(channel).findLast(({ labels }) => labels.length > 0);
      const [label] = shown?.labels ?? [];
      if (shown === undefined || label === undefined) throw new Error("There is no button.");
      return server.press(user, shown.id, label).id;
    },
    hear() {
      const atMs = machineMs();
      const heard = server.calls.slice(seen).flatMap(({ path, body, status }): Heard[] => {
        const press = /^\/interactions\/(\d+)\//.exec(path)?.[1];
        if (press !== undefined) return [{ kind: "acknowledged", press, atMs }];
        const channel = /^\/channels\/(\d+)\/messages/.exec(path)?.[1] ?? "";
        const chat = chatOf.get(channel);
        if (chat === undefined || status !== 200) return [];
        return [{ kind: "message", chat, text: JSON.stringify(body), atMs }];
      });
      seen = server.calls.length;
      return heard;
    },
  };
}

/** The account of a person of the crowd on Discord. */
export function discordId(chat: number): string {
  return `2000000000000${String(chat).padStart(5, "0")}`;
}
