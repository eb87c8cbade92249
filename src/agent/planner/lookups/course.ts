import { symbolOfName } from "../../../rag/text/listed-names.ts";

/** Periods that past prices are told for, and how they are said. */
const RANGES: readonly (readonly [string, RegExp])[] = [
  ["1y", /(?:일|1)\s?년|한\s?해|\b(?:1|one|a|past|last)\s+year\b/iu],
  ["6mo", /(?:6|육|여섯)\s?(?:개월|달)|반년|\b(?:6|six)\s+months\b|\bhalf\s+a\s+year\b/iu],
  ["3mo", /(?:3|삼|세|석)\s?(?:개월|달)|분기|\b(?:3|three)\s+months\b|\bquarter\b/iu],
  [
    "1mo",
    /(?:1|일)\s?개월|한\s?달|지난\s?달|이번\s?달|\b(?:1|one|a|the|past|last|this)\s+month\b/iu,
  ],
  [
    "5d",
    /(?:5|오)\s?일\s?(?:간|치|동안)|닷새|일주일|한\s?주|\b(?:5|five)\s+days\b|\b(?:1|one|a|past|last)\s+week\b/iu,
  ],
];

/** The period of past prices that a message names; `undefined` where it names none. */
function rangeIn(said: string): string | undefined {
  return RANGES.find(([, pattern]) => pattern.test(said))?.[0];
}

/** Past prices to be drawn. */
export interface Course {
  readonly name: string;
  readonly range: string;
}

const CHART =
  /\s*(?:(?:주가|시세|가격)\s*)?(?:차트|그래프|추이)(?:를|을|는|은|로|좀)?(?:\s*(?:보여|그려|보내|뽑아)?\s*(?:줘|줄래|주세요|볼래|봐))?$|^(?:(?:show|give|draw|send|get)\s+(?:me\s+)?)?(?:the\s+|an?\s+)?(?:price\s+)?(?:chart|graph)\s+(?:of|for)\s+|(?:['’]s)?\s+(?:stock\s+|share\s+|price\s+)*(?:chart|graph)$/iu;
const FRAME =
  /^(?:(?:show|give|draw|send|get)\s+(?:me\s+)?(?:the\s+|an?\s+)?|how(?:['’]?s|\s+is|\s+has)\s+(?:the\s+)?|the\s+)|(?:\s+(?:stock|shares?))?\s+(?:doing|done|been|performed)$|\s+(?:주가|시세)?\s*(?:은|는|이|가)?\s*(?:어때|어땠어)$|\s+(?:주가|시세|가격)$/giu;
const SPAN =
  /\s*(?:\b(?:for|over|in|during|of)\s+)?(?:\bthe\s+)?(?:\b(?:past|last|this)\s+)?(?:(?:\b(?:1|one|3|three|6|six|5|five|half|an?)\s+(?:an?\s+)?)?\b(?:days?|weeks?|months?|quarter|years?)\b)|\s*(?:지난|최근|이번)?\s*(?:[일1삼3육6오5]\s?(?:년|개월|일)|여섯\s?달|[세석한]\s?달|한\s?해|반년|분기|닷새|일주일|한\s?주|이번\s?달|지난\s?달)(?:\s?(?:간|치|동안|의))?/giu;

/** What a message wants to see the past prices of, where the name is a listed one: it speaks of a chart, or of how something has done over a period. Pure. */
export function courseIn(text: string): Course | undefined {
  const said = text.replace(/[\s?？!.~]+$/u, "");
  const range = rangeIn(said);
  if (range === undefined && !CHART.test(said)) return undefined;
  const name = said
    .replace(SPAN, " ")
    .trim()
    .replace(CHART, "")
    .replace(FRAME, "")
    .replace(/^(?:the|an?)\s+|\s+(?:의|를|을)$/giu, "")
    .trim();
  return symbolOfName(name) === undefined ? undefined : { name, range: range ?? "1mo" };
}
