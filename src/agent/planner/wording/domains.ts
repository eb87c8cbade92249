import type { Localized } from "../../../base/localized.ts";

/** Something that is asked for and cannot be done, and the nearest that can. */
export interface Lacking {
  readonly words: Localized;
  /** True of what a language model could do. */
  readonly needsModel?: true;
  /** Absent where it is asked how it is meant. */
  readonly near?: { readonly label: Localized; readonly says: Localized };
}

/** A kind of things that nothing here does. */
export interface Domain extends Omit<Lacking, "near"> {
  /** How it is asked for; a pattern that only one language has is not tried on the other. */
  readonly asked: readonly (RegExp | { readonly ko: RegExp } | { readonly en: RegExp })[];
  /** Actions that do it: where there is one of them, it is asked for like anything else. */
  readonly by?: readonly string[];
  /** What may stand in a message that asks for something else in the same words. */
  readonly unless?: RegExp;
  readonly near?: {
    readonly label: Localized;
    readonly says: Localized | ((message: string) => string);
  };
}

/** How a Korean request goes on behind its verb, up to its end. */
export const ENDING =
  "(?:(?:하고|할)?\\s?(?:해|하|줘|줘봐|줄래|줄\\s?수\\s?있\\S*|수\\s?있\\S*|주세요|주라|주삼|주실래요|주시겠어요|주실\\s?수\\s?있\\S*|달라|다오|놔|놓아|둬|봐|봐라|라|자|래|부탁\\S*|싶어|싶은데|돼|되나|될까|됩니까|가능\\S*|넣어|신청|좀|요))*[\\s.!?~ㅋㅎㅠㅜ]*$";
/** How an English one begins. */
export const LEAD =
  "^(?:(?:hey|hi|ok|okay|yo|so|now|also|and|bot|quick|please|pls|plz|just|kindly)[\\s,.!]+)*(?:(?:(?:can|could|would|will)\\s+(?:you|u)|i\\s+(?:want|need)\\s+you\\s+to|i(?:['’]?d|\\s+would)\\s+like\\s+(?:you\\s+)?to|i\\s+want\\s+to|is\\s+it\\s+possible\\s+to|are\\s+you\\s+able\\s+to|help\\s+me|let['’]?s|go\\s+ahead\\s+and)\\s+(?:(?:please|pls|just|also|maybe)\\s+)?)?";
/** Up to this many words between a verb and what it is about. */
const UP_TO = (count: number): string => `(?:\\S*[^\\s.?!;,:]\\s+){0,${count}}?`;

/** Something, and behind it what is to be done with it, at the end of the message. */
export function korean(things: string, verbs: string): { readonly ko: RegExp } {
  const joint = things === "" ? "" : `(?:${PARTICLE}?\\s+(?:\\S+\\s+){0,4}?|${PARTICLE}?)`;
  return { ko: new RegExp(`(?<![가-힣])(?:${things})${joint}(?:${verbs})${ENDING}`, "iu") };
}

const PARTICLE =
  "(?:을|를|이|가|은|는|도|만|좀|에서|에|으로|로|한테|에게|의|들|라도|하나|요금|값|이랑|랑|과|와|하고)";

/** What is to be done, at the beginning of the message, and behind it something. */
export function english(verbs: string, things: string, between = 5): { readonly en: RegExp } {
  const thing = things === "" ? "" : `\\s+${UP_TO(between)}(?:${things})(?![\\w.])`;
  return { en: new RegExp(`${LEAD}(?:${verbs})\\b${thing}`, "iu") };
}
