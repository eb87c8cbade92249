import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { channelsOf } from "../../src/app/channels.ts";
import { startTelegramServer } from "../support/telegram-server.ts";
import { TOKEN } from "../support/telegram-server-adapter.ts";
import { Town } from "../support/town.ts";

const ANN = { id: 1, firstName: "Ann", languageCode: "en" };
const BEN = { id: 2, firstName: "Ben", languageCode: "en" };

/** The whole service on Telegram, with Ann as its owner and Ben inside. */
async function openTown(t: TestContext) {
  const server = await startTelegramServer({ token: TOKEN });
  for (const person of [ANN, BEN]) server.user(person);
  const town = new Town({
    environment: { TELEGRAM_BOT_TOKEN: TOKEN, TELEGRAM_API_ROOT: server.url },
  });
  town.clock.set(new Date().toISOString());
  town.admit({ id: "1", name: "Ann" }, "owner");
  town.admit({ id: "2", name: "Ben" }, "member");
  const { outbox, dispatcher } = town.parts;
  const [adapter] = channelsOf(town.parts);
  const paced = outbox.start(adapter!, { recover: true });
  dispatcher.attach(paced, { recover: true });
  await paced.start((event) => dispatcher.receive(event));
  t.after(async () => {
    await paced.stop();
    await town.close();
    await server.close();
  });
  const shown = (person: typeof ANN, pattern: RegExp) =>
    server.waitFor(() =>
      server
        .messages(person.id)
        .findLast(({ from, text }) => from.id === server.bot.id && pattern.test(text)),
    );
  return { server, outbox, shown };
}

test("the question for other words opens an answer with the present ones as a hint, and the answer asks anew", async (t) => {
  const { server, outbox, shown } = await openTown(t);
  for (const person of [ANN, BEN]) server.say(person, "hello");
  await shown(BEN, /./);
  const text = `Running late, ${"very ".repeat(20)}late`;
  server.say(ANN, `/ibl [messenger:send](${JSON.stringify(text)}) {to: "Ben"}`);
  const card = await shown(ANN, /^Send to Ben\?\nRunning late/);
  await outbox.flush(5000);
  const { pressId } = server.press(ANN, card.messageId, "Edit");
  const question = await shown(ANN, /What should it say\?/);
  await outbox.flush(5000);
  assert.equal(server.answersTo(pressId).length, 1);
  const asked = server
    .callsOf("sendMessage")
    .filter(({ parameters }) => /What should it say/.test(String(parameters["text"])));
  assert.deepEqual(
    asked.map(({ parameters }) => parameters["reply_markup"]),
    [{ force_reply: true, selective: true, input_field_placeholder: text.slice(0, 64) }],
  );

  server.say(ANN, "Running on time", { replyTo: question.messageId });
  const anew = await shown(ANN, /^Send to Ben\?\nRunning on time/);
  assert.equal(anew.messageId, card.messageId);
  // The card that was edited in place asks once more.
  assert.equal(anew.edits.length, 1);
  assert.doesNotMatch(
    server
      .messages(BEN.id)
      .map(({ text: words }) => words)
      .join("\n"),
    /Running/,
  );
  await outbox.flush(5000);
  server.press(ANN, anew.messageId, "Send");
  await shown(BEN, /Running on time$/);
  await shown(ANN, /^✅ Sent to Ben/);
  await outbox.flush(5000);
  // Such a question stays as it was sent, and nothing is said of it again.
  const own = server.messages(ANN.id).filter(({ from }) => from.id === server.bot.id);
  assert.deepEqual(
    own.slice(1).map(({ text: words }) => words.replace(/ · \d.*$/m, "")),
    ["✅ Sent to Ben\nRunning on time", "✏️ What should it say?"],
  );
});
