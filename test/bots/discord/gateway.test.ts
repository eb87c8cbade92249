import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { COMMAND_TREE } from "../../../src/bots/commands/command-tree.ts";
import { explainClose } from "../../../src/bots/discord/errors.ts";
import { gatewayUrl } from "../../../src/bots/discord/gateway.ts";
import { startDiscordServer } from "../../support/discord-server.ts";
import {
  DISCORD_TOKEN,
  type DiscordBench,
  MINJI,
  withDiscord,
} from "../../support/discord-server-adapter.ts";
import { ShiftedClock } from "../../support/shifted-clock.ts";

/** Listens where a server was, and cuts whoever connects; resolves after two of them, when nothing listens any more. */
async function refuseTwo(port: number): Promise<void> {
  const refusing = createServer();
  refusing.listen(port, "127.0.0.1");
  for (let count = 0; count < 2; count += 1) {
    const [socket] = (await once(refusing, "connection")) as [Socket];
    socket.resetAndDestroy();
  }
  refusing.close();
  await once(refusing, "close");
}

/** Resolves when somebody sleeps. */
async function asleep(clock: ShiftedClock): Promise<void> {
  for (let looks = 0; looks < 1_000 && clock.sleeping === 0; looks += 1) await setTimeout(5);
}

/** Minji's direct messages. */
function minjis({ server }: DiscordBench) {
  const minji = server.user(MINJI);
  return { minji, dm: server.dm(minji) };
}

function textsOf({ events }: DiscordBench): string[] {
  return events.map((event) => (event.kind === "message" ? event.text : event.data));
}

test("after a cut the session is resumed, and what was said meanwhile arrives once and in order", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = minjis(bench);
    const { server } = bench;
    await bench.start();
    server.say(minji, dm, "하나");
    await bench.eventCount(1);
    server.gateway.disconnect();
    server.say(minji, dm, "둘");
    server.say(minji, dm, "셋");
    await bench.eventCount(3);
    assert.deepEqual(textsOf(bench), ["하나", "둘", "셋"]);
    assert.deepEqual(
      server.gateway.log.filter((line) => line !== "heartbeat"),
      ["identify 0/1 intents 4608", "resume 2"],
    );
  });
});

test("beside its name the bot says how it is spoken to, in both languages", async () => {
  await withDiscord(async (bench) => {
    await bench.start();
    const activities = [{ name: "Custom Status", type: 4, state: "/ask · /질문 · @" }];
    assert.deepEqual(bench.server.gateway.presences, [
      { activities, status: "online", since: null, afk: false },
    ]);
  });
});

test("asked to reconnect, it resumes", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = minjis(bench);
    await bench.start();
    bench.server.gateway.askToReconnect();
    await bench.server.waitFor(() =>
      bench.server.gateway.log.some((line) => line.startsWith("resume")),
    );
    bench.server.say(minji, dm, "아직 있어?");
    await bench.eventCount(1);
  });
});

test("told that its session may be resumed, it resumes; nothing is lost or comes twice", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = minjis(bench);
    const { server } = bench;
    await bench.start();
    server.say(minji, dm, "하나");
    await bench.eventCount(1);
    server.gateway.unsettle();
    await server.waitFor(
      () => server.gateway.log.some((line) => line.startsWith("resume")),
      20_000,
    );
    server.say(minji, dm, "둘");
    await bench.eventCount(2);
    assert.deepEqual(textsOf(bench), ["하나", "둘"]);
  });
});

test("cut again and again, everything arrives once and in order", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = minjis(bench);
    const { server } = bench;
    await bench.start();
    const resumes = () => server.gateway.log.filter((line) => line.startsWith("resume")).length;
    const said: string[] = [];
    const sayTwo = (): void => {
      for (const text of [`${said.length}`, `${said.length + 1}`]) {
        said.push(text);
        server.say(minji, dm, text);
      }
    };
    for (const code of [undefined, 4000, undefined, 4009, 4000]) {
      const before = resumes();
      sayTwo();
      server.gateway.disconnect(code);
      sayTwo();
      await server.waitFor(() => resumes() > before, 20_000);
    }
    await bench.eventCount(said.length);
    assert.deepEqual(textsOf(bench), said);
  });
});

