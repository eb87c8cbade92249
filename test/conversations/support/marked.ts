import type { Entity } from "../../support/telegram-server-entities.ts";

/** What stands before and after a formatted stretch. */
function marksOf({ type, url }: Entity): readonly [string, string] | undefined {
  switch (type) {
    case "bold":
      return ["**", "**"];
    case "italic":
      return ["_", "_"];
    case "strikethrough":
      return ["~~", "~~"];
    case "spoiler":
      return ["▓", "▓"];
    case "code":
      return ["`", "`"];
    case "pre":
      return ["```\n", "\n```"];
    case "date_time":
      return ["{", "}"];
    case "text_link":
      return url?.startsWith("tg://user") === true ? ["", ""] : ["[", `](${url ?? ""})`];
    default:
      return undefined;
  }
}

/** A message of Telegram as light markup: inner stretches are marked inside outer ones, and quoted lines begin with "> ". */
export function telegramMarks(message: {
  readonly text: string;
  readonly entities: readonly Entity[];
}): string {
  const { text, entities } = message;
  const opening = new Map<number, string>();
  const closing = new Map<number, string>();
  for (const entity of entities) {
    const [open, close] = marksOf(entity) ?? ["", ""];
    const end = entity.offset + entity.length;
    opening.set(entity.offset, (opening.get(entity.offset) ?? "") + open);
    closing.set(end, close + (closing.get(end) ?? ""));
  }
  const quotes = entities.filter(({ type }) => /blockquote$/.test(type));
  const quoteMark = (at: number): string => {
    const isLineStart = at === 0 || text[at - 1] === "\n";
    const isQuoted = quotes.some(({ offset, length }) => at >= offset && at < offset + length);
    return isLineStart && isQuoted ? "> " : "";
  };
  return (
    Array.from({ length: text.length + 1 }, (_, at) =>
      [closing.get(at) ?? "", quoteMark(at), opening.get(at) ?? "", text[at] ?? ""].join(""),
    )
      .join("")
      // Bold on both sides of a stretch inside it is one.
      .replaceAll("****", "")
  );
}

/** A message of Discord as light markup. `nameOf` names a mentioned account. */
export function discordMarks(text: string, nameOf: (id: string) => string): string {
  return text
    .replace(/<@!?(\d+)>/g, (_mention, id: string) => `@${nameOf(id)}`)
    .replace(/<t:(\d+)(?::\w)?>/g, "{$1}")
    .replace(/\]\(<([^>]*)>\)/g, "]($1)")
    .replace(/<(https?:[^>\s]+)>/g, "$1")
    .replace(/(?<!\\)\|\|/g, "▓")
    .replace(/\\([\\*_~`|[\]<>#-])/g, "$1");
}
