import type { Conversation } from "./support/conversation.ts";

const PRESS_TWICE = {
  on: "console",
  what: "updates",
  because:
    "a terminal takes the second press of a key for the same card as none, so only one arrives",
} as const;

/** What waits for a press, and questions. */
export const APPROVALS: readonly Conversation[] = [
  {
    name: "a command runs after a press",
    language: "ko",
    differs: [PRESS_TWICE],
    steps: [
      {
        says: '/ibl [system:run_command]("echo 하나")',
        reads: [/이 컴퓨터에서 실행할까요\?[\s\S]*echo 하나/],
        buttons: ["실행", "안 할래요", "고치기", "⋯"],
      },
      { presses: "실행", isTwice: true, reads: [/✅ 실행했어요[\s\S]*하나/] },
    ],
  },
  {
    name: "a command is denied, and nothing runs",
    language: "en",
    steps: [
      {
        says: '/ibl [system:run_command]("touch ran.md")',
        reads: [/Run this on the computer\?/],
      },
      { presses: "Don't", reads: [/✖️ Not run · Jieun/] },
    ],
  },
  {
    name: "a command is denied in words",
    language: "ko",
    steps: [
      { says: '/ibl [system:run_command]("echo 하나")', reads: [/실행할까요\?/] },
      { says: "아니", reads: [/✖️ 안 했어요/] },
    ],
  },
  {
    name: "a card that nobody answered is asked again",
    language: "ko",
    steps: [
      { says: '/ibl [system:run_command]("echo 하나")', reads: [/실행할까요\?/] },
      {
        waits: 31 * 60_000,
        reads: [/⌛ 답이 없어 안 했어요/],
        buttons: ["다시 묻기"],
      },
      { presses: "다시 묻기", reads: [/실행할까요\?/] },
      { presses: "실행", reads: [/✅ 실행했어요/] },
    ],
  },
  {
    name: "a program asks in its middle and a button answers",
    language: "en",
    steps: [
      {
        says: '/ibl [system:ask_user]("Which format?") {options: ["md", "pdf"]} >> [system:file]("answer.md")',
        reads: [/Which format\?/],
        buttons: ["md", "pdf", "Skip"],
      },
      { presses: "pdf", reads: [/Saved \S*answer\.md/] },
    ],
  },
  {
    name: "a program asks in its middle and words answer",
    language: "ko",
    steps: [
      {
        says: '/ibl [system:ask_user]("이름이 뭐예요?") >> [system:file]("name.md")',
        reads: [/이름이 뭐예요\?/],
      },
      { says: "민지라고 해요", isTwice: true, reads: [/name\.md\S*에 적었어요/] },
      { says: '/ibl [system:read]("name.md")', reads: [/민지라고 해요/] },
    ],
  },
  {
    name: "an explicit approval shows what follows and needs one press",
    language: "ko",
    steps: [
      {
        says: '/ibl [system:approve]("정리할까요?") >> [system:run_command]("echo 정리")',
        reads: [/정리할까요\?[\s\S]*echo 정리/],
      },
      { presses: "하기", reads: [/정리/] },
    ],
  },
  {
    name: "a card survives a restart and is pressed after it",
    language: "en",
    steps: [
      { says: '/ibl [system:run_command]("echo one")', reads: [/Run this on the computer\?/] },
      { restarts: "stopped" },
      { presses: "Run", reads: [/✅ Ran[\s\S]*one/] },
    ],
  },
  {
    name: "a question survives the death of the process and is answered after it",
    language: "ko",
    steps: [
      {
        says: '/ibl [system:ask_user]("무엇을 적을까요?") >> [system:file]("x.md")',
        reads: [/무엇을 적을까요\?/],
      },
      { restarts: "killed" },
      { says: "사과", reads: [/x\.md\S*에 적었어요/] },
    ],
  },
];
