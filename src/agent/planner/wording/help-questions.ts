import type { Localized } from "../../../base/localized.ts";
import { composed } from "../../../rag/text/normalize.ts";

/** What a question about the bot itself is answered with: words, or a look at what there is for a subject. */
export type Help =
  | { readonly kind: "words"; readonly words: Localized }
  | { readonly kind: "subject"; readonly subject: string };

const EN_HOW =
  "(?:how\\s+(?:do|can|could|would|should)\\s+(?:i|we|you)|how\\s+to|can\\s+(?:i|we|you)|could\\s+(?:i|you)|is\\s+(?:there|it\\s+possible)|where\\s+(?:do|can)\\s+i|is\\s+there\\s+a\\s+way|i\\s+(?:want|need)\\s+to\\s+know\\s+how|do\\s+you|does\\s+(?:it|this)|do\\s+i|will\\s+you)";
const KO_HOW =
  "(?:어떻게|방법|하는\\s?법|하려면|할\\s?수\\s?(?:있|없)|되나|되니|돼\\s*\\??$|돼요|될까|가능|있나|있어|있니|있을까|싶은데|줄\\s?알아)";

function english(about: string, asks = EN_HOW): RegExp {
  return new RegExp(
    `^(?:(?:hey|hi|so|ok|okay|and|btw|quick\\s+question)[\\s,:]+)*${asks}\\b.*\\b(?:${about})`,
    "iu",
  );
}

function korean(about: string, asks = KO_HOW): RegExp {
  return new RegExp(`(?:${about}).*${asks}`, "u");
}

