import { AppError } from "../../base/errors.ts";
import type { Browser } from "../../drivers/browser/browser.ts";
import {
  type Actor,
  type HandlerResult,
  type Handlers,
  optionalString,
  type ReadyCall,
} from "../../engine/execute/action-types.ts";
import { failureIn } from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";
import { expected } from "./expected.ts";

/** What the action needs. */
export interface LoginParts {
  readonly browser: Pick<Browser, "navigate" | "withTab">;
  /** Sends a one-time link to the person alone, past the program; false where there is no private chat to send it to. */
  readonly handOut: (actor: Actor, site: string) => boolean;
}

/** `login`: the person logs in on a page of the service that shows the browser's screen. The program goes on when they say so. */
export function createLoginHandlers(parts: LoginParts): Handlers {
  return { "interface:login": (call) => login(parts, call) };
}

async function login({ browser, handOut }: LoginParts, call: ReadyCall): Promise<HandlerResult> {
  const { actor, signal } = call;
  const url = optionalString(call, "url");
  let site = "";
  const opened = await expected(call, async () => {
    if (url !== undefined) await browser.navigate(actor.chatId, url, { signal });
    site = await browser.withTab(actor.chatId, { signal }, ({ page }) => new URL(page.url()).host);
    if (site === "") throw new AppError("no-page", NO_PAGE);
    return { ok: true, value: { kind: "text", text: site }, tainted: true };
  });
  if (!opened.ok) return opened;
  if (actor.isUnattended === true) return failureIn(actor.language, "nobody-there", NOBODY_THERE);
  if (!handOut(actor, site)) return failureIn(actor.language, "no-private-chat", NO_CHAT);
  return {
    suspend: "question",
    prompt: worded(call, {
      ko: `${site}에 로그인할 링크를 보냈어요. 로그인하고 나면 눌러 주세요.`,
      en: `I sent you a link to log in at ${site}. Press when you are logged in.`,
    }),
    options: [worded(call, { ko: "로그인했어요", en: "I'm logged in" })],
  };
}

const NO_PAGE = {
  ko: "열려 있는 페이지가 없어요. 어느 사이트에 로그인할지 알려 주세요.",
  en: "No page is open. Say which site to log in at.",
};

const NOBODY_THERE = {
  ko: "로그인은 직접 해야 해서 예약된 일에서는 못 해요. 로그인을 간직해 두고 cookies_load로 쓰세요.",
  en: "Logging in takes you, so a schedule can't. Keep the login and use it with cookies_load.",
};

const NO_CHAT = {
  ko: "링크를 보낼 개인 대화가 없어요. 저에게 개인 메시지를 한 번 보내 주세요.",
  en: "There is no private chat for the link. Please send me a private message once.",
};
