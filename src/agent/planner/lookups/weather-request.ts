import { spelled } from "../../../scheduler/phrases/spelling.ts";
import { zoneOfPlace } from "../../../scheduler/timing/place-zones.ts";

/** What a message asks of the weather. */
interface WeatherRequest {
  /** Absent where none is named. */
  readonly place?: string;
  readonly isWeek: boolean;
}

/** Words that are only about the weather, and words that are so in a question. */
const ENGLISH_STRONG = /\b(?:weather|forecast|temperatures?|umbrellas?|raincoat)\b/u;
const ENGLISH_SOFT =
  /\b(?:rain(?:ing|y)?|snow(?:ing|y)?|jacket|coat|scarf|sunscreen|hot|cold|warm|cool|chilly|freezing|sunny|cloudy|windy|humid|storm(?:s|y)?|degrees)\b/u;
const ENGLISH_ASKS =
  /^(?:(?:so|hey|and|ok|please)\s+)*(?:will|is|does|do|should|shall|how|gonna|would|can|any|need|what|are\s+we|tell|show|check|give)(?:['’]?s|ll)?\b/u;
const ENGLISH_WORDS = new Set(
  "so hey and ok please will is it its be going to gonna does do should shall how hows would can any what whats need i we get me bring take wear have a an the tell show check give us chance of like out outside today tomorrow tmrw tonight now right this next coming week weekend weekly day days after morning afternoon evening night in on at for later rn currently current now or monday tuesday wednesday thursday friday saturday sunday here my".split(
    " ",
  ),
);
const ENGLISH_WEEK = /\b(?:week(?:end|ly)?|(?:7|seven)[- ]days?)\b/u;
/** Where the name of a place begins and ends. */
const ENGLISH_PLACES = [
  /\b(?:in|at|for)\s+(?!the\b|a\b|my\b)(?<place>[\p{L}.'-]+(?:\s+[\p{L}.'-]+){0,2}?)(?=\s+(?:today|tomorrow|tmrw|tonight|right|now|this|next|on|rn|like|later|for|please|currently|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b|$)/u,
  /^(?:(?:the|show|check|get|tell|give|me)\s+)*(?<place>[\p{L}.'-]+(?:\s[\p{L}.'-]+)?)\s+(?:weather|forecast|temperature)\b/u,
  /\b(?:weather|forecast|temperature)\s+(?<place>[\p{L}.'-]+(?:\s[\p{L}.'-]+)??)(?=\s+(?:today|tomorrow|tmrw|tonight|now|rn|please|this|next)\b|$)/u,
];

const KOREAN_STRONG =
  /날씨|일기\s?예보|기온|우산(?:을|은|도)?\s?(?:챙|가져|가지|들고|필요|써야|쓰고|있어야)/u;
const KOREAN_FORECAST = /날씨|예보|기온|온도/u;
const KOREAN_QUESTION =
  /(?:비|눈|소나기)(?:가|는|도)?\s?(?:와|와요|올까|올까요|오나|오나요|오니|온대(?=요?\s?[?？])|올라나|내려|내릴까|올\s?확률)|(?:덥|춥|따뜻하|쌀쌀하|추|더)(?:나|나요|니|냐|울까|울까요|려나)|(?:더워|추워|따뜻해|쌀쌀해|선선해|습해|맑아|흐려)(?:요)?\s*[?？]|얼마나\s?(?:더워|추워)|몇\s?도|(?:겉옷|외투|코트|패딩|자켓|재킷|목도리|장갑|우비|선크림|긴팔|반팔)(?:을|를|도|은)?\s?(?:챙|가져|들고|필요|입|껴|써|있어야)[가-힣]*/u;
