import { type ClosedPhrase, isPhrase } from "../../agent/planner/wording/closed-phrases.ts";
import { dayNumber, localTimeOf } from "../../base/format-time.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import { spokenName } from "../../scheduler/ledger/schedule-words.ts";
import { wordsOfTime } from "../../scheduler/phrases/find-time.ts";
import { dueBetween } from "../../scheduler/timing/cron.ts";

/** What may be done with a schedule that there is. */
export type Act =
  | "rename"
  | "ahead"
  | "leave-out"
  | "skip"
  | "push"
  | "done"
  | "off"
  | "all-off"
  | "retime"
  | "again"
  | "run"
  | "when";

/** What a message says of schedules: each of its words is the name of one, says when, or says what is to be done. */
export interface ScheduleFrame {
  readonly act: Act;
  /** Those that its words name; empty where it is about the one that is spoken of. */
  readonly named: readonly Schedule[];
  /** True where half of the words of its name are said, or more. */
  readonly isMostly?: true;
  /** True where what is named is to be gone for good, or all times to come are meant. */
  readonly isForGood?: true;
  /** Words of time as they were said; empty where there are none. */
  readonly when: string;
  readonly lengthMs?: number;
  /** Days of the week from 0 = Monday, of which `isOnly` says that no others are left. */
  readonly weekdays?: { readonly days: readonly number[]; readonly isOnly: boolean };
  /** Of all of them: those of one kind. */
  readonly kind?: "reminder" | "alert" | "briefing";
  /** The new name. */
  readonly title?: string;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/** What names no schedule by its own words, in every act. */
const KINDS =
  "reminder reminders alarm alarms alert alerts schedule event appointment thing about again everything all it's there theres until till from for at by after before back me yeah yup yay cheers thanks thank ty tho though btw also too 알림 알람 리마인더 일정 예약 약속 시간 하나 부터 까지 에서 에는 엔 에도 에만 으로만 이라고 라고 쪽 말이야 줄래 주렴 줄수 야겠다 야겠어 려고 고마워 부탁 부탁해 부탁해요";

const ACTS: readonly (readonly [keyof typeof READERS, ClosedPhrase])[] = [
  [
    "ahead",
    {
      needs: /전에|먼저|미리|\b(?:before|beforehand|earlier|ahead|advance)\b/u,
      words:
        "remind tell ping notify warn wake before beforehand earlier ahead advance 전 먼저 미리 알려 알려주고 말해 깨워 울려",
    },
  ],
  [
    "leave-out",
    {
      needs:
        /빼|제외|말고|안|하지마|없이|만|\b(?:not|except|without|exclude|skip|off|leave|no|dont|only|just)\b/u,
      words:
        "not except without exclude excluding skip leave off no dont do only just during turn remind tell send ring 빼 빼고 제외 제외하고 말고 안 안해도 안와도 울리지 보내지 알리지 하지 마 마세요 말아 말아줘 없이 만 알려 보내 울려 해도",
    },
  ],
  [
    "skip",
    {
      needs: /건너|쉬|패스|스킵|거르|걸러|넘어가|빼|없이|안해도|\b(?:skip|pass|leave out|miss)\b/u,
      words:
        "keep rest others one skip pass leave miss once time next day today just only this week 이번 이번주 이번주만 이번주는 주만 주는 건너뛰어 건너뛰 건너뛸 건너뛸게 쉬 쉬어 쉬자 쉴래 쉴게 쉬게 쉬고 패스 스킵 거르 거르자 걸러 걸러줘 넘어가 넘어가자 빼 하루 하루만 한 번만 번 날 만 다음 안해도",
    },
  ],
  [
    "push",
    {
      needs:
        /미뤄|미루|늦춰|늦추|뒤로|당겨|당기|앞당|더|다시|있다가|이따|\b(?:push|pushed|postpone|delay|snooze|bump|later|more|another|again|back|forward|give|extend|earlier|put off)\b|\bput\b.*\boff\b/u,
      words:
        "put off push postpone delay snooze bump later more another again back forward give extend do move earlier remind tell wait in try ping buzz 미뤄 미루 미루자 미룰래 미뤄야 미뤄야겠 늦춰 늦추 늦추자 연기 뒤 뒤로 후 후에 당겨 당기 앞당겨 더 다시 있다 있다가 이따 이따가 만 알려 울려 깨워 말해 알림",
    },
  ],
  [
    "again",
    {
      needs: /다시|한번 더|한 번 더|또|\b(?:again|later|once more)\b/u,
      words:
        "again later once more then try remind tell ping buzz notify me same time 다시 한 번 한번 더 또 말해 알려 울려 깨워 보내 이따 이따가 때 이 시간 시간에 시간쯤 같은 이맘때 쯤",
    },
  ],
  [
    "run",
    {
      needs: /실행|돌려|돌리|\b(?:run|fire|trigger|execute|kick off|start)\b/u,
      words:
        "run fire off trigger kick execute start now right away once please manually this instant immediately 지금 당장 바로 한 번 한번 한번만 즉시 실행 돌려 돌리 시켜",
    },
  ],
  [
    "done",
    {
      needs: /했|함|끝|완료|마쳤|\b(?:done|did|finished|completed|sorted)\b/u,
      words:
        "ta thanks thx ok okay all done did finished completed taken took sorted fed paid sent got ate drank went made bought did have has been is are i've ive just already now 했어 했음 했다 했지 했네 했습니다 함 끝 끝났 끝났어 끝냈 끝냈어 끝남 완료 마쳤 어 음 다 지 네 습니다 어요 이미 벌써 방금 다",
    },
  ],
  [
    "off",
    {
      needs:
        /꺼|끄|취소|지워|지우|삭제|없애|그만|하지마|하지 마|필요없|안해도|안와도|됐어|해제|중지|멈춰|알려도|보내도|\b(?:cancel|stop|off|delete|remove|scrap|drop|kill|disable|clear|no more|no need|dont need|forget|nevermind|never mind|lose|mute|silence|pause|hush)\b/u,
      words:
        "cancel cancelled stop turn off switch delete remove scrap scratch drop kill disable clear more need needed dont anymore any longer never nevermind forget lose please sending reminding telling with get rid mute silence pause hush while being time finished over ended forever good permanently completely altogether entirely one 당분간 잠깐 잠시 일단 한동안 아예 완전히 영영 영원히 영구 영구히 놔 놓 둬 두 둘래 멈춰둘래 꺼 끄 끄자 취소 취소해 지워 지우 지우자 삭제 없애 그만 그만해 하지 마 마라 마세요 말아 필요 없어 없어요 없음 없다 필요없어 안해도 안와도 안 됐어 됐다 됐고 해제 중지 멈춰 알려 알려도 보내 보내도 와도 울려 해도 주지 울리지 알리지 보내지 오지 않아도 버려",
    },
  ],
  [
    "retime",
    {
      needs:
        /로|바꿔|바꾸|변경|옮겨|미뤄|미루|[당땡]겨|[당땡]기|아니고|말고|만|도|까지|\b(?:only|just|to|change|move|make|set|shift|reschedule|push|bump|instead|actually|meant|not|isnt|now|moved|change|changed|switch|until|till)\b/u,
      words:
        "same day only just do too also add 만 도 하고 해 해줘 to change changed changing move moved make set shift reschedule push bump instead actually meant mean not isnt now is was switch until till do has got 바꿔 바꾸 바꾸자 바꿀래 바뀌었어 바뀜 바꼈어 변경 변경됐어 옮겨 옮기자 옮겨졌어 미뤄 미루 미루자 미뤄야 미뤄야겠 미뤄졌어 당겨 당기 땡겨 땡기 당겨졌어 아니고 말고 말구 로 으로 맞춰 고쳐 하자 할게 이야 야 이었어 였어 다시",
    },
  ],
];

const OFF_VERBS =
  "꺼|끄|취소|지워|지우|삭제|없애|해제|비워|\\b(?:cancel|delete|remove|stop|clear|turn off|drop|kill|disable)\\b";
const OFF_WORDS =
  "cancel delete remove stop clear turn off drop kill disable every whole entire on for of day 모든 전체 몽땅 죄다 꺼 끄 끄자 취소 지워 지우 삭제 없애 해제 비워 버려 있는 잡힌 설정된 것 거 시세 가격 브리핑 price briefing briefings";

/** Every schedule at once. */
const ALL: ClosedPhrase = {
  needs: new RegExp(
    `^(?=.*(?:모든|전체|모두|전부|(?<![가-힣])다(?![가-힣])|싹|몽땅|죄다|\\b(?:all|every|everything|whole)\\b)).*(?:${OFF_VERBS})`,
    "u",
  ),
  words: OFF_WORDS,
};
/** Every one of a day. */
const ALL_OF_DAY: ClosedPhrase = { needs: new RegExp(OFF_VERBS, "u"), words: OFF_WORDS };
const FOR_GOOD =
  /아예|완전히|영영|영원히|영구|\b(?:for good|forever|permanently|completely|altogether|entirely)\b/iu;
/** Deletes whatever it may be: a file, a to-do, a memory. */
const DELETES = /지워|지우|삭제|없애|\b(?:delete|remove|drop|clear)\b/iu;
const SAYS_KIND = /알림|알람|리마인더|일정|예약|\b(?:reminder|alarm|alert|event)s?\b/iu;

const NAMES_A_TITLE: readonly RegExp[] = [
  /^(?<what>.*?)\s*(?:알림|알람|예약|일정|할\s?일)?(?:의|은|는|을|를)?\s*(?:이름|제목)(?:을|를|은|만)?\s*(?<title>\S.*?)(?:이라고|라고|으로|로)\s*(?:좀\s*)?(?:바꿔|바꾸|고쳐|변경|수정|해|하자|지어)\S*(?:\s*(?:줘|주)\S*)?[\s.!~]*$/u,
  /^(?<what>.+?)(?:을|를|은|는)?\s+(?<title>\S.*?)(?:이라고|라고|으로|로)\s*(?:이름|제목)(?:을|를)?\s*(?:좀\s*)?(?:바꿔|바꾸|고쳐|변경|수정)\S*(?:\s*(?:줘|주)\S*)?[\s.!~]*$/u,
  /^(?:please\s+|can\s+you\s+|could\s+you\s+)*(?:rename|retitle|call)\s+(?:the\s+|my\s+)?(?<what>.+?)\s*(?:\b(?:reminder|alarm|alert|one)\b)?\s+(?:to|as|into|:)\s*(?<title>\S.*?)(?:\s+(?:please|instead|pls))*[\s.!]*$/iu,
  /^(?:please\s+|can\s+you\s+|could\s+you\s+)*call\s+(?<what>it|that|this)\s+(?<title>\S.*?)(?:\s+(?:please|instead(?:\s+of\s+\S.*)?|pls))*[\s.!]*$/iu,
  /^(?:please\s+|can\s+you\s+|could\s+you\s+)*change\s+(?:the\s+)?(?:name|title)\s+(?:of\s+)?(?:the\s+|my\s+)?(?<what>.*?)\s*(?:\b(?:reminder|alarm|alert|one)\b)?\s*\bto\s+(?<title>\S.*?)[\s.!]*$/iu,
];

/** Wants another name and does not say which. */
const WANTS_A_TITLE: ClosedPhrase = {
  needs: /이름|제목|\brename\b|\b(?:change|fix).*\b(?:name|title)\b/u,
  words:
    "rename change fix the name title of its 이름 제목 바꿔 바꾸 바꾸고 바꿀래 고쳐 변경 수정 싶어",
};

/** What stands for the schedule that is spoken of. */
const POINTS =
  /(?<![가-힣])(?:방금|아까|이|그|저|지금|오늘|내일)\s?(?:(?:만든|한|말한|설정한)\s?)?꺼(?=$|[\s를은는만도])/gu;
const POINTED =
  /^(?:(?:아+|앗|그럼|근데|그냥)[\s,]+)*(?:(?:방금|아까|이|그)\s?(?:거|것|알림)?|it|that|this|that\s+one|the\s+last\s+one)?$/iu;

/** What takes the place of a time that was said before it: 3시 아니고 4시, "not at 2 but at 4". */
const INSTEAD_OF =
  /(?:\S*\d\S*(?:\s?(?:반|\d+분))?|오전|오후|아침|점심|저녁|밤|새벽|오늘|내일|모레|[월화수목금토일]요일|매일|매주|매달)\s*(?:이|가)?\s*(?:아니고|아니라|말고)\s*|\b(?:is\s+not|isn['’]?t|not)\s+(?:at\s+|on\s+|in\s+the\s+)?(?:\S*\d\S*\s*(?:[ap]m)?|today|tomorrow|tonight|morning|afternoon|evening|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)[\s,]*(?:but\s+)?(?:(?:it['’]?s|it\s+is)\s+)?(?=\S)/iu;

