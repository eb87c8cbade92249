import type { Language } from "../../base/localized.ts";

/** One IANA zone and the names people use for places in it, Korean and English, lower case. */
const ROWS: readonly (readonly [string, string])[] = [
  [
    "Asia/Seoul",
    "seoul|korea|south korea|busan|incheon|daegu|daejeon|gwangju|jeju|서울|한국|대한민국|부산|인천|대구|대전|광주|울산|제주|제주도|수원|세종",
  ],
  ["Asia/Pyongyang", "pyongyang|north korea|평양|북한"],
  [
    "Asia/Tokyo",
    "tokyo|japan|osaka|kyoto|sapporo|fukuoka|nagoya|okinawa|도쿄|동경|일본|오사카|교토|삿포로|후쿠오카|나고야|오키나와",
  ],
  [
    "Asia/Shanghai",
    "beijing|shanghai|china|shenzhen|guangzhou|chengdu|베이징|북경|상하이|상해|중국|선전|광저우|청두|칭다오",
  ],
  ["Asia/Hong_Kong", "hong kong|hongkong|홍콩"],
  ["Asia/Macau", "macau|macao|마카오"],
  ["Asia/Taipei", "taipei|taiwan|타이베이|타이페이|대만|타이완"],
  ["Asia/Ulaanbaatar", "ulaanbaatar|mongolia|울란바토르|몽골"],
  ["Asia/Singapore", "singapore|싱가포르|싱가폴"],
  ["Asia/Kuala_Lumpur", "kuala lumpur|malaysia|쿠알라룸푸르|말레이시아"],
  ["Asia/Jakarta", "jakarta|자카르타"],
  ["Asia/Makassar", "bali|denpasar|발리"],
  ["Asia/Bangkok", "bangkok|thailand|phuket|chiang mai|방콕|태국|푸켓|치앙마이"],
  [
    "Asia/Ho_Chi_Minh",
    "ho chi minh|ho chi minh city|saigon|hanoi|vietnam|da nang|danang|호치민|하노이|베트남|다낭|나트랑",
  ],
  ["Asia/Phnom_Penh", "phnom penh|cambodia|프놈펜|캄보디아"],
  ["Asia/Vientiane", "vientiane|laos|비엔티안|라오스"],
  ["Asia/Yangon", "yangon|myanmar|양곤|미얀마"],
  ["Asia/Manila", "manila|philippines|cebu|boracay|마닐라|필리핀|세부|보라카이"],
  [
    "Asia/Kolkata",
    "delhi|new delhi|mumbai|bangalore|bengaluru|kolkata|chennai|india|델리|뉴델리|뭄바이|벵갈루루|콜카타|첸나이|인도",
  ],
  ["Asia/Kathmandu", "kathmandu|nepal|카트만두|네팔"],
  ["Asia/Dhaka", "dhaka|bangladesh|다카|방글라데시"],
  ["Asia/Colombo", "colombo|sri lanka|콜롬보|스리랑카"],
  ["Asia/Karachi", "karachi|islamabad|pakistan|카라치|이슬라마바드|파키스탄"],
  ["Asia/Kabul", "kabul|afghanistan|카불|아프가니스탄"],
  ["Asia/Tashkent", "tashkent|uzbekistan|타슈켄트|우즈베키스탄"],
  ["Asia/Almaty", "almaty|kazakhstan|알마티|카자흐스탄"],
  ["Asia/Tehran", "tehran|iran|테헤란|이란"],
  ["Asia/Baghdad", "baghdad|iraq|바그다드|이라크"],
  ["Asia/Dubai", "dubai|abu dhabi|uae|두바이|아부다비|아랍에미리트"],
  ["Asia/Qatar", "doha|qatar|도하|카타르"],
  ["Asia/Riyadh", "riyadh|jeddah|saudi arabia|리야드|제다|사우디아라비아|사우디"],
  ["Asia/Jerusalem", "jerusalem|tel aviv|israel|예루살렘|텔아비브|이스라엘"],
  ["Europe/Istanbul", "istanbul|ankara|turkey|이스탄불|앙카라|튀르키예|터키"],
  ["Asia/Vladivostok", "vladivostok|블라디보스토크"],
  ["Europe/Moscow", "moscow|st petersburg|saint petersburg|모스크바|상트페테르부르크"],
  ["Europe/Kyiv", "kyiv|kiev|ukraine|키이우|키예프|우크라이나"],
  [
    "Europe/London",
    "london|uk|england|britain|united kingdom|edinburgh|manchester|런던|영국|에든버러|맨체스터",
  ],
  ["Europe/Dublin", "dublin|ireland|더블린|아일랜드"],
  ["Europe/Paris", "paris|france|marseille|lyon|파리|프랑스|마르세유|리옹"],
  [
    "Europe/Berlin",
    "berlin|germany|frankfurt|munich|hamburg|베를린|독일|프랑크푸르트|뮌헨|함부르크",
  ],
  ["Europe/Madrid", "madrid|barcelona|spain|seville|마드리드|바르셀로나|스페인|세비야"],
  ["Europe/Lisbon", "lisbon|portugal|porto|리스본|포르투갈|포르투"],
  [
    "Europe/Rome",
    "rome|milan|italy|venice|florence|naples|로마|밀라노|이탈리아|베네치아|베니스|피렌체|나폴리",
  ],
  ["Europe/Amsterdam", "amsterdam|netherlands|rotterdam|암스테르담|네덜란드"],
  ["Europe/Brussels", "brussels|belgium|브뤼셀|벨기에"],
  ["Europe/Zurich", "zurich|geneva|switzerland|취리히|제네바|스위스"],
  ["Europe/Vienna", "vienna|austria|빈|비엔나|오스트리아"],
  ["Europe/Prague", "prague|czech republic|czechia|프라하|체코"],
  ["Europe/Budapest", "budapest|hungary|부다페스트|헝가리"],
  ["Europe/Warsaw", "warsaw|poland|krakow|바르샤바|폴란드|크라쿠프"],
  ["Europe/Athens", "athens|greece|아테네|그리스"],
  ["Europe/Bucharest", "bucharest|romania|부쿠레슈티|루마니아"],
  ["Europe/Sofia", "sofia|bulgaria|불가리아"],
  ["Europe/Belgrade", "belgrade|serbia|베오그라드|세르비아"],
  ["Europe/Zagreb", "zagreb|croatia|자그레브|크로아티아"],
  ["Europe/Stockholm", "stockholm|sweden|스톡홀름|스웨덴"],
  ["Europe/Oslo", "oslo|norway|오슬로|노르웨이"],
  ["Europe/Copenhagen", "copenhagen|denmark|코펜하겐|덴마크"],
  ["Europe/Helsinki", "helsinki|finland|헬싱키|핀란드"],
  ["Atlantic/Reykjavik", "reykjavik|iceland|레이캬비크|아이슬란드"],
  ["Africa/Cairo", "cairo|egypt|카이로|이집트"],
  [
    "Africa/Johannesburg",
    "johannesburg|cape town|south africa|요하네스버그|케이프타운|남아공|남아프리카공화국",
  ],
  ["Africa/Nairobi", "nairobi|kenya|나이로비|케냐"],
  ["Africa/Lagos", "lagos|nigeria|라고스|나이지리아"],
  ["Africa/Accra", "accra|ghana|아크라|가나"],
  ["Africa/Casablanca", "casablanca|morocco|카사블랑카|모로코"],
  ["Africa/Addis_Ababa", "addis ababa|ethiopia|아디스아바바|에티오피아"],
  [
    "America/New_York",
    "new york|new york city|nyc|boston|washington dc|washington d.c|miami|atlanta|philadelphia|orlando|뉴욕|보스턴|워싱턴|마이애미|애틀랜타|애틀란타|필라델피아|올랜도",
  ],
  ["America/Detroit", "detroit|디트로이트"],
  ["America/Toronto", "toronto|ottawa|montreal|토론토|오타와|몬트리올"],
  [
    "America/Chicago",
    "chicago|dallas|houston|austin|new orleans|시카고|댈러스|휴스턴|오스틴|뉴올리언스",
  ],
  ["America/Denver", "denver|salt lake city|덴버|솔트레이크시티"],
  ["America/Phoenix", "phoenix|피닉스"],
  [
    "America/Los_Angeles",
    "los angeles|san francisco|seattle|san diego|las vegas|silicon valley|california|portland|san jose|로스앤젤레스|엘에이|la|샌프란시스코|시애틀|샌디에이고|라스베이거스|라스베가스|실리콘밸리|캘리포니아|포틀랜드",
  ],
  ["America/Vancouver", "vancouver|밴쿠버|벤쿠버"],
  ["America/Edmonton", "calgary|edmonton|캘거리|에드먼턴"],
  ["America/Anchorage", "anchorage|alaska|앵커리지|알래스카"],
  ["Pacific/Honolulu", "honolulu|hawaii|호놀룰루|하와이"],
  ["America/Mexico_City", "mexico city|멕시코시티"],
  ["America/Cancun", "cancun|칸쿤"],
  ["America/Havana", "havana|cuba|하바나|쿠바"],
  ["America/Panama", "panama|파나마"],
  ["America/Bogota", "bogota|colombia|보고타|콜롬비아"],
  ["America/Lima", "lima|peru|리마|페루"],
  ["America/Santiago", "santiago|산티아고"],
  ["America/Argentina/Buenos_Aires", "buenos aires|argentina|부에노스아이레스|아르헨티나"],
  ["America/Sao_Paulo", "sao paulo|são paulo|rio de janeiro|상파울루|리우데자네이루|리우"],
  ["America/Caracas", "caracas|venezuela|카라카스|베네수엘라"],
  ["America/Montevideo", "montevideo|uruguay|몬테비데오|우루과이"],
  ["Australia/Sydney", "sydney|canberra|시드니|캔버라"],
  ["Australia/Melbourne", "melbourne|멜버른|멜번"],
  ["Australia/Brisbane", "brisbane|gold coast|브리즈번|골드코스트"],
  ["Australia/Perth", "perth|퍼스"],
  ["Australia/Adelaide", "adelaide|애들레이드"],
  ["Pacific/Auckland", "auckland|wellington|new zealand|오클랜드|웰링턴|뉴질랜드"],
  ["Pacific/Guam", "guam|괌"],
  ["Asia/Colombo", "콜롬보"],
  ["Indian/Maldives", "maldives|몰디브"],
  ["UTC", "utc|gmt|협정세계시"],
];

