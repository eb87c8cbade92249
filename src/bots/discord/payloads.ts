import type {
  APIAttachment,
  APIMessage,
  APIUser,
  GatewayMessageEventExtraFields,
} from "discord.js";

/** A message; only the gateway says of which server it is, and what its author is called there. */
export type DiscordMessage = APIMessage &
  Partial<Pick<GatewayMessageEventExtraFields, "guild_id" | "member">>;

/** What is read of a channel (docs "Channel Resource"). */
export interface DiscordChannel {
  readonly id: string;
  readonly type: number;
  readonly name?: string;
  readonly parent_id?: string | null;
  readonly guild_id?: string;
}

interface Field {
  readonly custom_id: string;
  readonly value?: string;
}

/** What is read of an interaction of any type (docs "Receiving and Responding to Interactions"). */
export interface DiscordInteraction {
  readonly id: string;
  readonly type: number;
  readonly token: string;
  readonly guild_id?: string;
  readonly channel_id: string;
  readonly channel?: DiscordChannel;
  readonly member?: { readonly user: APIUser; readonly nick?: string | null };
  readonly user?: APIUser;
  readonly locale?: string;
  /** The message under which a component was used. */
  readonly message?: {
    readonly id: string;
    readonly components?: readonly {
      readonly components?: readonly { readonly custom_id?: string; readonly label?: string }[];
    }[];
  };
  readonly data: {
    readonly type?: number;
    readonly name?: string;
    readonly custom_id?: string;
    readonly values?: readonly string[];
    readonly target_id?: string;
    readonly options?: readonly { readonly name: string; readonly value?: unknown }[];
    /** Of a form: its fields, each in a label. */
    readonly components?: readonly { readonly component?: Field }[];
    readonly resolved?: {
      readonly messages?: Readonly<Record<string, APIMessage>>;
      readonly attachments?: Readonly<Record<string, APIAttachment>>;
    };
  };
}

/** True where there is all of a message that is always there: some edits tell of a part of one alone. */
export function isMessage(data: unknown): data is DiscordMessage {
  const { id, channel_id, author, content, mentions, mention_roles, attachments, embeds } = (data ??
    {}) as Partial<DiscordMessage>;
  return (
    isSnowflake(id) &&
    isSnowflake(channel_id) &&
    isSnowflake(author?.id) &&
    typeof content === "string" &&
    [mentions, mention_roles, attachments, embeds].every(Array.isArray)
  );
}

/** What should be a message, as one. Throws where it is none. */
export function asMessage(data: unknown): DiscordMessage {
  if (isMessage(data)) return data;
  throw new TypeError("That is no message.");
}

/** What should be an interaction, as one. Throws where it is none. */
export function asInteraction(data: unknown): DiscordInteraction {
  const { id, channel_id: channelId, data: used } = (data ?? {}) as DiscordInteraction;
  if (isSnowflake(id) && isSnowflake(channelId) && typeof used === "object")
    return data as DiscordInteraction;
  throw new TypeError("That is no interaction.");
}

function isSnowflake(id: unknown): boolean {
  return typeof id === "string" && /^\d{1,20}$/.test(id);
}

/** When a snowflake was made, in Unix ms: its upper 42 bits since 2015 (docs "API Reference", Snowflakes). */
export function snowflakeMs(snowflake: string): number {
  return Number(BigInt(snowflake) >> 22n) + EPOCH_MS;
}

/** The lowest snowflake of a moment. */
export function snowflakeAt(atMs: number): string {
  return String(BigInt(Math.max(0, atMs - EPOCH_MS)) << 22n);
}

const EPOCH_MS = 1_420_070_400_000;
