const GOOD = [
  "배송이 정말 빨라요",
  "품질이 좋아요",
  "가격도 저렴하고 만족해요",
  "디자인이 예뻐요",
  "향이 은은하고 좋아요",
  "포장이 꼼꼼해요",
  "직원분이 친절해요",
  "촉촉하고 부드러워요",
  "선물했는데 좋아하네요",
  "The quality is great",
  "Fast delivery and easy to use",
  "I love the color",
  "Works perfectly",
  "Highly recommend it",
];

const BAD = [
  "배송이 너무 느려요",
  "품질이 별로예요",
  "가격이 비싸요",
  "포장이 찢어져서 왔어요",
  "향이 독해서 머리가 아파요",
  "불량품이 왔어요",
  "환불 요청했는데 답이 없어요",
  "상담원이 불친절해요",
  "피부에 트러블이 생겼어요",
  "소음이 심해요",
  "The quality is terrible",
  "It broke after two days",
  "Late delivery and rude support",
  "Not worth the price",
];

const PLAIN = ["어제 받았어요", "보통이에요", "아직 안 써봤어요", "It arrived on Monday"];

const BRANDS = ["가온", "가온", "나래", "나래", "다솜"];
const DAY_MS = 86_400_000;

/** A table of reviews as a shop exports it, the same for the same seed; from October on more of them complain. */
export function reviewTable(count: number, seed: number): string {
  let state = seed;
  const random = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  const pick = <Thing>(things: readonly Thing[]): Thing =>
    things[Math.floor(random() * things.length)] as Thing; // none of the lists is empty
  const rows = Array.from({ length: count }, (_each, index) => {
    const day = new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 330) * DAY_MS)
      .toISOString()
      .slice(0, 10);
    const brand = pick(BRANDS);
    const bad = 0.22 + (day >= "2026-10" ? 0.2 : 0) + (brand === "다솜" ? 0.1 : 0);
    const [texts, ratings] = kindOf(random(), bad);
    const said = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(texts));
    const extra = random() < 0.1 ? ` #${brand}` : "";
    return `${day},${brand},${pick(ratings)},"${[...new Set(said)].join(". ")}.${extra} ${index % 7 === 0 ? "ㅎㅎ" : ""}(${index})"`;
  });
  return ["date,brand,rating,review", ...rows].join("\n");
}

function kindOf(chance: number, bad: number): readonly [readonly string[], readonly number[]] {
  if (chance < bad) return [BAD, [1, 1, 2, 2, 3]];
  return chance < bad + 0.1 ? [PLAIN, [3]] : [GOOD, [4, 5, 5, 5]];
}
