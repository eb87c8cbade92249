import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type CatalogueSource,
  parseCatalogue,
  verbsOf,
} from "../../../src/engine/catalogue/catalogue-parse.ts";
import {
  catalogueOf,
  type Entries,
  nodeSource,
  shippedCatalogue,
} from "../../support/catalogue.ts";

const WORDS = { ko: "사기", en: "Buy" };

/** A registry file of one tool, as it was read. */
function registrySource(tool: Readonly<Record<string, unknown>>): CatalogueSource {
  return {
    file: "api_registry/shop.yaml",
    kind: "registry",
    value: {
      service: "shop",
      base_url: "https://shop.example",
      tools: {
        search_shop: {
          node: "shop",
          description: WORDS,
          effect: "read",
          returns: "list",
          endpoint: "/search",
          response: { extract: "items", fields: { title: "name" } },
          ...tool,
        },
      },
    },
    lineOf: (path) => path.length * 100,
  };
}

/** Every problem of one node's entries as `file:line message`. */
function problemsOf(entries: Entries): readonly string[] {
  return problemLines([nodeSource("shop", entries)]);
}

function problemLines(sources: readonly CatalogueSource[]): readonly string[] {
  const parsed = parseCatalogue(sources);
  return parsed.problems.map(({ file, line, message }) => `${file}:${line} ${message}`);
}

test("the shipped catalogue has no problem and knows the six nodes", () => {
  const { actions, nodes } = shippedCatalogue();
  assert.deepEqual(nodes, ["forge", "interface", "messenger", "source", "stream", "system"]);
  for (const [name, { node, action }] of actions) assert.equal(name, `${node}:${action}`);
});

test("what an entry leaves out has its default", () => {
  const { actions } = catalogueOf({ shop: { buy: {} } });
  assert.deepEqual(actions.get("shop:buy"), {
    node: "shop",
    action: "buy",
    description: { ko: "shop", en: "shop" },
    router: "handler",
    handler: "shop:buy",
    params: { type: "object", properties: {}, required: [], additionalProperties: false },
    effect: "read",
    approval: false,
    roles: {},
    returns: "text",
    result: "text",
    taints: false,
    conditions: [],
    scripts: [],
    formats: {},
    timeoutMs: 60_000,
    requires: [],
    ownerOnly: false,
    card: { ko: "shop", en: "shop" },
    examples: [],
  });
});

test("what an entry says is kept", () => {
  const { actions } = catalogueOf({
    shop: {
      buy: {
        target: "what",
        params: { what: { type: "string" }, to: { type: "string" }, much: { type: "boolean" } },
        required: ["what"],
        input: { param: "what", as: { field: "title" } },
        effect: "spend",
        approval_when: { param: "much", values: [true] },
        roles: { to: "recipient" },
        returns: { order: "id", items: ["text"] },
        taints: true,
        timeout: 90,
        requires: ["env:SHOP_ID+SHOP_KEY", "binary:ffmpeg", "browser"],
        owner_only: true,
        extra_params: true,
        runs: { program: "what", when: "later" },
        card: WORDS,
        handler: "shop:purchase",
      },
    },
  });
  const { description: _, examples: __, ...rest } = actions.get("shop:buy")!;
  assert.deepEqual(rest, {
    node: "shop",
    action: "buy",
    router: "handler",
    handler: "shop:purchase",
    target: "what",
    params: {
      type: "object",
      properties: { what: { type: "string" }, to: { type: "string" }, much: { type: "boolean" } },
      required: ["what"],
      additionalProperties: true,
    },
    input: { param: "what", as: { field: "title" } },
    effect: "spend",
    approval: true,
    approvalWhen: { param: "much", values: [true] },
    roles: { to: "recipient" },
    returns: "object",
    result: { order: "id", items: ["text"] },
    taints: true,
    conditions: [],
    scripts: [],
    formats: {},
    timeoutMs: 90_000,
    requires: [
      { kind: "env", names: ["SHOP_ID", "SHOP_KEY"] },
      { kind: "binary", name: "ffmpeg" },
      { kind: "browser" },
    ],
    ownerOnly: true,
    card: WORDS,
    runs: { program: "what", when: "later" },
  });
});