/** Everything that is said of the weather but the place. */
const KOREAN_WORDS = new RegExp(
  [
    KOREAN_QUESTION.source,
    "오늘|낼|담주|이따가?|내일모레|모레|내일|지금|현재|(?:이번\\s?|다음\\s?)?주말(?:에|은|엔)?|이번\\s?주|다음\\s?주|일주일(?:치)?|주간|요즘|[월화수목금토일]요일|오전|오후|아침|저녁|밤|새벽|점심",
    "(?:날씨|일기\\s?예보|예보|기온|온도|우산|밖|바깥|확률)(?:은|는|이|가|을|를|도|의)?(?:요(?=[\\s?]|$))?",
    "어떤가요?|어때요?|어떨까요?|어떤지|어떻게\\s?(?:돼|되|된대|될까)\\S*|어떻대|좋아|알려\\s?줘?|알려\\s?주세요|보여\\s?줘|말해\\s?줘|봐\\s?줘|확인해?\\s?줘?|궁금해?|좀",
    "(?:(?:빨래|이불|세차|산책|운동|소풍)\\S*\\s)?\\S*[가-힣](?<=[아어해가와])도\\s?(?:되는|되나|될까|돼|괜찮은|괜찮을까)",
    "비\\s?온다(?:는데|던데|며|고\\s?하던데)?(?=\\s)|(?<=챙겨|가져가|들고가|써|입어)야(?=\\s?(?:되|돼|하|할|해))",
    "챙겨|챙길까|챙기|가져|들고|가지고|필요해?|필요할까|필요한가|써야|쓰고|입어|입고|입을까|껴|있어야|가야|나가야|나가|가|갈까|하나요?|하니|할까요?|해요?|돼요?|되나요?|될까요?|되려나|있을까|있나|있어|인가|(?:까요?|나요?|니|요|야|이야|지|야지|대|까)(?=[\\s?？]|$)",
    "(?<=\\s|^)(?:에서|에는|에도|에|은|는|이|가|을|를|도|의)(?:요)?(?=[\\s?]|$)|(?<=\\s|^)(?:그럼|그러면|근데|혹시|나|나도|저)(?=\\s)",
  ].join("|"),
  "gu",
);
const KOREAN_WEEK = /이번\s?주|다음\s?주|일주일|주간|주말/u;

/** What a message that asks for the weather and nothing else wants to know; `undefined` for any other message, such as one that tells of the weather. Pure. */
export function weatherRequest(text: string): WeatherRequest | undefined {
  const said = spelled(text.normalize("NFC"))
    .replace(/[\s!.~]+$/u, "")
    .trim();
  return /\p{Script=Hangul}/u.test(said) ? koreanRequest(said) : englishRequest(said);
}

function englishRequest(said: string): WeatherRequest | undefined {
  const words = said
    .toLowerCase()
    .replace(/[?？,]/gu, "")
    .replace(/['’]/gu, "")
    .trim();
  const isStrong = ENGLISH_STRONG.test(words);
  const isAsked = ENGLISH_ASKS.test(words);
  if (!isStrong && !(isAsked && ENGLISH_SOFT.test(words))) return undefined;
  if (!isAsked && /\b(?:is|are|was|i|we|my)\b/u.test(words)) return undefined;
  const place = ENGLISH_PLACES.map((form) => form.exec(words)?.groups?.["place"]).find(
    (name) => name !== undefined && isPlaceName(name),
  );
  const rest = (place === undefined ? words : words.replace(place, " "))
    .replace(new RegExp(ENGLISH_STRONG.source, "gu"), " ")
    .replace(new RegExp(ENGLISH_SOFT.source, "gu"), " ")
    .replace(/\b\d[\s-]days?\b/gu, " ")
    .split(/\s+/u)
    .filter((word) => word !== "" && !ENGLISH_WORDS.has(word));
  if (rest.length > 0) return undefined;
  const at = place === undefined ? -1 : said.toLowerCase().indexOf(place);
  const written = place === undefined || at < 0 ? place : said.slice(at, at + place.length);
  const isWeek = ENGLISH_WEEK.test(words);
  return written === undefined ? { isWeek } : { place: written, isWeek };
}

/** True for a word that is none of the sentence's own. */
function isPlaceName(name: string): boolean {
  return name
    .split(" ")
    .every(
      (word) =>
        !/^(?:nice|good|bad|lovely|great|beautiful|awful|terrible|crazy|weird|perfect|such|love|hate|about|change|talk|over|there|everywhere)$/u.test(
          word,
        ) &&
        !ENGLISH_WORDS.has(word) &&
        !ENGLISH_SOFT.test(word) &&
        !ENGLISH_STRONG.test(word),
    );
}

function koreanRequest(said: string): WeatherRequest | undefined {
  const isWeather = KOREAN_STRONG.test(said);
  if (!isWeather && !KOREAN_QUESTION.test(said)) return undefined;
  const rest = said
    .replace(KOREAN_WORDS, " ")
    .replace(/[?？,]/gu, " ")
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== "");
  const [place, ...others] = rest;
  if (others.length > 0) return undefined;
  const name = place?.replace(/(?:에서|에는|에도|은|는|에|의|도)$/u, "");
  if (name === undefined || name === "") return { isWeek: KOREAN_WEEK.test(said) };
  if (!/^[가-힣]{2,8}$/u.test(name)) return undefined;
  const after = said.slice(said.indexOf(name) + name.length);
  const isNamed = zoneOfPlace(name) !== undefined || KOREAN_FORECAST.test(after);
  return isNamed ? { place: name, isWeek: KOREAN_WEEK.test(said) } : undefined;
}
