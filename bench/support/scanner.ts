/** The least any reader must do: looks at every character once and cuts the text at blanks, brackets and quotes; how many pieces. */
export function scan(text: string): number {
  let tokens = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code <= 32) at += 1;
    else {
      at = code === QUOTE ? stringEnd(text, at + 1) : SIGNS.has(code) ? at + 1 : wordEnd(text, at);
      tokens += 1;
    }
  }
  return tokens;
}

const QUOTE = 34;
const BACKSLASH = 92;
const SIGNS: ReadonlySet<number> = new Set(Array.from('"(),:[]{}', (sign) => sign.charCodeAt(0)));

function stringEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== QUOTE)
    at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
}

function wordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) > 32 && !SIGNS.has(text.charCodeAt(at))) at += 1;
  return at;
}
