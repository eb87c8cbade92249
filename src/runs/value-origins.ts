import { isJsonObject, type Json } from "../base/json.ts";
import type { Role } from "../engine/catalogue/catalogue.ts";
import type { Detail, PlannedEffect } from "../engine/plan/effects-report.ts";
import { decidesEffect } from "../engine/plan/taint-of-literals.ts";
import type { SourcedCall } from "../engine/plan/value-sources.ts";
import { createSaid } from "../security/access/quoted-by-person.ts";
import type { CardDeed, OutsideSource } from "../security/approvals/card-content.ts";
import type { StepResult } from "./journal.ts";

/** Whose a value is that stands in a program: the person's, or of a text that was read, `unknown` where nobody can tell of which. */
export type OriginOf = (value: string, role: Role) => "person" | OutsideSource | "unknown";

type Outside = NonNullable<CardDeed["outside"]>;

/** Where what an action gives was read. */
const READ_BY: Readonly<Record<string, OutsideSource>> = {
  "source:web_search": "search",
  "source:search_news": "search",
  "source:headlines": "search",
  "source:crawl": "page",
  "source:feed": "page",
  "source:unread": "page",
  "source:page_changes": "page",
  "interface:navigate": "page",
  "interface:snapshot": "page",
  "system:read": "file",
  "source:read_picture": "file",
};

/**
 * Tells values apart by what the person said or pressed, and by what the programs of the turn read before. What the person said is theirs. Who gets something, where it is, what
 * runs and what is opened is somebody else's where nothing tells; a day or an hour only where a text that was read has it, which is no file of the person's, or nothing is known of what was read. Pure.
 */
export function originsIn(own: readonly string[], results: readonly StepResult[]): OriginOf {
  const answers = results.filter(isAnswer).map(({ text }) => text);
  const isSaid = createSaid([...own, ...answers]);
  const read = results
    .filter((each) => each.tainted && !isAnswer(each))
    .map(({ node, action, text }) => ({
      from: READ_BY[`${node}:${action}`],
      has: createSaid([text]),
    }));
  return (value, role) => {
    if (isSaid(value, role)) return "person";
    const found = read.filter(({ has }) => has(value, role));
    const known = found.flatMap(({ from }) => from ?? []);
    if (role !== "subject" || !WHEN.test(value)) return known[0] ?? "unknown";
    if (known.includes("file")) return "person";
    return found.length > 0 || read.length === 0 ? (known[0] ?? "unknown") : "person";
  };
}

/** A time, a span or how often something comes, as programs write it. */
const WHEN =
  /^(?:[\d\s:/.,T*+-]*\d[\d\s:/.,T*smhdw+-]*|daily|weekly|monthly|yearly|weekdays|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)$/iu;

function isAnswer({ node, action }: Pick<StepResult, "node" | "action">): boolean {
  return node === "system" && action === "ask_user";
}

/** The values of a call that text of others decided. `within` are the effects of a program that it keeps. Pure. */
export function outsideOf(
  details: readonly Detail[],
  found: SourcedCall,
  originOf: OriginOf,
  within: readonly PlannedEffect[] = [],
): Outside {
  const { call, sources, tainted } = found;
  const isDoubtful = ({ param, tainted: isLiteral }: Detail): boolean =>
    (isLiteral === true || tainted.has(param)) && decidesEffect(call.definition, param);
  return details.filter(isDoubtful).flatMap(({ param, role, value, whole = value }): Outside => {
    const from = sources.get(param) ?? [];
    if (role === undefined) return [];
    if (from.length > 0) return resultOf(from, role, value);
    const written = call.params[param] ?? null;
    if (isKept(call, param, within)) return keptIn(written, within, originOf);
    const texts = typeof written === "string" ? [whole ?? written] : textsIn(written);
    return texts.flatMap((text) => outsideIn(text, role, originOf));
  });
}

/** What other calls gave. Which of the person's own files it is was asked for by a name that nobody else gave. */
function resultOf(
  calls: readonly SourcedCall["call"][],
  role: Role,
  value: string | undefined,
): Outside {
  if (role === "path" && calls.every(listsOwnFiles)) return [];
  const [from] = calls.flatMap(
    ({ definition: { node, action } }) => READ_BY[`${node}:${action}`] ?? [],
  );
  return [{ role, ...(from && { from }), ...(value === undefined ? {} : { value }) }];
}

/** What a program that is kept opens and does. */
function keptIn(code: Json, within: readonly PlannedEffect[], originOf: OriginOf): Outside {
  const opened = addressesIn(code).flatMap((address) => outsideIn(address, "host", originOf));
  const made = textsIn(code).filter((text) => text.includes("${"));
  return [
    ...opened.map(({ role: _role, ...rest }) => rest),
    ...made.map((value) => ({ value })),
    ...insideOf(within, originOf),
  ];
}

function outsideIn(value: string, role: Role, originOf: OriginOf): Outside {
  const origin = originOf(value, role);
  if (origin === "person") return [];
  return [{ role, value, ...(origin === "unknown" ? {} : { from: origin }) }];
}

function listsOwnFiles({ definition: { node, action }, tainted }: SourcedCall["call"]): boolean {
  return node === "system" && (action === "find" || action === "list") && tainted.length === 0;
}

/** True for the text of a program that is kept and was planned with its call, and for one that only looks. */
function isKept(
  { definition: { runs } }: SourcedCall["call"],
  param: string,
  within: readonly PlannedEffect[],
): boolean {
  if (runs?.when !== "later" || within.length === 0) return false;
  return param === "pipeline" || param === "watch";
}

/** The addresses in a program, and what its calls begin with that may be one. */
function addressesIn(code: Json): readonly string[] {
  return textsIn(code).flatMap((text) => [
    ...(text.match(/https?:\/\/[^\s"'\\)]+/gu) ?? []),
    ...[...text.matchAll(/\]\(\\?"([\w-]+(?:\.[\w-]+)+(?:[/:?#][^"\\]*)?)\\?"/gu)].flatMap(
      ([, address]) => address ?? [],
    ),
  ]);
}

function insideOf(within: readonly PlannedEffect[], originOf: OriginOf): Outside {
  return within.flatMap(({ effect, details }) =>
    details.flatMap(({ role, tainted, value, whole = value }): Outside => {
      if (tainted !== true || role === undefined || (role === "path" && effect === "read"))
        return [];
      return whole === undefined ? [{ role }] : outsideIn(whole, role, originOf);
    }),
  );
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
