/** A formatted stretch of a message, as in the Bot API's MessageEntity; offsets and lengths in UTF-16 units. */
export interface Entity {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  readonly url?: string;
  readonly language?: string;
  /** Of a time, in Unix seconds. */
  readonly unix_time?: number;
}

/** What a message shows once its markup has been read. */
export interface FormattedText {
  readonly text: string;
  readonly entities: readonly Entity[];
}

/** Thrown with the words the Bot API puts after "can't parse entities: ". */
export class EntityError extends Error {}

/** Tag to entity (Bot API, "HTML style"). */
const TAGS: Readonly<Record<string, string>> = {
  a: "text_link",
  b: "bold",
  strong: "bold",
  i: "italic",
  em: "italic",
  u: "underline",
  ins: "underline",
  s: "strikethrough",
  strike: "strikethrough",
  del: "strikethrough",
  code: "code",
  pre: "pre",
  blockquote: "blockquote",
  "tg-spoiler": "spoiler",
  "tg-time": "date_time",
};
/** The only named references the Bot API knows (Bot API, "HTML style"). */
const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };

interface OpenTag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly offset: number;
}

/** Reads Bot API HTML. Error words and byte offsets follow tdlib/td, td/telegram/MessageEntity.cpp, parse_html. */
export function parseHtml(html: string): FormattedText {
  const open: OpenTag[] = [];
  const entities: Entity[] = [];
  let text = "";
  let at = 0;
  while (at < html.length) {
    if (html[at] !== "<") {
      const [shown, next] = readText(html, at);
      text += shown;
      at = next;
      continue;
    }
    const isEnd = html[at + 1] === "/";
    if (isEnd) closeTag(html, at, open, entities, text);
    else open.push({ ...readStartTag(html, at), offset: text.length });
    at = html.indexOf(">", at) + 1;
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined) {
    throw new EntityError(`Can't find end tag corresponding to start tag "${unclosed.name}"`);
  }
  return { text, entities: entities.map(withoutStrayLanguage).sort(byPlace) };
}

function readText(html: string, at: number): [string, number] {
  const reference = /^&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));?/i.exec(html.slice(at, at + 12));
  if (reference === null) return [html[at] ?? "", at + 1];
  const [whole, decimal, hexadecimal, name] = reference;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "0", 16) : Number(decimal);
  const shown = name === undefined ? characterOf(code) : NAMED[name];
  return shown === undefined ? ["&", at + 1] : [shown, at + whole.length];
}

function characterOf(code: number): string | undefined {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

function readStartTag(html: string, at: number): Omit<OpenTag, "offset"> {
  const end = html.indexOf(">", at);
  const place = byteOffset(html, at);
  const name = /^[^\s>]*/.exec(html.slice(at + 1))?.[0].toLowerCase() ?? "";
  if (end === -1) throw new EntityError(`Unclosed start tag at byte offset ${place}`);
  const inside = html.slice(at + 1 + name.length, end);
  if (!Object.hasOwn(TAGS, name) && !(name === "span" && /class="tg-spoiler"/.test(inside))) {
    throw new EntityError(`Unsupported start tag "${name}" at byte offset ${place}`);
  }
  const attributes: Record<string, string> = {};
  for (const match of inside.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    attributes[match[1] ?? ""] = decode(match[2] ?? match[3] ?? "");
  }
  return { name, attributes };
}

function closeTag(
  html: string,
  at: number,
  open: OpenTag[],
  entities: Entity[],
  text: string,
): void {
  const place = byteOffset(html, at);
  const tag = open.pop();
  if (tag === undefined) throw new EntityError(`Unexpected end tag at byte offset ${place}`);
  const end = html.indexOf(">", at);
  if (end === -1) throw new EntityError(`Unclosed end tag at byte offset ${place}`);
  const found = html
    .slice(at + 2, end)
    .trim()
    .toLowerCase();
  if (found !== "" && found !== tag.name) {
    throw new EntityError(
      `Unmatched end tag at byte offset ${place}, expected "</${tag.name}>", found "</${found}>"`,
    );
  }
  const length = text.length - tag.offset;
  if (length > 0) addEntity(tag, length, entities, text);
}

function addEntity(tag: OpenTag, length: number, entities: Entity[], text: string): void {
  const place = { offset: tag.offset, length };
  const language = /^language-(.+)$/.exec(tag.attributes["class"] ?? "")?.[1];
  const inner = entities.at(-1);
  if (tag.name === "pre" && inner?.offset === tag.offset && inner.length === length) {
    entities[entities.length - 1] = { ...inner, type: "pre" };
  } else if (tag.name === "a") {
    const url = tag.attributes["href"] ?? text.slice(tag.offset);
    if (/^(https?|tg|mailto):/i.test(url)) entities.push({ type: "text_link", ...place, url });
  } else if (tag.name === "tg-time") {
    entities.push({ type: "date_time", ...place, unix_time: unixTimeOf(tag) });
  } else {
    const type = TAGS[tag.name] ?? "spoiler";
    entities.push({ type, ...place, ...(language === undefined ? {} : { language }) });
  }
}

function unixTimeOf({ attributes: { unix = "" } }: OpenTag): number {
  if (!/^\d+$/.test(unix)) throw new EntityError(`Invalid date-time "${unix}" specified`);
  return Number(unix);
}

/** Only a pre entity names a language (Bot API, MessageEntity.language). */
function withoutStrayLanguage({ language, ...entity }: Entity): Entity {
  return language === undefined || entity.type !== "pre" ? entity : { ...entity, language };
}

/** Blank ends are cut off before the length is checked, and entities with them (MessageEntity.cpp, fix_formatted_text). */
export function trimFormatted({ text, entities }: FormattedText): FormattedText {
  const firstEntity = Math.min(...entities.map((entity) => entity.offset), text.length);
  const start = Math.min(text.length - text.trimStart().length, firstEntity);
  const shown = text.trimEnd().slice(start);
  const kept = entities
    .map((entity) => ({ ...entity, offset: entity.offset - start }))
    .map((entity) => ({ ...entity, length: Math.min(entity.length, shown.length - entity.offset) }))
    .filter((entity) => entity.length > 0);
  return { text: shown, entities: kept };
}

/** What the server finds in text that people type: commands and mentions (Bot API, MessageEntity types). */
export function findTypedEntities(text: string): Entity[] {
  const entities: Entity[] = [];
  for (const match of text.matchAll(/(?<![\w/])\/[a-z0-9_]{1,32}(?:@\w{3,32})?(?!\w)/gi)) {
    entities.push({ type: "bot_command", offset: match.index, length: match[0].length });
  }
  for (const match of text.matchAll(/(?<![\w@/])@\w{3,32}/g)) {
    entities.push({ type: "mention", offset: match.index, length: match[0].length });
  }
  return entities.sort(byPlace);
}

function decode(value: string): string {
  return value.replace(/&(lt|gt|amp|quot);/g, (_whole, name: string) => NAMED[name] ?? "");
}

function byteOffset(html: string, at: number): number {
  return Buffer.byteLength(html.slice(0, at));
}

function byPlace(left: Entity, right: Entity): number {
  return left.offset - right.offset || right.length - left.length;
}
