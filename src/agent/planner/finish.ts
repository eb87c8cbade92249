import { readCode } from "./code.ts";
import { rangeIn } from "./lookups/course.ts";
import { type PlannerResult, type PlanProposal, withEach } from "./result.ts";

const MOST_PROPOSALS = 3;

/**
 * A result with values that say no more than what they name (부산 내일 → 부산), the period that was asked for, and no program run for
 * sure that leaves a number of the message out or takes half a sentence for a value: such a one is offered instead. Pure.
 */
export function finishPlan(said: string, result: PlannerResult): PlannerResult {
  const finished = withEach(result, (proposal) => tidy(said, proposal));
  if (finished.kind !== "sure" || !isDoubtful(said, finished.code)) return finished;
  const { kind: _sure, others = [], ...first } = finished;
  return { kind: "unsure", proposals: [first, ...others].slice(0, MOST_PROPOSALS) };
}

function tidy(said: string, proposal: PlanProposal): PlanProposal {
  return { ...proposal, code: untold(said, tidyCode(said, proposal.code)) };
}

/** What is kept of "비밀번호가 sky2026인 거 기억해줘" ends before what joins it to the request; "…다는 거" ends in 다. */
function untold(said: string, code: string): string {
  return code.replace(KEPT, (whole, call: string, value: string, joint: string) =>
    new RegExp(`^${joint}\\s?[거걸것]`, "u").test(said.slice(said.indexOf(value) + value.length))
      ? `${call}("${value}")`
      : whole,
  );
}

const KEPT = /(\[source:save_memory\])\("((?:[^"\\]|\\.)*?)(인|(?<=다)는)(?:\s?[거걸것])?"\)/gu;

