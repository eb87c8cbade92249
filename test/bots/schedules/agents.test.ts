import assert from "node:assert/strict";
import { test } from "node:test";
import type { Report } from "../../../src/agent/turn/assistant.ts";
import { BackgroundAgentRunner } from "../../../src/bots/schedules/background-agent-runner.ts";
import { ANN, BEN, type House, openHouse, personOf } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";
import { finished } from "../../support/scripted-assistant.ts";

const ANNS = "telegram:1";

async function says(house: House, text: string, sender = ANN): Promise<string> {
  const key = `telegram:${sender.id}`;
  const before = house.adapter.texts(key).length;
  await house.adapter.say(sender, text);
  await settled();
  return house.adapter.texts(key).slice(before).join("\n");
}

const agentsIn = (house: House, sender = ANN) =>
  house.admission.actor(personOf(house, sender), `telegram:${sender.id}`).agents;

test("each person speaks with whom they chose in their chat, by name or button, also after a restart", async () => {
  const house = await openHouse();
  assert.match(await says(house, "/agent"), /You are speaking with \*\*system desk/);
  assert.match(await says(house, "/agent news"), /you speak with news desk/);
  assert.deepEqual([agentsIn(house), agentsIn(house, BEN)], [["research/news"], undefined]);
  assert.deepEqual(agentsIn(house.again()), ["research/news"]);
  await says(house, "/agent");
  await house.adapter.press(ANN, "system desk");
  await settled();
  assert.equal(agentsIn(house), undefined);
  assert.match(await says(house, "/agent nobody"), /There is no colleague “nobody”/);
});

test("a message runs under the agent of the chat", async () => {
  const house = await openHouse();
  await says(house, "/agent news");
  await says(house, "hello");
  assert.deepEqual(house.assistant.turns[0]?.actor.agents, ["research/news"]);
});

test("a switch is made, listed and pressed by its person alone, and runs like a typed program", async () => {
  const house = await openHouse();
  house.switches.save({ personId: personOf(house, ANN).id, name: "now", program: "[system:time]" });
  house.assistant.onRun = async () => finished("12:00");
  assert.match(await says(house, "/switches"), /1\. \*\*now\*\*$/);
  const shown = house.adapter.withButton("now");
  await house.adapter.press(ANN, "now");
  await settled();
  assert.deepEqual(
    house.assistant.programs.map(({ code }) => code),
    ["[system:time]"],
  );
  assert.equal(house.adapter.texts(ANNS).at(-1), "12:00");
  await house.adapter.press(BEN, "now", { message: shown });
  await settled();
  assert.equal(house.assistant.programs.length, 1);
  house.switches.save({ personId: personOf(house, ANN).id, name: "now", program: "[system:list]" });
  await house.adapter.press(ANN, "now", { message: shown });
  await settled();
  assert.equal(house.assistant.programs.length, 1);
  assert.match(await says(house, "/switches remove now"), /Removed the switch/);
  assert.match(await says(house, "/switches"), /There is no switch yet/);
});

test("a report reaches its chat once, wherever the process dies between its end and its delivery", async () => {
  for (const point of ["none", "delegation-posted", "delegation-told"]) {
    const house = await openHouse();
    const person = personOf(house, ANN);
    const delegation = house.delegations.ask({
      origin: "update:1/1",
      runId: "run_1",
      personId: person.id,
      chatKey: ANNS,
      agents: ["system/system", "research/news"],
      message: "read",
      isTainted: false,
      said: ["read"],
      reports: true,
    });
    const outcome = {
      ok: true,
      value: { kind: "text", text: "All read." },
      tainted: false,
    } as const;
    const report = async (delegationId: string): Promise<Report> => {
      house.delegations.end(delegationId, outcome);
      const agent = { id: "research/news", title: { ko: "뉴스", en: "News" } };
      return { kind: "report", delegationId, agent, outcome, approvals: [] };
    };
    const deskOf = (died: string) =>
      new BackgroundAgentRunner({
        ...house,
        colleagues: { report, tell: () => undefined },
        faultPoint: (name) => {
          if (name === died) throw new Error("killed");
        },
      });
    const first = deskOf(point);
    first.start();
    await first.drained();
    const second = deskOf("none");
    second.start();
    await second.drained();
    await settled();
    const told = house.adapter.texts(ANNS).filter((text) => text.includes("All read."));
    assert.deepEqual(told, ["📨 Report from News:\nAll read."], point);
    assert.equal(house.delegations.get(delegation.id)?.state, "reported");
  }
});
