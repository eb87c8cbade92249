import assert from "node:assert/strict";
import type { ChatEvent } from "../../../src/bots/platform/chat-adapter.ts";
import { failureOf, promise } from "../../support/contract-platforms.ts";

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
