import assert from "node:assert/strict";
import { test } from "node:test";
import { startTelegramServer } from "./telegram-server.ts";
import { type Answer, MINJI, refused, TOKEN, withServer } from "./telegram-server-call.ts";

test("getMe tells the bot that the token names, in any case of the method", async () => {
  await withServer(async (_server, call) => {
    const { result } = await call("GETME");
    const { id, is_bot: isBot, username } = result as Record<string, unknown>;
    assert.deepEqual([id, isBot, username], [4242, true, "test_bot"]);
  });
});

test("a wrong token, an unknown method and an unknown path are refused in Telegram's shape", async () => {
  await withServer(async (server, call) => {
    const wrong = await fetch(`${server.url}/bot1:wrong/getMe`);
    assert.equal(wrong.status, 401);
    assert.deepEqual(await wrong.json(), refused(401, "Unauthorized"));
    assert.deepEqual(await call("getPizza"), refused(404, "Not Found: method not found"));
    assert.deepEqual(server.problems, ["there is no method getpizza"]);
    assert.equal((await fetch(`${server.url}/nothing`)).status, 404);
  });
});

test("unknown fields and other types are refused, recorded, and fail the close", async () => {
  const server = await startTelegramServer({ token: TOKEN });
  const response = await fetch(`${server.url}/bot${TOKEN}/sendMessage`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ chat_id: 7, text: 5, colour: "red" }),
  });
  assert.equal(response.status, 400);
  assert.equal(server.problems.length, 2);
  await assert.rejects(server.close(), /colour/);
});

test("messages are checked as Telegram checks them", async () => {
  await withServer(async (server, call) => {
    const send = (fields: object): Promise<Answer> =>
      call("sendMessage", { chat_id: 7, text: "x", ...fields });
    assert.deepEqual(await send({}), refused(400, "Bad Request: chat not found"));
    server.user(MINJI);
    assert.deepEqual(
      await send({}),
      refused(403, "Forbidden: bot can't initiate conversation with a user"),
    );
    server.say(MINJI, "/start");
    assert.deepEqual(
      await send({ text: " \n" }),
      refused(400, "Bad Request: message text is empty"),
    );
    assert.equal(
      (await send({ text: `<b>${"가".repeat(4096)}</b>`, parse_mode: "HTML" })).ok,
      true,
    );
    assert.deepEqual(
      await send({ text: "😀".repeat(2049) }),
      refused(400, "Bad Request: message is too long"),
    );
    const keyboard = (data: string): object => ({
      reply_markup: { inline_keyboard: [[{ text: "예", callback_data: data }]] },
    });
    assert.equal((await send(keyboard("가".repeat(21)))).ok, true);
    assert.deepEqual(
      await send(keyboard("가".repeat(22))),
      refused(400, "Bad Request: BUTTON_DATA_INVALID"),
    );
    assert.deepEqual(await send(keyboard("")), refused(400, "Bad Request: BUTTON_DATA_INVALID"));
    assert.deepEqual(
      await send({ message_thread_id: 3 }),
      refused(400, "Bad Request: message thread not found"),
    );
    server.block(MINJI);
    assert.deepEqual(await send({}), refused(403, "Forbidden: bot was blocked by the user"));
    server.unblock(MINJI);
    assert.equal((await send({})).ok, true);
  });
});

test("a group that became a supergroup tells its new id", async () => {
  await withServer(async (server, call) => {
    server.user(MINJI);
    const group = server.group({ id: -5, title: "가족", type: "group" });
    server.migrate(group, -1_000_000_000_005);
    assert.deepEqual(await call("sendMessage", { chat_id: -5, text: "x" }), {
      ...refused(400, "Bad Request: group chat was upgraded to a supergroup chat"),
      parameters: { migrate_to_chat_id: -1_000_000_000_005 },
    });
  });
});

test("edits replace text and buttons, keep the history, and refuse what changes nothing", async () => {
  await withServer(async (server, call) => {
    server.user(MINJI);
    const { messageId: own } = server.say(MINJI, "안녕");
    const buttons = { inline_keyboard: [[{ text: "승인", callback_data: "a" }]] };
    await call("sendMessage", { chat_id: 7, text: "삭제할까요?", reply_markup: buttons });
    const messageId = server.messages(7).at(-1)!.messageId;
    const edit = (fields: object): Promise<Answer> =>
      call("editMessageText", { chat_id: 7, message_id: messageId, ...fields });
    const same = await edit({ text: "삭제할까요?", reply_markup: buttons });
    assert.match(same.description ?? "", /^Bad Request: message is not modified/);
    await edit({ text: "<b>삭제했습니다.</b>", parse_mode: "HTML" });
    const { text, entities, buttons: shown, edits } = server.messages(7).at(-1)!;
    assert.deepEqual(
      { text, entities, shown },
      {
        text: "삭제했습니다.",
        entities: [{ type: "bold", offset: 0, length: 7 }],
        shown: [],
      },
    );
    assert.deepEqual(edits, [
      { text: "삭제할까요?", entities: [], buttons: [[{ text: "승인", callback_data: "a" }]] },
    ]);
    assert.deepEqual(
      await call("editMessageText", { chat_id: 7, message_id: own, text: "x" }),
      refused(400, "Bad Request: message can't be edited"),
    );
    assert.deepEqual(
      await call("editMessageReplyMarkup", { chat_id: 7, message_id: 999 }),
      refused(400, "Bad Request: message to edit not found"),
    );
    assert.equal((await call("deleteMessage", { chat_id: 7, message_id: messageId })).ok, true);
    assert.deepEqual(
      await call("deleteMessage", { chat_id: 7, message_id: messageId }),
      refused(400, "Bad Request: message to delete not found"),
    );
  });
});

