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
    name: "a note is written, and deleted after a press",
    language: "ko",
    differs: [PRESS_TWICE],
    steps: [
      { says: "notes.md에 회의 내용이라고 적어줘", reads: [/notes\.md\S*에 적었어요/] },
      {
        says: "notes.md 지워줘",
        reads: [/승인이 필요합니다/],
        buttons: ["승인", "거절", "승인 + 24시간 허용", "이유와 함께 거절"],
      },
      { presses: "승인", isTwice: true, reads: [/승인됨[\s\S]*지웠습니다/] },
    ],
  },
  {
    name: "a deletion is denied, and the file stays",
    language: "en",
    files: { "notes.md": "meeting" },
    steps: [
      { says: "delete notes.md", reads: [/needs your approval/] },
      { presses: "Deny", reads: [/Denied/] },
      { says: '/ibl [system:read]("notes.md")', reads: [/meeting/] },
    ],
  },
  {
    name: "a deletion is denied with a reason in words",
    language: "ko",
    files: { "notes.md": "회의" },
    steps: [
      { says: "notes.md 지워줘", reads: [/승인이 필요합니다/] },
      { presses: "이유와 함께 거절", reads: [/왜 안 되는지/] },
      { says: "아직 필요해요", reads: [/아직 필요해요/] },
    ],
  },
  {
    name: "a deletion is denied in words, and asked for again as it is meant",
    language: "ko",
    files: { "a.md": "가", "b.md": "나" },
    steps: [
      { says: "a.md 지워줘", reads: [/"a\.md" 지우기/] },
      { says: "a.md 지우지 마", reads: [/거절됨/] },
      { says: "b.md 지워줘", reads: [/"b\.md" 지우기/] },
      { presses: "승인", reads: [/"b\.md".*지웠습니다/] },
      { says: '/ibl [system:read]("a.md")', reads: [/가/] },
    ],
  },
  {
    name: "what is allowed for a day is not asked again, until that is taken back",
    language: "en",
    files: { "a.md": "one" },
    steps: [
      { says: "delete a.md", reads: [/needs your approval/] },
      { presses: "Approve, and for 24 h", reads: [/Deleted \S*a\.md/] },
      { says: "/grants", reads: [/Delete|system:delete/] },
      { says: "write two to a.md", reads: [/Saved \S*a\.md|a\.md/] },
      { says: '/ibl [system:delete]("a.md")', reads: [/Deleted \S*a\.md/] },
    ],
  },
  {
    name: "a card that nobody answered is asked again",
    language: "ko",
    files: { "a.md": "가" },
    steps: [
      { says: "a.md 지워줘", reads: [/승인이 필요합니다/] },
      { waits: 31 * 60_000, reads: [/시간이 지나/], buttons: ["다시 묻기"] },
      { presses: "다시 묻기", reads: [/승인이 필요합니다/] },
      { presses: "승인", reads: [/지웠습니다/] },
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
    files: { "a.md": "가" },
    steps: [
      {
        says: '/ibl [system:approve]("정리할까요?") >> [system:delete]("a.md")',
        reads: [/정리할까요\?[\s\S]*"a\.md" 지우기/],
      },
      { presses: "승인", reads: [/지웠습니다/] },
    ],
  },
  {
    name: "a card survives a restart and is pressed after it",
    language: "en",
    files: { "a.md": "one" },
    steps: [
      { says: "delete a.md", reads: [/needs your approval/] },
      { restarts: "stopped" },
      { presses: "Approve", reads: [/Deleted \S*a\.md/] },
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
