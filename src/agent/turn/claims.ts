import type { Claim, ClaimKind } from "./claim-kinds.ts";
import { englishClaims } from "./claims-english.ts";
import { koreanClaims } from "./claims-korean.ts";

/** What really happened, by the journal. */
export interface ClaimFacts {
  /** Kinds of finished effects of this turn. */
  readonly turn: ReadonlySet<ClaimKind>;
  /** Kinds of finished effects of the conversation before. */
  readonly before: ReadonlySet<ClaimKind>;
}

/** Every sentence of a reply that says, in Korean or English, that the one who speaks did something. Quotes, code, questions, offers, negations and what others did are none. Pure. */
export function claimsIn(text: string): readonly Claim[] {
  return sentencesOf(withoutQuotes(text)).flatMap((sentence) =>
    /[?？]\s*$/u.test(sentence) ? [] : [...englishClaims(sentence), ...koreanClaims(sentence)],
  );
}

/** The claims that the journal does not bear out. Pure. */
export function unfounded(claims: readonly Claim[], facts: ClaimFacts): readonly Claim[] {
  return claims.filter(({ kind, time }) => {
    if (facts.turn.has(kind)) return false;
    if (time === "state") return !facts.turn.has("done") && !facts.before.has(kind);
    return time === "now" || !facts.before.has(kind);
  });
}

/** Without code, quoted words and quoted lines: they are somebody's, and a claim of nobody. */
function withoutQuotes(text: string): string {
  return text
    .replace(/```[\s\S]*?(?:```|$)/gu, "\n")
    .replace(/`[^`\n]*`/gu, "x.md")
    .replace(/^[^\S\n]*>.*$/gmu, "")
    .replace(
      /"[^"\n]*"|“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|‘[^’\n]*’|(?<![\p{L}\p{N}])'[^'\n]*'(?![\p{L}\p{N}])/gu,
      '""',
    )
    .replace(/[*_]{1,3}(?=\S)|(?<=\S)[*_]{2,3}/gu, "");
}

/** What is longer is no sentence that anybody speaks, in UTF-16 units. */
const LONGEST_SENTENCE = 500;

/** Sentences with their closing mark; a dot inside a name ends none. */
function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?。？！])(?=\s|$)|\n|;\s/u)
    .map((sentence) =>
      sentence.replace(/^(?:\s|\p{Extended_Pictographic}|\u{fe0f}|[✓✔•–—*#-])+/u, "").trim(),
    )
    .filter((sentence) => sentence !== "")
    .map((sentence) => sentence.slice(0, LONGEST_SENTENCE));
}