test("presses carry the message and its data, and old ones are refused", async () => {
  await withServer(async (server, call) => {
    server.user(MINJI);
    server.say(MINJI, "안녕");
    const buttons = { inline_keyboard: [[{ text: "승인", callback_data: "v1.a" }]] };
    await call("sendMessage", { chat_id: 7, text: "카드", reply_markup: buttons });
    const { messageId } = server.messages(7).at(-1)!;
    assert.throws(
      () => server.press(MINJI, messageId, "거절"),
      /shows no button "거절" but "승인"/,
    );
    const { pressId, updateId } = server.press(MINJI, messageId, "승인");
    const { result } = await call("getUpdates", { offset: updateId! });
    const press = (
      result as { callback_query: { id: string; data: string; from: { id: number } } }[]
    )[0]?.callback_query;
    assert.deepEqual([press?.id, press?.data, press?.from.id], [pressId, "v1.a", 7]);
    assert.equal(
      (await call("answerCallbackQuery", { callback_query_id: pressId, text: "받음" })).ok,
      true,
    );
    assert.deepEqual(server.answersTo(pressId), [{ text: "받음", showAlert: false }]);
    server.expirePress(pressId);
    assert.deepEqual(
      await call("answerCallbackQuery", { callback_query_id: pressId }),
      refused(
        400,
        "Bad Request: query is too old and response timeout expired or query ID is invalid",
      ),
    );
  });
});

test("uploads keep their bytes and can be fetched again", async () => {
  await withServer(async (server, call) => {
    server.user(MINJI);
    server.say(MINJI, "안녕");
    const bytes = Buffer.from([0, 13, 10, 45, 45, 255]);
    const form = new FormData();
    form.set("chat_id", "7");
    form.set("caption", "<i>보고서</i>");
    form.set("parse_mode", "HTML");
    form.set("document", new Blob([bytes]), "보고서.bin");
    const sent = await fetch(`${server.url}/bot${TOKEN}/sendDocument`, {
      method: "POST",
      body: form,
    });
    assert.equal(sent.status, 200);
    const { file, text } = server.messages(7).at(-1)!;
    assert.deepEqual([file?.name, text, file?.bytes], ["보고서.bin", "보고서", bytes]);
    const { result } = await call("getFile", { file_id: file!.fileId });
    const { file_path: path } = result as { file_path: string };
    const download = await fetch(`${server.url}/file/bot${TOKEN}/${path}`);
    assert.deepEqual(Buffer.from(await download.arrayBuffer()), bytes);
    assert.deepEqual(
      await call("getFile", { file_id: "none" }),
      refused(400, "Bad Request: invalid file_id"),
    );
  });
});

test("planned faults hit one call each: errors, lost answers, lost calls, garbage and held answers", async () => {
  await withServer(async (server, call) => {
    server.user(MINJI);
    server.say(MINJI, "안녕");
    const send = (text: string): Promise<Answer> => call("sendMessage", { chat_id: 7, text });
    server.failNext({ method: "sendMessage", status: 429, retryAfter: 3 });
    assert.deepEqual(await send("a"), {
      ...refused(429, "Too Many Requests: retry after 3"),
      parameters: { retry_after: 3 },
    });
    server.dropAnswer({ method: "sendMessage" });
    await assert.rejects(send("b"));
    server.dropCall({ method: "sendMessage" });
    await assert.rejects(send("c"));
    server.garbleNext({ method: "sendMessage" });
    await assert.rejects(send("d"), SyntaxError);
    const held = server.holdNext({ method: "sendMessage" });
    const sending = send("e");
    await held.arrived;
    assert.equal(server.messages(7).at(-1)?.text, "e");
    held.release();
    assert.equal((await sending).ok, true);
    assert.deepEqual(
      server.messages(7).map((message) => message.text),
      ["안녕", "b", "e"],
    );
  });
});

test("a server that went down comes up again on its port with everything it knew", async () => {
  await withServer(async (server, call) => {
    server.user(MINJI);
    server.say(MINJI, "안녕");
    await server.goDown();
    await assert.rejects(call("getMe"));
    await server.comeUp();
    assert.equal(((await call("getUpdates")).result as unknown[]).length, 1);
  });
});

test("waiting ends with the first true answer, or with a list of the last calls", async () => {
  await withServer(async (server, call) => {
    server.user(MINJI);
    const waiting = server.waitFor(() =>
      server.messages(7).find((message) => message.text === "안녕"),
    );
    server.say(MINJI, "안녕");
    assert.equal((await waiting).chatId, 7);
    await call("getMe");
    await assert.rejects(
      server.waitFor(() => false, 20),
      /getme/,
    );
  });
});
