import { readCode } from "./code.ts";
import type { PlannerResult } from "./result.ts";
import { saysWhatToDo } from "./title.ts";

/** From this score on words are a request of their own. */
const LEAST_SCORE = 0.85;

/** Changes of a briefing are said in the same words as the values of one. */
const SAID_ALIKE = "system:change_briefing";

/** "Make it …", said of a value, asks for nothing else. */
const MAKES_IT =
  /(?:으?로|게)\s*(?:해|바꿔|바꾸|변경|설정|부탁)\S*[.!~\s]*$|^\s*(?:make|set|change)\s+it\b/iu;

/** What wants to know something; an answer to a question seldom does. */
const ASKS =
  /(?<![가-힣])몇\s*(?:시|월|일|도|개|명|퍼)|어때|어떄|뭐(?:야|지|예요|에요|였)|무엇|(?:언제|어디|누구|얼마)(?:야|지|예요|에요|니|나|임)?[\s?!.]*$|^\s*(?:what|how|when|where|who|which|why|is|are|do|does|did|can|could|will)\b/iu;

/** True for words that ask for something by themselves, whatever was asked before them: they say what is to be done or ask for something, and `plan` is sure of it. */
export function isOwnRequest(text: string, plan: (message: string) => PlannerResult): boolean {
  if (!(saysWhatToDo(text) || ASKS.test(text)) || MAKES_IT.test(text)) return false;
  const planned = plan(text);
  if (planned.kind !== "sure" || planned.score < LEAST_SCORE) return false;
  return !readCode(planned.code).calls.includes(SAID_ALIKE);
}
