import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { startGeminiServer } from "../support/gemini-server.ts";
import { calling, saying } from "../support/gemini-shapes.ts";
import { pngOf } from "../support/pictures.ts";
import { ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer } from "../support/telegram-server.ts";

const TOKEN = "4242:AAsecret-token_of-nobody-at-all-really";
const ANN = { id: 1, firstName: "안나", languageCode: "ko" };

test("a photo with a question is answered, a voice message becomes a program and its card, and a service killed over a file ends with it once", async (t) => {
  const gemini = await startGeminiServer((request) => {
    const text = JSON.stringify(request.body["contents"]);
    if (text.includes("Write down what is said")) return saying("old 지워줘");
    if (text.includes("합계")) return saying("합계는 3입니다.");
    if (text.includes("old 지워줘")) return calling('[system:delete]("old")', "c1");
    return saying("빨간 네모가 보입니다.");
  });
  const telegram = await startTelegramServer({ token: TOKEN });
  const home = temporaryHome();
  const environment = {
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_API_ROOT: telegram.url,
    GEMINI_API_KEY: "test-key-of-the-story",
    GEMINI_BASE_URL: gemini.origin,
  };
  let service = new ServiceProcess(home.path, environment);
  t.after(async () => {
    await service.stop();
    await telegram.close();
    await gemini.close();
    home.remove();
  });
  const shown = (pattern: RegExp) =>
    telegram.waitFor(
      () =>
        telegram
          .messages(ANN.id)
          .find(({ from, text }) => from.isBot === true && pattern.test(text)),
      30_000,
    );
  telegram.user(ANN);
  const [, code = ""] = await service.prints(/\/claim ([A-Z0-9]{4}-[A-Z0-9]{4})/);
  await service.ready();
  telegram.say(ANN, `/claim ${code}`);
  await shown(/주인|owner/i);
  telegram.say(ANN, "/language ko");

  const photo = { kind: "photo", name: "photo.png", bytes: pngOf(30, 30) } as const;
  telegram.sendFile(ANN, { ...photo, caption: "이 사진에 뭐가 있어?" });
  await shown(/^빨간 네모가 보입니다\.$/);

  telegram.say(ANN, '/ibl [system:write]("old/list.md") {content: "우유"}');
  const folder = join(home.path, "files", "telegram_1");
  await telegram.waitFor(() => existsSync(join(folder, "old", "list.md")), 20_000);
  telegram.sendFile(ANN, { kind: "voice", name: "", bytes: Buffer.from("OggS\0spoken") });
  await shown(/^🎙️ old 지워줘$/);
  await telegram.waitFor(
    () =>
      telegram
        .messages(ANN.id)
        .find(({ buttons }) => buttons.flat().some(({ text }) => text === "지우기")),
    20_000,
  );
  assert.equal(existsSync(join(folder, "old", "list.md")), true);

  for (const point of ["files.piece-written", "files.renamed"]) {
    await service.dieAt(point);
    const name = `${point}.txt`;
    telegram.sendFile(ANN, {
      kind: "document",
      name,
      bytes: Buffer.from("1+2"),
      caption: `합계 ${point}`,
    });
    assert.equal(await service.ended(), "SIGKILL");
    const before = telegram.messages(ANN.id).filter(({ text }) => /^합계는/.test(text)).length;
    service = new ServiceProcess(home.path, environment);
    await telegram.waitFor(
      () =>
        telegram.messages(ANN.id).filter(({ text }) => /^합계는/.test(text)).length === before + 1,
      40_000,
    );
    assert.equal(readFileSync(join(folder, "inbox", name), "utf8"), "1+2");
  }
  assert.deepEqual(readdirSync(join(folder, "inbox")).sort(), [
    "files.piece-written.txt",
    "files.renamed.txt",
    "photo.jpg",
    "voice.ogg",
  ]);
});
