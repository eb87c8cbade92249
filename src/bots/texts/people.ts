import type { Localized } from "../../base/localized.ts";

/** How people come in: the claim, strangers, access. `{name}` places are filled by `say`. */
export const PEOPLE_TEXTS = {
  claimWelcome: {
    ko: "🎉 {name}님이 이 봇의 주인입니다. 말씀하시면 작은 프로그램으로 바꿔 하고, 위험한 일은 버튼으로 허락받은 뒤에만 합니다. 하나 눌러 보세요. 더 많은 것은 /help",
    en: "🎉 {name}, you are the owner of this bot. I turn what you ask into a small program, and do anything risky only after you press a button. Try one of these; /help shows more.",
  },
  claimWrong: {
    ko: "그 코드는 맞지 않거나 이미 쓰였습니다. 서비스 로그에 있는 최신 코드를 `/claim 코드` 로 보내 주세요.",
    en: "That code is wrong or was used. Send the newest code from the service's log as `/claim CODE`.",
  },
  claimLocked: {
    ko: "틀린 코드를 다섯 번 보내서 한 시간 동안 코드를 받지 않습니다. 그 뒤에 서비스 로그에 있는 최신 코드를 보내 주세요.",
    en: "Five wrong codes were sent, so no code is taken from you for an hour. After that, send the newest code from the service's log.",
  },
  strangerFirst: {
    ko: "아직 주인이 없는 봇입니다. 봇을 켠 컴퓨터의 로그에 있는 한 번 쓰는 코드를 `/claim 코드` 로 보내면 주인이 됩니다.",
    en: "This bot has no owner yet. Send the one-time code from the log of the computer that runs it as `/claim CODE` to become the owner.",
  },
  strangerAsked: {
    ko: "이 봇은 주인이 들여보낸 사람만 쓸 수 있습니다. 주인에게 요청 카드를 보냈습니다. 허락되면 알려 드리겠습니다.",
    en: "Only people whom the owner let in may use this bot. The owner has been sent a card; you will hear when they let you in.",
  },
  strangerWaiting: {
    ko: "요청이 아직 주인을 기다리고 있습니다.",
    en: "Your request is still waiting for the owner.",
  },
  admitted: {
    ko: "🎉 들어오셨습니다. /help 로 무엇을 할 수 있는지 볼 수 있습니다.",
    en: "🎉 You are in. /help shows what I can do.",
  },
  notAdmitted: {
    ko: "주인이 요청을 받아들이지 않았습니다. {time} 이후에 다시 요청할 수 있습니다.",
    en: "The owner did not accept your request. You may ask again after {time}.",
  },
  accessGranted: { ko: "{name}님을 들여보냈습니다.", en: "{name} is in." },
  accessRefused: { ko: "{name}님을 들여보내지 않았습니다.", en: "{name} was not let in." },
  accessUnanswered: {
    ko: "주인이 제때 답하지 않았습니다. 아무 말이나 보내면 다시 묻겠습니다.",
    en: "The owner did not answer in time. Write anything and I will ask again.",
  },
  accessExpired: {
    ko: "{name}님의 요청은 시간이 지났습니다.",
    en: "The request of {name} is past its time.",
  },
} as const satisfies Record<string, Localized>;