test("a bot of thousands of servers begins as any other", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = minjis(bench);
    bench.server.state.guildCount = 2500;
    await bench.start();
    bench.server.say(minji, dm, "들려?");
    await bench.eventCount(1);
  });
});

test("a token that is taken back while it runs is said with the step to take", async () => {
  await withDiscord(async (bench) => {
    await bench.start();
    bench.server.gateway.disconnect(4004);
    assert.match(await bench.logged(/does not accept the bot token/), /^error .*Reset Token/);
  });
});

test("every close that no reconnect follows has its explanation, and no other", () => {
  for (const code of [4004, 4010, 4011, 4012, 4013, 4014]) {
    const { en, ko } = explainClose(code) ?? { en: "", ko: "" };
    assert.match(en, / (start again|Update ibl-bot|Switch it on)/, String(code));
    assert.match(ko, /주세요/, String(code));
  }
  for (const code of [1000, 1001, 1006, 4000, 4001, 4002, 4003, 4005, 4007, 4008, 4009])
    assert.equal(explainClose(code), undefined, String(code));
});

test("a connection whose heartbeats are not answered is left and resumed", async () => {
  await withDiscord(
    async (bench) => {
      const { minji, dm } = minjis(bench);
      const { server } = bench;
      await bench.start();
      server.gateway.mute(true);
      await server.waitFor(() => server.gateway.log.some((line) => line.startsWith("resume")));
      server.gateway.mute(false);
      server.say(minji, dm, "살아 있어?");
      await bench.eventCount(1);
    },
    { heartbeatMs: 150 },
  );
});

test("when the session is over a new one begins, and known chats are caught up with", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = minjis(bench);
    const { server } = bench;
    await bench.start();
    server.say(minji, dm, "하나");
    await bench.eventCount(1);
    server.say(minji, dm, "아무도 듣지 않을 때", { isDelivered: false });
    server.gateway.invalidate();
    await bench.eventCount(2);
    server.say(minji, dm, "다시");
    await bench.eventCount(3);
    assert.deepEqual(textsOf(bench), ["하나", "아무도 듣지 않을 때", "다시"]);
  });
});

test("the next process resumes after the last event that was taken in, and gets the one that was not", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = minjis(bench);
    const { server, adapter } = bench;
    await bench.start(adapter, async (event) => {
      if (event.kind === "message" && event.text === "둘") throw new Error("the process is ending");
    });
    server.say(minji, dm, "하나");
    await bench.eventCount(1);
    server.say(minji, dm, "둘");
    await bench.logged(/could not be taken in/);
    await adapter.stop();
    server.say(minji, dm, "셋");
    await bench.start(bench.another());
    await bench.eventCount(3);
    assert.deepEqual(textsOf(bench), ["하나", "둘", "셋"]);
    assert.equal(server.gateway.log.at(-1), "resume 2");
  });
});

test("a process that cannot resume fetches what it missed, once, and nothing that it had", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = minjis(bench);
    const { server, adapter } = bench;
    const channel = server.channel({ id: "400000000000000001", guildId: "300000000000000001" });
    await bench.start();
    server.say(minji, dm, "하나");
    server.say(minji, channel, "서버에서", { mentions: true });
    await bench.eventCount(2);
    await adapter.stop();
    server.gateway.forgetSessions();
    for (const text of ["둘", "셋"]) server.say(minji, dm, text, { isDelivered: false });
    server.say(minji, channel, "봇 말고", { isDelivered: false });
    server.say(minji, channel, "봇에게", { mentions: true, isDelivered: false });
    await bench.start(bench.another());
    await bench.eventCount(5);
    const inDm = bench.events.filter(({ chat }) => chat.isPrivate);
    assert.deepEqual(
      inDm.map((event) => (event.kind === "message" ? event.text : "")),
      ["하나", "둘", "셋"],
    );
    assert.deepEqual(
      textsOf(bench).filter((text) => text.startsWith("봇")),
      ["봇에게"],
    );
  });
});

