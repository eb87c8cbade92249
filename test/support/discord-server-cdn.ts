import type { IncomingMessage, ServerResponse } from "node:http";
import { type DiscordState, signatureOf } from "./discord-server-state.ts";

/** Hands out a file while its address is good, or the first half of it; nobody's token belongs here. Returns the status. */
export function serveFile(
  state: DiscordState,
  url: URL,
  request: IncomingMessage,
  { response, isCut }: { readonly response: ServerResponse; readonly isCut: boolean },
): number {
  if (request.headers.authorization !== undefined)
    state.problems.push("the bot token was sent to the CDN");
  const id = url.pathname.split("/")[4] ?? "";
  const seconds = url.searchParams.get("ex") ?? "";
  const isGood =
    url.searchParams.get("hm") === signatureOf(id, seconds) &&
    Number.parseInt(seconds, 16) * 1000 > state.nowMs();
  const bytes = isGood ? state.files.get(id)?.bytes : undefined;
  if (bytes === undefined) {
    response.writeHead(404, { "content-type": "text/plain" });
    response.end("This content is no longer available.");
    return 404;
  }
  response.writeHead(200, { "content-length": String(bytes.length) });
  if (isCut) response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  else response.end(bytes);
  return 200;
}
