import { type Bounds, eventsOf } from "./protocol-events.ts";
import {
  broken,
  type Matter,
  type ModelEvent,
  type ModelState,
  type RequestState,
  type Rules,
  START,
  step,
  type Told,
} from "./protocol-model.ts";

/** An event, what a presser is told of it, and the state it leads to. */
export interface Transition {
  readonly event: ModelEvent;
  readonly to: Node;
  readonly told: Told | undefined;
}

/** What an event makes of the one request that it is about. */
interface LocalMove {
  readonly event: ModelEvent;
  readonly told: Told | undefined;
  readonly request: RequestState;
}

/** What happens to all requests at once. */
const COMMON = (["restart", "wait", "sweep"] as const).map((kind) => ({ kind }));

/** More than there are states of one request. */
const MOST_LOCAL = 4096;

/** A state that was reached, and how it was reached first. */
export interface Node {
  readonly key: number;
  readonly state: ModelState;
  readonly parent?: Node;
  readonly event?: ModelEvent;
}

/** All states of the protocol for some requests, explored breadth first until nothing is new. */
export class StateSpace {
  readonly matters: readonly Matter[];
  readonly rules: Rules;
  readonly #bounds: Bounds;
  readonly #nodes = new Map<number, Node>();
  readonly #known = new Map<string, RequestState>();
  readonly #keys = new Map<RequestState, number>();
  readonly #moves: readonly Map<RequestState, readonly LocalMove[]>[];

  constructor(matters: readonly Matter[], bounds: Bounds, rules: Rules) {
    this.matters = matters;
    this.rules = rules;
    this.#bounds = bounds;
    this.#moves = matters.map(() => new Map());
    const state = matters.map(() => this.#canonical(START));
    const edge: Node[] = [{ key: this.#keyOf(state), state }];
    for (const node of edge) this.#nodes.set(node.key, node);
    for (let at = 0; at < edge.length; at += 1) {
      const node = edge[at]!;
      for (const { to } of this.transitions(node))
        if (!this.#nodes.has(to.key)) {
          this.#nodes.set(to.key, to);
          edge.push(to);
        }
    }
  }

  /** All of them, the nearest to the beginning first. */
  get nodes(): readonly Node[] {
    return [...this.#nodes.values()];
  }

  /** All that may happen in a state. */
  transitions(node: Node): readonly Transition[] {
    const { state } = node;
    const own = state.flatMap((request, index) =>
      this.#movesOf(request, index).map(({ event, told, request: moved }) => ({
        event,
        told,
        to: this.#reached(node, event, state.with(index, moved)),
      })),
    );
    const common = COMMON.map((event) => {
      const reached = step(state, event, this).state;
      const to = this.#reached(
        node,
        event,
        reached.map((request) => this.#canonical(request)),
      );
      return { event, to, told: undefined };
    });
    return [...own, ...common];
  }

  #reached(parent: Node, event: ModelEvent, state: ModelState): Node {
    const key = this.#keyOf(state);
    return this.#nodes.get(key) ?? { key, state, parent, event };
  }

  /** What may happen to one request alone; worked out once for each of its states. */
  #movesOf(request: RequestState, index: number): readonly LocalMove[] {
    const known = this.#moves[index]?.get(request);
    if (known !== undefined) return known;
    const state = this.matters.map((_, at) => (at === index ? request : START));
    const moves = eventsOf(state, this.matters, {
      bounds: this.#bounds,
      rules: this.rules,
    }).flatMap((event) => {
      if (!("request" in event) || event.request !== index) return [];
      const { state: reached, told } = step(state, event, this);
      return [{ event, told, request: this.#canonical(reached[index]!) }];
    });
    this.#moves[index]?.set(request, moves);
    return moves;
  }

  /** The rules that some reached state breaks. */
  broken(): readonly string[] {
    return this.nodes.flatMap(({ state }) =>
      state.flatMap((request) =>
        broken(request).map((rule) => `${rule}: ${JSON.stringify(request)}`),
      ),
    );
  }

  /** States from which what was asked cannot come to its end any more. */
  deadEnds(): readonly number[] {
    const sources = this.#sources();
    const edge = this.nodes.filter(({ state }) => isEnded(state)).map(({ key }) => key);
    const reached = new Set(edge);
    for (let key = edge.pop(); key !== undefined; key = edge.pop()) {
      const found = (sources.get(key) ?? []).filter((source) => !reached.has(source));
      for (const source of found) reached.add(source);
      edge.push(...found);
    }
    return [...this.#nodes.keys()].filter((key) => !reached.has(key));
  }

  /** From where each state is reached. */
  #sources(): ReadonlyMap<number, readonly number[]> {
    const sources = new Map<number, number[]>();
    for (const node of this.nodes)
      for (const { to } of this.transitions(node)) {
        const known = sources.get(to.key) ?? [];
        known.push(node.key);
        sources.set(to.key, known);
      }
    return sources;
  }

  /** The one object for a state of a request, so that few are kept. */
  #canonical(request: RequestState): RequestState {
    if (this.#keys.has(request)) return request;
    const text = Object.values(request).join();
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#keys.size === MOST_LOCAL) throw new Error("A request has too many states.");
    this.#known.set(text, request);
    this.#keys.set(request, this.#keys.size);
    return request;
  }

  #keyOf(state: ModelState): number {
    return state.reduce((key, request) => key * MOST_LOCAL + this.#keys.get(request)!, 0);
  }
}

/** The events that lead from the beginning to a state. */
export function pathTo(node: Node): readonly ModelEvent[] {
  const events: ModelEvent[] = [];
  for (let at: Node | undefined = node; at?.event !== undefined; at = at.parent)
    events.unshift(at.event);
  return events;
}

function isEnded(state: ModelState): boolean {
  return state.every(({ place }) => place === "none" || place === "done" || place === "over");
}
