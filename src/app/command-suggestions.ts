import { quoteIbl } from "../agent/planner/code.ts";
import type { Language } from "../base/localized.ts";
import { oneLine } from "../base/localized.ts";
import { briefingIn } from "../bots/approvals/briefing-draft.ts";
import { COMMAND_TREE } from "../bots/commands/command-tree.ts";
import type { Suggest } from "../bots/discord/commands.ts";
import { chatKey } from "../bots/platform/chat-adapter.ts";
import type { SuggestedKind } from "../bots/platform/command-shape.ts";
import { type CommandValue, fittingValues } from "../bots/platform/command-values.ts";
import { Memories } from "../nodes/source/memories.ts";
import { createTodoReader } from "../nodes/system/todos.ts";
import { describeTiming, timingWords } from "../scheduler/ledger/describe.ts";
import { findTime } from "../scheduler/phrases/find-time.ts";
import { knownPlaces } from "../scheduler/timing/place-zones.ts";
import type { Person } from "../security/access/people.ts";
import { contactsOf } from "./node-ports.ts";
import type { Parts } from "./open-app.ts";
import { plannerWorkflows } from "./person-context.ts";

type Asked = Parameters<Suggest>[0];

/** Who types, and where. */
interface Place {
  readonly person: Person;
  readonly key: string;
  readonly isPrivate: boolean;
}

/** Most memories that are looked through. */
const MOST_MEMORIES = 200;

/** Offers values to people who were let in, from what is their own; to anyone else none. */
export function openSuggestions(parts: Parts): Suggest {
  const read = readersOf(parts);
  return async (asked: Asked) => {
    const person = parts.admission.find(asked.chat.platform, asked.sender);
    const kind = kindOf(asked);
    if (person === undefined || kind === undefined) return [];
    const { typed, limit, chat } = asked;
    if (kind === "when") return whenValues(asked, person, parts.edges.clock.now());
    const place = { person, key: chatKey(chat), isPrivate: chat.isPrivate };
    return fittingValues(await read[kind](place), typed, limit);
  };
}

function kindOf({ command, option }: Asked): SuggestedKind | undefined {
  const [name, subcommand] = command.split(" ");
  const entry = COMMAND_TREE.find((each) => each.name === name);
  const used = entry?.subcommands?.find((each) => each.name === subcommand) ?? entry;
  return used?.options?.find((each) => each.name === option)?.suggests;
}

type Read = (place: Place) => readonly CommandValue[] | Promise<readonly CommandValue[]>;

function readersOf(parts: Parts): Readonly<Record<Exclude<SuggestedKind, "when">, Read>> {
  const { people, updates, schedules, agentRegistry, workflows, intake } = parts;
  const memories = new Memories(parts.database, parts.edges.clock);
  const todos = createTodoReader(parts.database);
  const contacts = contactsOf(people, updates);
  const schedulesOf = ({ person, key, isPrivate }: Place, isBriefing: boolean) =>
    schedules
      .list(person.id)
      .filter(({ state }) => state !== "done")
      .filter(({ chatId }) => isPrivate || chatId === key)
      .filter((each) => (briefingIn(each, person.language) !== undefined) === isBriefing)
      .map(({ name, timing, zone }) => ({
        label: `${name} · ${describeTiming(timing, zone, person.language)}`,
        value: name,
      }));
  return {
    reminder: (place) => schedulesOf(place, false),
    briefing: (place) => schedulesOf(place, true),
    todo: ({ person, key }) =>
      todos.open(person.id, key).map(({ number, content }) => ({
        label: oneLine(content, 99),
        value: `${number}`,
      })),
    memory: ({ person, isPrivate }) =>
      isPrivate
        ? memories.page(person.id, 0, MOST_MEMORIES).map(({ content }) => ({
            label: oneLine(content, 99),
            value: oneLine(content, 99),
          }))
        : [],
    file: async ({ key }) =>
      (await intake.listFiles(key)).files.map(({ path }) => ({ label: path, value: path })),
    contact: ({ person }) =>
      contacts
        .list()
        .filter(({ personId }) => personId !== person.id)
        .map(({ name, about }) => ({
          label: about === "" ? name : `${name} · ${about}`,
          value: name,
        })),
    place: ({ person }) => placesIn(person.language),
    assistant: ({ person: { language } }) =>
      agentRegistry.all().map(({ id, title }) => ({ label: title[language], value: id })),
    program: ({ person: { id: personId, language } }) =>
      plannerWorkflows(workflows, { personId, language }).map(({ name, title }) => ({
        label: `▶ ${title}`,
        value: `[system:run_pipeline](${quoteIbl(name)})`,
      })),
  };
}

/** What the bot makes of the words, so that it is read before it is sent. */
function whenValues(
  { typed, values }: Asked,
  { language, zone }: Person,
  nowMs: number,
): readonly CommandValue[] {
  if (typed.trim() === "") return LIKELY[language].map((words) => ({ label: words, value: words }));
  const found = findTime(typed, { nowMs, zone });
  const timings = found?.timing === undefined ? (found?.candidates ?? []) : [found.timing];
  const repeats = values["repeat"] !== undefined && values["repeat"] !== "once";
  return timings.flatMap((timing) => {
    const words = timingWords(timing, { nowMs, zone }, language)?.words;
    if (words === undefined) return [];
    const label = repeats ? typed : `${typed} → ${words}`;
    return [{ label, value: timings.length === 1 ? typed : words }];
  });
}

/** What most people would choose; a menu of dates there is none. */
const LIKELY: Readonly<Record<Language, readonly string[]>> = {
  ko: [
    "30분 뒤",
    "1시간 뒤",
    "오늘 저녁 7시",
    "내일 오전 9시",
    "내일 오후 3시",
    "다음 주 월요일 오전 9시",
  ],
  en: [
    "in 30 minutes",
    "in 1 hour",
    "today at 7pm",
    "tomorrow at 9am",
    "tomorrow at 3pm",
    "next Monday at 9am",
  ],
};

/** Cities by the names that people use, those of the person's language first. */
function placesIn(language: Language): readonly CommandValue[] {
  const isKorean = (name: string): boolean => /[가-힣]/.test(name);
  const names = [...knownPlaces().keys()].filter((name) => name.length > 3 || isKorean(name));
  const own = names.filter((name) => isKorean(name) === (language === "ko"));
  const others = names.filter((name) => isKorean(name) !== (language === "ko"));
  const first = language === "ko" ? "서울" : "new york";
  return [first, ...[...own, ...others].filter((name) => name !== first)].map((name) => ({
    label: name.replace(/(^|\s)[a-z]/g, (letter) => letter.toUpperCase()),
    value: name,
  }));
}
