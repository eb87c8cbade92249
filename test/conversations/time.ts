import type { Conversation } from "./support/conversation.ts";

const HOUR_MS = 3_600_000;

/** Ten in the morning, when every conversation begins, to eight of the next day. */
const TO_NEXT_EIGHT_MS = 22 * HOUR_MS;

/** What happens at its time. */
export const TIME: readonly Conversation[] = [
  {
    name: "a briefing is scheduled in words, comes, is put off and is stopped",
    language: "ko",
    steps: [
      {
        says: "매일 아침 8시에 뉴스 브리핑 보내줘",
        reads: [/🔁 뉴스 브리핑 · 매일 오전 8시/],
        buttons: ["되돌리기", "바꾸기"],
      },
      {
        waits: TO_NEXT_EIGHT_MS,
        reads: [/🗞️ 뉴스 브리핑/],
        buttons: ["바꾸기", "새로", "끄기"],
      },
      { presses: "끄기", reads: [/🗑 뉴스 브리핑 껐어요/] },
      { says: "/schedule", reads: [/뉴스 브리핑[\s\S]*꺼짐/] },
      { waits: 24 * HOUR_MS, isSilent: true },
    ],
  },
  {
    name: "a briefing is put together with buttons, comes, is looked at and is stopped",
    language: "ko",
    steps: [
      { says: "/briefing", reads: [/아직 브리핑이 없어요/] },
      { presses: "아침 브리핑", reads: [/- 언제: 매일 오전 8시\n다음은/] },
      { presses: "바꾸기", reads: [/무엇을 바꿀까요/] },
      { presses: "뉴스 주제", reads: [/주제/] },
      { says: "반도체", reads: [/- 뉴스 주제: 반도체/] },
      { presses: "이대로 만들기", reads: [/🔁 아침 브리핑 · 매일 오전 8시/] },
      { waits: TO_NEXT_EIGHT_MS, reads: [/🌅 11월 21일 토요일[\s\S]*반도체/] },
      { says: "/briefing", reads: [/1\. 🔁 아침 브리핑/] },
      { presses: "1", reads: [/아침 브리핑[\s\S]*✓ 전달됨/] },
      { presses: "끄기", reads: [/꺼짐|멈춤|⏸/] },
      { waits: 24 * HOUR_MS, isSilent: true },
    ],
  },
  {
    name: "the hour comes in a message of its own, after the service was killed",
    language: "ko",
    steps: [
      { says: "내일 전화하라고 알려줘", reads: [/⏰ 전화하기 · /] },
      { restarts: "killed" },
      { says: "저녁 7시", reads: [/✏️ 전화하기 · /] },
      { waits: 34 * HOUR_MS, reads: [/⏰ 전화하기/] },
    ],
  },
  {
    name: "a briefing is scheduled in words and comes after a restart",
    language: "en",
    steps: [
      {
        says: "send me the news briefing every day at 8am",
        reads: [/🔁 News briefing · every day at 8 AM/],
      },
      { restarts: "stopped" },
      { waits: TO_NEXT_EIGHT_MS, reads: [/🗞️ News briefing/] },
      { says: "/schedule", reads: [/News briefing/] },
    ],
  },
  {
    name: "what is to be kept is tried before the card asks, and what fails then may be kept all the same",
    language: "en",
    files: { "notes.md": "milk" },
    steps: [
      {
        says: `/ibl [system:schedule]("notes") {cron: "0 8 * * *", pipeline: '[system:read]("notes.md") >> [system:run_command]("wc -c")'}`,
        reads: [/every day at 8 AM\?[\s\S]*wc -c[\s\S]*At most once a day/],
        buttons: ["Every day", "Ask each time", "Don't"],
      },
      { presses: "Don't", reads: [/✖️ Not scheduled · Jieun/] },
      {
        says: `/ibl [system:schedule]("notes") {cron: "0 8 * * *", pipeline: '[system:read]("none.md") >> [system:run_command]("wc -c")'}`,
        reads: [/every day at 8 AM\?[\s\S]*did not work just now[\s\S]*none\.md/],
      },
      { restarts: "killed" },
      { presses: "Ask each time", reads: [/🔁 [\s\S]*notes/] },
      {
        says: '/check --dry-run [system:read]("notes.md") >> [system:write]("copy.md")',
        reads: [/🧪 Tried just now ✓[\s\S]*Not done: Write "copy\.md"/],
      },
    ],
  },
  {
    name: "a briefing is changed in words, and comes as it was changed",
    language: "ko",
    steps: [
      {
        says: `/ibl [system:schedule]("아침 브리핑") {cron: "0 8 * * *", pipeline: '[system:run]("morning_briefing") {topic: ["AI"], place: "서울", parts: ["weather", "news"]}'}`,
        reads: [/🔁 아침 브리핑 · 매일 오전 8시/],
      },
      {
        says: "뉴스 주제를 반도체로 바꿔줘",
        reads: [/✏️ 아침 브리핑 · 매일 오전 8시/],
        buttons: ["되돌리기"],
      },
      { waits: TO_NEXT_EIGHT_MS, reads: [/서울[\s\S]*반도체/] },
    ],
  },
  {
    name: "what becomes of a run that overlaps is said in words, and which schedule is meant is asked",
    language: "ko",
    steps: [
      {
        says: `/ibl [system:schedule]("물 마시기") {cron: "0 9 * * *", pipeline: '[system:notify_user]("물")'}`,
        reads: [/🔁 물 마시기 · 매일 오전 9시/],
      },
      {
        says: `/ibl [system:schedule]("스트레칭") {cron: "0 10 * * *", pipeline: '[system:notify_user]("몸 풀기")'}`,
        reads: [/🔁 스트레칭 · 매일 오전 10시/],
      },
      {
        says: "이전 게 아직 돌고 있으면 멈추고 새로 해",
        reads: [/이걸 할까요/],
        buttons: ["“물 마시기”", "“스트레칭”"],
      },
      {
        presses: "“스트레칭”",
        reads: [/✏️ 스트레칭/],
      },
      { says: "/schedule 스트레칭", reads: [/앞 실행이 끝나지 않았으면 멈추고 새로 시작/] },
    ],
  },
  {
    name: "a reminder for one time rings once",
    language: "ko",
    steps: [
      {
        says: "30분 뒤에 물 마시라고 알려줘",
        reads: [/⏰ 물 마시기/],
        buttons: ["되돌리기", "바꾸기"],
      },
      { waits: 31 * 60_000, reads: [/물 마시/] },
      { waits: 24 * HOUR_MS, isSilent: true },
    ],
  },
  {
    name: "a program is scheduled by hand, switched off and on",
    language: "en",
    steps: [
      {
        says: '/ibl [system:schedule]("hello") {cron: "0 9 * * *", pipeline: "[system:time]"}',
        reads: [/🔁 hello · every day at 9 AM/],
      },
      { says: '/ibl [system:disable]("hello")', reads: [/hello/] },
      { waits: 24 * HOUR_MS, isSilent: true },
      { says: "/schedule", reads: [/hello/] },
    ],
  },
  {
    name: "quiet hours hold a briefing until they end",
    language: "en",
    steps: [
      { says: "/settings quiet 07:00-09:00", reads: [/be quiet 7 AM–9 AM/] },
      { says: "send me the news briefing every day at 8am", reads: [/🔁 News briefing/] },
      { waits: TO_NEXT_EIGHT_MS + 60_000, isSilent: true },
      { waits: HOUR_MS, reads: [/🗞️ News briefing/] },
    ],
  },
  {
    name: "a schedule is opened in its list, paused, switched on again and run at once",
    language: "ko",
    steps: [
      { says: "/schedule", reads: [/아직 알림이 없어요/] },
      { says: "매일 아침 8시에 뉴스 브리핑 보내줘", reads: [/🔁 뉴스 브리핑/] },
      { says: "/schedule", reads: [/1\. 🔁 뉴스 브리핑/], buttons: ["1"] },
      {
        presses: "1",
        reads: [/다음은 [\s\S]*뉴스 검색: AI/],
      },
      {
        presses: "끄기",
        reads: [/꺼짐/],
        buttons: ["바꾸기", "지금 받기", "다시 켜기", "목록"],
      },
      { presses: "다시 켜기", reads: [/🔁 뉴스 브리핑 · 매일 오전 8시/] },
      { says: "/schedule 뉴스", reads: [/뉴스 브리핑/] },
      { presses: "지금 받기", reads: [/🗞️ 뉴스 브리핑/] },
    ],
  },
];
