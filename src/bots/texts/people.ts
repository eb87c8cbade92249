import type { Localized } from "../../base/localized.ts";

/** How people come in: the claim, strangers, access. `{name}` places are filled by `say`. */
export const PEOPLE_TEXTS = {
  claimWelcome: {
    ko: "{name}님이 주인이에요 🎉 그냥 말로 시키세요. 남에게 가거나 되돌릴 수 없는 일만 먼저 물어볼게요.",
    en: "You're the owner, {name} 🎉 Just say what you need. I ask first only before what reaches others or can't be undone.",
  },
  claimWrong: {
    ko: "그 코드는 맞지 않거나 이미 쓰였어요. 봇을 켠 컴퓨터에 나온 최신 코드를 보내 주세요.",
    en: "That code is wrong or was used. Send the newest one shown on the computer I run on.",
  },
  claimLocked: {
    ko: "틀린 코드가 다섯 번 와서 한 시간 동안 받지 않아요.",
    en: "Five wrong codes, so I take none for an hour.",
  },
  strangerFirst: {
    ko: "아직 주인이 없어요. 봇을 켠 컴퓨터에 나온 코드를 보내 주세요 (예: AT72-MDBH).",
    en: "I have no owner yet. Send the code shown on the computer I run on, like AT72-MDBH.",
  },
  strangerAsked: { ko: "주인에게 물어봤어요.", en: "I asked the owner." },
  strangerWaiting: {
    ko: "아직 주인의 답을 기다리고 있어요.",
    en: "I'm still waiting for the owner's answer.",
  },
  admitted: {
    ko: "들어오셨어요 🎉 그냥 말로 시키세요.",
    en: "You're in 🎉 Just say what you need.",
  },
  notAdmitted: {
    ko: "이번엔 안 된대요. {time} 뒤에 다시 물어봐 주세요.",
    en: "Not this time; ask again after {time}.",
  },
  groupGreeting: {
    ko: "안녕하세요! 필요할 때 @{name} 하고 불러 주세요.",
    en: "Hi! Say @{name} when you need me.",
  },
  invite: { ko: "초대하기", en: "Invite" },
  peopleInvite: {
    ko: "저에게 아무 말이나 한마디 보내 달라고 전해 주세요. 그러면 주인에게 들일지 물어볼게요.",
    en: "Have them write anything to me, the way you do. I then ask an owner to let them in.",
  },
  accessGranted: { ko: "{name}님이 들어왔어요", en: "{name} is in" },
  accessRefused: { ko: "{name}님을 들이지 않았어요", en: "{name} was not let in" },
  accessUnanswered: {
    ko: "주인이 답하지 않았어요. 아무 말이나 보내시면 다시 물어볼게요.",
    en: "The owner didn't answer. Write anything and I'll ask again.",
  },
  accessExpired: {
    ko: "답이 없어 {name}님을 들이지 않았어요.",
    en: "No answer, so {name} is not in.",
  },
} as const satisfies Record<string, Localized>;

