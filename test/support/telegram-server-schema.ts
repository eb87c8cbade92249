import { z } from "zod";

/*
 * The parameters of every method this server knows, from https://core.telegram.org/bots/api as of Bot API types 5.0 of
 * @grammyjs/types (methods.d.ts quotes the official page). Unknown fields and other types are refused and recorded.
 */

const chatId = z.union([z.int(), z.string().min(1)]);
const text = z.string();
const parseMode = z.enum(["HTML"]);

const button = z
  .strictObject({
    text: z.string().min(1),
    callback_data: z.string().optional(),
    url: z.url().optional(),
    style: z.enum(["danger", "success", "primary"]).optional(),
  })
  .refine((value) => (value.callback_data === undefined) !== (value.url === undefined), {
    message: "a button has exactly one of callback_data and url",
  });

const inlineKeyboard = z.strictObject({ inline_keyboard: z.array(z.array(button)) });

const forceReply = z.strictObject({
  force_reply: z.literal(true),
  input_field_placeholder: z.string().min(1).max(64).optional(),
  selective: z.boolean().optional(),
});

const linkPreviewOptions = z.strictObject({
  is_disabled: z.boolean().optional(),
  url: z.string().optional(),
  prefer_small_media: z.boolean().optional(),
  prefer_large_media: z.boolean().optional(),
  show_above_text: z.boolean().optional(),
});

const replyParameters = z.strictObject({
  message_id: z.int(),
  chat_id: chatId.optional(),
  allow_sending_without_reply: z.boolean().optional(),
});

const sending = {
  chat_id: chatId,
  message_thread_id: z.int().optional(),
  disable_notification: z.boolean().optional(),
  protect_content: z.boolean().optional(),
  reply_parameters: replyParameters.optional(),
  reply_markup: z.union([inlineKeyboard, forceReply]).optional(),
};

const captioned = { caption: text.optional(), parse_mode: parseMode.optional() };

const albumItem = z.strictObject({
  type: z.enum(["photo", "video", "audio", "document"]),
  media: text,
  ...captioned,
});

const editing = { chat_id: chatId, message_id: z.int(), reply_markup: inlineKeyboard.optional() };

const updateTypes = z.array(
  z.enum([
    "message",
    "edited_message",
    "channel_post",
    "edited_channel_post",
    "callback_query",
    "inline_query",
    "my_chat_member",
    "chat_member",
    "message_reaction",
  ]),
);

const commandScope = z.strictObject({
  type: z.string(),
  chat_id: chatId.optional(),
  user_id: z.int().optional(),
});

const commandList = z.array(z.strictObject({ command: z.string(), description: z.string() }));

/** One schema a method, by its lower-case name: the Bot API ignores case in method names ("Making requests"). */
const METHOD_SCHEMAS = {
  getme: z.strictObject({}),
  getupdates: z.strictObject({
    offset: z.int().optional(),
    limit: z.int().min(1).max(100).optional(),
    timeout: z.int().min(0).optional(),
    allowed_updates: updateTypes.optional(),
  }),
  setwebhook: z.strictObject({
    url: text,
    max_connections: z.int().min(1).max(100).optional(),
    allowed_updates: updateTypes.optional(),
    drop_pending_updates: z.boolean().optional(),
    secret_token: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,256}$/)
      .optional(),
  }),
  deletewebhook: z.strictObject({ drop_pending_updates: z.boolean().optional() }),
  getwebhookinfo: z.strictObject({}),
  sendmessage: z.strictObject({
    ...sending,
    text,
    parse_mode: parseMode.optional(),
    link_preview_options: linkPreviewOptions.optional(),
  }),
  sendrichmessage: z.strictObject({
    ...sending,
    rich_message: z.strictObject({ html: text, skip_entity_detection: z.boolean().optional() }),
  }),
  sendphoto: z.strictObject({
    ...sending,
    ...captioned,
    photo: text,
    has_spoiler: z.boolean().optional(),
  }),
  sendvideo: z.strictObject({ ...sending, ...captioned, video: text }),
  sendanimation: z.strictObject({ ...sending, ...captioned, animation: text }),
  sendaudio: z.strictObject({ ...sending, ...captioned, audio: text }),
  senddocument: z.strictObject({
    ...sending,
    ...captioned,
    document: text,
    disable_content_type_detection: z.boolean().optional(),
  }),
  // An album has no reply_markup (sendMediaGroup).
  sendmediagroup: z
    .strictObject({ ...sending, media: z.array(albumItem) })
    .omit({ reply_markup: true }),
  editmessagetext: z.strictObject({
    ...editing,
    text,
    parse_mode: parseMode.optional(),
    link_preview_options: linkPreviewOptions.optional(),
  }),
  editmessagecaption: z.strictObject({ ...editing, ...captioned }),
  editmessagereplymarkup: z.strictObject(editing),
  deletemessage: z.strictObject({ chat_id: chatId, message_id: z.int() }),
  answercallbackquery: z.strictObject({
    callback_query_id: z.string().min(1),
    text: text.optional(),
    show_alert: z.boolean().optional(),
    cache_time: z.int().optional(),
  }),
  sendchataction: z.strictObject({
    chat_id: chatId,
    message_thread_id: z.int().optional(),
    action: z.enum(["typing", "upload_photo", "upload_document"]),
  }),
  setmessagereaction: z.strictObject({
    chat_id: chatId,
    message_id: z.int(),
    // Bots set one reaction a message, and no paid one (setMessageReaction); the test bot needs one of the emoji of ReactionTypeEmoji.
    reaction: z
      .array(
        z.strictObject({ type: z.literal("emoji"), emoji: z.enum(["👀", "👌", "👍", "❤", "😁"]) }),
      )
      .max(1)
      .optional(),
    is_big: z.boolean().optional(),
  }),
  getfile: z.strictObject({ file_id: z.string().min(1) }),
  setmycommands: z.strictObject({
    commands: commandList,
    scope: commandScope.optional(),
    language_code: text.optional(),
  }),
  deletemycommands: z.strictObject({
    scope: commandScope.optional(),
    language_code: text.optional(),
  }),
  getmycommands: z.strictObject({ scope: commandScope.optional(), language_code: text.optional() }),
};

/** Lower-case name of a method this server knows. */
export type MethodName = keyof typeof METHOD_SCHEMAS;

/** The checked parameters of a method. */
export type MethodParameters<Name extends MethodName> = z.infer<(typeof METHOD_SCHEMAS)[Name]>;

/** True for the name of a method this server knows. */
export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(METHOD_SCHEMAS, name);
}

/** What is wrong with the parameters of a call, one sentence a problem; empty when they are as the Bot API has them. */
export function problemsOf(name: MethodName, parameters: unknown): string[] {
  const checked = METHOD_SCHEMAS[name].safeParse(parameters);
  if (checked.success) return [];
  return checked.error.issues.map((issue) => `${name}: ${issue.path.join(".")} ${issue.message}`);
}
