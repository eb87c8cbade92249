import type { Language } from "../base/words.ts";
import type { Template } from "./planner-template.ts";
import { fillPhrasing, type SlotValue } from "./planner-values.ts";

/** All phrasings of each program, by the program of their example. */
export type Siblings = ReadonlyMap<string, readonly Template[]>;

/** Puts phrasings of the same program together. */
export function siblingsOf(templates: readonly Template[]): Siblings {
  const siblings = new Map<string, Template[]>();
  for (const template of templates) {
    const known = siblings.get(template.example.code);
    if (known === undefined) siblings.set(template.example.code, [template]);
    else known.push(template);
  }
  return siblings;
}

/**
 * What a program that was made from a phrasing does, in words: the phrasing itself, or where that is in another language than the
 * reader's the first one of the same program that is in theirs. `language` is the other one's only where there is none.
 */
export function labelOf(
  template: Template,
  values: readonly SlotValue[],
  { language, siblings }: { readonly language: Language; readonly siblings: Siblings },
): { readonly intent: string; readonly language: Language } {
  if (template.language !== language) {
    for (const sibling of siblings.get(template.example.code) ?? []) {
      const own = sibling.language === language ? valuesFor(sibling, template, values) : undefined;
      if (own !== undefined) return { intent: fillPhrasing(sibling, own), language };
    }
  }
  return { intent: fillPhrasing(template, values), language: template.language };
}

/** The words in a language for a program of the catalogue with other literals in the place of its own, by their index; `undefined` for any other program. */
export function wordsFor(
  siblings: Siblings,
  code: string,
  {
    language,
    literals,
  }: { readonly language: Language; readonly literals: ReadonlyMap<number, string> },
): string | undefined {
  const sibling = siblings.get(code)?.find((each) => each.language === language);
  if (sibling === undefined) return undefined;
  const values = sibling.slots.map(({ literals: [first = -1] }) => {
    const value = literals.get(first) ?? "";
    return { value, shown: value };
  });
  return fillPhrasing(sibling, values);
}

/** The values in the order in which another phrasing names them; `undefined` where it names others. */
function valuesFor(
  { slots }: Template,
  template: Template,
  values: readonly SlotValue[],
): readonly SlotValue[] | undefined {
  if (slots.length !== template.slots.length) return undefined;
  const found = slots.flatMap(({ literals: [first = -1] }) => {
    const index = template.slots.findIndex(({ literals }) => literals.includes(first));
    return values[index] ?? [];
  });
  return found.length === slots.length ? found : undefined;
}
