import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { commandAt } from "../support/command-line-here.ts";

const PAGE = readFileSync(new URL("../../docs/web-apis.md", import.meta.url), "utf8");
const FILES = [...PAGE.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text ?? "");

/** A HOME with the files of the page, and a server that answers for both services. */
async function scene(context: TestContext) {
  const home = mkdtempSync(join(tmpdir(), "ibl-web-apis-"));
  context.after(() => rmSync(home, { recursive: true, force: true }));
  const folder = join(home, "data", "api_registry");
  mkdirSync(folder, { recursive: true });
  for (const [at, text] of FILES.entries()) writeFileSync(join(folder, `own-${at}.yaml`), text);
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const isXml = request.url?.startsWith("/open") === true;
    response.end(
      isXml
        ? "<answer><code>000</code><books><book><name>토지</name><authors><author>박경리</author></authors></book></books></answer>"
        : JSON.stringify({
            result: {
              events: [{ name: "Jazz night", link: "https://e.example.com", date: "20261201" }],
            },
          }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  context.after(() => server.close());
  const { port } = server.address() as AddressInfo; // a server that listens on TCP has one
  const origin = `http://127.0.0.1:${port}`;
  const upstreams = { IBL_UPSTREAM_TOWN_EVENTS: origin, IBL_UPSTREAM_TOWN_LIBRARY: origin };
  return {
    asked,
    home,
    run: (program: string, environment: Readonly<Record<string, string>> = {}) =>
      commandAt(home, ["run", program], { environment: { ...upstreams, ...environment } }),
  };
}

test("a keyless service in YAML alone answers, as an action and by its tool", async (t) => {
  const { run, asked } = await scene(t);
  const answer = await run('[source:town_events]("jazz")');
  assert.match(answer.output, /Jazz night.* · 2026-12-01/);
  assert.match(answer.output, /우리 동네 행사/);
  const called = await run('[system:call]("town_events") {query: "blues", limit: 2}');
  assert.match(called.output, /Jazz night/);
  assert.deepEqual(asked, ["/api/events?q=jazz&size=5", "/api/events?q=blues&size=2"]);
});

test("a keyed XML service in YAML alone says which key is missing, and answers with it", async (t) => {
  const { run, asked, home } = await scene(t);
  const without = await run('[source:town_books]("토지")');
  assert.match(without.text, /TOWN_LIBRARY_KEY/);
  assert.match(without.text, /books\.example\.com\/keys/);
  assert.deepEqual(asked, []);
  const listed = await commandAt(home, ["actions", "--json"]);
  assert.match(listed.output, /TOWN_LIBRARY_KEY/);
  const answer = await run('[source:town_books]("토지")', { TOWN_LIBRARY_KEY: "t0wn" });
  assert.match(answer.output, /토지/);
  assert.deepEqual(asked, ["/open/search?t=%ED%86%A0%EC%A7%80&key=t0wn"]);
});

test("every key of the page is one of the schema", async () => {
  const { SERVICE_SCHEMA, TOOL_SCHEMA } = await import(
    "../../src/engine/catalogue/registry-schema.ts"
  );
  const known = new Set([
    ...Object.keys(SERVICE_SCHEMA.properties),
    ...Object.keys(TOOL_SCHEMA.properties),
  ]);
  const rows = [...PAGE.matchAll(/^\| ((?:`[a-z_]+`(?:, )?)+) \|/gm)].flatMap(([, cell = ""]) => [
    ...cell.matchAll(/`([a-z_]+)`/g),
  ]);
  const unknown = rows.flatMap(([, key = ""]) => (known.has(key) ? [] : [key]));
  assert.deepEqual(unknown, []);
  assert.ok(rows.length > 25);
});
