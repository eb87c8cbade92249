/** One thing of a list of pages: what stands on its line, and what below it. Texts are plain. */
export interface LinkLine {
  readonly title: string;
  readonly url: string;
  /** Where it is from and when, such as "한국경제, 1시간 전"; empty for nothing. */
  readonly origin: string;
  /** A line below; default none. */
  readonly detail?: string;
}

/** Numbered links in light markup: `1. [title](url) · origin`, its detail on the line below. Nothing of a text is read as markup. */
export function linkLines(lines: readonly LinkLine[]): string {
  return lines
    .map(({ title, url, origin, detail = "" }, index) =>
      [
        `${index + 1}. ${linkTo(title, url)}${origin === "" ? "" : ` · ${literal(origin)}`}`,
        ...(detail === "" ? [] : [literal(detail)]),
      ].join("\n"),
    )
    .join("\n");
}

/** A link in light markup; the words alone where the address is none of the web. */
export function linkTo(words: string, url: string): string {
  if (!/^https?:\/\/\S+$/iu.test(url)) return `**${literal(words)}**`;
  return `[${literal(words)}](${url.replaceAll("(", "%28").replaceAll(")", "%29")})`;
}

/** The host of an address as people know it, without `www.`; empty where it has none. */
export function siteOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./u, "") : "";
}

/** A text on one line in which nothing is markup. */
export function literal(text: string): string {
  return text
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/[\\*`[\]~|]|^>/gu, "\\$&");
}
