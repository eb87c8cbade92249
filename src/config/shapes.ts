import { z } from "zod";
import type { Localized } from "../base/localized.ts";

/** Between the two languages of one message: zod carries one text, and no text holds this character (Unicode, "Information Separator One"). */
const BETWEEN = "\u001f";

/** What is said of a wrong setting, in both languages. */
export function wordsOfIssue(message: string): Localized {
  const [en = "", ko = en] = message.split(BETWEEN);
  return { ko, en };
}

/** Any text but an empty one. */
export const someText = z.string().min(1, { message: both({ ko: "비어 있어요", en: "is empty" }) });

/** One of these words; `words` says so of any other. */
export function oneOf<const Values extends readonly [string, ...string[]]>(
  values: Values,
  words: Localized,
) {
  return z.enum(values, { message: both(words) });
}

/** An exact origin: scheme, host and port. */
export const origin = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    message: both({
      ko: "http://127.0.0.1:8081 같은 주소여야 해요",
      en: "must be an address such as http://127.0.0.1:8081",
    }),
  });

/** The address of a WebSocket. */
export const socketAddress = z
  .string()
  .refine((text) => URL.canParse(text) && /^wss?:$/.test(new URL(text).protocol), {
    message: both({
      ko: "ws://127.0.0.1:8082 같은 주소여야 해요",
      en: "must be an address such as ws://127.0.0.1:8082",
    }),
  });

/** Where Telegram is to deliver: nothing may stand in it that is not for everybody to read. */
export const webhookAddress = z.string().refine(isWebhookAddress, {
  message: both({
    ko: "?와 # 없이 https://bot.example.org/telegram 같은 주소여야 해요",
    en: "must be an address such as https://bot.example.org/telegram, without ? and #",
  }),
});

/** `host:port`; an IPv6 address stands in brackets. */
export const LISTEN = /^(\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+):(\d{1,5})$/;

/** Where this machine listens, in the form of `LISTEN`. */
export const listenAddress = z.string().refine(isListenAddress, {
  message: both({
    ko: "127.0.0.1:8443 같은 주소와 포트여야 해요",
    en: "must be an address and a port, such as 127.0.0.1:8443",
  }),
});

/** What Telegram sends along with each delivery (Bot API, setWebhook, `secret_token`; at least 16 so that it cannot be guessed). */
export const webhookSecret = z.string().regex(/^[A-Za-z0-9_-]{16,256}$/, {
  message: both({
    ko: "A-Z, a-z, 0-9, _, - 로 된 16자에서 256자여야 해요",
    en: "must be 16 to 256 of the characters A-Z, a-z, 0-9, _ and -",
  }),
});

/** A bot token: the bot's number, a colon, letters, digits, "-" and "_"; at most 80 characters (Telegram Bot API, "Authorizing your bot"). */
export const telegramToken = z.string().regex(/^(?=.{3,80}$)[1-9]\d{0,16}:[A-Za-z0-9_-]+$/, {
  message: both({
    ko: "봇 토큰이 아니에요. @BotFather가 주는 123456789:AAH… 같은 것을 통째로 복사하세요",
    en: "is not a bot token; @BotFather gives one like 123456789:AAH… (copy all of it)",
  }),
});

/** A bot token: three parts with dots between (Discord docs, "API Reference", Authentication). */
export const discordToken = z.string().regex(/^[\w-]{18,40}\.[\w-]{5,10}\.[\w-]{20,60}$/, {
  message: both({
    ko: "봇 토큰이 아니에요. Developer Portal(Bot, Reset Token)이 주는, 점으로 나뉜 세 부분을 통째로 복사하세요",
    en: "is not a bot token; the Developer Portal (Bot, Reset Token) gives one of three parts with dots between (copy all of it)",
  }),
});

/** A key of a provider of models. */
export const providerKey = z.string().min(10, {
  message: both({ ko: "키라고 하기에는 너무 짧아요", en: "is too short to be a key" }),
});

/** The whole path of a model for speech. */
export const modelPath = z.string().startsWith("/", {
  message: both({
    ko: "/srv/ggml-base.bin 같은 모델 파일의 전체 경로여야 해요",
    en: "must be the whole path of a model file, such as /srv/ggml-base.bin",
  }),
});

/** Names of nodes with commas between. */
export const nodeNames = z.string().regex(/^[a-z_]+(?:[\s,]+[a-z_]+)*$/, {
  message: both({
    ko: "source,messenger처럼 쉼표로 나눈 노드 이름이어야 해요",
    en: "must be names of nodes with commas between, such as source,messenger",
  }),
});