/** What is asked about the bot, by whom it may be asked in both languages, and the short answer. */
const ANSWERS: readonly (readonly [readonly RegExp[], Localized])[] = [
  [
    [
      english("time\\s?zone"),
      korean("시간대.*(?:바꾸|바꿀|변경|설정|고치)|시간대\\s?(?:변경|설정)"),
    ],
    {
      ko: "`/timezone 서울`처럼 보내면 바뀌어요. “나 런던으로 이사했어”라고 해도 돼요.",
      en: "Send `/timezone Seoul`, or just say “I moved to London”.",
    },
  ],
  [
    [
      english(
        "quiet(?:\\s+hours)?|do\\s+not\\s+disturb|dnd|(?:mute|silence|stop|pause|no|turn\\s+off)\\b.*\\b(?:at\\s+night|overnight|while\\s+i\\s+sleep|during\\s+the\\s+night)",
      ),
      korean(
        "(?:밤|새벽|야간|자는\\s?동안|잘\\s?때|방해\\s?금지|조용).*(?:알림|안\\s?오|방해|울리|시간)",
        "(?:어떻게|방법|할\\s?수\\s?있|하려면|되나|돼|가능|있나|싶은데)",
      ),
    ],
    {
      ko: "`/settings quiet 22:00-07:00`을 보내면 그 시간엔 조용히 있다가 아침에 모아 드려요.",
      en: "Send `/settings quiet 22:00-07:00`: what comes in that time waits until morning.",
    },
  ],
  [
    [
      /\b(?:can|could|do|does|will|are|is)\b.*\b(?:others?|anyone|anybody|someone|somebody|(?:other\s+)?people|members|group|my\s+\w+)\b.*\b(?:see|read|access|view|look\s+at)\b.*\bmy\b/iu,
      korean(
        "(?:다른\\s?사람|남들?|누가|단톡|그룹|멤버|가족).*(?:내\\s?(?:기억|메모|할\\s?일|파일|일정|대화|알림))",
        "(?:볼\\s?수|보이|보나|봐|읽|알\\s?수)",
      ),
    ],
    {
      ko: "아니요. 기억과 할 일은 나와 하는 개인 대화에서만 보여 드려요.",
      en: "No. Your memories and to-dos are shown only in your private chat with me.",
    },
  ],
  [
    [
      english(
        "voice(?:\\s+(?:messages?|notes?|memos?))?|audio\\s+messages?|speech",
        "(?:(?:can|could)\\s+(?:i|we)|(?:can|do|could)\\s+you\\s+(?:understand|hear|listen|take|support|accept)|does|will|is|are)\\b",
      ),
      korean(
        "음성(?:\\s?(?:메시지|메모))?|목소리|녹음",
        "(?:알아들|알아듣|인식|이해|되나|돼|될까|가능|보내도|해도|들을\\s?수)",
      ),
    ],
    {
      ko: "음성 메시지는 받아쓰기가 켜져 있으면 글로 옮겨서 알아들어요.",
      en: "Yes, where transcription is set up: I write a voice message down and do what it says.",
    },
  ],
  [
    [
      english(
        "(?:commands?|slash|syntax|special\\s+words)\\b",
        "(?:do\\s+i\\s+(?:have|need)\\s+to|must\\s+i|should\\s+i|is\\s+it\\s+(?:necessary|required)\\s+to)",
      ),
      /\bcan\s+i\s+just\s+(?:talk|type|write|chat|say)\b/iu,
      korean("명령어?", "(?:외워야|써야|알아야|쳐야|필요|몰라도)"),
      /그냥\s?말(?:로|만)?\s?(?:해도|하면|걸어도)\s?(?:돼|되|알아)/u,
    ],
    {
      ko: "그냥 말하면 돼요. 명령을 쓰고 싶으면 `/help`에 있어요.",
      en: "Just talk. If you like commands, `/help` lists them.",
    },
  ],
  [
    [
      english(
        "(?:pictures?|photos?|images?|handwriting|screenshots?)",
        "(?:can|could|do|are)\\s+you\\s+(?:able\\s+to\\s+)?(?:read|see|understand|look\\s+at|recogni[sz]e)",
      ),
      /^사진(?:도|은|을|이)?\s?(?:읽어|볼\s?(?:수|줄)|봐|인식|이해|읽을\s?(?:수|줄))[가-힣\s]*[?？]?$/u,
    ],
    {
      ko: "사진은 받아 두고, 언어 모델이 연결돼 있으면 그 안의 글자도 읽어요.",
      en: "I keep pictures, and read the words in them where a language model is connected.",
    },
  ],
  [
    [
      english(
        "(?:cancel|delete|stop|remove|turn\\s+off|get\\s+rid\\s+of)\\b.*\\b(?:reminders?|alarms?|alerts?|schedules?)",
        "how\\s+(?:do|can|would|to)",
      ),
      korean(
        "(?:알림|알람|예약|일정)(?:을|를|은)?\\s?(?:취소|삭제|지우|끄)",
        "(?:어떻게|방법|하려면|법)",
      ),
    ],
    {
      ko: "“내 알림”이라고 하면 목록에서 끌 수 있어요. “치과 알림 꺼줘”라고 해도 돼요.",
      en: "Say “my reminders” and turn it off there, or “cancel the dentist reminder”.",
    },
  ],
  [
    [
      english("(?:reminders?|alarms?|timers?)\\b", "how\\s+(?:do|can|would|to)"),
      /^(?:알림|알람|리마인더|타이머|예약)(?:은|는|을|를)?\s.*(?:어떻게|방법|하는\s?법|맞추려면|하려면)(?!.*(?:돼|되어)\s?있)/u,
    ],
    {
      ko: "“내일 3시에 병원 전화하라고 알려줘”, “평일 아침 8시마다 날씨”처럼 말하면 돼요.",
      en: "Say it with a time: “remind me to call the dentist tomorrow at 3”, “weather every weekday at 8”.",
    },
  ],
  [
    [
      english("(?:remember|memory|memories)\\b", "how\\s+(?:do|can|would|to)"),
      korean("기억(?:하게|시키|을|에)", "(?:어떻게|방법|하려면|법)"),
    ],
    {
      ko: "“사물함은 17번이야 기억해”라고 하면 기억하고, “사물함 몇 번이었지?”라고 물으면 돼요.",
      en: "Say “remember that my locker is 17”, and later ask “what's my locker?”.",
    },
  ],
  [
    [
      english(
        "undo|take\\s+(?:it|something|things)\\s+back|restore|mistake",
        "(?:how\\s+(?:do|can)|can\\s+i|is\\s+there|what\\s+if)",
      ),
      korean("(?:되돌리|되돌릴|실수|취소할)", "(?:어떻게|방법|수\\s?있|되나|하려면)"),
    ],
    {
      ko: "대부분은 답 아래 되돌리기를 누르거나 “되돌려”라고 하면 돼요. 보낸 메시지는 못 되돌려요.",
      en: "Press Undo below an answer, or say “undo”. A message that was sent can't be taken back.",
    },
  ],
  [
    [
      english(
        "languages?\\b",
        "(?:what|which|how\\s+many|how\\s+(?:do|can)\\s+i\\s+(?:change|set|switch))",
      ),
      /^(?:do|can)\s+you\s+(?:speak|understand|know|talk)\s+(?:korean|english|spanish|japanese|chinese|french|german)[\s?.!]*$/iu,
      /^(?:한국어|영어|일본어|중국어|무슨\s?언어|어떤\s?언어|언어).*(?:할\s?(?:줄|수)|알아들|지원|바꾸려면|바꿀|어떻게)/u,
    ],
    {
      ko: "한국어와 영어를 알아들어요. `/language en`으로 바꿀 수 있어요.",
      en: "I understand English and Korean; `/language ko` switches.",
    },
  ],
];

