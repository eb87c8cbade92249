import { askedOfShown, asksSomething, readPassage } from "./passages.ts";
import { openedIn, reading } from "./pointed.ts";
import type { KnownThings, ThingPlan } from "./said.ts";
import { readTableQuestion, tableInstead } from "./table-questions.ts";
import { readTableDay } from "./table-rows.ts";
import { readOwn, readThing } from "./things.ts";

/** What a message comes to that is about one's own to-dos, memories and files, or asks for something that stands in them. */
export async function ownThing(
  text: string,
  known: KnownThings | undefined,
  before: readonly string[] | undefined,
): Promise<ThingPlan | undefined> {
  const thing = readThing(text, known, before);
  if (thing !== undefined) return thing;
  const table = (await readTableQuestion(text, known)) ?? (await readTableDay(text, known));
  if (table !== undefined) return table;
  const shown = await ofShown(text, known);
  if (shown !== undefined) return shown;
  const files = asksSomething(text) ? await known?.texts?.() : undefined;
  const passage = readPassage(text, files ?? []);
  return passage ?? (await unworked(text, known)) ?? readOwn(text, known);
}

/** What can be done with a table that was just sent, where its answer cannot be worked out. */
async function unworked(
  text: string,
  known: KnownThings | undefined,
): Promise<ThingPlan | undefined> {
  if (known?.sent?.length !== 1) return undefined;
  return tableInstead(text, known, (await known.texts?.()) ?? []);
}

/** What answers a question about the file that was shown: its passage, or all of it. */
async function ofShown(
  text: string,
  known: KnownThings | undefined,
): Promise<ThingPlan | undefined> {
  const path = known === undefined ? undefined : openedIn(known);
  const question = path === undefined ? undefined : askedOfShown(text);
  if (path === undefined || question === undefined || !asksSomething(question)) return undefined;
  const files = (await known?.texts?.()) ?? [];
  const own = files.filter((file) => file.path === path);
  return readPassage(question, own) ?? { kind: "program", code: reading(path) };
}