/** Says that a time is so: 4시야. */
const IS_SO = /(?<=[가-힣\d])(?:이?야|이에요|예요|임)(?=[\s.!~]*$)/u;

/** Before a number at the end that is an hour: "dentist to 4". */
const TO_HOUR = /\b(?:to|until)(?=\s+\d{1,2}(?::\d\d)?[\s.!]*$)/iu;

const NUMBERS: Readonly<Record<string, number>> = {
  ...{ 한: 1, 두: 2, 세: 3, 네: 4, 다섯: 5, 여섯: 6, 열: 10 },
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, ten: 10, fifteen: 15 },
  ...{ twenty: 20, thirty: 30, half: 0.5, "half an": 0.5, another: 1 },
};
const SPANS: Readonly<Record<string, number>> = {
  ...{ 하루: DAY_MINUTES, 이틀: 2 * DAY_MINUTES, 사흘: 3 * DAY_MINUTES, 나흘: 4 * DAY_MINUTES },
  ...{ 일주일: 7 * DAY_MINUTES, 보름: 15 * DAY_MINUTES },
};
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:분|m)/iu, 1],
  [/^(?:시간|h)/iu, 60],
  [/^(?:일|d)/iu, DAY_MINUTES],
  [/^(?:주|w)/iu, 7 * DAY_MINUTES],
];
const LENGTH =
  /(?<![\p{L}\d])(?:(?:by|in|for|another|after)\s+)?(?:(?<count>\d{1,3}|한|두|세|네|다섯|여섯|열|half\s+an|an?|one|two|three|four|five|ten|fifteen|twenty|thirty|half)\s?(?:more\s+)?(?<unit>분|시간|일|주일?|m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?|days?|weeks?)(?![a-z])(?<half>\s?반)?|(?<span>하루|이틀|사흘|나흘|일주일|보름))(?:\s?정도)?(?:\s?(?:만|뒤|후))?(?:에|으?로)?(?:\s?(?:더|more|longer|later))?/iu;

