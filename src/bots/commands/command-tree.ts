import { quoteIbl } from "../../agent/planner/code.ts";
import { likeliest } from "../../agent/planner/schedule.ts";
import type { Language, Localized } from "../../base/localized.ts";
import { nearNames } from "../../engine/language/nearest-name.ts";
import { findTime } from "../../scheduler/phrases/find-time.ts";
import type { TimingInput } from "../../scheduler/timing/timing-reading.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import type {
  CommandShape,
  OptionShape,
  OptionValues,
  SubcommandShape,
} from "../platform/command-shape.ts";
import { say } from "../texts/say.ts";

/** What a subcommand comes to: another command, a program that runs through the gate, a message of the person's, or what to say at once. */
export type Meaning =
  | {
      readonly kind: "command";
      readonly name: string;
      readonly argument?: string;
      readonly values?: OptionValues;
    }
  | { readonly kind: "program"; readonly code: string }
  | { readonly kind: "words"; readonly text: string }
  | { readonly kind: "problem"; readonly text: string };

/** Who gives a command and when, and what it may name. */
export interface MeaningContext {
  readonly language: Language;
  readonly zone: string;
  readonly nowMs: number;
  readonly todos: () => readonly { readonly number: number; readonly content: string }[];
  /** Names of those to whom the person can send. */
  readonly contacts: () => readonly string[];
}

type Means = (values: OptionValues, context: MeaningContext) => Meaning;

/** A subcommand with what it does. */
export interface Subcommand extends SubcommandShape {
  readonly means: Means;
  /** An example in words, told where what it needs is missing. Default: what the command shows alone. */
  readonly example?: Localized;
}

/** A command with what it does: alone (`bare`), or with words behind it that name no subcommand (`otherwise`; default: as the command of that name does). */
export interface CommandEntry extends CommandShape {
  readonly subcommands?: readonly Subcommand[];
  readonly bare: Means;
  readonly otherwise?: (words: string, context: MeaningContext) => Meaning;
}

const command = (name: string, argument = ""): Meaning => ({ kind: "command", name, argument });
const program = (code: string): Meaning => ({ kind: "program", code });
const toCommand =
  (name: string, argument = ""): Means =>
  () =>
    command(name, argument);

/** An option of text that has to be there. */
function needed(
  [name, korean]: readonly [string, string],
  ko: string,
  en: string,
  more: Partial<OptionShape> = {},
): OptionShape {
  return { name, korean, description: { ko, en }, isRequired: true, ...more };
}

function sub(
  [name, korean]: readonly [string, string],
  description: Localized,
  means: Means,
  options: readonly OptionShape[] = [],
  example?: Localized,
): Subcommand {
  return { name, korean, description, means, options, ...(example && { example }) };
}

const choice = (value: string, ko: string, en: string) => ({ value, label: { ko, en } });

const REPEATS: Readonly<Record<string, Localized>> = {
  daily: { ko: "매일 ", en: "every day " },
  weekdays: { ko: "평일마다 ", en: "every weekday " },
  weekly: { ko: "매주 ", en: "every " },
  monthly: { ko: "매달 ", en: "every month " },
};

/** The time that words name, with how often; or what to ask about it. */
function timingOf(
  { when = "", repeat = "once" }: OptionValues,
  { language, zone, nowMs }: MeaningContext,
): { readonly timing: TimingInput } | { readonly problem: Meaning } {
  const words = `${REPEATS[repeat]?.[language] ?? ""}${when}`;
  const found = findTime(words, { nowMs, zone });
  const read = found?.timing === undefined ? (found?.candidates ?? []) : [found.timing];
  const [timing, other] = likeliest(read);
  if (timing !== undefined && other === undefined) return { timing };
  const text = found?.ambiguity ?? say(language, "timingUnread");
  return { problem: { kind: "problem", text } };
}

/** Without a time all of it is what the person says, as if it were said in words. */
function addReminder(values: OptionValues, context: MeaningContext): Meaning {
  const { what = "", when } = values;
  if (when === undefined)
    return {
      kind: "words",
      text: context.language === "ko" ? `${what} 알려줘` : `remind me ${what}`,
    };
  const read = timingOf(values, context);
  if ("problem" in read) return read.problem;
  const fields = Object.entries({
    pipeline: `[system:notify_user](${quoteIbl(what)})`,
    ...read.timing,
  });
  const params = fields.map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return program(`[system:schedule](${quoteIbl(what)}) {${params.join(", ")}}`);
}