const PLACE = /(\[source:weather\])\("((?:[^"\\]|\\.)*)"\)( ?\{[^}]*\})?/gu;
const SYMBOL = /(\[source:price(?:_history)?\])\("((?:[^"\\]|\\.)*)"\)/gu;
const HISTORY = /(\[source:price_history\](?:\("(?:[^"\\]|\\.)*"\))?)(?! ?\{)/gu;
/** A page that is opened for what follows is read; a browser shows it to nobody. */
const READ_ON =
  /\[interface:navigate\](?=\("[^"]*"\) >> \[system:(?:summarize|translate|file|write|brief|notify_user)\])/gu;

function tidyCode(said: string, code: string): string {
  const range = rangeIn(said);
  return code
    .replace(PLACE, (_whole, call: string, value: string, params?: string) =>
      placeCall(call, value, params),
    )
    .replace(SYMBOL, (_whole, call: string, value: string) => `${call}("${symbolOf(value)}")`)
    .replace(HISTORY, (call) => (range === undefined ? call : `${call} {range: "${range}"}`))
    .replace(READ_ON, "[source:crawl]");
}

const WHEN_KOREAN = "오늘|내일|모레|지금|현재|이번\\s?주|이번\\s?주말|주말";
const WHEN_ENGLISH =
  "today|tomorrow|tmrw|now|right now|tonight|this week|this weekend|at the moment";
const LEADING_WHEN = new RegExp(`^(?:(?:${WHEN_KOREAN}|${WHEN_ENGLISH})\\s+)+`, "iu");
const TRAILING_WHEN = new RegExp(`(?:\\s+(?:${WHEN_KOREAN}|${WHEN_ENGLISH}))+$`, "iu");
const DAYS =
  /\s+(?:for|over|in)?\s*(?:the\s+)?(?:next|coming)\s+(\d)\s+days$|\s+(\d)\s?일\s?(?:간|치|동안)$/iu;

function placeCall(call: string, value: string, params?: string): string {
  const days = DAYS.exec(value);
  const count = days?.[1] ?? days?.[2];
  const place = withoutWhen(days === null ? value : value.slice(0, days.index)).replace(
    /^(?:in|at|for)\s+(?=\S)/iu,
    "",
  );
  if (params !== undefined) return `${call}("${place}")${params}`;
  const isUsual = count === undefined || Number(count) < 1 || Number(count) > 7;
  return `${call}("${place}")${isUsual ? "" : ` {days: ${count}}`}`;
}

const ASKING =
  /^(?:(?:get|check|show|tell|give|fetch|me|what's|whats|how's|hows|the|current|latest)\s+)+/iu;
const TRADING = /(?:\s+(?:trading(?:\s+at)?|worth|at|going\s+for|doing))+$/iu;

function symbolOf(value: string): string {
  const bare = withoutWhen(value).replace(ASKING, "").replace(TRADING, "");
  return bare === "" ? value : withoutWhen(bare);
}

function withoutWhen(value: string): string {
  const bare = value.replace(LEADING_WHEN, "").replace(TRAILING_WHEN, "").trim();
  return bare === "" ? value : bare;
}

/** A word that stands for another thing, and is none itself. */
const POINTING =
  /^(?:it|them|that|this|those|these|him|her|그거|그것|그걸|이거|이것|이걸|저거|결과|the\s+result|result)$/iu;
/** What names something that could be looked up is no message, unless it stands in quotes. */
const LOOKED_UP = /(?:시세|주가|환율|날씨|뉴스|weather|price|prices|rate|news)$/iu;
const ABOUT_ELSE =
  /\s(?:price|weather|news|stock|주가|시세|날씨|뉴스)|^(?:price|weather|news)\s|,|\s(?:and|or)\s|(?:이?랑|하고|주가랑)(?:\s|$)/iu;
const NAMES = new Set(["source:weather", "source:price", "source:price_history", "messenger:get"]);
const SAYS = new Set(["messenger:send", "system:notify_user", "system:send_notify"]);
const SEARCHES = new Set(["source:search_news", "source:web_search", "source:search_memory"]);

/** True where a program most likely does not do all that was said, or takes something for a value that is none. */
function isDoubtful(said: string, code: string): boolean {
  if (leavesNumberOut(said, code) || triesTheSame(code)) return true;
  return code.split(/ (?:>>|&|\?\?) |\n/u).some((part) => hasDoubtfulValue(said, part));
}

function leavesNumberOut(said: string, code: string): boolean {
  const known = code.replace(/(?<=\d),(?=\d{3})/gu, "");
  const numbers = said.replace(/(?<=\d),(?=\d{3})/gu, "").match(/\d+/gu) ?? [];
  return numbers.some(
    (number) => !known.includes(number) && !known.includes(String(Number(number))),
  );
}

function triesTheSame(code: string): boolean {
  const options = code.split(" ?? ");
  return new Set(options).size < options.length;
}

function hasDoubtfulValue(said: string, part: string): boolean {
  const { calls, literals } = readCode(part);
  const [call] = calls;
  const value = literals.find(({ kind, key }) => kind === "string" && key === undefined)?.value;
  if (call === undefined || value === undefined || isQuoted(said, value)) return false;
  if (NAMES.has(call)) return ABOUT_ELSE.test(value) || /\d\S*\s|\s\S*\d/u.test(value);
  if (SAYS.has(call)) return POINTING.test(value) || LOOKED_UP.test(value);
  return SEARCHES.has(call) && (/,\s/u.test(value) || POINTING.test(value));
}

function isQuoted(said: string, value: string): boolean {
  const at = said.indexOf(value);
  return at > 0 && /["“'‘「『]/u.test(said[at - 1] ?? "");
}

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
  const renamed = (text: string): string => text.replaceAll(UNNAMED, () => name);
  const { from } = proposal;
  return {
    ...proposal,
    code: renamed(proposal.code),
    intent: renamed(proposal.intent),
    ...(from === undefined
      ? {}
      : {
          from: from.map((part) => ({
            ...part,
            code: renamed(part.code),
            said: renamed(part.said),
          })),
        }),
  };
}

/** Letters, digits and hyphens of a text: of an address its host, of a file its name. */
function plainName(text: string): string {
  const bare = text.replace(/^https?:\/\/(?:www\.)?/iu, "").replace(/\/.*$/su, "");
  return [...bare.replace(/\.[a-z0-9]{1,4}$/iu, "").replace(/[^\p{L}\p{N}]+/gu, "-")]
    .slice(0, LONGEST_NAME)
    .join("")
    .replace(/^-+|-+$/gu, "");
}
