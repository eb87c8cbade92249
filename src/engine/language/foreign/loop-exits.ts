import type { Edit } from "../syntax-errors.ts";
import { closingEnd, NAME } from "./calls.ts";

const WORD = /(?:break|continue|next|skip)\b[^\S\n]*;?/iuy;

/** A word that leaves a loop or its round, in the block of an `[if:]` in the body of an `[each:]`. */
interface Exit {
  readonly leaves: "loop" | "round";
  readonly condition: string;
  /** What else stands in the block of the `[if:]`. */
  readonly also: string;
  /** Where the `[each:]` begins, its head without brackets, and where its body does and ends, without its braces. */
  readonly loopStart: number;
  readonly head: string;
  readonly bodyStart: number;
  readonly bodyEnd: number;
  /** What stands in the body before the `[if:]` and behind it. */
  readonly before: string;
  readonly behind: string;
}

/** Where the first word that leaves a loop or its round stands as a statement; -1 where none does. Pure. */
export function exitPlace(text: string): number {
  // The word comes first: what stands before it is looked at once for each, not from every blank.
  return text.search(
    /(?:break|continue)(?<=[{;\n][^\S\n]*(?:break|continue))(?=[^\S\n]*(?:[;}\n]|$))/iu,
  );
}

/** `[if: C] { continue } REST` is `[if: not (C)] { REST }`; `break` is a shorter list where one says the same. `undefined` for anything else. Pure. */
export function loopExit(text: string, at: number): Edit | undefined {
  const found = exitAt(text, at);
  if (found === undefined) return undefined;
  return found.leaves === "round" ? nextRound(found) : leavingLoop(found);
}

function exitAt(text: string, at: number): Exit | undefined {
  WORD.lastIndex = at;
  const word = WORD.exec(text)?.[0];
  if (word === undefined) return undefined;
  const [loop, choice] = blocksAround(text, at).slice(-2);
  if (loop === undefined || choice === undefined) return undefined;
  const [ifHead, condition] = headBefore(text, choice.open, "if") ?? [];
  const [eachHead, head] = headBefore(text, loop.open, "each") ?? [];
  if (ifHead === undefined || condition === undefined) return undefined;
  if (eachHead === undefined || head === undefined) return undefined;
  const ifStart = choice.open - ifHead.length;
  const behind = text
    .slice(choice.end, loop.end - 1)
    .replace(/^[\s;]+/, "")
    .trim();
  const inner = `${text.slice(choice.open + 1, at)}${text.slice(at + word.length, choice.end - 1)}`;
  if (/^\[\s*else\b/i.test(behind)) return undefined;
  return {
    leaves: /^break/i.test(word) ? "loop" : "round",
    condition: condition.trim(),
    also: inner.trim().replace(/;$/, "").trim(),
    loopStart: loop.open - eachHead.length,
    head: head.trim(),
    bodyStart: loop.open + 1,
    bodyEnd: loop.end - 1,
    before: text
      .slice(loop.open + 1, ifStart)
      .trim()
      .replace(/;$/, "")
      .trim(),
    behind,
  };
}

/** The blocks in braces that stand around a place, the outermost first. */
function blocksAround(text: string, at: number): readonly { open: number; end: number }[] {
  const found: { open: number; end: number }[] = [];
  for (let open = text.indexOf("{"); open >= 0 && open < at; open = text.indexOf("{", open + 1)) {
    const end = closingEnd(text, open);
    if (end !== undefined && end > at) found.push({ open, end });
  }
  return found;
}

/** The head of a block before its brace: whole, with the blanks behind it, and what it says. */
function headBefore(text: string, open: number, word: string): readonly string[] | undefined {
  const before = text.slice(0, open);
  const start = before.toLowerCase().lastIndexOf(`[${word}:`);
  const end = start < 0 ? undefined : closingEnd(text, start);
  if (end === undefined || before.slice(end).trim() !== "") return undefined;
  return [before.slice(start), text.slice(start + word.length + 2, end - 1)];
}

function bodyOf(...statements: readonly string[]): string {
  return ` ${statements.filter((each) => each !== "").join("\n")} `;
}

function nextRound({ condition, also, before, behind, bodyStart, bodyEnd }: Exit): Edit {
  const rest =
    behind === ""
      ? also === ""
        ? ""
        : `[if: ${condition}] { ${also} }`
      : also === ""
        ? `[if: not (${condition})] { ${behind} }`
        : `[if: ${condition}] { ${also} } [else] { ${behind} }`;
  return { start: bodyStart, end: bodyEnd, text: bodyOf(before, rest), sure: true };
}

const LOOP_HEAD = new RegExp(
  String.raw`^\$(${NAME})(?:\s*,\s*\$(${NAME}))?\s+in\s+([\s\S]+?)\s*$`,
  "u",
);

/** The loop over as much of its list as is gone through before the word, where that can be told beforehand. */
function leavingLoop(exit: Exit): Edit | undefined {
  const [, item = "", counter, list = ""] = LOOP_HEAD.exec(exit.head) ?? [];
  if (item === "" || /,\s*(?:max|parallel)\s*:/.test(list)) return undefined;
  const cut = counted(exit, item, counter, list) ?? firstThatFits(exit, item, counter, list);
  if (cut === undefined) return undefined;
  const text = `[each: ${cut.head}] {${bodyOf(...cut.body)}}`;
  return { start: exit.loopStart, end: exit.bodyEnd + 1, text, sure: true };
}

interface Cut {
  readonly head: string;
  readonly body: readonly string[];
}

/** `[if: $i == 3] { break }` of a counter or a range. */
function counted(
  { condition, also, before, behind }: Exit,
  item: string,
  counter: string | undefined,
  list: string,
): Cut | undefined {
  const [, name, sign = "", digits = ""] =
    /^\$?\{?([\p{L}_]\w*)\}?\s*(==|>=?)\s*(\d+)$/u.exec(condition) ?? [];
  if (name === undefined || also !== "" || (before !== "" && behind !== "")) return undefined;
  // The round in which the word is reached counts where the work stands before it.
  const last = Number(digits) + (sign === ">" ? 1 : 0) - (before === "" ? 1 : 0);
  const body = [before, behind];
  if (name === counter && last > 0 && last <= 100)
    return { head: `$${item}, $${counter} in ${list}, max: ${last}`, body };
  const [, from, to] = /^(\d+)\.\.(\d+)$/.exec(list) ?? [];
  if (name !== item || from === undefined || to === undefined || last < Number(from))
    return undefined;
  const names = counter === undefined ? `$${item}` : `$${item}, $${counter}`;
  return { head: `${names} in ${from}..${Math.min(last, Number(to))}`, body };
}

/** `[if: $x.price > 3] { …; break }`: the first that fits. */
function firstThatFits(
  { condition, also, before, behind }: Exit,
  item: string,
  counter: string | undefined,
  list: string,
): Cut | undefined {
  const isList = /^(?:\$|\[\s*[\p{L}_]\w*\s*:)/u.test(list) && !list.startsWith("${");
  if (also === "" || before !== "" || behind !== "" || counter !== undefined || !isList)
    return undefined;
  const own = new RegExp(String.raw`\$\{?${item}\b\}?`, "gu");
  const where = condition
    .replace(new RegExp(String.raw`\$\{?${item}\.(${NAME}(?:\.${NAME})*)\}?`, "gu"), "$1")
    .replace(own, "text");
  if (/\$|\[/.test(where)) return undefined;
  const first = `${list} >> [system:filter](${JSON.stringify(where.replaceAll('"', "'"))}) >> [system:take](1)`;
  return { head: `$${item} in ${first}`, body: [also] };
}
