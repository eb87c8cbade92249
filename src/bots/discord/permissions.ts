import { escapeMarkup } from "../markup/parse-markup.ts";
import {
  type ChatAddress,
  DeliveryError,
  type FormPermission,
  type OutgoingMessage,
} from "../platform/chat-adapter.ts";
import type { DiscordClient } from "./client.ts";
import { CODE, type DiscordError, isRefusedWith } from "./errors.ts";
import type { DiscordChannel } from "./payloads.ts";
import { channelOf } from "./places.ts";

/**
 * What a send or edit that Discord refused for a permission means: it says that one lacks, and not which (docs "JSON Error Codes", 50013).
 * A card is then taken without its embed, then any message without its files; what is refused bare lacks the right to write. Anything else is
 * given as it was thrown.
 */
export async function explainLacking(
  thrown: unknown,
  client: DiscordClient,
  chat: ChatAddress,
  message: OutgoingMessage,
): Promise<unknown> {
  if (!isRefusedWith(thrown, CODE.missingPermissions)) return thrown;
  const place = await nameOf(client, chat);
  const { files = [], tone, inForm } = message;
  const lacked = inForm?.lacks?.permission;
  if (files.length > 0) return refused(thrown, place, "Attach Files", withoutFiles(message, place));
  if (tone !== undefined && lacked !== "Embed Links")
    return refused(thrown, place, "Embed Links", lacking(message, place, "Embed Links"));
  const permission = chat.threadId === undefined ? "Send Messages" : "Send Messages in Threads";
  return new DeliveryError("gone", wordsFor(place, permission), { cause: thrown });
}

function refused(
  cause: DiscordError,
  place: string,
  permission: FormPermission,
  instead: OutgoingMessage,
): DeliveryError {
  return new DeliveryError("refused", wordsFor(place, permission), { cause, instead: [instead] });
}

function lacking(
  message: OutgoingMessage,
  place: string,
  permission: FormPermission,
): OutgoingMessage {
  return { ...message, inForm: { ...message.inForm, lacks: { permission, place } } };
}

/** The names of the files stand in the place of them. */
function withoutFiles({ files = [], ...words }: OutgoingMessage, place: string): OutgoingMessage {
  const names = files.map(({ name, caption }) => caption ?? escapeMarkup(name)).join(", ");
  const text = [words.text, `📎 ${names} (✗ Attach Files)`]
    .filter((line) => line !== "")
    .join("\n");
  return lacking({ ...words, text }, place, "Attach Files");
}

function wordsFor(place: string, permission: string) {
  return {
    en: `The bot lacks the permission "${permission}" in ${place}. Give it in the settings of that server or channel.`,
    ko: `${place}에서 봇에 "${permission}" 권한이 없습니다. 그 서버나 채널의 설정에서 켜 주세요.`,
  };
}

/** What people call a channel; its id where the bot may not look at it. */
async function nameOf(client: DiscordClient, chat: ChatAddress): Promise<string> {
  const id = channelOf(chat);
  const channel = await client.look<DiscordChannel>(`/channels/${id}`).catch(() => undefined);
  return channel?.name === undefined ? id : `#${channel.name}`;
}
