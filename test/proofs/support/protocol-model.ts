/*
 * The approval protocol as people are told it, without a line of the product: three requests of one person, everybody who may
 * press, a process that may die. A request is at one place of a small graph; events move it. Everything here is pure data.
 */

/** Who presses: owners, the one who asked, a member, and someone who was never let in. */
export type Presser = "owner" | "second" | "third" | "requester" | "other" | "stranger";

/** Who must press. */
export interface Rules {
  readonly pressers: readonly Presser[];
  readonly owners: readonly Presser[];
  /** How many different people must approve. With more than one, nobody approves their own wish. */
  readonly needed: 1 | 2;
}

/** One press by anybody who may, for a wish of a member. */
export const ONE_PRESS: Rules = {
  pressers: ["owner", "requester", "other", "stranger"],
  owners: ["owner"],
  needed: 1,
};

/** Two of three owners, for a wish of a fourth one, who may not approve it. */
export const TWO_OF_THREE: Rules = {
  pressers: ["owner", "second", "third", "requester", "other", "stranger"],
  owners: ["owner", "second", "third"],
  needed: 2,
};

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
  /** Who has approved its present card, where one more must. */
  readonly voted: Presser | "none";
  /** Whether its refusal may be given a reason, or has one. */
  readonly why: "none" | "open" | "told";
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
  /** Who said no answers the card with the reason. */
  | { readonly kind: "tell"; readonly request: number }
  /** A new process; half an hour passes; the watch over approvals looks. */
  | { readonly kind: "restart" | "wait" | "sweep" };

/** What a presser is told. */
export type Told =
  | "ok"
  | "not-admitted"
  | "not-yours"
  | "forged"
  | "expired"
  | "answered"
  | "more-needed";

/** What happens to one request besides a press. */
export type Move = Exclude<ModelEvent["kind"], "press" | "restart" | "wait" | "sweep">;

export type Press = Omit<Extract<ModelEvent, { kind: "press" }>, "request">;

export interface Step {
  readonly state: ModelState;
  /** For a press, and for a reason. */
  readonly told?: Told;
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
  voted: "none",
  why: "none",
};

/** What the deciding buttons of each kind of card do to a request. A new kind of card, or a new button, is added here. */
export const CHOICES: Readonly<
  Record<"ask" | "question" | "unsure", Readonly<Record<string, Place>>>
> = {
  ask: { y: "allowed", n: "over" },
  question: { "1": "allowed", n: "refused" },
  unsure: { y: "again", "1": "takenAsDone", n: "left" },
};

/** A button that decides nothing: it has an expired request asked again. */
export const AGAIN = "w";

type Card = keyof typeof CHOICES;

/** Its present card, or with `back` the one before. */
export function cardOf(matter: Matter, { kills, place }: RequestState, back = 0): Card {
  const unsureCards = place === "cut" ? kills - 1 : kills;
  if (unsureCards > back) return "unsure";
  return matter === "question" ? "question" : "ask";
}

/** Who may answer a card: what became of a question's effect is the requester's own matter. */
function mayAnswer({ owners, needed }: Rules, matter: Matter, card: Card, by: Presser): boolean {
  if (card === "question") return by === "requester";
  if (owners.includes(by)) return true;
  return by === "requester" && needed === 1 && matter !== "owners";
}

