import { createServer, type Server, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** What every answer of the model ends with. */
export const ANSWER_END = "And that is all.";

/** So many pieces, so far apart: an answer takes about four seconds. */
const PIECES = 40;
const PIECE_EVERY_MS = 100;

/** A model that speaks as Ollama does (docs/api.md, "Generate a chat completion"), and answers everything with the same words, bit by bit. */
export function startSlowModel(): Server {
  return createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      answer(response).catch(() => response.destroy());
    });
  }).listen(0, "127.0.0.1");
}

async function answer(response: ServerResponse): Promise<void> {
  response.writeHead(200, { "content-type": "application/x-ndjson" });
  const line = (content: string, end: object = {}): string =>
    `${JSON.stringify({
      model: "slow",
      created_at: "2026-11-21T00:00:00Z",
      message: { role: "assistant", content },
      done: false,
      ...end,
    })}\n`;
  for (let piece = 0; piece < PIECES && !response.destroyed; piece += 1) {
    response.write(line(`Sentence ${piece} of the answer. `));
    await delay(PIECE_EVERY_MS);
  }
  const counts = { done: true, done_reason: "stop", prompt_eval_count: 100, eval_count: 100 };
  response.end(line(ANSWER_END, counts));
}
