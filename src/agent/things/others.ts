import type { Localized } from "../../base/localized.ts";
import { escapeMarkup } from "../../base/visible-text.ts";
import { fitting, type KnownThings, type ThingPlan } from "./said.ts";

interface Own {
  readonly named: RegExp;
  readonly label: Localized;
  readonly code: string;
}

/** What people have here, and how one's own is shown. */
const OWN: readonly Own[] = [
  {
    named: /to-?\s?do|list|tasks?|할\s?일|목록|장보기/iu,
    label: { ko: "내 할 일", en: "My to-dos" },
    code: "[system:todo]",
  },
  {
    named: /files?|documents?|파일|문서/iu,
    label: { ko: "내 파일", en: "My files" },
    code: "[system:list]",
  },
  {
    named: /reminders?|schedules?|calendar|alerts?|alarms?|알림|일정|예약|스케줄/iu,
    label: { ko: "내 알림", en: "My reminders" },
    code: "[system:list_events]",
  },
  {
    named: /notes?|memor(?:y|ies)|passwords?|메모|기억|비번|비밀번호/iu,
    label: { ko: "내 기억", en: "My memories" },
    code: "[source:recent]",
  },
];

/** What tells words that are passed on, kept, or asked of somebody from a look at what they have. */
const NOT_A_LOOK =
  /\b(?:tell|remind|send|text|message|remember|add|note)\b|한테|에게|전해|기억해|추가|라고|[:：]/iu;

/** Says of what belongs to somebody else here that it is theirs; `undefined` for any other message. Pure. */
export function readOthers(text: string, { others = [] }: KnownThings): ThingPlan | undefined {
  if (NOT_A_LOOK.test(text)) return undefined;
  for (const name of others) {
    const plain = name.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
    const groups = fitting(text, [
      new RegExp(`\\b${plain}(?:['’]?s)\\s+(?<what>.+)$`, "iu"),
      new RegExp(`^${plain}(?:이|님|씨)?(?:의|네|꺼|이꺼)?\\s+(?<what>.+)$`, "u"),
    ]);
    const what = groups?.["what"];
    const own = what === undefined ? undefined : OWN.find(({ named }) => named.test(what));
    if (own !== undefined) return theirs(name, own);
  }
  return undefined;
}

function theirs(name: string, { label, code }: Own): ThingPlan {
  const shown = escapeMarkup(name);
  return {
    kind: "ask",
    words: {
      ko: `${shown}님 것이라 볼 수 없어요. 본인 것만 보여 드려요.`,
      en: `That's ${shown}'s; I show only your own.`,
    },
    offers: [{ label, runs: { ko: code, en: code } }],
  };
}
