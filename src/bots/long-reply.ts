import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { digestOf } from "../base/digest.ts";
import type { Language } from "../base/words.ts";
import type { OutgoingMessage } from "./adapter.ts";
import { toPlainText } from "./markup.ts";
import { cutText, splitText } from "./split-text.ts";
import { say } from "./texts.ts";

/** Longest reply that is sent as messages alone, in UTF-16 units. */
export const MAX_REPLY_LENGTH = 20_000;

/** What is shown in the chat of a longer one, in visible UTF-16 units: one message, or two where the platform takes shorter ones. */
const HEAD_LENGTH = 3500;

/** Names in a chat's folder that begin so belong to the service: no program can name them, and what is left of them is removed. */
const FILE_PREFIX = ".ibl-reply-";

/** A file that was not sent after a day will not be. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** A reply too long for a chat: its start, which says that it is one, and the whole as a text file. Writes the file, the same one for the same key. */
export function longReply(
  text: string,
  reply: {
    readonly key: string;
    readonly language: Language;
    /** Absolute path of a file in the chat's folder. */
    readonly filePath: (path: string) => string;
  },
): { readonly head: OutgoingMessage; readonly whole: OutgoingMessage } {
  const { key, language, filePath } = reply;
  const path = filePath(`${FILE_PREFIX}${digestOf(key).slice(0, 32)}.txt`);
  const plain = toPlainText(text);
  writeAnew(path, plain);
  const notice = say(language, "replyIsShort", { length: plain.length });
  const [start = ""] = splitText(cutText(text, MAX_REPLY_LENGTH), HEAD_LENGTH);
  return {
    head: { text: `${notice}\n\n${start}` },
    whole: {
      text: say(language, "replyWhole"),
      file: { path, name: "reply.txt", mediaType: "text/plain" },
    },
  };
}

/** Never writes through a link that stands in the file's place. */
function writeAnew(path: string, text: string): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeOld(folder);
  rmSync(path, { force: true });
  writeFileSync(path, text, { flag: "wx", mode: 0o600 });
}

function removeOld(folder: string): void {
  const beforeMs = Date.now() - KEPT_MS; // compared with the disk's own times
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(FILE_PREFIX)) continue;
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined || stats.mtimeMs < beforeMs) rmSync(path, { force: true });
  }
}
