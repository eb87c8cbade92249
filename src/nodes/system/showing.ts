import { mediaTypeOfName } from "../../base/media-type.ts";
import { bold } from "../../base/visible-text.ts";
import { isFolder } from "../../drivers/files/errors.ts";
import { type Handlers, optionalString, stringParam } from "../../engine/execute/action-types.ts";
import { linkTo, siteOf } from "../../engine/values/link-lines.ts";
import { success } from "../../engine/values/outcome.ts";
import { webAddress } from "../web-address.ts";
import type { FilesOf } from "./files.ts";

/** What a desktop would open or copy, in a chat: `open` gives a link or the file itself, `clipboard` a block to copy, `gui` words under a heading. */
export function createShowingHandlers({ filesOf }: { readonly filesOf: FilesOf }): Handlers {
  return {
    "system:open": async (call) => {
      const what = stringParam(call, "what").trim();
      const files = filesOf(call.actor.chatId);
      const url = isAddress(what) && !(await files.exists(what)) ? webAddress(what) : undefined;
      if (url !== undefined) return success(linkTo(siteOf(url), url), { tainted: call.tainted });
      const { path, sizeBytes, kind } = await files.stat(what);
      if (kind !== "file") throw isFolder(path);
      const file = { kind: "file", path, mediaType: mediaTypeOfName(path), sizeBytes } as const;
      return success(file, { tainted: true });
    },
    "system:clipboard": async (call) =>
      success(block(stringParam(call, "content")), { tainted: call.tainted }),
    "system:gui": async (call) => {
      const title = optionalString(call, "title");
      const head = title === undefined ? "" : `${bold(title)}\n`;
      return success(`${head}${stringParam(call, "content")}`, { tainted: call.tainted });
    },
  };
}

/** Whether a text is an address of the web rather than the name of a file: `notes.md` is a file, though Moldova has such names. */
function isAddress(what: string): boolean {
  const isNamed = mediaTypeOfName(what) !== "application/octet-stream" && !what.includes("/");
  return /^https?:/iu.test(what) || (!isNamed && /^[^/\s]+\.[a-z]{2,}(?:[/:?#]|$)/iu.test(what));
}

/** Text in a block that a tap copies; its fence is longer than any in the text. */
function block(content: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/`{3,}/gu)].map(([mark]) => mark.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${content}\n${fence}`;
}
