import type { JsonObject } from "../../base/json.ts";
import { joined, type Localized } from "../../base/localized.ts";
import type { Analysis } from "./analysis.ts";
import { listIn, numberIn, rounded, textIn } from "./words.ts";

/** Longest text and most tags of an advertisement; the platforms' own limits are wider. */
const PLATFORMS: Readonly<Record<string, { readonly letters: number; readonly tags: number }>> = {
  instagram: { letters: 125, tags: 10 },
  facebook: { letters: 125, tags: 3 },
  google: { letters: 90, tags: 0 },
};

/** Claims that no advertisement may make: cures, and what cannot be proved. */
const FORBIDDEN =
  /치료|완치|의학적|100%|세계\s?최초|유일(?:한|무이)|부작용\s?없|cure|guaranteed|miracle|risk[- ]free/iu;

/** Copy by template out of what people praise: several variants, each within its platform's length and without forbidden claims. */
export const writeAdvertisement: Analysis = ({ input, language }) => {
  const name = textIn(input, "product_name") || (language === "ko" ? "이 제품" : "this product");
  const keywords = listIn(input["insights"], "keywords")
    .map((each) => textIn(each, "keyword"))
    .filter((word) => word !== "" && !FORBIDDEN.test(word));
  const platform = textIn(input, "platform") || "instagram";
  const { letters, tags } = PLATFORMS[platform] ?? { letters: 125, tags: 5 };
  const [first = name, second = name, third = name] = keywords;
  const hooks: readonly Localized[] = [
    {
      ko: `${first}, 써 본 사람이 가장 많이 말한 이유.`,
      en: `${first}: what people who tried it talk about most.`,
    },
    { ko: `${second} 때문에 고민했다면 ${name}.`, en: `If ${second} matters to you, try ${name}.` },
    { ko: `${third}까지 생각한 ${name}.`, en: `${name}, made with ${third} in mind.` },
  ];
  const variants = hooks.map((hook, index) => ({
    id: index + 1,
    headline: hook[language].slice(0, letters),
    call: { ko: "후기를 확인해 보세요", en: "See what people say" }[language],
    hashtags: keywords.slice(0, tags).map((word) => `#${word}`),
    image_prompt: `${name}, ${[first, second].join(", ")}, natural light, no text`,
  }));
  const allowed = variants.filter(({ headline }) => !FORBIDDEN.test(headline));
  return {
    output: {
      method: "rules",
      platform,
      product: name,
      variants: allowed,
      concept: first,
    } as unknown as JsonObject, // JSON values alone
    words: joined(
      allowed
        .map(({ headline, hashtags }) => `- ${headline} ${hashtags.slice(0, 3).join(" ")}`)
        .join("\n"),
      "\n",
      NEEDS_MODEL,
    ),
  };
};

const NEEDS_MODEL: Localized = {
  ko: "틀로 쓴 문구예요. 언어 모델을 설정하면 새로 써 줘요.",
  en: "Written by template; with a language model configured they are written anew.",
};

const FORMATS: Readonly<
  Record<string, { readonly seconds: number; readonly scenes: number; readonly ratio: string }>
> = {
  instagram: { seconds: 30, scenes: 5, ratio: "9:16" },
  tiktok: { seconds: 30, scenes: 6, ratio: "9:16" },
  youtube: { seconds: 60, scenes: 8, ratio: "16:9" },
  tv: { seconds: 15, scenes: 4, ratio: "16:9" },
};

const BEATS: readonly {
  readonly beat: string;
  readonly words: Localized;
  readonly share: number;
}[] = [
  {
    beat: "hook",
    words: { ko: "시선을 끄는 한마디", en: "A line that catches the eye" },
    share: 2,
  },
  { beat: "problem", words: { ko: "겪고 있는 불편", en: "The trouble people have" }, share: 3 },
  { beat: "product", words: { ko: "제품이 나온다", en: "The product appears" }, share: 4 },
  { beat: "proof", words: { ko: "실제 후기", en: "What people say" }, share: 3 },
  { beat: "call", words: { ko: "지금 해 볼 일", en: "What to do now" }, share: 2 },
];

