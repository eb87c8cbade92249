/**
 * What people call a listed company or an index, and its symbol: six digits for a share in Seoul, else Yahoo's own symbol.
 * Yahoo's search answers names in Hangul poorly, so the well-known ones stand here. The codes are those of the Korea Exchange.
 */
const KOREAN_SHARES = `
005930 삼성전자 삼전 Samsung SamsungElectronics
005935 삼성전자우
000660 SK하이닉스 하이닉스
373220 LG에너지솔루션 LG엔솔
207940 삼성바이오로직스 삼바
005380 현대차 현대자동차
000270 기아 기아차
068270 셀트리온
105560 KB금융
055550 신한지주
086790 하나금융지주
316140 우리금융지주
138040 메리츠금융지주
024110 기업은행
323410 카카오뱅크
377300 카카오페이
006800 미래에셋증권
035420 네이버 NAVER
035720 카카오
293490 카카오게임즈
259960 크래프톤
036570 엔씨소프트
251270 넷마블
263750 펄어비스
352820 하이브
035900 JYP엔터테인먼트 JYP
041510 에스엠 SM엔터테인먼트
122870 와이지엔터테인먼트 YG엔터테인먼트
035760 CJENM
253450 스튜디오드래곤
005490 POSCO홀딩스 포스코홀딩스 포스코
003670 포스코퓨처엠
051910 LG화학
066570 LG전자
003550 LG
011070 LG이노텍
034220 LG디스플레이
051900 LG생활건강
032640 LG유플러스
006400 삼성SDI
009150 삼성전기
018260 삼성SDS 삼성에스디에스
028260 삼성물산
032830 삼성생명
000810 삼성화재
010140 삼성중공업
012330 현대모비스
000720 현대건설
004020 현대제철
064350 현대로템
086280 현대글로비스
329180 HD현대중공업 현대중공업
009540 HD한국조선해양
267260 HD현대일렉트릭
012450 한화에어로스페이스
272210 한화시스템
042660 한화오션
009830 한화솔루션
079550 LIG넥스원
047810 한국항공우주
034020 두산에너빌리티
241560 두산밥캣
454910 두산로보틱스
298040 효성중공업
010120 LS일렉트릭 LSELECTRIC
015760 한국전력 한전
017670 SK텔레콤 SKT
096770 SK이노베이션
034730 SK
402340 SK스퀘어
326030 SK바이오팜
302440 SK바이오사이언스
030200 KT
033780 KT&G
010130 고려아연
011200 HMM
003490 대한항공
180640 한진칼
010950 에쓰오일 S-OIL
097950 CJ제일제당
271560 오리온
004370 농심
003230 삼양식품
090430 아모레퍼시픽
139480 이마트
011170 롯데케미칼
023530 롯데쇼핑
021240 코웨이
035250 강원랜드
042700 한미반도체
128940 한미약품
000100 유한양행
247540 에코프로비엠
086520 에코프로
196170 알테오젠
141080 리가켐바이오
028300 HLB
000250 삼천당제약
145020 휴젤
277810 레인보우로보틱스
006360 GS건설
375500 DL이앤씨
047040 대우건설
294870 HDC현대산업개발
028050 삼성E&A 삼성엔지니어링
000210 DL
078930 GS
007070 GS리테일
282330 BGF리테일
001040 CJ
000120 CJ대한통운
267250 HD현대
010620 HD현대미포 현대미포조선
006260 LS
047050 포스코인터내셔널
022100 포스코DX
001440 대한전선
020560 아시아나항공
089590 제주항공
028670 팬오션
036460 한국가스공사 가스공사
052690 한전기술
051600 한전KPS
011210 현대위아
018880 한온시스템
204320 HL만도
161390 한국타이어앤테크놀로지 한국타이어
011780 금호석유 금호석유화학
010060 OCI홀딩스
069960 현대백화점
008770 호텔신라
030000 제일기획
007310 오뚜기
000080 하이트진로
005300 롯데칠성
004990 롯데지주
005180 빙그레
383220 F&F
112040 위메이드
078340 컴투스
006280 녹십자 GC녹십자
185750 종근당
069620 대웅제약
214150 클래시스
071050 한국금융지주
005940 NH투자증권
016360 삼성증권
039490 키움증권
005830 DB손해보험
001450 현대해상
029780 삼성카드
138930 BNK금융지주
175330 JB금융지주
000990 DB하이텍
058470 리노공업
240810 원익IPS
036930 주성엔지니어링
039030 이오테크닉스
357780 솔브레인
066970 엘앤에프
009240 한샘
002380 KCC
`;

