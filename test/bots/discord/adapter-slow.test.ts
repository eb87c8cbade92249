import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reply } from "../../../src/agent/turn/assistant.ts";
import { openHouse } from "../../support/bots-house.ts";
import { MINJI, withDiscord } from "../../support/discord-server-adapter.ts";
import { settled } from "../../support/manual-clock.ts";
import { answer } from "../../support/scripted-assistant.ts";

test("a slow answer to a command is put off at once, shows that work goes on, and takes that place in the end", async () => {
  const house = await openHouse();
  house.clock.set(new Date().toISOString());
  await withDiscord(
    async (bench) => {
      const { server, adapter } = bench;
      const minji = server.user(MINJI);
      const dm = server.dm(minji);
      const account = { platform: "discord", externalId: MINJI.id };
      house.people.admit(account, { role: "member", name: MINJI.name, language: "ko" });
      let finish: (reply: Reply) => void = () => undefined;
      house.assistant.onAnswer = () =>
        new Promise((resolve) => {
          finish = resolve;
        });
      const paced = house.outbox.start(adapter, { recover: true });
      house.dispatcher.attach(paced, { recover: true });
      await bench.start(paced, (event) => house.dispatcher.receive(event));
      const used = server.slash(minji, dm, "ask", "긴 이야기를 들려줘");
      await server.waitFor(() => used.response === 5 && house.assistant.turns.length > 0);
      assert.equal(house.assistant.turns.length, 1);
      const shown = () => server.seen(dm).map(({ id, text, labels }) => ({ id, text, labels }));
      assert.deepEqual(shown(), [{ id: used.originalId, text: "", labels: [] }]);
      await house.clock.advance(10_000);
      await server.waitFor(() => shown().some(({ labels }) => labels.length > 0));
      const [working] = shown();
      assert.equal(working?.id, used.originalId);
      assert.match(working?.labels.join() ?? "", /그만/);
      finish(answer("옛날 옛적에"));
      await settled();
      await house.clock.advance(5000);
      await server.waitFor(() => shown().some(({ text }) => text.includes("옛날 옛적에")));
      assert.deepEqual(shown(), [{ id: used.originalId, text: "옛날 옛적에", labels: [] }]);
      assert.deepEqual(house.log.lines, []);
      await house.outbox.stop();
    },
    { clock: house.clock },
  );
});
