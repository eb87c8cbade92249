import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Town } from "../support/town.ts";

const MIN = { id: "7", name: "민지" };
const HOME = { platform: "telegram", chatId: "7", isPrivate: true };

async function openTown(context: TestContext) {
  const town = new Town();
  const account = { platform: "telegram", externalId: MIN.id };
  const { people, updates } = town.parts;
  const person = people.admit(account, { role: "owner", name: MIN.name, language: "ko" });
  updates.remember(HOME, person.id);
  await town.start();
  context.after(() => town.close());
  const say = async (text: string) => (await town.say(MIN, text)).join("\n");
  return { town, say };
}

test("subcommands do what words do, in Korean and in English", async (t) => {
  const { say } = await openTown(t);
  await say("/할일 추가 우유");
  assert.match(await say("/todo add 계란"), /계란/);
  await say("/할일 완료 우유");
  await say("/todo remove 계란");
  assert.doesNotMatch(await say("/할일"), /계란/);
  assert.match(await say("/할일 완료 치즈"), /치즈.*없어요/);
});

test("a reminder is set, changed and cancelled by its name, and a time that is none is asked about", async (t) => {
  const { town, say } = await openTown(t);
  const schedules = () =>
    town.parts.schedules.list().map(({ name, state }) => [name, state] as const);
  assert.match(await say("/알림 추가 내일 3시 병원 전화"), /병원 전화/);
  assert.deepEqual(schedules(), [["병원 전화", "active"]]);
  await say("/reminder cancel 병원 전화");
  assert.notDeepEqual(schedules(), [["병원 전화", "active"]]);
  assert.match(await say("/알림 취소"), /\*\*병원 전화\*\*/);
});

test("what is memorised is found, and another's name in a command sends nothing", async (t) => {
  const { say } = await openTown(t);
  await say("/기억 저장 와이파이 비번은 home1234");
  assert.match(await say("/memory find 와이파이"), /home1234/);
  assert.match(await say("/전하기 민수 늦어요"), /민수/);
  assert.match(await say("/전하기"), /에게 늦는다고 전해줘|아직 아는 사람이 없어요/);
});

test("older names go on working", async (t) => {
  const { say } = await openTown(t);
  for (const name of [
    "schedule",
    "files",
    "grants",
    "usage",
    "예약",
    "사람들",
    "사람",
    "reminders",
  ])
    assert.doesNotMatch(await say(`/${name}`), /없는 명령|unknown/i, name);
});
