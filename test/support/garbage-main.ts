import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { linkSignals } from "../../src/base/linked-signal.ts";
import { serviceFetch } from "../../src/base/service-fetch.ts";
import { createFetch } from "../../src/drivers/http/http.ts";

/** Collects garbage while limits of 300 ms run, and prints how each piece of work ended. Run with `--expose-gc`. */
const LIMIT_MS = 300;

const collect = globalThis.gc;
if (collect === undefined) throw new Error("Run this with --expose-gc.");
const collecting = setInterval(() => collect(), 20);
const giveUp = setTimeout(() => process.exit(3), 10_000);

/** Answers with its headers and the beginning of a body that never ends; at /silent not at all. */
const server = createServer(({ url }, response) => {
  if (url === "/silent") return;
  response.writeHead(200, { "content-type": "text/plain" });
  response.write("begun");
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Waits for the signal alone; nobody but its timer holds it. */
function bare(): Promise<string> {
  const { signal } = linkSignals([new AbortController().signal], LIMIT_MS);
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(signal.reason.name), { once: true });
  });
}

async function fetched(path: string): Promise<string> {
  const { signal } = linkSignals([new AbortController().signal], LIMIT_MS);
  const response = await serviceFetch(`${origin}${path}`, { signal });
  return response.text();
}

async function guarded(): Promise<string> {
  const guardedFetch = createFetch({ allowOrigins: [origin], serviceOrigins: {} });
  const answer = await guardedFetch({ method: "GET", url: origin, timeoutMs: LIMIT_MS });
  return String(answer.status);
}

const ends = await Promise.allSettled([bare(), fetched("/silent"), fetched("/"), guarded()]);
const words = ends.map((end) =>
  end.status === "fulfilled"
    ? end.value
    : end.reason instanceof DOMException
      ? end.reason.name
      : String(end.reason.code),
);
const open = promisify(server.getConnections.bind(server));
while ((await open()) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
clearInterval(collecting);
clearTimeout(giveUp);
process.stdout.write(JSON.stringify(words));
server.closeAllConnections();
server.close();
