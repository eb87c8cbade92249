import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fetch, FetchRequest } from "../../../src/base/fetch.ts";
import { articleLink, plainLink } from "../../../src/nodes/source/google-news-link.ts";
import { readyCall } from "../../support/ready-call.ts";

/** What stands around the address in links from before July 2024. */
const OLD = Buffer.from('\x08\x13"\x1ehttps://www.example.com/article\xd2\x01\x00', "latin1");
const NEW = "https://news.google.com/rss/articles/CBMiXkFVX3lxTE9abcdefghij?oc=5";

function scripted(bodies: readonly string[]): {
  readonly fetch: Fetch;
  readonly asked: FetchRequest[];
} {
  const asked: FetchRequest[] = [];
  const fetch: Fetch = async (request) => {
    const body = bodies[asked.length];
    asked.push(request);
    const status = body === undefined ? 429 : 200;
    return { status, url: request.url, headers: {}, body: Buffer.from(body ?? "") };
  };
  return { fetch, asked };
}

const call = readyCall("source:crawl", {}, { language: "en" });

test("a link that holds the address of its article becomes it, without a request", () => {
  const link = `https://news.google.com/rss/articles/${OLD.toString("base64url")}?oc=5`;
  assert.equal(plainLink(link), "https://www.example.com/article");
  assert.equal(plainLink(NEW), NEW);
  assert.equal(plainLink("https://www.example.com/a?b"), "https://www.example.com/a?b");
});

test("a link that does not is asked about, by the signature of its page", async () => {
  const page = '<c-wiz><div data-n-a-sg="AbC-d_1" data-n-a-ts="1790000000"></div></c-wiz>';
  const told = JSON.stringify(["garturlres", "https://www.example.com/new", 1]);
  const rows = `)]}'\n\n${JSON.stringify([["wrb.fr", "Fbv4je", told, null, null, null, "generic"]])}`;
  const { fetch, asked } = scripted([page, rows]);
  assert.equal(await articleLink(fetch, call, NEW), "https://www.example.com/new");
  const [first, second] = asked;
  assert.equal(first?.url, "https://news.google.com/rss/articles/CBMiXkFVX3lxTE9abcdefghij");
  const sent = new URLSearchParams(String(second?.body)).get("f.req") ?? "";
  assert.match(sent, /CBMiXkFVX3lxTE9abcdefghij.*1790000000.*AbC-d_1/);
});

for (const bodies of [[], ["<html></html>"], ['data-n-a-sg="a" data-n-a-ts="1"', "nonsense"]]) {
  test(`a link stays as it is where Google says ${JSON.stringify(bodies)}`, async () => {
    assert.equal(await articleLink(scripted(bodies).fetch, call, NEW), NEW);
  });
}
