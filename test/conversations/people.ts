import type { Conversation } from "./support/conversation.ts";

const LOCAL = (what: string) => ({
  on: "console" as const,
  what,
  because:
    "the owner of the machine, who asks on behalf of strangers and is in every list, is the one who sits at the console",
});

/** Strangers, members and owners. */
export const PEOPLE: readonly Conversation[] = [
  {
    name: "the first owner claims the bot and is greeted",
    language: "ko",
    isUnclaimed: true,
    differs: [
      "people",
      "identities",
      "chats",
      "updates",
      "outbox",
      "rate_uses",
      "runs",
      "steps",
      "one_time_codes",
      "shown",
    ].map((what) => ({
      on: "console" as const,
      what,
      because: "whoever sits at the console owns the bot from the start and claims nothing",
    })),
    steps: [
      { says: "안녕", notOn: ["console"], reads: [/아직 주인이 없어요/] },
      { says: "/claim AAAA-AAAA", notOn: ["console"], reads: [/코드는 맞지 않/] },
      {
        says: "/claim {code}",
        notOn: ["console"],
        reads: [/주인이에요/],
        buttons: ["서울 날씨", "30분 뒤 알림"],
      },
      { says: "지금 몇 시야", reads: [/요일 오[전후] \d+:\d+(?:이에요|예요)/] },
    ],
  },
  {
    name: "a stranger asks to come in and is let in",
    language: "en",
    differs: [LOCAL("approvals.person_id")],
    hasGuest: true,
    steps: [
      { says: "/start", reads: [/./] },
      {
        by: "guest",
        says: "hello",
        reads: [/I asked the owner/],
        otherReads: [/Bob.* would like in\s+(Telegram|Discord) · ID …/],
      },
      { by: "guest", says: "hello?", reads: [/still waiting for the owner/] },
      { presses: "Let in", reads: [/Bob/], otherReads: [/You're in 🎉/] },
      { by: "guest", says: "what time is it", reads: [/It's/] },
    ],
  },
  {
    name: "a stranger is refused, and told when to ask again",
    language: "ko",
    differs: [LOCAL("approvals.person_id")],
    hasGuest: true,
    steps: [
      { says: "/start", reads: [/./] },
      {
        by: "guest",
        says: "안녕하세요",
        reads: [/주인에게 물어봤어요/],
        otherReads: [/민수.* 님이 쓰고 싶대요/],
      },
      { presses: "거절", otherReads: [/이번엔 안 된대요/] },
      { by: "guest", says: "왜요", reads: [/다시 물어봐 주세요|이번엔/] },
    ],
  },
  {
    name: "a stranger's press on the owner's card does nothing",
    language: "en",
    hasGuest: true,
    files: { "a.md": "one" },
    steps: [
      { says: '/ibl [system:run_command]("rm a.md")', reads: [/Run this on the computer/] },
      { by: "guest", presses: "Run", notOn: ["console"], notes: /not let in yet/ },
      { says: '/ibl [system:read]("a.md")', reads: [/one/] },
      { says: "/approvals", reads: [/Run this on the computer/] },
    ],
    differs: [
      { on: "console", what: "updates", because: "nobody else can reach the keys of a terminal" },
    ],
  },
  {
    name: "a member is put out",
    language: "en",
    differs: ["outbox", "shown"].map(LOCAL),
    hasGuest: true,
    isGuestIn: true,
    steps: [
      { by: "guest", says: "what time is it", reads: [/It's/] },
      { says: "/people bob", reads: [/Bob/] },
      { presses: "Put out", reads: [/Bob/] },
      { by: "guest", says: "what time is it", reads: [/put you out|let you in again/] },
    ],
  },
  {
    name: "two people ask and each sees only their own",
    language: "ko",
    hasGuest: true,
    isGuestIn: true,
    steps: [
      { says: "/remember 나는 땅콩 알레르기가 있어", reads: [/기억했어요: 나는 땅콩/] },
      { by: "guest", says: "/memory", reads: [/기억하는 것이 없어요/] },
      { by: "guest", says: "할 일에 우유 사기 추가해줘", reads: [/우유 사기/] },
      { says: "할 일 보여줘", reads: [/할 일/] },
      { says: "/memory", reads: [/땅콩/] },
    ],
  },
];
