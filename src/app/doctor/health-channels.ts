import { createServer } from "node:net";
import { AppError, codeOf } from "../../base/errors.ts";
import type { Language, Localized } from "../../base/localized.ts";
import { probeDiscord } from "../../bots/discord/client.ts";
import { WITHOUT_CONTENT } from "../../bots/discord/gateway.ts";
import { probeTelegram, type TelegramProbe } from "../../bots/telegram/probe.ts";
import { deliveryAddress } from "../../bots/telegram/webhook.ts";
import type { ListenAddress } from "../../bots/telegram/webhook-server.ts";
import type { Config } from "../../config/config.ts";
import { asIs, type HealthLine, healthText, problemWords } from "../core/health-line.ts";

/** Which platforms have a token, and whether what they need is free on this machine. */
export async function channelLines(
  config: Config,
  isServing: boolean,
): Promise<readonly HealthLine[]> {
  const { telegram } = config;
  const webhook = telegram === undefined ? [] : await webhookLines(telegram, isServing);
  return [telegramLine(config), ...webhook, discordLine(config)];
}

/** Asks every platform that has a token whether it is good, and what the bot may do there. */
export async function onlineChannelLines(
  { telegram, discord }: Config,
  nowMs: number,
): Promise<readonly HealthLine[]> {
  const [onTelegram, onDiscord] = await Promise.all([
    telegram === undefined ? [] : telegramAccount(telegram, nowMs),
    discord === undefined ? [] : discordAccount(discord),
  ]);
  return [...onTelegram, ...onDiscord].map(({ isRefused: _isRefused, ...line }) => line);
}

/** What Telegram says of the token, for who types one in. */
export async function telegramAnswers({ telegram }: Config, nowMs: number): Promise<TokenAnswer> {
  return answerOf(telegram === undefined ? [] : await telegramAccount(telegram, nowMs));
}

/** What Discord says of the token, for who types one in. */
export async function discordAnswers({ discord }: Config): Promise<TokenAnswer> {
  return answerOf(discord === undefined ? [] : await discordAccount(discord));
}

/** A line about an account, with whether the platform refuses the token. */
interface AccountLine extends HealthLine {
  readonly isRefused?: boolean;
}

/** Refused is a token that the platform knows to be wrong; one that could not be asked about is none. */
interface TokenAnswer {
  readonly isRefused: boolean;
  readonly words: Localized;
}

function answerOf(lines: readonly AccountLine[]): TokenAnswer {
  const text = (language: Language): string =>
    lines.map((line) => healthText(line, language)).join("\n");
  return {
    isRefused: lines.some((line) => line.isRefused === true),
    words: { ko: text("ko"), en: text("en") },
  };
}

function telegramLine({ telegram }: Config): HealthLine {
  if (telegram !== undefined)
    return {
      name: "Telegram",
      state: "ok",
      detail: tokenOf(telegram.token.split(":")[0] ?? ""),
    };
  return {
    name: "Telegram",
    state: "missing",
    detail: NO_TOKEN,
    next: {
      ko: "@BotFather에게 토큰을 받아 TELEGRAM_BOT_TOKEN에 넣으세요(`ibl-bot setup`이 물어봐요).",
      en: "Ask @BotFather for a token and set TELEGRAM_BOT_TOKEN (or run `ibl-bot setup`).",
    },
  };
}

/** The first part of a token is the bot's id (docs "API Reference", Authentication). */
function discordLine({ discord }: Config): HealthLine {
  if (discord !== undefined) {
    const id = Buffer.from(discord.token.split(".")[0] ?? "", "base64url").toString();
    const detail = /^\d{15,20}$/.test(id)
      ? tokenOf(id)
      : { ko: "토큰이 있어요", en: "a token is set" };
    return { name: "Discord", state: "ok", detail };
  }
  return {
    name: "Discord",
    state: "missing",
    detail: NO_TOKEN,
    next: {
      ko: "Developer Portal에서 봇을 만들고 DISCORD_BOT_TOKEN에 토큰을 넣으세요(docs/discord.md, `ibl-bot setup`).",
      en: "Make an application in the Developer Portal and set DISCORD_BOT_TOKEN (docs/discord.md).",
    },
  };
}

async function telegramAccount(
  telegram: NonNullable<Config["telegram"]>,
  nowMs: number,
): Promise<readonly AccountLine[]> {
  const name = "Telegram account";
  try {
    const bot = await probeTelegram(telegram);
    const account: HealthLine = { name, state: "ok", detail: asIs(`@${bot.username}`) };
    return [account, ...deliveryLines(telegram, bot.webhook, nowMs)];
  } catch (error) {
    const newToken = {
      ko: "@BotFather에게서 토큰을 다시 복사하세요.",
      en: "Copy the token from @BotFather again.",
    };
    return [problemLine(name, error, { newToken, address: "TELEGRAM_API_ROOT" })];
  }
}

async function discordAccount(
  discord: NonNullable<Config["discord"]>,
): Promise<readonly AccountLine[]> {
  const name = "Discord account";
  try {
    const {
      name: application,
      applicationId,
      readsContent,
      sessionsLeft,
    } = await probeDiscord(discord);
    const account: HealthLine = {
      name,
      state: "ok",
      detail: {
        ko: `${application} (애플리케이션 ${applicationId}, 오늘 남은 연결 ${sessionsLeft}번)`,
        en: `${application} (application ${applicationId}, ${sessionsLeft} sessions left today)`,
      },
    };
    const detail = readsContent
      ? { ko: "Message Content가 켜져 있어요", en: "Message Content is on" }
      : { ko: KOREAN_WITHOUT_CONTENT, en: WITHOUT_CONTENT };
    const intents: HealthLine = { name: "Discord intents", state: "ok", detail };
    return [account, intents];
  } catch (error) {
    const newToken = {
      ko: "Developer Portal에서 토큰을 새로 받으세요(Bot, Reset Token).",
      en: "Take a new token in the Developer Portal (Bot, Reset Token).",
    };
    return [problemLine(name, error, { newToken, address: "DISCORD_API_BASE" })];
  }
}

