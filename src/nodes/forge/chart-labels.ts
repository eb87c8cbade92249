/** A label that names a day, or a moment. */
interface Dated {
  readonly year: string;
  readonly day: string;
  readonly time: string;
}

const DATE =
  /^(\d{4})(?:-|\.\s?|\/|년\s?)(\d{1,2})(?:-|\.\s?|\/|월\s?)(\d{1,2})(?:일|\.)?(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

function datedOf(label: string): Dated | undefined {
  const [, year, month = "", day = "", time = ""] = DATE.exec(label) ?? [];
  if (year === undefined) return undefined;
  return { year, day: `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`, time };
}

/** The places of the labels in the order in which they are drawn, and what is written there: dates in their order and as short as tells them apart, all else as it comes. */
export function drawnLabels(labels: readonly string[]): {
  readonly places: readonly number[];
  readonly labels: readonly string[];
} {
  const dated = labels.map(datedOf);
  const places = labels.map((_, index) => index);
  if (!dated.every((one) => one !== undefined)) return { places, labels };
  const keys = dated.map(({ day, time }) => `${day} ${time}`);
  const key = (place: number): string => keys[place] ?? "";
  places.sort((left, right) => Number(key(left) > key(right)) - Number(key(left) < key(right)));
  const short = shortener(dated);
  return { places, labels: places.flatMap((place) => dated.slice(place, place + 1).map(short)) };
}

function shortener(dated: readonly Dated[]): (one: Dated) => string {
  const isOneYear = new Set(dated.map(({ year }) => year)).size === 1;
  const isOneDay = new Set(dated.map(({ day }) => day)).size === 1 && dated.length > 1;
  const hasTimes = new Set(dated.map(({ time }) => time)).size > 1;
  return ({ day, time }) => {
    if (isOneDay && hasTimes) return time;
    const [, month, date] = day.split("-").map(Number);
    const shown = isOneYear ? `${month}/${date}` : day;
    return hasTimes ? `${shown} ${time}`.trimEnd() : shown;
  };
}

/** All labels of several lists, each once: those that only a later list has stand behind the one that they follow there. */
export function mergedLabels(lists: readonly (readonly string[])[]): readonly string[] {
  const next = new Map<string | undefined, string | undefined>([[undefined, undefined]]);
  for (const list of lists) {
    let at: string | undefined;
    for (const label of list) {
      if (!next.has(label)) {
        next.set(label, next.get(at));
        next.set(at, label);
      }
      at = label;
    }
  }
  const merged: string[] = [];
  for (let label = next.get(undefined); label !== undefined; label = next.get(label))
    merged.push(label);
  return merged;
}
