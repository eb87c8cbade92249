import { parse } from "../../engine/language/parser.ts";

/** A code block with its language and its text. */
const FENCE = /```([\w-]*)[^`\n]*\n([\s\S]*?)```/g;

/** How a program, or the call of the tool spelled out, begins. */
const START = /^(?:\$\w+\s*=\s*)?\[\s*[a-z_]\w*\s*:\s*[a-z_]\w*\s*\]|^execute_ibl\s*\(/i;

/** True when the text shows a whole IBL program, in a code block or on a line of its own. */
export function hasProgram(text: string): boolean {
  const blocks = [...text.matchAll(FENCE)].filter(([, language = ""]) =>
    /^(?:ibl)?$/i.test(language),
  );
  if (blocks.some(([, , block = ""]) => isProgram(block))) return true;
  return text.replace(FENCE, "").split("\n").some(isProgram);
}

function isProgram(text: string): boolean {
  const trimmed = text.trim();
  return START.test(trimmed) && parse(trimmed).ok;
}