/** `name=input/output`, in US dollars for a million tokens. */
export const PRICE = /^([^\s=,]+)=(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/;

/** A list of prices, each in the form of `PRICE`. */
export const prices = z
  .string()
  .refine((text) => entriesOf(text).every((entry) => PRICE.test(entry)), {
    message: both({
      ko: "google/gemini-3.8-flash=0.50/3.00처럼 백만 토큰마다의 달러를 모델=입력/출력으로, 쉼표로 나누어 적어야 해요",
      en: "must be MODEL=INPUT/OUTPUT in US dollars for a million tokens, such as google/gemini-3.8-flash=0.50/3.00, with commas between",
    }),
  });

/** An IANA time zone. */
export const zone = z.string().refine(isZone, {
  message: both({
    ko: '"Asia/Seoul" 같은 IANA 시간대여야 해요',
    en: 'must be an IANA time zone such as "Asia/Seoul"',
  }),
});

/**
 * Fewer days would not protect from an update that is delivered again: Telegram keeps one for up to 24 hours (Bot API, "Getting
 * updates"), and a card about a new person is open for a week.
 */
const FEWEST_DAYS = 8;
const MOST_DAYS = 3650;

/** How many days something is kept; 0 is for ever. */
export const days = z.coerce
  .number({ message: both({ ko: "날 수여야 해요", en: "must be a number of days" }) })
  .int({ message: both({ ko: "정수인 날 수여야 해요", en: "must be a whole number of days" }) })
  .refine((value) => value === 0 || (value >= FEWEST_DAYS && value <= MOST_DAYS), {
    message: both({
      ko: `${FEWEST_DAYS}일부터 ${MOST_DAYS}일까지, 또는 모두 보관하려면 0이어야 해요`,
      en: `must be from ${FEWEST_DAYS} to ${MOST_DAYS} days, or 0 to keep everything`,
    }),
  });

/** `MINUTE/HOUR`: how many in a minute and how many in an hour; 0 is no limit. */
export const rate = z.string().regex(/^\d{1,6}\/\d{1,6}$/, {
  message: both({
    ko: "20/300처럼 분/시간 한도여야 해요(0은 한도 없음)",
    en: "must be MINUTE/HOUR, such as 20/300; 0 in either place is no limit",
  }),
});

/** US dollars. */
export const dollars = positive({
  ko: "1.50처럼 0보다 큰 미국 달러 금액이어야 해요",
  en: "must be a number of US dollars greater than 0, such as 1.50",
});

/** Megabytes. */
export const megabytes = positive({
  ko: "0보다 큰 메가바이트 수여야 해요",
  en: "must be a number of megabytes",
});

/** Tokens of a model; 0 is no limit. */
export const tokens = whole(0, Number.MAX_SAFE_INTEGER, {
  ko: "정수인 토큰 수, 또는 한도가 없으면 0이어야 해요",
  en: "must be a whole number of tokens, or 0 for no limit",
});

/** Tokens of one answer of a model. */
export const answerTokens = whole(256, 65_536, {
  ko: "256부터 65536까지의 토큰 수여야 해요",
  en: "must be a whole number of tokens from 256 to 65536",
});

/** Rounds of a turn. */
export const rounds = whole(1, 50, {
  ko: "1부터 50까지의 정수여야 해요",
  en: "must be a whole number from 1 to 50",
});

/** Hours; 0 is never. */
export const hours = whole(0, 8760, {
  ko: "1부터 8760까지의 시간 수, 또는 끝내지 않으려면 0이어야 해요",
  en: "must be a whole number of hours from 1 to 8760, or 0 for never",
});

/** How many people. */
export const people = whole(1, 9, {
  ko: "1부터 9까지의 사람 수여야 해요",
  en: "must be a whole number of people from 1 to 9",
});

/** A share in percent. */
export const percent = whole(1, 100, {
  ko: "1부터 100까지의 정수 퍼센트여야 해요",
  en: "must be a whole number of percent from 1 to 100",
});

/** A port of this machine. */
export const port = whole(1, 65_535, {
  ko: "1부터 65535까지의 포트여야 해요",
  en: "must be a port from 1 to 65535",
});

/** Shards of a Discord bot. */
export const shards = whole(1, 10_000, {
  ko: "1 이상의 샤드 수여야 해요",
  en: "must be a whole number of shards from 1",
});

/** Whether Telegram could be told to deliver there: an address without user, query and fragment. */
export function isWebhookAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + password + search + hash === "";
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

function isListenAddress(text: string): boolean {
  const number = Number(LISTEN.exec(text)?.[2]);
  return number >= 1 && number <= 65_535;
}

function whole(least: number, most: number, words: Localized) {
  const message = both(words);
  return z.coerce
    .number({ message })
    .int({ message })
    .min(least, { message })
    .max(most, { message });
}

function positive(words: Localized) {
  const message = both(words);
  return z.coerce.number({ message }).positive({ message });
}

function both({ ko, en }: Localized): string {
  return `${en}${BETWEEN}${ko}`;
}