function changeReminder(values: OptionValues, context: MeaningContext): Meaning {
  const { which = "", when } = values;
  if (when === undefined) return command("schedule", which);
  const read = timingOf(values, context);
  if ("problem" in read) return read.problem;
  return program(`[system:update](${quoteIbl(which)}) {config: ${JSON.stringify(read.timing)}}`);
}

function listReminders({ range = "all" }: OptionValues): Meaning {
  if (range === "all") return command("schedule");
  return program(`[system:list_events]() {days: ${range === "today" ? 1 : 7}}`);
}

/** A to-do is named by its number or its words. */
const onTodo =
  (param: "done" | "remove"): Means =>
  ({ item = "" }, { language, todos }) => {
    const all = todos();
    const wanted = item.normalize("NFC").trim().toLowerCase();
    const named =
      all.find(
        ({ number, content }) => `${number}` === wanted || content.toLowerCase() === wanted,
      ) ?? only(all.filter(({ content }) => content.toLowerCase().includes(wanted)));
    if (wanted !== "" && named !== undefined)
      return program(`[system:todo]() {${param}: ${named.number}}`);
    const near = nearNames(
      wanted,
      all.map(({ content }) => content),
      1,
    )[0];
    const facts = { item: escapeMarkup(item), near: escapeMarkup(near ?? "") };
    const text = say(language, near === undefined ? "noTodoLike" : "noTodoNear", facts);
    return { kind: "problem", text };
  };

function only<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}

const onFile =
  (action: "read" | "delete" | "restore"): Means =>
  ({ name = "" }) =>
    program(`[system:${action}](${quoteIbl(name)})`);

const FILE = needed(["name", "이름"], "어느 파일", "Which file", { suggests: "file" });
const TODO = needed(["item", "할일"], "어느 할 일", "Which to-do", { suggests: "todo" });
const REMINDER = needed(["which", "알림"], "어느 알림", "Which reminder", { suggests: "reminder" });
const BRIEFING = needed(["which", "브리핑"], "어느 브리핑", "Which briefing", {
  suggests: "briefing",
});
const WHEN = needed(["when", "언제"], "예: 내일 오후 3시", "Such as tomorrow 3pm", {
  suggests: "when",
});
const PROGRAM = needed(["program", "프로그램"], "프로그램", "The program");

