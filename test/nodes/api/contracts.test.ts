import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { parse } from "yaml";
import { systemClock } from "../../../src/base/clock.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/base/json.ts";
import { createFetch } from "../../../src/drivers/http/http.ts";
import { validatorOf } from "../../../src/engine/catalogue/catalogue-parse.ts";
import type { ResultType } from "../../../src/engine/catalogue/result-type.ts";
import type { Value } from "../../../src/engine/values/outcome.ts";
import { createApiRouter } from "../../../src/nodes/api/handler.ts";
import { sendToConfigured } from "../../../src/nodes/api/upstream-origins.ts";
import { shippedCatalogue } from "../../support/catalogue.ts";
import { readyCall } from "../../support/ready-call.ts";
import { zipOf } from "./support/zip-of.ts";

/**
 * What a service was seen or is documented to answer, and what the product makes of it. A request is asked for in full: its path, its
 * query, and of its headers and body what stands here.
 */
interface Contract {
  /** The pages that bodies and parameters follow. */
  readonly docs: string | readonly string[];
  readonly keys?: Readonly<Record<string, string>>;
  readonly cases: readonly ContractCase[];
}

interface ContractCase {
  readonly is: "success" | "one" | "empty" | "error" | "limit";
  readonly call: string;
  readonly params?: JsonObject;
  readonly language?: "ko" | "en";
  /** In place of those of the service. */
  readonly keys?: Contract["keys"];
  readonly requests?: readonly {
    readonly path: string;
    readonly query?: Readonly<Record<string, string>>;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }[];
  /** In the order of the requests; the last one serves the rest. */
  readonly answers: readonly {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Json;
    /** A document that comes in a zip archive. */
    readonly zipped?: string;
  }[];
  readonly items?: readonly Json[];
  readonly data?: JsonObject;
  /** Parts of the text for people. */
  readonly says?: readonly string[];
  /** Code of the failure. */
  readonly fails?: string;
}

const FOLDER = new URL("contracts/", import.meta.url);
const NAMES = readdirSync(FOLDER).map((name) => name.replace(/\.yaml$/u, ""));
const CATALOGUE = shippedCatalogue();

const DEFINITIONS = [...CATALOGUE.apiTools.values()];

