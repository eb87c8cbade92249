import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { ActionDefinition, Catalogue } from "../catalogue/catalogue.ts";
import { verbsOf } from "../catalogue/catalogue-parse.ts";
import { formulaMeant } from "../language/foreign/formulas.ts";
import { parseCondition } from "../language/formula.ts";
import { nearNames } from "../language/nearest-name.ts";
import { printValue } from "../language/printer.ts";
import type { Call } from "../language/tree.ts";
import { bindCall } from "./bind.ts";
import { actionNames, propertyNames, resolveCall } from "./resolve.ts";
import { calledAs } from "./tool-action.ts";

/** Most readings of a call that are tried. */
const MOST_READINGS = 40;

/** Names by which other tools know a parameter; of those in a line an action has at most one that is meant. */
const SAME_PARAMETERS: readonly (readonly string[])[] = [
  "content text body data message value contents markdown input",
  "message text body content msg",
  "to recipient target contact receiver chat channel user email address",
  "count limit n max max_results num num_results top k size number results top_k maximum amount",
  "limit count n max max_results num top number",
  "path file filename file_name file_path filepath name dest destination",
  "source from src path file old_path input",
  "destination to dest dst target new_path path output",
  "old find search from before pattern old_text old_string",
  "new replace to replacement with after new_text new_string",
  "query q keyword keywords search term text search_query topic question",
  "language lang locale hl",
  "order direction sort_order dir",
  "where condition filter predicate expression if",
  "by key field column on group_by sort_by",
  "url link href address uri page",
  "symbol ticker stock code name query",
  "place city location where region query",
  "timezone tz zone time_zone",
  "time at when hour",
  "date day on when",
  "title name subject heading label",
  "name title id event",
  "pipeline program code steps script",
  "options choices buttons answers",
  "question prompt text message",
  "script code javascript js expression",
  "task message content text add item todo",
  "add task content text item todo title",
  "workflow name title",
].map((line) => line.split(" "));

/** Nodes by the names of what they reach. */
const NODE_WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:web|http|internet|search|news|api|data|info|finance|stocks?)$/, "source"],
  [/^(?:telegram|discord|kakao|email|mail|chat|slack|sms|message)$/, "messenger"],
  [/^(?:file|files|fs|os|shell|io|calendar|time|todo|schedule|list|text|core|std)$/, "system"],
];

/**
 * The call as it was meant, where one reading of it is right by itself: an action or parameter known by another name, values in the order
 * of the parameters, and values of another type that say the same. `undefined` where nothing is certain. Pure.
 */
export function mendCall(catalogue: Catalogue, call: Call, hasPrevious: boolean): Call | undefined {
  for (const reading of namesOf(catalogue, call).slice(0, MOST_READINGS)) {
    const resolution = resolveCall(catalogue, reading);
    if (!resolution.ok) continue;
    const { definition, usesType } = resolution;
    const problems = (tried: Call): number =>
      bindCall(definition, tried, { hasPrevious, usesType }).problems.length +
      badConditions(definition, tried);
    if (problems(reading) === 0) return reading === call ? undefined : reading;
    const mended = withParams(definition, reading, usesType);
    if (problems(mended) === 0) return mended;
  }
  return undefined;
}

/** How many of a call's conditions on items cannot be read. */
function badConditions({ conditions, target }: ActionDefinition, { args, params }: Call): number {
  const written = conditions.map((name) => params[name] ?? (name === target ? args[0] : undefined));
  return written.filter(
    (text) => typeof text === "string" && !parseCondition(text, { fields: true }).ok,
  ).length;
}

/** The call itself where its action is known, else calls of the actions that its name may mean, likeliest first. */
function namesOf(catalogue: Catalogue, call: Call): readonly Call[] {
  const resolution = resolveCall(catalogue, call);
  if (resolution.ok) return [call];
  // The verb is there: what is missing is its type, and no other action is meant.
  if (/-type$/.test(resolution.problem.code)) return [];
  const words = wordsOf(call.action);
  const meantNode = NODE_WORDS.find(([written]) => written.test(call.node))?.[1];
  const isKnown = catalogue.nodes.includes(call.node);
  const nodes = isKnown
    ? [call.node]
    : meantNode === undefined
      ? nearNames(call.node, catalogue.nodes, 1)
      : [meantNode];
  const all = isKnown
    ? [...nodes, ...catalogue.nodes.filter((node) => node !== call.node)]
    : [...nodes, ...catalogue.nodes];
  const named = (node: string, action: string): Call => ({ ...call, node, action });
  const has = (node: string, action: string): boolean =>
    catalogue.actions.has(`${node}:${action}`) || verbsOf(catalogue, node).has(action);
  const exact = [...new Set(all)].filter((node) => catalogue.actions.has(`${node}:${call.action}`));
  return [
    ...(exact.length === 1 || has(nodes[0] ?? "", call.action)
      ? exact.map((node) => named(node, call.action))
      : []),
    ...all.flatMap((node) =>
      actionNames(catalogue, node)
        .filter((action) => sameWords(wordsOf(action), words))
        .map((action) => named(node, action)),
    ),
    ...nodes.flatMap((node) => [
      ...[
        ...words.filter((word) => catalogue.actions.has(`${node}:${word}`)),
        ...words.filter((word) => has(node, word)),
      ].map((word) => named(node, word)),
      ...nearNames(call.action, actionNames(catalogue, node), 1).map((action) =>
        named(node, action),
      ),
    ]),
  ];
}

