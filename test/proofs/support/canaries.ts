import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** What is configured: no two have a piece in common, and one has what JSON and addresses write in another way. */
export const CONFIGURED = {
  TELEGRAM_BOT_TOKEN: "123456789:AAHc4naryBotTokenOfNobody_00000000001",
  GEMINI_API_KEY: "AIzaC4naryModelKeyOfNobody0000000000002",
  CANARY_API_KEY: 'c4nary key "three" of/nobody',
  MAIL_PASSWORD: "c4nary-mail-password-four",
  HOOK_SECRET: "c4naryHookSecretFive",
} as const;

/** What looks like a secret and is configured nowhere: somebody else's. */
export const FOREIGN = {
  bearer: "Bearer c4nary.foreign.bearer-token~six",
  openai: "sk-c4naryForeignKeySeven000000",
  google: "AIzaC4naryForeignKeyEight00000000000000",
  bot: "987654321:AAHc4naryForeignBotToken_0000000009",
} as const;

/** A piece of each that stands in no other text, in every form in which it may be written. */
export const PIECES: readonly string[] = [
  "c4naryBotTokenOfNobody",
  "C4naryModelKeyOfNobody",
  "c4nary key",
  "c4nary%20key",
  "c4nary+key",
  "c4nary-mail-password-four",
  "c4naryHookSecretFive",
  "c4nary.foreign.bearer-token",
  "c4naryForeignKeySeven",
  "C4naryForeignKeyEight",
  "c4naryForeignBotToken",
];

/** A web service and a page that talk too much: every answer repeats the address and the headers it was asked with, and foreign secrets. */
export async function startTalkative(): Promise<{
  readonly origin: string;
  /** Addresses asked for, as proof that the keys did leave to where they belong. */
  readonly asked: readonly string[];
  readonly close: () => Promise<void>;
}> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    const url = request.url ?? "";
    asked.push(url);
    const { bearer, openai, google, bot } = FOREIGN;
    const said = `asked ${url} with ${JSON.stringify(request.headers)} and ${bearer} ${openai} ${google} ${bot}`;
    const isBad = url.includes("fail");
    response.writeHead(isBad ? 401 : 200, {
      "content-type": "application/json",
      "www-authenticate": bearer,
    });
    response.end(JSON.stringify(isBad ? { error: { message: said } } : { items: [{ said }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server listens on an address
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The registry of that service: its key goes into the address. */
export const TALKATIVE_REGISTRY = `
service: talkative
base_url: https://talkative.invalid
auth: {query: {api_key: '{CANARY_API_KEY}'}}
tools:
  gossip:
    node: source
    description: {ko: 소문을 듣는다, en: Hear what is said}
    target: about
    params: {about: {type: string, minLength: 1, maxLength: 100, description: what about}}
    required: [about]
    effect: read
    taints: true
    returns: list
    endpoint: /{about}
    response: {extract: items, fields: {title: said}}
`;
