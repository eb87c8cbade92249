import type { Json, JsonObject } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import { parseCondition } from "../language/formula.ts";
import { formulaReferences } from "../language/formula-tree.ts";
import { type Reference, readPath, withoutParticle } from "../language/reference.ts";
import { type Decision, evaluateCondition } from "../values/evaluate-formula.ts";
import type { Moment } from "../values/formula-dates.ts";
import { referencesOf } from "../values/resolve-references.ts";
import type { LoopSource, Planned, PlannedCall, PlannedStatement } from "./planned-tree.ts";

/** A call of a plan, and for each of its parameters known only while running the calls whose results go into it. */
export interface SourcedCall {
  readonly call: PlannedCall;
  readonly sources: ReadonlyMap<string, readonly PlannedCall[]>;
  /** Parameters into which something from outside goes. */
  readonly tainted: ReadonlySet<string>;
  /** Names bound before it. */
  readonly names: readonly string[];
}

/** What a value is made from: the calls that may give it, and whether any of it comes from outside. */
interface Origin {
  readonly calls: readonly PlannedCall[];
  readonly isTainted: boolean;
}

const NOWHERE: Origin = { calls: [], isTainted: false };

/** Follows pipes and variables through a plan: every call in execution order, programs inside calls too, with where its values come from. Pure. */
export function sourcesOf(statements: readonly PlannedStatement[]): readonly SourcedCall[] {
  const walk = new SourceWalk();
  walk.statements(statements, { names: new Map(), previous: NOWHERE });
  return walk.found;
}

interface Place {
  readonly names: Map<string, Origin>;
  readonly previous: Origin;
}

class SourceWalk {
  readonly found: SourcedCall[] = [];

  statements(statements: readonly PlannedStatement[], place: Place): Origin {
    let last = NOWHERE;
    for (const [index, { variable, variables = [], body }] of statements.entries()) {
      const previous = index === 0 ? place.previous : NOWHERE;
      last = this.#expression(body, { ...place, previous });
      // Of a branch it is enough to say that it came from one of all.
      for (const name of variable === undefined ? variables : [variable])
        place.names.set(name, last);
    }
    return last;
  }

  #expression(planned: Planned, place: Place): Origin {
    switch (planned.kind) {
      case "call":
        return this.#call(planned, place);
      case "value": {
        const origin = originOf(planned.value, place);
        return { ...origin, isTainted: origin.isTainted || planned.tainted };
      }
      case "sequence":
        return planned.steps.reduce(
          (previous, step) => this.#expression(step, { ...place, previous }),
          place.previous,
        );
      case "parallel":
        return joined(planned.branches.map((branch) => this.#expression(branch, place)));
      case "fallback":
        return joined(planned.options.map((option) => this.#expression(option, place)));
      case "if":
        return joined(
          [...planned.branches.map(({ body }) => body), planned.otherwise ?? []].map((body) =>
            this.statements(body, { ...place, names: new Map(place.names) }),
          ),
        );
      case "each": {
        const items = this.#items(planned.source, place);
        const names = new Map(place.names).set(planned.variable, items);
        if (planned.counter !== undefined) names.set(planned.counter, NOWHERE);
        return this.statements(planned.body, { names, previous: NOWHERE });
      }
    }
  }

  #items(source: LoopSource, place: Place): Origin {
    switch (source.kind) {
      case "reference":
        return place.names.get(source.reference.name) ?? place.previous;
      case "range":
        return joined([originOf(source.from, place), originOf(source.to, place)]);
      case "expression":
        return this.#expression(source.planned, place);
    }
  }

  #call(call: PlannedCall, place: Place): Origin {
    const origins = new Map<string, Origin>();
    for (const [param, value] of Object.entries(call.params)) {
      const origin = originOf(value, place);
      if (origin.calls.length > 0) origins.set(param, origin);
    }
    if (call.pipe !== undefined && place.previous.calls.length > 0)
      origins.set(call.pipe.param, place.previous);
    const entries = [...origins];
    this.found.push({
      call,
      sources: new Map(entries.map(([param, { calls }]) => [param, calls])),
      tainted: new Set(entries.filter(([, origin]) => origin.isTainted).map(([param]) => param)),
      names: [...place.names.keys()],
    });
    if (call.inner !== undefined) return this.#inner(call, place);
    const isTainted = call.definition.taints || entries.some(([, origin]) => origin.isTainted);
    return passesOn(call) ? place.previous : { calls: [call], isTainted };
  }

  #inner({ inner, definition }: PlannedCall, place: Place): Origin {
    const given: JsonObject = inner?.given ?? {};
    const names = new Map(
      Object.entries(given).map(([name, value]) => [name, originOf(value, place)] as const),
    );
    const result = this.statements(inner?.statements ?? [], { names, previous: place.previous });
    return { ...result, isTainted: result.isTainted || definition.taints };
  }
}

function originOf(value: Json, place: Place): Origin {
  return joined(
    referencesOf(value).map(({ name }) =>
      name === "prev"
        ? place.previous
        : (withoutParticle(name, (each) => place.names.get(each))?.value ?? NOWHERE),
    ),
  );
}

/** `approve` hands on what came before it. */
function passesOn({ definition: { node, action } }: PlannedCall): boolean {
  return node === "system" && action === "approve";
}

function joined(origins: readonly Origin[]): Origin {
  return {
    calls: [...new Set(origins.flatMap(({ calls }) => calls))],
    isTainted: origins.some(({ isTainted }) => isTainted),
  };
}

/** Names under which a condition means the whole value; a name alone, such as `price`, is a field of it. */
const WHOLE_NAMES: ReadonlySet<string> = new Set(["prev", "value", "it"]);

/** Why a condition on one value cannot be decided, whatever the value; `undefined` for one that can be. */
export function conditionProblem(condition: string): Localized | undefined {
  const parsed = parseCondition(condition, { fields: true });
  if (!parsed.ok) return parsed.error.words;
  const unknown = formulaReferences(parsed.formula).find(({ name }) => !WHOLE_NAMES.has(name));
  if (unknown === undefined) return undefined;
  return {
    en: `The condition names "${unknown.text}", which has no value here. Name fields of what is watched, such as "price > 80000", or all of it as "$prev".`,
    ko: `조건의 "${unknown.text}"에는 값이 없어요. "price > 80000"처럼 지켜보는 결과의 항목이나, 결과 전체를 뜻하는 "$prev"를 쓰세요.`,
  };
}

/** Whether a condition holds for a value. Of a text, `text` is the whole. */
export function holdsFor(condition: string, value: Json, moment?: Moment): Decision {
  const parsed = parseCondition(condition, { fields: true });
  if (!parsed.ok) return { decided: false, reason: parsed.error.words };
  return evaluateCondition(parsed.formula, (reference) => valueAt(value, reference), moment);
}

function valueAt(value: Json, { name, path }: Reference): Json | undefined {
  if (!WHOLE_NAMES.has(name)) return undefined;
  if (path.length === 0) return value;
  if (typeof value === "string" && path.length === 1 && path[0] === "text") return value;
  return readPath(value, path);
}
