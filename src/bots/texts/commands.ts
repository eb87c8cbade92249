import type { Localized } from "../../base/localized.ts";

/** What the commands say of themselves and by themselves. `{name}` places are filled by `say`. */
export const COMMANDS_TEXTS = {
  helpHelp: { ko: "도움말", en: "this help" },
  helpIbl: { ko: "프로그램 실행", en: "run a program" },
  helpCheck: { ko: "프로그램이 무엇을 할지 보기", en: "see what a program would do" },
  helpStop: { ko: "지금 하는 일 멈추기", en: "stop what is running" },
  helpNew: { ko: "새 대화 시작", en: "start a new conversation" },
  helpApprovals: { ko: "기다리는 승인 보기", en: "show what waits for you" },
  helpSchedule: { ko: "예약 보기", en: "show schedules" },
  helpWorkflows: { ko: "워크플로우 보기", en: "show workflows" },
  helpStart: { ko: "처음 인사", en: "the first greeting" },
  helpClaim: { ko: "주인 되기", en: "become the owner" },
  unknownCommand: {
    ko: "/{name} 명령은 없습니다.{near} /help 를 보세요.",
    en: "There is no command /{name}.{near} See /help.",
  },
  nearCommand: { ko: " 혹시 {name} 인가요?", en: " Did you mean {name}?" },
  needsArgument: { ko: "이렇게 써 주세요: `{usage}`", en: "Write it like this: `{usage}`" },
  newSession: {
    ko: "새 대화를 시작합니다. 지난 대화는 /history 에 있습니다.",
    en: "New conversation. /history shows what was said before.",
  },
  nothingRuns: { ko: "지금 하는 일이 없습니다.", en: "Nothing is running." },
  openApprovals: { ko: "기다리는 승인 {count}개:", en: "Waiting for a decision: {count}" },
  noApprovals: { ko: "기다리는 승인이 없습니다.", en: "Nothing waits for you." },
} as const satisfies Record<string, Localized>;