const ZONES: ReadonlyMap<string, string> = new Map(
  ROWS.flatMap(([zone, names]) => names.split("|").map((name): [string, string] => [name, zone])),
);

/** Most words in one name. */
export const LONGEST_PLACE_WORDS = 3;

/** Every place of the table and its IANA zone, the place in lower case. */
export function knownPlaces(): ReadonlyMap<string, string> {
  return ZONES;
}

/** The IANA zone of a city or a country with one usual zone, by its Korean or English name in any case; `undefined` when the table does not have it. */
export function zoneOfPlace(name: string): string | undefined {
  if (/^(?:la|uk|uae)$/iu.test(name) && name !== name.toUpperCase()) return undefined;
  return ZONES.get(name.toLowerCase());
}

/** What a zone's best known city is called in a language; the last part of the zone's name where the table has none. */
export function cityOfZone(zone: string, language: Language): string {
  const names = ROWS.find(([known]) => known === zone)?.[1].split("|") ?? [];
  const name = names.find((each) => /\p{Script=Hangul}/u.test(each) === (language === "ko"));
  if (name !== undefined && language === "ko") return name;
  return zone.split("/").at(-1)?.replaceAll("_", " ") ?? zone;
}

/** Every zone that the table can name. */
export function knownZones(): ReadonlySet<string> {
  return ZONE_NAMES;
}

const ZONE_NAMES: ReadonlySet<string> = new Set(ZONES.values());
