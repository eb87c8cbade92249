import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { commandAt } from "../support/command-line-here.ts";
import { ServiceProcess, temporaryHome } from "../support/service.ts";

type Run = (
  args: readonly string[],
  options?: Parameters<typeof commandAt>[2],
) => ReturnType<typeof commandAt>;

/** A HOME of its own and the command line over it. */
function local(t: TestContext): { readonly home: string; readonly run: Run } {
  const home = temporaryHome();
  t.after(() => home.remove());
  return { home: home.path, run: (args, options) => commandAt(home.path, args, options) };
}

function jsonOf(result: Awaited<ReturnType<Run>>): Record<string, never> {
  return JSON.parse(result.output) as Record<string, never>;
}

test("a program runs as the local owner and prints its envelope", async (t) => {
  const { home, run } = local(t);
  const result = await run([
    "run",
    '[system:write]("memo.md") {content: "우유 사기"} >> [system:read]("memo.md")',
    "--json",
  ]);
  assert.equal(result.code, 0, result.errors);
  const envelope = jsonOf(result) as unknown as {
    ok: boolean;
    partial: boolean;
    value: string;
    statements: {
      ok: boolean;
      steps: { node: string; action: string; ok: boolean; ms: number }[];
    }[];
  };
  assert.equal(envelope.ok, true);
  assert.equal(envelope.partial, false);
  assert.equal(envelope.value, "우유 사기");
  assert.deepEqual(
    envelope.statements.map((statement) =>
      statement.steps.map((step) => `${step.node}:${step.action}`),
    ),
    [["system:write", "system:read"]],
  );
  assert.equal(readFileSync(join(home, "files", "console_local", "memo.md"), "utf8"), "우유 사기");
  assert.equal(statSync(home).mode & 0o777, 0o700);
});

test("the code may come on standard input", async (t) => {
  const { run } = local(t);
  const result = await run(["run", "-"], {
    input: '[system:time]("Asia/Seoul") {format: "iso"}\n',
  });
  assert.equal(result.code, 0, result.errors);
  assert.match(result.output, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+09:00\n$/);
});

test("a risky program waits with exit 3, and runs once when the local owner approves", async (t) => {
  const { home, run } = local(t);
  const file = join(home, "files", "console_local", "old", "notes.md");
  await run(["run", '[system:write]("old/notes.md") {content: "x"}']);
  const waiting = await run(["run", '[system:delete]("old")', "--json"]);
  assert.equal(waiting.code, 3, waiting.errors);
  const { approval } = jsonOf(waiting) as unknown as {
    approval: { id: string; expiresAt: string };
  };
  assert.match(approval.expiresAt, /^\d{4}-\d{2}-\d{2}T.*Z$/);
  assert.equal(existsSync(file), true);
  const listed = JSON.parse((await run(["approvals", "list", "--json"])).output) as {
    id: string;
  }[];
  assert.deepEqual(
    listed.map((entry) => entry.id),
    [approval.id],
  );
  const approved = await run(["approvals", "approve", approval.id, "--json"]);
  assert.equal(approved.code, 0, approved.errors);
  assert.equal(existsSync(file), false);
  const again = await run(["approvals", "approve", approval.id]);
  assert.equal(again.code, 1);
  assert.match(again.errors, /이미 답한 것이에요/);
});

test("a denied program leaves everything as it was", async (t) => {
  const { home, run } = local(t);
  await run(["run", '[system:write]("old/notes.md") {content: "x"}']);
  const waiting = jsonOf(await run(["run", '[system:delete]("old")', "--json"])) as unknown as {
    approval: { id: string };
  };
  assert.equal((await run(["approvals", "deny", waiting.approval.id])).code, 0);
  assert.equal(existsSync(join(home, "files", "console_local", "old", "notes.md")), true);
});

test("--yes is the press for what check shows, and not for values known only while running", async (t) => {
  const { home, run } = local(t);
  await run(["run", '[system:write]("notes.md") {content: "x"}']);
  assert.equal((await run(["run", '[system:run_command]("rm notes.md")', "--yes"])).code, 0);
  assert.equal(existsSync(join(home, "files", "console_local", "notes.md")), false);
  await run([
    "run",
    '[system:write]("name.txt") {content: "victim.md"}; [system:write]("victim.md") {content: "x"}',
  ]);
  const unseen = await run([
    "run",
    '$name = [system:read]("name.txt"); [system:delete]("$name")',
    "--yes",
  ]);
  assert.equal(unseen.code, 3);
  assert.equal(existsSync(join(home, "files", "console_local", "victim.md")), true);
});

test("what cannot be parsed or planned is refused with exit 2, all problems at once", async (t) => {
  const { run } = local(t);
  const syntax = await run(["run", '[system:read]("x"', "--json"]);
  assert.equal(syntax.code, 2);
  assert.equal(
    (jsonOf(syntax) as unknown as { ok: boolean; error: { code: string } }).error.code,
    "unterminated",
  );
  const plan = await run([
    "run",
    '[source:serch]("AI"); [system:read]("a") {encodng: "x"}',
    "--json",
  ]);
  assert.equal(plan.code, 2);
  const { problems } = jsonOf(plan) as unknown as {
    problems: { message: string; line: number; column: number }[];
  };
  assert.equal(problems.length, 2);
  assert.match(
    problems[0]!.message,
    /Unknown action "serch" on node "source"\. Did you mean .*search/,
  );
  assert.match(problems[1]!.message, /no parameter "encodng"/);
});

