import {
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../../engine/execute/action-types.ts";
import { type Outcome, success } from "../../../engine/values/outcome.ts";
import { failed } from "../../api/upstream.ts";
import { worded } from "../../localize.ts";
import { askWords } from "./model.ts";
import type { Words } from "./port.ts";

/** A text is translated in pieces of about this length, so that no answer reaches a model's limit of output, and at most so much of it; both in UTF-16 units. */
const PIECE_LENGTH = 4000;
const MAX_LENGTH = 40_000;

/** `translate`: the text in the language asked for, else in the person's own. Without a model it says what to set. */
export async function translate(words: Words | undefined, call: ReadyCall): Promise<Outcome> {
  const text = stringParam(call, "text").trim();
  const to = optionalString(call, "to") ?? call.actor.language;
  if (text === "") {
    const empty = { ko: "번역할 글이 없습니다.", en: "There is no text to translate." };
    return failed("empty-text", worded(call, empty));
  }
  if (words === undefined) return failed("needs-model", worded(call, NEEDS_MODEL));
  if (text.length > MAX_LENGTH) {
    const long = {
      ko: `글이 ${text.length}자라 너무 깁니다. 한 번에 ${MAX_LENGTH}자까지 번역합니다. [system:summarize]로 줄이거나 나누어 주세요.`,
      en: `The text has ${text.length} characters; at most ${MAX_LENGTH} are translated at once. Shorten it with [system:summarize], or divide it.`,
    };
    return failed("too-long", worded(call, long));
  }
  const instruction =
    "Translate the text. Keep its lines, lists, addresses, numbers and names as they are.";
  const language = to === "en" ? "en" : "ko";
  const done: string[] = [];
  for (const piece of piecesOf(text))
    done.push(await askWords(words, call, { instruction, text: piece, language }));
  return success(done.join("\n"));
}

const NEEDS_MODEL = {
  ko: "번역에는 언어 모델이 필요한데 설정된 것이 없습니다. GEMINI_API_KEY 같은 키를 설정해 주세요 (ibl-bot setup이 도와줍니다).",
  en: "Translating needs a language model, and none is set. Set a key such as GEMINI_API_KEY (ibl-bot setup helps).",
};

/** The lines of a text in pieces of about `PIECE_LENGTH`; a longer line is cut. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const line of text.split("\n").flatMap(shortLines)) {
    if (piece !== "" && piece.length + line.length > PIECE_LENGTH) {
      pieces.push(piece);
      piece = "";
    }
    piece = piece === "" ? line : `${piece}\n${line}`;
  }
  return [...pieces, piece].filter((part) => part.trim() !== "");
}

function shortLines(line: string): readonly string[] {
  if (line.length <= PIECE_LENGTH) return [line];
  const letters = [...line];
  const lines: string[] = [];
  for (let from = 0; from < letters.length; from += PIECE_LENGTH)
    lines.push(letters.slice(from, from + PIECE_LENGTH).join(""));
  return lines;
}
