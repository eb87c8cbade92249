import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { after, before, test } from "node:test";
import { localOwner } from "../../src/app/local-owner.ts";
import { wrongPrograms } from "../engine/support/wrong-programs.ts";
import { openProgramHouse, type ProgramHouse } from "../support/program-house.ts";

/** Files that the programs take for granted. */
const FILES: Readonly<Record<string, string>> = {
  "a.md": "hi there",
  "b.md": "beta",
  "memo.md": "buy milk",
  "news.md": "yesterday's news",
  "prices.csv": "name,price\nApple,3\nPear,10",
  "sales.csv": "shop,amount\nSeoul,30\nBusan,12",
};

/** What a program may only meet where something stands already, or where nothing reaches the world outside. */
const BY_PLACE = new Set(["file-exists", "schedule-name-taken", "http-unreachable"]);

/** Programs about the shape of an expression go over plain texts, which have no fields. */
const OVER_TEXTS = '$names = ["a", "b"]';

let house: ProgramHouse;
before(async () => {
  house = await openProgramHouse({}, {}, { IBL_LANGUAGE: "en" });
  house.admit("Ben");
  house.admit("Mina");
});
after(() => house.close());

/** The programs that a model is told to try after it has written this one, and the program itself where it is understood. */
function shownFor(written: string): readonly string[] {
  const { actor } = localOwner(house.parts);
  const facts = { beganMs: Date.now(), isByModel: true };
  const planned = house.parts.gate.compile(written, actor, facts);
  return planned.ok ? [written] : planned.problems.flatMap(({ hint }) => hint ?? []);
}

function layFiles(): void {
  rmSync(dirname(house.filePath("a.md")), { recursive: true, force: true });
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(house.filePath(name)), { recursive: true });
    writeFileSync(house.filePath(name), text);
  }
}

/** Codes of what goes wrong when a program is run. */
async function troublesOf(program: string): Promise<readonly string[]> {
  layFiles();
  const local = program.replaceAll(/https:\/\/example\.(?:com|org)/g, house.upstream.origins.pages);
  const { result } = await house.attempt(local);
  if (result.kind === "finished")
    return result.envelope.statements.flatMap(({ error }) => error?.code ?? []);
  return [result.kind === "denied" ? (result.obstacle?.code ?? result.kind) : result.kind];
}

const PROGRAMS = wrongPrograms();

test("every program that an error shows is run to its end, and so is every one that is understood", async (t) => {
  const run = new Set<string>();
  for (const { title, written } of PROGRAMS)
    await t.test(title, async () => {
      for (const program of shownFor(written)) {
        if (run.has(program)) continue;
        run.add(program);
        const troubles = (await troublesOf(program)).filter((code) => !BY_PLACE.has(code));
        if (!program.includes(OVER_TEXTS)) assert.deepEqual(troubles, [], program);
      }
    });
  assert.ok(run.size >= 200, `${run.size}`);
});
