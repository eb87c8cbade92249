import type { Command } from "./command.ts";

/** Every command, in the order of the help; what a command does is loaded when it is given. */
export const COMMANDS: readonly Command[] = [
  {
    name: "start",
    usage: "start",
    help: {
      ko: "서비스 시작: 토큰이 있는 모든 채널, 터미널이면 콘솔 채팅도",
      en: "the service: every channel that has a token; on a terminal also the console chat",
    },
    load: async () => (await import("./start.ts")).start,
  },
  {
    name: "setup",
    usage: "setup",
    help: {
      ko: "없는 설정을 물어보고 HOME/.env에 적기",
      en: "ask for what is missing and write HOME/.env",
    },
    load: async () => (await import("./setup.ts")).setup,
  },
  {
    name: "run",
    usage: "run CODE [--yes]",
    help: { ko: "이 컴퓨터의 주인으로 프로그램 실행", en: "run a program as the local owner" },
    load: async () => (await import("./programs.ts")).runProgram,
  },
  {
    name: "parse",
    usage: "parse CODE",
    help: { ko: "프로그램의 구문 트리 보기", en: "show the tree of a program" },
    load: async () => (await import("./programs.ts")).parseProgram,
  },
  {
    name: "check",
    usage: "check CODE [--dry-run]",
    help: {
      ko: "프로그램이 무엇을 하고 어디에 승인이 필요한지 보기 (--dry-run: 읽는 부분만 해 보기)",
      en: "show what a program would do, and what it needs approval for (--dry-run: try its reads)",
    },
    load: async () => (await import("./programs.ts")).checkProgram,
  },
  {
    name: "plan",
    usage: "plan TEXT",
    help: {
      ko: "모델 없이 말이 어떤 프로그램이 되는지 보기",
      en: "show the program that a message would become without a model",
    },
    load: async () => (await import("./programs.ts")).planMessage,
  },
  {
    name: "actions",
    usage: "actions",
    help: {
      ko: "모든 액션과 여기서 쓸 수 있는지 보기",
      en: "list every action and whether it is ready here",
    },
    load: async () => (await import("./programs.ts")).showActions,
  },
  {
    name: "ask",
    usage: "ask TEXT [--session NAME] [--file PATH]",
    help: {
      ko: "이 컴퓨터의 대화에서 한 번 묻기, 파일은 --file PATH --file PATH",
      en: "one turn of the agent in the local session; with files, also --file PATH --file PATH",
    },
    load: async () => (await import("./conversation.ts")).ask,
  },
  {
    name: "approvals list",
    usage: "approvals list",
    help: { ko: "결정을 기다리는 것 보기", en: "show what waits for a decision" },
    load: async () => (await import("./conversation.ts")).listApprovals,
  },
  {
    name: "approvals approve",
    usage: "approvals approve ID",
    help: { ko: "이 컴퓨터의 주인으로 승인", en: "approve, as the local owner" },
    load: async () => (await import("./conversation.ts")).approve,
  },
  {
    name: "approvals answer",
    usage: "approvals answer ID TEXT",
    help: {
      ko: "질문에 말이나 보기 번호로 답하기",
      en: "answer a question, in words or by the number of an option",
    },
    load: async () => (await import("./conversation.ts")).answerQuestion,
  },
  {
    name: "approvals deny",
    usage: "approvals deny ID [REASON]",
    help: {
      ko: "이 컴퓨터의 주인으로 거절, 이유는 부탁한 사람에게 전함",
      en: "deny, as the local owner; the reason is told to who asked",
    },
    load: async () => (await import("./conversation.ts")).deny,
  },
  {
    name: "grants list",
    usage: "grants list",
    help: {
      ko: "미리 허락해 둔 일과 쓴 횟수 보기",
      en: "show what is allowed beforehand, and how often it was used",
    },
    load: async () => (await import("./rights.ts")).listGrants,
  },
  {
    name: "grants revoke",
    usage: "grants revoke ID",
    help: { ko: "이 컴퓨터의 주인으로 허락 취소", en: "end a grant, as the local owner" },
    load: async () => (await import("./rights.ts")).revoke,
  },
  {
    name: "people list",
    usage: "people list",
    help: { ko: "모든 사람과 역할 보기", en: "show everybody with their role" },
    load: async () => (await import("./rights.ts")).listPeople,
  },
  {
    name: "agents list",
    usage: "agents list",
    help: { ko: "모든 프로젝트의 에이전트 보기", en: "show the agents of every project" },
    load: async () => (await import("./rights.ts")).listAgents,
  },
  {
    name: "agents show",
    usage: "agents show NAME",
    help: {
      ko: "에이전트 하나의 역할, 모델에게 주는 말, 노드 보기",
      en: "show an agent: its role, its words for the model, its nodes",
    },
    load: async () => (await import("./rights.ts")).showAgent,
  },
  {
    name: "tools list",
    usage: "tools list [WORDS]",
    help: {
      ko: "선언된 도구 보기, 낱말로 찾기",
      en: "list the declared tools, or find some by words",
    },
    load: async () => (await import("./tools.ts")).listTools,
  },
  {
    name: "tools validate",
    usage: "tools validate [DIR]",
    help: {
      ko: "도구 정의 검사: 파일, 줄, 고칠 것",
      en: "check definitions of tools: file, line and what to do",
    },
    load: async () => (await import("./tools.ts")).validate,
  },
  {
    name: "tools graph",
    usage: "tools graph",
    help: { ko: "도구가 무엇에 의존하는지 보기", en: "show what each tool depends on" },
    load: async () => (await import("./tools.ts")).showGraph,
  },
  {
    name: "tools run",
    usage: "tools run NAME JSON",
    help: {
      ko: "이 컴퓨터의 주인으로 도구 실행",
      en: "run a tool with an input, as the local owner",
    },
    load: async () => (await import("./tools.ts")).runTool,
  },
  {
    name: "schedule list",
    usage: "schedule list",
    help: { ko: "모든 예약과 다음 시각 보기", en: "show every schedule and its next time" },
    load: async () => (await import("./schedules.ts")).list,
  },
  {
    name: "schedule next",
    usage: "schedule next EXPR --tz ZONE -n 5 [--from ISO]",
    help: { ko: "cron 식의 다음 시각들 보기", en: "show the next times of a cron expression" },
    load: async () => (await import("./schedules.ts")).next,
  },
  {
    name: "schedule secret",
    usage: "schedule secret NAME",
    help: {
      ko: "웹훅의 비밀 값을 새로 만들기. 앞의 값은 더 통하지 않음",
      en: "make a new secret for a webhook; the one before holds no more",
    },
    load: async () => (await import("./schedules.ts")).secret,
  },
  {
    name: "examples search",
    usage: "examples search TEXT [-k 3]",
    help: {
      ko: "메시지와 닮은 예시를 점수와 함께 보기",
      en: "show the examples that a message would bring along, with scores",
    },
    load: async () => (await import("./examples.ts")).search,
  },
  {
    name: "examples generate",
    usage: "examples generate [--ai] [-n 5]",
    help: {
      ko: "data/ 폴더에서 예시를 다시 만들기 (--ai는 모델에게 다른 말로도 적게 함, 질문 n번까지)",
      en: "make the store of examples from data/ again; --ai has the model say them in other words too, by n questions at most",
    },
    load: async () => (await import("./examples.ts")).generate,
  },
  {
    name: "examples eval",
    usage: "examples eval FILE.tsv",
    help: {
      ko: "TEXT<탭>node:action[<탭>also:right|…] 줄로 검색 품질 재기 (-는 없음)",
      en: "measure the search by lines TEXT<TAB>node:action[<TAB>also:right|…]; - for nothing",
    },
    load: async () => (await import("./examples.ts")).evaluateFile,
  },
  {
    name: "examples list",
    usage: "examples list [TEXT] [-n 50]",
    help: { ko: "예시 목록 (TEXT가 든 것)", en: "list examples, those that hold TEXT" },
    load: async () => (await import("./examples.ts")).list,
  },
  {
    name: "examples show",
    usage: "examples show ID",
    help: { ko: "예시 하나 보기", en: "show one example" },
    load: async () => (await import("./examples.ts")).show,
  },
  {
    name: "examples add",
    usage: "examples add TEXT CODE",
    help: { ko: "이렇게 말하면 이 프로그램이라고 가르치기", en: "teach what a message means" },
    load: async () => (await import("./examples.ts")).add,
  },
  {
    name: "examples delete",
    usage: "examples delete ID…",
    help: {
      ko: "예시 지우기 (data/의 것은 다시 만들 때 돌아와요)",
      en: "delete examples; those from data/ come back with the next making",
    },
    load: async () => (await import("./examples.ts")).remove,
  },
  {
    name: "examples revalidate",
    usage: "examples revalidate [--force]",
    help: {
      ko: "모든 예시를 다시 검사하기 (--force는 안 되는 것을 지움)",
      en: "plan every example again and tell which do not; --force deletes those",
    },
    load: async () => (await import("./examples.ts")).revalidate,
  },
  {
    name: "examples embedder",
    usage: "examples embedder",
    help: {
      ko: "어느 임베딩으로 비교하는지, 설정한 것이 되는지 보기",
      en: "tell which embedder compares texts, and whether the one that is set works",
    },
    load: async () => (await import("./examples-embedder.ts")).embedder,
  },
  {
    name: "understand eval",
    usage: "understand eval FILE.tsv",
    help: {
      ko: "모델 없이 얼마나 알아듣는지 정답이 적힌 표로 재기 (--json은 줄마다)",
      en: "measure what is understood without a model, by a table of labelled messages; --json tells each line",
    },
    load: async () => (await import("./understand.ts")).evaluate,
  },
  {
    name: "keys rotate",
    usage: "keys rotate [--now]",
    help: {
      ko: "새 키로 버튼에 서명, --now는 옛 버튼을 바로 끝냄",
      en: "sign buttons with a new key; --now ends every old button at once",
    },
    load: async () => (await import("./rights.ts")).rotate,
  },
  {
    name: "doctor",
    usage: "doctor [--online]",
    help: {
      ko: "무엇이 설정되어 있고 무엇이 없는지, 어떻게 얻는지",
      en: "what is configured, what is missing and how to get it",
    },
    load: async () => (await import("./screens.ts")).doctor,
  },
  {
    name: "status",
    usage: "status",
    help: {
      ko: "하는 일, 기다리는 일, 보관하는 것과 그 기간",
      en: "what runs, waits and is kept, and for how long",
    },
    load: async () => (await import("./backups.ts")).status,
  },
  {
    name: "usage",
    usage: "usage",
    help: {
      ko: "오늘 쓴 메시지, 프로그램, 모델의 양과 한도",
      en: "what was used today of messages, programs and the model, and the limits",
    },
    load: async () => (await import("./backups.ts")).usage,
  },
  {
    name: "export",
    usage: "export PERSON FILE [--force]",
    help: {
      ko: "한 사람의 모든 것을 ZIP 하나로, PERSON은 이름, id, PLATFORM:ACCOUNT",
      en: "write everything of a person to one ZIP file; PERSON is a name, an id or PLATFORM:ACCOUNT",
    },
    load: async () => (await import("./backups.ts")).exportOne,
  },
  {
    name: "backup",
    usage: "backup FILE [--with-secrets] [--force]",
    help: {
      ko: "모든 것을 파일 하나로(서비스가 돌아도 됨), .env는 --with-secrets일 때만",
      en: "write everything to one file, also while the service runs; .env only with --with-secrets",
    },
    load: async () => (await import("./backups.ts")).backup,
  },
  {
    name: "restore",
    usage: "restore FILE [--force]",
    help: {
      ko: "모두 되돌리기, --force는 있던 것을 옆으로 옮김",
      en: "put everything back; --force moves what is there aside",
    },
    load: async () => (await import("./backups.ts")).restore,
  },
];
