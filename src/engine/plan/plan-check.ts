import type { Json } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import type { ActionDefinition } from "../catalogue/catalogue.ts";
import { parsePredicate } from "../language/condition.ts";
import { type Predicate, predicateReferences } from "../language/condition-tree.ts";
import type { Span } from "../language/diagnostics.ts";
import { referencesOf } from "../values/resolve-references.ts";
import type { Binding } from "./bind.ts";
import { passesOn, waitsForPerson } from "./plan-call.ts";
import type { Place, PlanNotes } from "./plan-position.ts";

/** Where something stands: in the source, and in the program. */
interface Spot {
  readonly span: Span;
  readonly place: Place;
}

/** Notes what is wrong with a call's parameters, its references and the place where it stands. */
export function checkCall(
  notes: PlanNotes,
  definition: ActionDefinition,
  { params, pipe, problems }: Binding,
  { span, place }: Spot,
): void {
  const references = referencesOf(params);
  for (const problem of problems) notes.problem(place, span, problem);
  for (const reference of references) notes.checkReference(reference, span, place);
  for (const param of definition.conditions)
    checkItemCondition(notes, params[param], { span, place });
  const usesPrevious = references.some((reference) => reference.name === "prev");
  const takesPrevious = pipe !== undefined || usesPrevious || passesOn(definition);
  if (place.hasPrevious && !place.isFed && !takesPrevious) {
    const words = {
      en: `${nameOf(definition)} does not use the result of the step before it.`,
      ko: korean`${nameOf(definition)}은(는) 앞 단계의 결과를 쓰지 않습니다.`,
    };
    notes.warning(place, span, { code: "unused-previous", words });
  }
  if (waitsForPerson(definition) && (place.inParallel || place.inEach)) {
    const where = place.inParallel ? '"&"' : '"each"';
    const words = {
      en: `${nameOf(definition)} waits for a person, so it cannot stand inside ${where}. Put it before, as a step of its own.`,
      ko: korean`${nameOf(definition)}은(는) 사람의 답을 기다리므로 ${where} 안에 둘 수 없습니다. 앞에 따로 두세요.`,
    };
    notes.problem(place, span, { code: "ask-in-parallel", words });
  }
}

/** The condition of an `[if:]`; what is wrong with it is noted, and one that cannot be read holds never. */
export function readCondition(notes: PlanNotes, text: string, { span, place }: Spot): Predicate {
  const parsed = parsePredicate(text);
  if (!parsed.ok) {
    const { code, words } = parsed.error;
    notes.problem(place, span, { code, words });
    return { kind: "or", terms: [] };
  }
  for (const reference of predicateReferences(parsed.predicate))
    notes.checkReference(reference, span, place);
  return parsed.predicate;
}

/** A condition on items that cannot be read is told before anything runs. */
function checkItemCondition(notes: PlanNotes, text: Json | undefined, { span, place }: Spot): void {
  if (typeof text !== "string") return;
  const parsed = parsePredicate(text, { fields: true });
  if (parsed.ok) return;
  const { code, words } = parsed.error;
  notes.problem(place, span, { code, words });
}

function nameOf({ node, action }: ActionDefinition): string {
  return `[${node}:${action}]`;
}
