import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isJsonObject, type JsonObject } from "../../src/base/json.ts";
import { reviewTable } from "../nodes/analysis/support/reviews.ts";
import { commandAt } from "../support/command-line-here.ts";
import { temporaryHome } from "../support/service.ts";

/** Processor time that the whole graph may take over 5,000 reviews. */
const MOST_CPU_MS = 20_000;

test("every tool of the graph computes over 5,000 reviews, and they take less than 20 s of processor time", async (t) => {
  const home = temporaryHome();
  t.after(() => home.remove());
  await commandAt(home.path, ["tools", "list"]);
  const folder = join(home.path, "files", "console_local");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "reviews.csv"), reviewTable(5000, 11));
  const trends = Array.from(
    { length: 20 },
    (_each, index) => `2026-01-${String(index + 1).padStart(2, "0")},${index * 3},${50 - index}`,
  );
  writeFileSync(join(folder, "trends.csv"), ["day,배송,quality", ...trends].join("\n"));
  const names = [
    "video_agent",
    "insight_with_trends",
    "hashtag_analyzer",
    "absa_analyzer",
    "problem_classifier",
    "competitor_analyzer",
    "report_generator",
  ];
  const code = names
    .map(
      (name) =>
        `[system:tool]("${name}") {file: "reviews.csv"${name === "insight_with_trends" ? ', trends_file: "trends.csv"' : ""}${name === "report_generator" ? ', format: "html"' : ""}}`,
    )
    .join("\n");
  const before = process.cpuUsage();
  const ran = await commandAt(home.path, ["run", code, "--json"]);
  const { user, system } = process.cpuUsage(before);
  assert.equal(ran.code, 0, ran.output.slice(0, 2000) + ran.errors);
  const {
    statements,
  }: { readonly statements: readonly { readonly ok: boolean; readonly text: string }[] } =
    ran.json();
  assert.deepEqual(
    statements.map(({ ok }) => ok),
    names.map(() => true),
  );
  assert.match(statements[0]?.text ?? "", /shots|컷/);
  assert.match(statements[1]?.text ?? "", /배송/);
  assert.ok((user + system) / 1000 < MOST_CPU_MS, `${(user + system) / 1000} ms`);
});

test("sales and stock are worked out of their tables, and a dashboard is a page", async (t) => {
  const home = temporaryHome();
  t.after(() => home.remove());
  await commandAt(home.path, ["tools", "list"]);
  const folder = join(home.path, "files", "console_local");
  mkdirSync(folder, { recursive: true });
  const days = Array.from({ length: 56 }, (_each, index) => {
    const day = new Date(Date.UTC(2026, 0, 5) + index * 86_400_000).toISOString().slice(0, 10);
    return `${day},cream,${index % 7 === 5 ? 20 : 10},${index % 7 === 5 ? 2000 : 1000},c${index % 9}`;
  });
  writeFileSync(
    join(folder, "sales.csv"),
    ["date,product,quantity,amount,customer", ...days].join("\n"),
  );
  writeFileSync(
    join(folder, "stock.csv"),
    "product,stock,daily_demand,demand_sd,lead_time\ncream,40,10,2,9\nsoap,900,3,1,4",
  );
  const run = async (name: string, input: JsonObject): Promise<JsonObject> => {
    const ran = await commandAt(home.path, ["tools", "run", name, JSON.stringify(input), "--json"]);
    assert.equal(ran.code, 0, ran.output + ran.errors);
    const { value }: { readonly value: unknown } = ran.json();
    assert.ok(isJsonObject(value));
    return value;
  };
  const sales = await run("sales_agent", { file: "sales.csv", forecast_days: 7 });
  assert.equal(sales["total"], 64_000);
  const { points } = sales["forecast"] as {
    points: { mean: number; low95: number; high95: number }[];
  };
  assert.deepEqual(
    points.map(({ mean }) => Math.round(mean / 500) * 500),
    [1000, 1000, 1000, 1000, 1000, 2000, 1000],
  );
  assert.ok(points.every(({ mean, low95, high95 }) => low95 <= mean && mean <= high95));
  const stock = await run("inventory_agent", { file: "stock.csv" });
  const [cream] = stock["items"] as JsonObject[];
  // 1.645 times 2 times the root of 9, and 10 a day for 9 days besides.
  assert.deepEqual(
    [
      cream?.["product"],
      cream?.["status"],
      Math.round(Number(cream?.["safety_stock"]) * 10) / 10,
      Math.round(Number(cream?.["reorder_point"])),
    ],
    ["cream", "reorder", 9.9, 100],
  );
  const dashboard = await run("dashboard_agent", { file: "sales.csv" });
  assert.match(String(dashboard["path"] ?? JSON.stringify(dashboard)), /\.html/);
});
