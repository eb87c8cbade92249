import type { Conversation } from "./support/conversation.ts";

const ALONE = (what: string) => ({
  on: "console" as const,
  what,
  because: "a terminal is one person's own chat, no group",
});

/** In a group: whoever is addressed answers, and what is private is not shown. */
export const GROUPS: readonly Conversation[] = [
  {
    name: "in a group a question is answered, and a command waits for an owner",
    language: "ko",
    place: "group",
    hasGuest: true,
    isGuestIn: true,
    differs: ["chats", "updates", "outbox", "shown"].map(ALONE),
    steps: [
      { says: "지금 몇 시야", reads: [/요일 오[전후] \d+:\d+(?:이에요|예요)/] },
      { says: "notes.md에 회의라고 적어줘", reads: [/적었어요/] },
      { says: '/ibl [system:run_command]("ls")', reads: [/이 컴퓨터에서 실행할까요/] },
      { by: "guest", presses: "실행", notOn: ["console"], notes: /지은님이나 주인이 정해요/ },
      { presses: "실행", reads: [/✅ 실행했어요/] },
    ],
  },
  {
    name: "what is private is not shown in a group",
    language: "en",
    place: "group",
    differs: ["chats", "updates", "outbox", "rate_uses", "held_answers", "shown"].map(ALONE),
    steps: [
      { says: "/start", place: "private", reads: [/Hi Jieun/] },
      {
        says: "/memory",
        reads: [/For your eyes only/],
        insteadOn: { console: { reads: [/I remember nothing/] } },
      },
      {
        says: "/history",
        reads: [/For your eyes only/],
        insteadOn: { console: { reads: [/Nothing was said/] } },
      },
      { says: "what time is it", reads: [/It's/] },
    ],
  },
];
