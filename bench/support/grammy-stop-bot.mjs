// A bot of bare grammY that runs commands until it is told to stop: what the service's stop is measured against.
//   node grammy-stop-bot.mjs TOKEN API_ROOT FOLDER, then "/run COUNT WIDTH COMMAND" and "/stop" or its button
import { execFile } from "node:child_process";
import { Bot, InlineKeyboard } from "grammy";

const [token = "", apiRoot = "", folder = ""] = process.argv.slice(2);
const bot = new Bot(token, { client: { apiRoot } });
let running = new AbortController();

bot.command("run", async (context) => {
  const [count = "", width = "", ...words] = context.match.split(" ");
  running = new AbortController();
  const { signal } = running;
  await context.reply("Working.", { reply_markup: new InlineKeyboard().text("Stop", "stop") });
  let left = Number(count);
  const work = async () => {
    for (; left > 0 && !signal.aborted; ) {
      left -= 1;
      await new Promise((resolve) =>
        execFile("/bin/sh", ["-c", words.join(" ")], { cwd: folder, signal }, resolve),
      );
    }
  };
  const all = Promise.all(Array.from({ length: Number(width) }, work));
  all.then(() => context.reply(`${left} not done.`)).catch(() => undefined);
});
bot.command("stop", () => running.abort());
bot.on("callback_query", async (context) => {
  running.abort();
  await context.answerCallbackQuery();
});
await bot.start({
  allowed_updates: ["message", "callback_query", "my_chat_member"],
  onStart: () => process.stdout.write("ready\n"),
});