test("a refused program with one likely correction is shown corrected, in the owner's language", async (t) => {
  const { run } = local(t);
  const checked = await run(["check", '[sorce:price]("SPY")']);
  assert.equal(checked.code, 2);
  assert.match(checked.errors, /이렇게 고치면 돼요:\n\[source:price\]\("SPY"\)/);
  const unclear = await run(["check", '[nowhere:nothing]("SPY")']);
  assert.match(unclear.errors, /"nowhere"라는 노드는 없어요/);
  assert.doesNotMatch(unclear.errors, /고치면/);
});

test("parse prints the tree in the shape of the language", async (t) => {
  const { run } = local(t);
  const result = await run(["parse", '[a:b]("x") {k: 1}', "--json"]);
  assert.equal(result.code, 0);
  const { statements, warnings } = jsonOf(result) as unknown as {
    statements: unknown;
    warnings: unknown;
  };
  assert.deepEqual(statements, [
    {
      kind: "statement",
      body: { kind: "call", node: "a", action: "b", args: ["x"], params: { k: 1 } },
    },
  ]);
  assert.deepEqual(warnings, []);
  assert.equal((await run(["parse", "[a:a] && [a:b]"])).code, 2);
});

test("check shows effects, approvals and the digest without running anything", async (t) => {
  const { home, run } = local(t);
  const result = await run([
    "check",
    '[source:search_news]("AI") >> [system:file]("news.md") ; [system:run_command]("ls")',
    "--json",
  ]);
  assert.equal(result.code, 0, result.errors);
  const report = jsonOf(result) as unknown as {
    digest: string;
    paths: string[];
    approvals: { action: string }[];
  };
  assert.match(report.digest, /^[0-9a-f]{64}$/);
  assert.deepEqual(report.paths, ["news.md"]);
  assert.deepEqual(
    report.approvals.map((effect) => effect.action),
    ["run_command"],
  );
  assert.equal(existsSync(join(home, "files", "console_local", "news.md")), false);
});

test("next times are printed with offsets in the zone asked for", async (t) => {
  const { run } = local(t);
  const result = await run([
    "schedule",
    "next",
    "0 9 * * 1-5",
    "--tz",
    "Europe/Berlin",
    "-n",
    "3",
    "--from",
    "2026-03-27T00:00:00Z",
    "--json",
  ]);
  assert.equal(result.code, 0, result.errors);
  assert.deepEqual(jsonOf(result), {
    next: ["2026-03-27T09:00:00+01:00", "2026-03-30T09:00:00+02:00", "2026-03-31T09:00:00+02:00"],
  });
  assert.equal((await run(["schedule", "next", "0 99 * * *"])).code, 2);
  assert.equal((await run(["schedule", "next", "0 9 * * *", "--tz", "Asia/Soul"])).code, 2);
});

test("ask answers without a model, and offers what is near when it is unsure", async (t) => {
  const { run } = local(t);
  const sure = await run(["ask", "지금 몇 시야"]);
  assert.equal(sure.code, 0, sure.errors);
  assert.match(sure.output, /오[전후] \d+:\d+(?:이에요|예요)\./);
  const none = await run(["ask", "오늘 기분이 참 좋네", "--json"]);
  assert.equal(none.code, 1);
  assert.equal((jsonOf(none) as unknown as { kind: string }).kind, "none");
});

