import type { Json, JsonObject } from "../../base/json.ts";
import { isJsonObject } from "../../base/json.ts";
import type { Analysis } from "./analysis.ts";
import { loadKorean, type MorphemesOf } from "./morphemes.ts";
import { type Review, reviewsIn } from "./records.ts";
import { counted, countWords, shareOf } from "./words.ts";

/** A cleaned text with its parts. */
export interface Document extends Review {
  readonly language: "ko" | "en" | "other";
  /** Of each sentence its tokens with their tags between spaces: `배송/NNG 이/JKS 느리/VA`; English words have the tag EN. */
  readonly sentences: readonly string[];
}

/** The preprocessor: cleaning, language, sentences and morphemes. */
export const preprocess: Analysis = async ({ input }) => {
  const reviews = reviewsIn(input["collected_data"]);
  const morphemesOf = await loadKorean();
  const cleaned = reviews.map((review) => ({ ...review, text: clean(review.text) }));
  const kept = cleaned.filter(({ text }) => /\p{L}/u.test(text));
  const documents = kept.map((review) => documentOf(review, morphemesOf));
  const languages = Object.fromEntries(counted(documents.map(({ language }) => language)));
  const sentences = documents.reduce((sum, each) => sum + each.sentences.length, 0);
  const stats = {
    count: documents.length,
    left_out: reviews.length - documents.length,
    languages,
    sentences,
    sentences_per_text: shareOf(sentences, documents.length),
  };
  return {
    output: { documents, stats } as unknown as JsonObject, // JSON values alone
    words: {
      ko: `글 ${countWords(documents.length)}개를 문장 ${countWords(sentences)}개로 나누고 형태소를 분석했어요.`,
      en: `Split ${countWords(documents.length)} texts into ${countWords(sentences)} sentences and their words.`,
    },
  };
};

function documentOf(review: Review, morphemesOf: MorphemesOf): Document {
  const language = languageOf(review.text);
  const sentences = sentencesOf(review.text, language);
  return { ...review, language, sentences: sentences.map((each) => tokensOf(each, morphemesOf)) };
}

/** Tokens of a sentence: morphemes where it holds Hangul, else words. */
function tokensOf(sentence: string, morphemesOf: MorphemesOf): string {
  if (/[가-힣]/.test(sentence)) return morphemesOf(sentence);
  const words = sentence.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?|[!?.,;]/gu) ?? [];
  return words
    .map((word) => `${word.replace("’", "'")}/${/[\p{L}\p{N}]/u.test(word) ? "EN" : "SF"}`)
    .join(" ");
}

/** Composed letters, no markup, addresses, numbers of people or marks that are not seen, and no letter more than twice in a row. */
export function clean(text: string): string {
  return text
    .normalize("NFC")
    .replace(/<[^<>]{0,500}>/g, " ")
    .replace(/&(?:nbsp|amp|lt|gt|quot|#39);/g, " ")
    .replace(/https?:\/\/\S+/g, " ")
    .replace(/[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64}/g, " ")
    .replace(/\b01\d[- ]?\d{3,4}[- ]?\d{4}\b/g, " ")
    .replace(/[\p{Cc}\p{Cf}]/gu, " ")
    .replace(/([^\d\s])\1{2,}/gu, "$1$1")
    .replace(/\s+/g, " ")
    .trim();
}

/** By the script that most letters are of. */
export function languageOf(text: string): Document["language"] {
  const korean = text.match(/[가-힣ㄱ-ㅎㅏ-ㅣ]/g)?.length ?? 0;
  const latin = text.match(/[a-z]/gi)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (korean > 0 && korean * 3 >= letters) return "ko";
  return latin * 2 > letters ? "en" : "other";
}

const SEGMENTERS = {
  ko: new Intl.Segmenter("ko", { granularity: "sentence" }),
  en: new Intl.Segmenter("en", { granularity: "sentence" }),
};

function sentencesOf(text: string, language: Document["language"]): readonly string[] {
  const segmenter = language === "ko" ? SEGMENTERS.ko : SEGMENTERS.en;
  return [...segmenter.segment(text)]
    .map(({ segment }) => segment.trim())
    .filter((each) => each !== "");
}

/** The documents that the preprocessor gave. */
export function documentsIn(value: Json | undefined): readonly Document[] {
  const documents = isJsonObject(value) ? value["documents"] : undefined;
  return Array.isArray(documents) ? (documents as unknown as readonly Document[]) : []; // the preprocessor's schema says so
}
