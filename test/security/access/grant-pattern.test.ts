import assert from "node:assert/strict";
import { test } from "node:test";
import {
  covers,
  type GrantCall,
  type GrantPattern,
  type GrantTarget,
  grantCallOf,
  isGrantable,
  normalGlob,
  normalTarget,
  type TargetRole,
} from "../../../src/security/access/grant-pattern.ts";
import { waitingEffects } from "../../../src/security/access/policy.ts";
import { goodPlan } from "../../engine/support/stage.ts";
import { shippedCatalogue } from "../../support/catalogue.ts";

const TITLE = { ko: "지우기", en: "Delete" };

function pattern(targets: readonly GrantTarget[], open: readonly string[] = []): GrantPattern {
  return { node: "system", action: "delete", title: TITLE, targets, open };
}

function target(role: TargetRole, kind: GrantTarget["kind"], value: string): GrantTarget {
  return { param: role, role, kind, value };
}

/** Whether a pattern of one target stands for a call whose target was written so. */
function fits(role: TargetRole, kind: GrantTarget["kind"], wanted: string, written: string) {
  const value = normalTarget(role, written);
  if (value === undefined) return false;
  const call = {
    node: "system",
    action: "delete",
    targets: [{ param: role, role, value }],
    open: [],
  };
  return covers(pattern([target(role, kind, wanted)]), call);
}

test("a path is the same however it is written, and no other path is", () => {
  const same = ["news.md", "./news.md", ".//news.md", "././news.md", "news.md/", "news.md/."];
  for (const path of same) assert.equal(fits("path", "is", "news.md", path), true, path);
  const others = [
    "NEWS.md",
    "News.md",
    "news.md ",
    " news.md",
    "news.md/../x",
    "x/../news.md",
    "../news.md",
    "./../news.md",
    "/news.md",
    "~/news.md",
    "C:news.md",
    "news.md\\x",
    ".\\news.md",
    "news.md\u200b",
    "\u202enews.md",
    "news\u00ad.md",
    "ne\u0000ws.md",
    "nеws.md", // Cyrillic е
    "ｎews.md", // full width n
    "news․md", // one dot leader
    "news.mḍ",
    "sub/news.md",
    "",
    ".",
    "/",
    '["news.md"]',
    '{"path":"news.md"}',
  ];
  for (const path of others) assert.equal(fits("path", "is", "news.md", path), false, path);
});

test("a composed and a decomposed letter are one file name, as the file driver has it", () => {
  assert.equal(fits("path", "is", "é.md".normalize("NFC"), "é.md".normalize("NFD")), true);
});

test("a star stays inside one name, and only ** at the end goes deeper", () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ["tmp/*.md", "tmp/a.md", true],
    ["tmp/*.md", "./tmp//a.md", true],
    ["tmp/*.md", "tmp/a/b.md", false],
    ["tmp/*.md", "tmp/../a.md", false],
    ["tmp/*.md", "tmp/a.MD", false],
    ["tmp/*.md", "TMP/a.md", false],
    ["tmp/*.md", "tmp", false],
    ["tmp/**", "tmp/a/b/c.md", true],
    ["tmp/**", "tmp", false],
    ["tmp/**", "tmpx/a", false],
    ["tmp/**", "tmp/../secret", false],
    ["*.md", "a.md", true],
    ["*.md", "tmp/a.md", false],
    ["a?.md", "ab.md", true],
    ["a?.md", "a/.md", false],
  ];
  for (const [glob, path, expected] of cases)
    assert.equal(
      fits("path", "like", normalGlob("path", glob)!, path),
      expected,
      `${glob} ${path}`,
    );
});

test("what looks like a wildcard in a literal stands for itself", () => {
  assert.equal(fits("path", "is", "*.md", "a.md"), false);
  assert.equal(fits("path", "is", "*.md", "*.md"), true);
});

test("recipients differ in no case and in every letter", () => {
  assert.equal(fits("recipient", "is", "ben", " Ben "), true);
  for (const name of ["Bеn", "Ben2", "B en", "Ben\u200b", '["Ben"]', "", "Ｂen"])
    assert.equal(fits("recipient", "is", "ben", name), false, name);
});

