import type { Localized } from "../../base/localized.ts";

/** Grants, roles, and approvals that need several people. `{name}` places are filled by `say`. */
export const RIGHTS_TEXTS = {
  helpGrants: {
    ko: "미리 허락해 둔 일 보기, 취소하기, 부탁하기",
    en: "what is allowed beforehand: see, revoke, ask for",
  },
  helpPeople: { ko: "사람과 역할 보기, 바꾸기 (주인만)", en: "people and their roles (owners)" },
  approveAndGrant: { ko: "승인 + 24시간 허용", en: "Approve, and for 24 h" },
  cardOffers: {
    ko: "🔁 “승인 + 24시간 허용”(주인만)을 누르면 이 채팅에서 24시간 동안 아래 일을 묻지 않습니다:",
    en: "🔁 “Approve, and for 24 h” (owners only) also allows this in this chat for 24 hours without asking:",
  },
  cardGranted: {
    ko: "🔁 이 채팅에서 24시간 동안 아래 일을 묻지 않습니다 (/grants):",
    en: "🔁 Allowed in this chat for 24 hours without asking (/grants):",
  },
  alreadyGranted: { ko: "이미 허락됨", en: "allowed already" },
  cardGrant: {
    ko: "🔁 **{name}**님이 다음 일을 앞으로 묻지 않고 하게 해 달라고 합니다:",
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
    ko: "👥 서로 다른 {needed}명이 승인해야 합니다",
    en: "👥 {needed} different people must approve",
  },
  cardTooFew: {
    ko: "⚠️ 지금 승인할 수 있는 사람은 {count}명뿐입니다",
    en: "⚠️ only {count} may approve at present",
  },
  pressMoreNeeded: {
    ko: "승인을 셌습니다. 다른 사람의 승인이 더 필요합니다.",
    en: "Your approval counts. Someone else must approve too.",
  },
  grantsNone: {
    ko: "미리 허락해 둔 일이 없습니다. 이렇게 부탁할 수 있습니다: `{usage}`",
    en: "Nothing is allowed beforehand. You can ask for it: `{usage}`",
  },
  grantsHead: { ko: "🔁 **미리 허락해 둔 일**", en: "🔁 **Allowed beforehand**" },
  grantOf: { ko: "{name}님", en: "{name}" },
  grantIn: { ko: "채팅 {chat}", en: "chat {chat}" },
  grantEverywhere: { ko: "모든 채팅", en: "every chat" },
  grantUntil: { ko: "{time}까지", en: "until {time}" },
  grantThere: { ko: "이 부탁을 한 대화에서", en: "in the chat where this was asked" },
  grantForDays: { ko: "{days}일 동안", en: "for {days} days" },
  grantFor: { ko: "{hours}시간 동안", en: "for {hours} hours" },
  grantForever: { ko: "취소할 때까지", en: "until it is revoked" },
  grantTimes: { ko: "최대 {count}번", en: "at most {count} times" },
  grantLeft: { ko: "{count}번 남음", en: "{count} left" },
  grantUsed: { ko: "{count}번 씀 (마지막 {time})", en: "used {count} times (last {time})" },
  grantUnused: { ko: "아직 쓰지 않음", en: "not used yet" },
  grantGivenBy: { ko: "{name}님이 허락", en: "given by {name}" },
  grantIs: { ko: "“{value}”", en: "“{value}”" },
  grantLike: { ko: "“{value}” 꼴이면 모두", en: "anything like “{value}”" },
  grantOpen: {
    ko: "{param}: 무엇이든, 실행 중에 정해지는 것도",
    en: "{param}: anything, also what is known only while it runs",
  },
  grantRest: { ko: "나머지 내용은 무엇이든", en: "whatever the rest says" },
  revoke: { ko: "{index} 취소", en: "Revoke {index}" },
  grantRevoked: {
    ko: "취소했습니다. 이제 다시 묻습니다.",
    en: "Revoked. It asks again from now on.",
  },
  grantGone: { ko: "이미 끝난 허락입니다.", en: "That has ended already." },
  grantNotYours: {
    ko: "주인이나 허락받은 사람만 취소할 수 있습니다.",
    en: "Only an owner, or the one it was given to, may revoke this.",
  },
  grantSettled: {
    ko: "허락했습니다. /grants 에서 취소할 수 있습니다.",
    en: "Allowed. /grants revokes it.",
  },
  grantToldYes: {
    ko: "🔁 주인이 허락했습니다. 이제 이 일은 묻지 않고 합니다:",
    en: "🔁 An owner allowed it. This is done without asking from now on:",
  },
  grantToldNo: {
    ko: "🔁 주인이 허락하지 않았습니다. 이 일은 계속 물어봅니다:",
    en: "🔁 It was not allowed, so this keeps asking:",
  },
  grantUnknownAction: {
    ko: "“{name}” 라는 동작은 없습니다.{near}",
    en: "There is no action “{name}”.{near}",
  },
  grantNear: { ko: " 혹시 {name} 인가요?", en: " Did you mean {name}?" },
  grantNotPossible: {
    ko: "`{name}`은(는) 미리 허락할 수 없습니다. 승인을 묻지 않는 일이거나, 명령, 프로그램, 기기, 돈에 관한 일이거나, 대상을 정할 수 없는 일입니다.",
    en: "`{name}` cannot be allowed beforehand: it asks for no approval, concerns commands, programs, devices or money, or has no target to name.",
  },
  grantNeedsTarget: {
    ko: "“{param}”에 무엇이 올 수 있는지 적어 주세요: `{usage}`",
    en: "Say what “{param}” may be: `{usage}`",
  },
  grantUnknownWord: {
    ko: "“{word}”은(는) 쓸 수 없습니다. 이렇게 써 주세요: `{usage}`",
    en: "“{word}” is not known here. Write it like this: `{usage}`",
  },
  grantBadTarget: {
    ko: "“{param}”의 값 “{value}”은(는) 허락할 수 없습니다. 파일은 이 채팅의 폴더 안이어야 하고, `*` 만으로는 안 됩니다.",
    en: "“{param}” cannot be “{value}”: a file must lie in this chat's folder, and `*` alone names nothing.",
  },
  grantBadNumber: {
    ko: "“{word}”은(는) 1 이상 {max} 이하의 정수여야 합니다.",
    en: "“{word}” must be a whole number from 1 to {max}.",
  },
  peopleHead: { ko: "👥 **사람들**", en: "👥 **People**" },
  peoplePage: {
    ko: "👥 **사람들** {count}명 · {page}/{pages}쪽",
    en: "👥 **People**: {count} · page {page} of {pages}",
  },
  peopleMore: {
    ko: "… 그리고 {count}명 더. 이름을 더 길게 써 보세요.",
    en: "… and {count} more. Please give more of the name.",
  },
  peopleNone: {
    ko: "이름에 “{text}”이(가) 들어간 사람이 없습니다. 모두 보려면 /people",
    en: "Nobody has “{text}” in the name. /people shows everybody.",
  },
  peopleOtherPage: {
    ko: "그 쪽은 이제 없습니다. 다시 보려면 /people",
    en: "That page is gone. /people shows the list as it is.",
  },
  peopleOwnersOnly: { ko: "주인만 볼 수 있습니다.", en: "Only owners see this." },
  person_owner: { ko: "주인", en: "owner" },
  person_member: { ko: "구성원", en: "member" },
  person_guest: { ko: "내보냄", en: "put out" },
  roleAlways: { ko: "항상 주인", en: "always an owner" },
  makeOwner: { ko: "{name} → 주인", en: "{name} → owner" },
  makeMember: { ko: "{name} → 구성원", en: "{name} → member" },
  putOut: { ko: "{name} 내보내기", en: "Put {name} out" },
  roleChanged: { ko: "{name}님: {role}", en: "{name} is now: {role}" },
  roleStale: {
    ko: "그 사이에 바뀌었습니다. 목록을 새로 그렸습니다.",
    en: "It has changed meanwhile. The list was drawn again.",
  },
  roleLastOwner: {
    ko: "마지막 주인은 바꿀 수 없습니다. 먼저 다른 사람을 주인으로 만드세요.",
    en: "The last owner stays. Make someone else an owner first.",
  },
  roleAsked: {
    ko: "다른 주인에게도 물었습니다.",
    en: "The other owners have been asked.",
  },
  roleTooFew: {
    ko: "승인할 주인이 모자랍니다: {needed}명이 필요한데 {count}명뿐입니다.",
    en: "There are not enough owners to approve this: it takes {needed}, there are {count}.",
  },
  roleNotOwner: { ko: "주인만 바꿀 수 있습니다.", en: "Only an owner may change this." },
  putOutDone: {
    ko: "{name}님을 내보냈습니다. 취소된 승인 {approvals}개, 멈춘 예약 {schedules}개.",
    en: "{name} was put out. Approvals cancelled: {approvals}, schedules stopped: {schedules}.",
  },
  putOutTold: {
    ko: "🚪 주인이 내보내서 이제 이 봇을 쓸 수 없습니다. 기다리던 승인은 취소됐습니다.",
    en: "🚪 An owner put you out, so you can no longer use this bot. What waited for approval was cancelled.",
  },
  putOutSchedules: { ko: "멈춘 예약: {names}", en: "Schedules stopped: {names}" },
  putOutReason: {
    ko: "주인이 내보내서 하지 않았습니다.",
    en: "An owner put the person out, so it was not done.",
  },
  roleTold: {
    ko: "👤 이제 당신의 역할은 **{role}**입니다.",
    en: "👤 Your role is now: **{role}**.",
  },
  guestTold: {
    ko: "주인이 내보내서 이 봇을 쓸 수 없습니다. 주인만 다시 들여보낼 수 있습니다.",
    en: "An owner put you out, so you cannot use this bot. Only an owner can let you in again.",
  },
  strangerDenied: {
    ko: "주인이 요청을 받아들이지 않았습니다. {time} 이후에 다시 요청할 수 있습니다.",
    en: "The owner did not accept your request. You may ask again after {time}.",
  },
} as const satisfies Record<string, Localized>;
