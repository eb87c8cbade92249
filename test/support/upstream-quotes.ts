/** An answer of a loopback service. */
export interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** What the loopback Yahoo knows of a symbol: price, close before it, currency, name, exchange. */
interface Listing {
  readonly price: number;
  readonly previousClose: number;
  readonly currency: string;
  readonly name: string;
  readonly exchange: string;
  readonly type?: string;
}

const LISTINGS: Readonly<Record<string, Listing>> = {
  "005930.KS": {
    price: 71500,
    previousClose: 70700,
    currency: "KRW",
    name: "Samsung Electronics Co., Ltd.",
    exchange: "KSC",
  },
  "000660.KS": {
    price: 248000,
    previousClose: 251500,
    currency: "KRW",
    name: "SK hynix Inc.",
    exchange: "KSC",
  },
  "035420.KS": {
    price: 192300,
    previousClose: 192300,
    currency: "KRW",
    name: "NAVER Corporation",
    exchange: "KSC",
  },
  "035720.KS": {
    price: 41250,
    previousClose: 40900,
    currency: "KRW",
    name: "Kakao Corp.",
    exchange: "KSC",
  },
  "247540.KQ": {
    price: 163200,
    previousClose: 158000,
    currency: "KRW",
    name: "EcoPro BM Co., Ltd.",
    exchange: "KOE",
  },
  AAPL: {
    price: 328.879,
    previousClose: 333.74,
    currency: "USD",
    name: "Apple Inc.",
    exchange: "NMS",
  },
  NVDA: {
    price: 187.4,
    previousClose: 182.02,
    currency: "USD",
    name: "NVIDIA Corporation",
    exchange: "NMS",
  },
  MSFT: {
    price: 512.3,
    previousClose: 508.11,
    currency: "USD",
    name: "Microsoft Corporation",
    exchange: "NMS",
  },
  TSLA: {
    price: 402.1,
    previousClose: 398.55,
    currency: "USD",
    name: "Tesla, Inc.",
    exchange: "NMS",
  },
  CPNG: {
    price: 31.02,
    previousClose: 30.6,
    currency: "USD",
    name: "Coupang, Inc.",
    exchange: "NYQ",
  },
  "VOD.L": {
    price: 88.34,
    previousClose: 87.9,
    currency: "GBp",
    name: "Vodafone Group plc",
    exchange: "LSE",
  },
  "^GSPC": {
    price: 6712.4,
    previousClose: 6690.05,
    currency: "USD",
    name: "S&P 500",
    exchange: "SNP",
    type: "INDEX",
  },
  "^KS11": {
    price: 2921.36,
    previousClose: 2899.12,
    currency: "KRW",
    name: "KOSPI Composite Index",
    exchange: "KSC",
    type: "INDEX",
  },
  "BTC-USD": {
    price: 91250.4,
    previousClose: 90010.2,
    currency: "USD",
    name: "Bitcoin USD",
    exchange: "CCC",
    type: "CRYPTOCURRENCY",
  },
  "ETH-USD": {
    price: 3051.2,
    previousClose: 3100.9,
    currency: "USD",
    name: "Ethereum USD",
    exchange: "CCC",
    type: "CRYPTOCURRENCY",
  },
  "GC=F": {
    price: 4081.5,
    previousClose: 4077.1,
    currency: "USD",
    name: "Gold Feb 27",
    exchange: "CMX",
    type: "FUTURE",
  },
  "EURUSD=X": {
    price: 1.1534,
    previousClose: 1.1502,
    currency: "USD",
    name: "EUR/USD",
    exchange: "CCY",
    type: "CURRENCY",
  },
  "JPYKRW=X": {
    price: 9.0812,
    previousClose: 9.0377,
    currency: "KRW",
    name: "JPY/KRW",
    exchange: "CCY",
    type: "CURRENCY",
  },
  "EURKRW=X": {
    price: 1604.7,
    previousClose: 1600.1,
    currency: "KRW",
    name: "EUR/KRW",
    exchange: "CCY",
    type: "CURRENCY",
  },
  "KRW=X": {
    price: 1391.25,
    previousClose: 1388.4,
    currency: "KRW",
    name: "USD/KRW",
    exchange: "CCY",
    type: "CURRENCY",
  },
};

/** Words of the search and the symbols they find, best first. */
const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  "005930": ["005930.KS"],
  apple: ["AAPL"],
  aapl: ["AAPL"],
  coupang: ["CPNG"],
  samsung: ["SMSN.IL", "005930.KS"],
  tesla: ["TSLA"],
};

const SEARCH_ONLY: Readonly<Record<string, { readonly name: string; readonly exchange: string }>> =
  {
    "SMSN.IL": { name: "Samsung Electronics GDR", exchange: "IOB" },
  };

/** When every price was made; Unix seconds, as Yahoo counts. */
const MARKET_TIME = Date.UTC(2026, 10, 20, 6, 30) / 1000;