test("wrong settings are told all at once", async (t) => {
  const { run } = local(t);
  const result = await run(["doctor"], {
    environment: {
      TELEGRAM_BOT_TOKEN: "not a token",
      IBL_TIME_ZONE: "Mars/Base",
      GEMINI_BASE_URL: "ftp://x",
    },
  });
  assert.equal(result.code, 1);
  for (const name of ["TELEGRAM_BOT_TOKEN", "IBL_TIME_ZONE", "GEMINI_BASE_URL"])
    assert.match(result.errors, new RegExp(`- ${name} `));
  assert.doesNotMatch(result.errors, /not a token"/);
});

test("doctor speaks the language that is set, or the machine's, and names its lines alike for programs", async (t) => {
  const { run } = local(t);
  const english = await run(["doctor"], { environment: { IBL_LANGUAGE: "en" } });
  assert.match(english.output, /– Telegram: no token\n {4}→ Ask @BotFather/);
  assert.doesNotMatch(english.output, /\p{Script=Hangul}/u);
  const korean = await run(["doctor"], { environment: { LANG: "ko_KR.UTF-8", IBL_LANGUAGE: "" } });
  assert.match(korean.output, /– 텔레그램: 토큰이 없어요\n {4}→ @BotFather에게/);
  for (const line of korean.output.trim().split("\n"))
    assert.match(line, /\p{Script=Hangul}|Node\.js|Chromium/u);
  const json = await run(["doctor", "--json"], { environment: { IBL_LANGUAGE: "ko" } });
  const { checks } = jsonOf(json) as unknown as {
    checks: readonly { name: string; detail: string }[];
  };
  assert.equal(checks.find(({ name }) => name === "Telegram")?.detail, "토큰이 없어요");
});

test("a broken file of the overlay is told with file and line, and the rest still works", async (t) => {
  const { home, run } = local(t);
  mkdirSync(join(home, "data", "workflows"), { recursive: true });
  mkdirSync(join(home, "data", "api_registry"), { recursive: true });
  writeFileSync(join(home, "data", "workflows", "bad.yaml"), "name: x\npipeline: [a\n");
  writeFileSync(
    join(home, "data", "api_registry", "broken.yaml"),
    "service: broken\nbase_url: nowhere\ntools: {}\n",
  );
  const doctor = await run(["doctor"]);
  assert.equal(doctor.code, 1);
  assert.match(doctor.output, /api_registry\/broken\.yaml:2|workflows\/bad\.yaml:\d/);
  assert.equal((await run(["run", "[system:time]"])).code, 0);
  mkdirSync(join(home, "data", "ibl_nodes"), { recursive: true });
  writeFileSync(
    join(home, "data", "ibl_nodes", "system.yaml"),
    "node: system\nactions:\n  time: {effect: reed}\n",
  );
  const refused = await run(["run", "[system:time]"]);
  assert.equal(refused.code, 1);
  assert.match(refused.errors, /data\/ibl_nodes\/system\.yaml:\d+: /);
});

test("a second service on the same HOME is refused while commands beside it work", async (t) => {
  const { home, run } = local(t);
  const service = new ServiceProcess(home, {});
  t.after(() => service.kill());
  await service.ready();
  const second = await run(["start"]);
  assert.equal(second.code, 1);
  assert.match(second.errors, /이미 .*서비스하고 있어요/);
  assert.equal((await run(["run", "[system:time]"])).code, 0);
});

test("messages on a pipe are answered in order and the service ends with the input", async (t) => {
  const { home } = local(t);
  const service = new ServiceProcess(home, {});
  t.after(() => service.kill());
  await service.ready();
  service.type("지금 몇 시야\n[이건 모르는 말]\n");
  await service.prints(/오[전후] \d+:\d+(?:이에요|예요)/);
  service.endInput();
  assert.equal(await service.ended(), 0);
});

test("what a pipe asked before its end is answered, however long that takes", async (t) => {
  const { home } = local(t);
  // Longer than a service that is told to stop waits for its work.
  const slow = createServer((_request, response) => {
    setTimeout(() => response.end("<p>the slow page came</p>"), 7_000).unref();
  }).listen(0, "127.0.0.1");
  await once(slow, "listening");
  const { port } = slow.address() as AddressInfo; // it listens on TCP
  const origin = `http://127.0.0.1:${port}`;
  const service = new ServiceProcess(home, { IBL_ALLOW_ORIGINS: origin });
  t.after(async () => {
    await service.kill();
    slow.close();
  });
  await service.ready();
  service.type(`/ibl [source:crawl]("${origin}/")\n`);
  service.endInput();
  assert.equal(await service.ended(), 0);
  await service.prints(/the slow page came/);
});

test("help names every command, an unknown one is answered with the nearest", async (t) => {
  const { run } = local(t);
  const help = await run(["--help"]);
  assert.equal(help.code, 0);
  for (const name of [
    "start",
    "setup",
    "run",
    "parse",
    "check",
    "plan",
    "actions",
    "ask",
    "approvals list",
    "approvals approve",
    "approvals deny",
    "schedule list",
    "schedule next",
    "schedule secret",
    "doctor",
  ])
    assert.match(help.output, new RegExp(`^  ${name}`, "m"));
  const unknown = await run(["docter"]);
  assert.equal(unknown.code, 2);
  assert.match(unknown.errors, /혹시 "doctor"인가요/);
});

test("a program of 64 KiB is taken and a longer one refused", async (t) => {
  const { run } = local(t);
  const line = '[system:time] {format: "iso"}\n';
  const fits = line.repeat(100);
  assert.equal((await run(["check", "-"], { input: fits })).code, 0);
  const tooLong = await run(["parse", "-", "--json"], { input: "x".repeat(70_000) });
  assert.equal(tooLong.code, 2);
  assert.equal((jsonOf(tooLong) as unknown as { error: { code: string } }).error.code, "too-long");
});

test("a path that escapes the folder is refused", async (t) => {
  const { run } = local(t);
  for (const path of ["../outside.md", "/etc/passwd", "a/../../b"]) {
    const result = await run(["run", `[system:read](${JSON.stringify(path)})`, "--json"]);
    assert.equal(result.code, 1, path);
    const { error } = jsonOf(result) as unknown as { error: { code: string } };
    assert.match(error.code, /^path-/);
  }
});
