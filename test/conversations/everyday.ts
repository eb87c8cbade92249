import type { Conversation } from "./support/conversation.ts";

/** What people ask for every day, without a model. */
export const EVERYDAY: readonly Conversation[] = [
  {
    name: "a newcomer is greeted, tries a button and asks",
    language: "ko",
    steps: [
      {
        says: "/start",
        reads: [/안녕하세요, 지은님/],
        buttons: ["서울 날씨", "30분 뒤 알림"],
      },
      { presses: "30분 뒤 알림", reads: [/⏰/] },
      { says: "뉴욕은 지금 몇 시야", reads: [/뉴욕은 .*이에요 \(/] },
    ],
  },
  {
    name: "a newcomer is greeted, tries a button and asks",
    language: "en",
    steps: [
      { says: "/start", reads: [/Hi Jieun/] },
      { presses: "Remind me in 30 min", reads: [/⏰/] },
      { says: "what time is it", isTwice: true, reads: [/It's/] },
    ],
  },
  {
    name: "news are found, saved, listed, sent back and deleted",
    language: "en",
    steps: [
      { says: "find AI news and save it to news.md", reads: [/Saved \S*news\.md/] },
      { says: "/files", reads: [/1\. news\.md/] },
      { presses: "1", reads: [/news\.md/], buttons: ["Open", "Get it", "Delete", "All"] },
      { presses: "Get it", reads: [/news\.md/] },
      { says: "/files news", reads: [/news\.md/] },
      { presses: "Delete", reads: [/🗑 Deleted \S*news\.md/], buttons: ["Undo"] },
      { presses: "Undo", reads: [/↩️ Undone: news\.md is back/] },
      { says: "delete news.md", reads: [/🗑 Deleted \S*news\.md/], buttons: ["Undo"] },
      { says: "/files", reads: [/no files|nothing|empty/i] },
    ],
  },
  {
    name: "to-dos are added, ticked off and shown",
    language: "ko",
    steps: [
      { says: "할 일에 우유 사기 추가해줘", reads: [/✅ 우유 사기 넣었어요 \(1개\)/] },
      { says: "할 일에 빵 사기 추가해줘", isTwice: true, reads: [/✅ 빵 사기 넣었어요 \(2개\)/] },
      { says: "할 일 보여줘", reads: [/우유 사기[\s\S]*빵 사기/] },
    ],
  },
  {
    name: "words that fit nothing well are asked about, and a press chooses",
    language: "ko",
    steps: [
      { says: "뉴스 시간 가격", reads: [/이걸 할까요/] },
      { presses: "뉴스 검색: 시간 가격", reads: [/시간 가격/] },
    ],
  },
  {
    name: "a misspelt program is corrected by one press",
    language: "en",
    steps: [
      {
        says: '/ibl [systm:write]("list.md") {content: "milk"}',
        reads: [/Corrected, it runs/],
      },
      { presses: "Run corrected", reads: [/Saved \S*list\.md/] },
      { says: '/check [system:delete]("list.md")', reads: [/system:delete/] },
    ],
  },
  {
    name: "a command that does not exist is met with the nearest",
    language: "ko",
    steps: [
      { says: "/scheduel", reads: [/혹시 \/예약 인가요/], buttons: ["/예약"] },
      { presses: "/예약", reads: [/아직 알림이 없어요/] },
      { says: "/도움말 예약", reads: [/\/예약 —/] },
      { says: "/도움맗", reads: [/도움말/] },
      { says: "/zzzzzz", reads: [/명령은 없어요/] },
    ],
  },
  {
    name: "help, what waits, and who is there are told",
    language: "en",
    differs: ["outbox", "shown"].map((what) => ({
      on: "console" as const,
      what,
      because: "in /people the owner of the machine is the one who sits at the console",
    })),
    steps: [
      { says: "/help", reads: [/\/reminder/] },
      { says: "/approvals", reads: [/Nothing waits/] },
      { says: "/people", reads: [/Jieun/] },
      { says: "/usage", reads: [/messages/i] },
      { says: "/workflows", reads: [/News briefing/] },
      { says: "/stop", reads: [/Nothing is running/] },
    ],
  },
  {
    name: "workflows are leafed through, read, and run by a press",
    language: "ko",
    steps: [
      { says: "/workflows", reads: [/1\. 등락률 비교/], buttons: ["1", "2", "3", "더 보기"] },
      { presses: "더 보기", reads: [/6\. /] },
      { says: "/workflows", reads: [/3\. 뉴스 브리핑/] },
      {
        presses: "3",
        reads: [/두 주제의 소식[\s\S]*뉴스 검색: AI/],
        buttons: ["▶ 실행", "어떻게?", "목록"],
      },
      { presses: "▶ 실행", reads: [/AI/] },
    ],
  },
  {
    name: "many things that wait are a list, and one of them is decided",
    language: "en",
    steps: [
      ...["a", "b", "c", "d", "e", "f"].map((name) => ({
        says: `/ibl [system:run_command]("echo ${name}")`,
        reads: [/Run this on the computer\?/],
      })),
      { says: "/approvals", reads: [/Waiting for you: 6/] },
      { presses: "More", reads: [/6\. [\s\S]*until/] },
      { presses: "Back to the first", reads: [/1\. [\s\S]*until/] },
      { presses: "1", reads: [/echo a/] },
      { presses: "Run", reads: [/✅ Ran/] },
      { says: "/approvals", reads: [/Waiting for you: 5/] },
    ],
  },
  {
    name: "what is allowed beforehand is leafed through and taken back",
    language: "en",
    steps: [
      ...["a", "b", "c", "d", "e"].flatMap((name) => [
        { says: `/grants add system:delete path=${name}.md`, reads: [/Allow|asks/] },
        { presses: "Allow", reads: [/✅|Allowed|allowed/] },
      ]),
      { says: "/grants", reads: [/Allowed beforehand \(5\)/] },
      { presses: "More", reads: [/5\. /], buttons: ["Revoke 4", "Revoke 5", "Back to the first"] },
      { presses: "Revoke 5", reads: [/4\. /] },
    ],
  },
  {
    name: "a program over several lines runs, and what it saved is read back",
    language: "ko",
    steps: [
      {
        says: '/ibl [system:write]("a.md") {content: "하나"}\n[system:write]("b.md") {content: "둘"}',
        reads: [/a\.md[\s\S]*b\.md/],
      },
      { says: '/ibl [system:read]("b.md")', reads: [/둘/] },
      { says: "/files b", reads: [/b\.md/] },
    ],
  },
];
