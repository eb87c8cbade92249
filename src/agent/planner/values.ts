import { isLinkWord } from "../../rag/text/concepts.ts";
import type { ParticleRole } from "../../rag/text/korean.ts";
import type { Alignment } from "./align.ts";
import { extensionOf } from "./slots.ts";
import type { Slot, Template } from "./template.ts";
import type { Token } from "./token.ts";

/** What fills a slot: the value for the program. */
export interface SlotValue {
  readonly value: string;
}

/** Takes the values out of an aligned message; `undefined` when one comes to nothing. */
export function readValues(
  text: string,
  tokens: readonly Token[],
  template: Template,
  alignment: Alignment,
): readonly SlotValue[] | undefined {
  const values: SlotValue[] = [];
  for (const [index, slot] of template.slots.entries()) {
    const range = alignment.fills.get(index);
    if (range === undefined) return undefined;
    const read = readValue(text, tokens, slot, range);
    if (read.value === "") return undefined;
    values.push(read);
  }
  return values;
}

/** The program of a template with these values in it. */
export function fillCode(template: Template, values: readonly SlotValue[]): string {
  const byLiteral = new Map<number, string>();
  template.slots.forEach((slot, index) => {
    const value = values[index]?.value ?? "";
    for (const literal of slot.literals)
      byLiteral.set(literal, `${slot.prefix}${value}${slot.suffix}`);
  });
  return template.code.render(byLiteral);
}

function readValue(
  text: string,
  tokens: readonly Token[],
  slot: Slot,
  [first, last]: readonly [number, number],
): SlotValue {
  const token = tokens[first];
  if (token === undefined) return { value: "" };
  if (slot.kind === "zone") return { value: token.value };
  if (slot.kind === "extension") return same(extensionOf(token) ?? "");
  if (slot.kind === "glob" && token.kind === "word") return same(`*.${extensionOf(token) ?? ""}`);
  if (slot.kind === "numbers") {
    const numbers = tokens.slice(first, last + 1).map((one) => one.value);
    return same(numbers.join(", "));
  }
  if (first === last && token.kind !== "word" && token.kind !== "number" && token.kind !== "place")
    return same(token.value);
  if (slot.kind === "number") return same(token.value);
  return same(freeText(text, tokens, slot, first, last));
}

function same(value: string): SlotValue {
  return { value: value.trim() };
}

/** The words of a free value without what only joins it to the sentence: particles, "about", a closing please. */
function freeText(
  text: string,
  tokens: readonly Token[],
  slot: Slot,
  first: number,
  last: number,
): string {
  let from = first;
  let to = last;
  while (from < to && isEdge(tokens[from])) from += 1;
  while (to > from && isEdge(tokens[to])) to -= 1;
  const start = tokens[from]?.start ?? 0;
  const end = bodyEnd(text, tokens, slot, to);
  return text.slice(start, end).replace(/^[\s,.:;!?~-]+|[\s,.:;!?~-]+$/gu, "");
}

function isEdge(token: Token | undefined): boolean {
  if (token === undefined) return false;
  return (
    token.part === "polite" ||
    isLinkWord(token.key) ||
    (token.part === "function" && token.key === "c:file") ||
    (token.part === "function" && token.particle === "recipient")
  );
}

/** Where the last word of a value ends: before a particle that says what the value is to the request. */
function bodyEnd(text: string, tokens: readonly Token[], slot: Slot, at: number): number {
  const token = tokens[at];
  if (token === undefined) return 0;
  if (token.kind === "number")
    return /^\d/u.test(text.slice(token.start)) ? token.bodyEnd : token.end;
  if (token.particle === undefined) return token.end;
  return isOutside(token.particle, slot, tokens[at + 1]) ? token.bodyEnd : token.end;
}

/** A subject's particle is only one when a question or a command follows it; "도" and "만" belong to what was said. */
function isOutside(role: ParticleRole, slot: Slot, next: Token | undefined): boolean {
  if (role === "other") return false;
  if (role === "with") return slot.role === "with";
  if (role !== "subject" || next === undefined) return true;
  return (
    next.verb ||
    next.key.startsWith("c:") ||
    /^(?:뭐|뭘|무엇|누구|어디|언제|얼마|몇)/u.test(next.value)
  );
}
