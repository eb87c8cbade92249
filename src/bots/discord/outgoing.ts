import type { Language } from "../../base/localized.ts";
import type { ChatAddress, OutgoingMessage, SendFacts } from "../platform/chat-adapter.ts";
import type { OpenAnswer, OpenAnswers } from "./answers.ts";
import type { DiscordClient } from "./client.ts";
import { nonceOf } from "./components.ts";
import { DiscordError, MISSING } from "./errors.ts";
import { type DiscordFiles, explainTooLarge, filesOf } from "./files.ts";
import type { InteractionParts } from "./interactions.ts";
import { type DiscordLook, lookOf } from "./message.ts";
import { discordMessage } from "./payloads.ts";
import { explainLacking } from "./permissions.ts";
import { channelOf } from "./places.ts";

/** What messages leave with; `load` and `interactions` connect first where that has not happened. */
export interface OutgoingParts {
  readonly load: () => Promise<DiscordClient>;
  readonly interactions: () => Promise<InteractionParts>;
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
): Promise<{ readonly messageId: string }> {
  const content = await contentOf(message, parts.languageIn(chat));
  try {
    return await sendContent(parts, chat, content, facts);
  } catch (thrown) {
    const client = await parts.load();
    throw explainTooLarge(await explainLacking(thrown, { client, chat, message }), message);
  }
}

async function sendContent(
  parts: OutgoingParts,
  chat: ChatAddress,
  content: Content,
  facts: SendFacts | undefined,
): Promise<{ readonly messageId: string }> {
  const waiting = facts && (await parts.answers.take(chat, facts.key));
  if (waiting !== undefined) {
    const answered = await answer(parts, waiting, content);
    if (answered !== undefined) return answered;
  }
  try {
    return await create(parts, chat, content, facts);
  } catch (thrown) {
    const used = isUnseen(thrown) ? parts.answers.latest(chat) : undefined;
    const followed = used === undefined ? undefined : await followUp(parts, used, content);
    if (followed === undefined) throw thrown;
    return followed;
  }
}

/** Files are said outright, or those of a second try would be added to those of the first (docs "Edit Message", attachments). */
async function contentOf(message: OutgoingMessage, language: Language): Promise<Content> {
  const files = await filesOf(message);
  if (files.length === 0) return { body: lookOf(message, language) };
  const attachments = files.map(({ name: filename }, id) => ({ id, filename }));
  return { body: { ...lookOf(message, language), attachments }, files };
}

interface Content {
  readonly body: DiscordLook & { readonly attachments?: readonly object[] };
  readonly files?: DiscordFiles;
}

async function create(
  { load }: OutgoingParts,
  chat: ChatAddress,
  { body, ...attached }: Content,
  facts: SendFacts | undefined,
): Promise<{ readonly messageId: string }> {
  const nonce = facts === undefined ? {} : { nonce: nonceOf(facts.key), enforce_nonce: true };
  const client = await load();
  const sent = await client.call({
    name: "create message",
    method: "POST",
    path: `/channels/${channelOf(chat)}/messages`,
    body: { ...body, ...nonce },
    ...attached,
  });
  return { messageId: idOf(sent, "create message") };
}

/** Changes a message; one of an interaction can be changed by its token where the bot does not see the channel. */
export async function editMessage(
  parts: OutgoingParts,
  chat: ChatAddress,
  messageId: string,
  message: OutgoingMessage,
): Promise<void> {
  const client = await parts.load();
  const name = "edit message";
  const body = lookOf(message, parts.languageIn(chat));
  const path = `/channels/${channelOf(chat)}/messages/${messageId}` as const;
  try {
    await inOpenThread(client, chat, () => client.call({ name, method: "PATCH", path, body }));
  } catch (thrown) {
    const used = isUnseen(thrown) ? parts.answers.senderOf(messageId) : undefined;
    if (used === undefined) throw await explainLacking(thrown, { client, chat, message });
    const { applicationId } = await parts.interactions();
    await client.call({
      name,
      method: "PATCH",
      path: `/webhooks/${applicationId}/${used.token}/messages/${messageId}`,
      body,
      isOpen: true,
    });
  }
}

/** Commands can be used where the bot itself may neither look nor write: missing access, missing permissions (docs "JSON Error Codes"). */
function isUnseen(thrown: unknown): boolean {
  return (
    thrown instanceof DiscordError &&
    (thrown.errorCode === MISSING.access || thrown.errorCode === MISSING.permissions)
  );
}

/** Undefined when the interaction can be answered no more. */
async function followUp(
  parts: OutgoingParts,
  used: OpenAnswer,
  content: Content,
): Promise<{ readonly messageId: string } | undefined> {
  const { client, applicationId } = await parts.interactions();
  const name = "follow up an interaction";
  const path = `/webhooks/${applicationId}/${used.token}` as const;
  try {
    const sent = await client.call({ name, method: "POST", path, ...content, isOpen: true });
    const messageId = idOf(sent, name);
    parts.answers.sent(used, messageId);
    return { messageId };
  } catch (thrown) {
    if (!(thrown instanceof DiscordError && thrown.isInteractionOver)) throw thrown;
    parts.answers.close(used.id);
    return undefined;
  }
}

/** Undefined when the interaction can be answered no more. */
async function answer(
  parts: OutgoingParts,
  waiting: OpenAnswer,
  content: Content,
): Promise<{ readonly messageId: string } | undefined> {
  const { client, applicationId } = await parts.interactions();
  const name = "answer an interaction";
  const path = `/webhooks/${applicationId}/${waiting.token}/messages/@original` as const;
  try {
    const sent = await client.call({ name, method: "PATCH", path, ...content, isOpen: true });
    const messageId = idOf(sent, name);
    parts.answers.sent(waiting, messageId);
    return { messageId };
  } catch (thrown) {
    const isOver =
      thrown instanceof DiscordError &&
      (thrown.isInteractionOver || thrown.errorCode === MISSING.message);
    if (!isOver) throw thrown;
    parts.answers.close(waiting.id);
    return undefined;
  }
}

function idOf(sent: unknown, name: string): string {
  const parsed = discordMessage.partial().safeParse(sent);
  const id = parsed.data?.id;
  if (id === undefined)
    throw new DiscordError("no-answer", name, "something other than Discord's API answered");
  return id;
}

/** Operation on an archived thread, such as editing a message or adding a reaction (docs "JSON Error Codes"). */
const ARCHIVED = 50083;

/**
 * Does something in a chat; where that is an archived thread it is opened first, as sending a message does by itself. It takes the permission
 * to write there, and does not open a locked one (docs "Channel Resource", Modify Channel, Thread).
 */
async function inOpenThread<Result>(
  client: DiscordClient,
  { threadId }: ChatAddress,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (thrown) {
    const isArchived = thrown instanceof DiscordError && thrown.errorCode === ARCHIVED;
    if (!isArchived || threadId === undefined) throw thrown;
    await client.call({
      name: "open an archived thread",
      method: "PATCH",
      path: `/channels/${threadId}`,
      body: { archived: false },
    });
    return await act();
  }
}