test("a refused token ends the start with what to do", async () => {
  await withDiscord(async (bench) => {
    bench.server.state.isTokenRevoked = true;
    await assert.rejects(
      bench.adapter.start(async () => undefined),
      {
        code: "adapter-refused",
        message: explainClose(4004)?.en,
      },
    );
    const malformed = bench.another({ token: "not a token" });
    await assert.rejects(
      malformed.start(async () => undefined),
      { code: "adapter-refused" },
    );
  });
});

test("a close that no reconnect follows is explained with the step to take", async () => {
  await withDiscord(async (bench) => {
    bench.server.gateway.refuseNext(4013);
    await bench.adapter.start(async () => undefined);
    await bench.logged(/No messages arrive from Discord.*Update ibl-bot/);
  });
});

test("where the Message Content intent is refused, it goes on without", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = minjis(bench);
    const { server } = bench;
    server.state.applicationFlags = 1 << 19;
    server.gateway.refuseNext(4014);
    await bench.start();
    await bench.logged(/refuses the Message Content intent/);
    server.say(minji, dm, "들려?");
    await bench.eventCount(1);
    assert.deepEqual(server.gateway.log.slice(0, 2), [
      "identify 0/1 intents 37376",
      "identify 0/1 intents 4608",
    ]);
  });
});

test("a token that is taken back while it runs is told in both languages, once, and tried again after a while", async () => {
  const clock = new ShiftedClock();
  await withDiscord(
    async (bench) => {
      const { minji, dm } = minjis(bench);
      const { server } = bench;
      const refusals: unknown[] = [];
      const adapter = bench.another({ onRefused: (problem) => refusals.push(problem) });
      const identified = () =>
        server.gateway.log.filter((line) => line.startsWith("identify")).length;
      await bench.start(adapter);
      server.gateway.refuseNext(4004);
      server.gateway.disconnect(4004);
      await bench.logged(/No messages arrive from Discord/);
      assert.deepEqual(refusals, [explainClose(4004)]);
      assert.equal(identified(), 1);
      for (const count of [2, 3]) {
        await asleep(clock);
        clock.shift(15 * 60_000);
        await server.waitFor(() => identified() === count);
      }
      await server.waitFor(() => bench.log.filter((line) => /Connected/.test(line)).length === 2);
      server.say(minji, dm, "다시 왔어?");
      await bench.eventCount(1);
      assert.equal(refusals.length, 1);
    },
    { clock },
  );
});

test("an intent that is switched off while it runs is gone on without, and nothing that was said is lost", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = minjis(bench);
    const { server } = bench;
    server.state.applicationFlags = 1 << 19;
    const refusals: unknown[] = [];
    const adapter = bench.another({ onRefused: (problem) => refusals.push(problem) });
    await bench.start(adapter);
    server.say(minji, dm, "하나");
    await bench.eventCount(1);
    server.state.applicationFlags = 0;
    server.gateway.disconnect(4014);
    server.say(minji, dm, "둘");
    await bench.eventCount(2);
    await bench.logged(/refuses the Message Content intent.*Privileged Gateway Intents/);
    assert.deepEqual(
      server.gateway.log.filter((line) => line !== "heartbeat"),
      ["identify 0/1 intents 37376", "identify 0/1 intents 4608"],
    );
    assert.deepEqual([textsOf(bench), refusals], [["하나", "둘"], []]);
  });
});

test("after refused connections the session is resumed: the first message of a new person is not lost", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = minjis(bench);
    const { server } = bench;
    await bench.start();
    await server.goDown();
    server.say(minji, dm, "처음 뵙겠습니다");
    await refuseTwo(Number(new URL(server.apiBase).port));
    await server.comeUp();
    await bench.eventCount(1);
    assert.deepEqual(
      server.gateway.log.filter((line) => line !== "heartbeat"),
      ["identify 0/1 intents 4608", "resume 1"],
    );
  });
});

test("while Discord cannot be reached the start resolves, and it connects when it can", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = minjis(bench);
    const { server, adapter } = bench;
    await server.goDown();
    await adapter.start(async (event) => {
      bench.events.push(event);
      server.state.events.emit("change");
    });
    await bench.logged(/cannot be reached/);
    await server.comeUp();
    await bench.logged(/Connected to Discord/);
    server.say(minji, dm, "이제 됐어?");
    await bench.eventCount(1);
  });
});

