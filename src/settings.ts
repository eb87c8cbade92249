import { z } from "zod";
import type { Localized } from "./base/words.ts";

/** Between the two languages of one message: zod carries one text, and no text holds this character (Unicode, "Information Separator One"). */
const BETWEEN = "\u001f";

function both({ ko, en }: Localized): string {
  return `${en}${BETWEEN}${ko}`;
}

/** What is said of a wrong setting, in both languages. */
export function wordsOfIssue(message: string): Localized {
  const [en = "", ko = en] = message.split(BETWEEN);
  return { ko, en };
}

const EMPTY = both({ ko: "비어 있습니다", en: "is empty" });

/** Shape of a bot token: the bot's number, a colon, letters, digits, "-" and "_"; at most 80 characters (Telegram Bot API, "Authorizing your bot"). */
const TELEGRAM_TOKEN = /^(?=.{3,80}$)[1-9]\d{0,16}:[A-Za-z0-9_-]+$/;

/** Shape of a bot token: three parts with dots between (Discord docs, "API Reference", Authentication). */
const DISCORD_TOKEN = /^[\w-]{18,40}\.[\w-]{5,10}\.[\w-]{20,60}$/;

/** The address of a WebSocket. */
const socketAddress = z
  .string()
  .refine((text) => URL.canParse(text) && /^wss?:$/.test(new URL(text).protocol), {
    message: both({
      ko: "ws://127.0.0.1:8082 같은 주소여야 합니다",
      en: "must be an address such as ws://127.0.0.1:8082",
    }),
  });

/** An exact origin: scheme, host and port. */
export const origin = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    message: both({
      ko: "http://127.0.0.1:8081 같은 주소여야 합니다",
      en: "must be an address such as http://127.0.0.1:8081",
    }),
  });

/** Where Telegram is to deliver: nothing may stand in it that is not for everybody to read. */
const webhookAddress = z.string().refine(isWebhookAddress, {
  message: both({
    ko: "?와 # 없이 https://bot.example.org/telegram 같은 주소여야 합니다",
    en: "must be an address such as https://bot.example.org/telegram, without ? and #",
  }),
});

/** `host:port`; an IPv6 address stands in brackets. */
export const LISTEN = /^(\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+):(\d{1,5})$/;

/** Ports that Telegram's own servers deliver to (Bot API, setWebhook, notes). A URL leaves 443 out. */
const WEBHOOK_PORTS = ["", "80", "88", "8443"];

const zone = z.string().refine(isZone, {
  message: both({
    ko: '"Asia/Seoul" 같은 IANA 시간대여야 합니다',
    en: 'must be an IANA time zone such as "Asia/Seoul"',
  }),
});

const WHOLE_QUORUM = both({
  ko: "1부터 9까지의 사람 수여야 합니다",
  en: "must be a whole number of people from 1 to 9",
});

/**
 * Fewer days would not protect from an update that is delivered again: Telegram keeps one for up to 24 hours (Bot API, "Getting
 * updates"), and a card about a new person is open for a week.
 */
const FEWEST_DAYS = 8;
const MOST_DAYS = 3650;

const days = (usual: number) =>
  z.coerce
    .number({ message: both({ ko: "날 수여야 합니다", en: "must be a number of days" }) })
    .int({ message: both({ ko: "정수인 날 수여야 합니다", en: "must be a whole number of days" }) })
    .refine((value) => value === 0 || (value >= FEWEST_DAYS && value <= MOST_DAYS), {
      message: both({
        ko: `${FEWEST_DAYS}일부터 ${MOST_DAYS}일까지, 또는 모두 보관하려면 0이어야 합니다`,
        en: `must be from ${FEWEST_DAYS} to ${MOST_DAYS} days, or 0 to keep everything`,
      }),
    })
    .default(usual);

