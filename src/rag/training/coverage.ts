import type { Catalogue } from "../../engine/catalogue/catalogue.ts";
import type { MaterialExample } from "../store/example-store.ts";
import { actionsIn } from "../text/called-actions.ts";

/** Examples that each action, and each operator of the language, must have at least. */
const LEAST_EXAMPLES = { action: 8, operator: 20 } as const;

/** Ways to join calls, by how they stand in a program outside its texts. */
const OPERATORS: readonly (readonly [string, RegExp])[] = [
  [">>", />>/],
  ["&", /&/],
  ["??", /\?\?/],
  ["[if:]", /\[if:/],
  ["[each:]", /\[each:/],
  ["$x =", /\$\w+\s*=(?!=)/],
];

/** Something that has too few examples. */
export interface Gap {
  /** An action, or an operator. */
  readonly name: string;
  readonly count: number;
  readonly least: number;
}

/** The actions of a catalogue and the operators of the language with too few examples, in either language together; empty when all have enough. Pure. */
export function gapsIn(
  { actions }: Catalogue,
  examples: readonly MaterialExample[],
): readonly Gap[] {
  const texts = examples.map(({ code }) => ({ code, bare: withoutTexts(code) }));
  const called = texts.flatMap(({ code }) => [...new Set(actionsIn(code))]);
  const ofActions = [...actions.values()]
    .filter(({ tool }) => tool === undefined)
    .map(({ node, action }): Gap => {
      const name = `${node}:${action}`;
      const count = called.filter((other) => other === name).length;
      return { name, count, least: LEAST_EXAMPLES.action };
    });
  const ofOperators = OPERATORS.map(([name, pattern]): Gap => {
    const count = texts.filter(({ bare }) => pattern.test(bare)).length;
    return { name, count, least: LEAST_EXAMPLES.operator };
  });
  return [...ofActions, ...ofOperators].filter(({ count, least }) => count < least);
}

function withoutTexts(code: string): string {
  return code.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gsu, '""');
}
