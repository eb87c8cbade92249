import type { Clock } from "../../base/clock.ts";
import type { Fetch } from "../../base/fetch.ts";
import type { Config } from "../../config/config.ts";
import { type Browser, createBrowser } from "../../drivers/browser/browser.ts";
import { LoginScreens } from "../../drivers/browser/login-screen.ts";
import { createFetch } from "../../drivers/http/http.ts";
import { sendToConfigured } from "../../nodes/api/upstream-origins.ts";
import type { Home } from "./home.ts";

/** The doors to the network, behind one guard. */
export interface Outside {
  readonly fetch: Fetch;
  readonly browser: Browser;
  /** Where people log in at sites themselves. */
  readonly screens: LoginScreens;
  close(): Promise<void>;
}

/** Opens the doors; nothing connects before it is used. */
export function openOutside(config: Config, home: Home, clock: Pick<Clock, "now">): Outside {
  const fetch = createFetch({
    allowOrigins: config.allowOrigins,
    serviceOrigins: config.upstreams,
  });
  const browser = createBrowser({
    profileRoot: home.browserPath,
    allowOrigins: config.allowOrigins,
    ...(config.chromiumPath === undefined ? {} : { executablePath: config.chromiumPath }),
  });
  return {
    fetch: sendToConfigured(fetch, config.upstreams),
    browser,
    screens: new LoginScreens({ browser, clock }),
    async close() {
      await browser.close();
      await fetch.close();
    },
  };
}