/** Scenes of a story in beats, whose times make exactly the whole. */
export const drawStoryboard: Analysis = ({ input, language }) => {
  const ad = input["ad_creative"];
  const platform = textIn(input, "target_platform") || "instagram";
  const format = FORMATS[platform] ?? { seconds: 30, scenes: 5, ratio: "9:16" };
  const count = numberIn(input, "scene_count", format.scenes);
  const seconds = numberIn(input, "duration", format.seconds);
  const beats = Array.from(
    { length: count },
    (_each, index) => BEATS[Math.floor((index * BEATS.length) / count)] ?? BEATS[0],
  );
  const whole = beats.reduce((sum, beat) => sum + (beat?.share ?? 1), 0);
  const lines = listIn(ad, "variants").map((variant) => textIn(variant, "headline"));
  let atMs = 0;
  let shares = 0;
  const scenes = beats.map((beat, index) => {
    shares += beat?.share ?? 1;
    const startMs = atMs;
    atMs = Math.round((seconds * 1000 * shares) / whole);
    return {
      scene: index + 1,
      beat: beat?.beat ?? "hook",
      start: rounded(startMs / 1000, 3),
      seconds: rounded((atMs - startMs) / 1000, 3),
      picture: beat?.words[language] ?? "",
      narration: lines[index % Math.max(1, lines.length)] ?? "",
    };
  });
  const table = scenes
    .map(
      ({ scene, seconds: length, picture, narration }) =>
        `${scene}. (${length} s) ${picture}: ${narration}`,
    )
    .join("\n");
  return {
    output: {
      method: "rules",
      platform,
      ratio: format.ratio,
      duration: seconds,
      scenes,
    } as unknown as JsonObject, // JSON values alone
    words: joined(table, "\n", NEEDS_MODEL),
  };
};

/** Syllables and words that are spoken in a second. */
const SPEED: Readonly<Record<"ko" | "en", number>> = { ko: 6, en: 2.5 };

/** A plan to film by: shots, subtitles in time (SRT), and where the words do not fit. A film itself is not made. */
export const planVideo: Analysis = ({ input, language }) => {
  const board = input["storyboard"];
  const shots = listIn(board, "scenes").map((scene) => {
    const narration = textIn(scene, "narration");
    const length =
      language === "ko"
        ? (narration.match(/[가-힣]/g)?.length ?? 0)
        : narration.split(/\s+/).filter((word) => word !== "").length;
    const speaks = rounded(length / SPEED[language], 1);
    const [start, seconds] = [numberIn(scene, "start"), numberIn(scene, "seconds")];
    return {
      shot: numberIn(scene, "scene"),
      start,
      seconds,
      picture: textIn(scene, "picture"),
      narration,
      speaks,
      fits: speaks <= seconds,
    };
  });
  const srt = shots
    .map(
      ({ shot, start, seconds, narration }) =>
        `${shot}\n${clock(start)} --> ${clock(start + seconds)}\n${narration}\n`,
    )
    .join("\n");
  const long = shots.filter(({ fits }) => !fits).length;
  return {
    output: {
      method: "rules",
      ratio: textIn(board, "ratio"),
      duration: numberIn(board, "duration"),
      shots,
      srt,
    } as unknown as JsonObject, // JSON values alone
    words: {
      ko: `촬영 계획: ${shots.length}컷, ${numberIn(board, "duration")}초. 말이 긴 컷 ${long}개. 영상 자체는 만들지 않아요.`,
      en: `A plan of ${shots.length} shots, ${numberIn(board, "duration")} s; in ${long} of them the words are too long. The film itself is not made.`,
    },
  };
};

function clock(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const pad = (value: number, length = 2): string => String(value).padStart(length, "0");
  return `${pad(Math.floor(ms / 3_600_000))}:${pad(Math.floor(ms / 60_000) % 60)}:${pad(Math.floor(ms / 1000) % 60)},${pad(ms % 1000, 3)}`;
}
