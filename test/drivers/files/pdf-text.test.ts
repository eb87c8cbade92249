import assert from "node:assert/strict";
import { test } from "node:test";
import type { AppError } from "../../../src/base/errors.ts";
import { pdfText } from "../../../src/drivers/files/pdf-text.ts";
import { pdfBomb, pdfOf } from "../../support/pdf.ts";

const signal = new AbortController().signal;

test("the text of every page is read, empty pages left out", async () => {
  const read = await pdfText(pdfOf(["Sales rose", "", "Costs fell"]), { signal });
  assert.deepEqual(read, { text: "Sales rose\n\nCosts fell", pages: 3, isCut: false });
});

test("the bytes that were given stay the caller's", async () => {
  const bytes = pdfOf(["Sales rose"]);
  await pdfText(bytes, { signal });
  assert.equal(Buffer.from(bytes.subarray(0, 5)).toString(), "%PDF-");
});

test("what is no PDF is refused", async () => {
  for (const bytes of [Buffer.from("hello"), Buffer.from("%PDF-1.7 and nothing"), Buffer.alloc(0)])
    await assert.rejects(pdfText(bytes, { signal }), { code: "pdf-broken" });
});

test("a PDF that keeps its reader busy is given up", async () => {
  const busy = pdfText(pdfOf(["Sales rose"]), { signal, timeoutMs: 1 });
  await assert.rejects(busy, { code: "pdf-too-hard" });
});

test("an abort ends the reading", async () => {
  const stop = new AbortController();
  const reading = pdfText(pdfOf(["Sales rose"]), { signal: stop.signal });
  stop.abort();
  await assert.rejects(reading, { name: "AbortError" });
  await assert.rejects(pdfText(pdfOf([]), { signal: stop.signal }), { name: "AbortError" });
});

test("a small PDF that unpacks to gigabytes is given up before it has them", async () => {
  const bomb = pdfBomb(2_600_000_000);
  assert.ok(bomb.byteLength < 100_000);
  await assert.rejects(pdfText(bomb, { signal }), (error: AppError) => {
    assert.equal(error.code, "pdf-too-hard");
    assert.match(error.message, /256 MiB of memory/);
    assert.match(error.words?.ko ?? "", /메모리 256 MiB/);
    return true;
  });
  const { text } = await pdfText(pdfOf(["Sales rose"]), { signal });
  assert.equal(text, "Sales rose");
});

test("an abort ends what is being read, and what waits is read", async () => {
  const stop = new AbortController();
  const bomb = pdfText(pdfBomb(2_600_000_000), { signal: stop.signal });
  const next = pdfText(pdfOf(["Costs fell"]), { signal });
  setTimeout(() => stop.abort(), 50);
  await assert.rejects(bomb, { name: "AbortError" });
  assert.equal((await next).text, "Costs fell");
});
