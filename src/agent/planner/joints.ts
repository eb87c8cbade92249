import { isCommandConcept } from "../../rag/text/concepts.ts";
import { readWords } from "../../rag/text/normalize.ts";
import { readTokens } from "./slots.ts";
import type { Token } from "./token.ts";

/** Where one request or step ends and the next begins: `then` goes on, `else` is for when what stands before it fails. */
export interface Joint {
  readonly kind: "then" | "else";
  /** Where what stands before it ends, and where what stands behind it begins; UTF-16 units. */
  readonly end: number;
  readonly start: number;
}

/** A message with more joints is no request of a few steps. */
const MOST_JOINTS = 6;

const KOREAN_ELSE =
  /[\s,.;]+(?:(?:만약|혹시|만일)(?:에)?\s*)?(?:그게\s*|거기\s*)?(?:안\s?되면|안\s?나오면|안\s?열리면|안\s?될\s?(?:때|땐|때는|경우)|없으면|없을\s?(?:때|때는|경우)|실패하면|실패\s?시(?:에는?)?|못\s?찾으면|못\s?하면)[\s,]+/gu;
const ENGLISH_ELSE =
  /[\s,.;:]+(?:(?:and|but|or)[\s,]+)?(?:otherwise|or\s+else|failing\s+that|if\s+(?:that|it|this)(?:['’]s)?\s+(?:fails|failed|does\s*n['’]?o?t\s+(?:work|exist|open|load)|is\s*n['’]?o?t\s+(?:there|found|available)|not\s+there|is\s+missing|missing|is\s+empty|empty|can['’]?t\s+be\s+(?:found|opened|read))|if\s+(?:nothing|none)(?:\s+(?:comes\s+up|is\s+found|is\s+there|turns\s+up|was\s+found))?|if\s+there(?:['’]s|\s+is|\s+are)\s+(?:none|nothing)|if\s+not|if\s+you\s+can['’]?t(?:\s+find\s+(?:it|any|anything|one))?)[\s,]+(?:then\s+)?/giu;
const KOREAN_AFTER =
  /(?<=[가-힣](?:한|은|온|른|낸|친|킨|준|본|운|인|찬))\s+(?:다음|뒤|후)(?:에|엔)?[\s,]+/gu;
const KOREAN_NEXT =
  /[\s,.;]+(?:그리고|그\s?다음에?|그런\s?다음에?|그러고\s?나서|그러고|이어서)[\s,]+/gu;
const KOREAN_LEAD =
  /^[\s,]*(?:나서|그리고|그\s?다음(?:에|으로)?|그\s?뒤에?|다음에|그런\s?다음에?)?[\s,]*/u;
const CONNECTIVE = /(?:[아어여워려와봐해켜겨러라꿔]서|고서|[가-힣]고)$/u;
/** Forms whose verb the reader does not know, or takes for a noun. */
const KNOWN_CONNECTIVE = /(?:^|[가-힣])(?:보고|열고|읽고|찾고|쓰고|적고|넣고|긁어서)$/u;
const ENGLISH_NEXT =
  /[\s,;.]+(?:and\s+then|then|and\s+also|after\s+that|afterwards|and)[\s,]+(?=[a-z])|[,;]\s+(?=[a-z])/giu;
const SENTENCE_END = /[.!?;]\s+|\s*\n\s*/gu;
/** English words that begin a step, beside those that the concepts know. */
const ENGLISH_COMMANDS = new Set(
  "text tell email message notify ping forward share pass put keep give sum sort plot chart note boil turn drop take check get try summarize let".split(
    " ",
  ),
);

/** The joints of a composed text in order; none inside quotes, names and addresses. Pure. */
export function findJoints(text: string): readonly Joint[] {
  const tokens = readTokens(text);
  const entities = tokens.filter((token) => token.kind !== "word" && token.kind !== "number");
  const isFree = ({ end, start }: Joint): boolean =>
    end > 0 &&
    start < text.length &&
    !entities.some((token) => token.start < end && start < token.bodyEnd);
  const elses = [...matchJoints(text, KOREAN_ELSE), ...matchJoints(text, ENGLISH_ELSE)].map(
    ({ end, start }): Joint => ({ kind: "else", end, start }),
  );
  const thens = [
    ...connectiveJoints(text, tokens),
    ...matchJoints(text, KOREAN_AFTER),
    ...matchJoints(text, KOREAN_NEXT),
    ...matchJoints(text, ENGLISH_NEXT).filter(({ start }) => isCommand(text.slice(start))),
    ...matchJoints(text, SENTENCE_END),
  ].map(({ end, start }): Joint => ({ kind: "then", end, start }));
  const joints = settled([...elses, ...thens.sort((a, b) => a.end - b.end)].filter(isFree));
  return joints.length > MOST_JOINTS ? [] : joints;
}

type Place = Omit<Joint, "kind">;

function matchJoints(text: string, pattern: RegExp): readonly Place[] {
  return [...text.matchAll(pattern)].map((match) => ({
    end: match.index,
    start: match.index + match[0].length,
  }));
}

/** Behind a Korean verb that says that something follows: 찾아서, 요약하고. */
function connectiveJoints(text: string, tokens: readonly Token[]): readonly Place[] {
  return tokens.flatMap((token) => {
    const surface = text.slice(token.start, token.end);
    if (token.kind !== "word" || !CONNECTIVE.test(surface)) return [];
    const isVerb = token.verb || isCommandKey(token.key) || KNOWN_CONNECTIVE.test(surface);
    if (!isVerb) return [];
    const lead = KOREAN_LEAD.exec(text.slice(token.end))?.[0].length ?? 0;
    return [{ end: token.end, start: token.end + lead }];
  });
}

function isCommand(rest: string): boolean {
  const word = /^[a-z]+/iu.exec(rest)?.[0].toLowerCase() ?? "";
  const [read] = readWords(rest.slice(0, 24));
  return ENGLISH_COMMANDS.has(word) || isCommandKey(read?.key ?? "");
}

function isCommandKey(key: string): boolean {
  return key.startsWith("c:") && isCommandConcept(key.slice(2));
}

/** In order, without those that touch one before them; where a verb's ending stands before an `else`, the part ends there. */
function settled(joints: readonly Joint[]): readonly Joint[] {
  const kept: Joint[] = [];
  for (const joint of joints) {
    const at = kept.findIndex((one) => joint.start >= one.end && joint.end <= one.start);
    const before = kept[at];
    if (before === undefined) kept.push(joint);
    else
      kept[at] = {
        kind: before.kind,
        end: Math.min(before.end, joint.end),
        start: Math.max(before.start, joint.start),
      };
  }
  return kept.sort((a, b) => a.end - b.end);
}

/** What stands before a joint as a request of its own: its verb's ending as that of one who asks. */
export function asRequest(part: string): string {
  return part
    .replace(/하고(?:서)?$/u, "해줘")
    .replace(/보고(?:서)?$/u, "봐줘")
    .replace(/(?<=[가-힣])한$/u, "해줘")
    .replace(/^[\s,]+|[\s,;]+$/gu, "");
}
