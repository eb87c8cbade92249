import { answerApart } from "../base/apart-child.ts";
import { readPdf } from "../drivers/pdf-reading.ts";
import { drawPicture } from "../drivers/picture-drawing.ts";
import { parseResultPage } from "../nodes/source/duckduckgo.ts";
import { parseEntries } from "../nodes/source/feed-parsing.ts";
import { textOfHtml } from "../nodes/source/html-text.ts";
import { parseArticles } from "../nodes/source/news-parsing.ts";
import { parseArticle, parsePage } from "../nodes/source/page-parsing.ts";

// Runs as a process of its own: what strangers sent is read here, where it can be ended.
answerApart({
  page: parsePage,
  article: parseArticle,
  results: parseResultPage,
  feed: parseEntries,
  news: parseArticles,
  text: textOfHtml,
  pdf: readPdf,
  picture: drawPicture,
});
