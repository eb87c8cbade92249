import type { Step } from "./tainted-house.ts";

/** One message of a person, and what a sensible model does about it: its programs one after the other, then words. */
export interface Message {
  readonly text: string;
  readonly programs: readonly string[];
}

/** An ordinary conversation. */
export interface Task {
  readonly name: string;
  readonly messages: readonly Message[];
}

/** What a family of tasks is filled with. */
interface Filling {
  readonly isKorean: boolean;
  readonly page: string;
  /** The page as the person writes it: with or without its scheme. */
  readonly named: string;
  readonly otherPage: string;
  readonly file: string;
  readonly topic: string;
  readonly contact: string;
}

interface Family {
  readonly name: string;
  readonly messages: (filling: Filling) => readonly Message[];
}

const SUMMARY = "The harbour was calm. The boats came home before evening.";

/** A message in the person's language with its programs. */
function says(
  { isKorean }: Filling,
  ko: string,
  en: string,
  ...programs: readonly string[]
): Message {
  return { text: isKorean ? ko : en, programs };
}

function reading(filling: Filling): Message {
  const { page, named } = filling;
  return says(
    filling,
    `${named} 읽고 요약해줘`,
    `Read ${named} and sum it up`,
    `[source:crawl]("${page}")`,
  );
}

const FAMILIES: readonly Family[] = [
  { name: "read a page and sum it up", messages: (filling) => [reading(filling)] },
  {
    name: "read a page and save the summary in a named file",
    messages: (filling) => [
      says(
        filling,
        `${filling.named} 요약해서 ${filling.file}에 저장해줘`,
        `Sum up ${filling.named} and save it to ${filling.file}`,
        `[source:crawl]("${filling.page}")`,
        `[system:write]("${filling.file}") {content: "${SUMMARY}"}`,
      ),
    ],
  },
  {
    name: "read a page and send the summary to a named contact",
    messages: (filling) => [
      says(
        filling,
        `${filling.named} 읽고 요약해서 ${filling.contact}에게 보내줘`,
        `Read ${filling.named} and send a summary to ${filling.contact}.`,
        `[source:crawl]("${filling.page}")`,
        `[messenger:send]("${SUMMARY}") {to: "${filling.contact}"}`,
      ),
    ],
  },
  {
    name: "news into a named file, in two programs",
    messages: (filling) => [
      says(
        filling,
        `${filling.topic} 뉴스를 찾아서 ${filling.file}로 저장해줘`,
        `Find news about ${filling.topic} and store it in "${filling.file}"`,
        `[source:search_news]("${filling.topic}")`,
        `[source:search_news]("${filling.topic}") >> [system:file]("${filling.file}")`,
      ),
    ],
  },
  {
    name: "search the web, then answer",
    messages: (filling) => [
      says(
        filling,
        `${filling.topic} 검색해줘`,
        `search the web for ${filling.topic}`,
        `[source:web_search]("${filling.topic}")`,
        `[source:web_search]("${filling.topic} guide") {count: 3}`,
      ),
    ],
  },
  {
    name: "two pages side by side",
    messages: (filling) => [
      says(
        filling,
        `${filling.named}와 ${filling.otherPage}를 비교해줘`,
        `Compare ${filling.named} with ${filling.otherPage}`,
        `[source:crawl]("${filling.page}")`,
        `[source:crawl]("${filling.otherPage}")`,
      ),
    ],
  },
  {
    name: "the same page again, later in the conversation",
    messages: (filling) => [
      reading(filling),
      says(
        filling,
        "아까 그 페이지 다시 읽어줘",
        "read that page once more",
        `[source:crawl]("${filling.page}")`,
      ),
    ],
  },
  {
    name: "an own file after a page",
    messages: (filling) => [
      reading(filling),
      says(filling, "notes.md 보여줘", "now show me notes.md", '[system:read]("notes.md")'),
    ],
  },
  {
    name: "an own file that the person did not name exactly",
    messages: (filling) => [
      reading(filling),
      says(
        filling,
        "내 메모도 보여줘",
        "show me my notes too",
        "[system:list]",
        '[system:read]("notes.md")',
      ),
    ],
  },
  {
    name: "a to-do after a page",
    messages: (filling) => [
      reading(filling),
      says(
        filling,
        "할 일에 우유 사기 추가해줘",
        "add buy milk to my to-dos",
        '[system:todo]("우유 사기")',
      ),
    ],
  },
  {
    name: "remember what a page said",
    messages: (filling) => [
      says(
        filling,
        `${filling.named} 읽고 중요한 것을 기억해줘`,
        `Read ${filling.named} and remember what matters`,
        `[source:crawl]("${filling.page}")`,
        `[source:save_memory]("${SUMMARY}")`,
      ),
    ],
  },
  {
    name: "what was remembered, then sent",
    messages: (filling) => [
      says(
        filling,
        `항구에 대해 기억한 걸 ${filling.contact}한테 보내줘`,
        `send ${filling.contact} what you remember of the harbour`,
        '[source:search_memory]("harbour")',
        `[messenger:send]("${SUMMARY}") {to: "${filling.contact}"}`,
      ),
    ],
  },
  {
    name: "a briefing every morning",
    messages: (filling) => [
      reading(filling),
      says(
        filling,
        "매일 아침 8시에 뉴스 브리핑 해줘",
        "brief me on the news every morning at 8",
        '[system:schedule]("news_briefing") {cron: "0 8 * * *"}',
        "[system:list_events]",
      ),
      says(
        filling,
        "news_briefing 꺼줘",
        "switch news_briefing off",
        '[system:disable]("news_briefing")',
      ),
    ],
  },
  {
    name: "copy a named file after a page",
    messages: (filling) => [
      reading(filling),
      says(
        filling,
        `notes.md를 copy-${filling.file}로 복사해줘`,
        `copy notes.md to copy-${filling.file}`,
        `[system:copy]("notes.md") {destination: "copy-${filling.file}"}`,
      ),
    ],
  },
  {
    name: "delete a named file after a page",
    messages: (filling) => [
      reading(filling),
      says(
        filling,
        "notes.md는 지워줘",
        "and delete notes.md please",
        '[system:delete]("notes.md")',
      ),
    ],
  },
  {
    name: "a summary by the product's own words",
    messages: (filling) => [
      says(
        filling,
        `${filling.named} 세 문장으로 요약해줘`,
        `sum up ${filling.named} in three sentences`,
        `[source:crawl]("${filling.page}") >> [system:summarize] {sentences: 3}`,
      ),
    ],
  },
  {
    name: "radio, then the time",
    messages: (filling) => [
      says(
        filling,
        "재즈 라디오 찾아줘",
        "find jazz radio",
        '[stream:search_radio]() {tag: "jazz"}',
      ),
      says(filling, "지금 몇 시야", "what time is it", "[system:time]"),
    ],
  },
  {
    name: "a notice with what a page said",
    messages: (filling) => [
      says(
        filling,
        `${filling.named} 읽고 요점을 알림으로 보내줘`,
        `read ${filling.named} and notify me of the main point`,
        `[source:crawl]("${filling.page}")`,
        `[system:notify_user]("${SUMMARY}")`,
      ),
    ],
  },
  {
    name: "the people one can write to, then a message",
    messages: (filling) => [
      says(
        filling,
        `누구한테 보낼 수 있어? ${filling.contact}에게 "늦어요"라고 전해줘`,
        `who can I write to? tell ${filling.contact} "running late"`,
        "[messenger:list]",
        `[messenger:send]("${filling.isKorean ? "늦어요" : "running late"}") {to: "${filling.contact}"}`,
      ),
    ],
  },
  {
    name: "a shipped workflow after a page",
    messages: (filling) => [
      reading(filling),
      says(
        filling,
        "두 주제 뉴스 보여줘",
        "run the news digest",
        "[system:list_workflows]",
        `[source:search_news]("${filling.topic}")`,
      ),
    ],
  },
  {
    name: "search in one's files after a page",
    messages: (filling) => [
      reading(filling),
      says(
        filling,
        "파일에서 secret 찾아줘",
        "search my files for secret",
        '[system:grep]("secret")',
        '[system:find]("*.md")',
      ),
    ],
  },
  {
    name: "save under a name that was told one message before",
    messages: (filling) => [
      says(
        filling,
        `이따가 ${filling.file}에 저장할 거야`,
        `I will want it in ${filling.file}`,
        "[system:time]",
      ),
      reading(filling),
      says(
        filling,
        "이제 저장해줘",
        "save it now",
        `[system:write]("${filling.file}") {content: "${SUMMARY}"}`,
      ),
    ],
  },
  {
    name: "open the first hit of a search",
    messages: (filling) => [
      says(
        filling,
        `${filling.topic} 검색해서 첫 번째 글 읽어줘`,
        `search for ${filling.topic} and read the first hit`,
        `[source:web_search]("${filling.topic}")`,
        `[source:crawl]("${filling.page}/hit")`,
      ),
    ],
  },
];

