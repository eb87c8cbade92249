import { currencyOfListed, symbolOfName } from "../../../rag/text/listed-names.ts";
import { quoteIbl } from "../code.ts";
import type { PlannerResult, PlanOptions } from "../result.ts";
import { SCALES } from "./arithmetic.ts";

const SCORE = 0.95;

const KOREAN =
  /^(?<name>.+?)(?:이|가|은|는)?\s*(?:주가가|가격이|시세가)?\s*(?<number>\d[\d,.]*)\s*(?<scale>억|천만|백만|십만|만|천)?\s*(?<unit>원|달러|불|포인트|엔|유로)?\s*(?:을|를|선을|보다|까지|로)?\s*(?<way>넘|이상|초과|돌파|위로|오르|올라|밑|아래|이하|미만|떨어|내려)[^?]*(?:알려|알림|말해|얘기해)/u;
const ENGLISH =
  /^(?:please\s+)?(?:alert|tell|notify|ping|warn|let)\s+me\s+(?:know\s+)?(?:if|when|once)\s+(?:the\s+price\s+of\s+)?(?<name>.+?)(?:'s\s+price|\s+price|\s+stock|\s+shares?)?\s+(?:(?:goes|rises|climbs|gets|falls|drops|is|trades|moves|closes|comes|dips)\s+)?(?:up\s+|down\s+)?(?<way>above|over|past|beyond|higher\s+than|more\s+than|hits|reaches|below|under|beneath|lower\s+than|less\s+than|down\s+to)\s+(?<unit>[$€£₩])?(?<number>\d[\d,.]*)(?<scale>k)?\s*(?:dollars|won|usd|krw|points)?[\s.!]*$/iu;

/** What may be the name of a company, an index or a currency. */
const COMPANY = /^(?:the\s+)?[a-z][a-z&.^-]*(?:\s[a-z&.]+)?$/iu;

/** What is measured otherwise than by a price. */
const MEASURED =
  /temperature|humidity|wind|rain|snow|dust|\bair\b|pollution|battery|cpu|disk|memory|usage|weight|traffic|visitors?|users?|views?|followers?|subscribers?|downloads?|requests?|orders?|sales|errors?|latency|speed|load|level|score|rating|votes?|steps|pulse|heart|noise|queue|people|members?|messages?|기온|온도|습도|바람|미세먼지|먼지|배터리|용량|체중|방문자|트래픽|조회|구독|점수|속도|인원|사람|걸음/iu;

const DOWN = /밑|아래|이하|미만|떨어|내려|below|under|beneath|lower|less|down/iu;

/** Plans a message that wants to be told when a price crosses a line ("alert me if tesla goes above 400"); undefined for any other. */
export function planAlert(text: string, options: PlanOptions): PlannerResult | undefined {
  const { allowedNodes, schedules = [] } = options;
  if (["system", "source"].some((node) => allowedNodes?.includes(node) === false)) return undefined;
  const korean = KOREAN.exec(text.trim())?.groups;
  const said = korean ?? ENGLISH.exec(text.trim())?.groups;
  if (said === undefined) return undefined;
  const { name = "", number = "", scale = "", unit, way = "" } = said;
  const mayBeName = korean === undefined && COMPANY.test(name);
  if (MEASURED.test(name) || (unit === undefined && !mayBeName && !symbolOfName(name)))
    return undefined;
  const line = Number(number.replaceAll(",", "")) * (SCALES[scale.toLowerCase()] ?? 1);
  if (!Number.isFinite(line) || name.length > LONGEST_NAME) return undefined;
  const title = titleOf(name, `${number}${scale}`, schedules);
  const look = `[source:price](${quoteIbl(name)})`;
  const parameters = [
    'type: "condition"',
    `watch: ${quoteIbl(look)}`,
    `condition: ${quoteIbl(`price ${DOWN.test(way) ? "<" : ">"} ${line}`)}`,
    `pipeline: ${quoteIbl(look)}`,
  ].join(", ");
  const code = `[system:create](${quoteIbl(title)}) {${parameters}}`;
  return { kind: "sure", code, score: SCORE, intent: text };
}

/** The currency of a price that an alert watches, by the name that it watches; nothing where it is not known. */
export function alertCurrency(name: string): string | undefined {
  return currencyOfListed(name);
}

/** The name, and where something is called that already, the line with it. */
function titleOf(name: string, line: string, taken: readonly string[]): string {
  const shown = name.slice(0, 1).toUpperCase() + name.slice(1);
  return taken.includes(shown) ? `${shown} ${line}` : shown;
}

/** In UTF-16 units. */
const LONGEST_NAME = 40;
