import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { learnAsking } from "../../../../src/agent/planner/asking-words.ts";
import { createMessagePlanner } from "../../../../src/agent/planner/message-planner.ts";
import type { PlannerResult, PlanOptions } from "../../../../src/agent/planner/result.ts";
import { materialOf } from "../../../../src/rag/training/material.ts";
import { catalogueOf, type Entries, shippedCatalogue } from "../../../support/catalogue.ts";
import { openUsage, shippedShelf } from "../../../support/usage-examples.ts";

interface MadeUp {
  readonly name: string;
  readonly param: string;
  readonly fills: string;
  readonly words: string;
  readonly value: string;
  readonly ko: readonly string[];
  readonly en: readonly string[];
  /** Wordings that the catalogue does not hold, written before anything was measured. */
  readonly unseen: readonly string[];
}

const MADE_UP: readonly MadeUp[] = [
  {
    name: "recipe",
    param: "dish",
    fills: "quote|words!",
    words: "레시피 요리법 만드는 recipe cook",
    value: "잡채",
    ko: ["잡채 레시피 알려줘", "잡채 만드는 법", "잡채 요리법 보여줘", "잡채 어떻게 만들어"],
    en: ["recipe for 잡채", "how do I cook 잡채", "show me a 잡채 recipe", "how to make 잡채"],
    unseen: [
      "감자탕 레시피 좀",
      "된장국 만드는 방법 알려주라",
      "gimme a recipe for ramen",
      "lasagne recipe pls",
    ],
  },
  {
    name: "parcel",
    param: "number",
    fills: "quote|words!",
    words: "택배 배송 송장 운송장 parcel package tracking delivery",
    value: "KX9911",
    ko: [
      "KX9911 택배 어디쯤이야",
      "KX9911 배송 조회해줘",
      "송장 KX9911 조회",
      "운송장 KX9911 확인해줘",
    ],
    en: [
      "where is my parcel KX9911",
      "track the package KX9911",
      "tracking for KX9911",
      "delivery status of KX9911",
    ],
    unseen: [
      "택배 조회 AB1200",
      "ZT777 배송 어디까지 왔나 봐줘",
      "track my package ZT777",
      "any update on parcel QQ12",
    ],
  },
  {
    name: "movie",
    param: "title",
    fills: "quote|words!",
    words: "영화 상영 평점 movie film showtimes",
    value: "기생충",
    ko: [
      "영화 기생충 정보 알려줘",
      "기생충 영화 평점 보여줘",
      "기생충 상영 시간 알려줘",
      "영화 기생충 어때",
    ],
    en: [
      "tell me about the movie 기생충",
      "rating of the film 기생충",
      "showtimes for 기생충",
      "movie info 기생충",
    ],
    unseen: [
      "영화 괴물 평점 좀",
      "올드보이 상영하는지 알려줘",
      "film info on Alien",
      "showtimes of Dune please",
    ],
  },
  {
    name: "holiday",
    param: "country",
    fills: "place|words!",
    words: "공휴일 휴일 연휴 holiday holidays",
    value: "일본",
    ko: ["일본 공휴일 알려줘", "일본 휴일 보여줘", "일본 연휴 언제야", "일본 공휴일 목록"],
    en: [
      "holidays in 일본",
      "public holidays of 일본",
      "list the holidays in 일본",
      "show holidays for 일본",
    ],
    unseen: [
      "독일 공휴일 좀 보여줘",
      "베트남 연휴 알려줘",
      "public holidays in Spain",
      "what holidays are there in Peru",
    ],
  },
  {
    name: "synonym",
    param: "word",
    fills: "quote|words!",
    words: "비슷한말 유의어 동의어 synonym synonyms thesaurus",
    value: "기쁘다",
    ko: [
      "기쁘다 유의어 알려줘",
      "기쁘다 동의어 보여줘",
      "기쁘다 비슷한말",
      "기쁘다의 유의어 찾아줘",
    ],
    en: [
      "synonyms of 기쁘다",
      "a synonym for 기쁘다",
      "thesaurus entry for 기쁘다",
      "find synonyms for 기쁘다",
    ],
    unseen: [
      "슬프다 유의어 좀",
      "빠르다 동의어 뭐 있어",
      "synonym for clever",
      "gimme synonyms of brave",
    ],
  },
  {
    name: "dust",
    param: "district",
    fills: "place|words!",
    words: "꽃가루 알레르기 pollen allergy",
    value: "종로",
    ko: [
      "종로 꽃가루 어때",
      "종로 꽃가루 농도 알려줘",
      "종로 알레르기 지수 보여줘",
      "종로 꽃가루 심해?",
    ],
    en: [
      "pollen in 종로",
      "pollen level for 종로",
      "allergy index in 종로",
      "how bad is the pollen in 종로",
    ],
    unseen: [
      "마포 꽃가루 많아?",
      "분당 알레르기 지수 좀",
      "pollen count in Leeds",
      "hows the pollen in Kent",
    ],
  },
  {
    name: "lyrics",
    param: "song",
    fills: "quote|words!",
    words: "가사 lyrics",
    value: "봄날",
    ko: ["봄날 가사 알려줘", "봄날 가사 보여줘", "노래 봄날 가사 찾아줘", "봄날 가사"],
    en: ["lyrics of 봄날", "show the lyrics to 봄날", "find lyrics for 봄날", "봄날 lyrics"],
    unseen: [
      "밤편지 가사 좀 띄워줘",
      "거위의꿈 가사 뭐야",
      "lyrics to Yesterday",
      "can u find Imagine lyrics",
    ],
  },
  {
    name: "bus",
    param: "stop",
    fills: "quote|words!",
    words: "버스 정류장 bus buses",
    value: "시청앞",
    ko: [
      "시청앞 버스 언제 와",
      "시청앞 정류장 버스 알려줘",
      "시청앞 버스 도착 정보",
      "시청앞 정류장 버스 보여줘",
    ],
    en: [
      "buses at 시청앞",
      "next bus from 시청앞",
      "when does the bus come at 시청앞",
      "bus times at 시청앞",
    ],
    unseen: [
      "역삼역 버스 몇 분 남았어",
      "신림 정류장 버스 좀",
      "next bus at Elm Street",
      "buses from Hill Road",
    ],
  },
  {
    name: "plant",
    param: "plant",
    fills: "quote|words!",
    words: "화분 식물 물주기 plant watering",
    value: "몬스테라",
    ko: [
      "몬스테라 식물 키우는 법",
      "몬스테라 물주기 알려줘",
      "화분 몬스테라 관리법 보여줘",
      "몬스테라 식물 정보",
    ],
    en: [
      "how to care for the plant 몬스테라",
      "watering for 몬스테라",
      "plant info 몬스테라",
      "plant care 몬스테라",
    ],
    unseen: [
      "스투키 물주기 좀 알려줘",
      "고무나무 식물 정보 보여줘",
      "plant care for ferns",
      "watering of my cactus",
    ],
  },
  {
    name: "trivia",
    param: "topic",
    fills: "quote|words!",
    words: "퀴즈 문제 quiz trivia",
    value: "역사",
    ko: ["역사 퀴즈 내줘", "역사 문제 하나 내줘", "역사 퀴즈 줘", "역사로 퀴즈 하자"],
    en: ["a quiz about 역사", "quiz me on 역사", "trivia on 역사", "give me 역사 trivia"],
    unseen: ["과학 퀴즈 하나", "축구 퀴즈 내봐", "trivia about space", "gimme a music quiz"],
  },
];

