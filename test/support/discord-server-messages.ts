import type { Answer, Call, Fields, RestParts, Upload } from "./discord-server-call.ts";
import { ApiRefusal, checkMessage, IS_COMPONENTS_V2, listOf } from "./discord-server-rules.ts";
import {
  addMessage,
  type DiscordState,
  messageObject,
  messagesOf,
  type ServerChannel,
  type ServerMessage,
} from "./discord-server-state.ts";

/** A nonce is known for a few minutes (docs "Create Message", enforce_nonce); here for three. */
const NONCE_MS = 3 * 60 * 1000;
/** Largest file (docs "API Reference", Uploading Files). */
const LARGEST_FILE_BYTES = 20 * 1024 * 1024;
/** Largest request (docs "Message Resource", Create Message). */
const LARGEST_REQUEST_BYTES = 25 * 1024 * 1024;
/** Attachments of a message (docs "JSON Error Codes", 30015). */
const MOST_FILES = 10;

/** A channel that the bot may use; throws `ApiRefusal` for any other. */
function openChannel(state: DiscordState, id: string) {
  const channel = state.channels.get(id);
  const code = state.closedChannels.get(id) ?? (channel === undefined ? 10003 : 0);
  if (channel === undefined || code !== 0)
    throw new ApiRefusal(code === 10003 ? 404 : 403, { message: `refused with ${code}`, code });
  return channel;
}

/** Trigger Typing Indicator. */
export function showTyping({ state }: Call, [id = ""]: readonly string[]): Answer {
  openChannel(state, id);
  return undefined;
}

/** Get Channel. */
export function getChannel({ state }: Call, [id = ""]: readonly string[]): Answer {
  const { type, guildId, parentId, isArchived, isLocked, name } = openChannel(state, id);
  return {
    id,
    type,
    ...(name === undefined ? {} : { name }),
    ...(parentId === undefined
      ? {}
      : { thread_metadata: { archived: isArchived === true, locked: isLocked === true } }),
    ...(guildId === undefined ? {} : { guild_id: guildId }),
    parent_id: parentId ?? null,
  };
}

/** The bot may read what it would be told; messages of this endpoint carry no nonce. */
export function getMessages({ state, query }: Call, [id = ""]: readonly string[]): Answer {
  openChannel(state, id);
  const after = BigInt(query.get("after") ?? "0");
  const limit = Number(query.get("limit") ?? "50");
  return messagesOf(state, id)
    .filter((message) => BigInt(message.id) > after)
    .slice(0, limit)
    .reverse()
    .map((message) => messageObject(state, message, { sees: true, withGuild: false }));
}

function knownMessage(state: DiscordState, id: string, messageId: string): ServerMessage {
  const message = state.messages.get(messageId);
  if (message?.channelId !== id)
    throw new ApiRefusal(404, { message: "Unknown Message", code: 10008 });
  return message;
}

/** Get Channel Message. */
export function getMessage({ state }: Call, [id = "", messageId = ""]: readonly string[]): Answer {
  openChannel(state, id);
  return shownOf(state, knownMessage(state, id, messageId));
}

/** What others wrote takes a permission, and in direct messages nobody has it (docs "Message Resource", Delete Message; JSON error code 50003). */
export function deleteMessage(
  { state }: Call,
  [id = "", messageId = ""]: readonly string[],
): Answer {
  const channel = openChannel(state, id);
  const message = knownMessage(state, id, messageId);
  const isOwn = message.author.id === state.bot.id;
  if (!isOwn && channel.type === 1)
    throw new ApiRefusal(403, { message: "Cannot execute action on a DM channel", code: 50003 });
  if (!isOwn && !state.managed.has(id))
    throw new ApiRefusal(403, { message: "Missing Permissions", code: 50013 });
  state.messages.delete(messageId);
  return undefined;
}

