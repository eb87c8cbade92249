import type { Localized } from "../base/localized.ts";
import { shownPath } from "../base/visible-text.ts";
import { cardParams, type Deed } from "../engine/catalogue/catalogue.ts";
import { type Detail, filledWith, type PlannedEffect } from "../engine/plan/effects-report.ts";
import type { PlannedCall } from "../engine/plan/planned-tree.ts";
import type { SourcedCall } from "../engine/plan/value-sources.ts";
import { hasReference } from "../engine/values/resolve-references.ts";
import type { CardDeed, CardFact } from "../security/approvals/card-content.ts";
import { type OriginOf, outsideOf } from "./value-origins.ts";

/** What a recipient calls itself, by the name that a program has for it. */
export type CalledBy = (name: string) => string;

const NOBODY_KNOWS: OriginOf = () => "unknown";

/** The words of a call's deed with its values, and what they leave out; `undefined` for an action without such words. `details` has the values as they are known now; `within` are the effects of a program that it keeps. Pure. */
export function deedOf(
  details: readonly Detail[],
  found: SourcedCall,
  {
    called,
    originOf: originOfValue = NOBODY_KNOWS,
    within = [],
  }: {
    readonly called?: CalledBy | undefined;
    readonly originOf?: OriginOf | undefined;
    readonly within?: readonly PlannedEffect[];
  },
): { readonly deed: CardDeed } | undefined {
  const { deed } = found.call.definition;
  if (deed === undefined) return undefined;
  const shown = details.map((detail) => shownDetail(detail, called));
  const say = (text: Localized): Localized => filledWith(text, shown);
  const { already, unsure, note, edits } = deed;
  const outside = outsideOf(details, found, originOfValue, within);
  return {
    deed: {
      ask: say(deed.ask),
      verb: deed.verb,
      done: say(deed.done),
      undone: say(deed.undone),
      ...(already === undefined ? {} : { already }),
      ...(edits === undefined ? {} : { edits }),
      ...(note === undefined ? {} : noteOf(say(note))),
      ...(deed.danger === true ? { isDangerous: true } : {}),
      ...(unsure === undefined ? {} : { unsure: { ...unsure, say: say(unsure.say) } }),
      facts: factsOf(deed, details, found),
      ...(outside.length === 0 ? {} : { outside }),
    },
  };
}

function noteOf(note: Localized): Pick<CardDeed, "note"> {
  return note.en === "" ? {} : { note };
}

/** Of an address the question names the host: where it leads is what decides. A recipient has its own name; a file that somebody sent is known by its name alone. */
function shownDetail(detail: Detail, called: CalledBy | undefined): Detail {
  const { role, value } = detail;
  if (role === "recipient" && value !== undefined && called !== undefined)
    return { ...detail, value: called(value) };
  if (role === "path" && value !== undefined) return { ...detail, value: shownPath(value) };
  if (role !== "host" || value === undefined || !URL.canParse(value)) return detail;
  const { hostname } = new URL(value);
  return hostname === "" ? detail : { ...detail, value: hostname };
}

/** The parameters that question and note do not tell whole. */
function factsOf(deed: Deed, details: readonly Detail[], found: SourcedCall): readonly CardFact[] {
  const told = new Set(cardParams(`${deed.ask.en} ${deed.note?.en ?? ""}`));
  const silent = new Set(deed.silent);
  return details.flatMap((detail): readonly CardFact[] => {
    const { param, role, value } = detail;
    if (silent.has(param)) return [];
    const named = { param, ...(role === undefined ? {} : { role }) };
    if (value === undefined) return [{ ...named, ...originOf(param, found) }];
    const whole = wholeText(detail, found.call);
    return told.has(param) && isTold(detail, whole) ? [] : [{ ...named, value: whole }];
  });
}

/** False where the question names only the beginning of a value, or the host of an address that is more than that. */
function isTold({ role, value = "", isCut }: Detail, whole: string): boolean {
  if (isCut === true || whole.length > value.length) return false;
  if (role !== "host" || !URL.canParse(whole)) return true;
  const { host, hostname } = new URL(whole);
  return host === hostname && [`https://${hostname}`, `https://${hostname}/`].includes(whole);
}

/** Where a value comes from that is known only while the program runs. Pure. */
export function originOf(param: string, { sources, tainted }: SourcedCall): Partial<CardFact> {
  const [source] = sources.get(param) ?? [];
  return {
    ...(source === undefined
      ? {}
      : { from: { callId: source.id, title: source.definition.description } }),
    ...(tainted.has(param) ? { tainted: true } : {}),
  };
}

/** A literal as it stands in the program; of a value with constants put in, all that is known of it. Pure. */
export function wholeText({ param, value = "", whole = value }: Detail, call: PlannedCall): string {
  const written = call.params[param];
  return typeof written === "string" && !hasReference(written) ? written : whole;
}
