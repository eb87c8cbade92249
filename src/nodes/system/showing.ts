import { mediaTypeOfName } from "../../base/media-type.ts";
import { bold } from "../../base/visible-text.ts";
import { type Handlers, optionalString, stringParam } from "../../engine/execute/action-types.ts";
import { linkTo, siteOf } from "../../engine/values/link-lines.ts";
import { success } from "../../engine/values/outcome.ts";
import { webAddress } from "../source/web.ts";
import type { FilesOf } from "./files.ts";

/** What a desktop would open or copy, in a chat: `open` gives a link or the file itself, `clipboard` a block to copy, `gui` words under a heading. */
export function createShowingHandlers({ filesOf }: { readonly filesOf: FilesOf }): Handlers {
  return {
    "system:open": async (call) => {
      const what = stringParam(call, "what").trim();
      const files = filesOf(call.actor.chatId);
      const isFile = !/^https?:/iu.test(what) && (await files.exists(what));
      const url = isFile ? undefined : webAddress(what);
      if (url !== undefined && /^https?:|^[^/\s]+\.[a-z]{2,}(?:[/:?#]|$)/iu.test(what))
        return success(linkTo(siteOf(url), url), { tainted: call.tainted });
      const { path, sizeBytes } = await files.stat(what);
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

/** Text in a block that a tap copies; its fence is longer than any in the text. */
function block(content: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/`{3,}/gu)].map(([mark]) => mark.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${content}\n${fence}`;
}
