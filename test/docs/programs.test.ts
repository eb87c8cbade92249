import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { after, before, test } from "node:test";
import { promptPrograms } from "../../src/agent/turn/prompt.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { openAiDialect } from "../support/model-server-openai.ts";
import { openProgramHouse, type ProgramHouse } from "../support/program-house.ts";
import { fencesOf, readPages, spansOf, tableOf } from "./support/markdown.ts";
import { createChecker } from "./support/planning.ts";

const check = createChecker();

/** A program that is shown to somebody, and where. */
interface Shown {
  readonly at: string;
  readonly source: string;
}

/** Where programs are shown, and those in the order in which they are read. */
const PLACES: ReadonlyMap<string, readonly Shown[]> = new Map([
  ...readPages().map((page): [string, readonly Shown[]] => [
    page.path,
    fencesOf(page)
      .filter(({ info }) => info[0] === "ibl" && !info.includes("example-error"))
      .map(({ line, text }) => ({ at: `${page.path}:${line}`, source: text })),
  ]),
  [
    "the prompt",
    promptPrograms().map((source, index) => ({ at: `the prompt's example ${index + 1}`, source })),
  ],
  [
    "what errors propose",
    [...new Set(refusedPrograms().flatMap(proposalsFor))].map((source) => ({ at: source, source })),
  ],
]);

/** Programs that the guides show with the code of what is wrong with them. */
function refusedPrograms(): readonly string[] {
  const guide = readPages().find(({ path }) => path === "docs/language.md");
  assert.ok(guide !== undefined);
  return ["errors", "refusals"].flatMap((name) =>
    tableOf(guide, name).flatMap(([, , cell = ""]) => spansOf(cell).slice(0, 1)),
  );
}

/** What the reader of an error is told to try. */
function proposalsFor(source: string): readonly string[] {
  return check(source).proposals;
}

test("programs are shown in the guides, in the prompt and with the errors", () => {
  const count = (place: string) => PLACES.get(place)?.length ?? 0;
  assert.ok(count("docs/language.md") + count("docs/language.ko.md") >= 40);
  assert.ok(count("docs/scheduling.md") >= 5);
  assert.ok(count("the prompt") >= 15);
  assert.ok(count("what errors propose") >= 10);
});

const KEY = "sk-programs-0123456789";

/** Answers everything it is asked in words. */
function startTalker(): Promise<ModelServer> {
  return startModelServer(
    openAiDialect({ key: KEY }),
    Array.from({ length: 100 }, () => ({ text: "It is done." })),
  );
}

/** A briefing that the programs change. */
const BRIEFING =
  '[system:schedule]("아침 브리핑") {pipeline: "[system:run](\\"morning_briefing\\") {topic: \\"경제\\"}", cron: "0 7 * * *"}';

/** Files that the programs take for granted. */
const FILES: Readonly<Record<string, string>> = {
  "a.md": "first words",
  "news.md": "어제의 소식",
  "old.md": "어제의 소식",
  "report.md": "before",
  "prices.csv": "name,price\nApple,3\nPear,10",
  "sales.csv": "shop,amount\nSeoul,30\nBusan,12",
  "one.tmp.md": "first words",
};

for (const [place, programs] of PLACES) {
  if (programs.length === 0) continue;
  let house: ProgramHouse;
  let model: ModelServer;
  before(async () => {
    model = await startTalker();
    house = await openProgramHouse(
      {},
      {},
      {
        IBL_MODEL: "openai/gpt-test",
        OPENAI_API_KEY: KEY,
        OPENAI_BASE_URL: `${model.origin}/v1`,
      },
    );
    house.admit("Ben");
    await house.perform(BRIEFING);
  });
  after(async () => {
    await house.close();
    await model.close();
  });
  for (const { at, source } of programs)
    test(`${at} runs to its end (${place})`, async () => {
      for (const [name, text] of Object.entries(FILES)) {
        mkdirSync(dirname(house.filePath(name)), { recursive: true });
        writeFileSync(house.filePath(name), text);
      }
      const local = source.replaceAll(
        /https:\/\/example\.(?:com|org)/g,
        house.upstream.origins.pages,
      );
      const { envelope } = await house.perform(local);
      const wrong = envelope.statements.filter(({ ok, error }) => !ok && !isElsewhere(error));
      assert.deepEqual(wrong, []);
    });
}

/** A search finds pages of the world outside, which nothing here reaches; and a browser has a page open only where there is one. */
function isElsewhere(
  error: { readonly code: string; readonly message: string } | undefined,
): boolean {
  if (error?.code === "http-unreachable") return error.message.includes("wikipedia.org");
  return error?.code === "no-page" || error?.code === "needs-chromium";
}
