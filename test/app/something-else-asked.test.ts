import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Sender } from "../../src/bots/platform/chat-adapter.ts";
import { Town } from "../support/town.ts";

type Language = "ko" | "en";

const OWNER = { ko: "지은", en: "Tom" } as const;

/** Opens a question that any words could answer. */
const QUESTIONS: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  "what to remember": {
    ko: '/ibl [system:ask_user]("“현관 비번”에 대해 뭐라고 기억할까요?")',
    en: '/ibl [system:ask_user]("What should I remember about “gate code”?")',
  },
  "what a program wants to know": {
    ko: '/ibl [system:ask_user]("어느 색?")',
    en: '/ibl [system:ask_user]("Which colour?")',
  },
};

/** What plainly is no answer, a line a kind. */
const OTHER: Readonly<Record<Language, readonly string[]>> = {
  ko: [
    "오늘 며칠이야",
    "오늘 서울 날씨 어때?",
    "내 여권 번호가 뭐였지?",
    "내일 3시에 병원 전화 알려줘",
    "할 일에 우유 추가해줘",
    "방금 거 취소해줘",
    "장보기.txt 읽어줘",
    "분위기 좋은 카페 좀 찾아봐줘",
    "왜 안 돼?",
    "설정 바꾸고 싶어",
    "어떻게 했어?",
    "내일 알림 뭐 있어",
    "밤 10시부터 7시까지 조용히 해줘",
    "고마워",
    "https://example.com 요약해줘",
  ],
  en: [
    "what day is it",
    "will it rain in Boston tomorrow?",
    "what was my passport number?",
    "remind me tomorrow at 3 pm to call the dentist",
    "add milk to my to-dos",
    "undo that",
    "read list.txt",
    "find me a cosy cafe nearby",
    "why doesn't that work?",
    "show me my settings",
    "how did you do that?",
    "any reminders tomorrow",
    "be quiet from 10 pm to 7 am",
    "thanks",
    "summarize https://example.com",
  ],
};

/** What answers the first question. */
const ANSWERS: Readonly<Record<Language, readonly string[]>> = {
  ko: [
    "4821",
    "4821이야",
    "화분 밑에 있어",
    "4821#이고 두 번 눌러야 해",
    "별표 4821",
    "빨강으로 해줘",
  ],
  en: ["4821", "it's 4821", "under the mat", "4821# and press twice", "star 4821", "make it red"],
};

async function openTown(t: TestContext, language: Language) {
  const town = await new Town().start();
  t.after(() => town.close());
  town.clock.set("2026-11-21T10:00:00Z");
  const owner: Sender = { id: "2", name: OWNER[language], languageTag: language };
  const id = town.admit(owner, "owner");
  town.parts.people.change(id, { zone: "Asia/Seoul", language });
  /** Whether words are taken as the answer to a question. */
  const isTaken = async (question: string, words: string): Promise<boolean> => {
    await town.clock.jump(61_000);
    await town.say(owner, question);
    const asked = town.parts.approvals.pending({ personId: id }).at(-1);
    assert.equal(asked?.kind, "question", question);
    await town.say(owner, words);
    const { state, id: asking } = town.parts.approvals.get(asked.id) ?? {};
    const isOver = state !== "pending";
    if (!isOver && asking !== undefined) town.parts.approvals.passBy(asking);
    return isOver;
  };
  return { isTaken };
}

for (const language of ["ko", "en"] as const)
  for (const [name, question] of Object.entries(QUESTIONS))
    test(`asked ${name}, only an answer is taken for one (${language})`, async (t) => {
      const { isTaken } = await openTown(t, language);
      const swallowed: string[] = [];
      for (const words of OTHER[language])
        if (await isTaken(question[language], words)) swallowed.push(words);
      assert.deepEqual(swallowed, []);
      const lost: string[] = [];
      for (const words of ANSWERS[language])
        if (!(await isTaken(question[language], words))) lost.push(words);
      assert.deepEqual(lost, []);
    });
