import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import type { Json } from "../../src/base/json.ts";
import { isJsonObject } from "../../src/base/json.ts";
import { isListType, type ResultType } from "../../src/engine/catalogue/result-type.ts";
import { shippedCatalogue } from "../support/catalogue.ts";
import { openPhone, type TestPhone } from "../support/phone/phone.ts";
import { openProgramHouse, type ProgramHouse } from "../support/program-house.ts";
import { openScreen, type TestScreen } from "../support/screen.ts";

const SCHEDULE = '[system:schedule]("아침 브리핑") {pipeline: "[system:time]", cron: "0 7 * * *"}';

/** A program for each action whose result is declared part by part; `$PAGES` is a site on loopback. */
const PROGRAMS: readonly string[] = [
  "[messenger:list]",
  '[messenger:get]("Ben")',
  '[source:web_search]("서울")',
  '[source:search_news]("AI")',
  '[source:headlines]("AI, 경제")',
  '[source:feed]("$PAGES/feed.xml")',
  '[source:unread]("$PAGES/feed.xml")',
  '[source:weather]("서울")',
  '[source:price]("삼성전자")',
  '[source:price]("USDKRW=X") {amount: 100}',
  '[source:prices]("삼성전자, AAPL")',
  '[source:price_history]("삼성전자")',
  '[source:search_memory]("현관 비번")',
  "[source:recent]",
  "[source:memory_read](1)",
  "[source:memory_delete]() {id: 1}",
  "[system:time]",
  "[system:list]",
  '[system:find]("*.md")',
  '[system:grep]("needle")',
  '[system:todo]("우유")',
  "[system:list_workflows]",
  '[system:get_workflow]("news_briefing")',
  '[system:discover]("뉴스")',
  '[system:search_history]("뉴스")',
  "[system:tools]",
  "[system:list_api]",
  "[system:list_events]",
  "[system:list_events] {days: 7}",
  "[system:history]",
  "[system:status]",
  "[system:week]",
  "[system:list_projects]",
  "[system:agent_info]",
  "[system:list_switches]",
  '[stream:search_radio]("KBS")',
  "[source:health_query]",
  "[source:summary]",
  '[source:skill_add]("a") {content: "b"}',
  "[source:skill_search]",
  '[source:skill_read]("how")',
  '[source:skill_import]("note.md")',
  '[source:check_new]("$PAGES/feed.xml")',
  "[source:posts]",
  '[source:search_blog]("bridge")',
  '[source:get_post]("The bridge is open")',
  "[source:blog_overview]",
  "[source:local_query]",
  '[source:record_delete]("shop")',
  '[source:collect]("$PAGES/article-en") {selectors: {items: "p"}}',
  "[source:search_photos]",
  "[source:gallery]",
  '[source:photo_detail]("p.png")',
  "[source:timeline]",
  "[source:photo_stats]",
  "[source:list_scans]",
  "[source:duplicates]",
  "[source:similar_photos]",
  "[source:agents]",
  "[source:sources]",
  "[system:sites]",
  "[system:query]",
  "[system:annotations]",
  "[system:fs_query]",
  "[system:summary]",
  "[system:volumes]",
  ...[
    ...["devices", "android_info", "android_status", "sms_list", "all_messages", "mms", "call_log"],
    ...["get_contacts", "list_apps", "apps", "app_sizes", "app_usage", "permissions"],
    ...["notifications", "android_screen_info", "desktop_windows", "cursor_position"],
    "desktop_screen_info",
  ].map((action) => `[interface:${action}]`),
  '[interface:sms_search]("회의")',
  '[interface:contacts]("민지")',
  '[interface:app_info]("com.example.maps")',
  '[interface:find_element]("보내기")',
];

let house: ProgramHouse;
let phone: TestPhone;
let screen: TestScreen;
before(async () => {
  phone = await openPhone();
  screen = await openScreen();
  house = await openProgramHouse(
    {},
    {},
    { ...screen.environment, ANDROID_ADB_SERVER_PORT: String(phone.port) },
  );
  house.admit("Ben");
  writeFileSync(house.filePath("note.md"), "a needle");
  writeFileSync(house.filePath("p.png"), "picture");
  await house.perform(SCHEDULE);
  await house.perform('[source:save_memory]("현관 비번은 1234") {category: "home", pin: true}');
  await house.perform('[source:skill_add]("how") {content: "so"}');
  await house.perform('[source:save]("shop") {area: "town"}');
  await house.perform('[source:save_health]("weight") {value: 70}');
  await house.perform('[system:launch]("x") {url: "example.com"}');
});
after(async () => {
  await house.close();
  await phone.close();
  await screen.close();
});

const CATALOGUE = shippedCatalogue();

for (const source of PROGRAMS)
  test(`${source} gives what is declared`, async () => {
    const { envelope } = await house.perform(
      source.replace("$PAGES", house.upstream.origins.pages),
    );
    const [statement] = envelope.statements;
    assert.deepEqual([statement?.ok, statement?.error], [true, undefined]);
    const [, name = ""] = /^\[([a-z]+:[a-z_]+)\]/.exec(source) ?? [];
    const declared = CATALOGUE.actions.get(name)?.result;
    assert.ok(declared !== undefined && typeof declared !== "string", `${name} declares no parts`);
    assert.deepEqual(strangers(envelope.value ?? null, declared), []);
  });

test("every action with declared parts is looked at", () => {
  const seen = new Set(PROGRAMS.map((source) => /^\[([a-z]+:[a-z_]+)\]/.exec(source)?.[1]));
  // What a web API gives is looked at by its contract.
  const declared = [...CATALOGUE.actions.values()].filter(
    ({ result, api }) => typeof result !== "string" && api === undefined,
  );
  const missing = declared.map(({ node, action }) => `${node}:${action}`);
  assert.deepEqual(
    missing.filter((name) => !seen.has(name)),
    [],
  );
});

/** Fields of a value that are not declared, and parts that are of another kind. */
function strangers(value: Json, type: ResultType, at = ""): readonly string[] {
  if (value === null || typeof type === "string") return [];
  if (isListType(type))
    return Array.isArray(value)
      ? value.flatMap((item: Json) => strangers(item, type[0], `${at}[]`))
      : [`${at} is no list`];
  if (!isJsonObject(value)) return [`${at} is no object`];
  return Object.entries(value).flatMap(([name, part]) => {
    const inner = type[name];
    return inner === undefined ? [`${at}.${name}`] : strangers(part, inner, `${at}.${name}`);
  });
}
