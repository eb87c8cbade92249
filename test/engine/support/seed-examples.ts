/** What an example of the language document comes to today. */
export type Today =
  /** It resolves to these actions, and runs to its end with a text like this. */
  | { readonly kind: "runs"; readonly calls: readonly string[]; readonly gives: RegExp }
  /** It is refused before it runs, because an action is not there yet; the refusal names what there is instead. */
  | { readonly kind: "waits"; readonly needs: string; readonly lists: readonly string[] }
  /** It resolves to these actions, which need a phone, a screen or an open page: `test/nodes/interface` runs them. */
  | { readonly kind: "resolves"; readonly calls: readonly string[] };

export interface SeedExample {
  /** As it stands in the document. */
  readonly quote: string;
  /** What is run, where the document leaves something out or names a page of the real web; `{pages}` is the loopback web. */
  readonly program?: string;
  readonly today: Today;
  /** True for what only Chromium can do. */
  readonly needsBrowser?: boolean;
}

function runs(gives: RegExp, ...calls: readonly string[]): Today {
  return { kind: "runs", calls, gives };
}

function waits(needs: string, ...lists: readonly string[]): Today {
  return { kind: "waits", needs, lists };
}

function resolves(...calls: readonly string[]): Today {
  return { kind: "resolves", calls };
}

/** The table of the ten verbs. */
export const VERB_EXAMPLES: readonly SeedExample[] = [
  {
    quote: '[source:search]("뮤지컬") {type: "performance"}',
    today: runs(/뮤지컬 갈라.*블루스퀘어/, "source:performance"),
  },
  { quote: '[source:get]("AAPL")', today: runs(/^\*\*애플\*\* \$328\.88/, "source:price") },
  { quote: "[source:list]()", today: runs(/지난 약속: 금요일 점심/, "source:recent") },
  {
    quote: '[forge:create]("발표자료") {type: "slide"}',
    today: waits("forge:slide", "chart", "line", "bar"),
  },
  {
    quote: '[interface:control]("설정 앱 열기")',
    today: waits("interface:control"),
  },
  {
    quote: '[system:write]("memo.md") {content: "..."}',
    today: runs(/memo\.md\S*에 적었어요/, "system:write"),
  },
  {
    quote: '[system:read]("report.pdf")',
    today: runs(/Sales rose\n\nCosts fell/, "system:read"),
  },
  {
    quote: '[source:delete]("오래된 대화") {type: "memory"}',
    today: runs(/기억을 지웠어요: 오래된 대화: 민수와 점심/, "source:memory_delete"),
  },
  { quote: '[system:run_command]("ls -la")', today: runs(/memo\.md/, "system:run_command") },
  {
    quote: '[messenger:send]("안녕하세요") {type: "email"}',
    today: waits("messenger:send_email"),
  },
];

