import type { ModelEvent, TextContent, ToolUseContent } from "./model.ts";

/** The same content where pieces of text that came one after the other are one; a signature stays at the end of what it signs. Pure. */
export function joinTexts(
  blocks: readonly (TextContent | ToolUseContent)[],
): readonly (TextContent | ToolUseContent)[] {
  const joined: (TextContent | ToolUseContent)[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    const goesOn = block.type === "text" && last?.type === "text" && last.signature === undefined;
    if (goesOn) joined[joined.length - 1] = { ...block, text: last.text + block.text };
    else joined.push(block);
  }
  return joined;
}

/** The events that tell of these blocks, in order; an empty text is none. */
export function piecesOf(blocks: readonly (TextContent | ToolUseContent)[]): readonly ModelEvent[] {
  return blocks.flatMap((block): readonly ModelEvent[] => {
    if (block.type === "tool_use") return [{ type: "tool_use", call: block }];
    return block.text === "" ? [] : [{ type: "text", text: block.text }];
  });
}
