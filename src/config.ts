import { isAbsolute, resolve } from "node:path";
import { z } from "zod";
import { AppError } from "./base/errors.ts";
import type { Language } from "./base/words.ts";

/** Everything that can be set, checked once and frozen. Paths are absolute. */
export interface Config {
  readonly home: string;
  readonly language: Language;
  readonly zone: string;
  readonly telegram?: { readonly token: string; readonly apiRoot?: string };
  readonly model?: {
    readonly provider: "google";
    readonly apiKey: string;
    readonly model?: string;
    readonly baseUrl?: string;
  };
  readonly allowOrigins: readonly string[];
  /** Who must press before something is allowed. */
  readonly approvalPolicy: { readonly fourEyes: boolean; readonly quorum: number };
  /** Nodes that programs may reach besides `system`; `undefined` for all. */
  readonly allowedNodes?: readonly string[];
  /** Service name (`google-news`) → origin. */
  readonly upstreams: Readonly<Record<string, string>>;
  readonly chromiumPath?: string;
  readonly quotaBytes: number;
  /** Days for which rows are kept, by class; a class without a number is kept for good. */
  readonly keepDays: Readonly<Partial<Record<"messages" | "transport" | "done", number>>>;
  readonly logLevel: "info" | "warn" | "error" | "silent";
  /** Keys that API services ask for, by variable name. */
  readonly environment: Readonly<Record<string, string>>;
  /** Values that must never be printed. */
  readonly secrets: readonly string[];
}

/** One wrong setting. */
export interface ConfigProblem {
  readonly name: string;
  readonly message: string;
}

/** Shape of a bot token: the bot's number, a colon, letters, digits, "-" and "_"; at most 80 characters (Telegram Bot API, "Authorizing your bot"). */
const TELEGRAM_TOKEN = /^(?=.{3,80}$)[1-9]\d{0,16}:[A-Za-z0-9_-]+$/;

const origin = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    message: "must be an address such as http://127.0.0.1:8081",
  });

const zone = z
  .string()
  .refine(isZone, { message: 'must be an IANA time zone such as "Asia/Seoul"' });

const WHOLE_QUORUM = "must be a whole number of people from 1 to 9";
/**
 * Fewer days would not protect from an update that is delivered again: Telegram keeps one for up to 24 hours (Bot API, "Getting
 * updates"), and a card about a new person is open for a week.
 */
const FEWEST_DAYS = 8;
const MOST_DAYS = 3650;

const days = (usual: number) =>
  z.coerce
    .number({ message: "must be a number of days" })
    .int({ message: "must be a whole number of days" })
    .refine((value) => value === 0 || (value >= FEWEST_DAYS && value <= MOST_DAYS), {
      message: `must be from ${FEWEST_DAYS} to ${MOST_DAYS} days, or 0 to keep everything`,
    })
    .default(usual);

const SCHEMA = z.object({
  IBL_HOME: z.string().min(1).default("./var"),
  IBL_LANGUAGE: z.enum(["ko", "en"], { message: 'must be "ko" or "en"' }).optional(),
  IBL_TIME_ZONE: zone.optional(),
  IBL_LOG_LEVEL: z
    .enum(["info", "warn", "error", "silent"], { message: "must be info, warn, error or silent" })
    .default("info"),
  IBL_ALLOW_ORIGINS: z.string().default(""),
  IBL_APPROVAL_FOUR_EYES: z.enum(["yes", "no"], { message: 'must be "yes" or "no"' }).default("no"),
  IBL_APPROVAL_QUORUM: z.coerce
    .number({ message: WHOLE_QUORUM })
    .int({ message: WHOLE_QUORUM })
    .min(1, { message: WHOLE_QUORUM })
    .max(9, { message: WHOLE_QUORUM })
    .default(1),
  IBL_ALLOWED_NODES: z
    .string()
    .regex(/^[a-z_]+(?:[\s,]+[a-z_]+)*$/, {
      message: "must be names of nodes with commas between, such as source,messenger",
    })
    .optional(),
  IBL_FILE_QUOTA_MB: z.coerce
    .number({ message: "must be a number of megabytes" })
    .positive()
    .default(500),
  IBL_KEEP_MESSAGES_DAYS: days(90),
  IBL_KEEP_TRANSPORT_DAYS: days(30),
  IBL_KEEP_DONE_DAYS: days(90),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(TELEGRAM_TOKEN, {
      message: "is not a bot token; @BotFather gives one like 123456789:AAH… (copy all of it)",
    })
    .optional(),
  TELEGRAM_API_ROOT: origin.optional(),
  GEMINI_API_KEY: z.string().min(10, { message: "is too short to be a key" }).optional(),
  GEMINI_MODEL: z.string().min(1).optional(),
  GEMINI_BASE_URL: origin.optional(),
  CHROMIUM_PATH: z.string().min(1).optional(),
});