test("so many shards connect as are set, and each gets its own servers", async () => {
  await withDiscord(
    async (bench) => {
      const { server } = bench;
      const minji = server.user(MINJI);
      const first = server.channel({ id: "400000000000000001", guildId: String(2n << 22n) });
      const second = server.channel({ id: "400000000000000002", guildId: String(3n << 22n) });
      // Shards that may identify at once do not wait for each other; one after the other, they wait five seconds.
      server.state.identifyAtOnce = 2;
      await bench.start();
      await server.waitFor(
        () => server.gateway.log.filter((line) => line.startsWith("identify")).length === 2,
        20_000,
      );
      await server.waitFor(
        () => bench.log.filter((line) => /Connected/.test(line)).length === 2,
        20_000,
      );
      server.say(minji, first, "하나", { mentions: true });
      server.say(minji, second, "둘", { mentions: true });
      await bench.eventCount(2);
      assert.deepEqual(textsOf(bench).sort(), ["둘", "하나"]);
    },
    { shards: 2 },
  );
});

test("commands are registered once, and again only when they have changed", async () => {
  const menu = COMMAND_TREE.slice(0, 1);
  await withDiscord(
    async (bench) => {
      const { server, adapter } = bench;
      const puts = () => server.callsOf(/^PUT/).length;
      await bench.start();
      await adapter.stop();
      assert.equal(puts(), 1);
      const same = bench.another();
      await bench.start(same);
      await same.stop();
      assert.equal(puts(), 1);
      const more = [...menu, { ...COMMAND_TREE[1]!, name: "more" }];
      await bench.start(bench.another({ commands: more }));
      await server.waitFor(() => puts() === 2);
    },
    { commands: menu },
  );
});

test("the token goes to Discord's gateway, to the operator's, and to no other", () => {
  const official = { apiBase: "https://discord.com/api" };
  assert.equal(gatewayUrl("wss://gateway.discord.gg", official), "wss://gateway.discord.gg");
  for (const wrong of [
    "wss://discord.gg.example",
    "ws://gateway.discord.gg",
    "wss://10.0.0.1",
    "nonsense",
  ])
    assert.throws(() => gatewayUrl(wrong, official), { code: "adapter-refused" }, wrong);
  assert.equal(
    gatewayUrl("wss://gateway.discord.gg", { ...official, url: "ws://127.0.0.1:9/" }),
    "ws://127.0.0.1:9",
  );
  assert.equal(
    gatewayUrl("ws://127.0.0.1:5", { apiBase: "http://127.0.0.1:8/api" }),
    "ws://127.0.0.1:5",
  );
});

test("the server of these tests refuses what Discord refuses", async () => {
  const server = await startDiscordServer({ token: DISCORD_TOKEN });
  const channel = server.channel({ id: "400000000000000001", guildId: "300000000000000001" });
  const post = async (body: object, token = DISCORD_TOKEN) => {
    const answer = await fetch(`${server.apiBase}/v10/channels/${channel}/messages`, {
      method: "POST",
      headers: { authorization: `Bot ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ allowed_mentions: { parse: [] }, ...body }),
    });
    return { status: answer.status, code: ((await answer.json()) as { code: number }).code };
  };
  assert.deepEqual(await post({ content: "x" }, "wrong"), { status: 401, code: 0 });
  assert.deepEqual(await post({ content: "x".repeat(2001) }), { status: 400, code: 50035 });
  assert.deepEqual(await post({ content: "" }), { status: 400, code: 50006 });
  assert.deepEqual(await post({ content: "x", nonce: "n".repeat(26) }), {
    status: 400,
    code: 50035,
  });
  const twice = { type: 2, style: 2, label: "a", custom_id: "same" };
  const components = [{ type: 1, components: [twice, twice] }];
  assert.deepEqual(await post({ content: "x", components }), { status: 400, code: 50035 });
  await post({ content: "x", allowed_mentions: { parse: ["everyone"] } });
  assert.match(server.state.problems.join(), /may mention people/);
  server.state.problems.length = 0;
  await server.close();
});
