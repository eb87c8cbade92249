/** A regular expression in short: what it says of a text, in the comparisons that there are here. */
interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/** What a regular expression says of `value`, as a condition; `undefined` where no comparison says the same. Pure. */
export function patternMeant(value: string, { source, flags }: Pattern): string | undefined {
  const inline = /^\(\?i\)/.exec(source)?.[0] ?? "";
  const ignoresCase = flags.includes("i") || inline !== "";
  const ways = alternatives(source.slice(inline.length));
  const terms = ways?.map((way) =>
    wayMeant(ignoresCase ? `lower(${value})` : value, ignoresCase ? way.toLowerCase() : way),
  );
  if (terms === undefined || terms.some((term) => term === undefined)) return undefined;
  return terms.length === 1 ? terms[0] : `(${terms.join(" or ")})`;
}

/** `a|b`, `^x(?:a|b)$`: each way by itself; `undefined` for what is nested deeper. */
function alternatives(source: string): readonly string[] | undefined {
  const group = /^((?:[^()|\\]|\\.)*)\((?:\?:)?((?:[^()\\]|\\.)*)\)((?:[^()|?*+{\\]|\\.)*)$/.exec(
    source,
  );
  if (group !== null) {
    const [, before = "", inner = "", after = ""] = group;
    return splitWays(inner).map((way) => `${before}${way}${after}`);
  }
  return /(?<!\\)[()]/.test(source) ? undefined : splitWays(source);
}

function splitWays(source: string): readonly string[] {
  return source.split(/(?<!\\)\|/);
}

function wayMeant(value: string, way: string): string | undefined {
  const starts = way.startsWith("^");
  const ends = /(?<!\\)\$$/.test(way);
  const words = globOf(way.slice(starts ? 1 : 0, ends ? -1 : undefined));
  if (words === undefined) return undefined;
  if (/[*?]/.test(words)) {
    const glob = `${starts ? "" : "*"}${words}${ends ? "" : "*"}`;
    return `${value} matches '${glob.replace(/\*{2,}/g, "*")}'`;
  }
  if (starts && ends) return `${value} == '${words}'`;
  if (starts) return `starts_with(${value}, '${words}')`;
  return ends ? `ends_with(${value}, '${words}')` : `${value} contains '${words}'`;
}

/** What stands between the ends of a regular expression, as a glob in quotes; `undefined` where none says the same. */
function globOf(way: string): string | undefined {
  const pieces = [...way.matchAll(/\.\*\??|\.\+\??|\\?[\s\S]/gu)].map(([piece]) =>
    pieceMeant(piece),
  );
  const isWhole = pieces.length > 0 && !pieces.includes(undefined);
  return isWhole ? pieces.join("").replaceAll("'", String.raw`\'`) : undefined;
}

/** One piece of a regular expression as that of a glob; `undefined` where a glob has none. */
function pieceMeant(piece: string): string | undefined {
  if (/^\.\*/.test(piece)) return "*";
  if (/^\.\+/.test(piece)) return "?*";
  if (piece === ".") return "?";
  if (/^\\[^\p{L}\p{N}*?\\]$/u.test(piece)) return piece.slice(1);
  return /^[^\\^$.*+?()[\]{}|]$/u.test(piece) ? piece : undefined;
}
