import { answerApart } from "../base/child-task-main.ts";
import { readExif } from "../drivers/files/exif-reading.ts";
import { drawMarked, drawPicture, likenessOf } from "../drivers/files/image-drawing.ts";
import { readPdf } from "../drivers/files/pdf-reading.ts";
import { parseEntries } from "../nodes/source/feed-parsing.ts";
import { parseArticles } from "../nodes/source/news-parsing.ts";
import { parseArticle, parsePage } from "../nodes/source/page-parsing.ts";
import { collectItems } from "../nodes/source/records/collect-parsing.ts";
import { parseResultPage } from "../nodes/source/web.ts";
import { textOfHtml } from "../nodes/text/html-text.ts";

// Runs as a process of its own: what strangers sent is read here, where it can be ended.
answerApart({
  page: parsePage,
  article: parseArticle,
  results: parseResultPage,
  feed: parseEntries,
  news: parseArticles,
  collect: collectItems,
  text: textOfHtml,
  pdf: readPdf,
  picture: drawPicture,
  marked: drawMarked,
  likeness: likenessOf,
  exif: readExif,
});
