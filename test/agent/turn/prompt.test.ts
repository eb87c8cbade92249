import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { tokensOf } from "../../../src/agent/models/count-tokens.ts";
import {
  EXECUTE_IBL,
  promptPrograms,
  systemPrompt,
  turnBlock,
} from "../../../src/agent/turn/prompt.ts";
import type { ActionDefinition, Catalogue } from "../../../src/engine/catalogue/catalogue.ts";
import {
  type CatalogueSource,
  parseCatalogue,
} from "../../../src/engine/catalogue/catalogue-parse.ts";
import { parse } from "../../../src/engine/language/parser.ts";
import { planProgram } from "../../../src/engine/plan/plan.ts";
import { actionLine } from "../../../src/rag/search/action-line.ts";
import { readDataFolder } from "../../../src/store/data-files.ts";

const NOW_MS = Date.parse("2026-11-21T15:30:00Z");

function shippedCatalogue(): Catalogue {
  const root = fileURLToPath(new URL("../../../data", import.meta.url));
  const sources = (["node", "registry"] as const).flatMap((kind) => {
    const { files, problems } = readDataFolder(
      [root],
      kind === "node" ? "ibl_nodes" : "api_registry",
    );
    assert.deepEqual(problems, []);
    return files.map((file): CatalogueSource => ({ ...file, kind }));
  });
  const parsed = parseCatalogue(sources);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.catalogue;
}

const CATALOGUE = shippedCatalogue();
const ACTIONS = [...CATALOGUE.actions.values()];

function action(name: string): ActionDefinition {
  return CATALOGUE.actions.get(name)!;
}

function promptFor(actions: readonly ActionDefinition[] = ACTIONS): string {
  return systemPrompt({ actions, language: "en" });
}

test("every program of the prompt is one that the shipped catalogue plans without a problem or a warning", () => {
  for (const source of promptPrograms()) {
    const parsed = parse(source);
    assert.ok(parsed.ok, `${source}\n${parsed.ok ? "" : parsed.error.message}`);
    const planned = planProgram({
      source,
      program: parsed.program,
      catalogue: CATALOGUE,
      workflows: { get: () => undefined, names: () => [] },
      owner: { personId: "ann", chatId: "console:1" },
    });
    assert.deepEqual(planned.ok ? [] : planned.problems, [], source);
    // What follows an approval takes nothing from it but the leave to go on.
    const warnings =
      planned.ok && !source.includes("[system:approve]") ? planned.plan.warnings : [];
    assert.deepEqual(warnings, [], source);
  }
});

test("the prompt has one line for each action or names it, but for those that are found with a message", () => {
  const [, rarer = ""] = /^Rarer ones; .*: (.*)$/m.exec(promptFor()) ?? [];
  const named = rarer.split(", ");
  assert.ok(named.length > 5 && named.includes("system:manage_events"), rarer);
  const lines = promptFor()
    .split("\n")
    .filter((line) => /^[a-z]+:[a-z_]+ :: /.test(line) && !line.startsWith("node:action"));
  assert.deepEqual(
    lines.map((line) => line.split(" :: ")[0]),
    ACTIONS.filter(({ isFoundOnly }) => isFoundOnly === undefined)
      .map(({ node, action: name }) => `${node}:${name}`)
      .filter((name) => !named.includes(name)),
  );
  const others = ACTIONS.filter((one) => one !== action("system:discover"));
  const facts = { actions: others, language: "en" } as const;
  const withoutLookUp = systemPrompt(facts, Number.POSITIVE_INFINITY);
  assert.match(withoutLookUp, /^system:manage_events :: /m);
});

test("the prompt is long enough for every maker to keep it", () => {
  const text = `${JSON.stringify(EXECUTE_IBL)}\n${promptFor()}`;
  const tokens = tokensOf([{ role: "user", content: [{ type: "text", text }] }]);
  assert.ok(tokens > 4096 && tokens < 4500, `${tokens} tokens`);
});

