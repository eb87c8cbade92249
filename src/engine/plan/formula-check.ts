// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language
import type { Json } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import type { ActionDefinition } from "../catalogue/catalogue.ts";
import type { Span } from "../language/diagnostics.ts";
import { FOREIGN_SIGNS, formulaOf, parseCondition } from "../language/formula.ts";
import {
  type Arithmetic,
  type Formula,
  formulaReferences,
  partsOfFormula,
} from "../language/formula-tree.ts";
import type { Call } from "../language/tree.ts";
import { evaluateFormula } from "../values/evaluate-formula.ts";
import type { Moment } from "../values/formula-dates.ts";
import { formulasOf } from "../values/resolve-references.ts";
import { asNumber, show } from "../values/value-relations.ts";
import { withoutScripts } from "./bind-script.ts";
import { withOwnPrograms } from "./nested-program.ts";
import type { Place, PlanFault, PlanNotes } from "./plan-position.ts";

/** Where something stands: in the source, and in the program. */
export interface Spot {
  readonly span: Span;
  readonly place: Place;
}

/** What is wrong with the formulas of a call, each at its place. */
export function checkFormulas(
  notes: PlanNotes,
  definition: ActionDefinition,
  written: Call,
  place: Place,
): void {
  const call = withoutScripts(definition, written);
  const { args, places, span } = call;
  const params = withOwnPrograms(definition, call.params, place);
  checkForeignValues(notes, call, place);
  for (const [index, arg] of args.entries())
    checkFormulasIn(notes, arg, { span: places?.args[index] ?? span, place });
  for (const [name, value] of Object.entries(params))
    checkFormulasIn(notes, value, { span: places?.params.get(name) ?? span, place });
}

/** Values that texts of other languages hold would be sent as they are written. */
const FOREIGN_VALUE =
  /\$[({]\s*\[[\p{L}_]\w*:[\p{L}_]\w*\]|\{\{[^{}\n]*\$[^{}\n]*[-+*/%(][^{}\n]*\}\}/u;

function checkForeignValues(notes: PlanNotes, { args, params, span }: Call, place: Place): void {
  const found = FOREIGN_VALUE.exec(JSON.stringify([args, { ...params, pipeline: "" }]));
  if (found === null) return;
  const start = place.source.indexOf(found[0], span.start);
  const isFound = start >= 0 && start < span.end;
  notes.problem(place, isFound ? { start, end: start + found[0].length } : span, {
    code: "bad-expression",
    words: {
      en: "In a text a value stands as ${…}, and a call in a statement before: $x = [a:b], then ${x}.",
      ko: "글 안의 값은 ${…}로 쓰고, 호출은 앞 문장에 써요: $x = [a:b] 다음에 ${x}.",
    },
  });
}

/** What is wrong with the formulas of a value. */
export function checkFormulasIn(notes: PlanNotes, value: Json, { span, place }: Spot): void {
  for (const part of formulasOf(value)) {
    const parsed = formulaOf(part);
    const start = place.source.indexOf(part.text, span.start);
    const end = start + part.text.length;
    const spot = start >= 0 && end <= span.end ? { start, end } : span;
    const fault = parsed.ok ? constantFault(parsed.formula, place.moment) : parsed.error;
    if (fault !== undefined) notes.problem(place, spot, fault);
    else if (!parsed.ok) continue;
    else if (parsed.foreignSign !== undefined)
      notes.warning(place, spot, { code: "foreign-signs", words: FOREIGN_SIGNS });
  }
}

/** What cannot be worked out whatever the values of names are: a part without names that has no value, or a text that no number is in a reckoning. */
function constantFault(formula: Formula, moment: Moment | undefined): PlanFault | undefined {
  if (formulaReferences(formula).length === 0) {
    const evaluated = evaluateFormula(formula, () => undefined, moment);
    if (evaluated.ok || evaluated.code !== "type-mismatch") return undefined;
    return { code: evaluated.code, words: evaluated.words };
  }
  const text = formula.kind === "arithmetic" ? textReckonedWith(formula) : undefined;
  if (text !== undefined) return { code: "type-mismatch", words: noNumber(text) };
  return partsOfFormula(formula)
    .map((part) => constantFault(part, moment))
    .find((fault) => fault !== undefined);
}

/** A text that spells no number where one is wanted: `+` alone joins texts. */
function textReckonedWith({ first, rest }: Arithmetic): string | undefined {
  const [before, ...others] = [first, ...rest.map(({ term }) => term)];
  const isOfNumbers = (index: number): boolean => rest[index]?.operator !== "+";
  const terms = [
    ...(before !== undefined && rest.length > 0 && isOfNumbers(0) ? [before] : []),
    ...others.filter((_, index) => isOfNumbers(index)),
  ];
  return terms
    .flatMap((term) =>
      term.kind === "constant" && typeof term.value === "string" ? term.value : [],
    )
    .find((text) => asNumber(text) === undefined);
}

function noNumber(text: string): Localized {
  return {
    en: `${show(text)} is no number, so nothing can be reckoned with it.`,
    ko: korean`${show(text)}은(는) 숫자가 아니라서 계산에 쓸 수 없어요.`,
  };
}

/** The condition of an `[if:]`; what is wrong with it is noted, and one that cannot be read holds never. */
export function readCondition(notes: PlanNotes, text: string, { span, place }: Spot): Formula {
  const parsed = parseCondition(text);
  if (!parsed.ok) {
    const { code, words } = parsed.error;
    notes.problem(place, span, { code, words });
    return { kind: "constant", value: false };
  }
  const references = formulaReferences(parsed.formula);
  notes.checkReferences(references, span, place);
  notes.checkMeant(references, span, place);
  return parsed.formula;
}

/** A condition on items that cannot be read is told before anything runs. */
export function checkItemCondition(
  notes: PlanNotes,
  text: Json | undefined,
  { span, place }: Spot,
): void {
  if (typeof text !== "string") return;
  const parsed = parseCondition(text, { fields: true });
  if (!parsed.ok) {
    const { code, words } = parsed.error;
    notes.problem(place, span, { code, words });
    return;
  }
  const others = formulaReferences(parsed.formula).filter(({ name }) => name !== "it");
  notes.checkMeant(others, span, place);
}