/** Create Reaction and Delete Own Reaction. */
export function react(
  { state }: Call,
  [method, id = "", messageId = "", emoji = ""]: readonly string[],
): Answer {
  openChannel(state, id);
  const message = knownMessage(state, id, messageId);
  const shown = decodeURIComponent(emoji);
  const others = message.reactions.filter((entry) => entry !== shown);
  message.reactions = method === "PUT" ? [...others, shown] : others;
  return undefined;
}

/** Docs "Threads": whoever may write opens an archived thread again, but for a locked one (JSON error code 160005). */
function openThread(channel: ServerChannel): void {
  if (channel.isArchived !== true) return;
  if (channel.isLocked === true)
    throw new ApiRefusal(403, { message: "Thread is locked", code: 160005 });
  channel.isArchived = false;
}

/** Modify Channel, as far as a bot uses it: opens an archived thread. */
export function modifyChannel({ state, body }: Call, [id = ""]: readonly string[]): Answer {
  const channel = openChannel(state, id);
  if (JSON.stringify(body) !== '{"archived":false}')
    state.problems.push(`the bot changed a channel: ${JSON.stringify(body)}`);
  if (channel.isLocked === true)
    throw new ApiRefusal(403, { message: "Missing Permissions", code: 50013 });
  openThread(channel);
  return { id, type: channel.type };
}

/** Start Thread from Message: the thread has the id of the message, which has one at most (JSON error code 160004). */
export function startThread(
  { state, body }: Call,
  [id = "", messageId = ""]: readonly string[],
): Answer {
  const { type, guildId, lacks = [] } = openChannel(state, id);
  knownMessage(state, id, messageId);
  const { name = "" } = body as { readonly name?: string };
  if (name === "" || name.length > 100)
    throw new ApiRefusal(400, { message: "Invalid Form Body", code: 50035 });
  if (type !== 0) throw new ApiRefusal(400, { message: "Wrong channel type", code: 50024 });
  if (lacks.includes("Create Public Threads"))
    throw new ApiRefusal(403, { message: "Missing Permissions", code: 50013 });
  if (state.channels.has(messageId))
    throw new ApiRefusal(400, { message: "A thread has already been created", code: 160004 });
  const thread = { id: messageId, type: 11 as const, name, parentId: id };
  state.channels.set(messageId, { ...thread, ...(guildId === undefined ? {} : { guildId }) });
  return { id: messageId, type: 11, name, parent_id: id };
}

/** Get Guild Roles. */
export function getRoles({ state }: Call, [guildId = ""]: readonly string[]): Answer {
  const roles = state.roles.get(guildId);
  if (roles === undefined) throw new ApiRefusal(404, { message: "Unknown Guild", code: 10004 });
  return [...roles];
}

/** Create Message: the same nonce gives the message that is there, and an archived thread is open again, unless it is locked. */
export function createMessage(
  { state, body, files }: Call,
  [id = ""]: readonly string[],
  parts: RestParts,
): Answer {
  const channel = openChannel(state, id);
  openThread(channel);
  const fields = checkedBody(state, body, files);
  checkPermissions(channel, fields, files.length > 0);
  const nonce = fields["nonce"] as string | undefined;
  const known = nonce === undefined ? undefined : state.nonces.get(nonce);
  if (
    known !== undefined &&
    fields["enforce_nonce"] === true &&
    state.nowMs() - known.atMs < NONCE_MS
  )
    return shownOf(state, state.messages.get(known.messageId));
  const message = addMessage(state, {
    channelId: id,
    author: state.bot,
    ...lookOf(fields, files),
    ...replyIn(state, fields, id),
    ...(nonce === undefined ? {} : { nonce }),
  });
  if (nonce !== undefined) state.nonces.set(nonce, { messageId: message.id, atMs: state.nowMs() });
  parts.onMessage(message);
  return { ...shownOf(state, message), ...(nonce === undefined ? {} : { nonce }) };
}

