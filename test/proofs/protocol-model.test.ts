/*
 * What is done here: a small model of the approval protocol (support/protocol-model.ts: three requests; owners, the one who asked,
 * another member and a stranger; asks, presses with the right and with an old button, late and repeated presses,
 * refusals with a reason, requests that ran out and are asked again, cancels, time passing, the watch over approvals,
 * deaths before and after an effect, restarts) is explored until no state is new, once where one press is enough and once where
 * two of three owners must press and nobody for their own wish. Its rules are checked in every state, and that everything asked
 * can still come to its end. Then its traces are played against the real `Gate`, `Approvals` and `FollowUpQuestions` over SQLite, and
 * after every single event what pressers were told, where every request is, how often its effect happened
 * and what became of the reason are compared.
 * Short: all states of three requests asked once; every transition of each request alone under both rules, killed twice, and of one
 * asked twice, is played; and seeded traces of three. Long: every transition of all pairs and of all three is played.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { Dice } from "./support/dice.ts";
import type { Bounds } from "./support/protocol-events.ts";
import { type Node, pathTo, StateSpace, type Transition } from "./support/protocol-explore.ts";
import {
  MATTERS,
  type Matter,
  type ModelEvent,
  ONE_PRESS,
  type Rules,
  TWO_OF_THREE,
} from "./support/protocol-model.ts";
import { ProtocolWorld } from "./support/protocol-world.ts";
import { IS_SOAK, PROOF_LIMIT_MS, seedOf, sizeOf } from "./support/sizes.ts";

const SEED = seedOf("protocol");
const WALKS = sizeOf("WALKS", { short: 30, long: 2000 });
const ALONE = { kills: 2, asks: 1 };
const TWICE = { kills: 1, asks: 2 };
const ONCE = { kills: 1, asks: 1 };
const UNKILLED = { kills: 0, asks: 1 };

/** One playing of a trace, compared after every event. */
class Replay {
  readonly #space: StateSpace;
  readonly #world: ProtocolWorld;
  readonly #events: ModelEvent[] = [];
  node: Node;

  constructor(space: StateSpace) {
    this.#space = space;
    this.#world = new ProtocolWorld(space.matters, space.rules);
    this.node = space.nodes[0]!;
  }

