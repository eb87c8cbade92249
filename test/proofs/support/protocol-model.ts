/*
 * The approval protocol as people are told it, without a line of the product: three requests of a member, four pressers, a
 * process that may die. A request is at one place of a small graph; events move it. Everything here is pure data.
 */

/** Who presses: the owner, the member who asked, another member, and someone who was never let in. */
export const PRESSERS = ["owner", "requester", "other", "stranger"] as const;
export type Presser = (typeof PRESSERS)[number];

/** What is asked: the requester's own matter, an owner's matter, and a question that only the one asked may answer. */
export const MATTERS = ["own", "owners", "question"] as const;
export type Matter = (typeof MATTERS)[number];

/** Where a request is. */
export type Place =
  /** Not asked. */
  | "none"
  /** Its card waits; `late` when its time is over and nobody has noticed. */
  | "waiting"
  | "late"
  /** Allowed, and not carried out. */
  | "allowed"
  /** A question was refused or ran out; its program has not gone on. */
  | "refused"
  /** A process died inside the effect. */
  | "cut"
  /** Asked what became of the effect. */
  | "unsure"
  | "unsureLate"
  /** A person said: again; it is done; leave it. Not carried out. */
  | "again"
  | "takenAsDone"
  | "left"
  /** Ended: done, or not. */
  | "done"
  | "over";

/** One request with its history, as far as rules hang on it. */
export interface RequestState {
  readonly place: Place;
  /** How often the effect has happened. */
  readonly effects: number;
  /** How many presses allowed it. */
  readonly allowances: number;
  readonly kills: number;
  /** How often it was asked. */
  readonly asked: number;
  /** How its card before the present one ended: what an old button is told. */
  readonly before: "none" | "expired" | "answered";
  /** How its present card ended. */
  readonly ended: "open" | "expired" | "answered";
  /** False when a person said something untrue of a cut-off effect. */
  readonly isTruthful: boolean;
}

export type ModelState = readonly RequestState[];

/** A button of the present card; an old one is of the card before, or where there was none, signed for another plan. */
export type Token = "right" | "old";

export type ModelEvent =
  | {
      readonly kind: "ask" | "carryOut" | "dieBefore" | "dieAfter" | "recover" | "cancel";
      readonly request: number;
    }
  | {
      readonly kind: "press";
      readonly request: number;
      readonly by: Presser;
      readonly token: Token;
      readonly choice: string;
    }
  /** A new process; half an hour passes; the watch over approvals looks. */
  | { readonly kind: "restart" | "wait" | "sweep" };

/** What a presser is told. */
export type Told = "ok" | "not-admitted" | "not-yours" | "forged" | "expired" | "answered";

export interface Step {
  readonly state: ModelState;
  /** For a press. */
  readonly told?: Told;
}

/** How much may happen to a request. */
export interface Bounds {
  readonly kills: number;
  readonly asks: number;
}

export const START: RequestState = {
  place: "none",
  effects: 0,
  allowances: 0,
  kills: 0,
  asked: 0,
  before: "none",
  ended: "open",
  isTruthful: true,
};

/** What the buttons of each kind of card do to a request. A new kind of card, or a new button, is added here. */
const CHOICES: Readonly<Record<"ask" | "question" | "unsure", Readonly<Record<string, Place>>>> = {
  ask: { y: "allowed", n: "over" },
  question: { "1": "allowed", n: "refused" },
  unsure: { y: "again", "1": "takenAsDone", n: "left" },
};

/** Who may press what. */
const MAY: Readonly<Record<Matter, readonly Presser[]>> = {
  own: ["owner", "requester"],
  owners: ["owner"],
  question: ["requester"],
};

/** The choices on the card of a request as it is, or as it was when it was open. */
export function choicesOf(matter: Matter, request: RequestState): readonly string[] {
  return Object.keys(CHOICES[cardOf(matter, request)]);
}

/** Its present card, or with `back` the one before. */
function cardOf(matter: Matter, { kills, place }: RequestState, back = 0): keyof typeof CHOICES {
  const unsureCards = place === "cut" ? kills - 1 : kills;
  if (unsureCards > back) return "unsure";
  return matter === "question" ? "question" : "ask";
}

/** Who may answer a card: what became of a question's effect is the requester's own matter. */
function mayAnswer(matter: Matter, card: keyof typeof CHOICES, by: Presser): boolean {
  return MAY[card === "unsure" && matter === "question" ? "own" : matter].includes(by);
}

/** All that may happen in a state. */
export function eventsOf(
  state: ModelState,
  matters: readonly Matter[],
  bounds: Bounds,
): readonly ModelEvent[] {
  const own = state.flatMap((request, index) => {
    const matter = matters[index]!;
    const moves = movesOf(request, bounds).map((kind) => ({ kind, request: index }));
    const presses = request.asked === 0 ? [] : pressesOf(matter, request, index);
    return [...moves, ...presses];
  });
  return [...own, ...(["restart", "wait", "sweep"] as const).map((kind) => ({ kind }))];
}

type Move = Exclude<ModelEvent["kind"], "press" | "restart" | "wait" | "sweep">;

