import type { Localized } from "../../base/localized.ts";

/** What is said when a person's accounts on several platforms are joined. `{name}` places are filled by `say`. */
export const LINK_TEXTS = {
  helpLink: { ko: "다른 메신저의 내 계정과 잇기", en: "join your accounts on other platforms" },
  detailLink: {
    ko: "텔레그램, 디스코드, 콘솔을 한 사람으로 씁니다. 한쪽에서 `/link` 를 보내면 코드가 나오고, 다른 쪽의 개인 대화에서 `/link 코드` 로 보내면 이어집니다. 이은 뒤에는 설정, 기억, 예약, 허락, 승인을 함께 쓰고, 여기서 다시 뗄 수 있습니다.",
    en: "Use Telegram, Discord and the console as one person. `/link` on one of them shows a code; send it as `/link CODE` in a private chat on the other. Settings, memories, schedules, grants and approvals are shared from then on, and here you can part them again.",
  },
  linkCode: {
    ko: "🔗 잇고 싶은 다른 계정의 개인 대화에서 10분 안에 한 번 보내 주세요:\n`/link {code}`\n그 계정에서도 설정, 기억, 예약, 허락, 승인을 함께 쓰게 됩니다. 이 코드를 보낸 계정은 회원님으로 여기니, 다른 사람에게 알려 주지 마세요.",
    en: "🔗 Send this once, within 10 minutes, in a private chat from your other account:\n`/link {code}`\nThat account will share your settings, memories, schedules, grants and approvals. Whoever sends the code counts as you, so tell it to nobody.",
  },
  linkAccounts: { ko: "이어진 계정: {list}", en: "Your accounts: {list}" },
  linkPart: { ko: "✂️ {account} 떼기", en: "✂️ Part {account}" },
  linkWrong: {
    ko: "그 코드는 맞지 않거나, 이미 쓰였거나, 10분이 지났습니다. 다른 쪽에서 `/link` 를 보내 새 코드를 받아 주세요.",
    en: "That code is wrong, was used, or is older than 10 minutes. Send `/link` on the other side for a new one.",
  },
  linkLocked: {
    ko: "틀린 코드를 다섯 번 보내서 한 시간 동안 코드를 받지 않습니다.",
    en: "Five wrong codes were sent, so no code is taken from you for an hour.",
  },
  linkSame: {
    ko: "이 코드는 회원님의 것입니다. 잇고 싶은 다른 계정에서 보내 주세요.",
    en: "This code is your own. Send it from the other account.",
  },
  linkUpside: {
    ko: "이 계정이 할 수 있는 일이 더 많아서 저쪽 계정에 넘길 수 없습니다. 여기서 `/link` 를 보내고, 나온 코드를 저쪽에서 보내 주세요.",
    en: "This account may do more than the other one, so it cannot be handed to it. Send `/link` here, and its code from the other account.",
  },
  linkConfirm: {
    ko: "🔗 이 계정을 **{name}**({list})님과 한 사람으로 이을까요?\n여기의 기억, 예약, 워크플로우, 허락, 기다리는 승인이 모두 그쪽 것이 되고, 하던 일은 멈춥니다. 나중에 떼도 이것들은 그쪽에 남습니다. **남이 준 코드라면 누르지 마세요.**",
    en: "🔗 Join this account with **{name}** ({list}) as one person?\nMemories, schedules, workflows, grants and waiting approvals of this account become theirs, and what runs is stopped. Parting later leaves all of it with them. **If somebody else gave you the code, do not press.**",
  },
  linkDo: { ko: "🔗 잇기", en: "🔗 Join" },
  linkDone: {
    ko: "🔗 이었습니다. 이제 {list}에서 같은 사람입니다. 떼려면 /link",
    en: "🔗 Joined: you are one person on {list} now. /link parts them again.",
  },
  linkTold: {
    ko: "🔗 {account} 계정이 회원님과 이어졌습니다. 직접 하신 일이 아니라면 /link 를 보내 떼어 주세요.",
    en: "🔗 The account {account} was joined with yours. If that was not you, send /link and part it.",
  },
  linkParted: {
    ko: "✂️ {account} 계정을 떼었습니다. 그쪽으로 가던 예약은 이 대화로 옵니다.",
    en: "✂️ The account {account} was parted. Schedules that were delivered there come to this chat.",
  },
  linkAway: {
    ko: "✂️ 이 계정을 다른 계정에서 떼었습니다. 다시 쓰려면 주인이 들여보내거나, 새 `/link` 코드가 있어야 합니다.",
    en: "✂️ This account was parted from the others. To use the bot from here again, the owner lets you in, or you send a new `/link` code.",
  },
  linkStops: {
    ko: "계정을 잇기 위해 멈췄습니다.",
    en: "It was stopped because the accounts were joined.",
  },
} as const satisfies Record<string, Localized>;
