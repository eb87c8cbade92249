import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import type {
  Attachment,
  ChatEvent,
  DownloadLimits,
} from "../../../src/bots/platform/chat-adapter.ts";
import { type DiscordBench, MINJI, withDiscord } from "../../support/discord-server-adapter.ts";

const GUILD = "300000000000000001";
const CHANNEL = "400000000000000001";
const BYTES = randomBytes(300_000);
const PICTURE = { name: "고양이.png", bytes: BYTES, type: "image/png" };

/** Minji with her direct messages, and a channel of a server. */
function town({ server }: DiscordBench) {
  const minji = server.user(MINJI);
  server.channel({ id: CHANNEL, guildId: GUILD });
  return { minji, dm: server.dm(minji) };
}

function filesOf(event: ChatEvent | undefined): readonly Attachment[] {
  assert.ok(event?.kind === "message");
  return event.attachments ?? [];
}

/** Fetches a file; what came of it, until it was whole or failed. */
async function fetched(
  { adapter }: DiscordBench,
  ref: string,
  limits: Partial<DownloadLimits> = {},
) {
  const pieces: Uint8Array[] = [];
  const usual = { maxBytes: 1_000_000, timeoutMs: 5000, signal: new AbortController().signal };
  let problem: unknown;
  const sink = async (bytes: Uint8Array): Promise<void> => void pieces.push(bytes);
  await adapter.download!(ref, sink, { ...usual, ...limits }).catch((error: unknown) => {
    problem = error;
  });
  return { bytes: Buffer.concat(pieces), problem: problem as { kind?: string; message?: string } };
}

/** The reference of a picture that Minji sent. */
async function sentPicture(bench: DiscordBench): Promise<{ ref: string; messageId: string }> {
  const { minji, dm } = town(bench);
  await bench.start();
  const { id: messageId } = bench.server.say(minji, dm, "", { files: [PICTURE] });
  const [event] = await bench.eventCount(1);
  return { ref: filesOf(event)[0]!.ref, messageId };
}

test("the files of a message come with it, under the names that people gave them", async () => {
  await withDiscord(async (bench) => {
    const { minji } = town(bench);
    await bench.start();
    const plain = { name: "notes", bytes: Buffer.from("회의") };
    bench.server.say(minji, CHANNEL, "이거 봐줘", { mentions: true, files: [PICTURE, plain] });
    const [event] = await bench.eventCount(1);
    assert.equal(event?.kind === "message" && event.text, "이거 봐줘");
    assert.deepEqual(
      filesOf(event).map(({ ref: _ref, ...facts }) => facts),
      [
        { kind: "image", name: "고양이.png", mediaType: "image/png", sizeBytes: 300_000 },
        { kind: "document", name: "notes", mediaType: "application/octet-stream", sizeBytes: 6 },
      ],
    );
    const { bytes, problem } = await fetched(bench, filesOf(event)[0]!.ref);
    assert.equal(problem, undefined);
    assert.ok(bytes.equals(BYTES));
  });
});

test("what is spoken is a voice message; forwarded, it is a recording of someone", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = town(bench);
    await bench.start();
    const recording = { name: "voice-message.ogg", bytes: BYTES, type: "audio/ogg; codecs=opus" };
    const said = bench.server.say(minji, dm, "", { files: [recording], isVoice: true });
    bench.server.say(minji, dm, "", { forwardOf: said.id });
    const [own, forwarded] = await bench.eventCount(2);
    assert.deepEqual(
      filesOf(own).map(({ kind, mediaType }) => [kind, mediaType]),
      [["voice", "audio/ogg"]],
    );
    assert.deepEqual(
      filesOf(forwarded).map(({ kind }) => kind),
      ["audio"],
    );
    assert.equal(forwarded?.kind === "message" && forwarded.isForwarded, true);
    assert.ok((await fetched(bench, filesOf(forwarded)[0]!.ref)).bytes.equals(BYTES));
  });
});

test("a file given to /ask goes along with the question", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = town(bench);
    await bench.start();
    bench.server.slash(minji, dm, "ask", "이게 뭐야", PICTURE);
    const [event] = await bench.eventCount(1);
    assert.equal(event?.kind === "message" && event.text, "이게 뭐야");
    assert.deepEqual(
      filesOf(event).map(({ name }) => name),
      ["고양이.png"],
    );
    assert.ok((await fetched(bench, filesOf(event)[0]!.ref)).bytes.equals(BYTES));
  });
});

