// A bot of bare grammY and its runner that echoes with a button, and acknowledges presses.
//   node load-grammy.mjs TOKEN API_ROOT
import { run } from "@grammyjs/runner";
import { Bot, InlineKeyboard } from "grammy";

const [token = "", apiRoot = ""] = process.argv.slice(2);
const bot = new Bot(token, { client: { apiRoot } });
const reply_markup = new InlineKeyboard().text("ok", "ok");
bot.on("message", (context) => context.reply(context.msg.text ?? "", { reply_markup }));
bot.on("callback_query", (context) => context.answerCallbackQuery());
bot.catch(() => undefined);
await bot.init();
run(bot);
process.stdout.write("ready\n");
