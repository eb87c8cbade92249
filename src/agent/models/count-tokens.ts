import type { ContentBlock, Message, ModelRequest } from "./model-client.ts";

/** About how many tokens messages are: four characters of ASCII, or one of any other script, make one. Pictures count 300 (ai.google.dev, "Understand and count tokens": 258 for a small one). */
export function tokensOf(messages: readonly Message[]): number {
  return tokensOfBlocks(messages.flatMap((message): readonly ContentBlock[] => message.content));
}

/** About how many tokens a question is, with the tools that go with it. */
export function tokensOfRequest({ system, messages, tools }: ModelRequest): number {
  return Math.ceil(tokensOfText(`${system}\n${JSON.stringify(tools)}`) + tokensOf(messages));
}

/** The same of single blocks; a text that comes in pieces counts a little more than the whole would. */
export function tokensOfBlocks(blocks: readonly ContentBlock[]): number {
  return blocks.reduce((sum, block) => sum + tokensOfBlock(block), 0);
}

function tokensOfBlock(block: ContentBlock): number {
  switch (block.type) {
    case "text":
      return tokensOfText(block.text);
    case "image":
      return 300;
    case "tool_use":
      return tokensOfText(JSON.stringify(block.input));
    case "tool_result":
      return tokensOfText(block.content);
  }
}

function tokensOfText(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is meant whole
  const asciiCount = text.replace(/[^\x00-\x7f]/g, "").length;
  return Math.ceil(asciiCount / 4) + (text.length - asciiCount);
}
