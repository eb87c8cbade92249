import type { Language } from "../../base/localized.ts";
import { isKnownNoun } from "../../rag/text/korean.ts";

/** Longest text of a reminder, in UTF-16 units. */
const LONGEST_REMINDER = 200;

const KOREAN = [
  /^(?<what>.*?)\s*(?:좀\s*)?(?:다시\s*)?(?:알려|말해|얘기해|이야기해|상기시켜|일러)\s*(?:줘|주|달|줄|드|다오).*$/u,
  /^(?<what>.*?)\s*(?:알림|알람|리마인더|리마인드|노티|메시지)(?:을|를|도)?\s*(?:좀\s*)?(?:보내|해|줘|울려|맞춰|설정|예약|등록|부탁|걸어|띄워|주|$).*$/u,
];
const ENGLISH = [
  /^(?:please\s+|can\s+you\s+|could\s+you\s+)*(?:remind|notify|ping|alert|tell)\s+me\b\s*(?:to\b|that\b|about\b|of\b|for\b)?\s*:?\s*(?<what>.*)$/iu,
  /^(?:please\s+)?(?:set|create|add|make)\s+(?:an?\s+|me\s+an?\s+)?(?:reminder|alarm)\b\s*(?:for\b|to\b|about\b|that\b|of\b)?\s*:?\s*(?<what>.*)$/iu,
  /^(?:reminder|alarm)\b\s*(?:for\b|to\b|about\b|that\b)?\s*:?\s*(?<what>.*)$/iu,
];
const WAKE = /(?:깨워|일어나게)|^(?:please\s+)?wake\s+me\b/iu;
const TOLD =
  /라고\s*(?:좀\s*)?(?:알려|말해|얘기해|이야기해|상기)|다고\s*(?:좀\s*)?(?:알려|말해|얘기해|이야기해)|\bremind\s+me\b|\breminder\b|리마인드|리마인더|깨워|\bwake\s+me\b/iu;

/** True for a message that wants words said back at a time, whatever else those words could mean. */
export function isReminder(rest: string): boolean {
  return TOLD.test(rest);
}

/** What a message without its time words wants to be reminded of, as a short text; `undefined` when it is no reminder. */
export function reminderText(rest: string, language: Language): string | undefined {
  const text = rest.trim().replace(/[\s.!?~]+$/u, "");
  if (WAKE.test(text)) return language === "ko" ? "일어날 시간이에요" : "Time to get up";
  for (const pattern of [...KOREAN, ...ENGLISH]) {
    const what = pattern.exec(text)?.groups?.["what"];
    if (what === undefined) continue;
    const cleaned = cleanReminder(what);
    if (cleaned.length > LONGEST_REMINDER) return undefined;
    if (cleaned !== "") return cleaned;
    return language === "ko" ? "시간이 됐어요" : "Time is up";
  }
  return undefined;
}

function cleanReminder(what: string): string {
  const bare = what
    .replace(/(?:^|\s)(?:나한테|나에게|내게|저한테|저에게|please|제발|좀)(?=\s|$)/giu, " ")
    .replace(/\s+/gu, " ")
    .replace(/^[\s:,'"“‘]+|[\s:,'"”’]+$/gu, "");
  return untold(bare).replace(/(?<=[가-힣]{2})(?:을|를)$/u, "");
}

/** Verbs whose stem changes before 으라고 and 우라고, with their nouns. */
const IRREGULAR = [
  ["들으라고", "듣기"],
  ["걸으라고", "걷기"],
  ["물으라고", "묻기"],
  ["도우라고", "돕기"],
  ["누우라고", "눕기"],
  ["주우라고", "줍기"],
  ["구우라고", "굽기"],
] as const;

/** A single word before 라고 that is a verb's stem, where a noun would stand there as well. */
const VERB =
  /(?:하|드리|챙기|버리|마시|돌리|맡기|옮기|보내|꺼내|일어나|나가|들어가|다녀오|돌아오|들어오|나오|잠그|만들|서두르)$|^(?:장보|자|쉬|가|오|사|타|열|널)$/u;

/** Told speech as a title: 약 먹으라고 → 약 먹기, 회의라고 → 회의, 늦는다고 → 늦는다. */
function untold(text: string): string {
  if (/[다자냐]고$/u.test(text)) return text.slice(0, -1);
  if (/["”’」]\s*(?:이?라고)$/u.test(text)) return text.replace(/["”’」]\s*이?라고$/u, "");
  const irregular = IRREGULAR.find(([told]) => text.endsWith(told));
  if (irregular !== undefined) return `${text.slice(0, -irregular[0].length)}${irregular[1]}`;
  if (text.endsWith("으라고")) return `${text.slice(0, -3)}기`;
  if (text.endsWith("이라고")) return text.slice(0, -3);
  if (!text.endsWith("라고")) return text;
  const body = text.slice(0, -2).trim();
  const last = body.split(" ").at(-1) ?? "";
  const isVerb = !isKnownNoun(last) && (VERB.test(last) || body.includes(" "));
  return isVerb ? `${body}기` : body;
}