function movesOf({ place, kills, asked, ended }: RequestState, bounds: Bounds): readonly Move[] {
  switch (place) {
    case "none":
      return ["ask"];
    case "over":
      return asked < bounds.asks && ended === "expired" && kills === 0 ? ["ask"] : [];
    case "waiting":
    case "late":
    case "unsure":
    case "unsureLate":
      return ["cancel"];
    case "allowed":
    case "again":
      return kills < bounds.kills ? ["carryOut", "dieBefore", "dieAfter"] : ["carryOut"];
    case "refused":
    case "takenAsDone":
    case "left":
      return ["carryOut"];
    case "cut":
      return ["recover"];
    case "done":
      return [];
  }
}

function pressesOf(matter: Matter, request: RequestState, index: number): readonly ModelEvent[] {
  const press = { kind: "press", request: index } as const;
  return PRESSERS.flatMap((by) => [
    ...choicesOf(matter, request).map((choice) => ({
      ...press,
      by,
      token: "right" as const,
      choice,
    })),
    { ...press, by, token: "old" as const, choice: "n" },
  ]);
}

/** What an event does. */
export function step(state: ModelState, event: ModelEvent, matters: readonly Matter[]): Step {
  switch (event.kind) {
    case "restart":
      return { state };
    case "wait":
      return { state: state.map(grownLate) };
    case "sweep":
      return { state: state.map((request, index) => swept(request, matters[index]!)) };
    case "press": {
      const { request, told } = pressed(state[event.request]!, matters[event.request]!, event);
      return { state: replaced(state, event.request, request), told };
    }
    default:
      return {
        state: replaced(state, event.request, moved(state[event.request]!, event.kind)),
      };
  }
}

function replaced(state: ModelState, index: number, request: RequestState): ModelState {
  return state.map((other, at) => (at === index ? request : other));
}

function grownLate(request: RequestState): RequestState {
  if (request.place === "waiting") return { ...request, place: "late" };
  return request.place === "unsure" ? { ...request, place: "unsureLate" } : request;
}

function swept(request: RequestState, matter: Matter): RequestState {
  if (request.place === "unsureLate") return { ...request, place: "left", ended: "expired" };
  if (request.place !== "late") return request;
  return { ...request, place: matter === "question" ? "refused" : "over", ended: "expired" };
}

function moved(request: RequestState, kind: Move): RequestState {
  const { effects, kills, asked, place } = request;
  switch (kind) {
    case "ask":
      return {
        ...START,
        place: "waiting",
        asked: asked + 1,
        before: asked > 0 ? "expired" : "none",
      };
    case "cancel":
      return { ...request, place: "over", ended: "answered" };
    case "dieBefore":
      return { ...request, place: "cut", kills: kills + 1 };
    case "dieAfter":
      return { ...request, place: "cut", kills: kills + 1, effects: effects + 1 };
    case "recover":
      return { ...request, place: "unsure", before: "answered", ended: "open" };
    case "carryOut":
      if (place === "allowed" || place === "again")
        return { ...request, place: "done", effects: effects + 1 };
      return { ...request, place: place === "takenAsDone" ? "done" : "over" };
  }
}

/** The checks in their order: presser, button, time, then the one decision. */
function pressed(
  request: RequestState,
  matter: Matter,
  { by, token, choice }: Extract<ModelEvent, { kind: "press" }>,
): { readonly request: RequestState; readonly told: Told } {
  const nothing = (told: Told) => ({ request, told });
  if (by === "stranger") return nothing("not-admitted");
  if (token === "old") return nothing(toldOfOld(request, matter, by));
  if (!mayAnswer(matter, cardOf(matter, request), by)) return nothing("not-yours");
  if (request.place === "late" || request.place === "unsureLate") return nothing("expired");
  if (request.place !== "waiting" && request.place !== "unsure")
    return nothing(request.ended === "expired" ? "expired" : "answered");
  const place = CHOICES[cardOf(matter, request)][choice]!;
  return { told: "ok", request: decided(request, place) };
}

function decided(request: RequestState, place: Place): RequestState {
  const { allowances, isTruthful, effects } = request;
  const isAllowed = place === "allowed" || place === "again";
  const isLie = (place === "again" && effects > 0) || (place === "takenAsDone" && effects === 0);
  return {
    ...request,
    place,
    ended: "answered",
    allowances: allowances + (isAllowed ? 1 : 0),
    isTruthful: isTruthful && !isLie,
  };
}

/** A button of the card before is told how that one ended; one signed for another plan is no button of ours. */
function toldOfOld(request: RequestState, matter: Matter, by: Presser): Told {
  const { before } = request;
  const card = cardOf(matter, request, before === "none" ? 0 : 1);
  if (!mayAnswer(matter, card, by)) return "not-yours";
  return before === "none" ? "forged" : before;
}

/** What must hold of every request in every state; the reasons it does not. */
export function broken(request: RequestState): readonly string[] {
  const { place, effects, allowances, kills, isTruthful } = request;
  const rules: Readonly<Record<string, boolean>> = {
    "no effect without a press that allowed it": effects <= allowances,
    "without a death, an ended request was done once":
      place !== "done" || kills > 0 || effects === 1,
    "what was refused, ran out or was cancelled was not done":
      place !== "over" || kills > 0 || effects === 0,
    "after a death, who tells the truth gets the effect once":
      place !== "done" || !isTruthful || effects === 1,
    "who tells the truth never gets it twice": !isTruthful || effects <= 1,
  };
  return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [rule]));
}
