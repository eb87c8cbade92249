import { readCode } from "./code.ts";
import { type PlannerResult, type PlanProposal, withEach } from "./result.ts";

/** Words that ask for more of something, not for something new in its place. */
const ENGLISH_ADD = /\b(?:add|append|tack|one\s+more\s+line)\b/iu;
const KOREAN_ADD = /추가|더해|더하|덧붙|이어\s?(?:서\s?)?(?:써|쓰|적)|한\s?줄\s?더|더\s(?:써|적)/u;

/** A call that writes a file, with nothing else said than where and what. */
const FILE_WRITE =
  /(\[system:(?:write|file)\]\("(?:[^"\\]|\\.)*"\))(?: \{(content: "(?:[^"\\]|\\.)*")\}|(?! \{))/gu;

/** Programs that write a file, for a message that says to add to it: they add at its end. What is to be written does not count as saying so. */
export function addToFiles(result: PlannerResult, text: string): PlannerResult {
  return withEach(result, (proposal) => added(proposal, text));
}

function added(proposal: PlanProposal, text: string): PlanProposal {
  if (proposal.code.includes("append:")) return proposal;
  let said = text;
  for (const { kind, value } of readCode(proposal.code).literals)
    if (kind === "string") said = said.replace(value, () => " ");
  if (!ENGLISH_ADD.test(said) && !KOREAN_ADD.test(said)) return proposal;
  const { from } = proposal;
  return {
    ...proposal,
    code: withAppend(proposal.code),
    ...(from === undefined
      ? {}
      : { from: from.map((part) => ({ ...part, code: withAppend(part.code) })) }),
  };
}

function withAppend(code: string): string {
  return code.replace(FILE_WRITE, (_all, call: string, content?: string) =>
    content === undefined ? `${call} {append: true}` : `${call} {${content}, append: true}`,
  );
}
