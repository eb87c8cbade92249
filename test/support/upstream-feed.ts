/** A headline that the loopback news feed knows; `{q}` stands for the words searched. */
interface Headline {
  readonly title: string;
  readonly source: string;
  readonly site: string;
  /** Headlines of the same story elsewhere, as a part of real items has. */
  readonly related?: readonly (readonly [string, string])[];
}

const HEADLINES: Readonly<Record<"ko" | "en", readonly Headline[]>> = {
  ko: [
    {
      title: "{q} 시장, 내년에 두 배로 커진다",
      source: "한빛경제",
      site: "https://economy.example.kr",
      related: [
        ["{q} 투자 늘린다", "새벽일보"],
        ["전문가들 &quot;{q} 속도 조절 필요&quot;", "가람신문"],
      ],
    },
    {
      title: "정부, {q} 지원 대책 발표… 3년간 1조 원",
      source: "새벽일보",
      site: "https://dawn.example.kr",
    },
    {
      title: '"{q} 때문에 하루가 바뀌었다" 시민 100명에게 물었다',
      source: "가람신문",
      site: "https://garam.example.kr",
    },
    {
      title: "{q} 관련 스타트업 다섯 곳, 해외 진출",
      source: "테크마루",
      site: "https://techmaru.example.kr",
    },
    {
      title: "[사설] {q}, 서두르지 말고 멈추지 말자",
      source: "한빛경제",
      site: "https://economy.example.kr",
    },
    {
      title: "{q} 전시회 개막… 사흘간 5만 명",
      source: "연합소식",
      site: "https://yonhap.example.kr",
    },
  ],
  en: [
    {
      title: "{q} demand to double next year, survey says",
      source: "The Harbour Post",
      site: "https://post.example.com",
    },
    {
      title: "Why everybody is suddenly talking about {q}",
      source: "Northern Wire",
      site: "https://wire.example.com",
    },
    {
      title: "Opinion: {q} needs fewer promises - and more tests",
      source: "Daily Ledger",
      site: "https://ledger.example.com",
    },
    {
      title: "Five charts that explain {q}",
      source: "Northern Wire",
      site: "https://wire.example.com",
    },
    {
      title: "{q} conference opens in Busan",
      source: "The Harbour Post",
      site: "https://post.example.com",
    },
  ],
};

/** The newest headline's time; each next one is 47 minutes older. Unix milliseconds. */
const NEWEST_MS = Date.UTC(2026, 10, 20, 6, 30);

/** The feed of the front page: no words are searched. */
export function frontPage(language: "ko" | "en"): string {
  return newsFeed(language === "ko" ? "경제" : "economy", language);
}

/** The RSS feed of news.google.com for some words in an edition; no items for words that hold "zxqv". */
export function newsFeed(query: string, language: "ko" | "en"): string {
  const words = escapeXml(query);
  const items = query.includes("zxqv")
    ? []
    : HEADLINES[language].map((headline, index) => itemXml(headline, words, index));
  const name = language === "ko" ? "Google 뉴스" : "Google News";
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><generator>NFE/5.0</generator><title>"${words}" - ${name}</title><link>https://news.google.com/search?q=x</link><language>${language}</language><description>${name}</description>${items.join("")}</channel></rss>`;
}

function itemXml(headline: Headline, words: string, index: number): string {
  const title = escapeXml(headline.title).replaceAll("{q}", words);
  const link = `https://news.google.com/rss/articles/CBMi${"QVVfeXFMT".repeat(6)}${index}?oc=5`;
  const published = new Date(NEWEST_MS - index * 47 * 60_000).toUTCString();
  const own = anchor(link, title, headline.source);
  const description =
    headline.related === undefined
      ? own
      : `<ol>${[own, ...headline.related.map(([text, source]) => anchor(link, text.replaceAll("{q}", words), source))].map((line) => `<li>${line}</li>`).join("")}</ol>`;
  return `<item><title>${title} - ${headline.source}</title><link>${link}</link><guid isPermaLink="false">CBMi${index}</guid><pubDate>${published}</pubDate><description>${escapeXml(description)}</description><source url="${headline.site}">${headline.source}</source></item>`;
}

function anchor(link: string, text: string, source: string): string {
  return `<a href="${link}" target="_blank">${text}</a>&nbsp;&nbsp;<font color="#6f6f6f">${source}</font>`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