/** The length of time that stands in words, and the words without it. */
function lengthIn(text: string): { readonly lengthMs: number; readonly rest: string } | undefined {
  const found = LENGTH.exec(text);
  if (found === null) return undefined;
  const { count = "", unit = "", half, span } = found.groups ?? {};
  const number = /^\d/u.test(count)
    ? Number(count)
    : (NUMBERS[count.toLowerCase().replace(/\s+/gu, " ")] ?? 1);
  const each = UNITS.find(([form]) => form.test(unit))?.[1] ?? 1;
  const minutes =
    span === undefined ? number * each + (half === undefined ? 0 : each / 2) : (SPANS[span] ?? 0);
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
  return { lengthMs: minutes * MINUTE_MS, rest };
}

const WEEKDAYS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/주말|\bweekends?\b/giu, [5, 6]],
  [/평일|주중|\bweek\s?days?\b/giu, [0, 1, 2, 3, 4]],
  ...(
    [
      ["월", "mon(?:day)?s?"],
      ["화", "tue(?:s|sday)?s?"],
      ["수", "wed(?:nesday)?s?"],
      ["목", "thu(?:rs|rsday)?s?"],
      ["금", "fri(?:day)?s?"],
      ["토", "sat(?:urday)?s?"],
      ["일", "sun(?:day)?s?"],
    ] as const
  ).map(
    ([korean, english], index) =>
      [new RegExp(`${korean}(?:요일|욜)|\\b${english}\\b`, "giu"), [index]] as const,
  ),
];

