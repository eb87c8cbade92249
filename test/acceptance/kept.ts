import { type Breach, type PlacedStep, type Recording, stepsOf } from "./record.ts";

const TOLD = /^🧠 (?:Got it|기억했어요): (.+)/u;
/** Where a fact is asked for in several ways. */
const ASKED_AGAIN = /^12 .*(?:found|찾)/;
const LEAST_WAYS = 3;

/** Rule 12: what was told last is in the answer to each way of asking for it, of which there are three. */
export function recallBreaches(recording: Recording): readonly Breach[] {
  let fact = "";
  const ways = new Map<string, number>();
  const missed = stepsOf(recording).flatMap(({ situation, act, shown }): readonly Breach[] => {
    const [, told] = shown.map((one) => TOLD.exec(one.text)).find((found) => found !== null) ?? [];
    if (told !== undefined) fact = told;
    if (!ASKED_AGAIN.test(situation) || act.kind !== "say") return [];
    ways.set(situation, (ways.get(situation) ?? 0) + 1);
    const text = shown.map((one) => one.text).join("\n");
    return holdsValue(text, fact)
      ? []
      : [{ rule: `not found by “${act.text ?? ""}”`, situation, text }];
  });
  const few = [...ways].filter(([, count]) => count < LEAST_WAYS);
  return [
    ...missed,
    ...few.map(([situation, count]) => ({ rule: `asked in ${count} ways`, situation, text: fact })),
  ];
}

/** What is hidden in the fact, or its last word of some length. */
function holdsValue(text: string, fact: string): boolean {
  const [, hidden] = /▓([^▓]+)▓/u.exec(fact) ?? [];
  const value = hidden ?? fact.split(/\s+/u).findLast((word) => word.length > 1) ?? fact;
  return text.toLowerCase().includes(value.toLowerCase());
}

const ADDED_TO =
  /^📄 (?:Added to \*\*(?<english>[^*]+)\*\*|\*\*(?<korean>[^*]+)\*\* 끝에 더했어요): (?<more>[^\n]+)/u;

/** Rule 13: what is added to a file stands behind all that was there, and the lines of before are still there. */
export function appendBreaches(recording: Recording): readonly Breach[] {
  if (recording.platform === "console") return [];
  return stepsOf(recording).flatMap((step) => {
    const { situation, shown } = step;
    return shown
      .filter(({ isNew }) => isNew)
      .flatMap(({ text }): readonly Breach[] => {
        const { english, korean = english, more = "" } = ADDED_TO.exec(text)?.groups ?? {};
        if (korean === undefined || isAddedBehind(step, korean, more)) return [];
        return [{ rule: "an addition replaced something", situation, text }];
      });
  });
}

function isAddedBehind({ things }: PlacedStep, name: string, more: string): boolean {
  const before = contentOf(things.before, name);
  const after = contentOf(things.after, name);
  return after.startsWith(before) && after.slice(before.length).includes(more.split("…")[0] ?? "");
}

/** What a file holds, by its name, in the state of somebody's things. */
function contentOf(things: string, name: string): string {
  const { files = [] } = JSON.parse(things) as { files?: readonly (readonly [string, string])[] }; // as the recorder writes them
  const [, bytes = ""] = files.find(([path]) => path.endsWith(`/${name}`)) ?? [];
  return Buffer.from(bytes, "base64").toString("utf8");
}