/** A server that answers in order and keeps what it was asked. */
async function startService(context: TestContext, { answers }: ContractCase) {
  const asked: { readonly request: IncomingMessage; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", async () => {
      const answer = answers[Math.min(asked.length, answers.length - 1)];
      asked.push({ request, body });
      const { status = 200, headers = {}, body: told = "", zipped } = answer ?? {};
      response.writeHead(status, headers);
      if (zipped !== undefined) response.end(await zipOf(zipped));
      else response.end(typeof told === "string" ? told : JSON.stringify(told));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  context.after(() => server.close());
  const { port } = server.address() as AddressInfo; // a server that listens on TCP has one
  return { asked, origin: `http://127.0.0.1:${port}` };
}

for (const name of NAMES) {
  const contract = parse(readFileSync(new URL(`${name}.yaml`, FOLDER), "utf8")) as Contract; // written for this test
  for (const [at, one] of contract.cases.entries()) {
    test(`${name}: ${one.is} of ${one.call} (${at + 1})`, async (t) => {
      const definition =
        CATALOGUE.actions.get(one.call) ?? CATALOGUE.apiTools.get(one.call.replace(/^call:/u, ""));
      assert.ok(definition, one.call);
      const params = one.params ?? {};
      const check = validatorOf(definition.params);
      assert.ok(check(params), JSON.stringify(check.errors));
      const { asked, origin } = await startService(t, one);
      const services = DEFINITIONS.flatMap(({ api }) => api?.steps ?? []);
      const serviceOrigins = Object.fromEntries(
        services.map(({ service }) => [service.service, origin]),
      );
      const driver = createFetch({ allowOrigins: [], serviceOrigins });
      t.after(() => driver.close());
      const route = createApiRouter({
        fetch: sendToConfigured(driver, serviceOrigins),
        clock: { ...systemClock, sleep: async () => undefined },
        environment: (variable) => (one.keys ?? contract.keys)?.[variable],
      });
      const call = readyCall(one.call, params, { language: one.language ?? "en" });
      const outcome = await route(definition, call);
      const failure = outcome.ok ? undefined : outcome.failure;
      assert.equal(failure?.code, one.fails, JSON.stringify(failure));
      for (const secret of Object.values(contract.keys ?? {}))
        assert.ok(!JSON.stringify(outcome).includes(secret), "a key is told");
      if (outcome.ok) {
        assertGives(outcome.value, one);
        assertTyped(outcome.value, definition.result);
      }
      assertAsked(asked, one.requests);
    });
  }
}

function assertGives(
  value: { readonly kind: string; readonly text?: string },
  { items, data, says = [] }: ContractCase,
): void {
  const given: JsonObject = JSON.parse(JSON.stringify(value)) as JsonObject; // a value is JSON
  if (items !== undefined) assert.deepEqual(given["items"], items);
  if (data !== undefined) assert.deepEqual(given["data"], data);
  for (const part of says) assert.ok(value.text?.includes(part), `${value.text}\nlacks: ${part}`);
}

/** What values of a declared kind look like; others may be anything. */
const LOOKS: Readonly<Record<string, (found: Json) => boolean>> = {
  number: (found) => typeof found === "number",
  text: (found) => typeof found === "string",
  datetime: (found) => !Number.isNaN(Date.parse(String(found))),
  date: (found) => !Number.isNaN(Date.parse(String(found))),
};

/** Fields that are there are of their declared kind. */
function assertTyped(value: Value, type: ResultType): void {
  const fields = Object.entries((Array.isArray(type) ? type[0] : type) as object);
  const items = value.kind === "list" ? value.items : value.kind === "object" ? [value.data] : [];
  const wrong = items.filter(isJsonObject).flatMap((item) =>
    fields.filter(([name, kind]) => {
      const found: Json = item[name] ?? null;
      return found !== null && LOOKS[String(kind)]?.(found) === false;
    }),
  );
  assert.deepEqual(wrong, []);
}

function assertAsked(
  asked: readonly { readonly request: IncomingMessage; readonly body: string }[],
  expected: ContractCase["requests"],
): void {
  for (const [at, wanted] of (expected ?? []).entries()) {
    const got = asked[at];
    assert.ok(got, `request ${at + 1} was not sent`);
    const url = new URL(got.request.url ?? "", "http://x");
    assert.equal(decodeURIComponent(url.pathname), wanted.path);
    if (wanted.query !== undefined)
      assert.deepEqual(Object.fromEntries(url.searchParams), wanted.query);
    for (const [header, value] of Object.entries(wanted.headers ?? {}))
      assert.equal(got.request.headers[header], value);
    if (wanted.body !== undefined) assert.equal(got.body, wanted.body);
  }
}

test("every service has a contract: success, one thing, nothing, an error, and its limit", () => {
  for (const { tool = "", api } of DEFINITIONS) {
    const service = api?.service.service ?? "";
    assert.ok(NAMES.includes(service), `test/nodes/api/contracts/${service}.yaml is missing`);
    const text = readFileSync(new URL(`${service}.yaml`, FOLDER), "utf8");
    const { docs, cases } = parse(text) as Contract; // written for this test
    assert.ok([docs].flat().every((page) => page.startsWith("http")));
    const kinds = new Set(cases.map(({ is }) => is));
    for (const kind of ["success", "one", "empty", "error", "limit"] as const)
      assert.ok(kinds.has(kind), `${service} has no case of ${kind}`);
    const names = [...CATALOGUE.actions]
      .filter(([, each]) => each.api?.tool === tool)
      .map(([each]) => each);
    assert.ok(
      cases.some(({ call }) => names.includes(call) || call === `call:${tool}`),
      `${tool} of ${service} has no case`,
    );
  }
});