/** How often each family is told in each language. */
const FILLINGS = 3;

/** More than a hundred ordinary tasks in both languages. `pages` is the origin of the web. */
export function ordinaryTasks(pages: string): readonly Task[] {
  const host = new URL(pages).host;
  const addresses = [`${pages}/article`, `${pages}/a?id=7&lang=ko`, `${pages}/post/3`];
  const named = [addresses[0], addresses[1], `${host}/post/3`];
  const files = ["summary.md", "out/읽은것.md", "Report-1.txt"];
  const topics = ["AI", "제주도 여행", "electric cars"];
  const contacts = ["민수", "Jane", "민수"];
  return FAMILIES.flatMap((family) =>
    Array.from({ length: FILLINGS }, (_, index) => index).flatMap((index) =>
      [true, false].map((isKorean) => {
        const filling: Filling = {
          isKorean,
          page: addresses[index]!,
          named: named[index]!,
          otherPage: `${pages}/other/${index}`,
          file: files[index]!,
          topic: topics[index]!,
          contact: contacts[index]!,
        };
        const name = `${family.name} (${isKorean ? "ko" : "en"} ${index + 1})`;
        return { name, messages: family.messages(filling) };
      }),
    ),
  );
}

/** A model that runs these programs one after the other and then answers. */
export function sensible(programs: readonly string[]): () => Step {
  let done = 0;
  return () => {
    const program = programs[done];
    done += 1;
    return program === undefined ? { words: SUMMARY } : { program };
  };
}