/** The days of the week that words name, and the words without them. */
function weekdaysIn(text: string): { readonly days: readonly number[]; readonly rest: string } {
  const named = WEEKDAYS.filter(([form]) => text.search(form) >= 0);
  const rest = named.reduce((said, [form]) => said.replace(form, " "), text);
  return { days: [...new Set(named.flatMap(([, days]) => days))], rest };
}

/** Reads what a message says of schedules: `undefined` where any of its words says something else. Pure. */
export function readFrame(given: string, own: readonly Schedule[]): ScheduleFrame | undefined {
  const text = given
    .normalize("NFC")
    .replace(POINTS, (word) => word.replace("꺼", "거"))
    .replace(NOT_DELETED, " ");
  if (ASKS.test(text)) return askedWhen(text, own);
  return renamed(text, own) ?? acted(text, own);
}

/** What is only to be quiet. */
const NOT_DELETED =
  /[\s,]*(?:지우|삭제하?|없애)(?:진|지는|지)\s*(?:말고|마|않고)|[\s,]*(?:but\s+)?(?:do\s*n['’]?t|don['’]?t|not|without)\s+delet(?:e|ing)(?:\s+(?:it|that))?/iu;

const ASKS =
  /[?？]\s*$|^(?:so\s+)?(?:whens?|whats?|which|where|who|how|(?:is|are|do|does|did)\s+(?:i|you|we|they|the|my|there|any))\b|몇\s?시|언제/iu;
