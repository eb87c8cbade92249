import { createServer, type Server, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** What every answer of the model ends with. */
export const ANSWER_END = "And that is all.";

/** What is answered for thirty seconds; anything else is for about four. */
export const LONG_QUESTION = "Tell me about the weather of every year, for half a minute.";

const PIECES = 40;
const LONG_PIECES = 300;
const PIECE_EVERY_MS = 100;

/** A model that speaks as Ollama does (docs/api.md, "Generate a chat completion"), and answers everything with the same words, bit by bit. */
export function startSlowModel(): Server {
  return createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => {
      body += text;
    });
    request.on("end", () => {
      const pieces = body.includes(LONG_QUESTION) ? LONG_PIECES : PIECES;
      answer(response, pieces).catch(() => response.destroy());
    });
  }).listen(0, "127.0.0.1");
}

async function answer(response: ServerResponse, pieces: number): Promise<void> {
  response.writeHead(200, { "content-type": "application/x-ndjson" });
  const line = (content: string, end: object = {}): string =>
    `${JSON.stringify({
      model: "slow",
      created_at: "2026-11-21T00:00:00Z",
      message: { role: "assistant", content },
      done: false,
      ...end,
    })}\n`;
  for (let piece = 0; piece < pieces && !response.destroyed; piece += 1) {
    response.write(line(`Sentence ${piece} of the answer. `));
    await delay(PIECE_EVERY_MS);
  }
  const counts = { done: true, done_reason: "stop", prompt_eval_count: 100, eval_count: 100 };
  response.end(line(ANSWER_END, counts));
}
