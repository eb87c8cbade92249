import type { Localized } from "../../base/localized.ts";

/** What is said of agents and switches. `{name}` places are filled by `say`. */
export const AGENTS_TEXTS = {
  helpAgent: { ko: "누구와 이야기할지 고르기", en: "choose whom to speak with" },
  helpSwitches: { ko: "한 번 눌러 실행하는 스위치", en: "switches that run at one tap" },
  agentHead: {
    ko: "지금은 **{name}**와(과) 이야기하고 있습니다.",
    en: "You are speaking with **{name}**.",
  },
  agentChosen: {
    ko: "이제 이 대화에서는 {name}와(과) 이야기합니다.",
    en: "From now on you speak with {name} here.",
  },
  agentGone: { ko: "{name} (이제 없음)", en: "{name} (not there any more)" },
  cardAgents: { ko: "🤝 실행: {names}", en: "🤝 Acting: {names}" },
  statusAgent: { ko: "🗣 이야기 상대: {name}", en: "🗣 Speaking with: {name}" },
  reportGood: { ko: "📨 {agent}의 보고:\n{text}", en: "📨 Report from {agent}:\n{text}" },
  reportBad: {
    ko: "📭 {agent}이(가) 마치지 못했습니다: {text}",
    en: "📭 {agent} did not get it done: {text}",
  },
  errandStopped: {
    ko: "⏹️ 맡긴 일을 멈췄습니다.",
    en: "⏹️ The work that was handed over was stopped.",
  },
  switchesHead: {
    ko: "스위치 (누르면 바로 실행됩니다):",
    en: "Switches (a press runs one at once):",
  },
  switchesNone: {
    ko: '스위치가 아직 없습니다. `/switches add 뉴스 [source:search_news]("AI")` 처럼 만들 수 있습니다. 이름만 쓰면 그 이름의 워크플로우를 씁니다.',
    en: 'There is no switch yet. Make one like this: `/switches add news [source:search_news]("AI")`. A name alone takes the workflow of that name.',
  },
  switchesFull: {
    ko: "스위치는 {count}개까지입니다. `/switches remove 이름` 으로 지울 수 있습니다.",
    en: "There can be {count} switches. `/switches remove NAME` removes one.",
  },
  switchSaved: {
    ko: "스위치 **{name}**을(를) 만들었습니다. /switches 에서 누를 수 있습니다.",
    en: "The switch **{name}** is there. Press it in /switches.",
  },
  switchRemoved: {
    ko: "스위치 **{name}**을(를) 지웠습니다.",
    en: "Removed the switch **{name}**.",
  },
  switchUnknown: { ko: "스위치 **{name}**은(는) 없습니다.", en: "There is no switch **{name}**." },
  switchGone: {
    ko: "이 스위치는 당신의 것이 아니거나 지워졌습니다.",
    en: "This switch is not yours, or it was removed.",
  },
  switchChanged: {
    ko: "그 사이 스위치가 바뀌었습니다. /switches 를 다시 열어 주세요.",
    en: "The switch was changed since. Open /switches again.",
  },
  switchRuns: { ko: "▶️ {name}", en: "▶️ {name}" },
} as const satisfies Record<string, Localized>;
