import type { FormattedText } from "./telegram-server-entities.ts";
import { ApiError, badRequest } from "./telegram-server-errors.ts";
import { checkPhoto, checkVideo, takeUpload } from "./telegram-server-files.ts";
import type { UploadedFile } from "./telegram-server-request.ts";
import type { ServerState, StoredFile } from "./telegram-server-state.ts";
import { caption } from "./telegram-server-texts.ts";

/** Items of an album (Bot API, sendMediaGroup). */
const MOST_ITEMS = 10;

interface Item {
  readonly type: "photo" | "video" | "audio" | "document";
  readonly media: string;
  readonly caption?: string | undefined;
  readonly parse_mode?: "HTML" | undefined;
}

/** What the items of an album show. None is kept where one of them is refused ("Group send failed", tdlib/td, issue 1990). */
export function albumOf(
  state: ServerState,
  items: readonly Item[],
  files: ReadonlyMap<string, UploadedFile>,
): readonly { readonly file: StoredFile; readonly text: FormattedText }[] {
  if (items.length < 2) throw badRequest("there must be at least 2 items to send as an album");
  if (items.length > MOST_ITEMS) throw badRequest("too much messages to send as an album");
  const kinds = new Set(items.map(({ type }) => type));
  for (const kind of ["audio", "document"] as const)
    if (kinds.has(kind) && kinds.size > 1)
      throw badRequest(`${kind} can't be mixed with other media types`);
  return items.map((item, index) => {
    const text = caption(item);
    const file = takeUpload(state, item.type, item.media, files);
    if (item.type === "photo") checkItem(() => checkPhoto(file.bytes), index);
    if (item.type === "video") checkItem(() => checkVideo(file.bytes), index);
    return { file, text };
  });
}

/** The Bot API says which item it was (tdlib/telegram-bot-api, Client.cpp). */
function checkItem(check: () => void, index: number): void {
  try {
    check();
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || thrown.code !== 400) throw thrown;
    const reason = thrown.message.replace("Bad Request: ", "");
    throw badRequest(`failed to send message #${index + 1} with the error message "${reason}"`);
  }
}