/** The commands that menus show, in their order; each leads to what words and older commands do as well. */
export const COMMAND_TREE: readonly CommandEntry[] = [
  {
    name: "reminder",
    korean: "알림",
    description: { ko: "알림을 넣고, 보고, 바꾸기", en: "Set, see and change reminders" },
    bare: toCommand("schedule"),
    otherwise: (what, context) => addReminder({ what }, context),
    subcommands: [
      sub(
        ["add", "추가"],
        { ko: "알림 넣기", en: "Set a reminder" },
        addReminder,
        [
          needed(["what", "무엇"], "무엇을 알려 드릴까요", "What to remind you of"),
          WHEN,
          {
            name: "repeat",
            korean: "반복",
            description: { ko: "얼마나 자주", en: "How often" },
            choices: [
              choice("once", "한 번", "once"),
              choice("daily", "매일", "daily"),
              choice("weekdays", "평일", "weekdays"),
              choice("weekly", "매주", "weekly"),
              choice("monthly", "매달", "monthly"),
            ],
          },
          {
            name: "where",
            korean: "어디",
            description: { ko: "어디에 알릴지", en: "Where it comes" },
            choices: [choice("here", "여기", "here"), choice("private", "나에게만", "private")],
          },
        ],
        { ko: "내일 3시에 병원 전화 알려줘", en: "remind me tomorrow at 3pm to call the dentist" },
      ),
      sub(["list", "목록"], { ko: "알림 보기", en: "See your reminders" }, listReminders, [
        {
          name: "range",
          korean: "기간",
          description: { ko: "언제까지", en: "How far ahead" },
          choices: [
            choice("today", "오늘", "today"),
            choice("week", "이번 주", "week"),
            choice("all", "모두", "all"),
          ],
        },
      ]),
      sub(["change", "변경"], { ko: "알림 때 바꾸기", en: "Change its time" }, changeReminder, [
        REMINDER,
        WHEN,
      ]),
      sub(
        ["cancel", "취소"],
        { ko: "알림 끄기", en: "Cancel a reminder" },
        ({ which = "" }) => program(`[system:disable](${quoteIbl(which)})`),
        [REMINDER],
      ),
    ],
  },
  {
    name: "todo",
    korean: "할일",
    description: { ko: "할 일 목록", en: "Your to-do list" },
    bare: () => program("[system:todo]()"),
    otherwise: (item) => program(`[system:todo](${quoteIbl(item)})`),
    subcommands: [
      sub(
        ["add", "추가"],
        { ko: "할 일 넣기", en: "Add a to-do" },
        ({ item = "" }) => program(`[system:todo](${quoteIbl(item)})`),
        [needed(["item", "할일"], "무엇을 할지", "What is to be done")],
        { ko: "할 일에 우유 추가해줘", en: "add milk to my to-dos" },
      ),
      sub(["list", "목록"], { ko: "할 일 보기", en: "See your to-dos" }, () =>
        program("[system:todo]()"),
      ),
      sub(["done", "완료"], { ko: "다 했어요", en: "Mark one done" }, onTodo("done"), [TODO]),
      sub(["remove", "삭제"], { ko: "할 일 빼기", en: "Take one off" }, onTodo("remove"), [TODO]),
    ],
  },
  {
    name: "memory",
    korean: "기억",
    description: { ko: "기억해 둔 것", en: "What I remember for you" },
    bare: toCommand("memory"),
    subcommands: [
      sub(
        ["save", "저장"],
        { ko: "기억해 두기", en: "Remember something" },
        ({ fact = "", always }) =>
          always === "true"
            ? command("remember", fact)
            : program(`[source:save_memory](${quoteIbl(fact)})`),
        [
          needed(["fact", "내용"], "기억할 것", "What to remember"),
          {
            name: "always",
            korean: "늘",
            type: "boolean",
            description: { ko: "늘 떠올리기", en: "Keep it in mind always" },
          },
        ],
        {
          ko: "와이파이 비번은 1234야, 기억해줘",
          en: "remember that the wifi password is 1234",
        },
      ),
      sub(
        ["find", "찾기"],
        { ko: "기억에서 찾기", en: "Find in what I remember" },
        ({ about = "" }) => program(`[source:search_memory](${quoteIbl(about)})`),
        [needed(["about", "무엇"], "무엇에 대한 것", "What it is about")],
      ),
      sub(["list", "목록"], { ko: "모두 보기", en: "See all of it" }, toCommand("memory")),
      sub(
        ["forget", "잊기"],
        { ko: "하나 잊기", en: "Forget one" },
        ({ which = "" }) => command("forget", which),
        [needed(["which", "무엇"], "무엇을 잊을지", "What to forget", { suggests: "memory" })],
      ),
    ],
  },
  {
    name: "file",
    korean: "파일",
    description: { ko: "내 파일", en: "Your files" },
    bare: toCommand("files"),
    otherwise: (name) => command("files", name),
    subcommands: [
      sub(["list", "목록"], { ko: "파일 보기", en: "See your files" }, toCommand("files")),
      sub(["open", "열기"], { ko: "파일 읽기", en: "Read a file" }, onFile("read"), [FILE]),
      sub(
        ["send", "받기"],
        { ko: "파일 받기", en: "Get a file" },
        ({ name = "" }) => command("files", `send ${name}`),
        [FILE],
      ),
      sub(["delete", "삭제"], { ko: "파일 지우기", en: "Delete a file" }, onFile("delete"), [FILE]),
      sub(
        ["restore", "복구"],
        { ko: "지운 파일 되살리기", en: "Bring a file back" },
        onFile("restore"),
        [FILE],
      ),
    ],
  },
  {
    name: "briefing",
    korean: "브리핑",
    description: { ko: "때맞춰 오는 소식", en: "News that comes at its time" },
    bare: toCommand("briefing"),
    subcommands: [
      sub(["new", "새로"], { ko: "새로 만들기", en: "Make one" }, newBriefing, [
        needed(["kind", "종류"], "무엇을 받을지", "What to get", {
          choices: [
            choice("morning", "아침 브리핑", "morning"),
            choice("price", "가격 알림", "price"),
            choice("page", "페이지 바뀜", "page"),
            choice("feeds", "새 글", "feeds"),
            choice("week", "주간 돌아보기", "week"),
          ],
        }),
      ]),
      sub(
        ["edit", "고치기"],
        { ko: "내용 바꾸기", en: "Change one" },
        ({ which = "" }) => command("briefing", which),
        [BRIEFING],
      ),
      sub(
        ["now", "지금"],
        { ko: "지금 받기", en: "Get one now" },
        ({ which = "" }) => program(`[system:run_now](${quoteIbl(which)})`),
        [BRIEFING],
      ),
      sub(
        ["pause", "멈춤"],
        { ko: "멈추기", en: "Pause one" },
        ({ which = "" }) => program(`[system:disable](${quoteIbl(which)})`),
        [BRIEFING],
      ),
    ],
  },
  {
    name: "message",
    korean: "전하기",
    description: { ko: "다른 사람에게 전하기", en: "Send somebody a message" },
    bare: ({ to, text }, context) =>
      to === undefined || text === undefined
        ? tellExample(context)
        : program(`[messenger:send](${quoteIbl(text)}) {to: ${quoteIbl(to)}}`),
    options: [
      needed(["to", "누구"], "누구에게", "To whom", { suggests: "contact" }),
      needed(["text", "내용"], "전할 말", "What to say"),
    ],
  },
  {
    name: "approvals",
    korean: "승인",
    description: {
      ko: "답을 기다리는 것과 허락해 둔 것",
      en: "What waits for you, and what you allowed",
    },
    bare: toCommand("approvals"),
    subcommands: [
      sub(["waiting", "대기"], { ko: "기다리는 것", en: "What waits" }, toCommand("approvals")),
      sub(
        ["allowed", "허락"],
        { ko: "허락해 둔 것", en: "What you allowed" },
        toCommand("approvals", "allowed"),
      ),
    ],
  },
  {
    name: "settings",
    korean: "설정",
    description: { ko: "언어, 시간대, 조용한 시간", en: "Language, time zone, quiet hours" },
    bare: toCommand("settings"),
    subcommands: [
      sub(
        ["language", "언어"],
        { ko: "쓸 언어", en: "The language I speak" },
        ({ language = "" }) => command("settings", `language ${language}`),
        [
          needed(["language", "언어"], "쓸 언어", "Which language", {
            choices: [
              choice("auto", "자동", "auto"),
              choice("ko", "한국어", "한국어"),
              choice("en", "English", "English"),
            ],
          }),
        ],
      ),
      sub(
        ["timezone", "시간대"],
        { ko: "어디 시계를 쓸지", en: "Whose clock you live by" },
        ({ place = "" }) => command("settings", `zone ${place}`),
        [needed(["place", "도시"], "도시나 나라", "A city or a country", { suggests: "place" })],
      ),
      sub(["quiet", "조용히"], { ko: "조용한 시간", en: "Quiet hours" }, quietHours, [
        needed(["hours", "시간"], "언제", "When", {
          choices: [
            choice("off", "끄기", "off"),
            choice("22:00-07:00", "밤 10시–아침 7시", "22–7"),
            choice("23:00-08:00", "밤 11시–아침 8시", "23–8"),
            choice("custom", "직접 정하기", "custom"),
          ],
        }),
      ]),
      sub(
        ["assistant", "비서"],
        { ko: "누구와 이야기할지", en: "Whom you talk with" },
        ({ who = "" }) => command("agent", who),
        [needed(["who", "누구"], "누구와", "With whom", { suggests: "assistant" })],
      ),
      sub(
        ["code", "코드"],
        { ko: "답에 프로그램 보이기", en: "Programs below answers" },
        ({ show = "" }) => command("settings", `code ${show}`),
        [needed(["show", "보이기"], "보일지", "Whether to show them", { type: "boolean" })],
      ),
    ],
  },
  {
    name: "account",
    korean: "내정보",
    description: { ko: "내 상태와 자료", en: "Your account and data" },
    bare: toCommand("status"),
    subcommands: [
      sub(["status", "상태"], { ko: "지금 상태", en: "How things are" }, toCommand("status")),
      sub(["usage", "사용량"], { ko: "쓴 만큼", en: "What was used" }, toCommand("usage")),
      sub(["history", "대화"], { ko: "지난 대화", en: "What was said" }, toCommand("history")),
      sub(["export", "내보내기"], { ko: "내 자료 받기", en: "Get your data" }, toCommand("export")),
      sub(
        ["link", "연결"],
        { ko: "다른 계정 잇기", en: "Join another account" },
        ({ code = "" }) => command("link", code),
        [
          {
            name: "code",
            korean: "코드",
            description: { ko: "다른 곳에서 받은 코드", en: "The code you got there" },
          },
        ],
      ),
      sub(["forget_me", "잊어줘"], { ko: "나를 지우기", en: "Forget me" }, toCommand("forget_me")),
    ],
  },
  {
    name: "people",
    korean: "사람",
    description: { ko: "누가 쓸 수 있는지", en: "Who may use me" },
    bare: toCommand("people"),
    subcommands: [
      sub(["list", "목록"], { ko: "모두 보기", en: "See everybody" }, toCommand("people")),
      sub(
        ["role", "역할"],
        { ko: "역할 바꾸기", en: "Change a role" },
        (values) => ({ kind: "command", name: "people", argument: values["person"] ?? "", values }),
        [
          needed(["person", "누구"], "누구", "Who", { type: "user" }),
          needed(["role", "역할"], "무엇으로", "What they become", {
            choices: [
              choice("owner", "주인", "owner"),
              choice("member", "구성원", "member"),
              choice("out", "내보내기", "out"),
            ],
          }),
        ],
      ),
    ],
  },
  {
    name: "code",
    korean: "코드",
    description: { ko: "프로그램을 보고 돌리기", en: "See and run programs" },
    bare: toCommand("how"),
    otherwise: (words) =>
      isShowing(words) === undefined ? command("ibl", words) : command("settings", `code ${words}`),
    subcommands: [
      sub(
        ["last", "방금"],
        { ko: "방금 어떻게 했는지", en: "How the last was done" },
        toCommand("how"),
      ),
      sub(
        ["run", "실행"],
        { ko: "프로그램 돌리기", en: "Run a program" },
        ({ program: code = "" }) => command("ibl", code),
        [{ ...PROGRAM, suggests: "program" }],
      ),
      sub(
        ["check", "확인"],
        { ko: "돌리지 않고 보기", en: "Look without running" },
        ({ program: code = "" }) => command("check", code),
        [PROGRAM],
      ),
    ],
  },
  {
    name: "help",
    korean: "도움말",
    description: { ko: "무엇을 할 수 있는지", en: "What I can do" },
    bare: ({ topic = "" }) => command("help", topic),
    options: [
      {
        name: "topic",
        korean: "주제",
        description: { ko: "무엇에 대해", en: "About what" },
        choices: [
          choice("reminder", "알림", "reminders"),
          choice("todo", "할 일", "to-dos"),
          choice("memory", "기억", "memory"),
          choice("file", "파일", "files"),
          choice("briefing", "브리핑", "briefings"),
          choice("settings", "설정", "settings"),
        ],
      },
    ],
  },
  {
    name: "stop",
    korean: "멈춤",
    description: { ko: "지금 하는 일 멈추기", en: "Stop what I am doing" },
    bare: toCommand("stop"),
  },
];

