/** What stands between two requests in one message. */
const BETWEEN =
  /[\s,.;!]+(?:oh\s+)?(?:and\s+)?(?:also|plus|oh\s+and|and\s+then|by\s+the\s+way|btw)[\s,]+|[\s,.;!]+(?:and|oh)\s+(?=(?:what|whats|what's|how|hows|how's|when|whens|where|is|are|do|does|can|could|show|tell|remind|send|add)\b)|(?<=[가-힣])\s*[,.]?\s+(?:그리고|그담에|또)\s+|(?<=(?:알려|해|보여|추가해|넣어|적어|말해)\s?(?:주|줘|달라))고\s+|(?<=(?:알려|말해|적어|넣어|추가해)\s?주)시고\s+/iu;

/** Both halves of a message that may be two requests; `undefined` for one that cannot. Pure. */
export function joinedRequests(message: string): readonly [string, string] | undefined {
  if (message.length > LONGEST || /["“\n]|[:：]\s/u.test(message)) return undefined;
  const found = BETWEEN.exec(message);
  if (found === null) return undefined;
  const first = message.slice(0, found.index).trim();
  const second = message.slice(found.index + found[0].length).trim();
  const isEnough = [first, second].every((half) => half.length > 3);
  return isEnough ? [whole(first), second] : undefined;
}

/** In UTF-16 units. */
const LONGEST = 200;

/** "알려주" and "추가해주" end as requests do. */
function whole(half: string): string {
  return half.replace(/(?<=(?:알려|해|보여|넣어|적어|말해)\s?)주$/u, "줘");
}
