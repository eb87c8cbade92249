import { readApart } from "../../base/child-task.ts";
import { AppError } from "../../base/errors.ts";
import type { FetchResponse } from "../../base/fetch.ts";
import type { Page, PageSource, WholePage } from "./page-parsing.ts";

/** An article shorter than this part of the whole page's text has lost what the reader came for (a table, a list). */
const ARTICLE_SHARE_FLOOR = 0.25;

/** How long an article is looked for; after that the whole text is there. */
const ARTICLE_MS = 5000;

/** For whom a page is read, and until when. */
export interface PageReader {
  readonly who: string;
  readonly signal: AbortSignal;
}

/** Reads an answer of a good status: HTML as its article or else its whole text, JSON laid out, other text as it is. Throws `page-too-hard`; rejects with the signal's reason when aborted. */
export async function readPage(
  { headers, body }: FetchResponse,
  { who, signal }: PageReader,
): Promise<Page> {
  const given: PageSource = { headers, body };
  const work = { sort: "page", given, who } as const;
  const { page, hasArticle } = await readApart<WholePage>({ ...work, task: "page" }, { signal });
  if (page.kind !== "page" || !hasArticle) return page;
  const article = await readApart<string | undefined>(
    { ...work, task: "article" },
    { signal, timeoutMs: ARTICLE_MS },
  ).catch((error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof AppError) return undefined; // too hard: the whole text is there
    throw error;
  });
  const { text } = page.page;
  return article !== undefined && article.length >= text.length * ARTICLE_SHARE_FLOOR
    ? { kind: "page", page: { ...page.page, text: article } }
    : page;
}