function newBriefing({ kind = "" }: OptionValues, { language }: MeaningContext): Meaning {
  const words = NEW_BRIEFINGS[kind];
  return words === undefined ? command("briefing") : { kind: "words", text: words[language] };
}

/** What a person would say; the others begin with a form, in the list. */
const NEW_BRIEFINGS: Readonly<Record<string, Localized>> = {
  morning: { ko: "매일 아침 8시에 브리핑해줘", en: "Brief me every morning at 8" },
  week: {
    ko: "매주 일요일 저녁 7시에 한 주 돌아보기 해줘",
    en: "Review my week every Sunday at 7pm",
  },
};

/** Whether words switch something on or off; `undefined` for any others. */
export function isShowing(words: string): boolean | undefined {
  const word = words.normalize("NFC").trim().toLowerCase();
  if (/^(?:on|true|yes|켜기|켜|켬|예)$/u.test(word)) return true;
  return /^(?:off|false|no|끄기|꺼|끔|아니요)$/u.test(word) ? false : undefined;
}

function quietHours({ hours = "" }: OptionValues): Meaning {
  return hours === "custom" ? command("settings") : command("settings", `quiet ${hours}`);
}

function sayLike(language: Language, words: string): Meaning {
  return { kind: "problem", text: say(language, "sayLike", { words: escapeMarkup(words) }) };
}

