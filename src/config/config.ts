import { isAbsolute, resolve } from "node:path";
import type { z } from "zod";
import { AppError } from "../base/errors.ts";
import { korean } from "../base/korean-particles.ts";
import type { Language, Localized } from "../base/localized.ts";
import { languageOf } from "./environment.ts";
import { type EmbedderSetting, type ModelSettings, readEmbedder, readModels } from "./models.ts";
import { SCHEMA } from "./schema.ts";
import {
  entriesOf,
  isWebhookAddress,
  isZone,
  LISTEN,
  origin,
  PRICE,
  wordsOfIssue,
} from "./shapes.ts";

/** Everything that can be set, checked once and frozen. Paths are absolute. */
export interface Config {
  readonly home: string;
  readonly language: Language;
  readonly zone: string;
  readonly telegram?: {
    readonly token: string;
    readonly apiRoot?: string;
    /** Absent where updates are polled for. */
    readonly webhook?: WebhookSetting;
  };
  readonly discord?: {
    readonly token: string;
    readonly apiBase?: string;
    readonly gateway?: string;
    /** `undefined`: as many as Discord recommends. */
    readonly shards?: number;
  };
  /** Absent where no model is set. */
  readonly models?: ModelSettings;
  /** What turns texts into vectors for the usage examples. */
  readonly embedder: EmbedderSetting;
  /** What writes speech down; `which` is `auto` for all that are set, those on this machine first. */
  readonly voice: VoiceSettings;
  readonly allowOrigins: readonly string[];
  /** Who must press before something is allowed. */
  readonly approvalPolicy: { readonly fourEyes: boolean; readonly quorum: number };
  /** Nodes that programs may reach besides `system`; `undefined` for all. */
  readonly allowedNodes?: readonly string[];
  /** Service name (`google-news`) → origin. */
  readonly upstreams: Readonly<Record<string, string>>;
  /** Where webhooks listen while there are any, and the address under which others reach them; absent: where they listen. */
  readonly webhooks: { readonly host: string; readonly port: number; readonly url?: string };
  readonly chromiumPath?: string;
  /** The adb server of this machine, and the program that starts it where it is not in the usual folders. */
  readonly adb: { readonly port: number; readonly path?: string };
  readonly quotaBytes: number;
  /** Days for which rows are kept, by class; a class without a number is kept for good. */
  readonly keepDays: Readonly<Partial<Record<"messages" | "transport" | "done", number>>>;
  /** After so much silence a conversation ends; 0 for never. */
  readonly sessionIdleMs: number;
  /** Most messages taken and programs run. */
  readonly rates: Readonly<
    Record<"message" | "program", { readonly person: RateSetting; readonly chat: RateSetting }>
  >;
  /** What the model may take in a day: tokens, and money in millionths of a US dollar. */
  readonly budgets: {
    readonly limits: PerScope<{ readonly tokens?: number; readonly micros?: number }>;
    /** From this share of a limit on an owner is asked, in percent; 100 asks never. */
    readonly askPercent: number;
  };
  /** US dollars for a million tokens, by `provider/model`. */
  readonly modelPrices: Readonly<
    Record<string, { readonly input: number; readonly output: number }>
  >;
  /** Most tokens of one answer of the model, thinking included. */
  readonly maxOutputTokens: number;
  /** Most answers of the model in one turn. */
  readonly maxRounds: number;
  readonly logLevel: "info" | "warn" | "error" | "silent";
  /** Keys that API services ask for, by variable name. */
  readonly environment: Readonly<Record<string, string>>;
  /** Values that must never be printed. */
  readonly secrets: readonly string[];
}

/** Where Telegram delivers, and where that comes in; without a secret one is made. */
interface WebhookSetting {
  readonly url: string;
  readonly listen: { readonly host: string; readonly port: number };
  readonly secret?: string;
}

/** A limit of each scope within a day; what is absent is not limited. */
type PerScope<T> = Readonly<Record<"person" | "chat" | "schedule" | "service", T>>;

/** Most in a minute and in an hour. */
interface RateSetting {
  readonly perMinute?: number;
  readonly perHour?: number;
}

/** What writes speech down, and where. */
export interface VoiceSettings {
  readonly which: "auto" | "whisper" | "openai" | "google" | "off";
  readonly whisper?: { readonly program: string; readonly modelPath: string };
  readonly openai?: RemoteVoice & { readonly model: string };
  readonly google?: RemoteVoice & { readonly model?: string };
}

