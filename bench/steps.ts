// What a step of a program costs beside the function it calls: parse, plan and execute apart, with and without the journal.
//   node --import tsx bench/steps.ts
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../src/base/clock.ts";
import type { Actor, ReadyCall } from "../src/engine/execute/action-types.ts";
import { execute } from "../src/engine/execute/executor.ts";
import type { Journal } from "../src/engine/execute/journal.ts";
import type { Plan } from "../src/engine/plan/plan.ts";
import { success, textOf } from "../src/engine/values/outcome.ts";
import { type RunFacts, Runs } from "../src/runs/run-table.ts";
import { type Database, openDatabase } from "../src/store/database.ts";
import { chainCatalogue, chainOf, mustParse, mustPlan, say } from "./support/chain.ts";
import {
  type Contender,
  conditions,
  digits,
  type Effort,
  interleave,
  median,
  print,
  printTable,
  times,
} from "./support/rounds.ts";
import { sized } from "./support/short.ts";

const SIZES = sized([1, 10, 100, 1000], [1, 10]);

/** For programs of one size; on a disk that is slow just now there are fewer rounds. */
const EFFORT: Effort = { rounds: 21, limitMs: 9_000 };

/** A run lasts long enough for the clock when it does this many steps; a bare call is shorter. */
const STEPS_A_RUN = 100;
const CALLS_A_RUN = sized(5_000, 50);

const ACTOR: Actor = {
  personId: "person_bench",
  chatId: "bench:1",
  language: "en",
  zone: "UTC",
  isOwner: true,
};

const catalogue = chainCatalogue();

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bench-steps-"));
  const databases = [openDatabase(":memory:"), openDatabase(join(folder, "steps.db"))] as const;
  try {
    print(conditions(loadavg()[0] ?? 0, availableParallelism()));
    print(
      'Microseconds a step of `[b:say]("!0") {n: 0} >> [b:say]("!1") {n: 1} >> …`, medians of interleaved rounds.\n',
    );
    // Compiles the code, and lets the log of the file grow to the size it keeps: commits that grow a file take twice as long.
    await measure(10, databases, { rounds: 8, limitMs: 4_000 });
    const results: SizeResult[] = [];
    for (const steps of SIZES) results.push(await measure(steps, databases, EFFORT));
    report(results);
  } finally {
    for (const database of databases) database.close();
    rmSync(folder, { recursive: true });
  }
}

interface SizeResult {
  readonly steps: number;
  /** Microseconds a step of a contender. */
  readonly us: (name: string) => number;
}

/** What a program of one size costs, each part for itself. */
async function measure(
  steps: number,
  [memory, file]: readonly [Database, Database],
  effort: Effort,
): Promise<SizeResult> {
  const repeats = Math.max(1, Math.round(STEPS_A_RUN / steps));
  const source = chainOf(steps);
  const program = mustParse(source);
  const plan = mustPlan(source, program, catalogue);
  const units = steps * repeats;
  const contenders: Contender[] = [
    repeated("direct", CALLS_A_RUN / steps, steps, () => callDirectly(steps)),
    repeated("parse", repeats, steps, () => mustParse(source)),
    repeated("plan", repeats, steps, () => mustPlan(source, program, catalogue)),
    repeated("execute", repeats, steps, () => mustExecute(plan, NO_JOURNAL)),
    { units, ...journalled("execute :memory:", { database: memory, plan, repeats }) },
    { units, ...journalled("execute file", { database: file, plan, repeats }) },
    { units, ...bareWrites("rows :memory:", { database: memory, count: units }) },
    { units, ...bareWrites("rows file", { database: file, count: units }) },
  ];
  const measured = await interleave(contenders, effort);
  return { steps, us: (name) => median(measured.get(name) ?? []) * 1000 };
}

function repeated(name: string, count: number, steps: number, work: () => unknown): Contender {
  return {
    name,
    units: count * steps,
    run: async () => {
      for (let index = 0; index < count; index += 1) await work();
    },
  };
}

