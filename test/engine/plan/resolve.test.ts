import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "../../../src/engine/language/parser.ts";
import { type Resolution, resolveCall } from "../../../src/engine/plan/resolve.ts";
import { catalogueOf, shippedCatalogue } from "../../support/catalogue.ts";

function resolved(source: string, catalogue = shippedCatalogue()): Resolution {
  const parsed = parse(source);
  assert.ok(parsed.ok);
  const body = parsed.program.statements[0]!.body;
  assert.ok(body.kind === "call");
  return resolveCall(catalogue, body);
}

/** The concrete action, with ` by type` where `type` chose it; or the problem's words. */
function words(resolution: Resolution): string {
  if (!resolution.ok) return `${resolution.problem.code}: ${resolution.problem.words.en}`;
  const { definition, usesType } = resolution;
  return `${definition.node}:${definition.action}${usesType ? " by type" : ""}`;
}

const TABLE: readonly (readonly [string, string])[] = [
  // an exact action
  ["[system:time]", "system:time"],
  ["[source:price]('AAPL') {type: 'us'}", "source:price"],
  ["[system:notify_user]('done') {type: 'success'}", "system:notify_user"],
  // an exact action without a `type` of its own, given one that the verb of its name routes
  ["[system:delete]('morning') {type: 'workflow'}", "system:delete_workflow by type"],
  ["[system:list] {type: 'events'}", "system:list_events by type"],
  ["[system:list] {type: 'files'}", "system:list by type"],
  // a verb by its type
  ["[source:search]('AI') {type: 'news'}", "source:search_news by type"],
  ["[source:get]('AAPL') {type: 'price'}", "source:price by type"],
  // a verb without a type, or with one that its answer takes itself
  ["[source:search]('AI')", "source:web_search"],
  ["[source:get]('AAPL') {type: 'us'}", "source:price"],
  // old names of nodes
  ["[finance:price]('AAPL')", "source:price"],
  ["[radio:search_radio]('KBS')", "stream:search_radio"],
  ["[android:navigate]('https://example.com')", "interface:navigate"],
  ["[orchestrator:time]", "system:time"],
  ["[webdev:bar]", "forge:bar"],
  // a type that an exact action neither takes nor routes stays a parameter, to be refused by its schema
  ["[system:time] {type: 'now'}", "system:time"],
];

for (const [source, expected] of TABLE)
  test(`${source} is ${expected}`, () => {
    assert.equal(words(resolved(source)), expected);
  });

test("an unknown action names the nearest ones of its node, each once", () => {
  const catalogue = catalogueOf({
    system: {
      delete: { verbs: [{ verb: "delete", type: "file" }] },
      delete_workflow: {},
      time: {},
    },
  });
  assert.equal(
    words(resolved('[system:delet]("a.md")', catalogue)),
    'unknown-action: Unknown action "delet" on node "system". Did you mean "delete" or "delete_workflow"?',
  );
});

test("an action of another node is named with its node", () => {
  assert.equal(
    words(resolved("[source:notify_user]('done')")),
    'unknown-action: Unknown action "notify_user" on node "source". There is [system:notify_user].',
  );
});

test("where nothing is near, everything the node has is listed", () => {
  const catalogue = catalogueOf({ shop: { buy: { verbs: [{ verb: "get" }] }, sell: {} } });
  assert.equal(
    words(resolved("[shop:xyzzy]", catalogue)),
    'unknown-action: Unknown action "xyzzy" on node "shop". Its actions are "buy", "get", "sell".',
  );
});

test("an unknown node names the nearest and all of them", () => {
  assert.match(
    words(resolved('[sourc:web_search]("AI")')),
    /^unknown-node: Unknown node "sourc"\. Did you mean "source"\? The nodes are "forge", "interface", /,
  );
});

test("a node that is near to an old name is told that name", () => {
  assert.match(words(resolved("[finanse:price]('AAPL')")), /"finanse"\. Did you mean "finance"\? /);
  assert.match(words(resolved("[orchestator:time]")), / Did you mean "orchestrator"\? /);
  assert.match(
    words(resolved("[constructor:time]")),
    /^unknown-node: Unknown node "constructor"\. The /,
  );
});

test("an unknown type lists the routes and is never a silent default", () => {
  const catalogue = catalogueOf({
    shop: {
      buy_book: { verbs: [{ verb: "buy", type: "book" }] },
      buy_food: { verbs: [{ verb: "buy", type: "food" }] },
    },
  });
  assert.equal(
    words(resolved("[shop:buy] {type: 'boook'}", catalogue)),
    'unknown-type: The verb "buy" of "shop" has no type "boook". Did you mean "book"? Its types are "book", "food".',
  );
  assert.equal(
    words(resolved("[shop:buy]", catalogue)),
    'missing-type: The verb "buy" of "shop" needs a "type": "book", "food".',
  );
  assert.match(
    words(resolved("[source:search]('AI') {type: 'newz'}")),
    /^unknown-type: The verb "search" of "source" has no type "newz"\. Did you mean "news"\? /,
  );
});

test("an unknown type of a name that is an action too says what that is without one", () => {
  assert.equal(
    words(resolved("[system:list] {type: 'event'}")),
    'unknown-type: The verb "list" of "system" has no type "event". Did you mean "events"? Its types are "files", "workflows", "tools", "api", "events", "projects", "switches", "items". Without a "type" it is [system:list].',
  );
});