/** How somebody is told something, with a contact of the person's own. */
function tellExample({ language, contacts }: MeaningContext): Meaning {
  const [name] = contacts();
  if (name === undefined) return { kind: "problem", text: say(language, "nobodyKnown") };
  return sayLike(
    language,
    language === "ko" ? `${name}에게 늦는다고 전해줘` : `tell ${name} I'm late`,
  );
}

/** What a command of the tree comes to, by its options or by the words behind it; `undefined` for one that is not in the tree, or whose words the command of that name reads by itself. */
export function meaningOf(
  { name, argument, values }: TypedInTree,
  context: MeaningContext,
): Meaning | undefined {
  const entry = COMMAND_TREE.find((each) => each.name === name);
  if (entry === undefined) return undefined;
  const [, first = "", rest = ""] = /^(\S*)\s*([\s\S]*)$/.exec(argument) ?? [];
  const word = first.normalize("NFC").toLowerCase();
  const found = entry.subcommands?.find((each) => [each.name, each.korean].includes(word));
  if (found !== undefined)
    return runSubcommand(entry, found, values ?? inOrder(found, rest), context);
  if (values !== undefined || argument === "") return entry.bare(values ?? {}, context);
  if (entry.options !== undefined) return entry.bare(inOrder(entry, argument), context);
  return entry.otherwise?.(argument, context);
}

