import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { LOCAL_PERSON_ID } from "../../src/security/access/people.ts";
import { commandAt } from "../support/command-line-here.ts";
import { partsAt } from "../support/parts.ts";
import { temporaryHome } from "../support/service.ts";

const ENGLISH = { IBL_LANGUAGE: "en" };
const COMMAND = '[system:run_command]("ls")';

/** A HOME where Ann is an owner, and the local owner may write to her twice. */
async function openHome(t: TestContext) {
  const home = temporaryHome();
  t.after(() => home.remove());
  const parts = partsAt(home.path);
  const account = { platform: "telegram", externalId: "1" };
  const ann = parts.people.admit(account, { role: "owner", name: "Ann" });
  parts.updates.remember({ platform: "telegram", chatId: "1", isPrivate: true }, ann.id);
  const targets = [{ param: "to", role: "recipient", kind: "is", value: "ann" }] as const;
  const title = { ko: "보낸다", en: "Send a message" };
  parts.grants.add(
    {
      pattern: { node: "messenger", action: "send", title, targets, open: [] },
      personId: LOCAL_PERSON_ID,
      maxUses: 2,
    },
    { givenBy: ann.id, approvalId: "ap_test" },
  );
  await parts.close();
  const run = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    commandAt(home.path, args, { environment });
  return { run, ann };
}

test("grants are listed with their uses, let programs through, and are revoked once", async (t) => {
  const { run, ann } = await openHome(t);
  const program = '[messenger:send]("hi") {to: "Ann"}';
  const ran = await run(["run", program, "--json"]);
  assert.equal(ran.code, 0, ran.errors + ran.output);
  assert.equal((await run(["run", COMMAND, "--json"])).code, 3);
  const [grant] = JSON.parse((await run(["grants", "list", "--json"])).output) as readonly {
    id: string;
    uses: readonly { times: number }[];
  }[];
  const { id, uses, ...facts } = grant!;
  assert.deepEqual(
    { ...facts, givenAt: "" },
    {
      action: "messenger:send",
      targets: [{ param: "to", role: "recipient", is: "ann" }],
      open: [],
      person: LOCAL_PERSON_ID,
      chat: null,
      maxUses: 2,
      used: 1,
      expiresAt: null,
      givenBy: ann.id,
      givenAt: "",
    },
  );
  assert.deepEqual(
    uses.map(({ times }) => times),
    [1],
  );
  assert.match((await run(["grants", "list"])).output, /“[Aa]nn”.*\n?.*every chat/);
  assert.deepEqual(JSON.parse((await run(["grants", "revoke", id, "--json"])).output), {
    ok: true,
    id,
  });
  const again = await run(["grants", "revoke", id, "--json"]);
  assert.deepEqual(
    [again.code, (JSON.parse(again.output) as { error: { code: string } }).error.code],
    [1, "grant-over"],
  );
  assert.equal((await run(["grants", "revoke", "grant_none"])).code, 1);
  assert.equal((await run(["run", program, "--json"])).code, 3);
  assert.equal((await run(["grants", "list", "--json"])).output, "[]\n");
});

test("people are listed with role and platforms", async (t) => {
  const { run } = await openHome(t);
  const listed = JSON.parse((await run(["people", "list", "--json"])).output) as readonly {
    name: string;
    role: string;
    accounts: readonly string[];
  }[];
  assert.deepEqual(
    listed.map(({ name, role, accounts }) => [name, role, ...accounts]),
    [
      ["local owner", "owner", "console"],
      ["Ann", "owner", "telegram …1"],
    ],
  );
});

test("where two must approve, --yes is one press, and what nobody can approve is refused", async (t) => {
  const { run } = await openHome(t);
  const two = { IBL_APPROVAL_QUORUM: "2" };
  const waiting = await run(["run", COMMAND, "--yes", "--json"], two);
  assert.equal(waiting.code, 3, waiting.output);
  const { approval } = JSON.parse(waiting.output) as { approval: { id: string } };
  const pressed = await run(["approvals", "approve", approval.id, "--json"], two);
  assert.equal(pressed.code, 3);
  const { error } = JSON.parse(pressed.output) as { error: { code: string } };
  assert.equal(error.code, "more-needed");
  const three = await run(["run", COMMAND, "--yes", "--json"], { IBL_APPROVAL_QUORUM: "3" });
  assert.equal(three.code, 1);
  assert.match(three.output, /needs the approval of 3 different people, and only 2 may give it/);
  const eyes = await run(["run", COMMAND, "--yes", "--json"], { IBL_APPROVAL_FOUR_EYES: "yes" });
  assert.equal(eyes.code, 3);
});

test("wrong settings about rights are told at once, each with what is allowed", async (t) => {
  const { run } = await openHome(t);
  const wrong = await run(["people", "list"], {
    ...ENGLISH,
    IBL_APPROVAL_QUORUM: "1.5",
    IBL_APPROVAL_FOUR_EYES: "maybe",
    IBL_ALLOWED_NODES: "source;forge",
  });
  assert.equal(wrong.code, 1);
  for (const reason of [
    /IBL_APPROVAL_QUORUM must be a whole number of people from 1 to 9/,
    /IBL_APPROVAL_FOUR_EYES must be "yes" or "no"/,
    /IBL_ALLOWED_NODES must be names of nodes with commas between/,
  ])
    assert.match(wrong.errors, reason);
  const unknown = await run(["people", "list"], {
    ...ENGLISH,
    IBL_ALLOWED_NODES: "source, sorce",
  });
  assert.match(
    unknown.errors,
    /names the node "sorce", which does not exist\. There are: .*source/,
  );
});

test("only the allowed nodes are reached, from a program, a workflow and a schedule", async (t) => {
  const { run } = await openHome(t);
  const environment = { IBL_ALLOWED_NODES: "source" };
  for (const program of [
    "[messenger:list]",
    "[system:time] ?? [messenger:list]",
    '[system:run_pipeline]() {pipeline: "[messenger:list]"}',
    '[system:create]("x") {pipeline: "[messenger:list]", config: {every: "1h"}}',
  ]) {
    const result = await run(["run", program, "--yes", "--json"], environment);
    assert.equal(result.code, 1, program);
    assert.match(result.output, /not allowed to do that here/, program);
  }
  assert.equal((await run(["run", "[system:time]", "--json"], environment)).code, 0);
});
