import type { TextContent } from "../models/model-client.ts";
import { outsideText } from "./tool-result.ts";

/** The words that a message answers, and who wrote them. */
export interface QuotedWords {
  readonly text: string;
  readonly author: string;
}

/** Most of a quoted message that stands in a turn, in UTF-16 units: the longest message of Telegram (Bot API, sendMessage: 4096 characters). */
const MAX_QUOTE_LENGTH = 4096;

/** What the model gets to see of a quoted message: data from outside, whoever wrote it; nothing where nothing is quoted. */
export function quoteBlocks(quoted: QuotedWords | undefined): readonly TextContent[] {
  if (quoted === undefined) return [];
  const { text, author } = quoted;
  const shown = text.length <= MAX_QUOTE_LENGTH ? text : `${text.slice(0, MAX_QUOTE_LENGTH)}…`;
  const head = `from: ${author.replace(/\s+/gu, " ")}`;
  const words = outsideText("the message that the person answers", `${head}\n\n${shown}`);
  return [{ type: "text", text: words, tainted: true }];
}