test("risky effects wait for approval unless an entry says otherwise", () => {
  const entry = (effect: string, more: object = {}) => ({ effect, card: WORDS, ...more });
  const { actions } = catalogueOf({
    shop: {
      look: entry("read"),
      note: entry("write"),
      tell: entry("send"),
      tell_me: entry("send", { approval: false }),
      run: entry("execute"),
      tap: entry("device"),
      pay: entry("spend"),
      wipe: entry("write", { approval: true }),
    },
  });
  const waiting = [...actions.values()].filter(({ approval }) => approval);
  assert.deepEqual(
    waiting.map(({ action }) => action),
    ["tell", "run", "tap", "pay", "wipe"],
  );
});

test("an action that waits for approval needs a card", () => {
  assert.deepEqual(problemsOf({ pay: { effect: "spend" } }), [
    'ibl_nodes/shop.yaml:20 "shop:pay" waits for approval, so it needs a "card" saying what it will do.',
  ]);
});

test("every slip is told at once, each with its file and line", () => {
  const entries = {
    buy: {
      params: {},
      target: "what",
      roles: { host: "host" },
      runs: { program: "code", when: "now" },
    },
    sell: { params: { n: { type: "numbr" } }, input: { param: "text", as: "text" } },
  };
  const lines = problemsOf(entries);
  assert.equal(lines.length, 5, lines.join("\n"));
  assert.deepEqual(lines.slice(0, 4), [
    'ibl_nodes/shop.yaml:30 "target" names the parameter "what", which "params" does not have.',
    'ibl_nodes/shop.yaml:30 "roles" names the parameter "host", which "params" does not have.',
    'ibl_nodes/shop.yaml:30 "runs" names the parameter "code", which "params" does not have.',
    'ibl_nodes/shop.yaml:30 "input" names the parameter "text", which "params" does not have.',
  ]);
  assert.match(lines[4]!, /^ibl_nodes\/shop\.yaml:30 "params" is not a JSON Schema: /);
});

test("an unknown key, effect or requirement is told with its place", () => {
  assert.deepEqual(problemsOf({ buy: { colour: "red" } }), [
    'ibl_nodes/shop.yaml:20 actions.buy has the unknown key "colour".',
  ]);
  assert.deepEqual(problemsOf({ buy: { effect: "reed" } }), [
    'ibl_nodes/shop.yaml:30 actions.buy.effect must be one of "read", "write", "send", "execute", "device", "spend".',
  ]);
  assert.match(
    problemsOf({ buy: { requires: ["magic"] } })[0]!,
    /actions\.buy\.requires\.0 must match/,
  );
});

test("a file that is no catalogue file is told and stops the catalogue", () => {
  const source: CatalogueSource = { ...nodeSource("shop", {}), value: null };
  assert.deepEqual(problemLines([source, nodeSource("bank", { pay: {} })]), [
    "ibl_nodes/shop.yaml:0 The file must be object.",
  ]);
});

test("a verb leads where its action says, and only to one place", () => {
  const catalogue = catalogueOf({
    shop: {
      buy_book: { verbs: [{ verb: "buy", type: "book" }, { verb: "buy" }] },
      buy_food: { verbs: [{ verb: "buy", type: "food" }] },
    },
  });
  const verb = verbsOf(catalogue, "shop").get("buy");
  assert.deepEqual({ ...verb?.routes }, { book: "buy_book", food: "buy_food" });
  assert.equal(verb?.fallback, "buy_book");
  assert.equal(verbsOf(catalogue, "bank").size, 0);
  const verbs = [{ verb: "buy", type: "book" }, { verb: "buy" }];
  assert.deepEqual(problemsOf({ one: { verbs }, two: { verbs } }), [
    'ibl_nodes/shop.yaml:30 The verb "buy" with type "book" of "shop" already leads to "one".',
    'ibl_nodes/shop.yaml:30 The verb "buy" of "shop" already leads to "one".',
  ]);
});

