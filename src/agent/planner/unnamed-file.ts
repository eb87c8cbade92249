import { readCode } from "./code.ts";
import { type PlannerResult, type PlanProposal, withEach } from "./result.ts";

/** Stands for the name of a file while a message is planned that names none. */
const UNNAMED = "unnamed-result.md";

const HAS_FILE = /[\p{L}\p{N}_-]\.(?:md|txt|csv|tsv|json|html|log|pdf|png|svg|ya?ml)\b/iu;
const KOREAN_SAVE =
  /(?:텍스트\s?)?(?:파일|문서)(?:로|에|에다|에다가)(?=\s?(?:좀\s?)?(?:저장|남겨|남기|보관|기록|적어|써|만들|뽑아|떨궈|내려))/u;
const ENGLISH_SAVE =
  /\b(?:save|store|write|keep|put|dump|export)\b(?=(.*?)\b(?:to|in|into|as)\s+an?\s+(?:text\s+|new\s+)?(?:file|document)\b)/iu;
const ENGLISH_FILE = /\ban?\s+(?:text\s+|new\s+)?(?:file|document)\b/iu;

/** The message with a name where it says that a result is to be saved as a file, and names none; `undefined` for any other. */
export function withFileName(text: string): string | undefined {
  if (HAS_FILE.test(text)) return undefined;
  if (KOREAN_SAVE.test(text)) return text.replace(KOREAN_SAVE, `${UNNAMED}로`);
  return ENGLISH_SAVE.test(text) ? text.replace(ENGLISH_FILE, UNNAMED) : undefined;
}

/** A result with a file name of its own: of what the program is about, and the day where one is given (`로봇-2026-07-15.md`). */
export function nameFile(result: PlannerResult, day: string): PlannerResult {
  return withEach(result, (proposal) => named(proposal, day));
}

const LONGEST_NAME = 30; // letters

function named(proposal: PlanProposal, day: string): PlanProposal {
  const topic = readCode(proposal.code).literals.find(
    ({ kind, value }) => kind === "string" && value !== UNNAMED,
  );
  const about = plainName(topic?.value ?? "");
  const name = `${[about, day].filter((part) => part !== "").join("-") || "result"}.md`;
  return { ...proposal, code: proposal.code.replaceAll(UNNAMED, () => name) };
}

/** Letters, digits and hyphens of a text: of an address its host, of a file its name. */
function plainName(text: string): string {
  const bare = text.replace(/^https?:\/\/(?:www\.)?/iu, "").replace(/\/.*$/su, "");
  return [...bare.replace(/\.[a-z0-9]{1,4}$/iu, "").replace(/[^\p{L}\p{N}]+/gu, "-")]
    .slice(0, LONGEST_NAME)
    .join("")
    .replace(/^-+|-+$/gu, "");
}