const ENTRIES: Entries = Object.fromEntries(
  MADE_UP.map(({ name, param, fills, words, value, ko, en }) => [
    name,
    {
      target: param,
      params: { [param]: { type: "string", minLength: 1 } },
      required: [param],
      asked: { fills: { [param]: fills }, words },
      examples: [{ ko, en, code: `[extra:${name}](${JSON.stringify(value)})` }],
    },
  ]),
);

const OPTIONS: Omit<PlanOptions, "language"> = {
  nowMs: Date.parse("2026-12-02T10:40:00+09:00"),
  zone: "Asia/Seoul",
};
const KNOWN = fileURLToPath(new URL("../../support/planner-requests.tsv", import.meta.url));

function firstOf(planned: PlannerResult): string {
  if (planned.kind === "none") return "";
  return planned.kind === "sure" ? planned.code : (planned.proposals[0]?.code ?? "");
}

test("a new action with four phrasings in each language is found in most unseen words, and takes nothing from others", async () => {
  const shipped = shippedCatalogue();
  const extra = catalogueOf({ extra: ENTRIES });
  const catalogue = {
    ...shipped,
    nodes: [...shipped.nodes, ...extra.nodes],
    actions: new Map([...shipped.actions, ...extra.actions]),
  };
  const shelf = shippedShelf();
  const usage = openUsage(materialOf(catalogue, shelf, "made up"));
  await usage.examples.generate();
  const words = learnAsking(catalogue, shelf);
  const messages = createMessagePlanner({
    words: () => words,
    catalogue: () => catalogue,
    search: (text, options) => usage.examples.search(text, options),
    onError: (error) => {
      throw error;
    },
  });
  const plan = async (text: string): Promise<string> => {
    const language = /[가-힣]/u.test(text) ? "ko" : "en";
    const said = messages.mended(text, "sure");
    return firstOf(await messages.plan(said, { ...OPTIONS, language }, { personId: "p" }));
  };
  const missed: string[] = [];
  for (const { name, unseen } of MADE_UP)
    for (const text of unseen) {
      const code = await plan(text);
      if (!code.includes(`[extra:${name}]`)) missed.push(`${text} → ${code}`);
    }
  const all = MADE_UP.flatMap(({ unseen }) => unseen).length;
  const share = 1 - missed.length / all;
  const taken: string[] = [];
  const known = readFileSync(KNOWN, "utf8").trim().split("\n");
  for (const line of known.filter((_line, index) => index % 6 === 0)) {
    const [text = ""] = line.split("\t");
    if ((await plan(text)).includes("[extra:")) taken.push(text);
  }
  await usage.close();
  assert.ok(share >= 0.7, `${share}\n${missed.join("\n")}`);
  assert.deepEqual(taken, []);
});