/** Asks when one comes that is named. */
const WHEN: ClosedPhrase = {
  needs: /\bwhens?\b|\bwhat times?\b|언제|몇시|몇 시/u,
  words:
    "when whens what whats time times s is are was were next on for it 언제 몇 시 몇시 였지 였더라 더라 인가요 인지 였어 니 되어 있어 있지 있더라 잡혀 잡혔 어 맞춰 놨지 해놨지 해뒀지",
};

function askedWhen(text: string, own: readonly Schedule[]): ScheduleFrame | undefined {
  const { named, rest } = subjectIn(text, own);
  return named.length > 0 && isKindOf(rest, WHEN) ? { act: "when", named, when: "" } : undefined;
}

function renamed(text: string, own: readonly Schedule[]): ScheduleFrame | undefined {
  for (const form of NAMES_A_TITLE) {
    const { what = "", title } = form.exec(text.trim())?.groups ?? {};
    if (title === undefined) continue;
    const { named, rest } = subjectIn(what, own);
    if (named.length === 0 ? POINTED.test(what.trim()) : isBare(rest))
      return { act: "rename", named, when: "", title: unquoted(title) };
  }
  const { named, rest } = subjectIn(text, own);
  return isKindOf(rest, WANTS_A_TITLE) ? { act: "rename", named, when: "" } : undefined;
}

