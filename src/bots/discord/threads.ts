import type { ChatAddress } from "../platform/chat-adapter.ts";
import type { DiscordClient } from "./client.ts";
import { DiscordError } from "./errors.ts";

/** Operation on an archived thread, such as editing a message or adding a reaction (docs "JSON Error Codes"). */
const ARCHIVED = 50083;

/**
 * Does something in a chat; where that is an archived thread it is opened first, as sending a message does by itself. It takes the permission
 * to write there, and does not open a locked one (docs "Channel Resource", Modify Channel, Thread).
 */
export async function inOpenThread<Result>(
  client: DiscordClient,
  { threadId }: ChatAddress,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (thrown) {
    const isArchived = thrown instanceof DiscordError && thrown.errorCode === ARCHIVED;
    if (!isArchived || threadId === undefined) throw thrown;
    await client.call({
      name: "open an archived thread",
      method: "PATCH",
      path: `/channels/${threadId}`,
      body: { archived: false },
    });
    return await act();
  }
}