  /** Makes a transition in the model and in the product. */
  async follow({ event, to, told }: Transition): Promise<void> {
    this.#events.push(event);
    const real = { told: await this.#world.act(event), places: this.#world.observe() };
    const places = to.state.map(({ place, effects, why }) => ({ place, effects, why }));
    if (!isDeepStrictEqual(real, { told, places }))
      assert.deepEqual(
        real,
        { told, places },
        this.#events.map((past) => JSON.stringify(past)).join("\n"),
      );
    this.node = to;
  }

  end(): void {
    this.#world.close();
  }

  /** Follows the events by which a state was reached first. */
  async followAll(events: readonly ModelEvent[]): Promise<void> {
    for (const event of events)
      await this.follow(this.#space.transitions(this.node).find((next) => next.event === event)!);
  }
}

/** Plays every transition of a space at least once: from the deepest states on, each trace as long as it meets new ones. */
async function playAll(space: StateSpace): Promise<{ traces: number; steps: number }> {
  const open = new Map<number, Transition[]>();
  for (const node of space.nodes) open.set(node.key, [...space.transitions(node)]);
  let traces = 0;
  let steps = 0;
  for (const node of space.nodes.toReversed()) {
    while ((open.get(node.key) ?? []).length > 0) {
      const replay = new Replay(space);
      const path = pathTo(node);
      await replay.followAll(path);
      steps += path.length;
      traces += 1;
      for (
        let next = takeNext(open, node);
        next !== undefined;
        next = takeNext(open, replay.node)
      ) {
        await replay.follow(next);
        steps += 1;
      }
      replay.end();
    }
    open.delete(node.key);
  }
  return { traces, steps };
}

/** The next transition not yet played, those that change nothing first. */
function takeNext(open: Map<number, Transition[]>, node: Node): Transition | undefined {
  const rest = open.get(node.key) ?? [];
  const index = rest.findIndex(({ to }) => to.key === node.key);
  return rest.splice(index === -1 ? 0 : index, 1)[0];
}

function checked(matters: readonly Matter[], bounds: Bounds, rules = ONE_PRESS): StateSpace {
  const space = new StateSpace(matters, bounds, rules);
  assert.deepEqual(space.broken(), [], "The model breaks its own rules.");
  return space;
}

test("the model keeps its rules in every state of three requests, and everything asked can end", {
  timeout: PROOF_LIMIT_MS,
}, (t) => {
  const space = checked(MATTERS, ONCE);
  assert.ok(space.nodes.length > 20_000);
  const shared = checked(MATTERS, UNKILLED, TWO_OF_THREE);
  for (const [matters, rules] of [
    [["own", "question"], ONE_PRESS],
    [["owners", "question"], ONE_PRESS],
    [["own"], TWO_OF_THREE],
  ] as const)
    assert.deepEqual(checked(matters, TWICE, rules).deadEnds(), []);
  t.diagnostic(
    `${space.nodes.length} states of three requests, ${shared.nodes.length} where two of three must press`,
  );
});

test("the product does what the model does, in every transition of one request", {
  timeout: PROOF_LIMIT_MS,
}, async (t) => {
  const spaces = [...MATTERS.map((matter) => checked([matter], ALONE)), checked(["own"], TWICE)];
  for (const space of spaces) await playOut(space, t);
});

test("the product does what the model does, in every transition of one request that two of three must approve", {
  timeout: PROOF_LIMIT_MS,
}, async (t) => {
  for (const [matter, bounds] of [
    ["own", ONCE],
    ["owners", { ...ONCE, asks: 2 }],
    ["question", ONCE],
  ] as const)
    await playOut(checked([matter], bounds, TWO_OF_THREE), t);
});

test("the product does what the model does in traces of three requests at once", {
  timeout: PROOF_LIMIT_MS,
}, async (t) => {
  for (const [rules, bounds] of [
    [ONE_PRESS, ONCE],
    [TWO_OF_THREE, UNKILLED],
  ] as const) {
    const space = new StateSpace(MATTERS, bounds, rules);
    const dice = new Dice(SEED);
    let steps = 0;
    for (let walk = 0; walk < WALKS; walk += 1) {
      const replay = new Replay(space);
      for (let step = 0; step < 40; step += 1) {
        const all = space.transitions(replay.node);
        const moving = all.filter(({ to }) => to.key !== replay.node.key);
        await replay.follow(dice.pick(moving.length > 0 && dice.chance(0.6) ? moving : all));
        steps += 1;
      }
      replay.end();
    }
    t.diagnostic(`seed ${SEED}, ${rules.needed} to press: ${WALKS} traces, ${steps} steps`);
  }
});

/** Too long for the short form: each alone takes up to an hour. */
const LONG: readonly (readonly [readonly Matter[], Bounds, Rules])[] = [
  [["own"], { kills: 2, asks: 2 }, ONE_PRESS],
  [["own"], { kills: 2, asks: 2 }, TWO_OF_THREE],
  [["own", "owners"], TWICE, ONE_PRESS],
  [["own", "question"], TWICE, ONE_PRESS],
  [["owners", "question"], TWICE, ONE_PRESS],
  [MATTERS, UNKILLED, ONE_PRESS],
  [MATTERS, ONCE, ONE_PRESS],
  [["own", "owners"], ONCE, TWO_OF_THREE],
  [["own", "question"], ONCE, TWO_OF_THREE],
  [MATTERS, UNKILLED, TWO_OF_THREE],
];

for (const [matters, bounds, rules] of IS_SOAK ? LONG : []) {
  const facts = `${matters.join(", ")}, ${JSON.stringify(bounds)}, ${rules.needed} to press`;
  test(
    `the product does what the model does, in every transition of ${facts}`,
    {
      timeout: PROOF_LIMIT_MS,
    },
    (t) => playOut(checked(matters, bounds, rules), t),
  );
}

async function playOut(space: StateSpace, t: TestContext): Promise<void> {
  const { traces, steps } = await playAll(space);
  const { matters, rules, nodes } = space;
  t.diagnostic(
    `${matters.join(", ")}, ${rules.needed} to press: ${nodes.length} states, ${traces} traces, ${steps} steps`,
  );
}
