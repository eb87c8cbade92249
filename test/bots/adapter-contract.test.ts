import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChatAdapter, ChatAddress, ChatEvent } from "../../src/bots/adapter.ts";
import { DeliveryError } from "../../src/bots/adapter.ts";
import { MINJI as MINJI_ON_DISCORD, withDiscord } from "../support/discord-server-adapter.ts";
import { MINJI, MINJIS_CHAT, withTelegram } from "../support/telegram-server-adapter.ts";

/** What a person does and sees on a platform, whatever it is called there. */
interface Platform {
  readonly adapter: ChatAdapter;
  /** Minji's private chat. */
  readonly chat: ChatAddress;
  /** Starts the adapter; resolves when it is connected. */
  readonly start: (onEvent: (event: ChatEvent) => Promise<void>) => Promise<void>;
  /** Makes the chat one that the bot may write to. */
  readonly open: () => void;
  readonly say: (text: string) => void;
  /** Minji sends a file. */
  readonly sendFile: (file: { readonly name: string; readonly bytes: Buffer }) => void;
  readonly press: (messageId: string, label: string) => void;
  /** Texts in Minji's chat as they show, oldest first. */
  readonly shown: () => readonly string[];
  readonly labels: (messageId: string) => readonly string[];
  /** The next message is stored and its answer lost. */
  readonly loseAnswer: () => void;
  readonly limitOnce: () => void;
  readonly blockOnce: () => void;
  /** The platform does not let the next message be taken away. */
  readonly keepOnce: () => void;
  /** Lets the wait after a failure end. */
  readonly letWait: () => Promise<void>;
  readonly until: (predicate: () => boolean) => Promise<unknown>;
}

type Run = (platform: Platform) => Promise<void>;

function onTelegram(run: Run): Promise<void> {
  return withTelegram(async (bench) => {
    const { server, adapter } = bench;
    const messageOf = (messageId: string) =>
      server.messages(MINJI.id).find((message) => String(message.messageId) === messageId);
    await run({
      adapter,
      chat: MINJIS_CHAT,
      start: (onEvent) =>
        bench.start(async (event) => {
          await onEvent(event);
        }),
      open: () => void server.say(MINJI, "/start"),
      say: (text) => void server.say(MINJI, text),
      sendFile: (file) => void server.sendFile(MINJI, { kind: "document", ...file }),
      press: (messageId, label) => void server.press(MINJI, Number(messageId), label),
      shown: () =>
        server
          .messages(MINJI.id)
          .filter(({ from }) => from.isBot === true)
          .map(({ text }) => text),
      labels: (messageId) => (messageOf(messageId)?.buttons ?? []).flat().map(({ text }) => text),
      loseAnswer: () => server.dropAnswer({ method: "sendMessage" }),
      limitOnce: () =>
        server.failNext({ method: "sendMessage", status: 429, retryAfter: 2, times: 1 }),
      blockOnce: () => server.failNext({ method: "sendMessage", status: 403, times: 1 }),
      keepOnce: () =>
        server.failNext({
          method: "deleteMessage",
          status: 400,
          description: "Bad Request: message can't be deleted",
          times: 1,
        }),
      async letWait() {
        (await bench.clock.nextWait()).end();
      },
      until: (predicate) => server.waitFor(predicate),
    });
  });
}

