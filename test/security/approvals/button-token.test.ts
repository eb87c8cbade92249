import assert from "node:assert/strict";
import { test } from "node:test";
import { BUTTON_KINDS } from "../../../src/security/approvals/button-kinds.ts";
import {
  type ButtonToken,
  parseButtonToken,
} from "../../../src/security/approvals/button-token.ts";
import { openSecurity } from "../house.ts";

const FACTS = { id: "0123456789abcdef", choice: "y", digest: "d1", chatKey: "telegram:1" };

function signed() {
  const house = openSecurity();
  const data = house.tokens.sign(FACTS);
  return { ...house, data, token: parseButtonToken(data)! };
}

test("a token holds version, row, choice and a truncated MAC in at most 64 bytes", () => {
  const { data, token } = signed();
  assert.ok(Buffer.byteLength(data) <= 64, data);
  assert.match(data, /^1\.0123456789abcdef\.y\.[0-9a-z]{16}$/);
  assert.deepEqual({ id: token.id, choice: token.choice }, { id: FACTS.id, choice: "y" });
});

test("a token is genuine for the facts it was signed for", () => {
  const { tokens, token } = signed();
  assert.equal(tokens.isGenuine(token, FACTS), true);
});

test("a token is not genuine for any other row, choice, digest or chat", () => {
  const { tokens, token } = signed();
  const others = [
    { ...FACTS, id: "0123456789abcdee" },
    { ...FACTS, choice: "n" },
    { ...FACTS, digest: "d2" },
    { ...FACTS, chatKey: "telegram:2" },
  ];
  assert.deepEqual(
    others.map((facts) => tokens.isGenuine(token, facts)),
    [false, false, false, false],
  );
});

test("a MAC that somebody made up is not genuine, whatever its length", () => {
  const { tokens, token } = signed();
  const forged = (mac: string): ButtonToken => ({ ...token, mac });
  const turned = `${token.mac.slice(0, -1)}${token.mac.endsWith("0") ? "1" : "0"}`;
  for (const mac of [turned, "0".repeat(16), "", token.mac.slice(0, 8), `${token.mac}0`])
    assert.equal(tokens.isGenuine(forged(mac), FACTS), false, mac);
});

test("data of any other shape is no token", () => {
  const { data } = signed();
  const others = [
    "",
    "approve",
    "0123456789abcdef",
    data.replace("1.", "2."),
    data.replace(".y.", ".yyy."),
    data.replace(".y.", ".YY."),
    data.replace(".y.", ".é."),
    data.replace(".y.", ".-."),
    data.toUpperCase(),
    ` ${data}`,
    `${data}\n`,
    `${data}.`,
    data.slice(0, -1),
  ];
  assert.deepEqual(
    others.map(parseButtonToken),
    others.map(() => undefined),
  );
});

test("buttons signed before a restart stay good", () => {
  const { again, token } = signed();
  assert.equal(again().tokens.isGenuine(token, FACTS), true);
});

test("buttons of an old key stay good until its time is over, in a running process and after a restart", async () => {
  const { tokens, token, data, clock, again } = signed();
  tokens.rotate({ oldUntilMs: clock.now() + 1000 });
  assert.equal(tokens.isGenuine(token, FACTS), true);
  assert.notEqual(tokens.sign(FACTS), data);
  const fresh = parseButtonToken(tokens.sign(FACTS))!;
  await clock.advance(1000);
  for (const { tokens: later } of [{ tokens }, again()]) {
    assert.equal(later.isGenuine(token, FACTS), false);
    assert.equal(later.isGenuine(fresh, FACTS), true);
  }
});

test("buttons of every older key die at once when the new one is to stand alone", () => {
  const { tokens, token, clock } = signed();
  tokens.rotate({ oldUntilMs: clock.now() + 1000 });
  const second = parseButtonToken(tokens.sign(FACTS))!;
  tokens.rotate({ oldUntilMs: clock.now() });
  assert.deepEqual(
    [token, second, parseButtonToken(tokens.sign(FACTS))!].map((one) =>
      tokens.isGenuine(one, FACTS),
    ),
    [false, false, true],
  );
});

test("each letter belongs to one kind of button, and none is the number of an option", () => {
  const letters = Object.values(BUTTON_KINDS);
  assert.deepEqual(
    letters.filter((letter, index) => letters.indexOf(letter) !== index),
    [],
  );
  for (const letter of letters) assert.match(letter, /^(?:[A-Za-z0]|[a-z]{2})$/);
});
