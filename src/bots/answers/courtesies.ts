import type { Courtesy } from "../../agent/planner/small-talk-replies.ts";
import type { Suggestion } from "../../agent/turn/assistant.ts";
import { hourWords } from "../../base/format-time.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Language, Localized } from "../../base/localized.ts";
import { escapeMarkup, timeMark } from "../markup/parse-markup.ts";

/** What is known of a person that a greeting or the help may name. */
export interface AboutPerson {
  readonly name?: string;
  /** The computer is theirs. */
  readonly isOwner?: boolean;
  /** What comes next today. */
  readonly next?: { readonly title: string; readonly atMs: number; readonly zone: string };
  readonly city?: Localized;
  /** Somebody whom a message would reach. */
  readonly contact?: string;
}

/** Words and what may be pressed below them. */
interface Said {
  readonly text: string;
  readonly suggests: readonly Suggestion[];
}

/** What is answered by a sign alone: a reaction where there are any, of those that every Telegram chat has. */
export const SIGNS = { thanks: "❤", nod: "👍", laughter: "😁" } as const;

/** What is said to a greeting, thanks, a farewell, and the questions who this is and what it can do. */
export function courtesyWords(courtesy: Courtesy, about: AboutPerson, language: Language): Said {
  switch (courtesy) {
    case "hello":
      return { text: hello(about)[language], suggests: [] };
    case "thanks":
    case "nod":
    case "laughter":
      return { text: SIGNS[courtesy], suggests: [] };
    case "goodbye":
      return { text: { ko: "또 봬요.", en: "See you." }[language], suggests: [] };
    case "who":
      return { text: who(about)[language], suggests: [] };
    case "nature":
      return { text: (about.isOwner === true ? OWN_PROGRAM : PROGRAM)[language], suggests: [] };
    case "self":
      return {
        text: (about.isOwner === true ? OWN_AND_KEPT : PROGRAM_AND_KEPT)[language],
        suggests: [],
      };
    case "model":
      return { text: CONNECTING[language], suggests: [] };
    case "privacy":
      return { text: (about.isOwner === true ? OWN_KEPT : KEPT_HERE)[language], suggests: [] };
    case "here":
      return { text: { ko: "네, 여기 있어요.", en: "Yes, I'm here." }[language], suggests: [] };
    case "blame":
      return { text: SORRY[language], suggests: [] };
    case "tired":
      return { text: REST[language], suggests: [] };
    case "fun":
      return { text: JOKE[language], suggests: [] };
    case "ability":
      return abilities(about, language);
  }
}

/** How a language model is connected. */
const CONNECTING: Localized = {
  ko: "봇을 켠 컴퓨터에서 `ibl-bot setup`을 실행하고, Gemini·Claude·GPT 가운데 하나의 키를 넣은 뒤 봇을 다시 켜세요. 키는 여기에 보내지 마세요.",
  en: "On the computer I run on, start `ibl-bot setup`, enter a key for Gemini, Claude or GPT, and start me again. Don't send the key here.",
};

/** Where what people write is kept, and who sees it. */
const KEPT_HERE: Localized = {
  ko: "쓰신 내용은 봇을 켠 컴퓨터에만 저장되고, 그 컴퓨터의 주인은 볼 수 있지만 여기 다른 사람에게는 보여 주지 않아요. 밖으로는 날씨나 검색처럼 시키신 일에 필요한 말과, 연결해 두었다면 언어 모델에게 가는 대화만 나가요.",
  en: "What you write is kept only on the computer I run on: whoever owns it can read it, nobody else here is shown it. Only what a request needs leaves it, such as the words of a search, or the conversation where a language model is connected.",
};

/** What it is that answers. */
const PROGRAM: Localized = {
  ko: "사람이 아니라 프로그램이에요. 주인의 컴퓨터에서 돌고, 언어 모델은 주인이 연결했을 때만 써요.",
  en: "I'm a program, not a person. I run on my owner's own computer, and use a language model only where they connected one.",
};

const PROGRAM_AND_KEPT: Localized = {
  ko: "사람이 아니라 주인의 컴퓨터에서 도는 프로그램이에요. 쓰신 내용은 거기에만 저장되고, 그 컴퓨터의 주인은 볼 수 있지만 여기 다른 사람에게는 보여 주지 않아요.",
  en: "I'm a program, not a person, and run on my owner's own computer. What you write is kept there alone: its owner could read it, nobody else here is shown it.",
};

