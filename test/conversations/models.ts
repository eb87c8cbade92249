import type { Conversation } from "./support/conversation.ts";

/** Talks with a model. */
export const MODELS: readonly Conversation[] = [
  {
    name: "a model answers in words, and knows what was said before",
    language: "en",
    model: [{ text: "Hello Jieun." }, { text: "You said hello." }],
    steps: [
      { says: "hello there", reads: [/Hello Jieun\./] },
      { says: "what did I say?", reads: [/You said hello\./] },
      { says: "/history", reads: [/hello there/] },
    ],
  },
  {
    name: "a model runs a program and tells what came of it",
    language: "ko",
    model: [{ calls: [{ code: "[system:time]" }] }, { text: "지금은 아침 열 시예요." }],
    steps: [{ says: "지금 몇 시인지 알려줄래?", isTwice: true, reads: [/아침 열 시예요/] }],
  },
  {
    name: "a model deletes a file, and one press brings it back",
    language: "ko",
    files: { "a.md": "가" },
    model: [{ calls: [{ code: '[system:delete]("a.md")' }] }, { text: "a.md를 지웠어요." }],
    steps: [
      { says: "a.md 파일 좀 정리해 줘", reads: [/a\.md를 지웠어요/], buttons: ["되돌리기"] },
      { presses: "되돌리기", reads: [/↩️ 되돌렸어요: a\.md/] },
    ],
  },
  {
    name: "a model wants to delete a folder, and waits for the press",
    language: "ko",
    files: { "old/a.md": "가" },
    model: [{ calls: [{ code: '[system:delete]("old")' }] }, { text: "old를 지웠어요." }],
    steps: [
      {
        says: "old 폴더 좀 정리해 줘",
        reads: [/old를 지울까요\?/],
        buttons: ["지우기", "안 할래요", "⋯"],
      },
      { presses: "지우기", reads: [/old를 지웠어요/] },
    ],
  },
  {
    name: "what a model did after a press is undone together with what was pressed",
    language: "en",
    files: { "old/a.md": "A", "b.md": "B" },
    model: [
      { calls: [{ code: '[system:delete]("old")' }] },
      { calls: [{ code: '[system:delete]("b.md")\n[system:write]("c.md") {content: "C"}' }] },
      { text: "All tidy." },
    ],
    steps: [
      { says: "tidy up my files", reads: [/Delete .*old/] },
      { presses: "Delete", reads: [/All tidy\./], buttons: ["Undo"] },
      { presses: "Undo", reads: [/↩️ Undone: /] },
      { says: '/ibl [system:read]("b.md")', reads: [/B/] },
      { says: '/ibl [system:read]("c.md")', reads: [/no \S*c\.md/] },
    ],
  },
  {
    name: "what a model did after a press can be undone in Korean as well",
    language: "ko",
    files: { "old/a.md": "가" },
    model: [
      { calls: [{ code: '[system:delete]("old")' }] },
      { calls: [{ code: '[system:write]("c.md") {content: "다"}' }] },
      { text: "다 정리했어요." },
    ],
    steps: [
      { says: "파일 좀 정리해 줘", reads: [/old를 지울까요\?/] },
      { presses: "지우기", reads: [/다 정리했어요/], buttons: ["되돌리기"] },
      { presses: "되돌리기", reads: [/↩️ 되돌렸어요/] },
    ],
  },
  {
    name: "a model that cannot be reached is told of, and examples answer",
    language: "en",
    model: [{ refuse: 401 }],
    steps: [{ says: "what time is it", reads: [/It's/] }],
  },
  {
    name: "a turn that takes long is stopped midway",
    language: "en",
    model: [{ fault: "silence" }],
    steps: [
      { says: "tell me a long story", isMeanwhile: true },
      { says: "/stop", reads: [/Stopped|stopped/] },
      { says: "/stop", reads: [/Nothing is running/] },
    ],
  },
  {
    name: "a new conversation does not know the last one",
    language: "ko",
    model: [{ text: "반가워요." }, { text: "처음 뵙겠습니다." }],
    steps: [
      { says: "나는 지은이야", reads: [/반가워요/] },
      { says: "/new", reads: [/새 대화를 시작해요/] },
      { says: "내가 누구지?", reads: [/처음 뵙겠습니다/] },
      { says: "/history", reads: [/지은이야/] },
    ],
  },
];