const RATE = /^\d{1,6}\/\d{1,6}$/;
const TOKENS = both({
  ko: "정수인 토큰 수, 또는 한도가 없으면 0이어야 합니다",
  en: "must be a whole number of tokens, or 0 for no limit",
});
const DOLLARS = both({
  ko: "1.50처럼 0보다 큰 미국 달러 금액이어야 합니다",
  en: "must be a number of US dollars greater than 0, such as 1.50",
});
/** `name=input/output`, in US dollars for a million tokens. */
export const PRICE = /^([^\s=,]+)=(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/;

const rate = (usual: string) =>
  z
    .string()
    .regex(RATE, {
      message: both({
        ko: "20/300처럼 분/시간 한도여야 합니다(0은 한도 없음)",
        en: "must be MINUTE/HOUR, such as 20/300; 0 in either place is no limit",
      }),
    })
    .default(usual);

const whole = (least: number, most: number, message: string) =>
  z.coerce.number({ message }).int({ message }).min(least, { message }).max(most, { message });

const tokens = (usual: number) => whole(0, Number.MAX_SAFE_INTEGER, TOKENS).default(usual);

const dollars = z.coerce.number({ message: DOLLARS }).positive({ message: DOLLARS }).optional();

const MEGABYTES = both({
  ko: "0보다 큰 메가바이트 수여야 합니다",
  en: "must be a number of megabytes",
});
const HOURS = both({
  ko: "1부터 8760까지의 시간 수, 또는 끝내지 않으려면 0이어야 합니다",
  en: "must be a whole number of hours from 1 to 8760, or 0 for never",
});
const PORT = both({
  ko: "1부터 65535까지의 포트여야 합니다",
  en: "must be a port from 1 to 65535",
});
const SHARE = both({
  ko: "1부터 100까지의 정수 퍼센트여야 합니다",
  en: "must be a whole number of percent from 1 to 100",
});
const ANSWER = both({
  ko: "256부터 65536까지의 토큰 수여야 합니다",
  en: "must be a whole number of tokens from 256 to 65536",
});
const ROUNDS = both({
  ko: "1부터 50까지의 정수여야 합니다",
  en: "must be a whole number from 1 to 50",
});

/** Every setting: its shape, its default, and what is said where it is wrong. */
export const SCHEMA = z.object({
  IBL_HOME: z.string().min(1, { message: EMPTY }).default("./var"),
  IBL_LANGUAGE: z
    .enum(["ko", "en"], {
      message: both({ ko: '"ko" 나 "en" 이어야 합니다', en: 'must be "ko" or "en"' }),
    })
    .optional(),
  IBL_TIME_ZONE: zone.optional(),
  IBL_LOG_LEVEL: z
    .enum(["info", "warn", "error", "silent"], {
      message: both({
        ko: "info, warn, error, silent 가운데 하나여야 합니다",
        en: "must be info, warn, error or silent",
      }),
    })
    .default("info"),
  IBL_ALLOW_ORIGINS: z.string().default(""),
  IBL_APPROVAL_FOUR_EYES: z
    .enum(["yes", "no"], {
      message: both({ ko: '"yes" 나 "no" 여야 합니다', en: 'must be "yes" or "no"' }),
    })
    .default("no"),
  IBL_APPROVAL_QUORUM: whole(1, 9, WHOLE_QUORUM).default(1),
  IBL_ALLOWED_NODES: z
    .string()
    .regex(/^[a-z_]+(?:[\s,]+[a-z_]+)*$/, {
      message: both({
        ko: "source,messenger처럼 쉼표로 나눈 노드 이름이어야 합니다",
        en: "must be names of nodes with commas between, such as source,messenger",
      }),
    })
    .optional(),
  IBL_FILE_QUOTA_MB: z.coerce
    .number({ message: MEGABYTES })
    .positive({ message: MEGABYTES })
    .default(500),
  IBL_KEEP_MESSAGES_DAYS: days(90),
  IBL_KEEP_TRANSPORT_DAYS: days(30),
  IBL_KEEP_DONE_DAYS: days(90),
  IBL_SESSION_IDLE_HOURS: whole(0, 8760, HOURS).default(12),
  IBL_RATE_MESSAGES_PERSON: rate("30/500"),
  IBL_RATE_MESSAGES_CHAT: rate("60/1000"),
  IBL_RATE_PROGRAMS_PERSON: rate("60/1000"),
  IBL_RATE_PROGRAMS_CHAT: rate("120/2000"),
  IBL_TOKENS_PERSON: tokens(1_000_000),
  IBL_TOKENS_CHAT: tokens(2_000_000),
  IBL_TOKENS_JOB: tokens(500_000),
  IBL_TOKENS_SERVICE: tokens(5_000_000),
  IBL_MONEY_PERSON: dollars,
  IBL_MONEY_CHAT: dollars,
  IBL_MONEY_JOB: dollars,
  IBL_MONEY_SERVICE: dollars,
  IBL_BUDGET_ASK_PERCENT: whole(1, 100, SHARE).default(80),
  IBL_MODEL_PRICES: z
    .string()
    .refine((text) => entriesOf(text).every((entry) => PRICE.test(entry)), {
      message: both({
        ko: "google/gemini-3.8-flash=0.50/3.00처럼 백만 토큰마다의 달러를 모델=입력/출력으로, 쉼표로 나누어 적어야 합니다",
        en: "must be MODEL=INPUT/OUTPUT in US dollars for a million tokens, such as google/gemini-3.8-flash=0.50/3.00, with commas between",
      }),
    })
    .default(""),
  IBL_MODEL_MAX_OUTPUT_TOKENS: whole(256, 65_536, ANSWER).default(16_384),
  IBL_MODEL_MAX_ROUNDS: whole(1, 50, ROUNDS).default(10),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(TELEGRAM_TOKEN, {
      message: both({
        ko: "봇 토큰이 아닙니다. @BotFather가 주는 123456789:AAH… 같은 것을 통째로 복사하세요",
        en: "is not a bot token; @BotFather gives one like 123456789:AAH… (copy all of it)",
      }),
    })
    .optional(),
  TELEGRAM_API_ROOT: origin.optional(),
  TELEGRAM_WEBHOOK_URL: webhookAddress.optional(),
  TELEGRAM_WEBHOOK_LISTEN: z
    .string()
    .refine(isListenAddress, {
      message: both({
        ko: "127.0.0.1:8443 같은 주소와 포트여야 합니다",
        en: "must be an address and a port, such as 127.0.0.1:8443",
      }),
    })
    .optional(),
  TELEGRAM_WEBHOOK_SECRET: z
    .string()
    .regex(/^[A-Za-z0-9_-]{16,256}$/, {
      message: both({
        ko: "A-Z, a-z, 0-9, _, - 로 된 16자에서 256자여야 합니다",
        en: "must be 16 to 256 of the characters A-Z, a-z, 0-9, _ and -",
      }),
    })
    .optional(),
  DISCORD_BOT_TOKEN: z
    .string()
    .regex(DISCORD_TOKEN, {
      message: both({
        ko: "봇 토큰이 아닙니다. Developer Portal(Bot, Reset Token)이 주는, 점으로 나뉜 세 부분을 통째로 복사하세요",
        en: "is not a bot token; the Developer Portal (Bot, Reset Token) gives one of three parts with dots between (copy all of it)",
      }),
    })
    .optional(),
  DISCORD_API_BASE: origin.optional(),
  DISCORD_GATEWAY: socketAddress.optional(),
  DISCORD_SHARDS: whole(
    1,
    10_000,
    both({ ko: "1 이상의 샤드 수여야 합니다", en: "must be a whole number of shards from 1" }),
  ).optional(),
  GEMINI_API_KEY: z
    .string()
    .min(10, {
      message: both({ ko: "키라고 하기에는 너무 짧습니다", en: "is too short to be a key" }),
    })
    .optional(),
  GEMINI_MODEL: z.string().min(1, { message: EMPTY }).optional(),
  GEMINI_BASE_URL: origin.optional(),
  ANTHROPIC_API_KEY: z
    .string()
    .min(10, {
      message: both({ ko: "키라고 하기에는 너무 짧습니다", en: "is too short to be a key" }),
    })
    .optional(),
  ANTHROPIC_BASE_URL: origin.optional(),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: origin.optional(),
  OLLAMA_BASE_URL: origin.optional(),
  IBL_MODEL: z.string().optional(),
  IBL_MODEL_FAST: z.string().optional(),
  IBL_MODEL_VISION: z.string().optional(),
  IBL_MODEL_FALLBACKS: z.string().default(""),
  IBL_EMBEDDER: z.string().optional(),
  IBL_EMBEDDER_MODEL: z.string().optional(),
  /** The smaller of OpenAI's models for speech (developers.openai.com, "GPT-4o mini Transcribe"). */
  OPENAI_TRANSCRIBE_MODEL: z.string().min(1, { message: EMPTY }).default("gpt-4o-mini-transcribe"),
  WHISPER_CLI: z.string().min(1, { message: EMPTY }).default("whisper-cli"),
  WHISPER_MODEL: z
    .string()
    .startsWith("/", {
      message: both({
        ko: "/srv/ggml-base.bin 같은 모델 파일의 전체 경로여야 합니다",
        en: "must be the whole path of a model file, such as /srv/ggml-base.bin",
      }),
    })
    .optional(),
  IBL_VOICE: z
    .enum(["auto", "whisper", "openai", "google", "off"], {
      message: both({
        ko: "auto, whisper, openai, google, off 가운데 하나여야 합니다",
        en: "must be auto, whisper, openai, google or off",
      }),
    })
    .default("auto"),
  IBL_WEBHOOK_HOST: z.string().min(1, { message: EMPTY }).default("127.0.0.1"),
  IBL_WEBHOOK_PORT: whole(1, 65_535, PORT).default(8787),
  IBL_WEBHOOK_URL: origin.optional(),
  CHROMIUM_PATH: z.string().min(1, { message: EMPTY }).optional(),
});

function isListenAddress(text: string): boolean {
  const port = Number(LISTEN.exec(text)?.[2]);
  return port >= 1 && port <= 65_535;
}

function isWebhookAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + password + search + hash === "";
}

