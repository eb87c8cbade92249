import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isJsonObject } from "../../src/base/json.ts";
import { propertyNames, resolveCall } from "../../src/engine/plan/resolve.ts";
import { shippedCatalogue } from "../support/catalogue.ts";
import { commandAt } from "../support/command-line-here.ts";
import { temporaryHome } from "../support/service.ts";

/** The rows of `system` and `source` of the catalogue that this one follows: their names, the verb routes to them and the parameters that mean something here. */
const [, ...ROWS] = readFileSync(new URL("support/catalogue-rows.tsv", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => {
    const [node = "", action = "", routes = "", params = ""] = line.split("\t");
    const words = (cell: string): readonly string[] =>
      cell.split(" ").filter((word) => word !== "");
    return { node, action, routes: words(routes), params: words(params) };
  });

/** `[source:news]` searches the news for any words; the news of one company by its ticker has a name and the verb route of its own. */
const ELSEWHERE: Readonly<Record<string, string>> = { "source:news get:news": "company_news" };

const catalogue = shippedCatalogue();

function resolved(node: string, action: string, type?: string) {
  const args = action === "call" ? ["search_arxiv"] : ["x"];
  const params = type === undefined ? {} : { type };
  const span = { start: 0, end: 0, line: 1, column: 1 };
  const call = { kind: "call", node, action, args, params, span } as unknown as Parameters<
    typeof resolveCall
  >[1]; // what the parser makes of `[node:action]("x") {type: "…"}`
  return resolveCall(catalogue, call);
}

test("every row answers by its exact name and by each of its typed verb routes", () => {
  assert.equal(ROWS.length, 210);
  const wrong = ROWS.flatMap(({ node, action, routes }) => {
    const own = resolved(node, action);
    if (!own.ok) return [`${node}:${action} ${own.problem.words.en}`];
    return routes.flatMap((route) => {
      const [verb = "", type] = route.split(":");
      const found = resolved(node, verb, type);
      const wanted = ELSEWHERE[`${node}:${action} ${route}`] ?? own.definition.action;
      return found.ok && found.definition.action === wanted
        ? []
        : [`${node}:${action} by ${route}`];
    });
  });
  assert.deepEqual(wrong, []);
});

test("every row takes its parameters, by their old names too", () => {
  const wrong = ROWS.flatMap(({ node, action, params }) => {
    const own = resolved(node, action);
    if (!own.ok || own.definition.params["additionalProperties"] !== false) return [];
    const { definition } = own;
    const known = [...propertyNames(definition), ...Object.values(definition.also ?? {}).flat()];
    const lacking = params.filter((param) => !known.includes(param));
    return lacking.length === 0 ? [] : [`${node}:${action} lacks ${lacking}`];
  });
  assert.deepEqual(wrong, []);
});

test("every row is ready, or says the one thing that it needs", async (t) => {
  const home = temporaryHome();
  t.after(() => home.remove());
  const { output } = await commandAt(home.path, ["actions", "--json"]);
  const listed: unknown = JSON.parse(output);
  assert.ok(Array.isArray(listed));
  const byName = new Map(
    listed.filter(isJsonObject).map((entry) => [`${entry["node"]}:${entry["action"]}`, entry]),
  );
  const wrong = ROWS.flatMap(({ node, action }) => {
    const { ready, needs } = byName.get(`${node}:${action}`) ?? {};
    const isOne = Array.isArray(needs) && needs.length === 1;
    return ready === true || (ready === false && isOne)
      ? []
      : [`${node}:${action} ${String(needs)}`];
  });
  assert.deepEqual(wrong, []);
});
