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
