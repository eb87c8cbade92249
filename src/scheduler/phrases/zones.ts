import { once } from "../../base/clock.ts";
import { knownPlaces } from "../timing/place-zones.ts";
import { parseZone } from "../timing/zone.ts";
import type { Finder } from "./said.ts";

/**
 * Short names of zones, as people write them behind a time, with the zone that keeps such a clock all year round: who says "EST" in July
 * means the clock of New York. Names that several countries use, such as CST, IST or BST, are left out.
 */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  utc: "UTC",
  gmt: "UTC",
  kst: "Asia/Seoul",
  jst: "Asia/Tokyo",
  et: "America/New_York",
  est: "America/New_York",
  edt: "America/New_York",
  eastern: "America/New_York",
  pt: "America/Los_Angeles",
  pst: "America/Los_Angeles",
  pdt: "America/Los_Angeles",
  pacific: "America/Los_Angeles",
  cet: "Europe/Paris",
  cest: "Europe/Paris",
};

/** Korean names of zones that are no places. */
const KOREAN_NAMES: Readonly<Record<string, string>> = {
  "미국 동부": "America/New_York",
  동부: "America/New_York",
  "미국 서부": "America/Los_Angeles",
  서부: "America/Los_Angeles",
  "미국 중부": "America/Chicago",
  "세계 표준": "UTC",
  협정세계: "UTC",
};

const PLACES = [...knownPlaces().keys()].sort((one, other) => other.length - one.length);
const KOREAN_PLACES = [
  ...Object.keys(KOREAN_NAMES),
  ...PLACES.filter((name) => /[가-힣]/u.test(name)),
].join("|");
const ENGLISH_PLACES = PLACES.filter((name) => /^[a-z ]+$/u.test(name)).join("|");
const SHORT = Object.keys(SHORT_NAMES).join("|");

/** What a Korean hour begins with. */
const HOUR_NEXT =
  "(?=\\s*(?:(?:오늘|내일|모레|다음\\s*주|이번\\s*주|[월화수목금토일]요일|\\d{1,2}월\\s*\\d{1,2}일|\\d{1,2}일)(?:에)?\\s*)*(?:새벽|아침|오전|낮|점심|오후|저녁|밤)?\\s*(?:\\d{1,2}\\s*(?:시|:\\d)|(?:열한|열두|열|한|두|세|네|다섯|여섯|일곱|여덟|아홉)\\s*시|정오|자정))";
/** Right behind an English hour, or one in digits. */
const HOUR_BEFORE =
  "(?<=(?:\\d\\s*시(?:\\s*\\d{1,2}\\s*분|\\s*반)?|\\d(?:\\s*[ap]\\.?m\\.?)?|\\bnoon|\\bmidnight|\\bin\\s+the\\s+(?:morning|afternoon|evening)|\\bat\\s+night)\\s*)";

/** "Eastern" and "Pacific" alone are zones where nothing follows that they could belong to. */
const NAME_ENDS =
  "(?:(?<!eastern|pacific)|(?=\\s*(?:[),.!?]|$|(?:there|i|we|is|the|for|to|it|on|tomorrow|today|call|meeting|demo)\\b)))";

/** In whose clock a time of day was said: "뉴욕 시간 9시", "9am London time", "14:00 UTC". To be looked for before the hours. */
export const ZONE_FINDERS: readonly Finder[] = [
  {
    pattern: once(
      () =>
        new RegExp(
          `(?<![가-힣])(?<place>${KOREAN_PLACES})\\s*(?:현지\\s*)?(?:시간|시각)(?:(?:으로|\\s*기준(?:으로)?)(?:는)?|${HOUR_NEXT})`,
          "u",
        ),
    ),
    read: ({ place }) => zoneOf(place),
  },
  {
    pattern: once(
      () =>
        new RegExp(
          `(?<![\\p{L}\\p{N}])(?<name>${SHORT})(?![\\p{L}\\p{N}])(?:\\s*(?:시간|시각|기준)(?:으로)?)?${HOUR_NEXT}`,
          "iu",
        ),
    ),
    read: ({ name }) => zoneOf(name),
  },
  {
    pattern: once(
      () =>
        new RegExp(
          `${HOUR_BEFORE}[(]\\s*(?<place>${KOREAN_PLACES})\\s*(?:시간|시각)?\\s*(?:기준)?[)](?:에는|에)?`,
          "u",
        ),
    ),
    read: ({ place }) => zoneOf(place),
  },
  {
    pattern: once(
      () =>
        new RegExp(
          `${HOUR_BEFORE}[(]?(?:(?:in\\s+)?(?<place>${ENGLISH_PLACES})\\s+time|(?<name>${SHORT})(?:\\s+time|${NAME_ENDS}))(?![a-z0-9])[)]?(?:에는|에)?`,
          "iu",
        ),
    ),
    read: ({ place, name }) => zoneOf(place ?? name),
  },
];

function zoneOf(name = ""): { readonly zone: string } | undefined {
  const known = SHORT_NAMES[name.toLowerCase()] ?? KOREAN_NAMES[name];
  if (known !== undefined) return { zone: known };
  const parsed = parseZone(name);
  return parsed.ok ? { zone: parsed.zone } : undefined;
}
