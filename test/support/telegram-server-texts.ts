import {
  EntityError,
  type FormattedText,
  parseHtml,
  trimFormatted,
} from "./telegram-server-entities.ts";
import { badRequest } from "./telegram-server-errors.ts";

/** Longest caption, in UTF-16 units after entity parsing (Bot API, sendDocument). */
const LONGEST_CAPTION = 1024;

/** A text as it shows; throws where its formatting cannot be read. */
export function format(text: string, mode: "HTML" | undefined): FormattedText {
  if (mode === undefined) return trimFormatted({ text, entities: [] });
  try {
    return trimFormatted(parseHtml(text));
  } catch (thrown) {
    if (thrown instanceof EntityError) throw badRequest(`can't parse entities: ${thrown.message}`);
    throw thrown;
  }
}

/** What stands under a file. */
export function caption(parameters: {
  caption?: string | undefined;
  parse_mode?: "HTML" | undefined;
}): FormattedText {
  const formatted = format(parameters.caption ?? "", parameters.parse_mode);
  if (formatted.text.length > LONGEST_CAPTION) throw badRequest("message caption is too long");
  return formatted;
}

/** Most columns of a table (Bot API, InputRichMessage, "Rich Message Limits"). */
const MOST_COLUMNS = 20;

/** Reads paragraphs and tables of Rich HTML; a row of a table is shown as a line of cells between bars. Other blocks are refused. */
export function formatRich(html: string): FormattedText {
  const blocks = [...html.matchAll(/<p>(.*?)<\/p>|<table[^>]*>(.*?)<\/table>|(.)/gsu)];
  const lines = blocks.flatMap(([, paragraph, table, other]) => {
    if (other !== undefined) throw badRequest("can't parse rich message: unexpected text");
    return paragraph === undefined ? rowsOf(table ?? "") : [paragraph];
  });
  return format(lines.join("\n"), "HTML");
}

function rowsOf(table: string): readonly string[] {
  return [...table.matchAll(/<tr>(.*?)<\/tr>/gsu)].map(([, row = ""]) => {
    const cells = [...row.matchAll(/<(t[hd])(?: align="right")?>(.*?)<\/\1>/gsu)];
    if (cells.length === 0 || cells.length > MOST_COLUMNS) throw badRequest("RICH_MESSAGE_INVALID");
    return `| ${cells.map(([, , text = ""]) => text).join(" | ")} |`;
  });
}