/** The baseline: the handler called in a loop, each time with the value of the time before. */
async function callDirectly(steps: number): Promise<void> {
  const { signal } = new AbortController();
  const base = {
    node: "b",
    action: "say",
    effectKey: "k",
    tainted: false,
    actor: ACTOR,
    values: {},
    signal,
  };
  let text = "";
  for (let step = 0; step < steps; step += 1) {
    const call: ReadyCall = { ...base, params: { sign: `!${step % 10}`, n: step % 10, text } };
    const result = await say(call);
    if (!("ok" in result) || !result.ok) throw new Error("The action of the benchmark failed.");
    text = textOf(result.value);
  }
}

async function mustExecute(plan: Plan, journal: Journal): Promise<void> {
  const execution = await execute(plan, {
    actor: ACTOR,
    effectOrigin: "bench",
    handlerOf: () => say,
    journal,
    clock: systemClock,
    signal: new AbortController().signal,
  });
  if (execution.kind === "finished" && execution.statements.every((outcome) => outcome.ok)) return;
  throw new Error("The program of the benchmark failed.");
}

/** Forgets everything: what executing costs by itself. */
const NO_JOURNAL: Journal = {
  find: () => undefined,
  start: () => undefined,
  finish: () => undefined,
  wait: () => undefined,
};

/** Executes with the product's own journal; the rows of the runs are there before the clock starts, since a run is not a step. */
function journalled(
  name: string,
  parts: { readonly database: Database; readonly plan: Plan; readonly repeats: number },
): Contender {
  const { database, plan, repeats } = parts;
  let last = 0;
  const newId = (prefix: string): string => {
    last += 1;
    return `${prefix}_${name}_${plan.digest.slice(0, 8)}_${last}`;
  };
  const runs = new Runs({ database, clock: systemClock, newId });
  let ids: readonly string[] = [];
  return {
    name,
    prepare: () => {
      ids = Array.from({ length: repeats }, () => runs.create(factsOf(plan, newId("origin"))).id);
    },
    run: async () => {
      for (const id of ids) {
        const hooks = {
          onWait: () => undefined,
          faultPoint: () => undefined,
          language: "ko" as const,
        };
        await mustExecute(plan, runs.journal(id, hooks));
      }
    },
  };
}

function factsOf(plan: Plan, origin: string): RunFacts {
  const { program, digest } = plan;
  const { personId, chatId: chatKey } = ACTOR;
  return { origin, personId, chatKey, source: program, program, digest, constants: {} };
}

/** The least a journal on SQLite must do: a row before and a change after, each committed by itself. */
function bareWrites(
  name: string,
  { database, count }: { readonly database: Database; readonly count: number },
): Contender {
  database.exec(
    "CREATE TABLE IF NOT EXISTS bare (id INTEGER PRIMARY KEY, params TEXT, outcome TEXT)",
  );
  const insert = database.prepare<[string]>("INSERT INTO bare (params) VALUES (?)");
  const update = database.prepare<[string, number | bigint]>(
    "UPDATE bare SET outcome = ? WHERE id = ?",
  );
  const params = JSON.stringify({ text: "a!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!" });
  const outcome = JSON.stringify(success("a!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!"));
  return {
    name,
    run: () => {
      for (let index = 0; index < count; index += 1)
        update.run(outcome, insert.run(params).lastInsertRowid);
    },
  };
}

function report(results: readonly SizeResult[]): void {
  const engine = results.map(({ steps, us }) => {
    const parts = ["parse", "plan", "execute"].map(us);
    const sum = parts.reduce((left, right) => left + right, 0);
    return [
      String(steps),
      digits(us("direct")),
      ...parts.map(digits),
      digits(sum),
      times(sum, us("direct")),
    ];
  });
  printTable("Engine alone; the baseline is the same handler called in a loop", [
    ["steps", "direct", "parse", "plan", "execute", "sum", "sum/direct"],
    ...engine,
  ]);
  const journal = results.map(({ steps, us }) => [
    String(steps),
    ...["execute", "rows :memory:", "execute :memory:"].map((name) => digits(us(name))),
    times(us("execute :memory:"), us("rows :memory:")),
    ...["rows file", "execute file"].map((name) => digits(us(name))),
    times(us("execute file"), us("rows file")),
  ]);
  printTable(
    "Execute with the journal; the baseline is one bare row a step, written before and changed after (two commits)",
    [
      [
        "steps",
        "no journal",
        "rows memory",
        "memory",
        "ratio",
        "rows file",
        "file WAL/FULL",
        "ratio",
      ],
      ...journal,
    ],
  );
}

await main();
