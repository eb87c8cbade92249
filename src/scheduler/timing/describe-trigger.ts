import { korean } from "../../base/korean-particles.ts";
import type { Language, Localized } from "../../base/localized.ts";
import type {
  ClockTiming,
  ConditionTrigger,
  EntryTiming,
  FileTrigger,
  MessageTrigger,
  RunTrigger,
  Trigger,
} from "./timing-kinds.ts";

const SIGNS: Readonly<Record<EntryTiming["entry"], string>> = {
  anniversary: "💍",
  birthday: "🎂",
  appointment: "🗓",
  reminder: "⏰",
  other: "🗓",
};

/** What kinds of calendar entries are called. */
const ENTRIES: Readonly<Record<EntryTiming["entry"], Localized>> = {
  anniversary: { ko: "기념일", en: "anniversary" },
  birthday: { ko: "생일", en: "birthday" },
  appointment: { ko: "약속", en: "appointment" },
  reminder: { ko: "알림", en: "reminder" },
  other: { ko: "일정", en: "calendar entry" },
};

const UNITS: readonly (readonly [number, Localized])[] = [
  [86_400_000, { ko: "일", en: "day" }],
  [3_600_000, { ko: "시간", en: "hour" }],
  [60_000, { ko: "분", en: "minute" }],
  [1000, { ko: "초", en: "second" }],
];

/** What sets a schedule off besides time, as a person says it. `say` words a clock timing. */
export function triggerText(
  trigger: Trigger,
  language: Language,
  say: (timing: ClockTiming) => string,
): string {
  switch (trigger.kind) {
    case "message":
      return messageWords(trigger)[language];
    case "webhook":
      return WEBHOOK[language];
    case "file":
      return fileWords(trigger)[language];
    case "run":
      return runWords(trigger)[language];
    case "condition":
      return conditionWords(trigger, say(trigger.look), language)[language];
    case "entry":
      return entryText(trigger, say(trigger.day), language);
  }
}

/** Days on which the dead are remembered. */
const MOURNING = /제사|기일|추도|\b(?:memorial|death|died|passing)\b/iu;

/** The sign under which a calendar entry is shown, by its kind and what it is called. */
export function entrySign({ entry }: Pick<EntryTiming, "entry">, name: string): string {
  return entry === "anniversary" && MOURNING.test(name) ? "🕯" : SIGNS[entry];
}

/** A length of time in whole units, the largest first: "1 day 2 hours". */
export function lengthText(lengthMs: number, language: Language): string {
  let restMs = lengthMs;
  const parts: string[] = [];
  for (const [unitMs, unit] of UNITS) {
    const count = Math.floor(restMs / unitMs);
    restMs -= count * unitMs;
    if (count === 0) continue;
    const plural = language === "en" && count > 1 ? "s" : "";
    parts.push(language === "ko" ? `${count}${unit.ko}` : `${count} ${unit.en}${plural}`);
  }
  return parts.join(" ");
}

const WEBHOOK: Localized = {
  ko: "웹훅 주소로 서명된 요청이 올 때",
  en: "when a signed request comes to its webhook",
};

function messageWords({ channel, from, keyword }: MessageTrigger): Localized {
  const place =
    channel === undefined
      ? { ko: "이 대화에 ", en: "in this chat" }
      : { ko: `${channel} 개인 대화에 `, en: `in the private chat on ${channel}` };
  const who = from === undefined ? { ko: "", en: "" } : { ko: `${from}의 `, en: ` from ${from}` };
  const what =
    keyword === undefined
      ? { ko: "메시지가 올 때", en: "" }
      : { ko: `“${keyword}” 메시지가 올 때`, en: ` with “${keyword}”` };
  return {
    ko: `${place.ko}${who.ko}${what.ko}`,
    en: `when a message${who.en}${what.en} comes ${place.en}`,
  };
}

const CHANGES: Readonly<Record<FileTrigger["change"], Localized>> = {
  created: { ko: "새로 생길 때", en: "comes" },
  changed: { ko: "바뀔 때", en: "changes" },
  any: { ko: "생기거나 바뀔 때", en: "comes or changes" },
};

function fileWords({ pattern, change }: FileTrigger): Localized {
  const { ko, en } = CHANGES[change];
  return pattern === undefined
    ? { ko: `이 대화의 파일이 ${ko}`, en: `when a file of this chat ${en}` }
    : { ko: `“${pattern}” 파일이 ${ko}`, en: `when a file “${pattern}” ${en}` };
}

const OUTCOMES: Readonly<Record<RunTrigger["outcome"], Localized>> = {
  ok: { ko: "잘 끝나면", en: "ends well" },
  failed: { ko: "실패하면", en: "fails" },
  any: { ko: "끝나면", en: "ends" },
};

function runWords({ of, outcome }: RunTrigger): Localized {
  const { ko, en } = OUTCOMES[outcome];
  return { ko: `“${of}” 실행이 ${ko}`, en: `when “${of}” ${en}` };
}

function conditionWords(
  { condition, coolDownMs, look: looked }: ConditionTrigger,
  look: string,
  language: Language,
): Localized {
  const rest = lengthText(coolDownMs, language);
  // A pause that is over by the next look changes nothing.
  const isFelt = looked.kind !== "every" || coolDownMs > looked.everyMs;
  const pause =
    coolDownMs === 0 || !isFelt
      ? { ko: "", en: "" }
      : { ko: `, 한 번 알린 뒤 ${rest} 쉼`, en: `, then not for ${rest}` };
  return {
    ko: korean`“${condition}”이(가) 참이 될 때 (${look} 확인${pause.ko})`,
    en: `when “${condition}” turns true (looked at ${look}${pause.en})`,
  };
}

function entryText(entry: EntryTiming, day: string, language: Language): string {
  const name = `${SIGNS[entry.entry]} ${ENTRIES[entry.entry][language]}`;
  if (entry.beforeMs === undefined) return `${name}, ${day}`;
  if (entry.beforeMs === 0)
    return language === "ko" ? `${name}, ${day}에 알림` : `${name}, told ${day}`;
  const before = lengthText(entry.beforeMs, language);
  return language === "ko"
    ? `${name}, ${day}, ${before} 전에 알림`
    : `${name}, ${day}, told ${before} before`;
}
