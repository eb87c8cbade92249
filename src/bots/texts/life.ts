import type { Localized } from "../../base/localized.ts";

/** What is said about a person's data: how much there is, taking it along, having it deleted. */
export const LIFE_TEXTS = {
  helpStatus: {
    ko: "무엇을 하고 있고 무엇을 보관하는지 보기",
    en: "see what runs and what is kept",
  },
  helpExport: { ko: "내 데이터 모두 받기", en: "get everything I have of you" },
  helpForget: { ko: "나를 잊게 하기", en: "have me forget you" },
  exportReady: {
    ko: "📦 회원님의 데이터입니다. 기록 {rows}개, 파일 {files}개({size}). 대화가 그대로 들어 있으니 잘 보관해 주세요. 무엇이 들어 있고 무엇이 빠졌는지는 README.txt에 적혀 있습니다.",
    en: "📦 Here is your data: {rows} records and {files} files ({size}). Your conversations can be read in it, so keep it safe. README.txt says what is in it and what is not.",
  },
  exportWithoutFiles: {
    ko: "⚠️ 파일이 {files}나 되어 여기로 보낼 수 있는 크기({limit})를 넘습니다. 그래서 파일은 빼고 기록만 담았습니다. 파일까지 받으려면 봇을 운영하는 분에게 `ibl-bot export`를 부탁해 주세요.",
    en: "⚠️ Your files are {files}, more than can be sent here ({limit}), so this holds the records without them. To get the files too, ask whoever runs the bot for `ibl-bot export`.",
  },
  exportTooLarge: {
    ko: "데이터가 {size}라서 여기로 보낼 수 있는 크기({limit})를 넘습니다. 봇을 운영하는 분에게 `ibl-bot export`를 부탁해 주세요.",
    en: "Your data is {size}, more than can be sent here ({limit}). Ask whoever runs the bot for `ibl-bot export`.",
  },
  forgetCard: {
    ko: "🗑️ **회원님을 모두 잊을까요?** 되돌릴 수 없습니다.\n\n지우는 것: 보내신 메시지 {messages}건과 대화, 실행 기록 {runs}건, 예약 {schedules}개, 워크플로우 {workflows}개, 할 일 {todos}개, 기억 {memories}개, 개인 대화의 파일({files}), 기다리는 승인, 설정과 계정. 하던 일과 예약은 멈춥니다.\n\n남는 것:\n- 메신저에 있는 메시지 (제가 지울 수 없습니다. 앱에서 지워 주세요)\n- 그룹의 파일 (그룹 모두의 것입니다)\n- 다른 사람이 저장한 것과 이미 보낸 메시지\n- 받은 메시지의 번호 (내용 없이, 같은 메시지를 두 번 처리하지 않으려고)\n- 이미 만든 백업과 로그 (운영하는 분이 관리합니다)\n\n지운 다음에는 처음 온 사람이 됩니다. 먼저 받아 두려면 /export 를 보내세요.",
    en: "🗑️ **Shall I forget everything about you?** This cannot be undone.\n\nWill be deleted: our conversations ({messages} messages of yours), {runs} runs, {schedules} schedules, {workflows} workflows, {todos} to-dos, {memories} memories, the files of your private chats ({files}), what waits for approval, your settings and accounts. What runs is stopped, and so are your schedules.\n\nWill remain:\n- messages in your messenger (I cannot delete them; you can)\n- files of groups (they are everyone's there)\n- what other people saved, and messages already sent to them\n- numbers of the messages that came, without their content, so that none is handled twice\n- backups and logs made before (whoever runs the bot keeps those)\n\nAfterwards you are a stranger here. To take your data along first, send /export.",
  },
  forgetAll: { ko: "모두 지우기", en: "Delete everything" },
  keepEverything: { ko: "그대로 두기", en: "Keep everything" },
  forgetStops: {
    ko: "데이터를 지우기 위해 멈췄습니다.",
    en: "It was stopped because the person asked to be forgotten.",
  },
  forgetLastOwner: {
    ko: "이 봇의 주인은 회원님뿐이라 잊을 수 없습니다. 주인이 없으면 다른 사람의 승인과 출입을 맡을 사람이 없습니다. 먼저 /people 을 보내 다른 사람을 주인으로 정해 주세요. 봇을 아예 없애려면 서비스를 끄고 데이터 폴더(HOME)를 지우면 됩니다.",
    en: "You are the only owner of this bot, so I cannot forget you: nobody could decide for the others or let anyone in. Name another owner first: send /people and use its buttons. To do away with the bot altogether, stop the service and delete its folder (HOME).",
  },
  forgetDone: {
    ko: "🗑️ 모두 지웠습니다. 이제 회원님에 대해 아는 것이 없습니다. 안녕히 계세요.",
    en: "🗑️ Everything is deleted. I know nothing about you any more. Goodbye.",
  },
  cardWithdrawn: {
    ko: "🚫 요청한 사람이 데이터를 지워서 이 요청은 없어졌습니다.",
    en: "🚫 Whoever asked for this has had their data deleted, so it is gone.",
  },
  quotaNear: {
    ko: "💾 이 대화의 파일이 {used}로, 한도 {limit}의 {percent}%입니다. 다 차면 새 파일을 저장할 수 없습니다. 저는 파일을 마음대로 지우지 않으니, 필요 없는 것을 지워 주세요 (예: `/ibl [system:list]`).",
    en: "💾 The files of this chat are {used}, {percent}% of the {limit} they may be. When it is full, nothing new can be saved. I never delete files by myself, so please delete what you do not need (see `/ibl [system:list]`).",
  },
  statusOwn: { ko: "**회원님**", en: "**You**" },
  statusRunning: { ko: "- 지금 하는 일: {count}", en: "- running now: {count}" },
  statusWaiting: {
    ko: "- 기다리는 승인: {count} (/approvals)",
    en: "- waiting for a decision: {count} (/approvals)",
  },
  statusSchedules: { ko: "- 켜진 예약: {count}{next}", en: "- active schedules: {count}{next}" },
  statusNext: { ko: " (다음: {name}, {time})", en: " (next: {name}, {time})" },
  statusKept: {
    ko: "- 보관 중: 메시지 {messages}, 실행 {runs}, 기억 {memories}, 할 일 {todos}, 워크플로우 {workflows}",
    en: "- kept: {messages} messages, {runs} runs, {memories} memories, {todos} to-dos, {workflows} workflows",
  },
  statusFiles: {
    ko: "- 이 대화의 파일: {used} / {limit} ({percent}%)",
    en: "- files of this chat: {used} of {limit} ({percent}%)",
  },
  statusService: {
    ko: "**서비스 전체** (사람 {people}명)",
    en: "**The whole service** (people: {people})",
  },
  statusUnsent: {
    ko: "- 아직 보내지 못한 메시지: {count}",
    en: "- messages that wait to be sent: {count}",
  },
  statusDisk: {
    ko: "- 디스크: 파일 {files}, 데이터베이스 {database}, 큰 결과 {spill}",
    en: "- disk: files {files}, database {database}, large results {spill}",
  },
  statusCleaned: { ko: "- 마지막 정리: {time}", en: "- last cleaned: {time}" },
  statusUp: {
    ko: "버전 {version}, 켜진 지 {duration}",
    en: "version {version}, up for {duration}",
  },
  statusDown: {
    ko: "버전 {version}, 서비스가 꺼져 있습니다",
    en: "version {version}, the service is not running",
  },
  statusHeld: {
    ko: "가장 오래 멈춘 시간: {seconds}초",
    en: "longest time without an answer to anybody: {seconds} s",
  },
  platformLost: {
    ko: "📵 {platform} 없이 계속합니다. {problem}",
    en: "📵 The bot goes on without {platform}. {problem}",
  },
  statusChannels: { ko: "채널: {names}", en: "channels: {names}" },
  statusModel: { ko: "모델: {model}", en: "model: {model}" },
  statusNoModel: { ko: "모델: 없음 (예문으로 알아듣습니다)", en: "model: none (examples answer)" },
  statusSandbox: { ko: "명령 격리: {sandbox}", en: "sandbox for commands: {sandbox}" },
  statusNoSandbox: {
    ko: "명령 격리: 없음 (명령이 서비스의 권한으로 돕니다)",
    en: "sandbox for commands: none (they run with the rights of the service)",
  },
  statusBrowser: { ko: "브라우저: 있음", en: "browser: ready" },
  statusNoBrowser: { ko: "브라우저: 없음", en: "browser: none" },
  statusKeep: {
    ko: "보관 기간: 대화와 실행 기록 {messages}, 받은 메시지와 보낸 메시지의 사본 {transport}, 끝낸 할 일과 지난 예약 {done}. 기억, 워크플로우, 파일은 직접 지울 때까지 둡니다. 로그는 서비스의 표준 오류로만 나갑니다. /export /forget_me",
    en: "kept for: conversations and runs {messages}, copies of what came and was sent {transport}, done to-dos and past schedules {done}. Memories, workflows and files stay until you delete them. Logs go to the service's standard error alone. /export /forget_me",
  },
  statusDays: { ko: "{count}일", en: "{count} days" },
  statusForGood: { ko: "계속", en: "for good" },
  unitDays: { ko: "{count}일", en: "{count}d" },
  unitHours: { ko: "{count}시간", en: "{count}h" },
  unitMinutes: { ko: "{count}분", en: "{count}min" },
} as const satisfies Record<string, Localized>;