/** What a platform says in the place of who the bot is. */
function problemLine(
  name: string,
  error: unknown,
  remedy: { readonly newToken: Localized; readonly address: string },
): AccountLine {
  const isRefused = error instanceof AppError && error.code === "adapter-refused";
  const isUnreachable = error instanceof AppError && error.code === "adapter-unreachable";
  const network = {
    ko: `네트워크나 ${remedy.address} 설정을 확인하세요.`,
    en: `Check the network, or ${remedy.address}.`,
  };
  const packages = {
    ko: "프로그램의 문제예요. 패키지를 다시 설치해 보세요(npm ci).",
    en: "This is a fault of the program: try to install its packages again (npm ci).",
  };
  const next = isRefused ? remedy.newToken : isUnreachable ? network : packages;
  return { name, state: "problem", detail: problemWords(error), next, isRefused };
}

const NO_TOKEN = { ko: "토큰이 없어요", en: "no token" };

const KOREAN_WITHOUT_CONTENT =
  "Message Content 인텐트가 꺼져 있어요. 개인 메시지, 부르기(@), 슬래시 명령은 돼요. 서버에서 답장은 봇을 부를 때만 읽어요. 답장을 모두 읽으려면 Developer Portal에서 켜세요(Bot, Privileged Gateway Intents).";

function tokenOf(id: string): HealthLine["detail"] {
  return { ko: `봇 ${id}의 토큰`, en: `token of bot ${id}` };
}

type TelegramConfig = NonNullable<Config["telegram"]>;

/** An error that is older than this says nothing of now: Telegram tries a delivery again within minutes. */
const OLD_ERROR_MS = 60 * 60_000;

const NAME = "Telegram webhook";

/** Where Telegram is to deliver, and whether the service can listen there; nothing where messages are polled for. `isServing` is true while the service itself does. */
async function webhookLines(
  { webhook }: TelegramConfig,
  isServing: boolean,
): Promise<readonly HealthLine[]> {
  if (webhook === undefined) return [];
  const { host, port } = webhook.listen;
  const place = host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
  const obstacle = isServing ? undefined : await obstacleTo(webhook.listen);
  if (obstacle === undefined)
    return [{ name: NAME, state: "ok", detail: asIs(`${webhook.url} → ${place}`) }];
  return [
    {
      name: NAME,
      state: "problem",
      detail: {
        ko: `${place}에서 기다릴 수 없어요(${obstacle})`,
        en: `the service cannot listen on ${place} (${obstacle})`,
      },
      next: {
        ko: "그 포트를 쓰는 프로그램을 끝내거나, TELEGRAM_WEBHOOK_LISTEN에 이 컴퓨터의 주소와 빈 포트를 적으세요.",
        en: "Stop the program that uses this port, or set TELEGRAM_WEBHOOK_LISTEN to an address of this machine with a free port.",
      },
    },
  ];
}

/** Why nothing can listen there (`EADDRINUSE`); undefined where it can. */
function obstacleTo({ host, port }: ListenAddress): Promise<string | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", (error) => resolve(codeOf(error)));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

/** How deliveries go by what Telegram says; the secret part of an address is never shown. */
function deliveryLines(
  telegram: TelegramConfig,
  found: TelegramProbe["webhook"],
  nowMs: number,
): readonly HealthLine[] {
  const name = `${NAME} online`;
  const { webhook, token } = telegram;
  if (webhook === undefined) return found === undefined ? [] : [leftOver(name)];
  if (found?.url !== deliveryAddress(token, webhook)) return [notSet(name)];
  const { waiting, lastError } = found;
  const isFailing =
    lastError !== undefined && (waiting > 0 || nowMs - lastError.atMs < OLD_ERROR_MS);
  if (!isFailing)
    return [
      {
        name,
        state: "ok",
        detail: { ko: `기다리는 메시지 ${waiting}개`, en: waitingWords(waiting) },
      },
    ];
  return [
    {
      name,
      state: "problem",
      detail: {
        ko: `${lastError.text} (기다리는 메시지 ${waiting}개)`,
        en: `${lastError.text} (${waitingWords(waiting)})`,
      },
      next: {
        ko: "서비스가 켜져 있고 역방향 프록시가 위의 주소로 넘기는지 확인하세요(docs/telegram.md).",
        en: "See that the service runs and that the reverse proxy passes requests to the address above (docs/telegram.md).",
      },
    },
  ];
}

function waitingWords(count: number): string {
  return count === 1 ? "1 message waits" : `${count} messages wait`;
}

function leftOver(name: string): HealthLine {
  return {
    name,
    state: "ok",
    detail: {
      ko: "웹훅이 남아 있어요. 서비스가 시작할 때 지우고 가져오기로 바꿔요",
      en: "a webhook is left over; the service removes it when it starts, and polls",
    },
  };
}

function notSet(name: string): HealthLine {
  return {
    name,
    state: "ok",
    detail: {
      ko: "아직 등록되지 않았어요. 서비스가 시작할 때 등록해요",
      en: "not set yet; the service sets it when it starts",
    },
  };
}
