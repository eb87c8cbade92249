import assert from "node:assert/strict";
import { test } from "node:test";
import { pdfText } from "../../src/drivers/pdf-text.ts";
import { pdfOf } from "../support/pdf.ts";

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
