import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import { bold } from "../../base/visible-text.ts";
import { quoteIbl } from "../planner/code.ts";
import { isPhrase } from "../planner/wording/closed-phrases.ts";
import { calledSo, whatWith } from "./files.ts";
import type { KnownThings, ThingPlan } from "./said.ts";

/** A message that names more than a thing and a little beside it says something else. */
const MOST_WORDS = 8;
/** Of so many words one at least names the thing. */
const MOST_BESIDE = 2;

/** What a message that nothing was made of names of one's own, with what can be done with it: a file, a to-do, a reminder. `undefined` where it names none of them, or several. Pure. */
export function readNamedThing(
  message: string,
  known: KnownThings | undefined,
  schedules: readonly string[],
): ThingPlan | undefined {
  const words = contentWords(message);
  if (known === undefined || words.length === 0 || words.length > MOST_WORDS) return undefined;
  const [file] = words.flatMap((word) => calledSo(word, known.files ?? []));
  const todo = best(words, known.todos, ({ content }) => content);
  const schedule = best(words, schedules, (name) => name);
  const plans = [
    ...(schedule === undefined ? [] : [withSchedule(schedule)]),
    ...(todo === undefined ? [] : [withTodo(todo)]),
    ...(file === undefined ? [] : [whatWith(file)]),
  ];
  return plans[0];
}

function contentWords(text: string): readonly string[] {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/['’]s(?=\s|$)/gu, "")
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/(?<=[가-힣]{2})(?:으로|로|을|를|은|는|이|가|도|에|의)$/u, ""))
    .filter((word) => word.length > 1 && !isPhrase(word, NOTHING));
}

/** Words that name no thing: kinds, days, and those that stand in any request. */
const NOTHING = {
  needs: /./u,
  words:
    "the an my your its it to of for in on at out off up down with and or no not take get go do make put have bring 알림 알람 일정 예약 할일 파일 메모 있어 reminder reminders alarm file files todo list note today tomorrow morning evening when what where tell show me 오늘 내일 아침 저녁 언제 뭐 뭐야 어디 알려줘 말해줘 보여줘",
};

/** The one that most of these words name; none where several are named alike. */
function best<Thing>(
  words: readonly string[],
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
): Thing | undefined {
  const scored = things.map((thing) => {
    const own = contentWords(nameOf(thing));
    return { thing, score: words.filter((word) => own.includes(word)).length };
  });
  const most = Math.max(0, ...scored.map(({ score }) => score));
  const [only, second] = scored.filter(({ score }) => score === most);
  // What names little of what it says is about something else.
  const isAbout = most * MOST_BESIDE >= words.length;
  return most === 0 || !isAbout || second !== undefined ? undefined : only?.thing;
}

function whatWithName(name: string): Localized {
  const shown = bold(name);
  return { ko: korean`${shown}(으)로 뭘 할까요?`, en: `What should I do with ${shown}?` };
}

function same(code: string): Localized {
  return { ko: code, en: code };
}

function withSchedule(name: string): ThingPlan {
  const quoted = quoteIbl(name);
  return {
    kind: "ask",
    words: whatWithName(name),
    offers: [
      { label: { ko: "언제인지", en: "When is it?" }, runs: same(`[system:get_event](${quoted})`) },
      { label: { ko: "끄기", en: "Turn off" }, runs: same(`[system:disable](${quoted})`) },
    ],
  };
}

function withTodo({ content }: KnownThings["todos"][number]): ThingPlan {
  const name = content.replace(/[“”]/gu, "");
  return {
    kind: "ask",
    words: whatWithName(content),
    offers: [
      {
        label: { ko: "끝!", en: "Done" },
        says: { ko: `${name} 끝냈어`, en: `${name} done` },
      },
      {
        label: { ko: "빼기", en: "Take off" },
        says: { ko: `할 일에서 “${name}” 빼줘`, en: `take “${name}” off my to-do list` },
      },
    ],
  };
}
