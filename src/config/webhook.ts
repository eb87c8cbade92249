import type { Localized } from "../base/localized.ts";
import { isWebhookAddress } from "./shapes.ts";

/** Ports that Telegram's own servers deliver to (Bot API, setWebhook, notes). A URL leaves 443 out. */
const WEBHOOK_PORTS = ["", "80", "88", "8443"];

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
