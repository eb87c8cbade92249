import type { Localized } from "../../base/localized.ts";

/** What a person has, as far as a message may name it. */
export interface KnownThings {
  /** To-dos that are not done, with their numbers in the list. */
  readonly todos: readonly { readonly number: number; readonly content: string }[];
  /** Those that are done. Default: none. */
  readonly doneTodos?: KnownThings["todos"];
  /** Paths of files in the chat's folder, the newest first; absent where they are not known. */
  readonly files?: readonly string[];
  readonly folders: readonly string[];
  /** What the last answer here listed, in its order. Default: nothing. */
  readonly listed?: readonly Listed[];
  /** Path of the file that the last answer showed or changed. Default: it did with none. */
  readonly opened?: string;
  /** Paths of what was sent last, where nothing was asked since. Default: nothing was. */
  readonly sent?: readonly string[];
  /** Names of the other people here. Default: none. */
  readonly others?: readonly string[];
  /** What this person and the others sent each other here, the newest first; absent where it may not be told. */
  readonly letters?: () => readonly Letter[];
  /** Of the newest files those that hold text. Default: none. */
  readonly texts?: () => Promise<readonly FileWords[]>;
  /** How memories answer a question in other words: surely, by its own words, closely, or no more than nearly. Default: none does. */
  readonly answers?: (question: string) => "answer" | "words" | "close" | "near" | undefined;
  /** Whether a memory is what words ask for: `all` of what they name, or `most`. */
  readonly recalls: (words: string, bar: "all" | "most") => boolean;
  /** The person's own memories that words ask for, best first. Default: none. */
  readonly found?: (words: string, bar: "all" | "most") => readonly KnownMemory[];
  /** Those that say of the same thing what it is. Default: none. */
  readonly toldOf?: (fact: string) => readonly KnownMemory[];
  /** The memories that share a word with these, best first, where they are this person's own words. */
  readonly nearMemories: (words: string) => readonly string[];
}

/** One of what an answer listed: an address, a path, or a number. */
export interface Listed {
  readonly is: "link" | "file" | "todo" | "memory";
  readonly value: string;
}

/** A file and the beginning of what is written in it. */
export interface FileWords {
  readonly path: string;
  readonly text: string;
  /** True where more is written in it. */
  readonly isCut?: boolean;
}

/** A message of one person to another. */
export interface Letter {
  /** Name of the other. */
  readonly with: string;
  /** True where it was sent to them. */
  readonly isOwn: boolean;
  /** In lines that are quoted. */
  readonly words: string;
  /** "at 2:10 PM", "yesterday 9 PM"; 14:10. */
  readonly at: Localized;
}

/** A memory, with the number it is deleted by. */
export interface KnownMemory {
  readonly id: number;
  readonly content: string;
}

/** Nothing is known of what a person has. */
export const NO_THINGS: KnownThings = {
  todos: [],
  folders: [],
  recalls: () => false,
  nearMemories: () => [],
};

/** What a message about things comes to. */
export type ThingPlan =
  /** `isFromOutside` where the program holds what the person did not write. */
  | { readonly kind: "program"; readonly code: string; readonly isFromOutside?: true }
  | {
      readonly kind: "ask";
      readonly words: Localized;
      readonly offers: readonly ThingOffer[];
    };

/** A button: a program, or words that are read when it is pressed, for a thing whose number may be another's by then. */
export type ThingOffer = { readonly label: Localized } & (
  | { readonly runs: Localized }
  | { readonly says: Localized }
);

/** A plan of one or several calls. */
export function calling(...calls: readonly string[]): ThingPlan {
  return { kind: "program", code: calls.join("\n") };
}

/** Endings of names of files. */
const ENDINGS =
  "md|txt|text|csv|tsv|json|html?|log|ya?ml|xml|pdf|png|jpe?g|gif|webp|svg|docx?|xlsx?|pptx?|hwpx?|zip|rtf|ics";

/** A name of a file, as a part of a pattern. */
export const FILE: string = `[\\p{L}\\p{N}_][\\p{L}\\p{N}_()/.-]*\\.(?:${ENDINGS})`;

const HAS_FILE = new RegExp(`${FILE}(?![\\p{L}\\p{N}])`, "iu");

/** Whether a name of a file stands in a text. */
export function hasFile(text: string): boolean {
  return HAS_FILE.test(text.replace(/(?<=\.[a-z]{2,4})(?=[가-힣])/giu, " "));
}

