import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import {
  type Browser,
  type BrowserOptions,
  createBrowser,
  findChromium,
} from "../../../src/drivers/browser/browser.ts";
import { startUpstream, type Upstream } from "../../support/upstream-server.ts";

assert.ok(
  findChromium() !== undefined,
  "These tests drive a real Chromium. Install it first: apt-get install chromium.",
);

/** A browser with an empty folder for its profiles; both go when the test ends, in this order. */
export function browserFor(
  context: TestContext,
  options: Partial<BrowserOptions> = {},
): { readonly browser: Browser; readonly profileRoot: string } {
  const profileRoot = mkdtempSync(join(tmpdir(), "ibl-browser-"));
  const browser = createBrowser({ profileRoot, ...options });
  context.after(async () => {
    await browser.close();
    rmSync(profileRoot, { recursive: true });
  });
  return { browser, profileRoot };
}

/** A site on loopback that answers in HTML; it ends with the test. */
export async function site(
  context: TestContext,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Upstream> {
  const server = await startUpstream((request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    answer(request, response);
  });
  context.after(() => server.close());
  return server;
}

/** The command lines of the Chromium processes that use a profile below this folder. */
export function chromiumsIn(profileRoot: string): readonly { pid: number; commandLine: string }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        return { pid: Number(name), commandLine: readFileSync(`/proc/${name}/cmdline`, "latin1") };
      } catch {
        return { pid: 0, commandLine: "" }; // it has just ended
      }
    })
    .filter(({ commandLine }) => commandLine.includes(`--user-data-dir=${profileRoot}`));
}
