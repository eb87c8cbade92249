import { z } from "zod";
import type { Catalogue, Example } from "../engine/catalogue.ts";
import type { PlannerExample } from "./planner-template.ts";

const FILE = z.strictObject({
  examples: z.array(
    z.strictObject({
      ko: z.array(z.string().min(1)).default([]),
      en: z.array(z.string().min(1)).default([]),
      code: z.string().min(1),
    }),
  ),
});

/** The examples of a file under data/examples, or what is wrong with it: the place as keys, and a sentence. */
export type ParsedExamples =
  | { readonly ok: true; readonly examples: readonly Example[] }
  | {
      readonly ok: false;
      readonly problems: readonly {
        readonly path: readonly string[];
        readonly message: string;
      }[];
    };

/** Reads the content of a file under data/examples: `{examples: [{ko: […], en: […], code}]}`. */
export function parseExamples(value: unknown): ParsedExamples {
  const parsed = FILE.safeParse(value);
  if (parsed.success) return { ok: true, examples: parsed.data.examples };
  const problems = parsed.error.issues.map((issue) => ({
    path: issue.path.map(String),
    message: issue.message,
  }));
  return { ok: false, problems };
}

/** One entry for each phrasing of the catalogue's examples and of `common`, whose source is "common". */
export function plannerExamples(
  catalogue: Catalogue,
  common: readonly Example[],
): readonly PlannerExample[] {
  const ofActions = [...catalogue.actions.values()].flatMap((definition) =>
    definition.examples.flatMap((example) =>
      phrasings(example, `${definition.node}:${definition.action}`),
    ),
  );
  return [...ofActions, ...common.flatMap((example) => phrasings(example, "common"))];
}

function phrasings(example: Example, source: string): readonly PlannerExample[] {
  return [...example.ko, ...example.en].map((intent) => ({ intent, code: example.code, source }));
}