function unquoted(title: string): string {
  return title.trim().replace(/^["“'‘](.+)["”'’]$/u, "$1");
}

/** What is read of a message once the names in it are taken out. */
interface Reading {
  /** As it was said. */
  readonly text: string;
  /** Without the names. */
  readonly said: string;
  readonly named: readonly Schedule[];
  /** All words of a name are said. */
  readonly isWhole: boolean;
  /** Half of them or more. */
  readonly isMostly: boolean;
  readonly when: string;
  /** Without names and time. */
  readonly bare: string;
  readonly phrase: ClosedPhrase;
}

type Found = Partial<ScheduleFrame> | undefined;

const READERS: Readonly<
  Record<Exclude<Act, "rename" | "all-off" | "when">, (reading: Reading) => Found>
> = {
  ahead: withLength,
  push: withLength,
  "leave-out": leftOut,
  skip: ({ bare, phrase, when }) =>
    isKindOf(bare, phrase) && wordsOfTime(when).said.clocks.length === 0 ? { when } : undefined,
  again: ({ bare, phrase, when, said }) =>
    when !== "" && isKindOf(bare, phrase, said) ? { when } : undefined,
  run: ({ bare, phrase, when, named, said }) =>
    named.length > 0 && (when === "" || IS_NOW.test(when)) && isKindOf(bare, phrase, said)
      ? {}
      : undefined,
  done: ({ when, bare, text, phrase, isMostly }) => {
    if (when !== "" || !isDone(bare, text, phrase)) return undefined;
    return isMostly ? { isMostly } : {};
  },
  off: switchedOff,
  retime: ({ when, bare, said, phrase }) =>
    when !== "" && isKindOf(bare, phrase, said)
      ? { when: [when, ...(bare.match(HOW_MANY) ?? [])].join(" ") }
      : undefined,
};

/** Says whether days are added to those that there are, or are the only ones. */
const HOW_MANY = /(?<![가-힣])[도만](?![가-힣])|\b(?:only|just|also|too)\b/giu;

function acted(text: string, own: readonly Schedule[]): ScheduleFrame | undefined {
  const { named, isWhole, isMostly, rest: said } = subjectIn(text, own);
  const { rest } = wordsOfTime(said);
  const day = timeWords(said, rest);
  const isEach = isKindOf(rest, ALL) || (day !== "" && isKindOf(rest, ALL_OF_DAY));
  if (isEach && named.length === 0) return { act: "all-off", named, when: day, kind: kindIn(said) };
  const hourly = named.length === 0 ? said : said.replace(TO_HOUR, "$& at ");
  const timed = hourly.replace(INSTEAD_OF, " ").replace(IS_SO, "").replace(DAY_ENDING, "$& ");
  const reading = { text, said, named, isWhole, isMostly };
  const amended = amendedIn(timed, reading);
  if (amended !== undefined) return amended;
  const bare = wordsOfTime(timed).rest;
  const when = timeWords(timed, bare);
  for (const [act, phrase] of ACTS) {
    const found = READERS[act]({ ...reading, when, bare, phrase });
    if (found !== undefined) return { act, named, when: "", ...found };
  }
  return undefined;
}

/** After a day, before what says that it is added, or is the new one: 토요일도, 금요일로. */
const DAY_ENDING = /(?:요일|주말|평일|매주|매일|매달|내일|모레)(?=(?:도|만|로|으로)(?![가-힣]))/gu;

/** What comes again and again gets an end, or other hours on fewer days: "for 10 days only", 7시로 하고 주말은 빼줘. */
function amendedIn(
  timed: string,
  reading: Omit<Reading, "when" | "bare" | "phrase">,
): ScheduleFrame | undefined {
  const { said, rest: bare } = wordsOfTime(timed, { clocks: [], cycle: { repeat: "daily" } });
  const isAmended =
    said.end !== undefined || (said.exceptDays !== undefined && said.clocks.length > 0);
  const phrase = ACTS.find(([act]) => act === "retime")?.[1];
  if (!isAmended || phrase === undefined) return undefined;
  const when = timeWords(timed, bare);
  const isChange = isBare(bare) || isKindOf(bare, phrase, reading.said);
  return isChange ? { act: "retime", named: reading.named, when } : undefined;
}

function withLength({ said, phrase }: Reading): Found {
  const length = lengthIn(said.replace(SNOOZED, "$& minutes"));
  const rest = length?.rest.replace(FROM_NOW_ON, " ") ?? "";
  if (length === undefined || !isKindOf(rest, phrase, said)) return undefined;
  return { lengthMs: length.lengthMs, ...(FROM_NOW_ON.test(said) ? { isForGood: true } : {}) };
}

/** Every time that is to come. */
const FROM_NOW_ON = /\bfrom\s+now\s+on\b|앞으로(?:는|도|쭉)?|이제부터(?:는)?|매번/iu;

/** So many minutes, as a snooze is counted. */
const SNOOZED = /\b(?:snooze|again\s+in)\s+(?:(?:it|that|this|for|by)\s+)*\d{1,3}(?=[\s.!]*$)/iu;

/** Says no other time than the present one. */
const IS_NOW = /^(?:지금|당장|바로|now|right\s+now)[\s.!]*$/iu;

function leftOut({ said, phrase }: Reading): Found {
  const { days, rest } = weekdaysIn(said);
  if (days.length === 0 || !isRepeated(said, days) || !isKindOf(rest, phrase)) return undefined;
  return { weekdays: { days, isOnly: /만|\b(?:only|just)\b/u.test(rest) } };
}

function switchedOff({ said, named, isWhole, when, bare, phrase }: Reading): Found {
  const isMaybeOther = DELETES.test(said) && !isWhole && !SAYS_KIND.test(said);
  if (named.length > 0 && isMaybeOther) return undefined;
  if (when !== "" || !isKindOf(bare, phrase)) return undefined;
  return DELETES.test(said) || FOR_GOOD.test(said) ? { isForGood: true } : {};
}

function kindIn(text: string): NonNullable<ScheduleFrame["kind"]> {
  if (/브리핑|briefing/iu.test(text)) return "briefing";
  return /시세|가격|\balerts?\b/iu.test(text) ? "alert" : "reminder";
}

/** Days that are named as days of every week: several of them, a weekend, or one in its plural. */
function isRepeated(text: string, days: readonly number[]): boolean {
  return days.length > 1 || /마다|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b/iu.test(text);
}

/** Verbs of something past say that it is done, whatever they are. */
const PAST =
  /[가-힣]*[껐넣먹챙갔냈샀봤썼왔줬났졌쳤렸녔탔됐했](?:어|음|다|지|네|습니다|슴)+(?:요)?(?=$|[\s.!~,])|[가-힣]+(?:었|았)(?:어|음|다|지|네|습니다|슴)+(?:요)?(?=$|[\s.!~,])|\b(?:(?!need|feed|speed|tired|bored|excited|scared|worried|annoyed|exhausted|stressed|confused|pleased|married|hundred)[a-z]{3,}ed|took|taken|fed|paid|sent|ate|drank|went|gone|bought|made|got|put(?!\s(?:it|that|this|them)\sback\b)|given|gave)\b/iu;

/** Whether words tell that something is done; `text` are all of them, of which a verb may also stand in a name. */
function isDone(bare: string, text: string, { needs, words }: ClosedPhrase): boolean {
  const rest = bare.replace(new RegExp(PAST, "giu"), " ");
  if (!needs.test(plain(bare)) && !PAST.test(text)) return false;
  return isBare(rest) || isPhrase(rest, { needs: /./u, words: `${KINDS} ${words}` });
}

/** Whether words are wholly of one kind; `asked` are those that must say so. */
function isKindOf(words: string, { needs, words: own }: ClosedPhrase, asked = words): boolean {
  if (!needs.test(plain(asked))) return false;
  return isBare(words) || isPhrase(words, { needs: /./u, words: `${KINDS} ${own}` });
}

/** Words that say nothing. */
function isBare(words: string): boolean {
  return plain(words) === "" || isPhrase(words, { needs: /./u, words: KINDS });
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/['’]/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** The words of a text that are not among those left without its time. */
function timeWords(text: string, rest: string): string {
  const left = rest.split(/\s+/u);
  return text
    .split(/\s+/u)
    .filter((word) => {
      const at = left.indexOf(word);
      if (at < 0) return true;
      left.splice(at, 1);
      return false;
    })
    .join(" ")
    .trim();
}

/** One by the day on which it comes: "the friday one", 금요일 거. */
const ONE_OF_DAY =
  /\b(?:the\s+)?(?<english>mon|tues|wednes|thurs|fri|satur|sun)days?\s+one\b(?=(?<to>\s+(?:at\s+)?\d)?)|(?<korean>[월화수목금토일])요일\s?(?:거|것|꺼|알림)(?:은|는|을|를)?(?![가-힣])/iu;

/** One by the hour at which it comes: "the 7:20 one", 7시 20분 거. */
const ONE_OF_HOUR =
  /\b(?:the\s+)?(?<hour>\d{1,2})(?::(?<minute>\d{2}))?\s?(?:[ap]m)?\s+(?:one|reminder|alarm)\b|(?:(?:오전|아침|오후|저녁|밤)\s?)?(?<time>\d{1,2})시\s?(?:(?<past>\d{1,2})분|(?<thirty>반))?\s?(?:거|것|꺼|알림)(?:은|는|을|를)?(?![가-힣])/iu;

/** Those that a text calls by their hour, and the text without it. */
function calledByHour(text: string, own: readonly Schedule[]) {
  const called = ONE_OF_HOUR.exec(text);
  if (called === null) return undefined;
  const { hour, minute, time, past, thirty } = called.groups ?? {};
  const at = (Number(hour ?? time) % HALF_DAY) * 60;
  const minutes = at + (thirty === undefined ? Number(minute ?? past ?? 0) : 30);
  const named = own.filter((one) => comesAt(one, minutes));
  return named.length === 0 ? undefined : { named, rest: text.replace(called[0], " ") };
}

/** Hours of a clock with hands. */
const HALF_DAY = 12;

/** True where it comes next at so many minutes after noon or midnight. */
function comesAt({ nextDueMs, zone, state }: Schedule, minutes: number): boolean {
  if (state !== "active" || nextDueMs === undefined) return false;
  const { hour, minute } = localTimeOf(nextDueMs, zone);
  return (hour % HALF_DAY) * 60 + minute === minutes;
}

/** The schedules that words of a text name, most of their words first, or that come on a day by which they are called, and the text without those. */
function subjectIn(
  text: string,
  own: readonly Schedule[],
): Pick<Reading, "named" | "isWhole" | "isMostly"> & { readonly rest: string } {
  const called = ONE_OF_DAY.exec(text);
  if (called !== null) {
    const { english = "", korean = "", to } = called.groups ?? {};
    const at = WEEKDAYS.findIndex(([form]) => `${english}day ${korean}요일`.search(form) >= 0) - 2;
    const named = own.filter((one) => comesOn(one, at));
    const rest = text.replace(called[0], to === undefined ? " " : " to at");
    if (named.length > 0) return { named, isWhole: true, isMostly: true, rest };
  }
  const byHour = calledByHour(text, own);
  if (byHour !== undefined) return { ...byHour, isWhole: true, isMostly: true };
  const words = text.split(/\s+/u).filter((word) => word !== "");
  const found = own.map((schedule) => {
    const parts = nameWords(schedule);
    const cuts = words.map((word) => cutBy(word, parts));
    const count = cuts.filter((cut) => cut !== undefined).length;
    const isWhole = parts.every((part) => words.some((word) => cutBy(word, [part]) !== undefined));
    const isMostly = count * 2 >= parts.length;
    return { schedule, cuts, isMostly, score: count + (isWhole && count > 0 ? 0.5 : 0) };
  });
  const most = Math.max(0, ...found.map(({ score }) => score));
  if (most === 0) return { named: [], isWhole: false, isMostly: false, rest: text };
  const best = found.filter(({ score }) => score === most);
  const cuts = best[0]?.cuts ?? [];
  return {
    named: best.map(({ schedule }) => schedule),
    isWhole: most % 1 > 0,
    isMostly: best.every((one) => one.isMostly),
    rest: words.map((word, index) => cuts[index] ?? word).join(" "),
  };
}

/** True where each of its times is on that day of the week, from 0 = Monday. */
function comesOn({ nextDueMs, timing, zone, state }: Schedule, weekday: number): boolean {
  if (state !== "active" || nextDueMs === undefined) return false;
  const dayOf = (ms: number): number => (dayNumber(localTimeOf(ms, zone)) + 3) % 7; // day 0 was a Thursday
  const dues = dueBetween(timing, zone, nextDueMs, Number.POSITIVE_INFINITY, 2);
  return [nextDueMs, ...dues].every((dueMs) => dayOf(dueMs) === weekday);
}

/** The words of a name that name something: neither words of time nor such as stand in any message. */
function nameWords(schedule: Schedule): readonly string[] {
  return spokenName(schedule)
    .toLowerCase()
    .replace(/['’]s(?=\s|$)/gu, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !isBare(word) && wordsOfTime(word).rest.trim() !== "");
}

const PARTICLE =
  /(?:에게|한테|으로|이랑|하고|에서|부터|까지|이라는|라는|을|를|은|는|이|가|도|에|로|와|과|랑|의|만)$/u;

/** What is left of a word that names a part of a name; `undefined` where it names none. */
function cutBy(word: string, parts: readonly string[]): string | undefined {
  const bare = word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$|['’]s$/gu, "");
  if (bare === "") return undefined;
  const cuts = parts.map((part) => {
    if (bare === part) return "";
    if (/\p{Script=Hangul}/u.test(part)) return koreanCut(bare, part);
    return isNear(bare, part) ? "" : undefined;
  });
  return cuts.find((cut) => cut !== undefined);
}

function koreanCut(word: string, part: string): string | undefined {
  if (part.length > 1 && word.startsWith(part)) return word.slice(part.length);
  const stem = word.replace(PARTICLE, "");
  if (stem.length === 1 && !isBare(stem) && part.startsWith(stem)) return word.slice(1);
  const isSame = stem !== "" && stem === part.replace(PARTICLE, "");
  if (isSame || (stem.length > 1 && part.startsWith(stem))) return word.slice(stem.length);
  return verbStem(word) === verbStem(part) ? "" : undefined;
}

/** What a deed is called by, in a name and where it is told to be done: 넣 of 넣기 and 넣었어. */
function verbStem(word: string): string {
  return word.replace(/(?:하기|기)$/u, "") || word;
}

function isNear(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length > 2 && long.startsWith(short) && long.length - short.length <= 2;
}
