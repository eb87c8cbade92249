import type { Localized } from "../../base/localized.ts";

/** Lists that are shown a page at a time. `{name}` places are filled by `say`. */
export const LISTS_TEXTS = {
  workflowsHead: {
    ko: "⚙️ 워크플로우 {count}개 · {page}/{pages}쪽. 하나를 누르면 자세히 보여 드립니다.",
    en: "⚙️ Workflows: {count} · page {page} of {pages}. Press one to see more.",
  },
  workflowsEmpty: { ko: "워크플로우가 없습니다.", en: "There are no workflows." },
  workflowNone: {
    ko: "“{text}”(이)라는 워크플로우가 없습니다. 모두 보려면 /workflows",
    en: "There is no workflow “{text}”. /workflows shows all of them.",
  },
  workflowGone: {
    ko: "그 워크플로우는 그사이 바뀌었거나 없어졌습니다. 다시 보려면 /workflows",
    en: "That workflow was changed or deleted since. /workflows shows them as they are.",
  },
  workflowRun: { ko: "▶ 실행", en: "▶ Run" },
  workflowUsage: { ko: "직접 실행하려면: {usage}", en: "To run it yourself: {usage}" },
  programCut: {
    ko: "프로그램이 길어 일부만 보여 드립니다. 모두 보려면: {usage}",
    en: "The program is long, so only its beginning is here. All of it: {usage}",
  },
  grantsPage: {
    ko: "🔁 **미리 허락해 둔 일** {count}개 · {page}/{pages}쪽",
    en: "🔁 **Allowed beforehand**: {count} · page {page} of {pages}",
  },
  grantsOtherPage: {
    ko: "그 쪽은 이제 없습니다. 다시 보려면 /grants",
    en: "That page is gone. /grants shows the list as it is.",
  },
  approvalsPage: {
    ko: "결정을 기다리는 일: {count}개 · {page}/{pages}쪽. 하나를 누르면 카드를 다시 보여 드립니다.",
    en: "Waiting for a decision: {count} · page {page} of {pages}. Press one to have its card again.",
  },
  approvalUntil: { ko: "{time}까지", en: "until {time}" },
  approvalShown: { ko: "카드를 아래에 다시 보여 드립니다.", en: "Its card is below." },
  approvalOver: {
    ko: "그사이 결정되었거나 시간이 지났습니다.",
    en: "It was decided since, or its time is over.",
  },
} as const satisfies Record<string, Localized>;