interface RemoteVoice {
  readonly apiKey: string;
  readonly baseUrl?: string;
}

/** One wrong setting. */
export interface ConfigProblem {
  readonly name: string;
  readonly words: Localized;
}

/** Names of every setting, for `doctor`, `setup` and the environment table. */
export const SETTING_NAMES: readonly string[] = Object.keys(SCHEMA.shape);

const UPSTREAM_PREFIX = "IBL_UPSTREAM_";

/** Reads the settings. Throws `AppError` `bad-config` whose message lists every problem at once. */
export function parseConfig(
  environment: Readonly<Record<string, string | undefined>>,
  workingFolder: string,
): Config {
  const given = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || value.trim() === "" ? [] : [[name, value.trim()]],
    ),
  );
  const parsed = SCHEMA.safeParse(given);
  const problems: ConfigProblem[] = parsed.success
    ? []
    : parsed.error.issues.map((issue) => ({
        name: String(issue.path[0] ?? ""),
        words: wordsOfIssue(issue.message),
      }));
  const upstreams = readUpstreams(given, problems);
  const allowOrigins = readOrigins(given["IBL_ALLOW_ORIGINS"] ?? "", problems);
  const { models, ...read } = readModels({ IBL_MODEL_FALLBACKS: "", ...given });
  const { embedder, ...embedderRead } = readEmbedder({ IBL_MODEL_FALLBACKS: "", ...given });
  problems.push(...read.problems, ...embedderRead.problems, ...webhookProblems(given));
  if (!parsed.success || problems.length > 0) throw configError(problems);
  const rest = { given, upstreams, allowOrigins, workingFolder, models, embedder };
  return Object.freeze(configOf(parsed.data, rest));
}

type Settings = z.infer<typeof SCHEMA>;

function configOf(
  settings: Settings,
  rest: {
    readonly given: Readonly<Record<string, string>>;
    readonly upstreams: Config["upstreams"];
    readonly allowOrigins: readonly string[];
    readonly workingFolder: string;
    readonly models: ModelSettings | undefined;
    readonly embedder: EmbedderSetting;
  },
): Config {
  const { given, upstreams, allowOrigins, workingFolder, models, embedder } = rest;
  const home = settings.IBL_HOME;
  return {
    home: isAbsolute(home) ? home : resolve(workingFolder, home),
    language: settings.IBL_LANGUAGE ?? languageOf(given["LC_ALL"] ?? given["LANG"]),
    zone: settings.IBL_TIME_ZONE ?? machineZone(given["TZ"] ?? ""),
    ...channelsOf(settings),
    ...(models === undefined ? {} : { models }),
    embedder,
    voice: voiceOf(settings),
    allowOrigins,
    approvalPolicy: {
      fourEyes: settings.IBL_APPROVAL_FOUR_EYES === "yes",
      quorum: settings.IBL_APPROVAL_QUORUM,
    },
    ...(settings.IBL_ALLOWED_NODES === undefined
      ? {}
      : { allowedNodes: settings.IBL_ALLOWED_NODES.split(/[\s,]+/) }),
    upstreams,
    webhooks: {
      host: settings.IBL_WEBHOOK_HOST,
      port: settings.IBL_WEBHOOK_PORT,
      ...(settings.IBL_WEBHOOK_URL === undefined ? {} : { url: settings.IBL_WEBHOOK_URL }),
    },
    ...(settings.CHROMIUM_PATH === undefined ? {} : { chromiumPath: settings.CHROMIUM_PATH }),
    adb: {
      port: settings.ANDROID_ADB_SERVER_PORT,
      ...(settings.ADB_PATH === undefined ? {} : { path: settings.ADB_PATH }),
    },
    quotaBytes: settings.IBL_FILE_QUOTA_MB * 1024 * 1024,
    keepDays: keepDaysOf(settings),
    sessionIdleMs: settings.IBL_SESSION_IDLE_HOURS * 3_600_000,
    rates: ratesOf(settings),
    budgets: budgetsOf(settings),
    modelPrices: pricesOf(settings.IBL_MODEL_PRICES),
    maxOutputTokens: settings.IBL_MODEL_MAX_OUTPUT_TOKENS,
    maxRounds: settings.IBL_MODEL_MAX_ROUNDS,
    logLevel: settings.IBL_LOG_LEVEL,
    environment: given,
    secrets: Object.entries(given).flatMap(([name, value]) =>
      /(TOKEN|KEY|SECRET|PASSWORD)$/.test(name) ? [value] : [],
    ),
  };
}