/** What an event does. */
export function step(
  state: ModelState,
  event: ModelEvent,
  { matters, rules }: { readonly matters: readonly Matter[]; readonly rules: Rules },
): Step {
  switch (event.kind) {
    case "restart":
      return { state };
    case "wait":
      return { state: state.map(grownLate) };
    case "sweep":
      return { state: state.map((request, index) => swept(request, matters[index]!)) };
    case "press": {
      const matter = matters[event.request]!;
      const { request, told } = pressed(state[event.request]!, { matter, rules }, event);
      return { state: replaced(state, event.request, request), told };
    }
    default: {
      const request = state[event.request]!;
      const reached = replaced(state, event.request, moved(request, event.kind));
      return event.kind === "tell" ? { state: reached, told: "ok" } : { state: reached };
    }
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
  if (request.place === "unsureLate")
    return { ...request, place: "left", ended: "expired", voted: "none" };
  if (request.place !== "late") return request;
  const place = matter === "question" ? "refused" : "over";
  return { ...request, place, ended: "expired", voted: "none" };
}

function moved(request: RequestState, kind: Move): RequestState {
  const { effects, kills, place } = request;
  switch (kind) {
    case "ask":
      return { ...START, place: "waiting", asked: 1 };
    case "cancel":
      return { ...request, place: "over", ended: "answered", voted: "none" };
    case "dieBefore":
      return { ...request, place: "cut", kills: kills + 1 };
    case "dieAfter":
      return { ...request, place: "cut", kills: kills + 1, effects: effects + 1 };
    case "recover":
      return { ...request, place: "unsure", before: "answered", ended: "open" };
    case "tell":
      return { ...request, why: "told" };
    case "carryOut":
      if (place === "allowed" || place === "again")
        return { ...request, place: "done", effects: effects + 1 };
      return { ...request, place: place === "takenAsDone" ? "done" : "over" };
  }
}

/** The kind of a request and who must press. */
interface Facts {
  readonly matter: Matter;
  readonly rules: Rules;
}

interface Pressed {
  readonly request: RequestState;
  readonly told: Told;
}

/** The checks in their order: presser, button, time, then the one decision. */
function pressed(request: RequestState, facts: Facts, press: Press): Pressed {
  const { matter, rules } = facts;
  const { by, token, choice } = press;
  const nothing = (told: Told): Pressed => ({ request, told });
  if (by === "stranger") return nothing("not-admitted");
  const card = token === "old" ? oldCardOf(matter, request) : cardOf(matter, request);
  const isOwnWish = choice === AGAIN && by === "requester";
  if (!isOwnWish && !mayAnswer(rules, matter, card, by)) return nothing("not-yours");
  if (token === "old") return nothing(toldOfOld(request, choice));
  if (choice === AGAIN) return mayBeAskedAgain(request) ? askedAgain(request) : nothing("answered");
  return answered(request, card, { press, needed: rules.needed });
}

/** A genuine button of someone who may: an open card is approved by one more, or decided. */
function answered(
  request: RequestState,
  card: Card,
  { press, needed }: { readonly press: Press; readonly needed: Rules["needed"] },
): Pressed {
  const { by, choice } = press;
  const nothing = (told: Told): Pressed => ({ request, told });
  if (request.place === "late" || request.place === "unsureLate") return nothing("expired");
  if (request.place !== "waiting" && request.place !== "unsure")
    return nothing(request.ended === "expired" ? "expired" : "answered");
  const place = CHOICES[card][choice]!;
  const isEnough = choice !== "y" || needed === 1 || ![by, "none"].includes(request.voted);
  if (!isEnough) return { told: "more-needed", request: { ...request, voted: by } };
  return { told: "ok", request: decided(request, { place, choice }) };
}

/** Asked anew once, after nothing was done. */
export function mayBeAskedAgain({ place, ended, kills }: RequestState): boolean {
  return place === "over" && ended === "expired" && kills === 0;
}

function askedAgain({ asked }: RequestState): Pressed {
  const request = {
    ...START,
    place: "waiting",
    asked: asked + 1,
    before: "expired",
  } as const;
  return { told: "ok", request };
}

function decided(
  request: RequestState,
  { place, choice }: { readonly place: Place; readonly choice: string },
): RequestState {
  const { allowances, isTruthful, effects } = request;
  const isAllowed = place === "allowed" || place === "again";
  const isLie = (place === "again" && effects > 0) || (place === "takenAsDone" && effects === 0);
  return {
    ...request,
    place,
    ended: "answered",
    allowances: allowances + (isAllowed ? 1 : 0),
    isTruthful: isTruthful && !isLie,
    voted: "none",
    why: place === "over" && choice === "n" ? "open" : request.why,
  };
}

/** The card before the present one; where there was none, one signed for another plan stands for it. */
export function oldCardOf(matter: Matter, request: RequestState): Card {
  return cardOf(matter, request, request.before === "none" ? 0 : 1);
}

/** A button of the card before is told how that one ended; one signed for another plan is no button of ours; what was asked again is not asked a third time. */
function toldOfOld({ before }: RequestState, choice: string): Told {
  if (before === "none") return "forged";
  return choice === AGAIN ? "answered" : before;
}

/** What must hold of every request in every state; the reasons it does not. */
export function broken(request: RequestState): readonly string[] {
  const { place, effects, allowances, kills, isTruthful, why, ended } = request;
  const rules: Readonly<Record<string, boolean>> = {
    "no effect without a press that allowed it": effects <= allowances,
    "without a death, an ended request was done once":
      place !== "done" || kills > 0 || effects === 1,
    "what was refused, ran out or was cancelled was not done":
      place !== "over" || kills > 0 || effects === 0,
    "after a death, who tells the truth gets the effect once":
      place !== "done" || !isTruthful || effects === 1,
    "who tells the truth never gets it twice": !isTruthful || effects <= 1,
    "a reason is given to a refusal alone":
      why === "none" || (place === "over" && ended === "answered"),
  };
  return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [rule]));
}