/** The chart endpoint's answer: an unknown symbol is status 404 with Yahoo's own words. */
export function chartAnswer(symbol: string, range = "1d"): JsonAnswer {
  const listing = LISTINGS[symbol];
  if (listing === undefined) {
    const error = { code: "Not Found", description: "No data found, symbol may be delisted" };
    return { status: 404, body: { chart: { result: null, error } } };
  }
  const meta = {
    currency: listing.currency,
    symbol,
    exchangeName: listing.exchange,
    instrumentType: listing.type ?? "EQUITY",
    regularMarketTime: MARKET_TIME,
    hasPrePostMarketData: listing.currency === "USD",
    gmtoffset: 32400,
    timezone: "KST",
    regularMarketPrice: listing.price,
    fiftyTwoWeekHigh: listing.price * 1.3,
    fiftyTwoWeekLow: listing.price * 0.7,
    longName: listing.name,
    shortName: listing.name,
    chartPreviousClose: listing.previousClose,
    priceHint: 2,
    dataGranularity: "1d",
    range,
  };
  const { timestamp, close } = courseOf(listing, DAYS[range] ?? 1);
  const quote = [{ close, open: close, volume: close.map(() => 1234567) }];
  return {
    status: 200,
    body: {
      chart: { result: [{ meta, timestamp, indicators: { quote } }], error: null },
    },
  };
}

/** Trading days of a range. */
const DAYS: Readonly<Record<string, number>> = { "5d": 5, "1mo": 22, "3mo": 64, "6mo": 126 };

/** Closes up to today's price, a day apart; of more than one day the second has no trade, as Yahoo tells it: null. */
function courseOf(listing: Listing, days: number) {
  const daysBack = Array.from({ length: days }, (_, index) => days - 1 - index);
  return {
    timestamp: daysBack.map((back) => MARKET_TIME - back * 86_400),
    close: daysBack.map((back, index) =>
      days > 1 && index === 1 ? null : Math.round(listing.price * (1 - back / 200) * 100) / 100,
    ),
  };
}

/** The search endpoint's answer; words in Hangul are refused, as Yahoo does. */
export function quoteSearchAnswer(query: string): JsonAnswer {
  if (/[가-힣]/.test(query)) {
    const error = { code: "Bad Request", description: "Invalid Search Query" };
    return { status: 400, body: { finance: { result: null, error } } };
  }
  const symbols = SEARCHES[query.toLowerCase()] ?? [];
  const quotes = symbols.map((symbol) => {
    const { name, exchange } = LISTINGS[symbol] ??
      SEARCH_ONLY[symbol] ?? { name: symbol, exchange: "NMS" };
    return {
      exchange,
      shortname: name,
      longname: name,
      quoteType: "EQUITY",
      symbol,
      index: "quotes",
      score: 20000,
      isYahooFinance: true,
    };
  });
  return { status: 200, body: { explains: [], count: quotes.length, quotes, news: [], nav: [] } };
}

/** A station as radio-browser.info tells it, with only some of its fields. */
const STATIONS = [
  station("KBS 1라디오", "KR", "news,talk", "korean", "MP3", 128, 940),
  station("KBS Cool FM", "KR", "pop,kpop", "korean", "AAC", 192, 1830),
  station("KBS Classic FM", "KR", "classical", "korean", "AAC+", 96, 712),
  station("MBC FM4U", "KR", "pop", "korean", "AAC", 128, 1410),
  station("TBS eFM", "KR", "talk", "english,korean", "MP3", 128, 120),
  station("Jazz24", "US", "jazz", "english", "MP3", 256, 5210),
  station("Swiss Jazz", "CH", "jazz,swing", "german", "AAC", 96, 2290),
  station("BBC World Service", "GB", "news", "english", "MP3", 56, 8830),
];

/** The station search's answer: filtered, most clicked first. */
export function stationsAnswer(query: URLSearchParams): JsonAnswer {
  const holds = (text: string, part: string | null): boolean =>
    part === null || text.toLowerCase().includes(part.toLowerCase());
  const found = STATIONS.filter(
    (one) =>
      holds(one.name, query.get("name")) &&
      holds(one.tags, query.get("tag")) &&
      holds(one.language, query.get("language")) &&
      (query.get("countrycode") === null || one.countrycode === query.get("countrycode")) &&
      one.bitrate >= Number(query.get("bitrateMin") ?? 0),
  );
  const sorted = found.sort((left, right) => right.clickcount - left.clickcount);
  return { status: 200, body: sorted.slice(0, Number(query.get("limit") ?? 100000)) };
}

function station(
  name: string,
  countrycode: string,
  tags: string,
  language: string,
  codec: string,
  bitrate: number,
  clickcount: number,
) {
  const slug = name.toLowerCase().replace(/[^a-z0-9가-힣]+/g, "-");
  return {
    changeuuid: "01234567-89ab-cdef-0123-456789abcdef",
    stationuuid: `96000000-0000-0000-0000-${String(clickcount).padStart(12, "0")}`,
    name,
    url: `http://playlist.example.com/${encodeURIComponent(slug)}.pls`,
    url_resolved: `https://stream.example.com/${encodeURIComponent(slug)}`,
    homepage: `https://radio.example.com/${countrycode.toLowerCase()}`,
    favicon: "",
    tags,
    country:
      {
        KR: "The Republic Of Korea",
        US: "The United States Of America",
        CH: "Switzerland",
        GB: "The United Kingdom",
      }[countrycode] ?? countrycode,
    countrycode,
    state: "",
    language,
    votes: clickcount * 2,
    codec,
    bitrate,
    hls: 0,
    lastcheckok: 1,
    clickcount,
    ssl_error: 0,
    geo_lat: null,
    geo_long: null,
  };
}
