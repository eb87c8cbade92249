import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { COMMAND_TREE } from "../../src/bots/commands/command-tree.ts";
import { type DiscordServer, startDiscordServer } from "../support/discord-server.ts";
import { DISCORD_TOKEN } from "../support/discord-server-adapter.ts";
import { commandLine, ServiceProcess, temporaryHome } from "../support/service.ts";

/** The library of the platform is large, and test machines are busy. */
const PATIENCE_MS = 90_000;

function environmentOf(discord: DiscordServer): Record<string, string> {
  return {
    DISCORD_BOT_TOKEN: DISCORD_TOKEN,
    DISCORD_API_BASE: discord.apiBase,
    DISCORD_GATEWAY: discord.gatewayUrl,
  };
}

test("a person claims the bot on Discord, asks, deletes with a press across a crash; strangers and lost answers change nothing", {
  timeout: 600_000,
}, async (t) => {
  const discord = await startDiscordServer({ token: DISCORD_TOKEN });
  discord.state.firstResponseMs = PATIENCE_MS;
  const home = temporaryHome();
  const environment = environmentOf(discord);
  let service = new ServiceProcess(home.path, environment);
  t.after(async () => {
    await service.kill();
    home.remove();
  });
  const jieun = discord.user({ id: "200000000000001001", name: "지은", locale: "ko" });
  const bob = discord.user({ id: "200000000000002002", name: "Bob", locale: "en-US" });
  const home1 = discord.dm(jieun);
  const home2 = discord.dm(bob);
  const channel = discord.channel({ id: "400000000000000009", guildId: "300000000000000009" });
  const shown = (channelId: string, pattern: RegExp) =>
    discord.waitFor(
      () => discord.seen(channelId).findLast(({ text }) => pattern.test(text)),
      PATIENCE_MS,
    );

  await t.test(
    "the first owner claims with the code printed at the start, by a slash command",
    async () => {
      await service.prints(/"msg":"ready"/, PATIENCE_MS);
      const [, code = ""] = await service.prints(/\/claim ([0-9A-Z]{4}-[0-9A-Z]{4})/, PATIENCE_MS);
      await discord.waitFor(
        () => discord.gateway.log.some((line) => line.startsWith("identify")),
        PATIENCE_MS,
      );
      discord.say(bob, home2, "hello");
      await shown(home2, /no owner yet|아직 주인이 없어요/);
      discord.say(jieun, home1, `/claim ${code}`);
      await shown(home1, /주인이에요/);
    },
  );

  await t.test(
    "its commands are registered in both languages, with /ask and the menu of messages",
    () => {
      const names = discord.state.commands.map(({ name }) => name);
      assert.deepEqual(names.slice(0, 14), ["ask", ...COMMAND_TREE.map(({ name }) => name)]);
      assert.deepEqual(names.slice(14), ["Ask about this", "Remind me", "Add to to-dos"]);
      assert.match(JSON.stringify(discord.state.commands), /"ko":"질문"/);
    },
  );

  await t.test(
    "questions are answered in Korean and in English, in place of the command",
    async () => {
      const used = discord.slash(jieun, home1, "ask", "지금 몇 시야");
      const answer = await shown(home1, /요일 오[전후] \d+:\d+(?:이에요|예요)/);
      assert.equal(answer.id, used.originalId);
      discord.say(jieun, channel, "what time is it", { mentions: true });
      await shown(channel, /It's/);
    },
  );

  await t.test("values are offered while a person types, and none to a stranger", async () => {
    const known = discord.type(jieun, home1, "settings timezone", { place: "서울" });
    await discord.waitFor(() => known.choices !== undefined, PATIENCE_MS);
    assert.deepEqual(known.choices, ["서울"]);
    const time = discord.type(jieun, home1, "reminder add", { what: "약", when: "내일 3시" });
    await discord.waitFor(() => time.choices !== undefined, PATIENCE_MS);
    assert.match(time.choices?.[0] ?? "", /내일 3시 → .*오후 3시/);
    const stranger = discord.type(bob, home2, "settings timezone", { place: "서울" });
    await discord.waitFor(() => stranger.choices !== undefined, PATIENCE_MS);
    assert.deepEqual(stranger.choices, []);
  });

  await t.test("a file that is sent lies in the folder of the chat", async () => {
    const bytes = Buffer.from("회의는 세 시");
    discord.say(jieun, home1, "", { files: [{ name: "회의.txt", bytes, type: "text/plain" }] });
    await shown(home1, /회의\.txt/);
    const saved = join(home.path, "files", `discord_${home1}`, "inbox", "회의.txt");
    assert.deepEqual(readFileSync(saved), bytes);
  });

  const note = join(home.path, "files", `discord_${home1}`, "notes.md");
  await t.test("a file is deleted at once, and one press brings it back", async () => {
    discord.say(jieun, home1, "notes.md에 회의 내용이라고 적어줘");
    await shown(home1, /notes\.md\S*에 적었어요/);
    const written = readFileSync(note, "utf8");
    discord.say(jieun, home1, "notes.md 지워줘");
    const { id } = await shown(home1, /🗑 \S*notes\.md\S*를 지웠어요/);
    assert.equal(existsSync(note), false);
    discord.press(jieun, id, "되돌리기");
    await shown(home1, /↩️ 되돌렸어요: \S*notes\.md/);
    assert.equal(readFileSync(note, "utf8"), written);
  });

  const kept = join(home.path, "files", `discord_${home1}`, "old", "notes.md");
  await t.test(
    "deleting a folder waits for a press; a stranger's press does nothing and is told so",
    async () => {
      discord.say(jieun, home1, '/ibl [system:write]("old/notes.md") {content: "회의"}');
      await discord.waitFor(() => existsSync(kept), PATIENCE_MS);
      discord.say(jieun, home1, '/ibl [system:delete]("old")');
      const card = await shown(home1, /old를 지울까요\?/);
      assert.deepEqual(card.labels, ["지우기", "안 할래요", "⋯"]);
      const press = discord.press(bob, card.id, "지우기");
      await discord.waitFor(() => press.notes.length > 0, PATIENCE_MS);
      assert.equal(press.response, 6);
      assert.match(press.notes[0]!, /not let in yet/);
      assert.equal(existsSync(kept), true);
    },
  );

  await t.test(
    "killed between card and press, the service carries the press out once after its restart",
    async () => {
      await service.kill();
      const card = discord.seen(home1).findLast(({ text }) => /old를 지울까요/.test(text))!;
      service = new ServiceProcess(home.path, environment);
      await service.prints(/"msg":"ready"/, PATIENCE_MS);
      await discord.waitFor(
        () => discord.gateway.log.some((line) => line.startsWith("resume")),
        PATIENCE_MS,
      );
      assert.equal(existsSync(kept), true);
      discord.press(jieun, card.id, "지우기");
      discord.press(jieun, card.id, "지우기");
      const done = await shown(home1, /✅ old를 지웠어요 · /);
      assert.equal(done.id, card.id);
      assert.deepEqual(done.labels, []);
      assert.equal(existsSync(kept), false);
      assert.equal(discord.seen(home1).filter(({ text }) => /old를 지웠어요/.test(text)).length, 1);
    },
  );

  await t.test(
    "a card is denied by a press, and settled in one line with who pressed",
    async () => {
      discord.say(jieun, home1, '/ibl [system:write]("old/notes.md") {content: "회의"}');
      await discord.waitFor(() => existsSync(kept), PATIENCE_MS);
      discord.say(jieun, home1, '/ibl [system:delete]("old")');
      const card = await discord.waitFor(
        () => discord.seen(home1).findLast(({ labels }) => labels.includes("안 할래요")),
        PATIENCE_MS,
      );
      discord.press(jieun, card.id, "안 할래요");
      const settled = await shown(home1, /✖️ 안 지웠어요 · 지은/);
      assert.equal(settled.id, card.id);
      assert.deepEqual(settled.labels, []);
      assert.equal(existsSync(kept), true);
    },
  );

  await t.test(
    "killed after a message left whose answer was lost, the restarted service sends it again and there is one",
    async () => {
      discord.dropAnswer({ path: new RegExp(`^POST /channels/${home1}/messages`), times: 99 });
      await service.dieAt("message-claimed", 2);
      discord.say(jieun, home1, '/ibl [system:todo]({"op": "list"})');
      discord.say(jieun, home1, "할 일 보여줘");
      await service.ended();
      const before = discord.seen(home1).length;
      assert.ok(before > 0);
      service = new ServiceProcess(home.path, environment);
      await service.prints(/"msg":"ready"/, PATIENCE_MS);
      const posted = () => discord.callsOf(new RegExp(`^POST /channels/${home1}/messages`));
      await discord.waitFor(() => posted().length >= 3, PATIENCE_MS);
      const nonces = posted().map(({ body }) => (body as { nonce: string }).nonce);
      const messages = discord.seen(home1).filter(({ message }) => message.nonce !== undefined);
      assert.equal(messages.length, new Set(nonces).size);
    },
  );

  await t.test(
    "what was said while nobody listened is answered when the service is back",
    async () => {
      await service.kill();
      discord.gateway.forgetSessions();
      discord.say(jieun, home1, "뉴욕은 지금 몇 시야", { isDelivered: false });
      service = new ServiceProcess(home.path, environment);
      await service.prints(/"msg":"ready"/, PATIENCE_MS);
      await shown(home1, /뉴욕|New.York/i);
    },
  );

  await t.test("doctor asks Discord about the token and the intents", async () => {
    const { output, code } = await commandLine(home.path, ["doctor", "--online"], {
      environment: { ...environment, IBL_LANGUAGE: "en" },
    });
    assert.match(output, /Discord account: ibl \(application 1000000000000000002/);
    assert.match(output, /Discord intents: The Message Content intent is off/);
    assert.equal(code, 0);
  });

  await t.test(
    "asked to end, the service stops within ten seconds and has shown no token",
    async () => {
      const startedMs = Date.now();
      assert.equal(await service.stop(), 0);
      assert.ok(Date.now() - startedMs < 10_000);
      assert.equal(service.printed.includes(DISCORD_TOKEN), false);
      await discord.close();
    },
  );
});