/** A command as it was given: words behind its name, or the values of its options where the platform has such. */
interface TypedInTree {
  readonly name: string;
  readonly argument: string;
  readonly values?: OptionValues;
}

/** Where what has to be there is missing, an example is told, or what there is to choose from; one of a few is asked for by the command itself. */
function runSubcommand(
  entry: CommandEntry,
  found: Subcommand,
  values: OptionValues,
  context: MeaningContext,
): Meaning {
  const [first] = found.options ?? [];
  if (first?.isRequired !== true || (values[first.name] ?? "") !== "")
    return found.means(values, context);
  if (first.choices !== undefined || first.suggests === "place")
    return found.means(values, context);
  const { example } = found;
  if (example !== undefined) return sayLike(context.language, example[context.language]);
  return entry.bare({}, context);
}

/** Words behind a command fill its options in order: of several that are needed each but the last takes a word; a choice is taken where it is one. */
function inOrder({ options = [] }: SubcommandShape, words: string): OptionValues {
  const texts = options.filter(({ isRequired, choices }) => isRequired === true || choices);
  const isOneWord = texts.length > 1 && texts[0] !== undefined && namesSomebody(texts[0]);
  const [head, ...rest] = isOneWord ? words.split(/\s+/) : [words];
  const [first, second] = texts;
  if (first === undefined || words === "") return {};
  const others = rest.join(" ");
  const later =
    second === undefined || others === "" ? {} : { [second.name]: chosen(second, others) };
  return { [first.name]: chosen(first, head ?? ""), ...later };
}

function namesSomebody({ suggests, type }: OptionShape): boolean {
  return suggests === "contact" || type === "user";
}

function chosen({ choices = [] }: OptionShape, word: string): string {
  const wanted = word.toLowerCase();
  const found = choices.find(
    ({ value, label }) =>
      value === wanted || label.ko === word || label.en.toLowerCase() === wanted,
  );
  return found?.value ?? word;
}
