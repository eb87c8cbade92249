import type { Language } from "../../base/localized.ts";
import type { ActionDefinition, Catalogue } from "../../engine/catalogue/catalogue.ts";
import { nearNames } from "../../engine/language/nearest-name.ts";
import {
  type GrantPattern,
  type GrantTarget,
  isGlob,
  isGrantable,
  normalGlob,
  normalTarget,
  patternFor,
  type TargetRole,
} from "../../security/access/grant-pattern.ts";
import type { WantedGrant } from "../../security/access/grants.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { say } from "../texts/say.ts";

const HOUR_MS = 60 * 60 * 1000;

/** Largest number after each word. */
const NUMBERS = { hours: 24 * 365, days: 365, uses: 10_000 } as const;

/** An example of `/grants add` that works as it stands. */
const GRANT_USAGE = "/grants add messenger:send to=Ben message=* days=7 uses=20";

/** What was asked for, or why it cannot be. */
export type GrantRequest =
  | { readonly ok: true; readonly wanted: WantedGrant }
  | { readonly ok: false; readonly problem: string };

/** A word of the request: `name=value`, or a name alone. */
interface Word {
  readonly name: string;
  readonly value?: string;
}

/** Reads `NODE:ACTION PARAM=PATTERN … [PARAM=*] [hours=N | days=N] [uses=N] [everywhere]`: one typed call, never the text of a program. Pure. */
export function readGrantRequest(
  text: string,
  place: {
    readonly catalogue: Catalogue;
    readonly personId: string;
    readonly chatKey: string;
    readonly language: Language;
  },
): GrantRequest {
  const { catalogue, language, personId, chatKey } = place;
  const [head = "", ...rest] = splitWords(text);
  const name = head.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  const definition = catalogue.actions.get(name);
  if (definition === undefined)
    return { ok: false, problem: unknownAction(name, catalogue, language) };
  if (!isGrantable(definition))
    return { ok: false, problem: say(language, "grantNotPossible", { name }) };
  try {
    const words = rest.map(readWord);
    const pattern = patternFrom(definition, words, language);
    const scope = scopeFrom(words, language);
    const isEverywhere = words.some((word) => word.name === "everywhere");
    const wanted = { pattern, personId, ...(isEverywhere ? {} : { chatKey }), ...scope };
    return { ok: true, wanted };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, problem: error.message };
    throw error;
  }
}

/** Why a request cannot be read, in the person's language. */
class Refusal extends Error {}

/** Words at spaces; a value in quotes may hold some. */
function splitWords(text: string): readonly string[] {
  return text.match(/[^\s="]+="[^"]*"|\S+/g) ?? [];
}

function readWord(text: string): Word {
  const at = text.indexOf("=");
  if (at < 0) return { name: text };
  return { name: text.slice(0, at), value: text.slice(at + 1).replace(/^"(.*)"$/, "$1") };
}

function patternFrom(
  definition: ActionDefinition,
  words: readonly Word[],
  language: Language,
): GrantPattern {
  const { params, roles } = definition;
  const names = Object.keys(propertiesOf(params));
  const given = words.filter(({ name }) => name !== "everywhere" && !Object.hasOwn(NUMBERS, name));
  const strange = given.find(
    ({ name, value }) => !names.includes(name) || (roles[name] === undefined && value !== "*"),
  );
  if (strange !== undefined)
    throw refusal(language, "grantUnknownWord", { word: escapeMarkup(strange.name) });
  const targets = Object.entries(roles).map(
    ([param, role]) => targetFrom(param, role as TargetRole, given, language), // isGrantable says that all roles are targets
  );
  const open = given.filter(({ name }) => roles[name] === undefined).map(({ name }) => name);
  return patternFor(definition, { targets, open });
}

function targetFrom(
  param: string,
  role: TargetRole,
  given: readonly Word[],
  language: Language,
): GrantTarget {
  const text = given.find(({ name }) => name === param)?.value ?? "";
  if (text === "") throw refusal(language, "grantNeedsTarget", { param });
  const kind = isGlob(text) ? "like" : "is";
  const value = kind === "like" ? normalGlob(role, text) : normalTarget(role, text);
  if (value === undefined)
    throw refusal(language, "grantBadTarget", { param, value: escapeMarkup(text) });
  return { param, role, kind, value };
}

function scopeFrom(
  words: readonly Word[],
  language: Language,
): Pick<WantedGrant, "lifetimeMs" | "maxUses"> {
  const hours = numberFrom("hours", words, language);
  const days = numberFrom("days", words, language);
  const maxUses = numberFrom("uses", words, language);
  const total = (hours ?? 0) + (days ?? 0) * 24;
  return {
    ...(total === 0 ? {} : { lifetimeMs: total * HOUR_MS }),
    ...(maxUses === undefined ? {} : { maxUses }),
  };
}

function numberFrom(
  name: keyof typeof NUMBERS,
  words: readonly Word[],
  language: Language,
): number | undefined {
  const word = words.find((entry) => entry.name === name);
  if (word === undefined) return undefined;
  const max = NUMBERS[name];
  const value = /^\d{1,6}$/.test(word.value ?? "") ? Number(word.value) : 0;
  if (value < 1 || value > max) throw refusal(language, "grantBadNumber", { word: name, max });
  return value;
}

function refusal(
  language: Language,
  key: "grantUnknownWord" | "grantNeedsTarget" | "grantBadTarget" | "grantBadNumber",
  values: Readonly<Record<string, string | number>>,
): Refusal {
  return new Refusal(say(language, key, { usage: GRANT_USAGE, ...values }));
}

function unknownAction(name: string, catalogue: Catalogue, language: Language): string {
  const grantable = [...catalogue.actions].filter(([, definition]) => isGrantable(definition));
  const [nearest] = nearNames(
    name,
    grantable.map(([key]) => key),
    1,
  );
  const near = nearest === undefined ? "" : say(language, "grantNear", { name: nearest });
  return say(language, "grantUnknownAction", { name: escapeMarkup(name), near });
}

function propertiesOf(params: ActionDefinition["params"]): object {
  const { properties } = params as { readonly properties?: object }; // an object schema, as the catalogue promises
  return properties ?? {};
}
