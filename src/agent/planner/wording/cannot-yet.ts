import { composed } from "../../../rag/text/normalize.ts";
import { type Domain, ENDING, english, korean, type Lacking, LEAD } from "./domains.ts";
import { PERSONAL_DOMAINS } from "./personal-domains.ts";

const SEARCH_WEB = { ko: "웹에서 찾기", en: "Search the web" } as const;

/** A search of the web for what a message names. */
function searching(message: string): string {
  const isKorean = /\p{Script=Hangul}/u.test(message);
  const what = isKorean
    ? message.replace(
        /\s*(?:좀\s*)?(?:찾아|알려|보여|조회|검색|추천)\S*(?:\s?(?:줘|주세요|해줘|봐)\S*)?[\s.!?~]*$/u,
        "",
      )
    : message.replace(
        /^(?:(?:please|can|could|you|find|show|get|give|look|up|for|me|some|the)\s+)+/iu,
        "",
      );
  return isKorean ? `웹에서 ${what} 검색해줘` : `search the web for ${what}`;
}

const MAKES = "(?:만들|그려|짜|써|작성|준비|뽑|생성|제작|디자인|편집)(?:어|해)?";
const EN_MAKES = "make|create|build|generate|prepare|design|draft|produce|put\\s+together|do|edit";
const HOME =
  "(?:방\\s?|거실\\s?|안방\\s?|침실\\s?|주방\\s?|부엌\\s?|화장실\\s?|현관\\s?)*(?:불|조명|전등|형광등|스탠드|에어컨|보일러|난방|온도|온풍기|히터|티비|TV|텔레비전|선풍기|가습기|제습기|공기청정기|(?:로봇)?청소기|세탁기|건조기|식기세척기|블라인드|커튼|도어락|현관문|방문|창문|문|가스(?:밸브)?|전기장판|밥솥|커피머신|콘센트|플러그|스피커|전자레인지|오븐)";
const EN_HOME =
  "(?:lights?|lamps?|heat(?:ing|er)?|thermostat|boiler|tv|television|a\\/?c|air\\s?con(?:ditioner|ditioning)?|fans?|blinds?|curtains?|shades|(?:front\\s+|back\\s+|garage\\s+)?doors?|garage|windows?|gate|vacuum|roomba|(?:washing\\s+|coffee\\s+)machine|washer|dryer|dishwasher|oven|kettle|coffee\\s?maker|humidifier|speakers?|plugs?|sockets?|alarm\\s+system|sprinklers?|temperature)";
const TICKETS =
  "비행기|항공권|항공편|기차표?|KTX|SRT|고속버스|버스표?|호텔|숙소|에어비앤비|펜션|리조트|식당|레스토랑|맛집|영화표?|뮤지컬|콘서트|공연|표|티켓|좌석|자리|테이블|렌터카|캠핑장|\\S{1,5}(?:집|점|관|샵)|카페|\\d+\\s?명|미용실|병원|치과|진료|골프장|회의실";
const EN_TICKETS =
  "flights?|planes?|hotels?|rooms?|tables?|trains?|bus|tickets?|restaurants?|seats?|airbnb|cars?|appointments?|haircut|massage|court|cabin|campsite|slot|stay|cruise";