/** Docs "Message Resource", Message Reference: what is answered must be there, unless that was said to be no matter. */
function replyIn(state: DiscordState, fields: Fields, channelId: string): Partial<ServerMessage> {
  const reference = fields["message_reference"] as Fields | undefined; // an object where it is there
  if (reference === undefined) return {};
  const repliesTo = String(reference["message_id"]);
  if (state.messages.get(repliesTo)?.channelId === channelId) return { repliesTo, type: 19 };
  if (reference["fail_if_not_exists"] === false) return {};
  throw new ApiRefusal(400, { message: "Invalid Form Body", code: 50035 });
}

/** Edit Message; not in an archived thread. */
export function editMessage(
  { state, body, files }: Call,
  [id = "", messageId = ""]: readonly string[],
): Answer {
  if (openChannel(state, id).isArchived === true)
    throw new ApiRefusal(400, { message: "Thread is archived", code: 50083 });
  const message = knownMessage(state, id, messageId);
  const fields = checkedBody(state, body, files, message);
  checkPermissions(openChannel(state, id), fields, files.length > 0, { isEdit: true });
  Object.assign(message, lookOf(fields, files));
  message.edits += 1;
  return shownOf(state, message);
}

/** Embeds, files and writing at all take a permission each (docs "Permissions"); the refusal does not say which (JSON error code 50013). */
function checkPermissions(
  { lacks = [] }: ServerChannel,
  fields: Fields,
  hasFiles: boolean,
  { isEdit = false } = {},
): void {
  const isRefused =
    (lacks.includes("Embed Links") && listOf(fields["embeds"]).length > 0) ||
    (lacks.includes("Attach Files") && hasFiles) ||
    (lacks.includes("Send Messages") && !isEdit);
  if (isRefused) throw new ApiRefusal(403, { message: "Missing Permissions", code: 50013 });
}

/** The fields of a message; throws `ApiRefusal` for what Discord refuses. */
export function checkedBody(
  state: DiscordState,
  body: unknown,
  files: readonly Upload[],
  before?: ServerMessage,
): Fields {
  const fields = (body ?? {}) as Fields; // JSON of a message is an object
  const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
  if (totalBytes > LARGEST_REQUEST_BYTES || files.some(({ size }) => size > LARGEST_FILE_BYTES))
    throw new ApiRefusal(413, { message: "Request entity too large", code: 40005 });
  if (files.length > MOST_FILES)
    throw new ApiRefusal(400, {
      message: "Maximum number of attachments in a message reached (10)",
      code: 30015,
    });
  const wasV2 = ((before?.flags ?? 0) & IS_COMPONENTS_V2) !== 0;
  const mistakes = checkMessage(fields, files.length > 0, wasV2);
  state.problems.push(...mistakes, ...mistakesInFiles(fields, files));
  return fields;
}

/** Every part `files[n]` has its attachment `n` (docs "API Reference", Uploading Files). */
function mistakesInFiles(fields: Fields, files: readonly Upload[]): readonly string[] {
  const told = listOf(fields["attachments"]).map(({ id, filename }) => `files[${id}] ${filename}`);
  const came = files.map(({ part, filename }) => `${part} ${filename}`);
  return told.join() === came.join() ? [] : [`attachments are not the files: ${told} and ${came}`];
}

/** What a message shows after a call. */
export function lookOf(
  fields: Fields,
  files: readonly Upload[],
): Pick<ServerMessage, "content" | "embeds" | "components" | "attachments" | "flags"> {
  return {
    flags: Number(fields["flags"] ?? 0),
    content: String(fields["content"] ?? ""),
    embeds: listOf(fields["embeds"]) as ServerMessage["embeds"],
    components: listOf(fields["components"]) as unknown as ServerMessage["components"],
    attachments: files.map(({ part: _, ...file }) => file),
  };
}

/** A message as the API gives it. */
export function shownOf(state: DiscordState, message: ServerMessage | undefined): object {
  return message === undefined
    ? {}
    : messageObject(state, message, { sees: true, withGuild: false });
}