/** Names of every setting, for `doctor`, `setup` and the environment table. */
export const SETTING_NAMES: readonly string[] = Object.keys(SCHEMA.shape);

const UPSTREAM_PREFIX = "IBL_UPSTREAM_";

/** The process's own environment: the one place that reads it. */
export function processEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}

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
        message: issue.message,
      }));
  const upstreams = readUpstreams(given, problems);
  const allowOrigins = readOrigins(given["IBL_ALLOW_ORIGINS"] ?? "", problems);
  if (!parsed.success || problems.length > 0) throw configError(problems);
  return Object.freeze(configOf(parsed.data, { given, upstreams, allowOrigins, workingFolder }));
}

type Settings = z.infer<typeof SCHEMA>;

function configOf(
  settings: Settings,
  rest: {
    readonly given: Readonly<Record<string, string>>;
    readonly upstreams: Config["upstreams"];
    readonly allowOrigins: readonly string[];
    readonly workingFolder: string;
  },
): Config {
  const { given, upstreams, allowOrigins, workingFolder } = rest;
  const home = settings.IBL_HOME;
  return {
    home: isAbsolute(home) ? home : resolve(workingFolder, home),
    language: settings.IBL_LANGUAGE ?? languageOf(given["LC_ALL"] ?? given["LANG"]),
    zone: settings.IBL_TIME_ZONE ?? machineZone(given["TZ"] ?? ""),
    ...channelsOf(settings),
    ...modelOf(settings),
    allowOrigins,
    approvalPolicy: {
      fourEyes: settings.IBL_APPROVAL_FOUR_EYES === "yes",
      quorum: settings.IBL_APPROVAL_QUORUM,
    },
    ...(settings.IBL_ALLOWED_NODES === undefined
      ? {}
      : { allowedNodes: settings.IBL_ALLOWED_NODES.split(/[\s,]+/) }),
    upstreams,
    ...(settings.CHROMIUM_PATH === undefined ? {} : { chromiumPath: settings.CHROMIUM_PATH }),
    quotaBytes: settings.IBL_FILE_QUOTA_MB * 1024 * 1024,
    keepDays: keepDaysOf(settings),
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

function channelsOf(settings: Settings): Pick<Config, "telegram"> {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_ROOT: apiRoot } = settings;
  if (token === undefined) return {};
  return { telegram: { token, ...(apiRoot === undefined ? {} : { apiRoot }) } };
}

function modelOf(settings: Settings): Pick<Config, "model"> {
  const { GEMINI_API_KEY: apiKey, GEMINI_MODEL: model, GEMINI_BASE_URL: baseUrl } = settings;
  if (apiKey === undefined) return {};
  return {
    model: {
      provider: "google",
      apiKey,
      ...(model === undefined ? {} : { model }),
      ...(baseUrl === undefined ? {} : { baseUrl }),
    },
  };
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
    else problems.push({ name, message: "must be an address such as http://127.0.0.1:8081" });
  }
  return upstreams;
}

function readOrigins(text: string, problems: ConfigProblem[]): readonly string[] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== "");
  for (const entry of entries) {
    const isExact =
      origin.safeParse(entry).success && new URL(entry).origin === entry.replace(/\/$/, "");
    if (!isExact)
      problems.push({
        name: "IBL_ALLOW_ORIGINS",
        message: `"${entry}" is not an exact origin such as http://192.168.0.5:8080`,
      });
  }
  return entries.map((entry) => entry.replace(/\/$/, ""));
}

function configError(problems: readonly ConfigProblem[]): AppError {
  const lines = problems.map((problem) => `- ${problem.name} ${problem.message}`);
  return new AppError(
    "bad-config",
    `The settings have ${problems.length === 1 ? "a problem" : `${problems.length} problems`}:\n${lines.join("\n")}\nThey come from the environment, HOME/.env or .env; see the table in README.md.`,
  );
}

function languageOf(locale: string | undefined): Language {
  return locale?.toLowerCase().startsWith("ko") === true ? "ko" : "en";
}

function isZone(name: string): boolean {
  if (name === "") return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