/** What is wrong with the settings of a webhook taken together; nothing for one without a mistake. A Bot API server of one's own delivers anywhere (README of tdlib/telegram-bot-api, "--local"). */
export function webhookProblems(
  given: Readonly<Record<string, string>>,
): readonly { readonly name: string; readonly words: Localized }[] {
  const {
    TELEGRAM_WEBHOOK_URL: url,
    TELEGRAM_API_ROOT: apiRoot,
    TELEGRAM_BOT_TOKEN: token,
  } = given;
  if (url === undefined)
    return ["TELEGRAM_WEBHOOK_LISTEN", "TELEGRAM_WEBHOOK_SECRET"].flatMap((lonely) =>
      given[lonely] === undefined
        ? []
        : [
            {
              name: lonely,
              words: {
                ko: "TELEGRAM_WEBHOOK_URL도 있어야 합니다",
                en: "needs TELEGRAM_WEBHOOK_URL beside it",
              },
            },
          ],
    );
  const name = "TELEGRAM_WEBHOOK_URL";
  const problems =
    token === undefined
      ? [
          {
            name,
            words: {
              ko: "TELEGRAM_BOT_TOKEN도 있어야 합니다",
              en: "needs TELEGRAM_BOT_TOKEN beside it",
            },
          },
        ]
      : [];
  if (!isWebhookAddress(url) || apiRoot !== undefined) return problems;
  const { protocol, port, hostname } = new URL(url);
  if (protocol !== "https:")
    problems.push({
      name,
      words: { ko: "https://로 시작해야 합니다", en: "must begin with https://" },
    });
  if (!WEBHOOK_PORTS.includes(port))
    problems.push({
      name,
      words: {
        ko: "포트는 443, 80, 88, 8443 가운데 하나여야 합니다. 텔레그램은 다른 포트로 보내지 않습니다",
        en: "must use port 443, 80, 88 or 8443: Telegram delivers to no other",
      },
    });
  if (!isPublicName(hostname))
    problems.push({
      name,
      words: {
        ko: `공개된 호스트여야 합니다. 텔레그램은 "${hostname}"에 닿을 수 없습니다`,
        en: `must name a public host: Telegram cannot reach "${hostname}"`,
      },
    });
  return problems;
}

/** False for a name without a dot or of this network, and for an IPv4 address; a certificate that Telegram accepts names a host. */
function isPublicName(hostname: string): boolean {
  const isName = /\.[a-z][a-z0-9-]*$/.test(hostname);
  return isName && !/\.(?:local|localhost|internal|lan|home|test)$/.test(hostname);
}

/** Whether this Node knows a time zone by that name. */
export function isZone(name: string): boolean {
  if (name === "") return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** The entries of a list with commas, trimmed; empty ones are left out. */
export function entriesOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== "");
}