test("an action's line marks target, pipe, required parameters, choices and the press it waits for", () => {
  assert.equal(
    actionLine(action("system:file")),
    "system:file :: Save a result as a file; takes the result of the step before (@path*, <content*, append:bool)",
  );
  assert.match(
    actionLine(action("system:time")),
    /^system:time :: .* \(@timezone, format=full\|date\|time\|iso\) → \{iso, timezone, unix_ms\}$/,
  );
  assert.match(actionLine(action("system:delete")), /^system:delete :: .* \(@path\*\)$/);
  assert.match(
    actionLine(action("messenger:send")),
    /^messenger:send :: .*\(@<message\*, to\*; !\)$/,
  );
  assert.match(
    actionLine(action("system:copy")),
    /^system:copy :: .* \(@source\*, destination\*, overwrite:bool\)$/,
  );
});

test("the person's language, zone and local time stand before their words", () => {
  const told = (language: "ko" | "en", zone: string): string =>
    turnBlock({ person: { language, zone }, nowMs: NOW_MS });
  assert.match(
    told("ko", "Asia/Seoul"),
    /\nThe person reads Korean; answer in Korean unless .* Asia\/Seoul; there it is Sunday, 2026-11-22T00:30:00\+09:00\.\n/,
  );
  assert.match(
    told("en", "America/New_York"),
    /English .* there it is Saturday, 2026-11-21T10:30:00-05:00\.\n/,
  );
});

test("actions that may fit, usage examples and last what is remembered stand before the person's words", () => {
  const block = turnBlock({
    person: { language: "en", zone: "UTC" },
    nowMs: NOW_MS,
    notes: "Pinned: allergic to nuts",
    actions: [action("system:time")],
    references: "<ibl_references/>",
  });
  assert.match(
    block,
    /^\(Context .*\)\nThe person .*\nMore actions that may fit:\nsystem:time :: .*\n<ibl_references\/>\nPinned: allergic to nuts\n\(The person's message:\)$/s,
  );
});

test("an action that is not listed stands in no example either", () => {
  const prompt = promptFor([action("system:time"), action("system:todo")]);
  assert.match(prompt, /\[system:time\]\("Asia\/Tokyo"\)/);
  assert.doesNotMatch(prompt, /\[source:|\[system:(?!time|todo)/);
});

test("a list that would be too long is cut to what many requests need; examples stand for all, and the rest is said to be found", () => {
  const cut = systemPrompt({ actions: ACTIONS, language: "en" }, 1000);
  assert.ok(cut.length < promptFor().length);
  assert.match(cut, /\nsystem:write :: /);
  assert.doesNotMatch(cut, /\nsource:price_history :: /);
  for (const program of promptPrograms()) assert.ok(cut.includes(program.split("\n")[0]!), program);
  assert.match(cut, /There are more actions than these\. .*\[system:discover\]/);
  const withoutApis = ACTIONS.filter(({ isFoundOnly }) => isFoundOnly === undefined);
  assert.doesNotMatch(
    systemPrompt({ actions: withoutApis, language: "en" }),
    /There are more actions/,
  );
});

test("who answers stands at the end, so that all agents share what comes before", () => {
  const prompt = systemPrompt({
    actions: ACTIONS,
    language: "en",
    agent: {
      title: { en: "Librarian", ko: "사서" },
      role: { en: "finds books", ko: "책을 찾습니다" },
      prompt: { en: "Say the shelf.", ko: "서가를 말합니다." },
    },
  });
  assert.equal(prompt, `${promptFor()}\n\nYou are Librarian: finds books. Say the shelf.`);
});

test("the one tool takes a program as text and nothing else", () => {
  assert.equal(EXECUTE_IBL.name, "execute_ibl");
  assert.deepEqual(
    [EXECUTE_IBL.inputSchema["required"], EXECUTE_IBL.inputSchema["additionalProperties"]],
    [["code"], false],
  );
});
