// A bot of bare grammY that answers every message with one line: what the service is measured against.
//   node grammy-bot.mjs TOKEN API_ROOT
import { Bot } from "grammy";

const [token = "", apiRoot = ""] = process.argv.slice(2);
const bot = new Bot(token, { client: { apiRoot } });
bot.on("message", (context) => context.reply("Hello. Write what you want in your own words."));
await bot.start({
  allowed_updates: ["message", "callback_query", "my_chat_member"],
  onStart: () => process.stdout.write("ready\n"),
});
