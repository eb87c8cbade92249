import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { TOOL_HANDLER_NAMES } from "../../../src/app/core/tool-ports.ts";
import { openToolFiles, openTools } from "../../../src/app/core/tools.ts";
import { createLog } from "../../../src/base/log.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { ROOT } from "../../support/service.ts";

/** Name, layer, domain, description, dependencies and product of each tool, as the specification has them. */
const SPECIFIED: readonly (readonly [string, string, string, string, string, string])[] = [
  [
    "preprocessor",
    "collection",
    "data",
    "수집된 데이터를 분석 가능한 형태로 전처리",
    "collector",
    "preprocessed_data",
  ],
  ["google_trends", "collection", "data", "Google Trends 데이터 수집", "", "trend_data"],
  [
    "sentiment_analyzer",
    "analysis",
    "analysis",
    "텍스트 감성 분석",
    "preprocessor",
    "sentiment_result",
  ],
  [
    "keyword_analyzer",
    "analysis",
    "analysis",
    "키워드 추출 및 분석",
    "preprocessor",
    "keyword_result",
  ],
  [
    "absa_analyzer",
    "analysis",
    "analysis",
    "속성 기반 감성 분석 (Aspect-Based Sentiment Analysis)",
    "preprocessor",
    "absa_result",
  ],
  [
    "problem_classifier",
    "analysis",
    "analysis",
    "문제/이슈 분류",
    "preprocessor",
    "problem_classification",
  ],
  [
    "hashtag_analyzer",
    "analysis",
    "analysis",
    "해시태그 분석 및 추천",
    "keyword_analyzer",
    "hashtag_result",
  ],
  [
    "competitor_analyzer",
    "analysis",
    "analysis",
    "경쟁사 분석",
    "preprocessor",
    "competitor_result",
  ],
  [
    "insight_generator",
    "insight",
    "insight",
    "분석 결과 기반 인사이트 생성",
    "sentiment_analyzer,keyword_analyzer",
    "insights",
  ],
  [
    "insight_with_trends",
    "insight",
    "insight",
    "트렌드 데이터 포함 인사이트 생성",
    "insight_generator,google_trends",
    "insights_with_trends",
  ],
  [
    "ad_creative_agent",
    "content",
    "content",
    "광고 크리에이티브 생성",
    "insight_generator",
    "ad_creative",
  ],
  ["storyboard_agent", "content", "content", "스토리보드 생성", "ad_creative_agent", "storyboard"],
  ["video_agent", "content", "content", "영상 기획/생성", "storyboard_agent", "video_plan"],
  ["dashboard_agent", "ops", "business", "대시보드 생성", "", "dashboard"],
  ["sales_agent", "ops", "business", "매출 분석", "", "sales_analysis"],
  ["inventory_agent", "ops", "business", "재고 관리", "", "inventory_status"],
];

function shipped() {
  const log = createLog({ write: () => undefined, redact: (text) => text, level: "silent" });
  const registry = openTools({ clock: new ManualClock() });
  const roots = [join(ROOT, "data")];
  return openToolFiles(roots, registry, log, { watch: false, handlers: TOOL_HANDLER_NAMES });
}

test("the shipped tools are those of the specification, with a collector and a report besides, and all are valid", () => {
  const files = shipped();
  assert.deepEqual(files.problems(), []);
  for (const [name, layer, domain, description, dependencies, produces] of SPECIFIED) {
    const tool = files.discovery.getSpec(name);
    assert.ok(tool, name);
    assert.deepEqual(
      [
        tool.version,
        tool.layer,
        tool.domain,
        tool.description.ko,
        tool.dependencies.join(),
        tool.produces.join(),
      ],
      ["1.0.0", layer, domain, description, dependencies, produces],
    );
  }
  const named = SPECIFIED.map(([name]) => name);
  assert.deepEqual(
    files
      .set()
      .all.map(({ name }) => name)
      .filter((name) => !named.includes(name)),
    ["collector", "report_generator"],
  );
});

test("each shipped tool does something, and is asked for in at least four ways in each language", () => {
  for (const { name, body, config } of shipped().set().all) {
    assert.ok(body !== undefined, name);
    const count = (language: "ko" | "en"): number =>
      config.examples.reduce((sum, example) => sum + example[language].length, 0);
    assert.ok(count("ko") >= 4 && count("en") >= 4, name);
  }
});

test("a run of the whole graph has every tool once, dependencies first", () => {
  const order = shipped()
    .set()
    .order("video_agent")
    .map(({ name }) => name);
  assert.deepEqual(order, [
    "collector",
    "preprocessor",
    "keyword_analyzer",
    "sentiment_analyzer",
    "insight_generator",
    "ad_creative_agent",
    "storyboard_agent",
    "video_agent",
  ]);
});
