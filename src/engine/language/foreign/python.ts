import { scriptMeant } from "./scripts.ts";

const NAME = String.raw`[\p{L}_][\p{L}\p{N}_]*`;
const ASSIGNED = new RegExp(
  String.raw`^(\s*)(${NAME}(?:\s*,\s*${NAME})*)(?:\s*:\s*[\w[\], ]+)?\s*=(?!=)\s*(.+)$`,
  "u",
);

/** A script of Python as one of JavaScript; `undefined` where a line of it has none. Pure. */
export function pythonScript(text: string, inputs: readonly string[] = []): string | undefined {
  const open: number[] = [];
  const names = new Set<string>();
  const lines = joinedLines(text);
  const made: string[] = [];
  for (const [index, line] of lines.entries()) {
    const indent = line.length - line.trimStart().length;
    const ended = open.filter((outer) => indent <= outer).length;
    open.length -= ended;
    if (ended > 0) made.push(`${made.pop() ?? ""}${" }".repeat(ended)}`);
    const isLast = index === lines.length - 1;
    const meant = blockMeant(line, open, indent) ?? statementMeant(line, names, isLast);
    if (meant === undefined) return undefined;
    if (meant !== "") made.push(meant);
  }
  const declared = [...names].filter((name) => !inputs.includes(name));
  const head = declared.length === 0 ? "" : `let ${declared.join(", ")};\n`;
  return made.length === 0 ? undefined : `${head}${made.join("\n")}${" }".repeat(open.length)}`;
}

/** The lines that are no comment, those of one bracket as one. */
function joinedLines(text: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  for (const written of text.split("\n")) {
    const line = written.replace(/\s+#[^"'\n]*$|^\s*#.*$/u, "").trimEnd();
    if (line.trim() === "") continue;
    if (depth > 0) found.push(`${found.pop() ?? ""} ${line.trim()}`);
    else found.push(line);
    depth += [...line].reduce(
      (sum, sign) => sum + ("([{".includes(sign) ? 1 : ")]}".includes(sign) ? -1 : 0),
      0,
    );
  }
  return found;
}

/** The head of a block, with what stands behind it on its line. */
function blockMeant(line: string, open: number[], indent: number): string | undefined {
  const [, space = "", head = "", rest = ""] =
    /^(\s*)((?:for|if|elif|else|while|def)\b.*?):(?:\s+(\S.*))?$/u.exec(line) ?? [];
  const meant = head === "" ? undefined : headMeant(head);
  if (meant === undefined) return undefined;
  if (rest === "") {
    open.push(indent);
    return `${space}${meant} {`;
  }
  const body = statementMeant(rest, new Set(), false);
  return body === undefined ? undefined : `${space}${meant} { ${body.trim()} }`;
}

function headMeant(head: string): string | undefined {
  const [, word = "", rest = ""] = /^(\w+)\s*(.*)$/su.exec(head) ?? [];
  const [, names = "", list = ""] = /^(.+?)\s+in\s+(.+)$/su.exec(rest) ?? [];
  const value = scriptMeant(word === "for" ? list : rest);
  if (word === "else") return "else";
  if (value === undefined || value === "") return undefined;
  if (word === "def") return `function ${rest}`;
  if (word === "for")
    return `for (const ${names.includes(",") ? `[${names}]` : names} of ${value})`;
  return `${word === "elif" ? "else if" : word} (${value})`;
}

/** One statement; names that it gives values to are noted. */
function statementMeant(line: string, names: Set<string>, isLast: boolean): string | undefined {
  if (/^\s*(?:import|from)\s/u.test(line)) return "";
  if (/^\s*(?:pass|break|continue)\s*$/u.test(line)) return line.replace("pass", ";");
  const [, printed] = /^print\((.*)\)$/su.exec(line) ?? [];
  if (printed !== undefined)
    return isLast ? statementMeant(`return ${printed}`, names, true) : undefined;
  const [space = ""] = /^\s*/u.exec(line) ?? [];
  const [, , given, value = ""] = ASSIGNED.exec(line) ?? [];
  if (given !== undefined) return assignmentMeant({ space, given, value }, names, isLast);
  return valueMeant(line.trim(), space, isLast);
}

/** `return x`, or an expression alone: on the last line the result. */
function valueMeant(line: string, space: string, isLast: boolean): string | undefined {
  const meant = scriptMeant(line.replace(/^return\b/u, ""));
  const isValue = isLast && space === "" && !/^\S+\s*[-+*/]?=(?!=)/u.test(meant ?? "");
  const head = isValue || /^return\b/u.test(line) ? "return " : "";
  return meant === undefined ? undefined : `${space}${head}${meant};`;
}

interface Assignment {
  readonly space: string;
  readonly given: string;
  readonly value: string;
}

function assignmentMeant(
  { space, given, value }: Assignment,
  names: Set<string>,
  isLast: boolean,
): string | undefined {
  const meant = scriptMeant(value);
  if (meant === undefined) return undefined;
  for (const name of given.split(",")) names.add(name.trim());
  const isSeveral = given.includes(",");
  const left = isSeveral ? `[${given}]` : given;
  const right = isSeveral && !meant.startsWith("[") ? `[${meant}]` : meant;
  return `${space}${left} = ${right};${isLast ? `\nreturn ${left};` : ""}`;
}
