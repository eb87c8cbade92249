// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language
/** A reproducible source of numbers in [0, 1). */
export type Random = () => number;

/** Mulberry32: the same seed gives the same numbers on every machine. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of a list that is not empty. */
export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)]!;
}

const PIECES = [
  "[a:b]",
  "[source:search_news]",
  "[a:b",
  "[if: $x > 3]",
  "[if:",
  "[else if: $y]",
  "[else]",
  "[each: $i in $x]",
  "[on_error: skip]",
  "[try]",
  "]",
  "(",
  ")",
  "{",
  "}",
  "[",
  '"text"',
  "'text'",
  "`raw`",
  '"""raw"""',
  "“스마트”",
  '"',
  "'",
  "`",
  '"""',
  "\\",
  '\\"',
  "\\u12",
  "key: ",
  "key=",
  "_key: ",
  "키: 값",
  ",",
  ";",
  "\n",
  "\r\n",
  " ",
  ">>",
  "&",
  "??",
  "&&",
  "|",
  "->",
  "$x = ",
  "$x.y.0",
  "${x}",
  "{{x}}",
  "{{_prev_result}}",
  "{{",
  "${",
  "1",
  "-2.5e3",
  "005930",
  "09:30",
  "true",
  "None",
  "# note",
  "// note",
  "#",
  "```",
  "```ibl\n",
  "execute_ibl(code='",
  "')",
  "ibl_info(source=",
  ".result",
  "서울 (강남)",
  "\u0000",
  "\ud800",
  "😀",
  "__proto__: 1",
  "not ",
  " and ",
  "count($x)",
];

/** One input of a kind chosen at random: bytes, token soup, a damaged program, deep nesting, or one piece many times. */
export function hostileInput(random: Random): string {
  const kind = random();
  if (kind < 0.2) return randomText(random);
  if (kind < 0.6) return soup(random, 1 + Math.floor(random() * 40));
  if (kind < 0.9) return damage(random, soup(random, 3), VALID);
  if (kind < 0.95) return nested(random);
  return pick(random, PIECES).repeat(1 + Math.floor(random() * 300));
}

const VALID =
  '[on_error: skip] $news = [source:search_news]("AI") {limit: 3, tags: [a, "b"]} ?? ([a:b] & [c:d](x y))\n' +
  '[if: count($news) > 2 and not empty($x)] {\n  [each: $item in $news] { [a:b]("$item.title", k="v") }\n} [else] { [a:b] {t: """x"""} }';

function randomText(random: Random): string {
  const length = Math.floor(random() * 120);
  const limit = pick(random, [128, 256, 0x1_0000]);
  return Array.from({ length }, () => String.fromCharCode(Math.floor(random() * limit))).join("");
}

function soup(random: Random, count: number): string {
  return Array.from({ length: count }, () => pick(random, PIECES)).join(pick(random, ["", " "]));
}

/** A valid program with a few places cut out, doubled or replaced. */
function damage(random: Random, filling: string, program: string): string {
  let text = program;
  for (let round = 0; round <= random() * 3; round += 1) {
    const at = Math.floor(random() * text.length);
    const length = Math.floor(random() * 6);
    const inserted = pick(random, ["", filling, pick(random, PIECES), text.slice(at, at + length)]);
    text = text.slice(0, at) + inserted + text.slice(at + length);
  }
  return text;
}

function nested(random: Random): string {
  const open = pick(random, [
    "(",
    "[a:b]{k: ",
    "[a:b]{k: [[",
    "[if: $x]{",
    "[a:b](",
    "[if: (",
    "{",
    "[",
  ]);
  return open.repeat(1 + Math.floor(random() * 200)) + soup(random, 3);
}
