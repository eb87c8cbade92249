import { albumOf } from "./telegram-server-albums.ts";
import type { Entity, FormattedText } from "./telegram-server-entities.ts";
import { ApiError, badRequest } from "./telegram-server-errors.ts";
import { checkPhoto, checkVideo, takeUpload } from "./telegram-server-files.ts";
import type { UploadedFile } from "./telegram-server-request.ts";
import type { MethodName, MethodParameters } from "./telegram-server-schema.ts";
import {
  addMessage,
  type Chat,
  type FileKind,
  messageJson,
  type ServerButton,
  type ServerState,
  type StoredFile,
  type StoredMessage,
  userJson,
} from "./telegram-server-state.ts";
import { caption, format, formatRich } from "./telegram-server-texts.ts";

/** Longest text, in UTF-16 units after entity parsing (Bot API, sendMessage). */
const LONGEST_TEXT = 4096;
/** Longest note of a press (Bot API, answerCallbackQuery). */
const LONGEST_NOTE = 200;
/** Bytes of callback_data (Bot API, InlineKeyboardButton: 1-64 bytes). */
const LONGEST_DATA_BYTES = 64;

/** Files of the call by part name. */
export type CallFiles = ReadonlyMap<string, UploadedFile>;

type Methods = {
  readonly [Name in Exclude<MethodName, "getupdates">]: (
    state: ServerState,
    parameters: MethodParameters<Name>,
    files: CallFiles,
  ) => unknown;
};

/**
 * Every method but getUpdates: takes checked parameters, changes the state, returns the result; throws `ApiError`.
 * Descriptions are those of tdlib/telegram-bot-api, Client.cpp (fail_query_with_error) and of TDLib below it.
 */