test("a question about a message has its files, for who asked and nobody else, also after a restart", async () => {
  await withDiscord(async (bench) => {
    const { minji } = town(bench);
    const { server } = bench;
    await bench.start();
    const told = server.say(minji, CHANNEL, "", { files: [PICTURE] });
    const opened = server.about(minji, told.id);
    await server.waitFor(() => opened.modal !== undefined);
    await bench.adapter.stop();
    await bench.start(bench.another());
    const bob = server.user({ id: "200000000000000009", name: "Bob" });
    server.submit({ ...opened, user: bob }, { "ibl:words": "그건 뭐야" });
    const [stolen] = await bench.eventCount(1);
    assert.deepEqual(filesOf(stolen), []);
    server.submit(opened, { "ibl:words": "이게 뭐야" });
    const [, event] = await bench.eventCount(2);
    assert.equal(event?.kind === "message" && event.text, "이게 뭐야");
    assert.ok((await fetched(bench, filesOf(event)[0]!.ref)).bytes.equals(BYTES));
  });
});

test("an address that has run out is asked for anew with its message", async () => {
  await withDiscord(async (bench) => {
    bench.server.state.addressMs = 1000;
    const { ref } = await sentPicture(bench);
    bench.server.state.aheadMs = 60_000;
    const { bytes, problem } = await fetched(bench, ref);
    assert.equal(problem, undefined);
    assert.ok(bytes.equals(BYTES));
    assert.deepEqual(
      bench.server.callsOf(/^GET \/cdn/).map(({ status }) => status),
      [404, 200],
    );
  });
});

test("a file whose message is gone is refused with what to do", async () => {
  await withDiscord(async (bench) => {
    const { ref, messageId } = await sentPicture(bench);
    bench.server.state.aheadMs = 2 * 24 * 60 * 60 * 1000;
    bench.server.state.messages.delete(messageId);
    const { problem, bytes } = await fetched(bench, ref);
    assert.deepEqual([problem.kind, bytes.length], ["refused", 0]);
    assert.match(String(problem.message), /Send it again/);
  });
});

test("nothing but Discord's own hosts is asked for a file", async () => {
  await withDiscord(async (bench) => {
    for (const url of [
      "https://cdn.discordapp.com.evil.example/attachments/1/2/a.png",
      "http://cdn.discordapp.com/attachments/1/2/a.png",
      "https://cdn.discordapp.com:8443/attachments/1/2/a.png",
      "http://127.0.0.1:9/cdn/attachments/1/2/a.png",
      "file:///etc/passwd",
      "",
    ]) {
      const { problem } = await fetched(bench, `1/2/3 ${url}`);
      assert.deepEqual(
        [problem.kind, /does not lie with Discord/.test(String(problem.message))],
        ["refused", true],
        url,
      );
    }
    assert.deepEqual(bench.server.calls, []);
  });
});

test("what is larger than the limit is refused before it comes; what is cut, slow or faulty may come later", async () => {
  await withDiscord(async (bench) => {
    const { server } = bench;
    const { ref } = await sentPicture(bench);
    const large = await fetched(bench, ref, { maxBytes: 200_000 });
    assert.deepEqual([large.problem.kind, large.bytes.length], ["refused", 0]);
    server.dropAnswer({ path: /^GET \/cdn/ });
    assert.equal((await fetched(bench, ref)).problem.kind, "unknown");
    const release = server.hold({ path: /^GET \/cdn/ });
    const slow = await fetched(bench, ref, { timeoutMs: 200 });
    release();
    assert.deepEqual(
      [slow.problem.kind, /within/.test(String(slow.problem.message))],
      ["unknown", true],
    );
    await server.goDown();
    assert.equal((await fetched(bench, ref)).problem.kind, "unknown");
    await server.comeUp();
    const stopping = new AbortController();
    stopping.abort(new Error("stop"));
    const stopped = await fetched(bench, ref, { signal: stopping.signal });
    assert.equal(stopped.problem.message, "stop");
  });
});

test("what throws where the bytes go is thrown as it is", async () => {
  await withDiscord(async (bench) => {
    const { ref } = await sentPicture(bench);
    const full = new Error("the disk is full");
    const limits = { maxBytes: 1e6, timeoutMs: 5000, signal: new AbortController().signal };
    await assert.rejects(
      bench.adapter.download!(ref, () => Promise.reject(full), limits),
      full,
    );
  });
});