/** Grants, roles, and approvals that need several people. `{name}` places are filled by `say`. */
export const RIGHTS_TEXTS = {
  helpGrants: {
    ko: "미리 허락해 둔 일 보기, 취소하기, 부탁하기",
    en: "what is allowed beforehand: see, revoke, ask for",
  },
  helpPeople: { ko: "사람과 역할 보기, 바꾸기 (주인만)", en: "people and their roles (owners)" },
  approveSite: { ko: "{site}에서 늘 허락", en: "Always on {site}" },
  approveAndGrant: { ko: "하고 24시간 묻지 않기", en: "Do it, and for 24 h" },
  cardOffers: {
    ko: "🔁 24시간 동안 이 대화에서 묻지 않고 할 일:",
    en: "🔁 For 24 hours here without asking:",
  },
  cardOffersSite: {
    ko: "🔁 90일 동안 이 대화에서 묻지 않고 할 일:",
    en: "🔁 For 90 days here without asking:",
  },
  cardGranted: {
    ko: "🔁 24시간 동안 이 대화에서 묻지 않고 해요:",
    en: "🔁 For 24 hours here, without asking:",
  },
  cardGrantedSite: {
    ko: "🔁 90일 동안 이 대화에서 묻지 않고 해요:",
    en: "🔁 For 90 days here, without asking:",
  },
  alreadyGranted: { ko: "이미 허락됨", en: "allowed already" },
  cardGrant: {
    ko: "🔁 **{name}**님이 다음 일을 앞으로 묻지 않고 하게 해 달라고 해요:",
    en: "🔁 **{name}** asks that this be done without asking from now on:",
  },
  cardRole: {
    ko: "👤 **{name}**님의 역할을 {from}에서 **{to}**(으)로 바꿀까요?",
    en: "👤 Change the role of **{name}** from {from} to **{to}**?",
  },
  allow: { ko: "허락", en: "Allow" },
  cardPressed: {
    ko: "👥 승인 {count}/{needed}: {names}",
    en: "👥 Approved by {count} of {needed}: {names}",
  },
  cardPressedNobody: {
    ko: "👥 서로 다른 {needed}명이 승인해야 해요",
    en: "👥 {needed} different people must approve",
  },
  cardTooFew: {
    ko: "⚠️ 지금 승인할 수 있는 사람은 {count}명뿐이에요",
    en: "⚠️ only {count} may approve at present",
  },
  pressMoreNeeded: {
    ko: "승인을 셌어요. 다른 사람의 승인이 더 필요해요.",
    en: "Your approval counts. Someone else must approve too.",
  },
  grantsNone: { ko: "미리 허락해 둔 일이 없어요.", en: "Nothing is allowed beforehand." },
  grantsHead: {
    ko: "🔁 **미리 허락해 둔 일** {count}개",
    en: "🔁 **Allowed beforehand** ({count})",
  },
  grantOf: { ko: "{name}님", en: "{name}" },
  grantIn: { ko: "한 대화에서만", en: "in one chat" },
  grantEverywhere: { ko: "모든 채팅", en: "every chat" },
  grantUntil: { ko: "{time}까지", en: "until {time}" },
  grantThere: { ko: "이 부탁을 한 대화에서", en: "in the chat where this was asked" },
  grantForDays: { ko: "{days}일 동안", en: "for {days} days" },
  grantFor: { ko: "{hours}시간 동안", en: "for {hours} hours" },
  grantForever: { ko: "취소할 때까지", en: "until it is revoked" },
  grantTimes: { ko: "최대 {count}번", en: "at most {count} times" },
  grantLeft: { ko: "{count}번 남음", en: "{count} left" },
  grantUsed: { ko: "{count}번 씀", en: "used {count} times" },
  grantGivenBy: { ko: "{name}님이 허락", en: "given by {name}" },
  grantIs: { ko: "“{value}”", en: "“{value}”" },
  grantLike: { ko: "“{value}” 꼴이면 모두", en: "anything like “{value}”" },
  grantOpen: { ko: "무슨 내용이든", en: "whatever it says" },
  grantRest: { ko: "나머지는 달라져도 돼요", en: "the rest may differ" },
  revoke: { ko: "{index}번 취소", en: "Revoke {index}" },
  grantRevoked: {
    ko: "취소했어요. 이제 다시 물어요.",
    en: "Revoked. It asks again from now on.",
  },
  grantGone: { ko: "이미 끝난 허락이에요.", en: "That has ended already." },
  grantNotYours: {
    ko: "주인이나 허락받은 사람만 취소할 수 있어요.",
    en: "Only an owner, or the one it was given to, may revoke this.",
  },
  grantSettled: { ko: "허락했어요.", en: "Allowed." },
  grantToldYes: {
    ko: "🔁 주인이 허락했어요. 이제 이 일은 묻지 않고 해요:",
    en: "🔁 An owner allowed it. This is done without asking from now on:",
  },
  grantToldNo: {
    ko: "🔁 주인이 허락하지 않았어요. 이 일은 계속 물어봐요:",
    en: "🔁 It was not allowed, so this keeps asking:",
  },
  grantWhat: {
    ko: "앞으로 묻지 않고 해도 되는 일은 뭔가요?",
    en: "What may be done without asking from now on?",
  },
  grantSend: { ko: "메시지 보내기", en: "Send messages" },
  grantDelete: { ko: "파일 지우기", en: "Delete files" },
  grantOpenPages: { ko: "웹페이지 열기", en: "Open web pages" },
  grantSendTo: {
    ko: "누구에게 보낼 때요? 예: `{example}`",
    en: "To whom? For example `{example}`",
  },
  grantDeleteWhich: {
    ko: "어느 파일요? 예: `{example}`",
    en: "Which file? For example `{example}`",
  },
  grantOpenWhich: {
    ko: "어느 사이트요? 예: `{example}`",
    en: "Which site? For example `{example}`",
  },
  grantSomebody: { ko: "민수", en: "Ben" },
  grantSomeFile: { ko: "메모.txt", en: "notes.txt" },
  grantSomeSite: { ko: "example.com", en: "example.com" },
  grantUnknownAction: {
    ko: "“{name}”은(는) 미리 허락할 수 있는 일이 아니에요.{near} `/grants add`로 골라 주세요.",
    en: "“{name}” is nothing that can be allowed beforehand.{near} Choose with `/grants add`.",
  },
  grantNear: { ko: " 혹시 {name} 인가요?", en: " Did you mean {name}?" },
  grantNotPossible: {
    ko: "`{name}`은(는) 미리 허락할 수 없어요. 승인을 묻지 않는 일이거나, 명령, 프로그램, 기기, 돈에 관한 일이거나, 대상을 정할 수 없는 일이에요.",
    en: "`{name}` cannot be allowed beforehand: it asks for no approval, concerns commands, programs, devices or money, or has no target to name.",
  },
  grantNeedsTarget: {
    ko: "“{param}”에 무엇이 올 수 있는지 적어 주세요: `{usage}`",
    en: "Say what “{param}” may be: `{usage}`",
  },
  grantUnknownWord: {
    ko: "“{word}”은(는) 쓸 수 없어요. 이렇게 써 주세요: `{usage}`",
    en: "“{word}” is not known here. Write it like this: `{usage}`",
  },
  grantBadTarget: {
    ko: "“{param}”의 값 “{value}”은(는) 허락할 수 없어요. 파일은 이 채팅의 폴더 안이어야 하고, `*` 만으로는 안 돼요.",
    en: "“{param}” cannot be “{value}”: a file must lie in this chat's folder, and `*` alone names nothing.",
  },
  grantBadNumber: {
    ko: "“{word}”은(는) 1 이상 {max} 이하의 정수여야 해요.",
    en: "“{word}” must be a whole number from 1 to {max}.",
  },
  peopleHead: { ko: "👥 **사람들** {count}명", en: "👥 **People** ({count})" },
  peopleMore: {
    ko: "… 그리고 {count}명 더. 이름을 더 길게 써 보세요.",
    en: "… and {count} more. Please give more of the name.",
  },
  peopleNone: {
    ko: "이름에 “{text}”이(가) 들어간 사람이 없어요.",
    en: "Nobody has “{text}” in the name.",
  },
  peopleOtherPage: { ko: "그 쪽은 이제 없어요.", en: "That page is gone." },
  peopleOwnersOnly: { ko: "주인만 볼 수 있어요.", en: "Only owners see this." },
  peopleNotHere: {
    ko: "아직 저에게 말을 건 적이 없는 분이에요.",
    en: "They have never written to me.",
  },
  person_owner: { ko: "주인", en: "owner" },
  person_member: { ko: "구성원", en: "member" },
  person_guest: { ko: "내보냄", en: "put out" },
  roleAlways: { ko: "항상 주인", en: "always an owner" },
  makeOwner: { ko: "주인으로", en: "Make an owner" },
  makeMember: { ko: "구성원으로", en: "Make a member" },
  putOut: { ko: "내보내기", en: "Put out" },
  roleChanged: { ko: "{name}님: {role}", en: "{name} is now: {role}" },
  roleStale: {
    ko: "그 사이에 바뀌었어요. 목록을 새로 그렸어요.",
    en: "It has changed meanwhile. The list was drawn again.",
  },
  roleLastOwner: {
    ko: "마지막 주인은 바꿀 수 없어요. 먼저 다른 사람을 주인으로 만드세요.",
    en: "The last owner stays. Make someone else an owner first.",
  },
  roleAsked: {
    ko: "다른 주인에게도 물었어요.",
    en: "The other owners have been asked.",
  },
  roleTooFew: {
    ko: "승인할 주인이 모자라요: {needed}명이 필요한데 {count}명뿐이에요.",
    en: "There are not enough owners to approve this: it takes {needed}, there are {count}.",
  },
  roleNotOwner: { ko: "주인만 바꿀 수 있어요.", en: "Only an owner may change this." },
  putOutDone: {
    ko: "{name}님을 내보냈어요. 취소된 승인 {approvals}개, 멈춘 알림 {schedules}개.",
    en: "{name} was put out. Approvals cancelled: {approvals}, reminders stopped: {schedules}.",
  },
  putOutTold: {
    ko: "🚪 주인이 내보내서 이제 이 봇을 쓸 수 없어요. 기다리던 승인은 취소됐어요.",
    en: "🚪 An owner put you out, so you can no longer use this bot. What waited for approval was cancelled.",
  },
  putOutSchedules: { ko: "멈춘 알림: {names}", en: "Reminders stopped: {names}" },
  putOutReason: {
    ko: "주인이 내보내서 하지 않았어요.",
    en: "An owner put the person out, so it was not done.",
  },
  roleTold: {
    ko: "👤 이제 당신의 역할은 **{role}**이에요.",
    en: "👤 Your role is now: **{role}**.",
  },
  personArrived: {
    ko: "👋 **{name}**님이 처음 말을 걸었어요. 이제 메시지를 보낼 수 있어요.",
    en: "👋 **{name}** wrote for the first time: you can message them now.",
  },
  guestTold: {
    ko: "주인이 내보내서 이 봇을 쓸 수 없어요. 주인만 다시 들여보낼 수 있어요.",
    en: "An owner put you out, so you cannot use this bot. Only an owner can let you in again.",
  },
  strangerDenied: {
    ko: "이번엔 안 된대요. {time} 뒤에 다시 물어봐 주세요.",
    en: "Not this time; ask again after {time}.",
  },
} as const satisfies Record<string, Localized>;