export const METHODS: Methods = {
  getme: (state) => ({
    ...userJson(state.bot),
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
    can_connect_to_business: false,
    has_main_web_app: false,
  }),
  setwebhook(state, parameters) {
    if (parameters.drop_pending_updates === true) state.updates.clear();
    if (parameters.allowed_updates !== undefined) state.updates.allow(parameters.allowed_updates);
    state.deliverer.set({
      url: parameters.url,
      secret: parameters.secret_token ?? "",
      maxConnections: parameters.max_connections ?? 40,
      lastErrorSeconds: 0,
      lastErrorMessage: "",
    });
    return true;
  },
  deletewebhook(state, parameters) {
    if (parameters.drop_pending_updates === true) state.updates.clear();
    state.deliverer.set(undefined);
    return true;
  },
  getwebhookinfo(state) {
    const webhook = state.deliverer.webhook();
    const { lastErrorSeconds = 0, lastErrorMessage = "" } = webhook ?? {};
    return {
      url: webhook?.url ?? "",
      has_custom_certificate: false,
      pending_update_count: state.updates.pending().length,
      ...(lastErrorSeconds === 0
        ? {}
        : { last_error_date: lastErrorSeconds, last_error_message: lastErrorMessage }),
    };
  },
  sendmessage(state, parameters) {
    const target = writableChat(state, parameters);
    const formatted = format(parameters.text, parameters.parse_mode);
    if (formatted.text === "") throw badRequest("message text is empty");
    if (formatted.text.length > LONGEST_TEXT) throw badRequest("message is too long");
    return post(state, target, formatted, parameters);
  },
  sendrichmessage(state, parameters) {
    const target = writableChat(state, parameters);
    return post(state, target, formatRich(parameters.rich_message.html), parameters);
  },
  sendphoto(state, parameters, files) {
    const target = writableChat(state, parameters);
    const file = takeUpload(state, "photo", parameters.photo, files);
    checkPhoto(file.bytes);
    return post(state, target, caption(parameters), { ...parameters, file });
  },
  sendvideo: (state, parameters, files) => shownFile(state, parameters, files, "video"),
  sendanimation: (state, parameters, files) => shownFile(state, parameters, files, "animation"),
  sendaudio: (state, parameters, files) => shownFile(state, parameters, files, "audio"),
  senddocument: (state, parameters, files) => shownFile(state, parameters, files, "document"),
  sendmediagroup(state, { media, ...parameters }, files) {
    const target = writableChat(state, parameters);
    const shown = albumOf(state, media, files);
    const extra = { media_group_id: `album-${state.lastMessageId + 1}` };
    return shown.map(({ file, text }) => post(state, target, text, { file, extra }));
  },
  editmessagetext(state, parameters) {
    const message = editableMessage(state, parameters);
    if (message.file !== undefined) throw badRequest("there is no text in the message to edit");
    const formatted = format(parameters.text, parameters.parse_mode);
    if (formatted.text === "") throw badRequest("message text is empty");
    if (formatted.text.length > LONGEST_TEXT) throw badRequest("message is too long");
    return edit(state, message, formatted, parameters);
  },
  editmessagecaption(state, parameters) {
    const message = editableMessage(state, parameters);
    if (message.file === undefined) throw badRequest("there is no caption in the message to edit");
    return edit(state, message, caption(parameters), parameters);
  },
  editmessagereplymarkup(state, parameters) {
    const message = editableMessage(state, parameters);
    return edit(state, message, message, parameters);
  },
  deletemessage(state, parameters) {
    const index = state.messages.findIndex((message) => isAt(message, parameters));
    if (index === -1) throw badRequest("message to delete not found");
    state.messages.splice(index, 1);
    return true;
  },
  answercallbackquery(state, parameters) {
    const press = state.presses.get(parameters.callback_query_id);
    if (press === undefined || press.isTooOld) {
      throw badRequest("query is too old and response timeout expired or query ID is invalid");
    }
    if ((parameters.text ?? "").length > LONGEST_NOTE) throw badRequest("MESSAGE_TOO_LONG");
    const note = parameters.text === undefined ? {} : { text: parameters.text };
    press.answers.push({ ...note, showAlert: parameters.show_alert ?? false });
    return true;
  },
  sendchataction(state, parameters) {
    writableChat(state, parameters);
    return true;
  },
  setmessagereaction(state, { chat_id: chatId, message_id: messageId, reaction = [] }) {
    writableChat(state, { chat_id: chatId });
    const message = state.messages.find((candidate) =>
      isAt(candidate, { chat_id: chatId, message_id: messageId }),
    );
    if (message === undefined) throw badRequest("message to react not found");
    const [mark] = reaction;
    state.messages[state.messages.indexOf(message)] = { ...message, reaction: mark?.emoji };
    return true;
  },
  getfile(state, parameters) {
    const file = state.files.get(parameters.file_id);
    if (file === undefined) throw badRequest("invalid file_id");
    return {
      file_id: file.fileId,
      file_unique_id: `u-${file.fileId}`,
      file_size: file.announcedBytes ?? file.bytes.length,
      file_path: file.localPath ?? `${file.kind}s/${file.fileId}`,
    };
  },
  setmycommands(state, parameters) {
    for (const { command, description } of parameters.commands) {
      if (!/^[a-z0-9_]{1,32}$/.test(command)) throw badRequest("BOT_COMMAND_INVALID");
      if (description.length < 1 || description.length > 256) {
        throw badRequest("BOT_COMMAND_DESCRIPTION_INVALID");
      }
    }
    state.commands.set(commandKey(parameters), parameters.commands);
    return true;
  },
  deletemycommands(state, parameters) {
    state.commands.delete(commandKey(parameters));
    return true;
  },
  getmycommands: (state, parameters) => state.commands.get(commandKey(parameters)) ?? [],
};

function commandKey(parameters: MethodParameters<"getmycommands">): string {
  const { type = "default", chat_id: chatId } = parameters.scope ?? {};
  const chat = chatId === undefined ? "" : ` ${chatId}`;
  return `${type}${chat}:${parameters.language_code ?? ""}`;
}

interface Target {
  readonly chat_id: number | string;
  readonly message_thread_id?: number | undefined;
}

function writableChat(state: ServerState, target: Target): { chat: Chat; threadId?: number } {
  const chat = state.chats.get(Number(target.chat_id));
  if (chat === undefined) throw badRequest("chat not found");
  if (chat.migratedTo !== undefined) {
    throw new ApiError(400, "Bad Request: group chat was upgraded to a supergroup chat", {
      migrate_to_chat_id: chat.migratedTo,
    });
  }
  if (chat.isBlocked) {
    const isPrivate = chat.type === "private";
    const reason = isPrivate
      ? "bot was blocked by the user"
      : `bot was kicked from the ${chat.type} chat`;
    throw new ApiError(403, `Forbidden: ${reason}`);
  }
  if (!chat.isOpen)
    throw new ApiError(403, "Forbidden: bot can't initiate conversation with a user");
  const threadId = target.message_thread_id;
  if (threadId === undefined) return { chat };
  if (!chat.threadIds.has(threadId)) throw badRequest("message thread not found");
  return { chat, threadId };
}