function onDiscord(run: Run): Promise<void> {
  return withDiscord(async (bench) => {
    const { server, adapter } = bench;
    const minji = server.user(MINJI_ON_DISCORD);
    const dm = server.dm(minji);
    const POST = /^POST .*messages/;
    await run({
      adapter,
      chat: { platform: "discord", chatId: dm, isPrivate: true },
      start: (onEvent) => bench.start(adapter, onEvent),
      open: () => undefined,
      say: (text) => void server.say(minji, dm, text),
      sendFile: (file) => void server.say(minji, dm, "", { files: [file] }),
      press: (messageId, label) => void server.press(minji, messageId, label),
      shown: () =>
        server
          .seen(dm)
          .filter(({ message }) => message.author.bot === true)
          .map(({ text }) => text),
      labels: (messageId) => server.seen(dm).find(({ id }) => id === messageId)?.labels ?? [],
      loseAnswer: () => server.dropAnswer({ path: POST }),
      limitOnce: () => server.failNext({ path: POST, status: 429, retryAfterSeconds: 2 }),
      blockOnce: () => server.failNext({ path: POST, status: 403, code: 50007 }),
      // In direct messages nobody deletes what others wrote.
      keepOnce: () => undefined,
      letWait: async () => undefined,
      until: (predicate) => server.waitFor(predicate),
    });
  });
}

const PLATFORMS: readonly (readonly [string, (run: Run) => Promise<void>])[] = [
  ["telegram", onTelegram],
  ["discord", onDiscord],
];

/** Tests the same promise of the contract on every platform. */
function promise(name: string, run: Run): void {
  for (const [platform, on] of PLATFORMS) test(`${platform}: ${name}`, () => on(run));
}

async function failureOf(work: Promise<unknown>): Promise<DeliveryError> {
  try {
    await work;
  } catch (thrown) {
    if (thrown instanceof DeliveryError) return thrown;
    throw thrown;
  }
  throw new Error("It did not fail.");
}

promise("messages arrive in order, each until it was taken in", async (platform) => {
  const seen: string[] = [];
  let failures = 1;
  await platform.start(async (event) => {
    if (event.kind !== "message") return;
    if (event.text === "둘" && failures > 0) {
      failures -= 1;
      throw new Error("the disk is full");
    }
    seen.push(event.text);
  });
  platform.say("하나");
  await platform.until(() => seen.length === 1);
  platform.say("둘");
  platform.say("셋");
  await platform.letWait();
  await platform.until(() => seen.length === 3);
  assert.deepEqual(seen, ["하나", "둘", "셋"]);
});

promise("a private message names its chat, its sender and its own id", async (platform) => {
  const events: ChatEvent[] = [];
  await platform.start(async (arrived) => {
    events.push(arrived);
  });
  platform.say("안녕");
  await platform.until(() => events.length > 0);
  const [event] = events;
  assert.ok(event?.kind === "message");
  assert.deepEqual(event.chat, platform.chat);
  assert.equal(event.isAddressed, true);
  assert.match(event.sender.name, /민지/);
  assert.match(event.updateId, /^\d+$/);
  assert.ok(event.sentAtMs > 1_600_000_000_000);
});

promise(
  "what is sent shows, without its markup being half formed, and can be replaced",
  async (platform) => {
    const { adapter, chat, shown } = platform;
    platform.open();
    const { messageId } = await adapter.send(
      chat,
      { text: "**굵게** a*b_c `x` [링크" },
      { key: "a" },
    );
    assert.match(shown()[0] ?? "", /a\*b_c/);
    await adapter.edit(chat, messageId, { text: "끝" });
    await adapter.edit(chat, messageId, { text: "끝" });
    assert.deepEqual(shown(), ["끝"]);
  },
);

promise(
  "a pressed button brings its data and the message it hangs on, and is acknowledged",
  async (platform) => {
    const { adapter, chat } = platform;
    const presses: ChatEvent[] = [];
    await platform.start(async (event) => {
      if (event.kind === "press") presses.push(event);
    });
    platform.open();
    const buttons = [
      [
        { label: "예", data: "1.y" },
        { label: "아니요", data: "1.n" },
      ],
    ];
    const { messageId } = await adapter.send(chat, { text: "할까요?", buttons }, { key: "q" });
    assert.deepEqual(platform.labels(messageId), ["예", "아니요"]);
    platform.press(messageId, "아니요");
    await platform.until(() => presses.length > 0);
    const [press] = presses;
    assert.ok(press?.kind === "press");
    assert.deepEqual([press.data, press.messageId, press.chat], ["1.n", messageId, chat]);
    await adapter.acknowledge(press.pressId, "알겠습니다");
    await adapter.edit(chat, messageId, { text: "안 했습니다" });
    assert.deepEqual(platform.labels(messageId), []);
  },
);

