import { type Domain, english, korean, LEAD } from "./domains.ts";

/** Asks to know something. */
const KNOWS = "확인|알려|보여|조회|봐|얼마\\S*|몇\\S*|남았\\S*";

/** What only a phone, a bank or another service knows of a person or does for them. */
export const PERSONAL_DOMAINS: readonly Domain[] = [
  {
    asked: [
      korean("(?:내\\s|현재\\s|실시간\\s|지금\\s)?위치", "공유|보내|전송|켜|추적"),
      english("share|send|give|show", "(?:my|our|live|current)\\s+(?:\\w+\\s+)?location", 4),
    ],
    words: {
      ko: "위치는 알 수 없어서 못 보내요. 어디인지 말해 주면 전해 드려요.",
      en: "I don't know where you are, so I can't share it. Tell me the place and I can pass it on.",
    },
  },
  {
    asked: [
      korean("걸음\\s?수|칼로리|심박수?|수면\\s?시간|운동량|혈당|체지방", `${KNOWS}|재|측정`),
      /(?:몇|얼마나)\s?(?:보|걸음|킬로|km|칼로리|시간)\S*\s?(?:걸었|뛰었|달렸|잤|먹었|소모)\S*(?:는지)?(?:\s?(?:알려|보여|봐)\S*)?[\s?？.!~]*$/u,
      /\bhow\s+(?:many|much|far|long)\b.*\b(?:steps|calories|miles|kilomet(?:er|re)s|hours)?\b.*\b(?:did\s+i|have\s+i|i\s+have)\s+(?:walk(?:ed)?|run|ran|done|burn(?:ed|t)?|sle(?:ep|pt)|taken|take)\b/iu,
      english(
        "show|check|track|measure|log|what(?:['’]?s|\\s+is)",
        "my\\s+(?:heart\\s*rate|step\\s+count|steps|sleep|pulse|blood\\s+pressure|calories)",
        2,
      ),
    ],
    unless: /기억|적어|할\s?일|알림|알람|\b(?:remind|remember|note|every|at\s+\d)\b/iu,
    words: {
      ko: "그건 제가 직접 못 재고 못 봐요. 숫자를 말해 주시면 건강 기록에 적어 둘게요.",
      en: "I can't measure or see that. Tell me the figure and I'll keep it in your health records.",
    },
  },
  {
    asked: [
      korean(
        "(?:휴대폰|핸드폰|휴대전화|폰|노트북|컴퓨터|아이패드|워치)\\S*\\s?(?:배터리|저장\\s?공간|용량|소리|벨소리|볼륨|밝기|진동|무음)",
        `${KNOWS}|바꿔|줄여|키워|꺼|켜|올려|내려`,
      ),
      english(
        "mute|unmute|silence|vibrate|factory\\s+reset|update|track",
        "(?:my\\s+|the\\s+)?(?:phone|ringer|laptop|tablet|watch|device)",
        3,
      ),
      english(
        "what(?:['’]?s|\\s+is)|check|show|how\\s+much",
        "(?:my\\s+|phone\\s+)(?:\\w+\\s+)?battery",
        3,
      ),
    ],
    by: ["interface:android_status"],
    unless: /알려\s?달라고|라고|\b(?:remind|news|price|prices)\b|뉴스|가격/iu,
    words: {
      ko: "휴대폰이나 컴퓨터는 아직 못 다뤄요.",
      en: "I can't look into or control your devices yet.",
    },
  },
  {
    asked: [
      korean("셀카|사진|동영상|영상|바코드|문서|영수증|명함", "찍어|촬영|스캔"),
      korean("(?:\\S+\\s)?(?:녹음|녹화|촬영|스캔)", "시작|해|켜"),
      english("take|snap", "selfies?|(?:an?|my|some)\\s+(?:photos?|pictures?|video)", 0),
      english("scan", "\\S+", 0),
      english(
        "record|film",
        "(?:this|my|the|our|an?)\\s+(?:\\w+\\s+){0,2}(?:meeting|call|screen|lecture|conversation|video|audio|voice)",
        0,
      ),
    ],
    unless: /라고|다고|\b(?:folder|files?|remind|for\s+viruses)\b/iu,
    words: {
      ko: "찍거나 녹음하는 건 아직 못 해요. 보내 준 파일은 받아 둬요.",
      en: "I can't take pictures or record yet. I keep the files that you send me.",
    },
  },
  {
    asked: [
      korean("노래|자장가|동요|생일\\s?축하(?:\\s?노래)?|랩", "불러"),
      english("sing|hum|rap|whistle", "\\S+", 0),
    ],
    needsModel: true,
    words: { ko: "노래는 아직 못 불러요.", en: "I can't sing yet." },
  },
  {
    asked: [
      korean(
        "(?:은행|통장|계좌|카드|주식\\s?계좌)\\S*\\s?(?:잔액|잔고|내역|한도|이체\\s?내역)",
        KNOWS,
      ),
      /(?:월급|급여|환급금?|입금|용돈)\S*\s?(?:들어왔|입금됐|됐)(?:는지|나|어)(?:요)?(?:\s?(?:확인|알려|봐)\S*(?:\s?줘\S*)?)?[\s?？.!~]*$/u,
      /\b(?:what(?:['’]?s|\s+is)|show|check|how\s+much(?:\s+is)?|tell\s+me)\b.*\bmy\s+(?:bank\s+|checking\s+|savings\s+|card\s+)?(?:balance|account|statement)\b/iu,
      /\b(?:has|did|have)\s+(?:my|i)\b.*\b(?:salary|paycheck|wages|refund|been\s+paid|got(?:ten)?\s+paid|get\s+paid)\b/iu,
    ],
    unless: /기억|적어|알림|\b(?:remind|remember)\b/iu,
    words: {
      ko: "은행 계좌는 아직 못 봐요. 낼 날에 알려 드릴 수는 있어요.",
      en: "I can't look into bank accounts yet. I can remind you when something is due.",
    },
  },
  {
    asked: [
      /^how\s+(?:long|far|many\s+minutes)\b.*\b(?:me|my|i)\b.*\b(?:drive|walk|get|cycle|commute|travel|home|work|office|school|airport)\b/iu,
      /^(?:when\s+should|what\s+time\s+should)\s+i\s+leave\b/iu,
    ],
    unless: /\b(?:remind|until|till)\b/iu,
    words: {
      ko: "길과 이동 시간은 아직 못 알아봐요.",
      en: "I can't look up routes or travel times yet.",
    },
  },
  {
    asked: [
      korean("\\S+", "암호화|(?:비밀번호|암호|비번)(?:를|을)?\\s?걸어(?:서)?(?:\\s?저장)?"),
      english("encrypt|decrypt|password[\\s-]protect", "\\S+", 0),
    ],
    words: {
      ko: "파일에 암호를 거는 건 아직 못 해요.",
      en: "I can't encrypt files yet.",
    },
  },
  {
    asked: [english("attach", "\\S+", 0)],
    words: {
      ko: "파일을 여기에 보내고 “이거 민호한테 보내줘”라고 하면 전해 드려요.",
      en: "Send the file here and say “give it to Ben”: I'll pass it on.",
    },
  },
  {
    asked: [
      english(
        "like|unlike|follow|unfollow|comment\\s+on|retweet|subscribe\\s+to",
        "(?:his|her|their|my|the|this|that|\\S+['’]s)\\s+(?:\\w+\\s+){0,2}(?:photos?|posts?|story|tweets?|reels?|pages?|profile|accounts?|channels?)",
        0,
      ),
      korean("(?:\\S+\\s)*(?:게시글|게시물|스토리|릴스|인스타\\S*)", "좋아요|팔로우|댓글"),
      korean(
        "(?:내\\s)?(?:블로그|채널|인스타|유튜브|홈페이지|사이트)\\S*\\s?(?:방문자|조회|구독자|팔로워)\\S*",
        KNOWS,
      ),
    ],
    words: {
      ko: "다른 서비스에서 하는 일은 아직 못 해요.",
      en: "I can't act on or look into other services yet.",
    },
  },
  {
    asked: [
      new RegExp(
        `${LEAD}(?:write|compose|draft|make\\s+up)\\s+(?:me\\s+|us\\s+)?an?\\s+(?:\\w+\\s+){0,3}(?:poem|letter|story|essay|speech|report|review|article|apology|toast|eulogy|summary)\\s+(?:to|about|for|on|of)\\b`,
        "iu",
      ),
    ],
    needsModel: true,
    unless: /["“]|[:：]|\b(?:saying|that\s+says|with\s+the\s+(?:text|words))\b/iu,
    words: {
      ko: "글쓰기는 아직 못 해요. 쓰신 글은 저장해 드려요.",
      en: "I can't write things up yet. I can keep what you write.",
    },
  },
];
