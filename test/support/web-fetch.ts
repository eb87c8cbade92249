import type { TestContext } from "node:test";
import type { Fetch } from "../../src/base/fetch.ts";
import { createFetch } from "../../src/drivers/http/http.ts";
import { sendToConfigured } from "../../src/nodes/api/upstream-origins.ts";
import { type LoopbackUpstream, startUpstream } from "./upstream.ts";

/** The guarded `Fetch` of the product, pointed at a loopback web of its own; both end with the test. */
export async function startWeb(
  context: TestContext,
): Promise<{ readonly upstream: LoopbackUpstream; readonly fetch: Fetch; readonly pages: string }> {
  const upstream = await startUpstream();
  context.after(() => upstream.close());
  const { serviceOrigins, origins } = upstream;
  const driver = createFetch({ allowOrigins: [origins.pages], serviceOrigins });
  context.after(() => driver.close());
  return { upstream, fetch: sendToConfigured(driver, serviceOrigins), pages: origins.pages };
}