function keepDaysOf(settings: Settings): Config["keepDays"] {
  const given = {
    messages: settings.IBL_KEEP_MESSAGES_DAYS,
    transport: settings.IBL_KEEP_TRANSPORT_DAYS,
    done: settings.IBL_KEEP_DONE_DAYS,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value > 0));
}

function ratesOf(settings: Settings): Config["rates"] {
  return {
    message: {
      person: rateOf(settings.IBL_RATE_MESSAGES_PERSON),
      chat: rateOf(settings.IBL_RATE_MESSAGES_CHAT),
    },
    program: {
      person: rateOf(settings.IBL_RATE_PROGRAMS_PERSON),
      chat: rateOf(settings.IBL_RATE_PROGRAMS_CHAT),
    },
  };
}

function rateOf(text: string): RateSetting {
  const [perMinute = 0, perHour = 0] = text.split("/").map(Number);
  return {
    ...(perMinute === 0 ? {} : { perMinute }),
    ...(perHour === 0 ? {} : { perHour }),
  };
}

function budgetsOf(settings: Settings): Config["budgets"] {
  const limit = (most: number, money: number | undefined) => ({
    ...(most === 0 ? {} : { tokens: most }),
    ...(money === undefined ? {} : { micros: Math.round(money * 1_000_000) }),
  });
  return {
    limits: {
      person: limit(settings.IBL_TOKENS_PERSON, settings.IBL_MONEY_PERSON),
      chat: limit(settings.IBL_TOKENS_CHAT, settings.IBL_MONEY_CHAT),
      schedule: limit(settings.IBL_TOKENS_JOB, settings.IBL_MONEY_JOB),
      service: limit(settings.IBL_TOKENS_SERVICE, settings.IBL_MONEY_SERVICE),
    },
    askPercent: settings.IBL_BUDGET_ASK_PERCENT,
  };
}

function pricesOf(text: string): Config["modelPrices"] {
  return Object.fromEntries(
    entriesOf(text).flatMap((entry) => {
      const [, name, input, output] = PRICE.exec(entry) ?? [];
      return name === undefined ? [] : [[name, { input: Number(input), output: Number(output) }]];
    }),
  );
}

function channelsOf(settings: Settings): Pick<Config, "telegram" | "discord"> {
  const { TELEGRAM_BOT_TOKEN: telegram, TELEGRAM_API_ROOT: apiRoot } = settings;
  const { DISCORD_BOT_TOKEN: discord, DISCORD_API_BASE: apiBase } = settings;
  const { DISCORD_GATEWAY: gateway, DISCORD_SHARDS: shards } = settings;
  const whereOnDiscord = {
    ...(apiBase === undefined ? {} : { apiBase }),
    ...(gateway === undefined ? {} : { gateway }),
    ...(shards === undefined ? {} : { shards }),
  };
  const webhook = webhookOf(settings);
  const whereOnTelegram = {
    ...(apiRoot === undefined ? {} : { apiRoot }),
    ...(webhook === undefined ? {} : { webhook }),
  };
  return {
    ...(telegram === undefined ? {} : { telegram: { token: telegram, ...whereOnTelegram } }),
    ...(discord === undefined ? {} : { discord: { token: discord, ...whereOnDiscord } }),
  };
}

function webhookOf(settings: Settings): WebhookSetting | undefined {
  const { TELEGRAM_WEBHOOK_URL: url, TELEGRAM_WEBHOOK_SECRET: secret } = settings;
  if (url === undefined) return undefined;
  const [, host = "", port = ""] = LISTEN.exec(settings.TELEGRAM_WEBHOOK_LISTEN ?? "") ?? [];
  const listen =
    host === "" ? WEBHOOK_LISTEN : { host: host.replace(/^\[|\]$/g, ""), port: Number(port) };
  return { url, listen, ...(secret === undefined ? {} : { secret }) };
}

/** This machine alone: the reverse proxy that holds the certificate stands before it. */
const WEBHOOK_LISTEN = { host: "127.0.0.1", port: 8443 };

