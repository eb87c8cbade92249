import assert from "node:assert/strict";
import { test } from "node:test";
import { factsIn, statedFact, statedHabit } from "../../../src/agent/things/stated.ts";

test("plain statements of what is one's own are facts to keep", () => {
  for (const said of [
    "지도교수님 연구실은 본관 517호야",
    "장모님은 고등어를 못 드셔",
    "쓰레기는 화요일이랑 금요일에 내놔",
    "나 갑각류 못 먹어",
    "the spare key is under the blue flowerpot",
    "my son is allergic to peanuts",
    "Tina is vegetarian",
    "rent is due on the 5th",
    "I parked on level 4",
    "the van takes diesel",
    "Marta fixes the bikes",
    "Noah goes to Oakfield nursery",
    "our kids go to Oakfield nursery",
    "laundry day is monday, towels on friday",
    "there's a torch under the kitchen sink",
    "I sleep on the second floor",
    "we bought the house in March 2014",
    "막내는 달걀 먹으면 두드러기 나",
    "도장 거실 서랍에 넣어놨어",
    "세탁기 수리는 김 기사한테 맡겨",
    "회계는 박 과장이 담당이래",
    "여름 커튼은 다락방에 둠",
    "할머니는 1941년에 태어났어",
  ])
    assert.equal(statedFact(said), said);
});

test("remarks, moods, requests and questions are none", () => {
  for (const said of [
    "오늘 너무 피곤하다",
    "영화는 재밌었어",
    "나 집에 가",
    "이건 뭐야",
    "문닫아",
    "the meeting is boring",
    "my head hurts",
    "it is raining",
    "I have a headache",
    "remind me to call Ben at 5",
    "is the key under the pot?",
    "the weather is nice in Seoul",
    "우리 강아지가 소파에서 코 골아",
    "토끼가 이불 위에서 뛰고 있어",
    "팀장님이 나한테 화냈어",
    "너는 무슨 색 좋아해",
    "보라가 아니라 재형한테야",
    "my neighbour plays drums at midnight",
    "my cousin thinks Fiat is the best",
    "the dog is barking at the door",
    "my tram is 10 minutes late",
    "my tablet is at 8 percent",
    "버스가 15분째 안 와",
    "우리가 2대 0으로 이겼어",
    "역시 겨울은 붕어빵이야",
    "주말에 뭐 할래",
  ])
    assert.equal(statedFact(said), undefined, said);
});

test("what somewhere always happens at a time is no reminder", () => {
  assert.equal(statedHabit("Dr. Patel's clinic closes at 5"), "Dr. Patel's clinic closes at 5");
  assert.equal(statedHabit("call the clinic at 5"), undefined);
});

test("two facts in one sentence are kept apart, each with whose it is", () => {
  assert.deepEqual(factsIn("하윤이 생일은 3월 2일이고 알레르기는 땅콩이야"), [
    "하윤이 생일은 3월 2일",
    "하윤이 알레르기는 땅콩이야",
  ]);
  assert.deepEqual(factsIn("Ella's birthday is March 2 and she is allergic to nuts"), [
    "Ella's birthday is March 2",
    "Ella is allergic to nuts",
  ]);
  assert.deepEqual(factsIn("내 차는 쏘나타고 색은 검정이야"), ["내 차는 쏘나타고 색은 검정이야"]);
});