/** What is said when a person's accounts on several platforms are joined. `{name}` places are filled by `say`. */
export const LINK_TEXTS = {
  helpLink: { ko: "다른 메신저의 내 계정과 잇기", en: "join your accounts on other platforms" },
  detailLink: {
    ko: "텔레그램, 디스코드, 콘솔을 한 사람으로 써요. 한쪽에서 코드를 받아 다른 쪽 개인 대화에서 보내면 이어져요.\n`/계정연결` · `/계정연결 코드`",
    en: "Use Telegram, Discord and the console as one person: get a code on one of them, and send it in a private chat on the other.\n`/link` · `/link CODE`",
  },
  linkCode: {
    ko: "🔗 다른 계정의 개인 대화에서 10분 안에 한 번 보내 주세요:\n`/계정연결 {code}`\n그 계정과 설정, 기억, 알림을 함께 써요. 코드를 보낸 사람은 회원님으로 여기니 아무에게도 알려 주지 마세요.",
    en: "🔗 Send this once, within 10 minutes, in a private chat from your other account:\n`/link {code}`\nBoth will share settings, memories and reminders. Whoever sends the code counts as you: tell it to nobody.",
  },
  linkAccounts: { ko: "이어진 계정: {list}", en: "Your accounts: {list}" },
  linkPart: { ko: "✂️ {account} 떼기", en: "✂️ Part {account}" },
  linkWrong: {
    ko: "그 코드는 맞지 않거나, 이미 쓰였거나, 10분이 지났어요. 다른 쪽에서 새 코드를 받아 주세요.",
    en: "That code is wrong, was used, or is older than 10 minutes. Get a new one on the other side.",
  },
  linkLocked: {
    ko: "틀린 코드를 다섯 번 보내서 한 시간 동안 코드를 받지 않아요.",
    en: "Five wrong codes were sent, so no code is taken from you for an hour.",
  },
  linkSame: {
    ko: "이 코드는 회원님의 것이에요. 잇고 싶은 다른 계정에서 보내 주세요.",
    en: "This code is your own. Send it from the other account.",
  },
  linkUpside: {
    ko: "이 계정이 할 수 있는 일이 더 많아요. 여기서 코드를 받아 저쪽에서 보내 주세요.",
    en: "This account may do more than the other one. Get the code here, and send it from there.",
  },
  linkConfirm: {
    ko: "🔗 이 계정을 **{name}**({list})님과 한 사람으로 이을까요?\n여기의 기억, 알림, 파일, 기다리는 승인이 모두 그쪽 것이 돼요. 나중에 떼도 그쪽에 남아요.\n**남이 준 코드라면 누르지 마세요.**",
    en: "🔗 Join this account with **{name}** ({list}) as one person?\nMemories, reminders, files and waiting approvals of this account become theirs, and stay so when you part again.\n**If somebody else gave you the code, do not press.**",
  },
  linkDo: { ko: "🔗 잇기", en: "🔗 Join" },
  linkDone: {
    ko: "🔗 이었어요. 이제 {list}에서 같은 사람이에요.",
    en: "🔗 Joined: you are one person on {list} now.",
  },
  linkTold: {
    ko: "🔗 {account} 계정이 회원님과 이어졌어요. 직접 하신 일이 아니면 `/계정연결`을 보내 떼어 주세요.",
    en: "🔗 The account {account} was joined with yours. If that was not you, send `/link` and part it.",
  },
  linkParted: {
    ko: "✂️ {account} 계정을 떼었어요. 그쪽으로 가던 알림은 이 대화로 와요.",
    en: "✂️ The account {account} was parted. Reminders that went there come to this chat.",
  },
  linkAway: {
    ko: "✂️ 이 계정을 다른 계정에서 떼었어요. 다시 쓰려면 주인이 들여보내거나 새 코드가 있어야 해요.",
    en: "✂️ This account was parted from the others. To use the bot from here again, an owner lets you in, or you send a new code.",
  },
  linkStops: {
    ko: "계정을 잇기 위해 멈췄어요.",
    en: "It was stopped because the accounts were joined.",
  },
} as const satisfies Record<string, Localized>;

