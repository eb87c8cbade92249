/** A place, or what is looked for around one, as it stands in a message; offsets as those of a mention. */
export interface SaidPlace {
  readonly kind: "amenity" | "start" | "goal";
  readonly value: string;
  readonly start: number;
  readonly bodyEnd: number;
  readonly end: number;
}

/** What people look for around a place, said as such: "… near", "근처 …", "the closest …". */
const AMENITY =
  /(?<=(?:근처|주변|가까운)(?:에|의)?\s{0,2})(?<ko>약국|카페|주유소|(?:공중)?화장실|주차장|은행|병원|도서관|우체국|경찰서|편의점)(?:을|를|이|은|는|도)?(?![가-힣])|(?<=\b(?:nearest|closest)\s{1,2})(?<near>pharmacy|cafe|gas station|petrol station|toilet|parking|bank|hospital|library|post office)\b|\b(?<around>pharmac(?:y|ies)|cafes?|gas stations?|petrol stations?|(?:public )?toilets?|restrooms?|parking(?: lots?)?|banks?|hospitals?|librar(?:y|ies)|post offices?)(?=\s{1,2}(?:near|around|close to)\b)/giu;

/** That a way is meant, by car or by air. */
const WAY =
  /차로|자동차|운전|택시|길\s?찾기|네비|내비|항공권|비행기|\b(?:driv(?:e|ing)|by\s+car|directions|route|flights?|airfares?|fares?)\b/iu;

const WAY_KO =
  /(?<![\p{L}\p{N}])(?<from>[\p{L}\p{N}][\p{L}\p{N} ]{0,30}?)에서\s+(?<to>[\p{L}\p{N}][\p{L}\p{N} ]{0,30}?)(?:(?:까지|으로|로)(?:는)?(?![\p{L}\p{N}])|(?=\s+가는))/du;
const WAY_EN =
  /\bfrom\s+(?<from>[^,.?!]{1,60}?)\s+to\s+(?<to>[^,.?!]{1,60}?)(?=\s+(?:by|take|with|right|now|today|tomorrow)\b|\s*[,.?!]|\s*$)/diu;

/** What is looked for around a place. Pure. */
export function amenitiesIn(text: string): readonly SaidPlace[] {
  return [...text.matchAll(AMENITY)].map(({ 0: whole, index, groups = {} }) => {
    const value = groups["ko"] ?? groups["near"] ?? groups["around"] ?? whole;
    const end = index + whole.length;
    return { kind: "amenity", value, start: index, bodyEnd: index + value.length, end };
  });
}

/** Where a way begins and where it ends. Pure. */
export function waysIn(text: string): readonly SaidPlace[] {
  if (!WAY.test(text)) return [];
  const { indices: { groups } = {} } = WAY_KO.exec(text) ?? WAY_EN.exec(text) ?? {};
  const [from, to] = [groups?.["from"], groups?.["to"]];
  if (from === undefined || to === undefined) return [];
  const of = (
    kind: "start" | "goal",
    [start, bodyEnd]: readonly [number, number],
    end: number,
  ) => ({
    kind,
    value: text.slice(start, bodyEnd).trim(),
    start,
    bodyEnd,
    end,
  });
  const particle = /^(?:까지|으로|로)는?/u.exec(text.slice(to[1]))?.[0] ?? "";
  const startEnd = text.startsWith("에서", from[1]) ? from[1] + 2 : from[1];
  return [of("start", from, startEnd), of("goal", to, to[1] + particle.length)];
}