const OTHER_SYMBOLS = `
AAPL 애플 Apple
MSFT 마이크로소프트 Microsoft
GOOGL 구글 알파벳 Google Alphabet
AMZN 아마존 Amazon
NVDA 엔비디아 Nvidia
TSLA 테슬라 Tesla
META 메타 페이스북 Facebook
NFLX 넷플릭스 Netflix
AVGO 브로드컴
AMD 에이엠디
INTC 인텔 Intel
QCOM 퀄컴
MU 마이크론
TSM TSMC
PLTR 팔란티어 Palantir
COIN 코인베이스 Coinbase
DIS 디즈니 Disney
KO 코카콜라
SBUX 스타벅스 Starbucks
NKE 나이키 Nike
CPNG 쿠팡
^KS11 코스피 KOSPI 코스피지수 증시 국내증시
^KQ11 코스닥 KOSDAQ 코스닥지수
^IXIC 나스닥 NASDAQ 나스닥지수
^GSPC S&P500 에스앤피500 미국증시 StockMarket TheMarket Markets USMarket WallStreet
^DJI 다우 다우존스 다우지수 Dow DowJones
KRW=X 원달러 환율 달러환율 원달러환율
BTC-USD 비트코인 Bitcoin BTC
ETH-USD 이더리움 Ethereum ETH Ether
XRP-USD 리플 Ripple
SOL-USD 솔라나 Solana
DOGE-USD 도지코인 도지 Dogecoin
GC=F 금 금값 Gold
SI=F 은 은값 Silver
CL=F 유가 국제유가 원유 Oil
`;

const SYMBOLS: ReadonlyMap<string, string> = tableOf(`${KOREAN_SHARES}${OTHER_SYMBOLS}`);

const NAMES: ReadonlyMap<string, string> = namesOf(`${KOREAN_SHARES}${OTHER_SYMBOLS}`);

/** The symbol of a well-known name, whatever its spaces and case, or nothing. */
export function symbolOfName(name: string): string | undefined {
  return SYMBOLS.get(plainName(name));
}

/** Every well-known name, in lower case and without spaces. */
export function listedNames(): readonly string[] {
  return [...SYMBOLS.keys()];
}

/** The currency of a price by a name, a symbol or a code of six digits; nothing for indices, rates, and what is listed elsewhere. */
export function currencyOfListed(name: string): string | undefined {
  const symbol = symbolOfName(name) ?? name;
  if (/^\d{6}(?:\.K[SQ])?$/u.test(symbol)) return "KRW";
  // A symbol without the suffix of another market is listed in America, as Yahoo writes them.
  if (/^[A-Z]{1,5}(?:-[A-Z])?$/u.test(symbol)) return "USD";
  return /-([A-Z]{3})$/u.exec(symbol)?.[1];
}

/** The name in Hangul of a symbol or six-digit code of the table, or nothing. */
export function hangulNameOf(symbol: string): string | undefined {
  return NAMES.get(symbol.replace(/\.K[SQ]$/, ""));
}

function plainName(name: string): string {
  return name
    .normalize("NFC")
    .replace(/\(주\)|주식회사|㈜/g, "")
    .replace(/\s+/g, "")
    .replace(/(?:의)?(?:주가|시세|주식)$/, "")
    .toUpperCase();
}

function tableOf(rows: string): ReadonlyMap<string, string> {
  return new Map(
    rowsOf(rows).flatMap(([symbol, names]) =>
      names.map((name) => [name.toUpperCase(), symbol] as const),
    ),
  );
}

function namesOf(rows: string): ReadonlyMap<string, string> {
  return new Map(rowsOf(rows).map(([symbol, names]) => [symbol, names[0] ?? symbol] as const));
}

function rowsOf(rows: string): readonly (readonly [string, readonly string[]])[] {
  return rows
    .trim()
    .split("\n")
    .map((row) => row.split(" "))
    .filter((words) => words.length > 1)
    .map(([symbol = "", ...names]) => [symbol, names] as const);
}