promise(
  "a lost answer is unknown; sent again, it is one message where the platform knows it again",
  async (platform) => {
    const { adapter, chat, shown } = platform;
    platform.open();
    platform.loseAnswer();
    const send = () => adapter.send(chat, { text: "한 번" }, { key: "once" });
    assert.equal((await failureOf(send())).kind, "unknown");
    await send();
    assert.equal(shown().length, adapter.knowsAgainMs === undefined ? 2 : 1);
  },
);

promise(
  "a limit says how long to wait, and a person who is gone is told apart",
  async (platform) => {
    const { adapter, chat } = platform;
    platform.blockOnce();
    assert.equal((await failureOf(adapter.send(chat, { text: "x" }, { key: "x" }))).kind, "gone");
    platform.limitOnce();
    const limited = await failureOf(adapter.send(chat, { text: "y" }, { key: "y" }));
    assert.equal(limited.kind, "rate-limited");
    assert.ok(limited.retryAfterMs > 1000 && limited.retryAfterMs < 3000);
  },
);

promise(
  "what the bot said can be taken back, and what is gone already is no failure",
  async (platform) => {
    const { adapter, chat, shown } = platform;
    platform.open();
    const { messageId } = await adapter.send(chat, { text: "틀린 말" }, { key: "d" });
    await adapter.delete?.(chat, messageId);
    assert.deepEqual(shown(), []);
    await adapter.delete?.(chat, messageId);
  },
);

promise("what a platform does not let the bot take away is refused", async (platform) => {
  const { adapter, chat } = platform;
  const events: ChatEvent[] = [];
  await platform.start(async (arrived) => {
    events.push(arrived);
  });
  platform.say("오래된 말");
  await platform.until(() => events.length > 0);
  const [event] = events;
  assert.ok(event?.kind === "message");
  platform.keepOnce();
  const kept = await failureOf(adapter.delete?.(chat, event.messageId) ?? Promise.resolve());
  assert.equal(kept.kind, "refused");
});

promise("a file comes with its message, and is fetched byte for byte", async (platform) => {
  const { adapter } = platform;
  const events: ChatEvent[] = [];
  await platform.start(async (arrived) => {
    events.push(arrived);
  });
  const bytes = Buffer.from("회의는 3시".repeat(5000));
  platform.sendFile({ name: "notes.txt", bytes });
  await platform.until(() => events.length > 0);
  const [event] = events;
  assert.ok(event?.kind === "message");
  const [file, ...others] = event.attachments ?? [];
  assert.ok(file !== undefined && others.length === 0);
  assert.deepEqual(
    [event.text, file.kind, file.name, file.sizeBytes],
    ["", "document", "notes.txt", bytes.length],
  );
  const limits = { maxBytes: 1e6, timeoutMs: 5000, signal: new AbortController().signal };
  const pieces: Uint8Array[] = [];
  await adapter.download?.(file.ref, async (piece) => void pieces.push(piece), limits);
  assert.ok(Buffer.concat(pieces).equals(bytes));
  const tooSmall = { ...limits, maxBytes: 1000 };
  const refused = await failureOf(
    adapter.download?.(file.ref, async () => undefined, tooSmall) ?? Promise.resolve(),
  );
  assert.equal(refused.kind, "refused");
});

promise("stopped, it delivers nothing more; and it can be started again", async (platform) => {
  const seen: string[] = [];
  const take = async (event: ChatEvent): Promise<void> => {
    if (event.kind === "message") seen.push(event.text);
  };
  await platform.start(take);
  await platform.adapter.stop();
  platform.say("나중에");
  assert.deepEqual(seen, []);
  await platform.start(take);
  await platform.until(() => seen.length === 1);
  assert.deepEqual(seen, ["나중에"]);
});