/** Before an English request. */
const ENGLISH_LEAD =
  /^(?:(?:hey|hi|ok|okay|so|well|and|then|now|also|oh|um+|uh|hm+|wait|no|actually|lol|btw|quick(?:ly)?|i\s+meant(?:\s+to\s+say)?)[\s,.…!]+)*(?:(?:(?:can|could|would|will)\s+(?:you|u)(?:\s+please)?|please|pls|plz|kindly|just|i(?:['’]d|\s+would)?\s+(?:want|need|like)\s+(?:you\s+)?to|(?:i\s+)?(?:need|want|have)\s+to(?=\s+(?:add|put|save|write|delete|remove|open)\b)|let['’]?s|go\s+ahead\s+and)\s+)*/iu;
/** Behind it. */
const ENGLISH_TAIL =
  /(?:[\s,]+(?:please|pls|plz|thanks|thank\s+you|thx|ty|for\s+me|now|ok(?:ay)?))*[\s.!?~]*$/iu;

/** Before and behind a Korean request. */
const KOREAN_LEAD =
  /^(?:(?:아+|어|음+|흠+|야|앗|헐|저기|혹시|그리고|근데|참|아참|맞다|아니다|아니|그럼|엥|엇|헉|자|이제|좀|빨리|지금|방금)[\s,.…!]+)*/u;
const KOREAN_TAIL = /[\s.!?~…^ㅋㅎㅠㅜ♡❤]*$/u;

/** To be shown once more is to be shown. */
const AGAIN =
  /\s+(?:다시|또|한\s?번\s?더)(?=\s+(?:좀\s+)?(?:보여|읽어|열어|알려))|(?<=^(?:show|read|open|list)\b.*)\s+(?:again|once\s+more)$/iu;

/** A password is kept with the marks that it ends in. */
const ENDS_IN_SECRET = /\b(?:password|passcode|pw|pin|code)\b.*\s(?=\S*\d)\S+!$/iu;

/** A message without what is said around a request. */
export function bareOf(message: string): string {
  const text = message.normalize("NFC").trim();
  const bare = /\p{Script=Hangul}/u.test(text)
    ? text.replace(KOREAN_LEAD, "").replace(KOREAN_TAIL, "")
    : text;
  const led = bare.replace(ENGLISH_LEAD, "");
  const english = ENDS_IN_SECRET.test(text) ? led : led.replace(ENGLISH_TAIL, "");
  return (english === "" ? bare : english).replace(AGAIN, "");
}

/** How a Korean request ends, behind the stem of what is to be done. */
export const PLEASE =
  "(?:해|하)?\\s?(?:줘|줘요|줄래|줄래요|주세요|주라|주시겠어요|주실래요|줄\\s?수\\s?있어|줄\\s?수\\s?있어요|놔|놔줘|놓아|놓아줘|둬|둬줘|두자|두세요|놔두자|달라|다오|봐|봐줘|라|자|요|주시면\\s?돼요|줬으면\\s?해|줘봐)?(?:요)?";

/** Words that order something to be taken away, changed or brought back: nothing to be kept. */
export const ORDERS =
  /(?:지워|삭제|되돌려|되살려|취소|없애|제거|비워|잊어)(?:해)?\s?(?:줘|줘요|주세요|줄래|라|달라)?(?:요)?[\s.!?~]*$/u;

/** Words that stand for something said before, or for what has first to be found. */
const NO_WORDS =
  /^(?:it|this|that|these|those|them|him|her|everything|all|all of (?:it|them)|the (?:result|results|answer|summary|page|article|list|file|above|text|picture|photo|chart)|이거|이것|그거|그것|저거|이걸|그걸|결과|위|요약|전부|다|내용|방금 거|방금 것|그 내용|이 내용)$/iu;

/** What names something to be looked up first, rather than being what is meant. */
const LOOKED_UP =
  /(?:\b(?:weather|news|headlines?|forecast|prices?|exchange rates?|stock|summary|summar\w+|translat\w+|search|results?|articles?|todos?|to-dos?|reminders?|schedules?|memories|contacts|files?|chart|graph|page|web|answer|time in)\b|날씨|뉴스|헤드라인|시세|주가|환율|요약|번역|검색|결과|기사|할\s?일|알림|일정|예약\s?(?:목록|내역|들)|기억|연락처|차트|그래프|페이지|https?:|www\.|찾아|알아봐|정리)/iu;

/** Quotation marks around all of a text are no part of it. */
export function unquoted(text: string): string {
  const inner = /^["“”'‘「『](.+)["“”'’」』]$/su.exec(text.trim())?.[1];
  return (inner ?? text).trim();
}

/** Whether words are themselves what is to be kept: they point at nothing, and nothing has to be looked up for them. */
export function areLiteral(text: string): boolean {
  const inner = unquoted(text);
  if (inner === "" || NO_WORDS.test(inner)) return false;
  if (inner !== text.trim()) return true;
  const own = inner.replace(OWN_WRITING, "").trim();
  return own !== "" && !NO_WORDS.test(own) && !LOOKED_UP.test(own) && !hasFile(own);
}

/** What people write themselves of a thing that they name before it: 회의 요약. */
const OWN_WRITING = /(?<=\S\s)(?:요약|정리|결과|summary)$/iu;

/** The groups of the first of these patterns that a text fits, and that are meant. */
export function fitting(
  text: string,
  patterns: readonly RegExp[],
  isMeant: (groups: Readonly<Record<string, string>>) => boolean = () => true,
): Readonly<Record<string, string>> | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const groups = Object.fromEntries(
      Object.entries(found.groups ?? {}).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value.trim()]],
      ),
    );
    if (isMeant(groups)) return groups;
  }
  return undefined;
}
