import { z } from "zod";

/** What is read of Discord's objects; anything else in them is left out. Ids are snowflakes as text. */
const id = z.string().regex(/^\d{1,20}$/);

const user = z.object({
  id,
  username: z.string(),
  global_name: z.string().nullish(),
  bot: z.boolean().optional(),
});

/** Attachment object (docs "Message Resource"); `title` is the name with what Discord takes out of `filename`. */
const attachment = z.object({
  id: z.string().default(""),
  filename: z.string().default("file"),
  title: z.string().nullish(),
  content_type: z.string().nullish(),
  size: z.number().optional(),
  url: z.string().default(""),
});

/** What is read of a file that a message brings. */
export type DiscordAttachment = z.infer<typeof attachment>;

const words = z.object({ text: z.string().default("") });

/** What a message holds beside its text and files (docs "Message Resource", "Poll Resource", "Sticker Resource"). */
const beside = {
  sticker_items: z.array(z.object({ name: z.string() })).default([]),
  poll: z
    .object({
      question: words,
      answers: z.array(z.object({ poll_media: words })).default([]),
    })
    .optional(),
  embeds: z
    .array(z.object({ title: z.string().optional(), description: z.string().optional() }))
    .default([]),
};

const snapshot = z.object({
  message: z.object({
    content: z.string().default(""),
    attachments: z.array(attachment).default([]),
    ...beside,
  }),
});

/** Message object (docs "Message Resource"), but for the one that it answers. */
const message = z.object({
  id,
  channel_id: id,
  guild_id: id.optional(),
  author: user,
  member: z.object({ nick: z.string().nullish() }).optional(),
  content: z.string().default(""),
  timestamp: z.string(),
  edited_timestamp: z.string().nullish(),
  type: z.number().default(0),
  flags: z.number().default(0),
  webhook_id: id.optional(),
  nonce: z.union([z.string(), z.number()]).optional(),
  mentions: z.array(user).default([]),
  mention_roles: z.array(id).default([]),
  attachments: z.array(attachment).default([]),
  ...beside,
  message_reference: z.object({ type: z.number().optional() }).optional(),
  message_snapshots: z.array(snapshot).default([]),
});

/** A message; the one that it answers is null where it was deleted. */
export const discordMessage = message.extend({
  referenced_message: message.partial({ timestamp: true, channel_id: true }).nullish(),
});

/** What is read of a message. */
export type DiscordMessage = z.infer<typeof discordMessage>;

const channel = z.object({
  id,
  type: z.number(),
  parent_id: id.nullish(),
  guild_id: id.optional(),
});

/** What is read of a channel. */
export const discordChannel = channel;

/** A channel as it was read. */
export type DiscordChannel = z.infer<typeof channel>;

const option = z.object({
  name: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]).optional(),
});

const field = z.object({ custom_id: z.string(), value: z.string().default("") });

const submitted = z.object({
  component: field.optional(),
  components: z.array(field).optional(),
});

const shown = z.object({
  custom_id: z.string().optional(),
  label: z.string().optional(),
});

/** Interaction object (docs "Receiving and Responding to Interactions"). */
export const discordInteraction = z.object({
  id,
  application_id: id,
  type: z.number(),
  token: z.string(),
  guild_id: id.optional(),
  channel_id: id.optional(),
  channel: channel.optional(),
  member: z.object({ user, nick: z.string().nullish() }).optional(),
  user: user.optional(),
  locale: z.string().optional(),
  message: z
    .object({
      id,
      components: z.array(z.object({ components: z.array(shown).optional() })).default([]),
    })
    .optional(),
  data: z
    .object({
      type: z.number().optional(),
      name: z.string().optional(),
      custom_id: z.string().optional(),
      values: z.array(z.string()).optional(),
      target_id: id.optional(),
      options: z.array(option).optional(),
      components: z.array(submitted).optional(),
      resolved: z
        .object({
          messages: z
            .record(z.string(), message.partial({ timestamp: true, channel_id: true }))
            .optional(),
          attachments: z.record(z.string(), attachment).optional(),
        })
        .optional(),
    })
    .default({}),
});

/** What is read of an interaction. */
export type DiscordInteraction = z.infer<typeof discordInteraction>;

/** When a snowflake was made, in Unix ms: its upper 42 bits since 2015 (docs "API Reference", Snowflakes). */
export function snowflakeMs(snowflake: string): number {
  return Number(BigInt(snowflake) >> 22n) + 1_420_070_400_000;
}

/** The lowest snowflake of a moment. */
export function snowflakeAt(atMs: number): string {
  return String(BigInt(Math.max(0, atMs - 1_420_070_400_000)) << 22n);
}