test("an address is its host and port, whatever else stands in it", () => {
  const same = [
    "https://example.com",
    "HTTPS://EXAMPLE.com:443/a?b#c",
    "http://example.com/",
    "example.com",
    "example.com/x",
  ];
  for (const address of same)
    assert.equal(fits("host", "is", "example.com", address), true, address);
  const others = [
    "https://example.com.evil.org",
    "https://evil.org/example.com",
    "https://example.com@evil.org",
    "https://evil.org#@example.com",
    "https://user@example.com",
    "https://evil.org\\@example.com",
    "https://example.com:8443",
    "https://exаmple.com", // Cyrillic а
    "https://example.com.",
    "ftp://example.com",
    "javascript:alert(1)//example.com",
    "file:///example.com",
    "https://",
    "https://exa\tmple.com",
  ];
  for (const address of others)
    assert.equal(fits("host", "is", "example.com", address), false, address);
  assert.equal(fits("host", "like", "*.example.com", "https://a.b.example.com/x"), true);
  assert.equal(fits("host", "like", "*.example.com", "https://evil.org/.example.com"), false);
  assert.equal(fits("host", "like", "*.example.com", "https://notexample.com"), false);
});

test("a glob must name something, and of hosts more than an ending", () => {
  for (const glob of ["*", "**", "*/**", "?", "*.*"])
    for (const role of ["path", "recipient", "host"] as const)
      assert.equal(normalGlob(role, glob), undefined, `${role} ${glob}`);
  for (const glob of ["../*.md", "/tmp/*", "a/../*", "a\\*"])
    assert.equal(normalGlob("path", glob), undefined, glob);
  for (const glob of ["*.com", "*com", "exam*", "*.*.com", "example.*"])
    assert.equal(normalGlob("host", glob), undefined, glob);
  assert.equal(normalGlob("host", "*.Example.com:8080"), "*.example.com:8080");
});

test("a call with other targets, another action or something open is not meant", () => {
  const wanted = pattern([target("path", "is", "a.md")], ["content"]);
  const call: GrantCall = {
    node: "system",
    action: "delete",
    targets: [{ param: "path", role: "path", value: "a.md" }],
    open: ["content"],
  };
  const second = { param: "to", role: "recipient", value: "ben" } as const;
  assert.equal(covers(wanted, call), true);
  assert.equal(covers(wanted, { ...call, open: [] }), true);
  assert.equal(covers(wanted, { ...call, open: ["content", "overwrite"] }), false);
  assert.equal(covers(wanted, { ...call, targets: [...call.targets, second] }), false);
  assert.equal(covers(wanted, { ...call, targets: [] }), false);
  assert.equal(covers(wanted, { ...call, targets: [{ ...call.targets[0]!, param: "x" }] }), false);
  assert.equal(
    covers(wanted, { ...call, targets: [{ ...call.targets[0]!, role: "host" }] }),
    false,
  );
  assert.equal(covers(wanted, { ...call, action: "move" }), false);
  assert.equal(covers(wanted, { ...call, node: "source" }), false);
});

test("of what ships, only mild actions with a target can be granted", () => {
  const names = [...shippedCatalogue().actions]
    .filter(([, definition]) => isGrantable(definition))
    .map(([name]) => name);
  for (const name of ["messenger:send", "system:delete"]) assert.ok(names.includes(name), name);
  for (const name of [
    "system:run_command",
    "system:schedule",
    "system:create",
    "system:manage_events",
    "system:enable",
    "system:delete_workflow",
    "source:memory_delete",
    "system:write",
    "system:copy",
    "system:move",
  ])
    assert.ok(!names.includes(name), name);
});

/** The calls of a program that a grant could name, as `action target… | open…`. */
function grantable(source: string): readonly string[] {
  return waitingEffects(goodPlan(source)).flatMap((effect) => {
    const call = grantCallOf(effect);
    if (call === undefined) return [];
    const targets = call.targets.map(({ value }) => value).join(" ");
    return [`${call.action} ${targets} | ${call.open.join(" ")}`];
  });
}

test("a call whose target is known only while it runs, or was cut for the card, is none that a grant can name", () => {
  assert.deepEqual(grantable('[system:delete]("./a.md")'), ["delete a.md | "]);
  assert.deepEqual(grantable('$p = [system:time]\n[system:delete]("$p")'), []);
  assert.deepEqual(grantable('$p = [system:time]\n[system:delete]("tmp/$p.md")'), []);
  assert.deepEqual(grantable('[system:run_command]("ls")'), []);
  const long = `tmp/${"a".repeat(300)}/../../b`;
  assert.deepEqual(grantable(`[system:delete]("${long}")`), []);
  assert.deepEqual(grantable(`[system:delete]("${"a".repeat(201)}")`), []);
});