/** What is said about a person's data: how much there is, taking it along, having it deleted. */
export const LIFE_TEXTS = {
  helpStatus: {
    ko: "무엇을 하고 있고 무엇을 보관하는지 보기",
    en: "see what runs and what is kept",
  },
  helpExport: { ko: "내 데이터 모두 받기", en: "get everything I have of you" },
  helpForget: { ko: "나를 잊게 하기", en: "have me forget you" },
  exportReady: {
    ko: "📦 회원님의 데이터예요. 기록 {rows}개, 파일 {files}개. 대화가 그대로 들어 있으니 잘 보관해 주세요. 무엇이 들어 있고 무엇이 빠졌는지는 README.txt에 적혀 있어요.",
    en: "📦 Here is your data: {rows} records and {files} files. Your conversations can be read in it, so keep it safe. README.txt says what is in it and what is not.",
  },
  exportWithoutFiles: {
    ko: "⚠️ 파일이 {files}나 되어 여기로 보낼 수 있는 크기({limit})를 넘어요. 그래서 파일은 빼고 기록만 담았어요. 파일까지 받으려면 봇을 운영하는 분에게 `ibl-bot export`를 부탁해 주세요.",
    en: "⚠️ Your files are {files}, more than can be sent here ({limit}), so this holds the records without them. To get the files too, ask whoever runs the bot for `ibl-bot export`.",
  },
  exportTooLarge: {
    ko: "데이터가 {size}라서 여기로 보낼 수 있는 크기({limit})를 넘어요. 봇을 운영하는 분에게 `ibl-bot export`를 부탁해 주세요.",
    en: "Your data is {size}, more than can be sent here ({limit}). Ask whoever runs the bot for `ibl-bot export`.",
  },
  forgetCard: {
    ko: "🗑️ **회원님을 모두 잊을까요?** 되돌릴 수 없어요.\n\n지우는 것: 메시지 {messages}건과 대화, 실행 기록 {runs}건, 알림과 브리핑 {schedules}개, 워크플로우 {workflows}개, 할 일 {todos}개, 기억 {memories}개, 개인 대화의 파일({files}), 기다리는 승인, 설정과 계정.\n\n남는 것:\n- 메신저에 있는 메시지 (앱에서 지워 주세요)\n- 그룹의 파일, 다른 사람이 저장한 것과 이미 보낸 메시지\n- 받은 메시지의 번호 (내용 없이)\n- 이미 만든 백업과 로그\n\n지운 다음에는 처음 온 사람이 돼요.",
    en: "🗑️ **Shall I forget everything about you?** This cannot be undone.\n\nWill be deleted: our conversations ({messages} messages of yours), {runs} runs, {schedules} reminders and briefings, {workflows} workflows, {todos} to-dos, {memories} memories, the files of your private chats ({files}), what waits for approval, your settings and accounts.\n\nWill remain:\n- messages in your messenger (you can delete them there)\n- files of groups, what other people saved, and messages already sent\n- numbers of the messages that came, without their content\n- backups and logs made before\n\nAfterwards you are a stranger here.",
  },
  forgetAll: { ko: "모두 지우기", en: "Delete everything" },
  keepEverything: { ko: "그대로 두기", en: "Keep everything" },
  forgetStops: {
    ko: "데이터를 지우기 위해 멈췄어요.",
    en: "It was stopped because the person asked to be forgotten.",
  },
  forgetLastOwner: {
    ko: "이 봇의 주인은 회원님뿐이라 잊을 수 없어요. 먼저 다른 사람을 주인으로 정해 주세요. 봇을 아예 없애려면 서비스를 끄고 데이터 폴더를 지우면 돼요.",
    en: "You are the only owner, so I cannot forget you. Make someone else an owner first. To do away with the bot altogether, stop the service and delete its folder.",
  },
  forgetDone: {
    ko: "🗑️ 모두 지웠어요. 이제 회원님에 대해 아는 것이 없어요. 안녕히 계세요.",
    en: "🗑️ Everything is deleted. I know nothing about you any more. Goodbye.",
  },
  cardWithdrawn: {
    ko: "🚫 요청한 사람이 데이터를 지워서 이 요청은 없어졌어요.",
    en: "🚫 Whoever asked for this has had their data deleted, so it is gone.",
  },
  quotaNear: {
    ko: "💾 이 대화의 파일이 {used}로, 한도 {limit}의 {percent}%예요. 다 차면 새 파일을 저장할 수 없어요. 저는 파일을 마음대로 지우지 않으니, 필요 없는 것을 지워 주세요. “내 파일”이라고 하면 목록이 나와요.",
    en: "💾 The files of this chat are {used}, {percent}% of the {limit} they may be. When it is full, nothing new can be saved. I never delete files by myself, so please delete what you do not need: “my files” lists them.",
  },
  statusIdle: {
    ko: "지금 하는 일도, 기다리는 승인도 없어요.",
    en: "Nothing is running, and nothing waits for you.",
  },
  statusBusy: { ko: "▶️ 지금 하는 일 {count}개", en: "▶️ Running now: {count}" },
  statusWaits: { ko: "✋ 기다리는 승인 {count}개", en: "✋ Waiting for you: {count}" },
  statusComing: {
    ko: "⏰ 다음: **{name}** · {time} (모두 {count}개)",
    en: "⏰ Next: **{name}** · {time} (of {count})",
  },
  statusOwnKept: {
    ko: "🗂 기억 {memories} · 할 일 {todos} · 파일 {files}",
    en: "🗂 Memories {memories} · to-dos {todos} · files {files}",
  },
  statusKeepOwn: {
    ko: "🕓 대화는 {messages} 보관해요. 기억과 파일은 지우실 때까지 둬요.",
    en: "🕓 Conversations are kept {messages}; memories and files until you delete them.",
  },
  statusApprovalsWords: { ko: "/승인", en: "/approvals" },
  statusApprovals: { ko: "승인 보기", en: "What waits" },
  statusRemindersWords: { ko: "/알림", en: "/reminders" },
  statusReminders: { ko: "알림", en: "Reminders" },
  statusWholeWords: { ko: "/상태 서비스", en: "/status service" },
  statusWhole: { ko: "서비스 전체", en: "Whole service" },
  statusOwn: { ko: "**회원님**", en: "**You**" },
  statusRunning: { ko: "- 지금 하는 일: {count}", en: "- running now: {count}" },
  statusWaiting: { ko: "- 기다리는 승인: {count}", en: "- waiting for a decision: {count}" },
  statusSchedules: {
    ko: "- 켜진 알림과 브리핑: {count}{next}",
    en: "- reminders and briefings: {count}{next}",
  },
  statusWatched: {
    ko: "🔔 지켜보는 것 {count}개: {names}",
    en: "🔔 Watching {count}: {names}",
  },
  statusNext: { ko: " (다음: {name}, {time})", en: " (next: {name}, {time})" },
  statusKept: {
    ko: "- 보관 중: 메시지 {messages}, 실행 {runs}, 기억 {memories}, 할 일 {todos}, 워크플로우 {workflows}",
    en: "- kept: {messages} messages, {runs} runs, {memories} memories, {todos} to-dos, {workflows} workflows",
  },
  statusFiles: {
    ko: "📁 이 대화의 파일: {used} / {limit} ({percent}%)",
    en: "📁 Files of this chat: {used} of {limit} ({percent}%)",
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
    ko: "버전 {version}, 서비스가 꺼져 있어요",
    en: "version {version}, the service is not running",
  },
  statusHeld: {
    ko: "가장 오래 멈춘 시간: {seconds}초",
    en: "longest time without an answer to anybody: {seconds} s",
  },
  platformLost: {
    ko: "📵 {platform} 없이 계속해요. {problem}",
    en: "📵 The bot goes on without {platform}. {problem}",
  },
  statusChannels: { ko: "채널: {names}", en: "channels: {names}" },
  statusModel: { ko: "모델: {model}", en: "model: {model}" },
  statusNoModel: { ko: "모델: 없음 (예문으로 알아들어요)", en: "model: none (examples answer)" },
  statusSandbox: { ko: "명령 격리: {sandbox}", en: "sandbox for commands: {sandbox}" },
  statusNoSandbox: {
    ko: "명령 격리: 없음 (명령이 서비스의 권한으로 돌아요)",
    en: "sandbox for commands: none (they run with the rights of the service)",
  },
  statusBrowser: { ko: "브라우저: 있음", en: "browser: ready" },
  statusNoBrowser: { ko: "브라우저: 없음", en: "browser: none" },
  statusActions: { ko: "쓸 수 있는 액션: {count}개", en: "actions that are ready: {count}" },
  statusLack: { ko: "  {name} 없이는 안 되는 액션: {names}", en: "  without {name} not: {names}" },
  statusKeep: {
    ko: "보관 기간: 대화와 실행 기록 {messages}, 받은 메시지와 보낸 메시지의 사본 {transport}, 끝낸 할 일과 지난 알림 {done}. 기억, 워크플로우, 파일은 지우실 때까지 둬요.",
    en: "kept for: conversations and runs {messages}, copies of what came and was sent {transport}, done to-dos and past reminders {done}. Memories, workflows and files stay until you delete them.",
  },
  statusDays: { ko: "{count}일", en: "{count} days" },
  statusForGood: { ko: "계속", en: "for good" },
  unitDays: { ko: "{count}일", en: "{count}d" },
  unitHours: { ko: "{count}시간", en: "{count}h" },
  unitMinutes: { ko: "{count}분", en: "{count}min" },
} as const satisfies Record<string, Localized>;