const SUBJECT = "(?<subject>[^?？!.,]{1,30}?)";
/** Asks what there is for a subject. */
const SUBJECTS: readonly RegExp[] = [
  new RegExp(
    `^(?:so\\s+|and\\s+|ok(?:ay)?\\s+)*what\\s+(?:all\\s+|else\\s+)?can\\s+(?:you|i)\\s+do\\s+(?:with|about|for|regarding|around)\\s+(?:my\\s+|the\\s+)?${SUBJECT}(?:\\s+(?:here|exactly))?[\\s?.!]*$`,
    "iu",
  ),
  new RegExp(
    `^(?:what|which)\\s+(?:\\w+\\s+)?(?:features|functions|abilities|options|commands|actions|tools)\\s+(?:(?:do\\s+you\\s+have|are\\s+there|exist)\\s+)?(?:for|with|about|around|on)\\s+${SUBJECT}[\\s?.!]*$`,
    "iu",
  ),
  new RegExp(
    `^is\\s+there\\s+(?:a|any)\\s+way\\s+(?:to|of)\\s+(?:(?:make|draw|create|do|use|handle|manage|get|have|see|work\\s+with|search|read|send|set\\s+up|set)(?:ing)?\\s+)(?:an?\\s+|my\\s+|the\\s+|some\\s+)?${SUBJECT}(?:\\s+(?:with|from|through|using)\\s+(?:you|this|it))?[\\s?.!]*$`,
    "iu",
  ),
  new RegExp(
    `^(?:do\\s+you|can\\s+you)\\s+(?:support|handle|offer|work\\s+with|do\\s+(?:anything|something|stuff)\\s+with)\\s+${SUBJECT}(?:\\s+features)?[\\s?.!]*$`,
    "iu",
  ),
  new RegExp(
    `^${SUBJECT}\\s?(?:관련(?:해서는?|해서|된|한|\\s)?|에\\s?대해서?는?|에\\s?관해서?는?)\\s?(?:어떤|무슨|뭐|쓸\\s?만한|되는|있는)?\\s?(?:기능|명령)(?:들)?(?:이|은|을|에는|엔)?\\s?(?:뭐|어떤|무슨|할|있)[가-힣\\s]*[?？]*$`,
    "u",
  ),
  new RegExp(
    `^${SUBJECT}(?:으로|로)\\s?(?:는\\s?)?(?:뭐|뭘|무엇을|어떤\\s?(?:거|걸|것을?|일을?))\\s?(?:할|해\\s?줄)\\s?수\\s?있[가-힣]*[?？]*$`,
    "u",
  ),
  new RegExp(
    `^${SUBJECT}\\s?기능(?:은|이|에는|엔|에)?\\s?(?:뭐|뭐가|어떤\\s?게|어떤\\s?것이|무엇이)\\s?(?:있|야|예요)[가-힣]*[?？]*$`,
    "u",
  ),
];

/** Reads a question about the bot itself; `undefined` for every other message. Pure. */
export function helpFor(message: string): Help | undefined {
  const text = composed(message).trim();
  if (text.length > LONGEST || /\[\w+:\w+\]|["“:]|https?\b/u.test(text)) return undefined;
  const known = ANSWERS.find(([asked]) => asked.some((pattern) => pattern.test(text)));
  if (known !== undefined) return { kind: "words", words: known[1] };
  for (const pattern of SUBJECTS) {
    const subject = pattern.exec(text)?.groups?.["subject"]?.trim();
    if (subject !== undefined && !ANYTHING.test(subject)) return { kind: "subject", subject };
  }
  return undefined;
}

/** In UTF-16 units. */
const LONGEST = 120;
const ANYTHING =
  /^(?:it|this|that|them|me|anything|something|everything|이거|그거|이걸|그걸|너|이|그|뭐)$/iu;
