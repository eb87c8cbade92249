import { z } from "zod";
import type { Catalogue, Example } from "../../engine/catalogue/catalogue.ts";

const PHRASINGS = z.array(z.string().min(1)).default([]);

const FILE = z.strictObject({
  use: z.enum(["all", "search", "step"]).default("all"),
  examples: z
    .array(z.strictObject({ ko: PHRASINGS, en: PHRASINGS, code: z.string().min(1) }))
    .default([]),
  small_talk: z.strictObject({ ko: PHRASINGS, en: PHRASINGS }).default({ ko: [], en: [] }),
});

/** What a file under data/examples holds. */
export interface ExampleFile {
  /**
   * `search`: the phrasings are found and shown, but may leave values of their programs open, which are `…` there, so no program is made of them by filling in.
   * `step`: they say what to do with the result of the step before, so they stand for a whole request nowhere.
   */
  readonly use: "all" | "search" | "step";
  readonly examples: readonly Example[];
  /** What asks for nothing that the service does. */
  readonly smallTalk: readonly string[];
}

/** The content of a file, or what is wrong with it: the place as keys, and a sentence. */
export type ParsedExamples =
  | { readonly ok: true; readonly file: ExampleFile }
  | {
      readonly ok: false;
      readonly problems: readonly {
        readonly path: readonly string[];
        readonly message: string;
      }[];
    };

/** Reads the content of a file under data/examples: `{use: search|step, examples: [{ko: […], en: […], code}], small_talk: {ko: […], en: […]}}`, each part optional. */
export function parseExamples(value: unknown): ParsedExamples {
  const parsed = FILE.safeParse(value);
  if (parsed.success) return { ok: true, file: fileOf(parsed.data) };
  const problems = parsed.error.issues.map((issue) => ({
    path: issue.path.map(String),
    message: issue.message,
  }));
  return { ok: false, problems };
}

/** The same of a content that was read before without a problem, which is not looked at again. */
export function goodExamples(value: unknown): ExampleFile {
  const given = value as z.input<typeof FILE>; // `parseExamples` has taken it
  const talk = given.small_talk ?? {};
  return fileOf({
    use: given.use ?? "all",
    examples: (given.examples ?? []).map(({ ko = [], en = [], code }) => ({ ko, en, code })),
    small_talk: { ko: talk.ko ?? [], en: talk.en ?? [] },
  });
}

function fileOf({ use, examples, small_talk: { ko, en } }: z.output<typeof FILE>): ExampleFile {
  return { use, examples, smallTalk: [...ko, ...en] };
}

/** All that data/ says of how people ask, beside the catalogue. */
export interface ExampleShelf {
  /** Whose values all stand in their phrasings. */
  readonly whole: readonly Example[];
  /** For search alone. */
  readonly hints: readonly Example[];
  /** For what follows on another step. */
  readonly steps: readonly Example[];
  readonly smallTalk: readonly string[];
}

/** Puts the contents of files together. */
export function shelfOf(files: readonly ExampleFile[]): ExampleShelf {
  const examplesFor = (use: ExampleFile["use"]): readonly Example[] =>
    files.filter((file) => file.use === use).flatMap(({ examples }) => examples);
  return {
    whole: examplesFor("all"),
    hints: examplesFor("search"),
    steps: examplesFor("step"),
    smallTalk: files.flatMap(({ smallTalk }) => smallTalk),
  };
}

/** A phrasing and the program that answers it; `source` says where it comes from (`system:delete`, `common`). */
export interface Phrasing {
  readonly intent: string;
  readonly code: string;
  readonly source: string;
}

/** One entry for each phrasing of the catalogue's examples, and of `common`, whose source is "common". */
export function phrasingsOf(catalogue: Catalogue, common: readonly Example[]): readonly Phrasing[] {
  const ofActions = [...catalogue.actions.values()].flatMap(({ node, action, examples }) =>
    examples.flatMap((example) => phrasings(example, `${node}:${action}`)),
  );
  return [...ofActions, ...common.flatMap((example) => phrasings(example, "common"))];
}

/** One entry for each phrasing of what follows on another step. */
export function stepPhrasings({ steps }: ExampleShelf): readonly Phrasing[] {
  return steps.flatMap((example) => phrasings(example, "step"));
}

function phrasings(example: Example, source: string): readonly Phrasing[] {
  return [...example.ko, ...example.en].map((intent) => ({ intent, code: example.code, source }));
}
