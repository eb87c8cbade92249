import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { type AskingWords, learnAsking } from "../../../src/agent/planner/asking-words.ts";
import {
  createMessagePlanner,
  type MessagePlanner,
} from "../../../src/agent/planner/message-planner.ts";
import type {
  PlannerResult,
  PlannerWorkflow,
  PlanOptions,
} from "../../../src/agent/planner/result.ts";
import type { Catalogue } from "../../../src/engine/catalogue/catalogue.ts";
import { parseCatalogue } from "../../../src/engine/catalogue/catalogue-parse.ts";
import { compileWorkflow } from "../../../src/engine/plan/workflow.ts";
import {
  type ExampleShelf,
  type Phrasing,
  parseExamples,
  phrasingsOf,
  shelfOf,
} from "../../../src/rag/store/example-files.ts";
import type { Gradual } from "../../../src/rag/text/time-slices.ts";
import { dataName, readDataFolder } from "../../../src/store/data-files.ts";
import { openShippedUsage } from "../../support/usage-examples.ts";

const DATA = fileURLToPath(new URL("../../../data", import.meta.url));

let catalogue: Catalogue | undefined;

/** The catalogue that the product ships, read once. */
export function shippedCatalogue(): Catalogue {
  catalogue ??= readCatalogue();
  return catalogue;
}

function readCatalogue(): Catalogue {
  const parsed = parseCatalogue([
    ...readDataFolder([DATA], "ibl_nodes").files.map((file) => ({
      ...file,
      kind: "node" as const,
    })),
    ...readDataFolder([DATA], "api_registry").files.map((file) => ({
      ...file,
      kind: "registry" as const,
    })),
  ]);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.catalogue;
}

/** What the product ships of how people ask, beside the catalogue. */
export function shippedShelf(): ExampleShelf {
  const files = readDataFolder([DATA], "examples").files.map((file) => {
    const parsed = parseExamples(file.value);
    assert.ok(parsed.ok, JSON.stringify(parsed));
    return parsed.file;
  });
  return shelfOf(files);
}

/** Every example that the product ships: of the catalogue, of the registry and of the common list. */
export function shippedExamples(): readonly Phrasing[] {
  return phrasingsOf(shippedCatalogue(), shippedShelf().whole);
}

let words: Gradual<AskingWords> | undefined;

/** What the product's examples teach, learned once. */
export function shippedWords(): Gradual<AskingWords> {
  words ??= learnAsking(shippedCatalogue(), shippedShelf());
  return words;
}

/** The workflows that the product ships, as a Korean person calls them. */
export function shippedWorkflows(): readonly PlannerWorkflow[] {
  return readDataFolder([DATA], "workflows").files.map(({ file, value }) => {
    const name = dataName(file);
    const { title, titles } = compileWorkflow(name, value, "ko");
    return { name, title, titles };
  });
}

/** Monday 3 August 2026, 10:00 in Seoul. */
export const NOW_MS = Date.parse("2026-08-03T01:00:00Z");

let gated: Promise<MessagePlanner> | undefined;

/** What the shipped planner makes of a message by its words and the shipped usage examples: for someone in Seoul who has the news briefing. */
export async function planned(
  message: string,
  options: Partial<PlanOptions> = {},
): Promise<PlannerResult> {
  gated ??= openPlanner();
  return (await gated).plan(message, optionsFor(message, options), { personId: "anna" });
}

/** The same by its words alone. */
export function plannedAtOnce(message: string): PlannerResult {
  return plannerOver(async () => undefined).planNow(message, optionsFor(message, {}));
}

function optionsFor(message: string, options: Partial<PlanOptions>): PlanOptions {
  return {
    language: /[가-힣]/u.test(message) ? "ko" : "en",
    nowMs: NOW_MS,
    zone: "Asia/Seoul",
    workflows: [{ name: "news_briefing", title: "뉴스 브리핑" }],
    ...options,
  };
}

async function openPlanner(): Promise<MessagePlanner> {
  const usage = await openShippedUsage();
  process.once("exit", () => usage.close());
  return plannerOver((text, wanted) => usage.examples.search(text, wanted));
}

/** The shipped planner over a search of examples. */
export function plannerOver(
  search: Parameters<typeof createMessagePlanner>[0]["search"],
): MessagePlanner {
  return createMessagePlanner({
    words: shippedWords,
    catalogue: shippedCatalogue,
    search,
    onError: (error) => assert.fail(String(error)),
  });
}

/** The program when the planner is sure, else how it answered and what it would offer. */
export function sureCode(result: PlannerResult): string {
  if (result.kind === "sure") return result.code;
  const offered = result.kind === "unsure" ? result.proposals.map((one) => one.code) : [];
  return [result.kind, ...offered].join(" | ");
}
