import { createTelegramAdapter } from "../../src/bots/telegram/adapter.ts";

/*
 * A bot process that takes events and never ends with one, to be killed: arguments are the token and the API root;
 * it prints the id of every update it was given, one a line.
 */
const [token = "", apiRoot = ""] = process.argv.slice(2);
const silent = { info() {}, warn() {}, error() {} };
const adapter = createTelegramAdapter({ token, apiRoot, log: silent });
await adapter.start((event) => {
  process.stdout.write(`${event.updateId}\n`);
  return new Promise(() => {});
});
