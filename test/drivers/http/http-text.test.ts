import assert from "node:assert/strict";
import { test } from "node:test";
import { responseText } from "../../../src/drivers/http/http-text.ts";
import { decodeText, guessText } from "../../../src/drivers/text-decoding.ts";

const GANADA = [0xb0, 0xa1, 0xb3, 0xaa, 0xb4, 0xd9]; // 가나다 in EUC-KR

function response(body: Uint8Array, contentType?: string) {
  const headers = contentType === undefined ? {} : { "content-type": contentType };
  return { status: 200, url: "https://example.test/a?key=k", headers, body: Uint8Array.from(body) };
}

function page(head: string, body: readonly number[]): Uint8Array {
  return Buffer.concat([Buffer.from(head, "latin1"), Buffer.from(body)]);
}

test("the header's charset decides, by any of its names", () => {
  for (const name of ["euc-kr", "EUC-KR", '"cp949"', "ks_c_5601-1987", "ms949"]) {
    const contentType = `text/html; charset=${name}`;
    assert.equal(responseText(response(Buffer.from(GANADA), contentType)), "가나다", name);
  }
});

test("without a header the page's own declaration decides", () => {
  for (const head of [
    '<html><meta charset="euc-kr">',
    '<META http-equiv=Content-Type content="text/html; charset=euc-kr">',
    '<?xml version="1.0" encoding="EUC-KR"?><rss>',
  ]) {
    assert.equal(responseText(response(page(head, GANADA), "text/html")), `${head}가나다`);
  }
});

test("a byte order mark wins and is not part of the text", () => {
  const marked = Buffer.from("\ufeff가나다", "utf8");
  assert.equal(responseText(response(marked, "text/html; charset=euc-kr")), "가나다");
  assert.equal(responseText(response(Buffer.from("\ufeff가나다", "utf16le"))), "가나다");
});

test("with no declaration UTF-8 is tried before EUC-KR, and neither never fails", () => {
  assert.equal(responseText(response(Buffer.from("가나다"))), "가나다");
  assert.equal(responseText(response(Buffer.from(GANADA))), "가나다");
  assert.equal(responseText(response(Buffer.from([0x41, 0xff]))), "A\ufffd");
  const unknown = "text/html; charset=klingon";
  assert.equal(responseText(response(Buffer.from("가나다"), unknown)), "가나다");
});

test("all of code page 949 is read, the syllables outside KS X 1001 too", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["8c63", "똠"],
    ["8141", "갂"],
    ["c652", "힣"],
    ["94ee", "뷁"],
    ["c1a4", "정"],
    ["a2e6", "€"],
    ["f9d3", "漢"],
  ];
  for (const [bytes, character] of cases) {
    assert.equal(decodeText(Buffer.from(bytes, "hex"), "cp949")?.text, character);
  }
  assert.equal(guessText(Buffer.from("c9a1b0a1", "hex")), undefined); // a user-defined character
});
