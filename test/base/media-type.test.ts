import assert from "node:assert/strict";
import { test } from "node:test";
import { mediaTypeOfBytes } from "../../src/base/media-type.ts";

test("what a file is, its first bytes say and not its name", () => {
  const cases: readonly (readonly [string, string, string, string])[] = [
    ["\x89PNG\r\n\x1a\n rest", "text/plain", "a.txt", "image/png"],
    ["<script>alert(1)</script>", "image/png", "a.png", "text/plain"],
    ["<p>hi</p>", "image/png", "a.html", "text/html"],
    ["a,b\n1,2\n", "application/vnd.ms-excel", "t.csv", "text/csv"],
    ["MZ\x90\0\x03", "image/jpeg", "a.jpg", "application/octet-stream"],
    ["MZ\x90\0\x03", "application/pdf", "a.pdf", "application/octet-stream"],
    ["%PDF-1.7", "application/octet-stream", "a", "application/pdf"],
    [
      "PK\x03\x04",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "a.docx",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ],
    ["PK\x03\x04", "image/png", "a.png", "application/zip"],
    ["OggS\0", "image/png", "v.png", "audio/ogg"],
    ["\0\0\0\x18ftypM4A ", "audio/x-m4a", "v.m4a", "audio/mp4"],
    ["\0\0\0\x18ftypheic", "image/jpeg", "v.jpg", "image/heic"],
    ["RIFF\x10\0\0\0WEBPVP8 ", "image/webp", "v.webp", "image/webp"],
    ["RIFF\x10\0\0\0WAVEfmt ", "audio/ogg", "v.ogg", "audio/wav"],
    ["", "image/png", "a.png", "application/octet-stream"],
  ];
  for (const [head, claimed, name, expected] of cases)
    assert.equal(
      mediaTypeOfBytes(Buffer.from(head, "latin1"), { claimed, name }),
      expected,
      `${JSON.stringify(head)} as ${claimed}`,
    );
});
