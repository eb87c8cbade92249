import type { Json, JsonObject } from "../../base/json.ts";
import type { Language } from "../../base/localized.ts";
import type { ActionDefinition, Catalogue, Role } from "../../engine/catalogue/catalogue.ts";
import { cardParams } from "../../engine/catalogue/catalogue.ts";
import { isReadCall } from "../../engine/execute/dry-run.ts";
import { parse } from "../../engine/language/parser.ts";
import { type Call, callsOf } from "../../engine/language/tree.ts";
import { cardOf } from "../../engine/plan/effects-report.ts";
import { resolveCall } from "../../engine/plan/resolve.ts";

/** What can be told of a planned program from the program and the catalogue alone. */
interface ProgramFacts {
  /** True for a program that changes, sends or runs something, and for one that cannot be read. */
  readonly hasEffect: (code: string) => boolean;
  /** True where its only action could name what it is about, and does not. */
  readonly lacksSubject: (code: string) => boolean;
  /** What it does in a few words, those of its actions' cards with its own values; the code itself where it cannot be read. */
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

/** Longest label, in characters: it is read on a button, where nothing may be cut. */
export const LONGEST_LABEL = 24;

/** The longest of the forms of a program's label that a button can show whole: all of its steps, else the last one. */
function labelOf(code: string, language: Language, catalogue: Catalogue): string | undefined {
  const calls = boundIn(code, catalogue) ?? [];
  const last = calls.at(-1);
  if (last === undefined) return undefined;
  const forms = [
    calls.map((call) => callForms(call, language)[0]).join(" → "),
    ...callForms(last, language),
  ];
  return forms.find((form) => [...form].length <= LONGEST_LABEL) ?? forms.at(-1);
}

/** A remark at the end of a card, which a label leaves out: it names no value. */
const REMARK = / \([^(){}]*\)$/u;

/** What a card says of a value last, behind a colon. */
const LAST_VALUE = /: [“"]?\{\w+\}[”"]?$/u;

/** What an action does, ever shorter: its card and the values that the card does not name, the card alone, the card without the value behind its colon, the deed with its target, and the deed alone. */
function callForms({ definition, params }: Bound, language: Language): readonly string[] {
  const { deed, roles, target = "" } = definition;
  const card = definition.card[language].replace(REMARK, "").replace(/["“”]/gu, "");
  const shown = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, shownValue(value, roles[name])]),
  );
  const forms = [card, card.replace(LAST_VALUE, "")]
    .filter((template) => cardParams(withoutOptions(template)).every((name) => name in shown))
    .map(
      (template) =>
        cardOf({ ...definition, card: { ko: template, en: template } }, shown)[language],
    );
  const named = new Set(cardParams(card));
  const others = Object.entries(shown).flatMap(([name, value]) =>
    named.has(name) || typeof value !== "string" ? [] : [value],
  );
  const [whole = ""] = forms;
  const verb = deed?.verb[language];
  const about = shown[target];
  return [
    ...(others.length === 0
      ? []
      : [`${whole}${card.includes(": ") ? ", " : ": "}${others.join(", ")}`]),
    ...forms,
    ...(verb === undefined || typeof about !== "string"
      ? []
      : [language === "ko" ? `${about} ${verb}` : `${verb} ${about}`]),
    verb ?? withoutValues(card),
  ];
}

/** A value as a person knows it: of an address its host, of a file that was sent its name. */
function shownValue(value: Json, role: Role | undefined): Json {
  if (typeof value !== "string") return value;
  if (role === "path") return value.replace(/^inbox\//u, "");
  if (role !== "host" || !URL.canParse(value)) return value;
  return new URL(value).hostname.replace(/^www\./u, "") || value;
}

function withoutOptions(card: string): string {
  return card.replace(/\[[^\][]*\]/gu, "");
}

/** The words of a card that stand for any value. */
function withoutValues(card: string): string {
  return withoutOptions(card)
    .replace(/:? ?\{\w+\}(?:[가-힣]{1,2}|\([^()]*\)[가-힣]?|[가-힣]\([^()]*\))?/gu, "")
    .replace(/\b(?:to|of|in|on|with|for|the)\s*$/u, "")
    .trim();
}
