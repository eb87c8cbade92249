import assert from "node:assert/strict";
import { test } from "node:test";
import { LOCAL_ACCOUNT, LOCAL_PERSON_ID } from "../../../src/security/access/people.ts";
import { openSecurity, telegram } from "../house.ts";

const MINUTE_MS = 60_000;
const NEW = telegram("77");

test("the local owner is there from the start and once", () => {
  const { people, again } = openSecurity();
  assert.deepEqual(people.find(LOCAL_ACCOUNT), {
    id: LOCAL_PERSON_ID,
    role: "owner",
    name: "이 컴퓨터의 주인",
    language: "ko",
    zone: "Asia/Seoul",
  });
  assert.equal(
    again()
      .people.all()
      .filter((person) => person.id === LOCAL_PERSON_ID).length,
    1,
  );
});

test("an account that nobody let in is nobody", () => {
  const { people } = openSecurity();
  assert.equal(people.find(NEW), undefined);
  assert.equal(people.get("person_nobody"), undefined);
});

test("the same number on another platform is somebody else", () => {
  const { people } = openSecurity();
  assert.equal(people.find({ platform: "discord", externalId: "1" }), undefined);
});

test("everybody is listed oldest first, and owners alone among them", async () => {
  const { people, clock } = openSecurity();
  await clock.advance(MINUTE_MS);
  people.admit(NEW, { role: "owner", name: "Eve" });
  assert.deepEqual(
    people.all().map(({ name }) => name),
    ["이 컴퓨터의 주인", "Ann", "Ben", "Cho", "Dia", "Eve"],
  );
  assert.deepEqual(
    people.owners().map(({ name }) => name),
    ["이 컴퓨터의 주인", "Ann", "Eve"],
  );
});

test("a person's platforms are told once each", () => {
  const { people, owner } = openSecurity();
  assert.deepEqual(people.platformsOf(owner.id), ["telegram"]);
  assert.deepEqual(people.platformsOf(LOCAL_PERSON_ID), ["console"]);
  assert.deepEqual(people.platformsOf("person_nobody"), []);
});

test("letting in an account that is known keeps its person", () => {
  const { people, member } = openSecurity();
  const again = people.admit(telegram("2"), { role: "owner", name: "Mallory" });
  assert.deepEqual(again, member);
  assert.equal(people.find(telegram("2"))?.role, "member");
});

test("a claim code makes an owner once", () => {
  const { people } = openSecurity();
  const code = people.newClaimCode();
  assert.match(code, /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  assert.equal(people.claim(NEW, code, { name: "Eve", language: "en" })?.role, "owner");
  assert.equal(people.find(NEW)?.language, "en");
  assert.equal(people.claim(telegram("78"), code, { name: "Mallory" }), undefined);
  assert.equal(people.find(telegram("78")), undefined);
});

test("a claim code may be typed in small letters and without its dash", () => {
  const { people } = openSecurity();
  const code = people.newClaimCode().toLowerCase().replace("-", " ");
  assert.equal(people.claim(NEW, code, { name: "Eve" })?.role, "owner");
});

test("a claim code may be typed with the letters that look like its digits", () => {
  const { people } = openSecurity();
  const code = people.newClaimCode();
  assert.match(code, /[01]/);
  const typed = code.replaceAll("0", "o").replaceAll("1", "l");
  assert.equal(people.claim(NEW, typed, { name: "Eve" })?.role, "owner");
});

test("a stranger with an owner's name is a stranger", () => {
  const { people, member } = openSecurity();
  assert.equal(people.find({ platform: "telegram", externalId: "Ann" }), undefined);
  const lookalike = people.admit(NEW, { role: "member", name: "Ann" });
  assert.equal(lookalike.role, "member");
  assert.notEqual(lookalike.id, member.id);
});

test("a wrong claim code makes nobody an owner and uses nothing up", () => {
  const { people } = openSecurity();
  const code = people.newClaimCode();
  assert.equal(people.claim(NEW, "0000-0000", { name: "Mallory" }), undefined);
  assert.equal(people.claim(NEW, "", { name: "Mallory" }), undefined);
  assert.equal(people.claim(NEW, code, { name: "Eve" })?.name, "Eve");
});

test("a claim code is too old after an hour, to the millisecond", async () => {
  const { people, clock } = openSecurity();
  const late = people.newClaimCode();
  await clock.advance(60 * MINUTE_MS);
  assert.equal(people.claim(NEW, late, { name: "Eve" }), undefined);
  const inTime = people.newClaimCode();
  await clock.advance(60 * MINUTE_MS - 1);
  assert.equal(people.claim(NEW, inTime, { name: "Eve" })?.name, "Eve");
});

test("a new claim code voids the one before it", () => {
  const { people } = openSecurity();
  const first = people.newClaimCode();
  const second = people.newClaimCode();
  assert.notEqual(first, second);
  assert.equal(people.claim(NEW, first, { name: "Mallory" }), undefined);
  assert.equal(people.claim(NEW, second, { name: "Eve" })?.role, "owner");
});

test("only the digest of a claim code is kept", () => {
  const { people, database } = openSecurity();
  const code = people.newClaimCode();
  const kept = JSON.stringify(database.prepare("SELECT * FROM one_time_codes").all());
  assert.ok(!kept.includes(code) && !kept.includes(code.replace("-", "")), kept);
});

test("a person changes what they name and nothing else", () => {
  const { people, member, other } = openSecurity();
  people.change(member.id, { zone: "Europe/Paris" });
  people.change(member.id, { language: "en" });
  assert.deepEqual(people.get(member.id), { ...member, zone: "Europe/Paris", language: "en" });
  assert.deepEqual(people.get(other.id), other);
});
