import type { EventEmitter } from "node:events";
import { createServer, type Server } from "node:http";

/** What a scripted platform has seen, for who waits for something to happen there. */
interface Watched {
  readonly events: EventEmitter;
  readonly calls: readonly unknown[];
  readonly problems: readonly string[];
}

/** How much of the last calls is told when nothing happened: their number, and UTF-16 units of each. */
const LAST_CALLS = 6;
const MAX_CALL_LENGTH = 2000;

/** Resolves when the server listens on loopback; `port` 0 lets the system choose. */
export function listen(http: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, "127.0.0.1", () => {
      http.off("error", reject);
      resolve();
    });
  });
}

/** Closes the server with all its connections. */
export function stopListening(http: Server): Promise<void> {
  return new Promise((resolve) => {
    http.close(() => resolve());
    http.closeAllConnections();
  });
}

/** A port of 127.0.0.1 on which nothing listened a moment ago. */
export async function freePort(): Promise<number> {
  const http = createServer();
  await listen(http, 0);
  // The address of a TCP server that listens is an AddressInfo (Node.js documentation, server.address).
  const { port } = http.address() as { readonly port: number };
  await stopListening(http);
  return port;
}

/** The first value that `predicate` gives, looked for at each change; rejects after `timeoutMs` with what happened last. */
export function waitFor<Value>(
  { events, calls, problems }: Watched,
  predicate: () => Value | false | undefined,
  timeoutMs: number,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      events.off("change", look);
      const last = calls
        .slice(-LAST_CALLS)
        .map((call) => JSON.stringify(call).slice(0, MAX_CALL_LENGTH));
      const text = `Nothing of the kind happened within ${timeoutMs} ms. The last calls were:`;
      reject(new Error([text, ...last, ...problems].join("\n")));
    }, timeoutMs);
    function look(): void {
      const found = predicate();
      if (found === false || found === undefined) return;
      clearTimeout(timer);
      events.off("change", look);
      resolve(found);
    }
    events.on("change", look);
    look();
  });
}
