import assert from "node:assert/strict";
import { test } from "node:test";
import { pdfOf } from "../../support/pdf.ts";
import { openHouse } from "../../workflows/support/workflow-house.ts";

test("a file of the web is kept under a free name, and an undo takes it away", async (t) => {
  const house = await openHouse(t);
  const { pages } = house.upstream.origins;
  house.upstream.misbehave("pages", { kind: "body", contentType: "text/csv", body: "a,b\n1,2" });
  const first = await house.run(`[system:download]("${pages}/files/table.csv?x=1")`);
  assert.equal(first.envelope?.ok, true, first.text);
  assert.equal(first.envelope.tainted, true);
  await house.run(`[system:download]("${pages}/files/table.csv")`);
  await house.run(`[system:download]("${pages}/download") {filename: "mine"}`);
  assert.deepEqual(house.files(), ["mine.csv", "table-2.csv", "table.csv"]);
  await house.run("[system:undo]");
  assert.deepEqual(house.files(), ["table-2.csv", "table.csv"]);
  house.upstream.misbehave("pages", { kind: "status", status: 404 });
  assert.equal((await house.run(`[system:download]("${pages}/gone.pdf")`)).envelope?.ok, false);
});

test("numbers of papers that are none are refused before anything is asked", async (t) => {
  const { run } = await openHouse(t);
  for (const program of [
    '[source:download_arxiv]("../../etc/passwd")',
    '[source:download_pubmed]("PMC12x4")',
  ]) {
    const { envelope, text } = await run(program);
    assert.equal(envelope?.ok, false);
    assert.match(text, /논문 번호를 알아보지 못했어요/);
  }
});

test("a picture of a camera is kept, and of a stream the newest piece is asked for", async (t) => {
  const house = await openHouse(t);
  const { pages } = house.upstream.origins;
  const none = await house.run(`[source:cctv_capture]("${pages}/article-en")`);
  assert.equal(none.envelope?.ok, false);
});

test("of a PDF the pages that are asked for are read", async (t) => {
  const house = await openHouse(t);
  house.write("report.pdf", Buffer.from(pdfOf(["Sales rose", "Costs fell", "All is well"])));
  const some = await house.run('[system:read_pdf]("report.pdf") {pages: [3, 1]}');
  assert.match(some.text, /All is well[\s\S]*Sales rose/);
  assert.doesNotMatch(some.text, /Costs fell/);
});

test("what a desktop would open or copy is a link, the file itself, a block or a titled text", async (t) => {
  const house = await openHouse(t);
  house.write("notes.md", "hello");
  assert.equal(
    (await house.run('[system:open_url]("example.com/a")')).text,
    "[example.com](https://example.com/a)",
  );
  assert.equal((await house.run('[system:open]("notes.md")')).envelope?.ok, true);
  assert.equal((await house.run('[system:open]("none.md")')).envelope?.ok, false);
  house.write("old/a.txt", "a");
  assert.equal((await house.run('[system:open]("old")')).envelope?.ok, false);
  assert.equal((await house.run('[system:clipboard]("a ``` b")')).text, "````\na ``` b\n````");
  assert.equal(
    (await house.run('[system:gui]("할 일") {content: "청소"}')).text,
    "**할 일**\n청소",
  );
});

test("files are found by size and kind, and counted by kind and folder", async (t) => {
  const house = await openHouse(t);
  house.write("big/a.bin", "x".repeat(3 * 1024 * 1024));
  house.write("b.txt", "y".repeat(2048));
  house.write("c.txt", "z");
  const values = async (program: string) =>
    (await house.run(program)).envelope?.value as readonly {
      path?: string;
      by?: string;
      name?: string;
      count?: number;
    }[]; // lists of objects
  assert.deepEqual(
    (await values("[system:fs_query]")).map(({ path }) => path),
    ["big/a.bin", "b.txt", "c.txt"],
  );
  assert.deepEqual(
    (await values('[system:fs_query] {extension: ".TXT"}')).map(({ path }) => path),
    ["b.txt", "c.txt"],
  );
  assert.deepEqual(
    (await values("[system:fs_query] {min_size_mb: 2}")).map(({ path }) => path),
    ["big/a.bin"],
  );
  assert.deepEqual(
    (await values("[system:summary]")).map(({ by, name, count }) => [by, name, count]),
    [
      ["type", "bin", 1],
      ["type", "txt", 2],
      ["folder", "big/", 1],
      ["folder", "/", 2],
    ],
  );
  assert.match(
    (await house.run("[system:volumes]")).text,
    /파일 \d+개, 500\.0 MB 가운데 3\.0 MB를 썼어요/,
  );
});
