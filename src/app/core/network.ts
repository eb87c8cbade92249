import { join } from "node:path";
import type { Clock } from "../../base/clock.ts";
import type { Fetch } from "../../base/fetch.ts";
import type { Config } from "../../config/config.ts";
import { createPhones, type Phones } from "../../drivers/adb/phones.ts";
import { SeenScreens } from "../../drivers/adb/seen-screens.ts";
import { createAdbServer } from "../../drivers/adb/server.ts";
import { type Browser, createBrowser } from "../../drivers/browser/browser.ts";
import { LoginScreens } from "../../drivers/browser/login-screen.ts";
import { createDesktop, type Desktop } from "../../drivers/desktop/desktop.ts";
import { createFetch } from "../../drivers/http/http.ts";
import { findProgram, SYSTEM_PATH } from "../../drivers/process/sandbox.ts";
import { sendToConfigured } from "../../nodes/api/upstream-origins.ts";
import type { Home } from "./home.ts";

/** The doors to the network, behind one guard. */
export interface Outside {
  readonly fetch: Fetch;
  readonly browser: Browser;
  /** Where people log in at sites themselves. */
  readonly screens: LoginScreens;
  readonly phones: Phones;
  /** What chats saw of them. */
  readonly seenScreens: SeenScreens;
  readonly desktop: Desktop;
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
    phones: createPhones(createAdbServer(adbOf(config))),
    seenScreens: new SeenScreens(),
    desktop: createDesktop({
      environment: config.environment,
      workPath: join(home.path, "seeing", "desktop"),
    }),
    async close() {
      await browser.close();
      await fetch.close();
    },
  };
}

/** Where adb is: as it is set, else in the usual folders; without a path where it is not there. */
export function adbOf({ adb }: Pick<Config, "adb">): {
  readonly port: number;
  readonly adbPath?: string;
} {
  const adbPath = findProgram(adb.path ?? "adb", SYSTEM_PATH);
  return { port: adb.port, ...(adbPath === undefined ? {} : { adbPath }) };
}
