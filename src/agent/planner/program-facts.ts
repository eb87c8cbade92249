import type { Json, JsonObject } from "../../base/json.ts";
import type { Language } from "../../base/localized.ts";
import type { ActionDefinition, Catalogue } from "../../engine/catalogue/catalogue.ts";
import { cardParams } from "../../engine/catalogue/catalogue.ts";
import { isReadCall } from "../../engine/execute/dry-run.ts";
import { parse } from "../../engine/language/parser.ts";
import { type Call, callsOf, type Expression, partsOf } from "../../engine/language/tree.ts";
import { cardOf, previewOf } from "../../engine/plan/effects-report.ts";
import { resolveCall } from "../../engine/plan/resolve.ts";

/** What can be told of a planned program from the program and the catalogue alone. */
interface ProgramFacts {
  /** True for a program that changes, sends or runs something, and for one that cannot be read. */
  readonly hasEffect: (code: string) => boolean;
  /** True where its only action could name what it is about, and does not. */
  readonly lacksSubject: (code: string) => boolean;
  /** What it does, in the words of its actions' cards with its own values; the code itself where it cannot be read. */
  readonly label: (code: string, language: Language) => string;
}

/** Reads planned programs by a catalogue. */
export function createProgramFacts(catalogue: () => Catalogue): ProgramFacts {
  const bodiesOf = (code: string): readonly Bound[] | undefined => boundIn(code, catalogue());
  return {
    hasEffect(code) {
      const calls = bodiesOf(code);
      return calls === undefined || calls.some(hasEffect);
    },
    lacksSubject(code) {
      const [call, second] = bodiesOf(code) ?? [];
      if (call === undefined || second !== undefined) return false;
      const { target } = call.definition;
      return target !== undefined && call.params[target] === undefined;
    },
    label: (code, language) => labelOf(code, language, catalogue()) ?? code,
  };
}

interface Bound {
  readonly definition: ActionDefinition;
  readonly params: JsonObject;
}

/** A stored workflow may do anything. */
function hasEffect({ definition, params }: Bound): boolean {
  return definition.runs !== undefined || !isReadCall(definition, params);
}

function boundIn(code: string, catalogue: Catalogue): readonly Bound[] | undefined {
  const parsed = parse(code);
  if (!parsed.ok) return undefined;
  const calls = parsed.program.statements.flatMap(({ body }) => callsOf(body));
  const bound = calls.flatMap((call) => bind(call, catalogue) ?? []);
  return bound.length === calls.length ? bound : undefined;
}

function bind(call: Call, catalogue: Catalogue): Bound | undefined {
  const resolution = resolveCall(catalogue, call);
  if (!resolution.ok) return undefined;
  const { definition, usesType } = resolution;
  const params = Object.fromEntries(
    Object.entries(call.params).filter(([name]) => !(usesType && name === "type")),
  );
  const [target] = call.args;
  if (definition.target === undefined || target === undefined) return { definition, params };
  return { definition, params: { [definition.target]: target, ...params } };
}

const JOINTS = { sequence: " → ", parallel: " + ", fallback: " ?? ", if: " / ", each: " / " };

function labelOf(code: string, language: Language, catalogue: Catalogue): string | undefined {
  const parsed = parse(code);
  if (!parsed.ok) return undefined;
  const words = (body: Expression): string => {
    if (body.kind !== "call") return partsOf(body).map(words).join(JOINTS[body.kind]);
    const bound = bind(body, catalogue);
    return bound === undefined ? `${body.node}:${body.action}` : callLabel(bound, language);
  };
  return parsed.program.statements.map(({ body }) => words(body)).join("; ");
}

/** A remark at the end of a card, which a label leaves out: it names no value. */
const REMARK = / \([^(){}]*\)$/u;

/** The action's card without its remark, and behind it the values that the card does not name. */
function callLabel({ definition, params }: Bound, language: Language): string {
  const remark = REMARK.exec(definition.card[language])?.[0] ?? "";
  const whole = cardOf(definition, params)[language];
  const card = whole.endsWith(remark) ? whole.slice(0, whole.length - remark.length) : whole;
  const named = new Set(cardParams(definition.card[language]));
  const others = Object.entries(params).flatMap(([name, value]) =>
    named.has(name) ? [] : valueText(value),
  );
  if (others.length === 0) return card;
  return `${card}${card.includes(": ") ? ", " : ": "}${others.join(", ")}`;
}

function valueText(value: Json): string {
  return Array.isArray(value) ? value.map(previewOf).join(", ") : previewOf(value);
}
