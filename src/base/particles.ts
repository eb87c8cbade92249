/** A syllable or digit, what closes a quotation or emphasis after it, and a particle written both ways. */
const BOTH_WAYS =
  /([가-힣0-9])(["'”’`*)\]]*)(은\(는\)|이\(가\)|을\(를\)|와\(과\)|과\(와\)|\(으\)로|\(이\)라)/gu;

/** Digits whose Korean names end in a consonant; those after a 0, such as 십 and 백, do too. */
const CLOSED_DIGITS = "013678";

/** After a consonant and after a vowel. */
const FORMS: Readonly<Record<string, readonly [closed: string, open: string]>> = {
  "은(는)": ["은", "는"],
  "이(가)": ["이", "가"],
  "을(를)": ["을", "를"],
  "와(과)": ["과", "와"],
  "과(와)": ["과", "와"],
  "(으)로": ["으로", "로"],
  "(이)라": ["이라", "라"],
};

/** Korean with the one particle that fits wherever both are written after a Korean syllable or a digit; after anything else both stay, since how a reader says it is not known. */
export function withParticles(korean: string): string {
  return korean.replace(BOTH_WAYS, (_whole, last: string, closing: string, both: string) => {
    const [closed, open] = FORMS[both] ?? [both, both];
    const isOpen = both === "(으)로" ? endsOpenOrInL(last) : endsOpen(last);
    return `${last}${closing}${isOpen ? open : closed}`;
  });
}

function endsOpen(last: string): boolean {
  return isDigit(last) ? !CLOSED_DIGITS.includes(last) : finalOf(last) === 0;
}

/** 로 follows ㄹ as it follows a vowel. */
function endsOpenOrInL(last: string): boolean {
  return endsOpen(last) || (isDigit(last) ? "178".includes(last) : finalOf(last) === FINAL_L);
}

function isDigit(last: string): boolean {
  return last >= "0" && last <= "9";
}

/** Syllables from 가 on stand in groups of 28, one for each final consonant, the first without (The Unicode Standard, 3.12 Conjoining Jamo Behavior). */
const FINALS = 28;
const FINAL_L = 8;

function finalOf(syllable: string): number {
  return ((syllable.codePointAt(0) ?? 0) - 0xac00) % FINALS;
}