/** What the document says of `type`, and how a call finds its action. */
export const RESOLUTION_EXAMPLES: readonly SeedExample[] = [
  {
    quote: '{type: "stock"}',
    program: '[source:search]("삼성전자") {type: "stock"}',
    today: runs(/005930\.KS/, "source:search_stock"),
  },
  {
    quote: '{type: "news"}',
    program: '[source:search]("뮤지컬") {type: "news"}',
    today: runs(/1\. \[뮤지컬 시장/, "source:search_news"),
  },
  { quote: '[source:search]("뮤지컬")', today: runs(/뮤지컬 총정리/, "source:web_search") },
  {
    quote: "[source:search_stock]",
    program: '[source:search_stock]("삼성전자")',
    today: runs(/005930\.KS/, "source:search_stock"),
  },
];

/** The tables of the nodes. */
export const NODE_EXAMPLES: readonly SeedExample[] = [
  {
    quote: '[system:delegate]("에이전트B") {message: "..."}',
    program: '[system:delegate]("에이전트B") {message: "지금 몇 시야"}',
    today: runs(/\d/, "system:delegate"),
  },
  {
    quote: '[system:agent_ask]("투자/투자컨설팅") {message: "..."}',
    program: '[system:agent_ask]("투자/투자컨설팅") {message: "지금 몇 시야"}',
    today: runs(/\d/, "system:agent_ask"),
  },
  {
    quote: '[system:ask_user]("어떤 형식을 원하시나요?")',
    today: runs(/^markdown$/, "system:ask_user"),
  },
  { quote: '[system:approve]("파일을 삭제합니다")', today: runs(/^승인됨$/, "system:approve") },
  {
    quote: "[system:todo]() {todos: [...]}",
    program:
      '[system:todo]() {todos: [{content: "우유 사기"}, {content: "책 반납", status: "completed"}]}',
    today: runs(/1\. ☐ 우유 사기\n2\. ☑ 책 반납/, "system:todo"),
  },
  {
    quote: '[system:notify_user]("작업이 완료되었습니다")',
    today: runs(/^보냈어요\.$/, "system:notify_user"),
  },
  {
    quote: '[system:run_pipeline]("news_briefing")',
    today: runs(
      /AI 뉴스 총정리.*부동산 뉴스 총정리/s,
      "system:run_pipeline",
      "source:web_search",
      "source:web_search",
    ),
  },
  {
    quote: '[system:file]("result.md") {content: "..."}',
    today: runs(/result\.md\S*에 적었어요/, "system:file"),
  },
  { quote: '[system:open]("https://google.com")', today: runs(/google\.com/, "system:open") },
  {
    quote: "[system:delegate_project]",
    program:
      '[system:delegate_project]("투자컨설팅") {project_id: "투자", message: "지금 몇 시야"}',
    today: runs(/\d/, "system:delegate_project"),
  },
  {
    quote: '[interface:navigate]("https://example.com")',
    program: '[interface:navigate]("{pages}/article-ko")',
    today: runs(/한강 자전거길 100km/, "interface:navigate"),
    needsBrowser: true,
  },
  {
    quote: "[interface:snapshot]()",
    today: runs(/가장 힘든 구간/, "interface:snapshot"),
    needsBrowser: true,
  },
  { quote: '[interface:click]("검색 버튼")', today: resolves("interface:click") },
  { quote: "[interface:devices]()", today: resolves("interface:devices") },
  {
    quote: "[interface:desktop_screenshot]()",
    today: resolves("interface:desktop_screenshot"),
  },
  { quote: '[source:web_search]("AI 뉴스")', today: runs(/AI 뉴스 총정리/, "source:web_search") },
  { quote: '[source:search_news]("부동산")', today: runs(/부동산 시장/, "source:search_news") },
  { quote: '[source:price]("삼성전자")', today: runs(/삼성전자.*71,500/s, "source:price") },
  {
    quote: '[source:crawl]("https://...")',
    program: '[source:crawl]("{pages}/article-ko")',
    today: runs(/토요일 새벽 여섯 시/, "source:crawl"),
  },
  { quote: '[source:search_photos]("가족")', today: runs(/사진이 없어요/, "source:search_photos") },
  { quote: '[source:search_blog]("AI")', today: runs(/저장된 글이 없어요/, "source:search_blog") },
  {
    quote: '[source:search_memory]("지난 약속")',
    today: runs(/^금요일 점심이에요 \(.*알려 주셨어요\)\.$/, "source:search_memory"),
  },
  {
    quote: '[source:save_health]() {type: "blood_pressure", ...}',
    program: '[source:save_health]() {type: "blood_pressure"}',
    today: runs(/혈압/, "source:save_health"),
  },
];

/** The block of the operators, comments and all. */
export const OPERATOR_EXAMPLES: readonly SeedExample[] = [
  {
    quote: '# 순차: 검색 → 저장\n[source:web_search]("AI 뉴스") >> [system:file]("news.md")',
    today: runs(/news\.md\S*에 적었어요/, "source:web_search", "system:file"),
  },
  {
    quote: '# 병렬: 두 검색 동시 실행\n[source:web_search]("AI") & [source:web_search]("부동산")',
    today: runs(/AI 총정리.*부동산 총정리/s, "source:web_search", "source:web_search"),
  },
  {
    quote:
      '# Fallback: 첫째 실패 시 둘째 시도\n[source:price]("AAPL") ?? [source:price]("AAPL") {type: "kr"}',
    today: runs(/^\*\*애플\*\*/, "source:price", "source:price"),
  },
  {
    quote:
      '# 혼합\n[source:web_search]("AI") & [source:web_search]("부동산") >> [system:file]("briefing.md")',
    today: runs(
      /briefing\.md\S*에 적었어요/,
      "source:web_search",
      "source:web_search",
      "system:file",
    ),
  },
];

/** The table of the node types. */
export const TOOL_EXAMPLES: readonly SeedExample[] = [
  {
    quote: 'ibl_info(source="finance", ...)',
    program: 'ibl_info(source="finance", query="삼성전자")',
    today: runs(/005930\.KS/, "source:search_stock"),
  },
  {
    quote: 'ibl_store(store="health", ...)',
    program: 'ibl_store(store="health", type="blood_pressure", value="120/80")',
    today: runs(/혈압 120\/80/, "source:save_health"),
  },
  {
    quote: 'ibl_exec(action="python", target="print(1+1)")',
    today: runs(/^2/, "system:run_command"),
  },
  {
    quote: "python, node, shell",
    program: 'ibl_exec(action="node", target="console.log(1+1)")',
    today: runs(/^2/, "system:run_command"),
  },
  {
    quote: "python, node, shell",
    program: 'ibl_exec(action="shell", target="expr 1 + 1")',
    today: runs(/^2/, "system:run_command"),
  },
];

/** Both forms of a stored workflow, by the name of the file. */
export const SEED_WORKFLOWS: Readonly<Record<string, string>> = {
  news_briefing: `# data/workflows/news_briefing.yaml
name: "뉴스 브리핑"
pipeline: '[source:web_search]("AI 뉴스") & [source:web_search]("부동산 뉴스")'
`,
  price_check: `name: "주가 확인"
steps:
  - node: source
    action: price
    target: "삼성전자"
`,
};

/** The agents that the document speaks of. */
export const SEED_AGENTS: Readonly<Record<string, string>> = {
  b: "{project: 일, name: 에이전트B, title: B, description: 동료, role: 동료, prompt: 돕는다.}",
  invest:
    "{project: 투자, name: 투자컨설팅, title: 투자 컨설팅, description: 동료, role: 동료, prompt: 돕는다.}",
};

/** The actions and verbs that the tables of the nodes name without an example. */
export const NAMED_ACTIONS: Readonly<Record<string, string>> = {
  system:
    "delegate agent_ask ask_user approve todo notify_user send_notify run_pipeline list_workflows list_events file open clipboard run_command fs_query list_projects delegate_project manage_events list_switches",
  interface: "navigate snapshot click type control devices",
  source:
    "web_search search_news price crawl search get search_photos search_blog search_memory save_health",
  forge: "create create_site create_design list run get",
  stream: "play info transcript download radio_play radio_stop search",
  messenger: "search get send read",
};
