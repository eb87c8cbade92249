import type { Language } from "../../base/localized.ts";
import type { ChatAddress, OutgoingMessage, SendFacts, Sent } from "../platform/chat-adapter.ts";
import type { OpenAnswers } from "./answers.ts";
import type { CallParts, DiscordClient } from "./client.ts";
import { nonceOf } from "./components.ts";
import { CODE, DiscordError, isRefusedWith } from "./errors.ts";
import { explainTooLarge, filesOf } from "./files.ts";
import { type Answerable, webhookOf } from "./interactions.ts";
import { type DiscordLook, lookOf } from "./message.ts";
import { explainLacking } from "./permissions.ts";
import { channelOf } from "./places.ts";

/** What messages leave with. */
export interface OutgoingParts {
  readonly client: DiscordClient;
  readonly answers: OpenAnswers;
  /** The language of a chat. */
  readonly languageIn: (chat: ChatAddress) => Language;
}

/** A message answers the interaction that waits in its chat, if one does; any other goes to the channel, under a nonce by which it is known again. Where the bot does not see the channel, it follows the command that was used there. */
export async function sendMessage(
  parts: OutgoingParts,
  chat: ChatAddress,
  message: OutgoingMessage,
  facts: SendFacts | undefined,
): Promise<Sent> {
  const content = await contentOf(message, parts.languageIn(chat));
  try {
    return await sendContent(parts, chat, content, facts);
  } catch (thrown) {
    throw explainTooLarge(await explainLacking(thrown, parts.client, chat, message), message);
  }
}

async function sendContent(
  parts: OutgoingParts,
  chat: ChatAddress,
  { body, files }: Content,
  facts: SendFacts | undefined,
): Promise<Sent> {
  const waiting = facts && (await parts.answers.take(chat, facts.key));
  const answered = waiting && (await answer(parts, waiting, { body, files }, "PATCH"));
  if (answered !== undefined) return answered;
  const nonce = facts && { nonce: nonceOf(facts.key), enforce_nonce: true };
  try {
    const path = `/channels/${channelOf(chat)}/messages` as const;
    return await sent(parts.client, "POST", path, { body: { ...body, ...nonce }, files });
  } catch (thrown) {
    const used = isUnseen(thrown) ? parts.answers.latest(chat) : undefined;
    const followed = used && (await answer(parts, used, { body, files }, "POST"));
    if (followed === undefined) throw thrown;
    return followed;
  }
}

/** Files are said outright, or those of a second try would be added to those of the first (docs "Edit Message", attachments). */
async function contentOf(message: OutgoingMessage, language: Language): Promise<Content> {
  const files = await filesOf(message);
  const body = lookOf(message, language);
  if (files.length === 0) return { body };
  const attachments = files.map(({ name: filename }, id) => ({ id, filename }));
  return { body: { ...body, attachments }, files };
}

interface Content {
  readonly body: DiscordLook & { readonly attachments?: readonly object[] };
  readonly files?: CallParts["files"];
}

/** Changes a message; one of an interaction can be changed by its token where the bot does not see the channel. */
export async function editMessage(
  { client, answers, languageIn }: OutgoingParts,
  chat: ChatAddress,
  messageId: string,
  message: OutgoingMessage,
): Promise<void> {
  const body = lookOf(message, languageIn(chat));
  const edit = (place: `/${string}`) =>
    client.call("PATCH", `${place}/messages/${messageId}`, { body });
  try {
    await inOpenThread(client, chat, () => edit(`/channels/${channelOf(chat)}`));
  } catch (thrown) {
    const used = isUnseen(thrown) ? answers.senderOf(messageId) : undefined;
    if (used === undefined) throw await explainLacking(thrown, client, chat, message);
    await edit(await webhookOf(client, used.token));
  }
}

/** Commands can be used where the bot itself may neither look nor write. */
function isUnseen(thrown: unknown): boolean {
  return isRefusedWith(thrown, CODE.missingAccess, CODE.missingPermissions);
}

/** Takes the place of "thinking" (`PATCH`), or follows what was said (`POST`). Undefined when the interaction can be answered no more. */
async function answer(
  { client, answers }: OutgoingParts,
  used: Answerable,
  content: Content,
  method: "PATCH" | "POST",
): Promise<Sent | undefined> {
  const webhook = await webhookOf(client, used.token);
  try {
    const path = method === "POST" ? webhook : (`${webhook}/messages/@original` as const);
    const message = await sent(client, method, path, content);
    answers.sent(used, message.messageId);
    return message;
  } catch (thrown) {
    const isOver =
      isRefusedWith(thrown, CODE.unknownMessage) ||
      (thrown instanceof DiscordError && thrown.isInteractionOver);
    if (!isOver) throw thrown;
    answers.close(used.id);
    return undefined;
  }
}

async function sent(
  client: DiscordClient,
  method: "PATCH" | "POST",
  path: `/${string}`,
  content: CallParts,
): Promise<Sent> {
  const { id: messageId } = await client.call<{ readonly id?: string }>(method, path, content);
  if (messageId !== undefined) return { messageId };
  throw new DiscordError("no-answer", "Discord did not say which message was sent");
}

/**
 * Does something in a chat; where that is an archived thread it is opened first, as sending a message does by itself. It takes the permission
 * to write there, and does not open a locked one (docs "Channel Resource", Modify Channel, Thread).
 */
async function inOpenThread(
  client: DiscordClient,
  { threadId }: ChatAddress,
  act: () => Promise<unknown>,
): Promise<void> {
  try {
    await act();
  } catch (thrown) {
    if (!isRefusedWith(thrown, CODE.archivedThread) || threadId === undefined) throw thrown;
    await client.call("PATCH", `/channels/${threadId}`, { body: { archived: false } });
    await act();
  }
}
