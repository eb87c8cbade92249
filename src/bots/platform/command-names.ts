/** What each command is called in Korean: a name that is taken wherever one is typed, and that Discord's menu shows. Every command has one, and no two the same. */
export const KOREAN_COMMANDS: Readonly<Record<string, string>> = {
  start: "시작",
  help: "도움말",
  new: "새대화",
  stop: "멈춤",
  approvals: "승인",
  history: "지난대화",
  remember: "기억해",
  memory: "기억",
  forget: "잊기",
  ibl: "실행",
  check: "확인",
  schedule: "예약",
  briefing: "브리핑",
  workflows: "워크플로우",
  files: "파일",
  vision: "사진",
  agent: "에이전트",
  switches: "스위치",
  grants: "허락",
  people: "사람들",
  settings: "설정",
  language: "언어",
  timezone: "시간대",
  claim: "주인되기",
  link: "계정연결",
  usage: "사용량",
  status: "상태",
  export: "내보내기",
  forget_me: "잊어줘",
};

/** Commands that only owners may use: other people's menus leave them out. */
export const OWNER_COMMANDS: ReadonlySet<string> = new Set(["people"]);

/** Commands that do nothing in a group but say that they are for a private chat, or for a person and not a place. */
export const PRIVATE_COMMANDS: ReadonlySet<string> = new Set([
  "history",
  "memory",
  "forget",
  "people",
  "settings",
  "language",
  "timezone",
  "claim",
  "link",
  "export",
  "forget_me",
]);

/** A command as a platform's menu shows it; `takesText` when something may follow its name. */
export interface MenuEntry {
  readonly name: string;
  readonly description: string;
  readonly takesText: boolean;
}