/** The same to whom the computer belongs. */
const OWN_PROGRAM: Localized = {
  ko: "사람이 아니라 프로그램이에요. 저를 켜 두신 컴퓨터에서 돌고, 언어 모델은 연결해 두셨을 때만 써요.",
  en: "I'm a program, not a person. I run on your own computer, and use a language model only where you connected one.",
};

const OWN_AND_KEPT: Localized = {
  ko: "사람이 아니라 저를 켜 두신 컴퓨터에서 도는 프로그램이에요. 쓰신 내용은 거기에만 저장되고, 여기 다른 사람에게는 보여 주지 않아요.",
  en: "I'm a program, not a person, and run on your own computer. What you write is kept there alone: nobody else here is shown it.",
};

const OWN_KEPT: Localized = {
  ko: "쓰신 내용은 저를 켜 두신 컴퓨터에만 저장되고, 여기 다른 사람에게는 보여 주지 않아요. 밖으로는 날씨나 검색처럼 시키신 일에 필요한 말과, 연결해 두셨다면 언어 모델에게 가는 대화만 나가요.",
  en: "What you write is kept only on your own computer, and nobody else here is shown it. Only what a request needs leaves it, such as the words of a search, or the conversation where you connected a language model.",
};

/** To somebody who has had enough. */
const REST: Localized = {
  ko: "고생했어요. 오늘은 좀 쉬어요.",
  en: "That sounds like a lot. Take it easy for a bit.",
};

/** To somebody whom something went badly for. */
const SORRY: Localized = { ko: "미안해요. 더 잘할게요.", en: "Sorry. I'll try to do better." };

const JOKE: Localized = {
  ko: "왕이 넘어지면 뭐가 될까요? 킹콩이요 🙈",
  en: "Why did the scarecrow get a prize? He was outstanding in his field 🙈",
};

function hello({ name, next }: AboutPerson): Localized {
  const greeting =
    name === undefined
      ? { ko: "안녕하세요.", en: "Hi." }
      : { ko: `안녕하세요, ${escapeMarkup(name)}님.`, en: `Hi ${escapeMarkup(name)}.` };
  if (next === undefined) return greeting;
  const title = escapeMarkup(next.title);
  const time = (language: Language): string => timeMark(clock(next, language), next.atMs, "t");
  return {
    ko: korean`${greeting.ko} 오늘 ${time("ko")} ${title}이(가) 있어요.`,
    en: `${greeting.en} ${title} ${time("en")} today.`,
  };
}

function clock({ atMs, zone }: NonNullable<AboutPerson["next"]>, language: Language): string {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(atMs);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  return hourWords(of("hour"), of("minute"), language);
}

function who({ name }: AboutPerson): Localized {
  return {
    ko: name === undefined ? "비서예요." : `${escapeMarkup(name)}님 비서예요.`,
    en: "I'm your assistant.",
  };
}

/** What there is to ask for, in five lines. */
function abilities({ city, contact }: AboutPerson, language: Language): Said {
  const lines: readonly Localized[] = [
    { ko: "⏰ “내일 3시에 병원 전화”", en: "⏰ “call the dentist tomorrow at 3”" },
    {
      ko: "✅ “우유 추가”, “와이파이 비번 뭐였지?”",
      en: "✅ “add milk”, “what was the wifi password?”",
    },
    { ko: "🔎 날씨·뉴스·시세·링크 요약", en: "🔎 weather, news, prices, link summaries" },
    { ko: "📁 파일 저장, 차트", en: "📁 save files, draw charts" },
    contact === undefined
      ? { ko: "💬 아는 사람에게 전하기", en: "💬 message people you know" }
      : {
          ko: `💬 ${escapeMarkup(contact)}님에게 전하기`,
          en: `💬 message ${escapeMarkup(contact)}`,
        },
  ];
  const more = { label: { ko: "더 보기", en: "More" }[language], says: "/help" };
  return {
    text: lines.map((line) => line[language]).join("\n"),
    suggests: [weatherSuggestion(city, language), more],
  };
}

/** The weather where the person is: what is tried first. */
export function weatherSuggestion(city: Localized | undefined, language: Language): Suggestion {
  const words =
    city === undefined
      ? { ko: "오늘 날씨", en: "Weather" }
      : { ko: `${city.ko} 날씨`, en: `Weather in ${city.en}` };
  return { label: words[language], says: words[language], style: "primary" };
}