function wordsOf(name: string): readonly string[] {
  return name.split(/_+/).filter((word) => word !== "");
}

function sameWords(one: readonly string[], other: readonly string[]): boolean {
  const isSame = one.join("") === other.join("");
  return isSame || (one.length === other.length && one.every((word) => other.includes(word)));
}

/** The call with its values under the names and in the types that its action has. */
function withParams(definition: ActionDefinition, call: Call, usesType: boolean): Call {
  const named = withKnownNames(definition, call, usesType);
  const placed = withPlacedValues(definition, named);
  const { target, conditions } = definition;
  const [first, ...others] = placed.args;
  const isCondition = target !== undefined && conditions.includes(target);
  const args =
    isCondition && typeof first === "string" ? [conditionMeant(first), ...others] : placed.args;
  return { ...placed, args, params: typed(definition, placed.params) };
}

/** A condition on items without the function that other languages put around it: `x => x.size > 1`, `lambda x: x["size"] > 1`. */
function conditionMeant(written: string): string {
  const arrow =
    /^\s*(?:lambda\s+([\p{L}_][\p{L}\p{N}_]*)\s*:|\(?\s*([\p{L}_][\p{L}\p{N}_]*)\s*\)?\s*=>)\s*/u.exec(
      written,
    );
  const item = arrow?.[1] ?? arrow?.[2];
  if (arrow === null || item === undefined) return formulaMeant(written);
  const fields = written
    .slice(arrow[0].length)
    .replace(
      new RegExp(String.raw`(?<![\p{L}\p{N}_.$])${item}\[(["'])([\p{L}_]\w*)\1\]`, "gu"),
      "$2",
    )
    .replace(new RegExp(String.raw`(?<![\p{L}\p{N}_.$])${item}\.`, "gu"), "");
  return formulaMeant(fields);
}

/** Whether a name that a call gives may mean one of its parameters that has no value yet. Pure. */
export function takesParam(definition: ActionDefinition, call: Call, written: string): boolean {
  return meantParam(definition, written, call) !== undefined;
}

/** Whether nothing is given for a parameter. */
function isFree({ target }: ActionDefinition, { args, params }: Call, name: string): boolean {
  return params[name] === undefined && !(name === target && args.length > 0);
}

function withKnownNames(definition: ActionDefinition, call: Call, usesType: boolean): Call {
  const names = propertyNames(definition);
  const isKnown = (name: string): boolean => names.includes(name) || (usesType && name === "type");
  let read = call;
  for (const [name, value] of Object.entries(call.params)) {
    const meant = isKnown(name) ? undefined : meantParam(definition, name, read);
    if (meant === undefined) continue;
    const { [name]: _written, ...params } = read.params;
    read = { ...read, params: { ...params, [meant]: value } };
  }
  return read;
}

/** Values in parentheses that are too many, stand where none does, or stand in braces as well. */
function withPlacedValues(definition: ActionDefinition, call: Call): Call {
  const { target } = definition;
  const { args, params } = call;
  const [first, ...others] = args;
  if (first === undefined) return call;
  const free = requiredOf(definition).filter((name) => isFree(definition, call, name));
  const [only, another] = free;
  if (others.length === 0 && target !== undefined && params[target] === first) {
    const { [target]: _same, ...rest } = params;
    return { ...call, params: rest };
  }
  const isMisplaced = target === undefined || params[target] !== undefined;
  if (isMisplaced && others.length === 0)
    return only === undefined || another !== undefined
      ? call
      : { ...call, args: [], params: { ...params, [only]: first } };
  const { input } = definition;
  const listParam = input?.as === "items" ? input.param : undefined;
  const places = free.filter((name) => !isReach(definition, name) && name !== listParam);
  if (others.length === 0 || others.length > places.length) return call;
  const given = others.map((value, index) => [places[index] ?? "", value] as const);
  return { ...call, args: [first], params: { ...params, ...Object.fromEntries(given) } };
}

/** Whom a call reaches is never guessed from the order of its values. */
function isReach({ roles }: ActionDefinition, param: string): boolean {
  const role = roles[param];
  return role === "recipient" || role === "command" || role === "host" || role === "code";
}

function requiredOf({ params }: ActionDefinition): readonly string[] {
  const { required } = params;
  return Array.isArray(required) ? required.map(String) : [];
}