/** What the named field holds becomes a message of that kind. */
function shownFile<Kind extends FileKind>(
  state: ServerState,
  parameters: Target &
    Markup &
    Parameters<typeof caption>[0] & { readonly [Field in Kind]: string },
  files: CallFiles,
  kind: Kind,
): object {
  const target = writableChat(state, parameters);
  const file = takeUpload(state, kind, parameters[kind], files);
  if (kind === "video") checkVideo(file.bytes);
  return post(state, target, caption(parameters), { ...parameters, file });
}

interface Markup {
  readonly reply_markup?:
    | { readonly inline_keyboard: readonly (readonly ButtonParameters[])[] }
    | { readonly force_reply: true }
    | undefined;
}

interface ButtonParameters {
  readonly text: string;
  readonly callback_data?: string | undefined;
  readonly url?: string | undefined;
  readonly style?: string | undefined;
}

function buttonsOf({ reply_markup: markup }: Markup): ServerButton[][] {
  const given = markup !== undefined && "inline_keyboard" in markup ? markup.inline_keyboard : [];
  const rows = given.filter((row) => row.length > 0);
  return rows.map((row) => row.map(checkedButton));
}

function isForceReply({ reply_markup: markup }: Markup): boolean {
  return markup !== undefined && "force_reply" in markup;
}

function checkedButton({ text, callback_data: data, url, style }: ButtonParameters): ServerButton {
  if (data === undefined) return { text, ...(url === undefined ? {} : { url }) };
  const sizeBytes = Buffer.byteLength(data);
  if (sizeBytes < 1 || sizeBytes > LONGEST_DATA_BYTES) throw badRequest("BUTTON_DATA_INVALID");
  return { text, callback_data: data, ...(style !== undefined && { style }) };
}

function post(
  state: ServerState,
  { chat, threadId }: { chat: Chat; threadId?: number },
  formatted: FormattedText,
  parameters: Markup & {
    readonly file?: StoredFile;
    readonly extra?: StoredMessage["extra"];
    readonly reply_parameters?: { readonly message_id: number } | undefined;
  },
): object {
  const answered = parameters.reply_parameters?.message_id;
  const isThere = state.messages.some(
    ({ chatId, messageId }) => chatId === chat.id && messageId === answered,
  );
  const message = addMessage(state, {
    chatId: chat.id,
    from: state.bot,
    text: formatted.text,
    entities: formatted.entities,
    buttons: buttonsOf(parameters),
    ...(isForceReply(parameters) ? { isForceReply: true } : {}),
    ...(threadId === undefined ? {} : { threadId }),
    ...(parameters.file === undefined ? {} : { file: parameters.file }),
    ...(parameters.extra === undefined ? {} : { extra: parameters.extra }),
    ...(isThere && { repliesTo: answered }),
  });
  return messageJson(state, message);
}

function isAt(
  message: StoredMessage,
  place: { readonly chat_id: number | string; readonly message_id: number },
): boolean {
  return message.chatId === Number(place.chat_id) && message.messageId === place.message_id;
}

function editableMessage(
  state: ServerState,
  place: { readonly chat_id: number | string; readonly message_id: number },
): StoredMessage {
  writableChat(state, { chat_id: place.chat_id });
  const message = state.messages.find((candidate) => isAt(candidate, place));
  if (message === undefined) throw badRequest("message to edit not found");
  // "it is currently only possible to edit messages without reply_markup or with inline keyboards" (Bot API, Updating messages)
  if (message.from.id !== state.bot.id || message.isForceReply === true)
    throw badRequest("message can't be edited");
  return message;
}

/** Leaving reply_markup out takes the buttons away: seen in TelegramBots/Telegram.Bot issue 402, teloxide_tests PR 31. */
function edit(
  state: ServerState,
  message: StoredMessage,
  formatted: { readonly text: string; readonly entities: readonly Entity[] },
  parameters: Markup,
): object {
  const { text, entities } = formatted;
  const buttons = buttonsOf(parameters);
  const before = { text: message.text, entities: message.entities, buttons: message.buttons };
  if (JSON.stringify(before) === JSON.stringify({ text, entities, buttons })) {
    throw badRequest(
      "message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
    );
  }
  const edited = { ...message, text, entities, buttons, edits: [...message.edits, before] };
  state.messages[state.messages.indexOf(message)] = edited;
  return messageJson(state, edited);
}
