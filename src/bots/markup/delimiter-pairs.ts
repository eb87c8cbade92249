/** What a pair of marks makes of the text between them. */
export type PairKind = "bold" | "italic" | "struck" | "spoiler";

/** What stands at both ends of it. */
export type PairMark = "**" | "*" | "~~" | "||";

/** A piece of a line as it is read from left to right. */
export interface Token {
  readonly kind: "text" | "code" | "open" | "close" | "escape" | PairKind;
  /** What is shown when the token is not used as a delimiter. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly canOpen?: boolean;
  readonly canClose?: boolean;
  readonly url?: string;
}

const MARKS: Readonly<Record<PairKind, PairMark>> = {
  bold: "**",
  italic: "*",
  struck: "~~",
  spoiler: "||",
};

/** In the order in which openers stand that are written again. */
const KINDS: readonly PairKind[] = ["spoiler", "struck", "bold", "italic"];

/** Two marks that belong together, as indices of tokens. */
interface Pair {
  readonly opener: number;
  readonly closer: number;
  readonly mark: PairMark;
}

/**
 * Bold := "**" inline "**" ; Italic := "*" inline "*" ; Struck := "~~" inline "~~" ; Spoiler := "||" inline "||". The nearest opener
 * wins, and none stands inside another of its kind; pairs of different kinds may overlap. `has` says what holds for a token.
 */
export function pairMarks(tokens: readonly Token[]): {
  readonly found: readonly Pair[];
  readonly has: (kind: PairKind, index: number) => boolean;
} {
  const found: Pair[] = [];
  const inside: Record<PairKind, boolean[]> = { bold: [], italic: [], struck: [], spoiler: [] };
  for (const kind of KINDS) {
    for (const [opener, closer] of pairsOf(tokens, kind).pairs) {
      found.push({ opener, closer, mark: MARKS[kind] });
      for (let index = opener; index <= closer; index += 1) inside[kind][index] = true;
    }
  }
  return { found, has: (kind, index) => inside[kind][index] === true };
}

/** Where marks stand that the next closing ones would make pairs of; those at the end of the line may yet turn out to be others. */
export function openPairs(tokens: readonly Token[], length: number): readonly number[] {
  const settled = tokens.filter(({ end }) => end < length);
  return KINDS.flatMap((kind) => {
    const { opener } = pairsOf(settled, kind);
    const start = opener === undefined ? undefined : settled[opener]?.start;
    return start === undefined ? [] : [start];
  });
}

/** The pairs of a kind in order, and the opener that is left. */
function pairsOf(tokens: readonly Token[], kind: PairKind) {
  const pairs: (readonly [number, number])[] = [];
  let opener: number | undefined;
  tokens.forEach((token, index) => {
    if (token.kind !== kind) return;
    if (opener !== undefined && token.canClose === true && index > opener + 1) {
      pairs.push([opener, index]);
      opener = undefined;
    } else if (token.canOpen === true) {
      opener = index;
    }
  });
  return { pairs, opener };
}

/** The marks that stand at a place; a run of others than one to three stars, two tildes or two bars is literal. */
export function pairAt(line: string, at: number): Token[] {
  let end = at;
  while (line[end] === line[at]) end += 1;
  const width = end - at;
  const around: Around = { before: line[at - 1] ?? "", after: line[end] ?? "" };
  switch (line[at]) {
    case "*":
      return starsAt(line, at, width, around);
    case "~":
      return width === 2 ? [markToken("struck", at, bounds(around))] : [literal(line, at, end)];
    default:
      return width === 2 ? [markToken("spoiler", at, apart(around))] : [literal(line, at, end)];
  }
}

/** The characters beside a run of marks; empty at the ends of the line. */
interface Around {
  readonly before: string;
  readonly after: string;
}

interface Role {
  readonly canOpen: boolean;
  readonly canClose: boolean;
}

/** Three stars are bold and italic, the bold outside. */
function starsAt(line: string, at: number, width: number, around: Around): Token[] {
  if (width > 3) return [literal(line, at, at + width)];
  if (width === 1) return [markToken("italic", at, emphasis(around))];
  const bold = bounds(around);
  if (width === 2) return [markToken("bold", at, bold)];
  const italic = emphasis(around);
  return bold.canOpen
    ? [markToken("bold", at, bold), markToken("italic", at + 2, italic)]
    : [markToken("italic", at, italic), markToken("bold", at + 1, bold)];
}

/**
 * Marks may open before a visible character and close after one. A letter or digit of ASCII on the outer side
 * forbids it, so that `x**2 + y**2` keeps its stars while Korean particles may follow a bold word directly.
 */
function bounds({ before, after }: Around): Role {
  return {
    canOpen: isVisible(after) && !isWord(before),
    canClose: isVisible(before) && !isWord(after),
  };
}

/**
 * A single star also stands in paths, patterns and sums: `src/*`, `*.ts`, `(*p)`. What may follow a closing one must not depend on
 * characters that begin marks, code or links: a draft may be cut there.
 */
function emphasis(around: Around): Role {
  const { before, after } = around;
  const { canOpen, canClose } = bounds(around);
  return {
    canOpen: canOpen && !/[/\\.:]/.test(before) && !/[./,;:!?)\]}]/.test(after),
    canClose: canClose && !/[/([{]/.test(before) && !/[/({]/.test(after),
  };
}

/** Two bars also stand between the cells of tables and the parts of conditions. */
function apart(around: Around): Role {
  const { canOpen, canClose } = bounds(around);
  return { canOpen: canOpen && /^$|[\s([{"'“‘「『*~>]/.test(around.before), canClose };
}

function markToken(kind: PairKind, start: number, role: Role): Token {
  const mark = MARKS[kind];
  return { kind, text: mark, start, end: start + mark.length, ...role };
}

function literal(line: string, start: number, end: number): Token {
  return { kind: "text", text: line.slice(start, end), start, end };
}

function isVisible(character: string): boolean {
  return /\S/.test(character);
}

function isWord(character: string): boolean {
  return /[A-Za-z0-9_]/.test(character);
}
