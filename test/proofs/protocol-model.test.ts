/*
 * What is done here: a small model of the approval protocol (support/protocol-model.ts: three requests of a member, an owner,
 * another member and a stranger; asks, presses with the right and with an old button, late and repeated presses, refusals,
 * cancels, time passing, the watch over approvals, deaths before and after an effect, restarts) is explored until no state is
 * new. Its rules are checked in every state, and that everything asked can still come to its end. Then its traces are played
 * against the real `Gate` and `Approvals` over SQLite, and after every single event what pressers were told, where every request
 * is and how often its effect happened are compared.
 * Short: all states of three requests asked once; every transition of each request alone, killed twice, and one asked twice, is played; and seeded
 * traces of three. Long: every transition of all pairs and of all three is played.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { Dice } from "./support/dice.ts";
import { type Node, pathTo, StateSpace, type Transition } from "./support/protocol-explore.ts";
import { MATTERS, type Matter, type ModelEvent } from "./support/protocol-model.ts";
import { ProtocolWorld } from "./support/protocol-world.ts";
import { IS_SOAK, PROOF_LIMIT_MS, seedOf, sizeOf } from "./support/sizes.ts";

const SEED = seedOf("protocol");
const WALKS = sizeOf("WALKS", { short: 30, long: 2000 });
const ALONE = { kills: 2, asks: 1 };

const TWICE = { kills: 1, asks: 2 };
const PAIRS = [
  ["own", "owners"],
  ["own", "question"],
  ["owners", "question"],
] as const;
const ONCE = { kills: 1, asks: 1 };

/** One playing of a trace, compared after every event. */
class Replay {
  readonly #space: StateSpace;
  readonly #world: ProtocolWorld;
  readonly #events: ModelEvent[] = [];
  node: Node;

  constructor(space: StateSpace) {
    this.#space = space;
    this.#world = new ProtocolWorld(space.matters);
    this.node = space.nodes[0]!;
  }

  /** Makes a transition in the model and in the product. */
  async follow({ event, to, told }: Transition): Promise<void> {
    this.#events.push(event);
    const real = { told: await this.#world.act(event), places: this.#world.observe() };
    const places = to.state.map(({ place, effects }) => ({ place, effects }));
    if (!isDeepStrictEqual(real, { told, places }))
      assert.deepEqual(
        real,
        { told, places },
        this.#events.map((past) => JSON.stringify(past)).join("\n"),
      );
    this.node = to;
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

function checked(matters: readonly Matter[], bounds: typeof ONCE): StateSpace {
  const space = new StateSpace(matters, bounds);
  assert.deepEqual(space.broken(), [], "The model breaks its own rules.");
  return space;
}

test("the model keeps its rules in every state of three requests, and everything asked can end", {
  timeout: PROOF_LIMIT_MS,
}, (t) => {
  const space = checked(MATTERS, ONCE);
  assert.ok(space.nodes.length > 20_000);
  for (const matters of [
    ["own", "question"],
    ["owners", "question"],
  ] as const)
    assert.deepEqual(checked(matters, TWICE).deadEnds(), []);
  t.diagnostic(`${space.nodes.length} states of three requests`);
});

test("the product does what the model does, in every transition of one request", {
  timeout: PROOF_LIMIT_MS,
}, async (t) => {
  const spaces = [...MATTERS.map((matter) => checked([matter], ALONE)), checked(["own"], TWICE)];
  for (const space of spaces) {
    const { traces, steps } = await playAll(space);
    t.diagnostic(
      `${space.matters.join()}: ${space.nodes.length} states, ${traces} traces, ${steps} steps`,
    );
  }
});

test("the product does what the model does in traces of three requests at once", {
  timeout: PROOF_LIMIT_MS,
}, async (t) => {
  const space = new StateSpace(MATTERS, ONCE);
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
  }
  t.diagnostic(`seed ${SEED}: ${WALKS} traces, ${steps} steps`);
});

/** Too long for the short form. */
if (IS_SOAK)
  test("the product does what the model does, in every transition of two requests and of three", {
    timeout: PROOF_LIMIT_MS,
  }, async (t) => {
    for (const matters of PAIRS) {
      const { traces, steps } = await playAll(checked(matters, TWICE));
      t.diagnostic(`${matters.join(" and ")}: ${traces} traces, ${steps} steps`);
    }
    const { traces, steps } = await playAll(checked(MATTERS, ONCE));
    t.diagnostic(`three: ${traces} traces, ${steps} steps`);
  });
