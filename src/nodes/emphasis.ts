import { escapeMarkup } from "../base/visible-text.ts";

/** Longest text that an answer says again, in UTF-16 units. */
const MOST_QUOTED = 60;

/** A word that says that something secret stands beside it. */
const SECRET_WORDS =
  /비번|비밀번호|암호|인증\s?번호|계좌|카드\s?번호|password|passcode|passphrase|\bpin\b|\bcode\b|\bkey\b|secret/iu;

/** What a secret looks like: four characters or more without a space, a digit or a sign among them. Marks of a sentence belong to it where it goes on behind them. */
const SECRET =
  /(?<![\p{Script=Latin}\p{N}])(?=[^\s가-힣]*[\d!@#$%^&*])(?:[^\s가-힣,."'“”‘’]|[,."'](?=[^\s가-힣,."'“”‘’])){4,}/gu;

/** The end of a sentence or of its beginning, with what closes behind it. */
const SENTENCE_END = /[.!?…。:;,]["'”’»)\]]*$/u;

/** Lines as one, for an answer that says what it has done; `undefined` where they are too long for that. */
export function quotable(text: string): string | undefined {
  const line = text
    .split("\n")
    .map((each) => each.trim())
    .filter((each) => each !== "")
    .reduce((said, each) => {
      if (said === "") return each;
      return `${said}${SENTENCE_END.test(said) ? " " : ", "}${each}`;
    }, "");
  return line === "" || line.length > MOST_QUOTED ? undefined : escapeMarkup(line);
}

/** Whether words say that something secret stands beside them. */
export function namesSecret(text: string): boolean {
  return SECRET_WORDS.test(text);
}

/** A text that is hidden until it is pressed. */
export function hidden(text: string): string {
  return `||${escapeMarkup(text)}||`;
}

/** A text in which what looks secret is hidden until it is pressed. */
export function withSpoilers(text: string): string {
  if (!namesSecret(text)) return escapeMarkup(text);
  let shown = "";
  let from = 0;
  for (const { 0: secret, index } of text.matchAll(SECRET)) {
    shown += `${escapeMarkup(text.slice(from, index))}${hidden(secret)}`;
    from = index + secret.length;
  }
  return shown + escapeMarkup(text.slice(from));
}