const DOMAINS: readonly Domain[] = [
  {
    asked: [/^(?:모델 연결|connect a model)$/iu],
    words: {
      ko: "봇을 켠 컴퓨터에서 `ibl-bot setup`을 실행하면 모델을 고르고 키를 넣을 수 있어요.",
      en: "Run `ibl-bot setup` on the computer I run on: it lets you choose a model and give its key.",
    },
  },
  {
    asked: [
      korean("자막|캡션|스크립트", "뽑아|추출|보여|받아|텍스트로|저장|만들어|달아"),
      korean("https?:\\S*youtu\\S*", "요약|정리|번역|뽑아|알려|보여|저장|받아|다운(?:로드)?"),
      korean(
        "영상|동영상|유튜브",
        "(?:다운(?:로드)?|받아|내려받아|요약|정리|편집|만들어|제작|mp3로\\s?(?:바꿔|변환|뽑아))",
      ),
      english(
        "get|give|show|extract|pull|download|fetch|find|save|make|grab|write",
        "captions?|subtitles?|transcripts?",
        6,
      ),
      english("transcribe|caption|subtitle", "videos?|youtube|https?:\\S*youtu\\S*", 6),
      english(
        "summari[sz]e|sum\\s+up|translate|download|rip|save|watch|convert",
        "videos?|youtube\\s+\\S+|https?:\\S*youtu\\S*",
        6,
      ),
      english(EN_MAKES, "videos?|reels?|gifs?|animations?|movies?", 6),
    ],
    by: ["stream:transcript", "stream:info", "forge:video"],
    unless: /사진|그림|\b(?:photos?|pictures?|images?)\b/iu,
    words: {
      ko: "영상은 아직 다루지 못해요. 글로 된 페이지는 요약해 드려요.",
      en: "I can't work with videos yet. I can sum up pages of text.",
    },
  },
  {
    asked: [
      korean(
        "소리\\s?내어|음성으로|목소리로|mp3로|오디오로|음성\\s?파일",
        "읽어|말해|변환|바꿔|만들어|들려|뽑아|녹음",
      ),
      new RegExp(
        `${LEAD}(?:read|say|speak|narrate|turn|convert|make|record)\\b.*\\b(?:aloud|out\\s+loud|(?:as|into|to)\\s+(?:an?\\s+)?(?:mp3|audio(?:\\s+file)?|speech|voice\\s+(?:message|note|memo)|podcast))\\b`,
        "iu",
      ),
    ],
    by: ["forge:tts"],
    unless: /\.(?:txt|md|csv|pdf|docx?)\b/iu,
    words: {
      ko: "소리로 읽는 건 아직 못 해요. 글로는 보여 드려요.",
      en: "I can't speak yet. I can show it as text.",
    },
  },
  {
    asked: [
      korean("노래|음악|곡|비트|멜로디|배경음악", "작곡|만들어|지어"),
      korean(
        "음악|노래|곡|재즈|클래식|발라드|팝송?|힙합|가요|트로트|교향곡|협주곡|소나타|OST|앨범|플레이리스트|유튜브|넷플릭스|영화|영상|팟캐스트|자장가|캐럴|캐롤|빗소리|백색소음",
        "틀어|틀|재생|들려(?=\\s?[줘주])|플레이|멈춰|꺼|정지",
      ),
      korean(
        "",
        "(?:다음\\s?곡|이전\\s?곡|볼륨|소리)\\S*\\s?(?:틀어|재생|넘겨|올려|줄여|키워|높여|낮춰)?",
      ),
      new RegExp(`(?<!${HOME}\\S{0,3}\\s?)틀어\\s?(?:줘|줄래|주세요|주라|봐|놔)\\S*${ENDING}`, "u"),
      english(
        "play(?!\\s+(?:with\\b|around|a\\s+(?:game|round)|chess|\\w+\\s+questions|tic|trivia|hangman))",
        "\\S+",
        0,
      ),
      english(
        "put\\s+on|pause|stop|skip|resume|queue|turn\\s+(?:up|down)|shuffle",
        "music|songs?|tracks?|albums?|playlist|podcast|volume|sound|jazz|tunes?|spotify|netflix",
      ),
      english("compose|write|make|create", "songs?|beats?|melody|tunes?|jingle|track", 3),
    ],
    by: ["stream:play"],
    unless:
      /라디오|방송|주파수|추천|찾아|가사|뉴스|\b(?:radio|lyrics|stations?|find|look\s+for|news|\w+_\w+|flow|workflow)\b/iu,
    words: {
      ko: "음악 재생은 아직 못 해요. 라디오는 찾아 드려요.",
      en: "I can't play music yet. I can find radio stations.",
    },
    near: {
      label: { ko: "라디오 찾기", en: "Find radio" },
      says: { ko: "pop 라디오 추천해줘", en: "find a radio station that plays pop" },
    },
  },
  {
    asked: [
      korean(
        HOME,
        "꺼|켜|끄|올려|내려|높여|낮춰|줄여|열어|닫아|잠가|잠궈|돌려|틀어|틀|맞춰|설정|예열|어둡게|밝게|조절|쳐|걷어",
      ),
      english(
        "turn\\s+(?:on|off|up|down)|switch\\s+(?:on|off)|turn|switch|dim|brighten|set|lower|raise|lock|unlock|open|close|shut|start|run|stop|preheat|warm\\s+up|cool\\s+down|make",
        EN_HOME,
      ),
      english("make|get", "warmer|cooler|brighter|darker|hotter", 4),
    ],
    unless: /마우스|창문\s?닦|\b(?:weather|forecast|reminder|alarm\s+(?:for|at))\b/iu,
    words: {
      ko: "집 안 기기는 아직 못 다뤄요. 할 시간에 알려 드릴 수는 있어요.",
      en: "I can't control devices at home yet. I can remind you to do it.",
    },
  },
  {
    asked: [
      korean(
        "\\S*택시|카카오\\s?T|우버|콜택시|대리(?:운전|기사)?|퀵(?:서비스)?",
        "불러|잡아|호출|예약|보내",
      ),
      english(
        "get|call|book|order|hail|grab|request|send|find|arrange",
        "uber|taxi|cab|lyft|ride|grab\\s?car|minicab|chauffeur",
      ),
    ],
    unless: /가격|뉴스|주가|\b(?:prices?|news|stock|shares?)\b/iu,
    words: {
      ko: "택시는 아직 못 불러요. 부를 시간에 알려 드릴 수는 있어요.",
      en: "I can't get you a ride yet. I can remind you to call one.",
    },
  },
  {
    asked: [
      korean(TICKETS, "예매|예약(?=\\s?(?:해|부탁|가능|좀|할|하고|잡))|잡아|끊어|발권"),
      korean(
        "비행기|항공권|항공편|기차표?|KTX|SRT|고속버스|버스표|호텔|숙소|에어비앤비|티켓",
        "예약",
      ),
      english("book|reserve|get|buy|find", EN_TICKETS, 3),
      english("book|reserve", "\\S+\\s+(?:at|from|to|in|for)\\s", 4),
      english("(?:make|cancel|change)", "reservations?|bookings?"),
    ],
    unless:
      /알려|알림|리마인|검색|\breviews?\b|\bweb\b|맛집\s?(?:찾|추천)|\bget\s+(?:the\s+|me\s+the\s+)?(?:time|price)s?\b|\bfind\b(?!.*\bhotels?\b)/iu,
    words: {
      ko: "주문과 예약은 아직 못 해요. 맛집은 찾아 드려요.",
      en: "I can't order or book things yet. I can look places up.",
    },
    near: {
      label: { ko: "맛집 찾기", en: "Find places" },
      says: { ko: "근처 맛집 검색해줘", en: "search the web for good restaurants nearby" },
    },
  },
  {
    asked: [
      korean(
        "[^\\s]+",
        "시켜(?!\\s?먹)|배달(?=\\s?(?:시켜|해|부탁|좀|주문))|주문(?!한|했)|장바구니에\\s?(?:담아|넣어)",
      ),
      korean("\\S+", "(?:사|구매해|구입해|사다)\\s?(?:줘|주세요|줄래|주라)"),
      english(
        "order(?!\\s+(?:it|them|these|those|the\\s+(?:rows|list|results|files|lines|items)|\\S+\\s+by|by)\\b)",
        "\\S+",
        0,
      ),
      english(
        "buy\\s+(?:me|us)|purchase|reorder|get\\s+(?:me|us)\\s+(?:some|an?|two|three|\\d+)(?=.*\\b(?:pizza|food|burgers?|coffee|lunch|dinner|groceries|deliver\\w*)\\b)",
        "\\S+",
        0,
      ),
      english(
        "buy|add|put",
        "(?:from|on|off|to|in)\\s+(?:my\\s+)?(?:amazon|ebay|cart|basket|coupang|walmart|tesco|instacart|shop|store)",
        7,
      ),
    ],
    unless:
      /순서|정렬|한테|에게|께|고\s?시켜|어떻게|(?:실행|작동|정지|중단|통과|수행|상기|반복|진행|완료|연결|업데이트)\s?시켜|\b(?:list|to-?dos?|sorted|alphabetical)\b|할\s?일|목록|파일|주식|\d+\s?주\b/iu,
    words: {
      ko: "주문은 아직 못 해요. 장보기 목록에는 적어 드려요.",
      en: "I can't order things yet. I can put it on your list.",
    },
  },
  {
    asked: [
      korean(
        "\\d[\\d,.]*\\s?(?:천|만|십만|백만|억)?\\s?원|[일이삼사오육칠팔구십백천]*만\\s?원|돈|용돈|축의금|회비",
        "보내|송금|이체|입금|부쳐|쏴|넣어",
      ),
      korean(
        "(?:\\S+\\s?)?(?:공과금|관리비|전기세|수도세|가스비|통신비|요금|세금|벌금|과태료|월세|카드값|보험료|결제|계좌|카드|구독|주문|청구서|잔고|잔액)",
        "납부|결제|송금|이체|환불|내|취소|해지|정지|조회",
      ),
      korean("", "(?:송금|이체|환불|납부|결제)\\S{0,2}(?=\\s?(?:해|부탁|좀|신청|취소|$))"),
      english(
        "pay(?!\\s+attention)",
        "(?:my|the|this|that|our|off|for|him|her|back|\\$?\\d\\S*)",
        0,
      ),
      english(
        "transfer|wire|send|venmo|withdraw|deposit|donate|lend",
        "[$£€₩]\\s?\\d\\S*|\\d\\S*\\s?(?:dollars?|bucks|pounds|euros|won|usd|krw|k)|money",
        3,
      ),
      english(
        "refund|cancel|renew|top\\s+up|dispute|check",
        "payments?|purchase|subscriptions?|orders?|charges?|bank\\s+(?:balance|account)|credit\\s+card|balance",
        4,
      ),
    ],
    unless:
      /가격|시세|환율|알림|예약|[라다]고(?=\s)|\b(?:saying|says|that|exchange|rate|remind(?:er)?|tomorrow|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b/iu,
    words: {
      ko: "결제와 송금은 아직 못 해요. 낼 날에 알려 드릴 수는 있어요.",
      en: "I can't pay or move money yet. I can remind you when it is due.",
    },
  },
  {
    asked: [
      korean(
        "주식|코인|비트코인|이더리움|[가-힣A-Za-z]+\\s?\\d+\\s?주",
        "매수|매도|사\\s?(?=[줘주])|팔아",
      ),
      english("buy|sell|trade|short", "shares?|stocks?|bitcoin|btc|eth|ethereum|crypto", 4),
    ],
    words: {
      ko: "주식은 사고팔지 못해요. 시세는 알려 드려요.",
      en: "I can't trade. I can tell you prices.",
    },
  },
  {
    asked: [
      korean(
        "(?:\\S+@\\S+|.*(?<![가-힣])(?:이메일|메일|지메일|편지함|받은\\s?편지함))",
        "보내|발송|써|답장|회신|읽어|확인|전송|전달|정리|보여|있(?:어|나|는지)|왔(?:어|나|는지)|지워|삭제",
      ),
      english("e-?mail(?!\\s+(?:is|was|are|has|had|from|address))", "\\S+", 0),
      english(
        "send|write|draft|forward|reply\\s+to|answer|check|read|show|search|compose|delete|sort",
        "e-?mails?|gmail|mailbox|mail",
        5,
      ),
      english("send|write|reply|forward", "\\S+@\\S+\\.\\w+", 8),
      /^(?:do\s+i\s+have|have\s+i\s+got|any|is\s+there)\s+(?:any\s+)?(?:new\s+|unread\s+)*(?:e-?mails?|mail)\b/iu,
    ],
    by: ["messenger:send_email", "messenger:read"],
    unless: /주소(?:는|가|야)|기억|등록|\b(?:address\s+is|remember)\b/iu,
    words: {
      ko: "메일은 아직 못 보내고 못 읽어요. 여기 아는 사람에게 메시지는 보내 드려요.",
      en: "I can't send or read e-mail yet. I can send a message to somebody here.",
    },
  },
  {
    asked: [
      korean(
        "(?:\\S+\\s?)?(?:전화|영상\\s?통화|통화|페이스타임|보이스톡)",
        "걸어|연결|(?<=전화|통화)\\s?해(?=\\s?[줘주달])|끊어|받아",
      ),
      english("dial|facetime|video\\s+call|phone(?!\\s+(?:book|numbers?))", "\\S+", 0),
      english("(?:make|place|start)", "(?:phone\\s+|video\\s+)?calls?", 3),
      english(
        "call|ring",
        "(?:\\+?\\d[\\d-]{5,}|(?:\\S+\\s+){1,4}(?:for\\s+me|right\\s+now|on\\s+(?:the\\s+phone|speaker|whatsapp|zoom)))",
        0,
      ),
      english("interpret|live\\s+translate", "\\S+", 0),
      korean("통역|동시\\s?통역", ""),
    ],
    by: ["interface:call"],
    unless: /\bphone\s+(?:number|is|case)\b|번호/iu,
    words: {
      ko: "전화와 통역은 아직 못 해요. 할 시간에 알려 드리거나 메시지를 보내 드려요.",
      en: "I can't make calls yet. I can send a message or remind you to call.",
    },
  },
  {
    asked: [
      korean(
        "슬라이드|발표\\s?자료|ppt|피피티|프레젠테이션|파워포인트|키노트",
        `${MAKES}|(?:\\d+\\s?장)`,
      ),
      korean("(?:\\S+\\s)*\\S*(?:슬라이드|발표\\s?자료|ppt|피피티)", MAKES),
      english(
        EN_MAKES,
        "slides?|(?:slide\\s+|pitch\\s+)?deck|presentation|power\\s?point|pptx?|keynote",
        8,
      ),
    ],
    by: ["forge:slide"],
    words: {
      ko: "슬라이드는 아직 못 만들어요. 글은 파일로 저장해 드려요.",
      en: "I can't make slides yet. I can save text to a file.",
    },
  },
  {
    asked: [
      korean(
        "(?:.*(?:파이|원형?|도넛|산점도|히트맵|캔들(?:스틱)?|버블|레이더|방사형))\\s?(?:차트|그래프)?",
        MAKES,
      ),
      korean(
        "",
        "(?:파이|원형|도넛|히트맵|캔들(?:스틱)?|버블|레이더|방사형)\\s?(?:차트|그래프)(?:로|를)?",
      ),
      /\b(?:pie|doughnut|donut|radar|bubble)\s+(?:chart|graph)\b|\bscatter\s?plot\b|\bheat\s?map\b|\bcandlesticks?\b/iu,
    ],
    by: ["forge:pie", "forge:scatter"],
    unless: /레시피|recipe/iu,
    words: {
      ko: "그런 그림표는 아직 못 그려요. 선과 막대는 그려 드려요.",
      en: "I can't draw that kind of chart yet. I can draw lines and bars.",
    },
    near: {
      label: { ko: "막대그래프로", en: "As bars" },
      says: (message) =>
        message
          .replace(
            /(?:파이|원형?|도넛|버블|레이더|방사형)\s?(?:차트|그래프)|산점도|히트맵|캔들(?:스틱)?(?:\s?차트)?/u,
            "막대그래프",
          )
          .replace(
            /\b(?:pie|doughnut|donut|radar|bubble)\s+(?:chart|graph)\b|\bscatter\s?plot\b|\bheat\s?map\b|\bcandlesticks?(?:\s+chart)?\b/iu,
            "bar chart",
          ),
    },
  },
  {
    asked: [
      korean(
        "(?:\\S+\\s)*\\S*(?:그림|일러스트|이미지|로고|캐릭터|캐리커처|초상화|아이콘|이모티콘|포스터|썸네일|만화|평면도|설계도|QR\\s?코드?|큐알\\s?코드?)",
        MAKES,
      ),
      korean("\\S+", "그려(?=\\s?[줘주봐]|$)"),
      korean(
        "사진|이미지|그림",
        "보정|잘라|크롭|합성|편집|배경\\S*\\s?(?:지워|제거|바꿔)|흐리게|확대",
      ),
      english("draw|paint|sketch|illustrate|doodle", "(?:me|us|an?|some|my|the|two|three)", 0),
      english(
        EN_MAKES,
        "pictures?|images?|drawings?|paintings?|illustrations?|logos?|icons?|avatar|posters?|wallpaper|portrait|cartoon|stickers?|memes?|floor\\s+plan|qr\\s+codes?",
        4,
      ),
      english(
        "crop|retouch|rotate|blur|enhance|photoshop|edit|remove\\s+the\\s+background",
        "photos?|pictures?|images?|from|of",
        4,
      ),
    ],
    by: ["forge:image"],
    unless:
      /값|변화|변동|밑에|아래에|차트|그래프|막대|꺾은|선으로|추이|시세|주가|환율|\.csv|\d\D+\d\D+\d|\b(?:charts?|graphs?|plots?|lines?|bars?|conclusions?|prices?|stock|history|caption|under)\b|캡션/iu,
    words: {
      ko: "그림은 아직 못 그려요. 숫자를 주면 차트는 그려 드려요.",
      en: "I can't draw pictures yet. Give me numbers and I can draw a chart.",
    },
  },
  {
    asked: [
      korean(
        "(?:인스타(?:그램)?|페이스북|페북|트위터|엑스|블로그|틱톡|스레드|링크드인|유튜브|카페|커뮤니티|당근)\\S*",
        "올려|게시|포스팅|업로드|등록|글\\s?써",
      ),
      english("tweet", "\\S+", 0),
      english(
        "post|upload|publish|share",
        "(?:instagram|facebook|twitter|linkedin|tiktok|threads|my\\s+(?:blog|story|page)|youtube|reddit|x)",
        9,
      ),
    ],
    words: {
      ko: "다른 서비스에 올리는 건 아직 못 해요. 글은 파일로 저장해 드려요.",
      en: "I can't post to other services yet. I can keep the text in a file.",
    },
  },
  {
    asked: [
      korean(
        "(?:\\S+\\s)*\\S*(?:홈페이지|웹\\s?사이트|쇼핑몰|랜딩\\s?페이지|앱|어플)",
        "만들어|제작|개발|디자인|배포",
      ),
      korean(
        "앱|어플|인스타|카톡|카카오톡|크롬|핸드폰|휴대폰|폰|컴퓨터|노트북|와이파이|블루투스|화면|배경\\s?화면|스크린샷|캡처|플래시|손전등|비행기\\s?모드",
        "열어|실행|깔아|설치|꺼|켜|재부팅|바꿔|찍어|캡처|찾아|연결|끊어|잠가",
      ),
      english(EN_MAKES, "web\\s?sites?|landing\\s+page|home\\s?page|app|blog", 4),
      english(
        "take|turn\\s+(?:on|off)|install|uninstall|restart|reboot|shut\\s+down|launch|lock|find|ring|connect|charge",
        "screenshot|wi-?fi|bluetooth|flashlight|torch|airplane\\s+mode|apps?|computer|laptop|pc|phone|instagram|whatsapp",
        4,
      ),
    ],
    by: ["interface:open_app", "forge:create_site"],
    unless:
      /https?:|브라우저|메모|추천|리뷰|글\s|비번|비밀번호|암호|\b(?:password|number|reviews?|articles?|news)\b/iu,
    words: {
      ko: "다른 기기와 앱은 아직 못 다뤄요.",
      en: "I can't control other devices or apps yet.",
    },
  },
  {
    asked: [
      korean("(?:\\S+\\s)*\\S*(?:압축|알집|zip)\\S*", "풀어|해제|(?<=압축)\\s?해|묶어|만들어"),
      korean("\\S+\\.(?:zip|rar|7z|tar|gz)\\S*", "풀어|열어|해제"),
      korean(
        "(?:\\S+\\s)*\\S*(?:pdf|피디엠|워드|엑셀|docx|hwp|한글\\s?파일|jpg|png)(?:로|으로)",
        "변환|바꿔|만들어",
      ),
      korean("\\S+", "인쇄|프린트|출력(?=\\s?(?:해\\s?[줘주]|부탁))"),
      english("unzip|zip|untar|decompress|unpack", "\\S+", 0),
      english(
        "compress|extract|open",
        "(?:\\S+\\.(?:zip|rar|7z|tar|gz)|folder|archive|photos?|images?|pdfs?)",
        4,
      ),
      english(
        "convert|turn|export|make",
        "(?:in)?to\\s+(?:an?\\s+)?(?:pdf|docx?|word|excel|xlsx|jpe?g|png|epub)|as\\s+(?:an?\\s+)?pdf",
        7,
      ),
      english("merge|combine|split", "pdfs?", 5),
      english(
        "print",
        "(?:(?:\\S+\\s+){0,4}(?:printer|copies|on\\s+paper)|out\\s+(?:this|my|the)\\s)",
        0,
      ),
    ],
    unless: /이름|문장|줄로|\b(?:text|zip\s?code|rename|name)\b|글자|텍스트(?:만|를)?\s?뽑|우편/iu,
    words: {
      ko: "압축, 변환, 인쇄는 아직 못 해요. 파일을 옮기거나 이름은 바꿔 드려요.",
      en: "I can't pack, convert or print files yet. I can move or rename them.",
    },
  },
  {
    asked: [
      korean(
        "(?:.*\\s)?(?:길|길찾기|경로|네비|내비|네비게이션|지도|실시간\\s?교통|교통\\s?상황)",
        "안내|찾아|알려|보여|켜|시작",
      ),
      korean(
        "(?:.*(?:택배|운송장|배송|소포))\\S*",
        "조회|추적|어디(?:야|쯤\\S*|까지\\S*)?|언제\\s?와|확인|알려",
      ),
      english(
        "navigate|directions|route|give\\s+me\\s+directions|show\\s+me\\s+the\\s+way|track",
        "(?:me|to|from|my|the|a)",
        0,
      ),
      english("show|open|give", "map|traffic|directions", 4),
      /^where(?:['’]s|\s+is)\s+my\s+(?:package|parcel|delivery|phone)\b/iu,
    ],
    by: ["source:source_navigate", "source:map"],
    unless:
      /알림|날씨|뉴스|\b(?:weather|news)\b|메시지|말이|라는|\d\s?시(?!간)|https?:|\b(?:remind|changes?|price|https?)\b/iu,
    words: {
      ko: "길과 배송은 아직 못 찾아요. 웹에서는 찾아 드려요.",
      en: "I can't find routes or parcels yet. I can search the web.",
    },
    near: { label: SEARCH_WEB, says: searching },
  },
  {
    asked: [
      korean(
        "구글\\s?캘린더|아웃룩|애플\\s?캘린더|아이폰\\s?캘린더|노션|슬랙|에버노트",
        "연동|동기화|가져와|연결|추가|올려|넣어",
      ),
      korean("줌|zoom|팀즈|구글\\s?미트", "만들어|열어|잡아|예약|참가|들어가"),
      english(
        "sync|connect|import|link|export|integrate",
        "google\\s+calendar|outlook|ical|apple\\s+calendar|notion|slack|evernote",
        6,
      ),
      english(
        "create|start|host|join|open|set\\s+up",
        "(?:zoom|teams|google\\s+meet|meet)(?:\\s+(?:meeting|call|link))?",
        4,
      ),
    ],
    words: {
      ko: "다른 서비스와는 아직 못 이어요. 일정은 여기 적어 드려요.",
      en: "I can't connect to other services yet. I can keep your schedule here.",
    },
  },
  {
    asked: [
      korean(
        "끝말잇기|스무고개|가위바위보|게임|퀴즈|오목|체스",
        "하자|할래|내|해\\s?(?=[줘주])|시작",
      ),
      english("play", "(?:game|round|chess|questions|tic|trivia|hangman|\\w+\\s+questions)", 4),
      english("quiz", "me", 0),
    ],
    needsModel: true,
    words: { ko: "놀이는 아직 못 해요.", en: "I can't play games yet." },
  },
  {
    asked: [
      /(?:^|\s)(?:\S+\s+)?(?:시|소설|동화|에세이|독후감|가사|삼행시|자기소개서|농담|코드|프로그램|스크립트|레시피|광고\s?문구|축사|편지)(?:를|을|도|하나|한\s?편)?\s*(?:(?:좀|하나|한\s?편)\s*)?(?:써|지어|적어|들려|짜|해)\s?(?:줘|줄래|주세요|봐)/iu,
      english(
        "write|compose|make\\s+up|tell",
        "poems?|haiku|limerick|story|stories|essay|jokes?|lyrics|speech|(?:cover|love)\\s+letter|rap|sonnet|slogan|resume|novel",
        4,
      ),
      english("write|code|program", "code|function|program|script|app", 4),
    ],
    needsModel: true,
    unless: /\.(?:txt|md|py|js)\b|라고|:/iu,
    words: {
      ko: "글쓰기는 아직 못 해요. 쓰신 글은 저장해 드려요.",
      en: "I can't write things up yet. I can keep what you write.",
    },
    near: {
      label: { ko: "할 수 있는 일", en: "What I can do" },
      says: { ko: "할 수 있는 일", en: "What I can do" },
    },
  },
];

/** In UTF-16 units: what is longer is text to keep or to send. */
const LONGEST = 160;
/** Forbids or only tells of it, or is a program. */
const NO_REQUEST =
  /\b(?:don['’]?t|do\s+not|never|stop\s+(?!the\s+(?:music|song)))\b|지\s?(?:마|말)|\[\w+:\w+\]|\?\s*\S{12}/iu;

/** What is told to somebody who asks for what no action does; `undefined` for every other message. Pure. */
export function cannotYet(
  message: string,
  hasAction: (action: string) => boolean,
): Lacking | undefined {
  const text = composed(message).trim();
  const whole = text.replace(/["“'‘](?=\S)[^"”'’]+["”'’]/gu, "…").replace(/[:：]\s.*$/su, "");
  const said = whole.replace(/(?<=\S)\s+https?:\S+$/u, "");
  if (said.length > LONGEST || NO_REQUEST.test(said)) return undefined;
  const isKorean =
    /\p{Script=Hangul}/u.test(said) &&
    (said.replace(/\S*[@/.]\S*/gu, "").match(/\b[a-z]{2,}\b/gu) ?? []).length < 2;
  const fits = (pattern: Domain["asked"][number]): boolean => {
    if (pattern instanceof RegExp) return pattern.test(said);
    return "ko" in pattern ? isKorean && pattern.ko.test(said) : !isKorean && pattern.en.test(said);
  };
  const found = [...DOMAINS, ...PERSONAL_DOMAINS].find(
    ({ asked, by = [], unless }) =>
      !by.some(hasAction) && unless?.test(whole) !== true && asked.some(fits),
  );
  if (found === undefined) return undefined;
  const { words, needsModel, near } = found;
  const says = near?.says;
  const own = typeof says === "function" ? says(text) : undefined;
  return {
    words,
    ...(needsModel && { needsModel }),
    ...(near !== undefined &&
      says !== undefined && {
        near: {
          label: near.label,
          says: typeof says === "function" ? { ko: own ?? "", en: own ?? "" } : says,
        },
      }),
  };
}
