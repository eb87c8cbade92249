import { quoteIbl } from "../planner/code.ts";
import { calling, PLEASE, type ThingPlan } from "./said.ts";

const KO_NAME = "혈압|혈당|체중|몸무게|체온|심박수|맥박|산소포화도|걸음수";
const EN_NAME =
  "blood\\s+pressure|blood\\s+sugar|bp|glucose|weight|temperature|heart\\s+rate|pulse|oxygen|steps";
const KO_FAMILY =
  "엄마|아빠|어머니|아버지|할머니|할아버지|아들|딸|남편|아내|와이프|형|누나|언니|오빠|동생";
const VALUE =
  "(?<value>\\d{2,3}\\s?(?:/|에|over)\\s?\\d{2,3}|\\d{1,5}(?:\\.\\d{1,2})?)\\s?(?<unit>kg|킬로|키로|킬로그램|도|°C|mg/dL|mmHg|bpm|보|걸음|lbs?|pounds?|%)?";
const KO_WHEN = "(?:(?:오늘|지금|방금|아침|점심|저녁|내)\\s?)*";
const EN_WHEN = "(?:\\s+(?:today|now|just\\s+now|this\\s+(?:morning|evening)))?";
const EN_KEEP = "(?:log|record|note(?:\\s+down)?|save|track|put\\s+down|write\\s+down|jot\\s+down)";

function whole(pattern: string): RegExp {
  return new RegExp(`^${pattern}[.!?]*$`, "iu");
}

/** Says a figure that is to be kept: 혈압 120/80 기록해줘, log my weight 71 kg. */
const KEEPS: readonly RegExp[] = [
  whole(
    `${KO_WHEN}(?:(?<person>${KO_FAMILY})의?\\s?)?${KO_WHEN}(?<name>${KO_NAME})(?:은|는|이|가|을|를|:)?\\s?${VALUE}(?:이?야|이에요|예요|입니다|임|이?라고|으?로|을|를)?[,.]?(?:\\s?(?:건강\\s?기록에\\s?)?(?:기록|저장|적어|남겨|메모|입력)(?:해)?${PLEASE})?`,
  ),
  whole(
    `${EN_KEEP}\\s+(?:that\\s+)?(?:my|the|(?<person>mom|dad|[a-z]+(?=['’]s))['’]?s?)?\\s*(?<name>${EN_NAME})\\s*(?:of|as|at|is|was|:|=)?\\s*${VALUE}${EN_WHEN}(?:\\s+(?:in|to)\\s+(?:my\\s+)?health\\s+records?)?`,
  ),
  whole(
    `(?:my|(?<person>[a-z]+)['’]s)\\s+(?<name>${EN_NAME})\\s+(?:is|was|:)?\\s*${VALUE}${EN_WHEN}[,.;]?\\s+(?:and\\s+|please\\s+)*${EN_KEEP}\\s+(?:it|that|this)(?:\\s+down)?`,
  ),
];

/** Asks for what was kept: 혈압 기록 보여줘, show my blood pressure records. */
const SHOWS: readonly RegExp[] = [
  whole(
    `${KO_WHEN}(?:최근\\s?)?(?:(?<person>${KO_FAMILY})의?\\s?)?(?:최근\\s?)?(?<name>${KO_NAME})\\s?(?:기록|추이|변화|수치)(?:들)?(?:을|를|이|가|은|는|좀)?\\s?(?:(?:보여|알려|조회|확인|찾아)(?:해)?${PLEASE}|어때|어땠어|어떻게\\s?돼)`,
  ),
  whole(
    `(?:show|list|give)\\s+(?:me\\s+)?(?:my|(?<person>[a-z]+)['’]s)\\s+(?:last\\s+|latest\\s+|recent\\s+)?(?<name>${EN_NAME})\\s+(?:records?|history|log|readings?|figures)`,
  ),
  whole(
    `(?:what\\s+(?:was|is|were|are)|how\\s+(?:is|was))\\s+(?:my|(?<person>[a-z]+)['’]s)\\s+(?:last|latest|recent)\\s+(?<name>${EN_NAME})(?:\\s+(?:records?|readings?))?`,
  ),
];

/** What a message comes to that tells a figure of one's health to be kept, or asks for those that were. Pure. */
export function readHealth(text: string): ThingPlan | undefined {
  const kept = groupsIn(KEEPS, text);
  if (kept !== undefined) {
    const { value = "", unit = "", person, name = "" } = kept;
    const figure = value.replace(/\s?(?:에|over)\s?/u, "/").replace(/\s/gu, "");
    const told = quoteIbl(unit === "" ? figure : `${figure} ${unit}`);
    const whose = person === undefined ? "" : `, person: ${quoteIbl(person)}`;
    return calling(`[source:save_health](${quoteIbl(name)}) {value: ${told}${whose}}`);
  }
  const shown = groupsIn(SHOWS, text);
  if (shown === undefined) return undefined;
  const { person, name = "" } = shown;
  const whose = person === undefined ? "" : ` {person: ${quoteIbl(person)}}`;
  return calling(`[source:health_query](${quoteIbl(name)})${whose}`);
}

function groupsIn(
  forms: readonly RegExp[],
  text: string,
): Readonly<Record<string, string | undefined>> | undefined {
  return forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
}
