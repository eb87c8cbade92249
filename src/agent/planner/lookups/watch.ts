import { quoteIbl } from "../code.ts";
import type { PlannerResult, PlanOptions } from "../result.ts";
import { extensionOf, readTokens } from "../tokens.ts";

const SCORE = 0.95;

const TELLS =
  /알려|알림|알람|말해|얘기|신호|톡|연락|귀띔|궁금|알고\s?싶|\b(?:tell|alert|notify|ping|warn|let|buzz)\s+me\b|\bheads[\s-]?up\b|\bi\s+want\s+to\s+know\b|\b(?:give\s+me\s+a\s+shout|shout)\b/iu;
/** A file comes in. */
const ARRIVES =
  /(?:올라오|올라올|들어오|들어올|도착하|도착할|생기|생길|올리|올릴|추가되|추가될)\S*|\b(?:lands?|arrives?|shows?\s+up|comes?\s+in|is\s+(?:added|uploaded|posted|dropped)|gets?\s+(?:added|uploaded|posted|dropped)|appears?)\b/iu;
const WHENEVER =
  /(?:때마다|때|면|자마자)(?=\s|$|,)|\b(?:whenever|when|if|every\s+time|each\s+time|once|as\s+soon\s+as)\b/iu;
const FAILS =
  /실패(?:하면|할\s?때|하거든|하는)|\b(?:ever\s+)?(?:fails?|breaks?|errors?\s+out|crashes)\b/iu;
const NAME = /[\p{L}\p{N}]+(?:[_-][\p{L}\p{N}]+)+/u;

/** Plans a message that wants to be told when a file of a kind comes in, or when what is named by its own name fails; `undefined` for any other. Pure. */
export function planWatch(text: string, { allowedNodes }: PlanOptions): PlannerResult | undefined {
  if (allowedNodes?.includes("system") === false || !TELLS.test(text) || !WHENEVER.test(text))
    return undefined;
  return failing(text) ?? arriving(text);
}

function failing(text: string): PlannerResult | undefined {
  const name = NAME.exec(text)?.[0];
  if (name === undefined || !FAILS.test(text)) return undefined;
  const config = `{of: ${quoteIbl(name)}, outcome: "failed"}`;
  return made(`${name} failed`, `type: "run", config: ${config}`, text);
}

function arriving(text: string): PlannerResult | undefined {
  if (!ARRIVES.test(text)) return undefined;
  const token = readTokens(text).find((one) => one.kind === "word" && extensionOf(one));
  const ending = token && extensionOf(token);
  if (token === undefined || ending === undefined) return undefined;
  return made(token.value, `type: "file", config: {pattern: ${quoteIbl(`*.${ending}`)}}`, text);
}

function made(name: string, kind: string, intent: string): PlannerResult {
  const notice = quoteIbl(`[system:notify_user](${quoteIbl(name)})`);
  const code = `[system:create](${quoteIbl(name)}) {${kind}, pipeline: ${notice}}`;
  return { kind: "sure", code, score: SCORE, intent };
}