/** The one free parameter that a name may mean: by another of its names, a near spelling, or since it alone is missing. */
function meantParam(definition: ActionDefinition, written: string, call: Call): string | undefined {
  const name = written
    .toLowerCase()
    .replace(/^[-$]+/, "")
    .replaceAll("-", "_");
  const free = propertyNames(definition).filter((param) => isFree(definition, call, param));
  if (free.includes(name)) return name;
  const same = free.filter((param) =>
    SAME_PARAMETERS.some(([first, ...others]) => first === param && others.includes(name)),
  );
  const required = requiredOf(definition);
  const needed = same.filter((param) => required.includes(param));
  if (same.length === 1 || needed.length === 1) return needed[0] ?? same[0];
  const near = nearNames(name, free, 2);
  return near.length === 1 ? near[0] : undefined;
}

/** Values of another type that say the same: `yes` for true, words for a list, a number in words; none for what is not given. */
function typed(definition: ActionDefinition, given: JsonObject): JsonObject {
  const { properties } = definition.params;
  const required = requiredOf(definition);
  const entries = Object.entries(given)
    .filter(([name, value]) => value !== null || required.includes(name))
    .map(([name, value]) => {
      const schema = isJsonObject(properties) ? properties[name] : undefined;
      // Of several things that each are what a call is about, none is their names together.
      const isOneOf = name === definition.target && Array.isArray(value);
      const meant = isJsonObject(schema) && !isOneOf ? valueMeant(schema, value) : value;
      const isCondition = definition.conditions.includes(name) && typeof meant === "string";
      return [name, isCondition ? conditionMeant(meant) : meant] as const;
    });
  return Object.fromEntries(entries);
}

const NUMBER_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split(
  " ",
);

function valueMeant(schema: JsonObject, value: Json): Json {
  const { enum: allowed, type } = schema;
  if (typeof value === "object") return type === "string" ? textMeant(value) : value;
  const text = String(value).trim().toLowerCase();
  if (Array.isArray(allowed))
    return allowed.includes(value) ? value : choiceMeant(allowed, text, value);
  switch (type) {
    case "boolean":
      return TRUTHS.find(([written]) => written.test(text))?.[1] ?? value;
    case "integer":
    case "number":
      return NUMBER_WORDS.includes(text) ? NUMBER_WORDS.indexOf(text) : value;
    case "array":
      return typeof value === "string" ? listMeant(value) : value;
    default:
      return value;
  }
}

/** A list of plain texts where one text is wanted. */
function textMeant(value: Json): Json {
  return Array.isArray(value) && value.every(isPlainText) ? value.join(", ") : value;
}

const TRUTHS: readonly (readonly [RegExp, boolean])[] = [
  [/^(?:yes|y|on|1|true)$/, true],
  [/^(?:no|n|off|0|false)$/, false],
];

function choiceMeant(allowed: readonly Json[], text: string, value: Json): Json {
  const names = allowed.map(String);
  const begun = names.filter(
    (name) => name.length > 1 && (text.startsWith(name) || name.startsWith(text)),
  );
  // A number is another one, however near it is spelt.
  const near = /\d/.test(text) ? undefined : nearNames(text, names, 1)[0];
  return (begun.length === 1 ? begun[0] : near) ?? value;
}

function listMeant(text: string): Json {
  return text.startsWith("$") ? text : text.split(/\s*,\s*/).filter((part) => part !== "");
}

/** True for a text that is not the name of a call without its brackets. */
function isPlainText(item: Json): boolean {
  return typeof item === "string" && !/^[^\s:]+:[^\s:]+$/.test(item);
}

/**
 * How an action is called, with the values of the line where they are known and what else it takes in angle brackets:
 * `[system:write]("a.md") {content: <the text to write>}`. Pure.
 */
export function formOf(definition: ActionDefinition, call: Call): string {
  const { target, node, action, tool } = definition;
  const required = requiredOf(definition);
  const { params } = call;
  const textOf = (name: string): string => {
    const value = name === target ? (call.args[0] ?? params[name]) : params[name];
    return value === undefined ? slotOf(definition, name) : printValue(value);
  };
  const isWritten = (name: string): boolean =>
    required.includes(name) || params[name] !== undefined;
  const hasTarget = target !== undefined && (call.args.length > 0 || isWritten(target));
  const names = propertyNames(definition).filter((name) => name !== target);
  const pairs = (chosen: readonly string[]): string =>
    chosen.map((name) => `${name}: ${textOf(name)}`).join(", ");
  const [needed, others] = [names.filter(isWritten), names.filter((name) => !isWritten(name))];
  const head =
    tool === undefined ? `[${node}:${action}]` : `[${calledAs(definition).replace("(", "](")}`;
  const parens = tool === undefined && hasTarget ? `(${textOf(target)})` : "";
  const braces = needed.length === 0 ? "" : ` {${pairs(needed)}}`;
  return `${head}${parens}${braces}${others.length === 0 ? "" : `; also ${pairs(others)}`}`;
}

/** What a parameter takes, in angle brackets. */
function slotOf({ params }: ActionDefinition, name: string): string {
  const { properties } = params;
  const schema = isJsonObject(properties) ? properties[name] : undefined;
  const { description, enum: allowed, type } = isJsonObject(schema) ? schema : {};
  if (Array.isArray(allowed)) return `<${allowed.join("|")}>`;
  const words = [description, type].find((text) => typeof text === "string");
  return `<${words ?? name}>`;
}
