import { isJsonObject } from "../../base/json.ts";
import type { ActionDefinition, Catalogue } from "../catalogue/catalogue.ts";
import { verbsOf } from "../catalogue/catalogue-parse.ts";
import type { Diagnostic, Span } from "../language/diagnostics.ts";
import { nearNames } from "../language/nearest-name.ts";
import { parse } from "../language/parser.ts";
import { type Call, callsOf } from "../language/tree.ts";
import {
  actionNames,
  declares,
  nodeNames,
  type ResolutionProblem,
  resolveCall,
} from "./resolve.ts";
import { toolsOf } from "./tool-action.ts";

/** Longest program that is corrected, in UTF-16 units: a person reads the whole of it on a card. */
const MAX_LENGTH = 4000;

/** Corrections of corrections: an unknown node hides an unknown action, which hides an unknown parameter. */
const MAX_ROUNDS = 5;

/** A program that cannot run, and how to find out what is wrong with another. */
export interface CorrectionRequest {
  readonly source: string;
  /** All that parsing or planning `source` had to say. */
  readonly problems: readonly Diagnostic[];
  readonly catalogue: Catalogue;
  /** Parses and plans a program; empty for one that may run. */
  readonly problemsOf: (source: string) => readonly Diagnostic[];
}

/**
 * The person's own program with every mistake mended, where each has just one likely correction: what the parser is sure of, and
 * the one near name of an unknown node, action, type or parameter. `undefined` unless the result parses and plans. Pure.
 */
export function correctionOf(request: CorrectionRequest): string | undefined {
  let { source, problems } = request;
  if (problems.length === 0 || source.length > MAX_LENGTH) return undefined;
  for (let round = 0; round < MAX_ROUNDS && problems.length > 0; round += 1) {
    const mended = mendedOnce(source, problems, request.catalogue);
    if (mended === undefined) return undefined;
    source = mended;
    problems = request.problemsOf(mended);
  }
  return problems.length === 0 ? source : undefined;
}

/** A piece of the source and what is to stand there. */
interface Replacement {
  readonly span: Span;
  readonly text: string;
}

function mendedOnce(
  source: string,
  problems: readonly Diagnostic[],
  catalogue: Catalogue,
): string | undefined {
  const parsed = parse(source);
  if (!parsed.ok) return problems[0]?.correction;
  const replacements = parsed.program.statements
    .flatMap(({ body }) => callsOf(body))
    .flatMap((call) => replacementsOf(source, call, catalogue))
    .sort((left, right) => right.span.start - left.span.start);
  if (replacements.length === 0) return undefined;
  return replacements.reduce(
    (text, { span, text: name }) => text.slice(0, span.start) + name + text.slice(span.end),
    source,
  );
}

function replacementsOf(source: string, call: Call, catalogue: Catalogue): readonly Replacement[] {
  const resolution = resolveCall(catalogue, call);
  if (resolution.ok) return paramReplacements(source, call, resolution);
  const replacement = nameReplacement(source, call, resolution.problem, catalogue);
  return replacement === undefined ? [] : [replacement];
}

function nameReplacement(
  source: string,
  call: Call,
  { code }: ResolutionProblem,
  catalogue: Catalogue,
): Replacement | undefined {
  const { places, node, action } = call;
  if (places === undefined) return undefined;
  switch (code) {
    case "unknown-node":
      return replacing(source, places.node, node, onlyNear(node, nodeNames(catalogue)));
    case "unknown-action":
      return actionReplacement(source, call, catalogue);
    case "unknown-type": {
      const types = Object.keys(verbsOf(catalogue, node).get(action)?.routes ?? {});
      const type = String(call.params["type"]);
      return replacing(
        source,
        valueSpan(source, places.params.get("type"), type),
        type,
        onlyNear(type, types),
      );
    }
    case "unknown-tool": {
      const [name] = call.args;
      if (typeof name !== "string") return undefined;
      const near = onlyNear(name, toolsOf(catalogue).keys());
      return replacing(source, keySpan(source, places.args[0], name), name, near);
    }
    case "missing-type":
    case "missing-tool":
      return undefined;
  }
}

/** The one near action of the node, or the one other node that has the action by this very name; not when there are both. */
function actionReplacement(
  source: string,
  { places, node, action }: Call,
  catalogue: Catalogue,
): Replacement | undefined {
  const near = nearNames(action, actionNames(catalogue, node), 2);
  const others = catalogue.nodes.filter((other) => catalogue.actions.has(`${other}:${action}`));
  if (near.length + others.length !== 1) return undefined;
  return near.length === 1
    ? replacing(source, places?.action, action, near[0])
    : replacing(source, places?.node, node, others[0]);
}

/** Each parameter that the action does not know becomes the one near name that is still free. */
function paramReplacements(
  source: string,
  call: Call,
  resolved: { readonly definition: ActionDefinition; readonly usesType: boolean },
): readonly Replacement[] {
  const { definition, usesType } = resolved;
  if (definition.params["additionalProperties"] !== false) return [];
  const isKnown = (name: string): boolean =>
    declares(definition, name) || (usesType && name === "type");
  const isTaken = (name: string): boolean =>
    call.params[name] !== undefined || (call.args.length > 0 && name === definition.target);
  const unknown = Object.keys(call.params).filter((name) => !isKnown(name));
  const found = unknown.flatMap((name) => {
    const near = onlyNear(name, propertyNames(definition));
    if (near === undefined || isTaken(near)) return [];
    const replacement = replacing(
      source,
      keySpan(source, call.places?.params.get(name), name),
      name,
      near,
    );
    return replacement === undefined ? [] : [replacement];
  });
  return new Set(found.map(({ text }) => text)).size === found.length ? found : [];
}

function propertyNames(definition: ActionDefinition): readonly string[] {
  const properties = definition.params["properties"];
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

function onlyNear(name: string, candidates: Iterable<string>): string | undefined {
  const near = nearNames(name, candidates, 2);
  return near.length === 1 ? near[0] : undefined;
}

/** Replaces a name only where it really stands: inside text that was unwrapped, places are near but not exact. */
function replacing(
  source: string,
  span: Span | undefined,
  name: string,
  text: string | undefined,
): Replacement | undefined {
  if (span === undefined || text === undefined) return undefined;
  const written = source.slice(span.start, span.end);
  return written.toLowerCase() === name.toLowerCase() ? { span, text } : undefined;
}

/** Where the key of a parameter stands, without its quotes. */
function keySpan(source: string, param: Span | undefined, name: string): Span | undefined {
  if (param === undefined) return undefined;
  const start = source.startsWith(name, param.start) ? param.start : param.start + 1;
  return { start, end: start + name.length };
}

/** Where a parameter's value stands, without its quotes. */
function valueSpan(source: string, param: Span | undefined, value: string): Span | undefined {
  if (param === undefined) return undefined;
  const offset = source.slice(param.start, param.end).lastIndexOf(value);
  const start = param.start + offset;
  return offset < 0 ? undefined : { start, end: start + value.length };
}
