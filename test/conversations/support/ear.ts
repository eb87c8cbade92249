import { startUpstream } from "../../support/upstream-server.ts";

/** A server that writes down what is spoken: the scripted words in order, whatever it is sent. The caller closes it. */
export async function startEar(words: readonly string[]) {
  let heard = 0;
  const server = await startUpstream((request, response) => {
    request.resume().on("end", () => {
      const isSound = request.url === "/v1/audio/transcriptions";
      const text = words[Math.min(heard, words.length - 1)] ?? "";
      if (isSound) heard += 1;
      response.writeHead(isSound ? 200 : 401, { "content-type": "application/json" });
      response.end(JSON.stringify(isSound ? { text } : {}));
    });
  });
  return {
    environment: {
      IBL_VOICE: "openai",
      IBL_MODEL: "openai/none",
      OPENAI_API_KEY: "key-of-a-conversation",
      OPENAI_BASE_URL: `${server.origin}/v1`,
    },
    close: () => server.close(),
  };
}
