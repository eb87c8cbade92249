import assert from "node:assert/strict";
import { test } from "node:test";
import { EXAMPLES, Refusals } from "../../../src/bots/answers/refusals.ts";
import type { Sender } from "../../../src/bots/platform/chat-adapter.ts";
import { Town } from "../../support/town.ts";

const SAID = ["쿵덕 붕붕", "뚱땅", "알림 쿵덕", "알림 뚱땅", "blorp", "fizzle", "wibble", "wobble"];

for (const language of ["ko", "en"] as const)
  test(`what was not understood is never told twice running in the same words (${language})`, () => {
    const refusals = new Refusals();
    const told = [...SAID, ...SAID].map((text, index) => {
      if (index % 5 === 4) refusals.end("chat");
      const reply = refusals.next("chat", text, language);
      return reply.kind === "none" ? (reply.question ?? "") : reply.kind;
    });
    for (const [index, words] of told.entries()) {
      assert.notEqual(words, told[index - 1], told.join("\n"));
      assert.ok(words.length <= 120, words);
    }
    assert.equal(told[1], "courtesy");
    assert.match(told[2] ?? "", /병원 전화|call/);
  });

test("every sentence that a refusal names is understood", async (t) => {
  const town = await new Town().start();
  t.after(() => town.close());
  for (const language of ["ko", "en"] as const) {
    const who: Sender = { id: language === "ko" ? "2" : "3", name: "Mina", languageTag: language };
    town.parts.people.change(town.admit(who, "owner"), { zone: "Asia/Seoul" });
    for (const example of EXAMPLES) {
      const answer = (await town.say(who, example[language])).join("\n");
      assert.doesNotMatch(answer, /모르겠어요|못 알아|didn't get|I missed/, example[language]);
      assert.notEqual(answer, "", example[language]);
    }
  }
});