test("a service's tool becomes an action without any code", () => {
  const parsed = parseCatalogue([registrySource({ query: { q: "query" } })]);
  assert.ok(parsed.ok);
  const { router, api, returns } = parsed.catalogue.actions.get("shop:search_shop")!;
  assert.deepEqual({ router, returns }, { router: "api", returns: "list" });
  assert.deepEqual(
    [api?.tool, api?.service.baseUrl, api?.steps.map(({ endpoint, query }) => [endpoint, query])],
    ["search_shop", "https://shop.example", [["/search", { q: "query" }]]],
  );
  assert.equal(parsed.catalogue.apiTools.get("search_shop")?.action, "call:search_shop");
});

test("the sample of a tool that names its service elsewhere loads word for word", () => {
  const sample = {
    kosis_search_statistics: {
      service: "shop",
      endpoint: "/statisticsList.do",
      transform: "kosis_list",
      node: "source",
      action_name: "search_statistics",
      description: "통계표 목록 검색",
      target_key: "keyword",
    },
  };
  const service = registrySource({}).value;
  const transforms = { kosis_list: { fields: { title: "LIST_NM" } } };
  const parsed = parseCatalogue([
    { ...registrySource({}), file: "api_registry/a.yaml", value: sample },
    { ...registrySource({}), value: { ...(service as object), transforms } },
  ]);
  assert.deepEqual(parsed.problems, []);
  assert.ok(parsed.ok);
  const definition = parsed.catalogue.actions.get("source:search_statistics");
  assert.deepEqual([definition?.target, definition?.effect], ["keyword", "read"]);
  assert.deepEqual(definition?.api?.steps[0]?.query, { keyword: "keyword" });
  assert.deepEqual(definition?.api?.steps[0]?.response, { fields: { title: "LIST_NM" } });
});

test("a tool that is wrong is left out with its line, and the others of its file stay", () => {
  const { service, base_url, tools } = registrySource({}).value as {
    readonly service: string;
    readonly base_url: string;
    readonly tools: Readonly<Record<string, object>>;
  };
  const good = tools["search_shop"];
  const sources = [
    {
      ...registrySource({}),
      value: {
        service,
        base_url,
        tools: {
          misspelt: { ...good, endpont: "/x" },
          lost: { ...good, transform: "none" },
          good,
        },
      },
    },
    {
      ...registrySource({}),
      file: "api_registry/x.yaml",
      value: { away: { ...good, service: "nowhere" }, good: { ...good, service, timeout: 7 } },
    },
  ];
  assert.deepEqual(problemLines(sources), [
    'api_registry/shop.yaml:200 tools.misspelt has the unknown key "endpont".',
    'api_registry/shop.yaml:200 It names the transform "none", which "transforms" of the service "shop" does not have.',
    'api_registry/x.yaml:100 It names the service "nowhere", which no file declares.',
  ]);
  const parsed = parseCatalogue(sources);
  assert.ok(parsed.ok);
  assert.deepEqual([...parsed.catalogue.actions.keys()], ["shop:good"]);
  assert.equal(parsed.catalogue.actions.get("shop:good")?.timeoutMs, 7000, "the later one");
});

test("a node's own action wins over a service's of the same name, whichever is read first", () => {
  const own = nodeSource("shop", { search_shop: {} });
  for (const sources of [
    [registrySource({}), own],
    [own, registrySource({})],
  ]) {
    const parsed = parseCatalogue(sources);
    assert.ok(parsed.ok);
    assert.equal(parsed.catalogue.actions.get("shop:search_shop")?.router, "handler");
  }
});

test("a slip in a service's tool is told with that file's line", () => {
  assert.deepEqual(problemLines([registrySource({ target: "q", params: { p: {} } })]), [
    'api_registry/shop.yaml:300 "target" names the parameter "q", which "params" does not have.',
  ]);
});

test("a result that is declared in words nobody knows is told with those there are", () => {
  const told = (returns: unknown): readonly string[] => {
    const parsed = parseCatalogue([nodeSource("shop", { buy: { returns } })]);
    return parsed.ok ? [] : parsed.problems.map(({ message }) => message);
  };
  assert.deepEqual(told([{ title: "text" }]), []);
  assert.match(
    told([{ title: "words" }]).join(),
    /^"returns" names "words"; it may name text, number/,
  );
  assert.match(told(["text", "number"]).join(), /^"returns" is a word, fields/);
  assert.match(told({}).join(), /^"returns" is a word, fields/);
});
