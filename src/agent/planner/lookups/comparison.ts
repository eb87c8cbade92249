/** Which of some places is warm or cold: what stands before and after their names. */
const KOREAN =
  /^(?<places>.+?)\s*(?:중에서?|가운데서?|중)?\s*(?:지금|오늘|내일)?\s*(?:어디가|어느\s?(?:곳|도시|쪽)이|어디)\s*(?:지금|오늘|내일)?\s*(?:가장|제일|더|젤)\s*(?:따뜻|따듯|더우|더워|덥|추우|추워|춥|시원|쌀쌀|선선)[가-힣]*(?:요)?[\s?？.!]*$/u;
const ENGLISH =
  /^(?:which|where)(?:\s+(?:city|place|one))?(?:\s+is|'s|s)?(?:\s+it)?(?:\s+going\s+to\s+be|\s+be)?(?:\s+the)?\s+(?:warm|hot|cold|cool)(?:t?er|t?est)(?:\s+(?:today|tomorrow|now|right\s+now))?\s*[,:;-]?\s*(?:of|between|among|in)?\s+(?<places>.+?)(?:\s+(?:today|tomorrow|now|right\s+now))?[\s?.!]*$|^is\s+it\s+(?:warm|hot|cold|cool)t?er(?:\s+(?:today|tomorrow))?\s+in\s+(?<two>.+?)(?:\s+(?:today|tomorrow|now))?[\s?.!]*$/iu;

/** What stands between two names. */
const KOREAN_BETWEEN = /\s*[,·/]\s*|(?:이랑|하고|랑|와|과)\s+|\s+/u;
const ENGLISH_BETWEEN = /\s*,\s*(?:or|and)\s+|\s*,\s*|\s+(?:or|and|vs\.?|versus)\s+|\s*\/\s*/iu;

/** Words among the names that name no place. */
const NO_PLACE = /^(?:오늘|내일|지금|요즘|날씨[가는은]?|today|tomorrow|now)$/iu;

const MOST_PLACES = 6;
const NAME = /^[\p{L}][\p{L}\s.'-]{0,29}$/u;

/** The places that a message asks to be compared by their weather, two to six; `undefined` for any other message. Pure. */
export function comparedPlaces(said: string): readonly string[] | undefined {
  const korean = KOREAN.exec(said)?.groups?.["places"];
  const english = ENGLISH.exec(said)?.groups;
  const listed = korean ?? english?.["places"] ?? english?.["two"];
  if (listed === undefined) return undefined;
  const names = listed
    .split(korean === undefined ? ENGLISH_BETWEEN : KOREAN_BETWEEN)
    .map((name) => name.trim())
    .filter((name) => name !== "" && !NO_PLACE.test(name));
  const places = [...new Set(names)];
  const isList = places.length >= 2 && places.length <= MOST_PLACES;
  return isList && places.every((name) => NAME.test(name)) ? places : undefined;
}
