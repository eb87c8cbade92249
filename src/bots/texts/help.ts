import type { Localized } from "../../base/localized.ts";

/** The help, and what it says of each command. `{name}` places are filled by `say`. */
export const HELP_TEXTS = {
  help: {
    ko: "그냥 말씀하시면 됩니다:\n- 지금 몇 시야 / 뉴욕은 지금 몇 시야\n- AI 뉴스 찾아줘 / AI 뉴스 찾아서 news.md로 저장해줘\n- notes.md 지워줘 (승인을 물어봅니다)\n- 매일 아침 8시에 뉴스 브리핑 보내줘\n\n{groups}\n\n`/help schedule` 처럼 쓰면 명령 하나를 자세히 알려 드립니다.",
    en: "Just say it:\n- what time is it in New York\n- find AI news / find AI news and save it to news.md\n- delete notes.md (asks for approval)\n- send me the news briefing every day at 8am\n\n{groups}\n\n`/help schedule` tells more about one command.",
  },
  helpOf: {
    ko: "**/{name}** (/{korean}) — {help}\n\n{detail}",
    en: "**/{name}** — {help}\n\n{detail}",
  },
  helpUnknown: {
    ko: "/{name} 명령은 없습니다. 명령은 /help 에 있습니다.",
    en: "There is no command /{name}. /help lists the commands.",
  },
  groupTalk: { ko: "대화", en: "Talk" },
  groupWork: { ko: "일", en: "Work" },
  groupTime: { ko: "예약과 승인", en: "Time and approvals" },
  groupFiles: { ko: "파일", en: "Files" },
  groupSelf: { ko: "설정과 상태", en: "Settings and state" },
  groupPeople: { ko: "사람과 데이터", en: "People and data" },
  detailStart: {
    ko: "인사와 함께 눌러 볼 만한 버튼 세 개를 보여 드립니다.",
    en: "Says hello, with three buttons worth trying.",
  },
  detailHelp: {
    ko: "모든 명령을 보여 드립니다. `/help files` 처럼 이름을 붙이면 그 명령을 자세히 알려 드립니다.",
    en: "Shows every command. With a name, such as `/help files`, it tells more about that one.",
  },
  detailNew: {
    ko: "지난 대화를 잊고 새로 시작합니다. 적어 둔 기억, 파일, 예약은 그대로 있습니다.",
    en: "Starts anew without what was said before. What you had remembered, files and schedules stay.",
  },
  detailStop: {
    ko: "이 대화에서 하고 있는 일을 모두 멈춥니다. 이미 끝난 단계는 되돌리지 않습니다.",
    en: "Ends everything that runs in this chat. Steps that are done stay done.",
  },
  detailHistory: {
    ko: "이 대화방에서 한 말을 최근 것부터 쪽마다 보여 드립니다. 단체방에서는 보여 드리지 않습니다.",
    en: "Shows what was said in this chat, page by page, the latest first. Not in groups.",
  },
  detailRemember: {
    ko: "늘 떠올릴 것을 적어 둡니다.\n`/remember 나는 땅콩 알레르기가 있어`",
    en: "Pins something to be kept in mind always.\n`/remember I am allergic to peanuts`",
  },
  detailMemory: {
    ko: "기억하는 것을 보여 드립니다. 낱말을 붙이면 찾아 드립니다.\n`/memory` · `/memory 땅콩`",
    en: "Shows what is remembered; with words, what is about them.\n`/memory` · `/memory peanuts`",
  },
  detailForget: {
    ko: "기억 하나를 지웁니다. 번호나 내용으로 고릅니다.\n`/forget 3` · `/forget 땅콩`",
    en: "Deletes one memory, by its number or by words.\n`/forget 3` · `/forget peanuts`",
  },
  detailIbl: {
    ko: '직접 쓴 프로그램을 실행합니다. 위험한 일은 먼저 승인을 묻습니다.\n`/ibl [system:time]`\n`/ibl [source:search_news]("AI") >> [system:file]("news.md")`',
    en: 'Runs a program that you wrote yourself. Anything risky asks for approval first.\n`/ibl [system:time]`\n`/ibl [source:search_news]("AI") >> [system:file]("news.md")`',
  },
  detailCheck: {
    ko: '프로그램이 무엇을 할지, 어디에 승인이 필요한지만 보여 주고 실행하지는 않습니다. 앞에 --dry-run을 붙이면 읽는 부분만 실제로 해 봅니다.\n`/check [system:delete]("notes.md")`\n`/check --dry-run [source:search_news]("AI") >> [system:file]("news.md")`',
    en: 'Shows what a program would do and where it needs approval. Nothing is run; with --dry-run before it, its reads are tried.\n`/check [system:delete]("notes.md")`\n`/check --dry-run [source:search_news]("AI") >> [system:file]("news.md")`',
  },
  detailWorkflows: {
    ko: '이름 붙여 둔 프로그램을 보여 드립니다. 하나를 누르면 내용이 보이고 버튼으로 실행합니다. 직접 실행하려면:\n`/ibl [system:run_pipeline]("news_briefing")`',
    en: 'Shows the programs that have a name. Press one to read and run it, or run it yourself:\n`/ibl [system:run_pipeline]("news_briefing")`',
  },
  detailSwitches: {
    ko: '한 번 눌러 실행하는 버튼입니다. 만들고 지우려면:\n`/switches add 뉴스 [source:search_news]("AI")` · `/switches remove 뉴스`',
    en: 'Programs at one tap. To make one and to remove it:\n`/switches add news [source:search_news]("AI")` · `/switches remove news`',
  },
  detailAgent: {
    ko: "누구와 이야기할지 고릅니다. 상대마다 맡은 일과 쓸 수 있는 액션이 다릅니다.\n`/agent` · `/agent news`",
    en: "Chooses whom you speak with; each has a role and actions of their own.\n`/agent` · `/agent news`",
  },
  detailSchedule: {
    ko: "예약을 쪽마다 보여 드립니다. 하나를 누르면 다음 세 번의 시각과 함께 멈추기, 다시 켜기, 지금 실행 버튼이 나옵니다. 새 예약은 말로 하세요: 매일 아침 8시에 뉴스 브리핑 보내줘",
    en: "Shows your schedules page by page. Press one for its next three times, and to pause, resume or run it now. To make one, say it: send me the news briefing every day at 8am",
  },
  detailApprovals: {
    ko: "아직 답하지 않은 승인과 질문을 카드로 다시 보여 드립니다. 다섯 개가 넘으면 목록에서 하나를 누르세요.",
    en: "Shows again, as cards, every approval and question that waits for you; of more than five a list, to press one.",
  },
  detailGrants: {
    ko: '묻지 않고 하도록 미리 허락해 둔 일을 보여 드리고, 버튼으로 취소합니다. 새로 부탁하려면:\n`/grants add [system:delete]("tmp/*")`',
    en: 'Shows what is allowed without asking, each with a button to take it back. To ask for more:\n`/grants add [system:delete]("tmp/*")`',
  },
  detailFiles: {
    ko: "이 대화의 파일을 보여 드리고, 버튼으로 받거나 지웁니다.\n`/files` · `/files 회의` · `/files send news.md` · `/files delete news.md`",
    en: "Shows the files of this chat, with buttons to get or delete each.\n`/files` · `/files meeting` · `/files send news.md` · `/files delete news.md`",
  },
  detailVision: {
    ko: "마지막으로 보내신 사진을 봅니다. 모델이 있어야 합니다.\n`/vision` · `/vision 여기 뭐라고 쓰여 있어?`",
    en: "Looks at the picture you sent last. Needs a model.\n`/vision` · `/vision what does the sign say?`",
  },
  detailSettings: {
    ko: "언어, 시간대, 방해 금지 시간을 버튼이나 말로 바꿉니다.\n`/settings` · `/settings 방해금지 22:00-07:00` · `/settings 방해금지 끄기`",
    en: "Changes language, time zone and quiet hours, by buttons or words.\n`/settings` · `/settings quiet 22:00-07:00` · `/settings quiet off`",
  },
  detailLanguage: {
    ko: "제가 쓰는 말을 바꿉니다.\n`/language ko` · `/language en`",
    en: "Changes the language I speak.\n`/language ko` · `/language en`",
  },
  detailTimezone: {
    ko: "시간대를 바꿉니다. 도시 이름도 됩니다.\n`/timezone 서울` · `/timezone Europe/London`",
    en: "Changes your time zone; names of cities work too.\n`/timezone Seoul` · `/timezone Europe/London`",
  },
  detailStatus: {
    ko: "지금 하는 일, 기다리는 승인, 켜진 예약, 보관하는 것과 그 기간을 보여 드립니다.",
    en: "Shows what runs and waits, which schedules are on, and what is kept for how long.",
  },
  detailUsage: {
    ko: "오늘 쓴 메시지, 프로그램, 모델의 양과 한도를 보여 드립니다.",
    en: "Shows how much was used today of messages, programs and the model, and the limits.",
  },
  detailPeople: {
    ko: "누가 이 봇을 쓸 수 있는지 보여 드립니다. 주인은 버튼으로 역할을 바꾸거나 내보낼 수 있습니다.",
    en: "Shows who may use this bot. Owners can change roles or put someone out by buttons.",
  },
  detailClaim: {
    ko: "서비스를 켤 때 나온 한 번 쓰는 코드로 봇의 주인이 됩니다.\n`/claim XXXX-XXXX`",
    en: "Makes you the owner, with the one-time code that the service printed at its start.\n`/claim XXXX-XXXX`",
  },
  detailExport: {
    ko: "회원님에 대해 보관하는 모든 것을 ZIP 파일 하나로 드립니다. 개인 대화에서만 됩니다.",
    en: "Gives you everything that is kept of you as one ZIP file. Only in private.",
  },
  detailForgetMe: {
    ko: "회원님의 모든 데이터를 지웁니다. 한 번 더 묻고, 되돌릴 수 없습니다. 개인 대화에서만 됩니다.",
    en: "Deletes all your data. It asks once more, and cannot be undone. Only in private.",
  },
} as const satisfies Record<string, Localized>;
