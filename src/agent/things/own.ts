import { askedOfShown, asksSomething, readPassage } from "./passages.ts";
import { openedIn, reading } from "./pointed.ts";
import type { KnownThings, ThingPlan } from "./said.ts";
import { readOwn, readThing } from "./things.ts";

/** What a message comes to that is about one's own to-dos, memories and files, or asks for something that stands in them. */
export async function ownThing(
  text: string,
  known: KnownThings | undefined,
  before: readonly string[] | undefined,
): Promise<ThingPlan | undefined> {
  const thing = readThing(text, known, before);
  if (thing !== undefined) return thing;
  const shown = await ofShown(text, known);
  if (shown !== undefined) return shown;
  const files = asksSomething(text) ? await known?.texts?.() : undefined;
  return readPassage(text, files ?? []) ?? readOwn(text, known);
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
