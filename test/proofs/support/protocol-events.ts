import {
  AGAIN,
  CHOICES,
  cardOf,
  type Matter,
  type ModelEvent,
  type ModelState,
  type Move,
  mayBeAskedAgain,
  oldCardOf,
  type Press,
  type Presser,
  type RequestState,
  type Rules,
  type Token,
} from "./protocol-model.ts";

/** How much may happen to a request. */
export interface Bounds {
  readonly kills: number;
  readonly asks: number;
}

/** All that may happen in a state. */
export function eventsOf(
  state: ModelState,
  matters: readonly Matter[],
  { bounds, rules }: { readonly bounds: Bounds; readonly rules: Rules },
): readonly ModelEvent[] {
  const own = state.flatMap((request, index) => {
    const matter = matters[index]!;
    const moves = movesOf(request, bounds).map((kind) => ({ kind, request: index }));
    if (request.asked === 0) return moves;
    const presses = pressesOf(matter, request, rules).filter((press) =>
      isWithin(request, press, bounds),
    );
    return [...moves, ...presses.map((press) => ({ ...press, request: index }))];
  });
  return [...own, ...(["restart", "wait", "sweep"] as const).map((kind) => ({ kind }))];
}

function movesOf({ place, kills, why }: RequestState, bounds: Bounds): readonly Move[] {
  switch (place) {
    case "none":
      return ["ask"];
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
    case "over":
      return why === "open" ? ["tell"] : [];
    case "done":
      return [];
  }
}

/** Every button of the present card, and of the one before it the first and the wish to be asked again. */
function pressesOf(matter: Matter, request: RequestState, rules: Rules): readonly Press[] {
  const [first = "n"] = Object.keys(CHOICES[oldCardOf(matter, request)]);
  const old = request.before === "expired" ? [first, AGAIN] : [first];
  return rules.pressers.flatMap((by) => [
    ...choicesOf(matter, request).map((choice) => pressWith(by, "right", choice)),
    ...old.map((choice) => pressWith(by, "old", choice)),
  ]);
}

function pressWith(by: Presser, token: Token, choice: string): Press {
  return { kind: "press", by, token, choice };
}

/** New askings come to an end. */
function isWithin(request: RequestState, { token, choice }: Press, bounds: Bounds): boolean {
  if (token === "old") return true;
  return choice !== AGAIN || !mayBeAskedAgain(request) || request.asked < bounds.asks;
}

/** The choices that the card of a request has as it is, or had when it was open. */
function choicesOf(matter: Matter, request: RequestState): readonly string[] {
  const card = cardOf(matter, request);
  return [...Object.keys(CHOICES[card]), ...(request.ended === "expired" ? [AGAIN] : [])];
}
