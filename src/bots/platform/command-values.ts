/** What may stand in an option of a command, and how a list shows it. */
export interface CommandValue {
  readonly label: string;
  readonly value: string;
}

/** At most `limit` values whose label or value has what was typed in it; those that begin with it first. */
export function fittingValues(
  values: readonly CommandValue[],
  typed: string,
  limit: number,
): readonly CommandValue[] {
  const wanted = folded(typed);
  const ranked = values
    .map((entry) => ({ entry, rank: rankOf(entry, wanted) }))
    .filter(({ rank }) => rank < UNLIKE);
  return ranked
    .toSorted((left, right) => left.rank - right.rank)
    .slice(0, limit)
    .map(({ entry }) => entry);
}

const UNLIKE = 2;

function rankOf({ label, value }: CommandValue, wanted: string): number {
  const texts = [folded(label), folded(value)];
  if (texts.some((text) => text.startsWith(wanted))) return 0;
  return texts.some((text) => text.includes(wanted)) ? 1 : UNLIKE;
}

/** Without what people do not type: "new york" is "America/New_York". */
function folded(text: string): string {
  return text.normalize("NFC").toLowerCase().replaceAll("_", " ").trim();
}
