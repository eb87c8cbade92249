/** One hit that the loopback search engine knows; `{q}` stands for the words searched. */
interface Hit {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  /** Link through the engine's own redirect, as a part of real results is. */
  readonly isRedirected?: boolean;
}

const HITS: readonly Hit[] = [
  {
    title: "{q} 총정리 - 위키백과",
    url: "https://ko.wikipedia.org/wiki/%EC%9C%84%ED%82%A4?action=raw&lang=ko",
    snippet: "<b>{q}</b>에 대해 알려진 것을 모은 문서. 역사, 종류, 쓰임을 차례로 다룬다.",
    isRedirected: true,
  },
  {
    title: "{q} 추천 10곳 &amp; 후기",
    url: "https://blog.example.com/posts/2026/10",
    snippet: "직접 다녀온 사람들의 후기를 모았습니다. 가격과 시간, 가는 길까지 한눈에.",
  },
  {
    title: "The complete guide to {q}",
    url: "https://guide.example.org/complete?ref=ddg",
    snippet: "Everything you need to know about <b>{q}</b>, with examples that work.",
  },
  {
    title: "{q} 최신 소식",
    url: "https://news.example.net/topics/latest",
    snippet: "오늘 올라온 {q} 소식과 해설.",
    isRedirected: true,
  },
  {
    title: "{q} - frequently asked questions",
    url: "https://faq.example.com/",
    snippet: "Short answers to the questions people ask most.",
  },
  { title: "커뮤니티: {q} 이야기", url: "https://forum.example.kr/t/1024", snippet: "" },
  {
    title: "{q} 영상 강의",
    url: "https://video.example.com/watch?v=abc123",
    snippet: "처음부터 따라 하는 30분 강의.",
  },
  {
    title: "Buying {q}: what to look for",
    url: "https://shop.example.com/buyers-guide",
    snippet: "Prices compared, updated every week.",
  },
];

/** What it knows of words in English. */
const ENGLISH_HITS: readonly Hit[] = [
  {
    title: "{q} - Wikipedia",
    url: "https://en.wikipedia.org/wiki/Main_Page?action=raw",
    snippet: "What is known about <b>{q}</b>: history, kinds and uses, one after another.",
    isRedirected: true,
  },
  {
    title: "10 {q} we keep coming back to",
    url: "https://blog.example.com/posts/2026/10",
    snippet: "Tried by people who wrote it down: cost, time and how to begin.",
  },
  ...HITS.filter(({ title }) => !/[가-힣]/.test(title)),
];

const ADVERTISEMENT = `<div class="result results_links results_links_deep result--ad">
  <div class="links_main links_deep result__body">
    <h2 class="result__title"><a rel="nofollow" class="result__a" href="https://duckduckgo.com/y.js?ad_domain=ads.example.com&amp;ad_provider=bingv7aa&amp;u3=https%3A%2F%2Fwww.bing.com%2Faclick">광고입니다</a></h2>
    <button class="badge--ad">Ad</button>
    <a class="result__snippet" href="https://duckduckgo.com/y.js?ad_domain=ads.example.com">지금 사면 반값</a>
  </div>
</div>`;

/** Two words or more, none of them Korean. */
function isEnglish(query: string): boolean {
  return !/[가-힣]/.test(query) && /[a-z]\w* \w*[a-z]/i.test(query);
}

/** The result page of html.duckduckgo.com for some words: an advertisement and hits in their language; none for words that hold "zxqv". */
export function searchPage(query: string): string {
  const words = escapeHtml(query);
  const body = query.includes("zxqv")
    ? `<div class="result results_links results_links_deep result--no-result"><div class="no-results">No results found for <b>${words}</b>.</div></div>`
    : [
        ADVERTISEMENT,
        ...(isEnglish(query) ? ENGLISH_HITS : HITS).map((hit) => hitHtml(hit, words)),
      ].join("\n");
  return `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml">
<head><meta http-equiv="content-type" content="text/html; charset=UTF-8"><title>${words} at DuckDuckGo</title></head>
<body class="body--html">
<div id="header" class="header"><form name="x" class="header__form" action="/html/" method="post"><input name="q" value="${words}"></form></div>
<div class="serp__results"><div id="links" class="results">
${body}
</div></div>
</body>
</html>`;
}

function hitHtml(hit: Hit, words: string): string {
  const url = hit.isRedirected
    ? `//duckduckgo.com/l/?uddg=${encodeURIComponent(hit.url)}&amp;rut=8a1b2c3d`
    : hit.url.replaceAll("&", "&amp;");
  const title = hit.title.replaceAll("{q}", words);
  const snippet = hit.snippet.replaceAll("{q}", words);
  return `<div class="result results_links results_links_deep web-result ">
  <div class="links_main links_deep result__body">
    <h2 class="result__title">
      <a rel="nofollow" class="result__a" href="${url}">${title}</a>
    </h2>
    <div class="result__extras"><div class="result__extras__url"><a class="result__url" href="${url}">
      example</a><span>&nbsp; &nbsp; 2026-10-30T00:00:00.0000000</span></div></div>
    ${snippet === "" ? "" : `<a class="result__snippet" href="${url}">${snippet}</a>`}
    <div class="clear"></div>
  </div>
</div>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
