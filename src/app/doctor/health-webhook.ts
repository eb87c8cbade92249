import { createServer } from "node:net";
import { codeOf } from "../../base/errors.ts";
import type { TelegramProbe } from "../../bots/telegram/probe.ts";
import { deliveryAddress } from "../../bots/telegram/webhook.ts";
import type { ListenAddress } from "../../bots/telegram/webhook-server.ts";
import type { Config } from "../../config/config.ts";
import { asIs, type HealthLine } from "../core/health-line.ts";

type TelegramConfig = NonNullable<Config["telegram"]>;

/** An error that is older than this says nothing of now: Telegram tries a delivery again within minutes. */
const OLD_ERROR_MS = 60 * 60_000;

const NAME = "Telegram webhook";

/** Where Telegram is to deliver, and whether the service can listen there; nothing where messages are polled for. `isServing` is true while the service itself does. */
export async function webhookLines(
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
        ko: `${place}에서 기다릴 수 없습니다(${obstacle})`,
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
export function deliveryLines(
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
      ko: "웹훅이 남아 있습니다. 서비스가 시작할 때 지우고 가져오기로 바꿉니다",
      en: "a webhook is left over; the service removes it when it starts, and polls",
    },
  };
}

function notSet(name: string): HealthLine {
  return {
    name,
    state: "ok",
    detail: {
      ko: "아직 등록되지 않았습니다. 서비스가 시작할 때 등록합니다",
      en: "not set yet; the service sets it when it starts",
    },
  };
}
