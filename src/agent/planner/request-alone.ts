import { isPlea } from "../../rag/text/mood.ts";
import { wordsOfTime } from "../../scheduler/phrases/find-time.ts";
import type { Cues } from "./frames/cues.ts";
import { findMentions, NOTHING_KNOWN } from "./frames/mentions.ts";
import { readTokens } from "./tokens.ts";
import { conditionIn, readForbidding, takesBack } from "./wording/said-limits.ts";

/** Where one sentence ends and another begins. */
const ENDS = /(?<=[.!?？…]|[가-힣](?:줘요?|주세요))[.!?？…]*\s+/u;
/** What points at something that another sentence may name. */
const POINTS =
  /(?:^|\s)(?:그|그거|그건|그걸|이거|이건|이걸|저거)(?=\s|$)|\b(?:it|that|this|them|those|these|one)\b/iu;
const MOST_SENTENCES = 4;

/** The one sentence of a message that asks for something, where the others only tell: they name nothing, say no time, and want nothing done or left undone. Any other message as it is. Pure. */
export function requestAlone(message: string, cues: Cues): string {
  const sentences = message
    .trim()
    .split(ENDS)
    .filter((each) => each !== "");
  if (sentences.length < 2 || sentences.length > MOST_SENTENCES) return message;
  const requests = sentences.filter((each) => !isTold(each, cues));
  const [request, second] = requests;
  const isWhole = request !== undefined && second === undefined && !POINTS.test(request);
  return isWhole ? request : message;
}

function isTold(sentence: string, cues: Cues): boolean {
  if (/[?？]/u.test(sentence) || isPlea(sentence)) return false;
  const actions = [...cues.signatures.keys()];
  const isNamed = readTokens(sentence).some(
    (word) => cues.isCommand(word) || actions.some((action) => cues.names(action, word)),
  );
  const isBound =
    readForbidding(sentence) !== undefined ||
    conditionIn(sentence) !== undefined ||
    takesBack(sentence);
  return (
    !isNamed &&
    !isBound &&
    findMentions(sentence, NOTHING_KNOWN).length === 0 &&
    !saysWhen(sentence)
  );
}

function saysWhen(sentence: string): boolean {
  return (
    wordsOfTime(sentence).rest.replace(/\s/gu, "") !==
    sentence.replace(/\s/gu, "").replace(/^[,.;:·]+|[,;:·]+$/gu, "")
  );
}
