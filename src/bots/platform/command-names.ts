import type { Language } from "../../base/localized.ts";

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
  files: "파일목록",
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
  reminder: "알림",
  todo: "할일",
  file: "파일",
  message: "전하기",
  account: "내정보",
  code: "코드",
  undo: "되돌리기",
  how: "어떻게",
};

/** Further names by which commands are taken wherever one is typed. */
export const OTHER_NAMES: Readonly<Record<string, string>> = {
  reminders: "reminder",
  todos: "todo",
  사람: "people",
};

/** A command as it is written for somebody: `/briefing`, `/브리핑`. */
export function writtenCommand(name: string, language: Language): string {
  return `/${language === "ko" ? (KOREAN_COMMANDS[name] ?? name) : name}`;
}

/** What Telegram's menu offers to everybody in private, in its order; owners have theirs beside it. */
export const TELEGRAM_MENU: readonly string[] = [
  "reminders",
  "todo",
  "memory",
  "files",
  "briefing",
  "approvals",
  "settings",
  "account",
  "code",
  "help",
  "stop",
  "new",
];

/** What it offers in groups. */
export const TELEGRAM_GROUP_MENU: readonly string[] = ["help", "stop", "reminders", "files"];

/** Commands that only owners may use: other people's menus leave them out. */
export const OWNER_COMMANDS: ReadonlySet<string> = new Set(["people"]);

/** A command as a platform's menu shows it. */
export interface MenuEntry {
  readonly name: string;
  readonly description: string;
}
