import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import {
  MINJI,
  type TelegramBench,
  TOKEN,
  withTelegram,
} from "../../support/telegram-server-adapter.ts";

const BYTES = randomBytes(300_000);

/** Fetches the file that was sent last; resolves to what came, in the end or until it failed. */
async function fetchLast(
  { adapter }: TelegramBench,
  limits: {
    readonly maxBytes?: number;
    readonly timeoutMs?: number;
    readonly signal?: AbortSignal;
  } = {},
) {
  const pieces: Uint8Array[] = [];
  const sink = async (bytes: Uint8Array): Promise<void> => void pieces.push(bytes);
  const usual = { maxBytes: 1_000_000, timeoutMs: 5000, signal: new AbortController().signal };
  let problem: unknown;
  await adapter.download!("file-1", sink, { ...usual, ...limits }).catch((error: unknown) => {
    problem = error;
  });
  return { bytes: Buffer.concat(pieces), problem: problem as { kind?: string; message?: string } };
}

function send({ server }: TelegramBench, options: { readonly announcedBytes?: number } = {}): void {
  server.sendFile(MINJI, { kind: "document", name: "a.bin", bytes: BYTES, ...options });
}

test("a file comes in pieces, byte for byte", async () => {
  await withTelegram(async (bench) => {
    send(bench);
    const { bytes, problem } = await fetchLast(bench);
    assert.equal(problem, undefined);
    assert.ok(bytes.equals(BYTES));
    assert.deepEqual(bench.server.callsOf("getFile").length, 1);
  });
});

test("what is larger than the limit is refused before it comes, and also where its size was a lie", async () => {
  await withTelegram(async (bench) => {
    send(bench);
    const honest = await fetchLast(bench, { maxBytes: 200_000 });
    assert.deepEqual([honest.problem.kind, honest.bytes.length], ["refused", 0]);
  });
  await withTelegram(async (bench) => {
    send(bench, { announcedBytes: 10 });
    const lying = await fetchLast(bench, { maxBytes: 200_000 });
    assert.equal(lying.problem.kind, "refused");
    assert.ok(lying.bytes.length <= 200_000);
  });
});

test("a file that is cut, of another size than announced, or not handed over may come later", async () => {
  const cases: readonly ((bench: TelegramBench) => void)[] = [
    ({ server }) => server.dropAnswer({ method: "file" }),
    ({ server }) => server.dropCall({ method: "file" }),
    ({ server }) => server.failNext({ method: "file", status: 502 }),
    ({ server }) => server.dropCall({ method: "getFile" }),
  ];
  for (const spoil of cases)
    await withTelegram(async (bench) => {
      send(bench);
      spoil(bench);
      const { problem } = await fetchLast(bench);
      assert.equal(problem.kind, "unknown");
      assert.doesNotMatch(String(problem.message), new RegExp(TOKEN));
    });
  await withTelegram(async (bench) => {
    send(bench, { announcedBytes: 400_000 });
    assert.equal((await fetchLast(bench)).problem.kind, "unknown");
  });
});

test("a file that Telegram does not have, or calls too big, is refused; a wait that it asks for is told", async () => {
  await withTelegram(async (bench) => {
    assert.equal((await fetchLast(bench)).problem.kind, "refused");
    send(bench);
    bench.server.failNext({
      method: "getFile",
      status: 400,
      description: "Bad Request: file is too big",
    });
    const { problem } = await fetchLast(bench);
    assert.deepEqual(
      [problem.kind, /larger than/.test(String(problem.message))],
      ["refused", true],
    );
    bench.server.failNext({ method: "getFile", status: 429, retryAfter: 7 });
    assert.equal((await fetchLast(bench)).problem.kind, "rate-limited");
  });
});

test("a slow file ends with its time, and an abort with its own reason", async () => {
  await withTelegram(async (bench) => {
    send(bench);
    const slow = bench.server.holdNext({ method: "file" });
    const late = await fetchLast(bench, { timeoutMs: 300 });
    slow.release();
    assert.equal(late.problem.kind, "unknown");
    assert.match(String(late.problem.message), /within/);

    const held = bench.server.holdNext({ method: "file" });
    const stopping = new AbortController();
    const stopped = fetchLast(bench, { signal: stopping.signal });
    await held.arrived;
    stopping.abort(new Error("stop"));
    assert.equal((await stopped).problem.message, "stop");
    held.release();
  });
});

test("a server in local mode names a file on this machine, which is read there", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "ibl-bot-local-api-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "document");
  writeFileSync(path, BYTES);
  await withTelegram(async (bench) => {
    bench.server.sendFile(MINJI, {
      kind: "document",
      name: "a.bin",
      bytes: BYTES,
      localPath: path,
    });
    assert.ok((await fetchLast(bench)).bytes.equals(BYTES));
    rmSync(path);
    const { problem } = await fetchLast(bench);
    assert.deepEqual(
      [problem.kind, /another machine/.test(String(problem.message))],
      ["refused", true],
    );
  });
});

test("the public server's limit is known beforehand; a server of one's own says so itself", async () => {
  await withTelegram(async ({ adapter }) => assert.equal(adapter.maxDownloadBytes, undefined));
  await withTelegram(
    async ({ adapter }) => assert.equal(adapter.maxDownloadBytes, 20 * 1024 * 1024),
    {
      apiRoot: "https://api.telegram.org",
    },
  );
});
