/** Forms that no ending rule reaches. */
const IRREGULAR = new Map([
  ["found", "find"],
  ["showed", "show"],
  ["shown", "show"],
  ["told", "tell"],
  ["gave", "give"],
  ["wrote", "write"],
  ["written", "write"],
  ["made", "make"],
  ["kept", "keep"],
  ["sent", "send"],
  ["bought", "buy"],
  ["went", "go"],
  ["got", "get"],
  ["said", "say"],
  ["ran", "run"],
  ["did", "do"],
  ["news", "news"],
  ["is", "is"],
  ["this", "this"],
  ["us", "us"],
  ["always", "always"],
]);

/** Longer runs of letters are no words. */
const LONGEST_WORD = 40;

/** A light stem of a lower-case English word: plural, -ing, -ed and -ly go, the rest stays; both sides of a comparison take the same. */
export function englishStem(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  const base = word.replace(/['’]s$/u, "");
  if (base.length <= 3 || base.length > LONGEST_WORD) return base;
  return dropEnding(base);
}

function dropEnding(word: string): string {
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/u.test(word)) return word.slice(0, -2);
  if (/[^su]s$/u.test(word)) return dropEnding(word.slice(0, -1));
  const verb = /^(.*[aeiouy].*?)(?:ing|ed)$/u.exec(word)?.[1];
  if (verb !== undefined && verb.length >= 3)
    return verb.replace(/([^aeiouls])\1$/u, "$1").replace(/e$/u, "");
  if (word.endsWith("ly") && word.length > 5) return word.slice(0, -2);
  return word.replace(/e$/u, "");
}
