import type { ServerResponse } from "node:http";

/** A way for a loopback upstream to misbehave. */
export type Fault =
  | { readonly kind: "hang" }
  /** Answers as usual, but only once the fault has ended. */
  | { readonly kind: "held" }
  | { readonly kind: "close" }
  | {
      readonly kind: "status";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  | { readonly kind: "body"; readonly contentType: string; readonly body: string }
  | { readonly kind: "large"; readonly sizeBytes: number }
  | { readonly kind: "redirect"; readonly location: string }
  | { readonly kind: "drip"; readonly everyMs: number };

/** Faults by path of the page server, so that a program can ask for them by address alone. */
export const FAULT_PATHS: Readonly<Record<string, Fault>> = {
  "/hang": { kind: "hang" },
  "/close": { kind: "close" },
  "/error": { kind: "status", status: 500, body: "<h1>Internal Server Error</h1>" },
  "/forbidden": { kind: "status", status: 403, body: "<h1>Forbidden</h1>" },
  "/busy": { kind: "status", status: 429, headers: { "retry-after": "30" } },
  "/large": { kind: "large", sizeBytes: 50 * 1024 * 1024 },
  "/redirect-private": { kind: "redirect", location: "http://169.254.169.254/latest/meta-data/" },
  "/redirect-loop": { kind: "redirect", location: "/redirect-loop" },
  "/moved": { kind: "redirect", location: "/article-en" },
  "/drip": { kind: "drip", everyMs: 200 },
  "/malformed-feed": {
    kind: "body",
    contentType: "application/rss+xml",
    body: '<?xml version="1.0"?><rss><channel><item><title>끝나지 않는',
  },
};

/** Misbehaves on one answer. What hangs or drips ends when its socket does. */
export function commitFault(fault: Fault, response: ServerResponse): void {
  switch (fault.kind) {
    case "hang":
    case "held":
      return;
    case "close":
      response.destroy();
      return;
    case "status":
      response.writeHead(fault.status, {
        "content-type": "text/html; charset=utf-8",
        ...fault.headers,
      });
      response.end(fault.body ?? "");
      return;
    case "body":
      response.writeHead(200, { "content-type": fault.contentType });
      response.end(fault.body);
      return;
    case "redirect":
      response.writeHead(302, { location: fault.location });
      response.end();
      return;
    case "large":
      sendLarge(response, fault.sizeBytes);
      return;
    case "drip":
      sendDrip(response, fault.everyMs);
  }
}

function sendLarge(response: ServerResponse, sizeBytes: number): void {
  response.writeHead(200, { "content-type": "text/html" });
  const chunk = Buffer.alloc(64 * 1024, "x");
  let sentBytes = 0;
  const send = (): void => {
    while (sentBytes < sizeBytes) {
      if (response.destroyed) return;
      sentBytes += chunk.length;
      if (!response.write(chunk)) {
        response.once("drain", send);
        return;
      }
    }
    response.end();
  };
  send();
}

function sendDrip(response: ServerResponse, everyMs: number): void {
  response.writeHead(200, { "content-type": "text/html" });
  const timer = setInterval(() => response.write("<"), everyMs);
  timer.unref();
  response.once("close", () => clearInterval(timer));
}
