import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Sender } from "../../src/bots/platform/chat-adapter.ts";
import { cautiousData } from "../support/cautious-data.ts";
import { Town } from "../support/town.ts";

const ANN: Sender = { id: "1001", name: "Ann", languageTag: "en" };
const BEN: Sender = { id: "2002", name: "Ben", languageTag: "ko" };

async function openTown(t: TestContext, environment: Readonly<Record<string, string>> = {}) {
  const town = new Town({ data: cautiousData(), environment });
  t.after(() => town.close());
  town.admit(ANN, "owner");
  town.admit(BEN, "member");
  await town.start();
  await town.run(BEN, '[system:write]("note.md") {content: "hello"}');
  await town.run(BEN, '[source:save_memory]("tea")');
  await town.run(BEN, '[system:save_workflow]("watch") {pipeline: "[system:time]"}');
  await town.run(BEN, '[system:schedule]("watch") {cron: "0 8 * * *"}');
  await town.say(BEN, '/ibl [system:delete]("note.md")');
  return town;
}

test("a member sees what is theirs and how the service is, in their language", async (t) => {
  const town = await openTown(t);
  const text = (await town.say(BEN, "/status")).join("\n");
  assert.match(text, /다음: \*\*watch\*\* · \[오전 8시\]\(time:\d+:f\) \(모두 1개\)/);
  assert.match(text, /기다리는 승인 1개/);
  assert.match(text, /기억 1 · 할 일 0 · 파일 0\.1 MB/);
  assert.doesNotMatch(text, /서비스/);
  assert.doesNotMatch((await town.say(BEN, "/status 서비스")).join("\n"), /서비스|버전/);
});

test("an owner sees the whole service besides, and a group sees nothing of anybody", async (t) => {
  const town = await openTown(t, { IBL_KEEP_MESSAGES_DAYS: "0", IBL_KEEP_DONE_DAYS: "14" });
  assert.match((await town.say(ANN, "/status")).join(), /^✋ Waiting for you: 1[\s\S]*for good/);
  const text = (await town.say(ANN, "/status service")).join("\n");
  const [own = "", whole = ""] = text.split("The whole service");
  assert.match(own, /reminders and briefings: 0\n/);
  assert.match(whole, /\(people: 3\)/);
  assert.match(whole, /reminders and briefings: 1 \(next: watch/);
  assert.match(whole, /disk: files 0\.1 MB, database [\d.]+ MB, large results 0 MB/);
  assert.match(text, /conversations and runs for good, .* 30 days, .* 14 days/);
  const group = { platform: "telegram", chatId: "-5", isPrivate: false };
  const shown = (await town.say(ANN, "/status", { chat: group })).join("\n");
  assert.match(shown, /^📁 Files of this chat/);
  assert.doesNotMatch(shown, /Next|reminders|service/);
});