function voiceOf(settings: Settings): VoiceSettings {
  const { IBL_VOICE: which, WHISPER_MODEL: modelPath, WHISPER_CLI: program } = settings;
  const { GEMINI_MODEL: googleModel, OPENAI_TRANSCRIBE_MODEL: model } = settings;
  const openai = remoteVoice(settings.OPENAI_API_KEY, settings.OPENAI_BASE_URL);
  const google = remoteVoice(settings.GEMINI_API_KEY, settings.GEMINI_BASE_URL);
  return {
    which,
    ...(modelPath === undefined ? {} : { whisper: { program, modelPath } }),
    ...(openai === undefined ? {} : { openai: { ...openai, model } }),
    ...(google === undefined
      ? {}
      : { google: { ...google, ...(googleModel === undefined ? {} : { model: googleModel }) } }),
  };
}

function remoteVoice(
  apiKey: string | undefined,
  baseUrl: string | undefined,
): RemoteVoice | undefined {
  if (apiKey === undefined) return undefined;
  return { apiKey, ...(baseUrl === undefined ? {} : { baseUrl }) };
}

function machineZone(name: string): string {
  return isZone(name) ? name : Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function readUpstreams(
  given: Readonly<Record<string, string>>,
  problems: ConfigProblem[],
): Config["upstreams"] {
  const upstreams: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!name.startsWith(UPSTREAM_PREFIX)) continue;
    if (origin.safeParse(value).success)
      upstreams[name.slice(UPSTREAM_PREFIX.length).toLowerCase().replace(/_/g, "-")] =
        value.replace(/\/$/, "");
    else
      problems.push({
        name,
        words: {
          ko: "http://127.0.0.1:8081 같은 주소여야 해요",
          en: "must be an address such as http://127.0.0.1:8081",
        },
      });
  }
  return upstreams;
}

function readOrigins(text: string, problems: ConfigProblem[]): readonly string[] {
  const entries = entriesOf(text);
  for (const entry of entries) {
    const isExact =
      origin.safeParse(entry).success && new URL(entry).origin === entry.replace(/\/$/, "");
    if (!isExact)
      problems.push({
        name: "IBL_ALLOW_ORIGINS",
        words: {
          ko: korean`"${entry}"은(는) http://192.168.0.5:8080 같은 정확한 주소가 아니에요`,
          en: `"${entry}" is not an exact origin such as http://192.168.0.5:8080`,
        },
      });
  }
  return entries.map((entry) => entry.replace(/\/$/, ""));
}

function configError(problems: readonly ConfigProblem[]): AppError {
  const lines = (language: Language): string =>
    problems.map(({ name, words }) => `- ${name}${BEFORE[language]}${words[language]}`).join("\n");
  const count = problems.length === 1 ? "a problem" : `${problems.length} problems`;
  return new AppError("bad-config", {
    ko: `설정에 문제가 ${problems.length}개 있어요:\n${lines("ko")}\n설정은 환경 변수, HOME/.env, .env에서 와요. 표는 README.ko.md에 있어요.`,
    en: `The settings have ${count}:\n${lines("en")}\nThey come from the environment, HOME/.env or .env; see the table in README.md.`,
  });
}

/** Between a setting's name and what is wrong with it: English goes on with the sentence. */
const BEFORE: Readonly<Record<Language, string>> = { ko: " — ", en: " " };

/** Ports that Telegram's own servers deliver to (Bot API, setWebhook, notes). A URL leaves 443 out. */
const WEBHOOK_PORTS = ["", "80", "88", "8443"];

/** What is wrong with the settings of a webhook taken together; nothing for one without a mistake. A Bot API server of one's own delivers anywhere (README of tdlib/telegram-bot-api, "--local"). */
function webhookProblems(
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
                ko: "TELEGRAM_WEBHOOK_URL도 있어야 해요",
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
              ko: "TELEGRAM_BOT_TOKEN도 있어야 해요",
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
      words: { ko: "https://로 시작해야 해요", en: "must begin with https://" },
    });
  if (!WEBHOOK_PORTS.includes(port))
    problems.push({
      name,
      words: {
        ko: "포트는 443, 80, 88, 8443 가운데 하나여야 해요. 텔레그램은 다른 포트로 보내지 않아요",
        en: "must use port 443, 80, 88 or 8443: Telegram delivers to no other",
      },
    });
  if (!isPublicName(hostname))
    problems.push({
      name,
      words: {
        ko: `공개된 호스트여야 해요. 텔레그램은 "${hostname}"에 닿을 수 없어요`,
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
