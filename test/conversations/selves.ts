import type { Conversation } from "./support/conversation.ts";

const NO_FILES_ON_A_TERMINAL = [
  "attachments",
  "updates",
  "outbox",
  "rate_uses",
  "model_uses",
  "todos",
  "undo_changes",
  "turns",
  "turn_contexts",
  "messages",
  "runs",
  "steps",
  "shown",
].map((what) => ({
  on: "console" as const,
  what,
  because: "a terminal takes no files, so nothing comes of them there",
}));

/** What a person sets, has remembered, and takes with them. */
export const SELVES: readonly Conversation[] = [
  {
    name: "the language is changed and everything speaks it",
    language: "ko",
    steps: [
      { says: "/settings", reads: [/설정/] },
      { says: "/language en", reads: [/I speak English now/] },
      { says: "/help", reads: [/Just say it/] },
      { says: "/settings language ko", reads: [/이제 한국어로 말할게요/] },
    ],
  },
  {
    name: "zone and quiet hours are set by words and by buttons",
    language: "en",
    steps: [
      { says: "/timezone London", reads: [/clock is that of London/] },
      { says: "/settings", reads: [/Time zone: London/] },
      { presses: "Quiet hours", reads: [/are held until these hours end/] },
      { presses: "10 PM–7 AM", reads: [/Quiet hours: 10 PM–7 AM/] },
      { says: "/settings quiet off", reads: [/Quiet hours are off/] },
      { says: "/timezone Nowhere", reads: [/Nowhere/] },
    ],
  },
  {
    name: "facts are remembered, found and forgotten",
    language: "ko",
    steps: [
      { says: "/remember 나는 땅콩 알레르기가 있어", reads: [/기억했어요: 나는 땅콩/] },
      { says: "/remember 딸 이름은 서연이야", reads: [/기억했어요: 딸 이름은 서연/] },
      { says: "/memory 땅콩", reads: [/땅콩/] },
      { says: "/forget 1", reads: [/기억을 지웠어요: 나는 땅콩/] },
      { says: "/memory", reads: [/서연/] },
    ],
  },
  {
    name: "what was said is shown, and a new conversation begins",
    language: "en",
    steps: [
      { says: "what time is it", reads: [/It's/] },
      { says: "/history", reads: [/./] },
      { says: "/new", reads: [/New conversation/] },
    ],
  },
  {
    name: "somebody else is spoken with, and a switch runs at one tap",
    language: "en",
    steps: [
      { says: "/agent", reads: [/You are speaking with/] },
      { says: "/agent news", reads: [/From now on you speak with/] },
      { says: "/agent system", reads: [/From now on you speak with/] },
      { says: "/switches add clock [system:time]", reads: [/The switch clock is there/] },
      { says: "/switches", reads: [/Press a switch to run it/] },
      { presses: "clock", reads: [/It's/] },
      { says: "/switches remove clock", reads: [/Removed the switch clock/] },
    ],
  },
  {
    name: "everything of a person is handed out, and then forgotten",
    language: "ko",
    hasGuest: true,
    isGuestIn: true,
    steps: [
      { says: "/remember 나는 서울에 살아", reads: [/기억했어요: 나는 서울에/] },
      { says: "/status", reads: [/기다리는 승인도 없어요[\s\S]*기억 1/] },
      { says: "/export", reads: [/회원님의 데이터예요/] },
      { by: "guest", says: "/forget_me", reads: [/모두 잊을까요/] },
      { by: "guest", presses: "모두 지우기", reads: [/모두 지웠어요/] },
    ],
  },
  {
    name: "a chat near its quota is warned, and a full one saves nothing more",
    language: "en",
    environment: { IBL_FILE_QUOTA_MB: "0.0001" },
    steps: [
      {
        says: `/ibl [system:write]("a.md") {content: "${"a".repeat(95)}"}`,
        reads: [/Saved \S*a\.md/, /of the/],
      },
      {
        says: `/ibl [system:write]("b.md") {content: "${"b".repeat(95)}"}`,
        reads: [/already holds/],
      },
    ],
  },
  {
    name: "too many messages are slowed down, and help is always there",
    language: "en",
    environment: { IBL_RATE_MESSAGES_PERSON: "2/0" },
    steps: [
      { says: "what time is it", reads: [/It's/] },
      { says: "what time is it", reads: [/It's/] },
      { says: "what time is it", reads: [/limit|many/i] },
      { says: "what time is it", isSilent: true },
      { says: "/help", reads: [/\/reminder/] },
    ],
  },
  {
    name: "a file that is sent is kept in the chat",
    language: "ko",
    differs: NO_FILES_ON_A_TERMINAL,
    steps: [
      {
        sends: { name: "menu.md", mediaType: "text/markdown", text: "김밥 3000원" },
        says: "이거 보관해 줘",
        notOn: ["console"],
        reads: [/menu\.md/],
      },
      {
        says: "/files",
        reads: [/menu\.md/],
        insteadOn: { console: { reads: [/없/] } },
      },
    ],
  },
  {
    name: "what is spoken is written down and answered",
    language: "ko",
    differs: NO_FILES_ON_A_TERMINAL,
    hears: ["지금 몇 시야?", "할 일에 우유 사기 추가해줘"],
    steps: [
      {
        sends: { name: "voice.ogg", mediaType: "audio/ogg", text: "OggS", isVoice: true },
        notOn: ["console"],
        reads: [/🎙️ 지금 몇 시야\?/, /요일 오[전후] \d+:\d+(?:이에요|예요)/],
      },
      {
        sends: { name: "voice.ogg", mediaType: "audio/ogg", text: "OggS", isVoice: true },
        notOn: ["console"],
        reads: [/🎙️ 할 일에 우유/, /✅ 우유 사기 넣었어요/],
        isTwice: true,
      },
      { says: "할 일 보여줘", reads: [/우유 사기/], insteadOn: { console: { reads: [/없/] } } },
    ],
  },
];
