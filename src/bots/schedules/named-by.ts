import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import { spokenName } from "../../scheduler/ledger/schedule-words.ts";

/** How words call a schedule: by its name or words of it, and by what kind of thing it is. */
export interface Called {
  readonly what?: string | undefined;
  readonly kind?: string | undefined;
}

/** How much of a name must be said: some words of it, or one for each of them. */
export type HowMuch = "some" | "every";

const IS_BRIEFING = /브리핑|briefing/iu;

/** Waking is called otherwise than what is shown then. */
const WAKING = /기상|깨우|깨워|일어나|일어날|모닝콜|\bwak(?:e|ing)\b|\bget(?:ting)?\s+up\b/iu;

/** What stands at the end of a Korean word. */
const PARTICLE =
  /(?<=[가-힣])(?:에게서?|한테서?|으로|이랑|하고|에서|부터|까지|이라는|라는|을|를|은|는|이|가|도|에|로|와|과|랑|의|만)$/u;

/** Words that name nothing by themselves. */
const EMPTY =
  /^(?:the|my|a|an|one|ones|that|this|to|for|about|of|at|on|please|thing|거|것|건|그|이|저|내|제|그거|이거)$/iu;

/** Those that are called so: by the whole name, or else by words of it without their particles; a briefing also by what it is, and waking by any word for it. */
export function namedBy(
  { what = "", kind = "" }: Called,
  own: readonly Schedule[],
  howMuch: HowMuch = "some",
): readonly Schedule[] {
  const said = [what, `${what} ${kind}`].map(plain).filter((one) => one !== "");
  const exact = own.filter((each) => namesOf(each).some((name) => said.includes(plain(name))));
  if (exact.length > 0) return exact;
  const words = wordsIn(what);
  if (words.length === 0)
    return IS_BRIEFING.test(kind)
      ? own.filter(({ name, program }) => IS_BRIEFING.test(name) || program.includes("_briefing"))
      : [];
  if (WAKING.test(what)) return own.filter(({ name }) => WAKING.test(name));
  return own.filter((each) => {
    const name = spokenName(each);
    const isWhole = howMuch === "some" || wordsIn(name).every((part) => isAmong(part, words));
    return isWhole && words.every((word) => includes(plain(name), word));
  });
}

function namesOf(schedule: Schedule): readonly string[] {
  return [schedule.name, spokenName(schedule)];
}

function wordsIn(text: string): readonly string[] {
  return text.split(/\s+/u).filter((word) => plain(word) !== "" && !EMPTY.test(word));
}

function isAmong(part: string, words: readonly string[]): boolean {
  return words.some((word) => includes(plain(part), word));
}

function includes(name: string, word: string): boolean {
  const bare = plain(word).replace(PARTICLE, "");
  return name.includes(plain(word)) || (bare.length > 1 && name.includes(bare));
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
