import type { Clock } from "../../base/clock.ts";
import type { ChatEvent } from "../platform/chat-adapter.ts";
import type { Updates } from "./update-table.ts";

type MessageEvent = Extract<ChatEvent, { kind: "message" }>;

/** An album is whole when nothing more of it has come for this long; Telegram sends its messages at once, one update each. */
const STILL_COMING_MS = 1000;

/** Most messages of an album (Bot API, sendMediaGroup: 2-10 items). */
const MOST_MESSAGES = 10;

/** Makes one message of those that came as an album. */
export class Albums {
  readonly #updates: Updates;
  readonly #clock: Clock;

  constructor({ updates, clock }: { readonly updates: Updates; readonly clock: Clock }) {
    this.#updates = updates;
    this.#clock = clock;
  }

  /**
   * The message itself, or the whole album that it is the first of, once that has come: files in the sender's order, words below each
   * other. The other messages of the album end with this; the update keeps the whole, so that a restart begins with it.
   */
  async whole(event: ChatEvent): Promise<ChatEvent> {
    if (event.kind !== "message" || event.albumId === undefined) return event;
    const { albumId } = event;
    let members = this.#updates.album(event, albumId);
    for (let count = 0; count < members.length && count < MOST_MESSAGES; ) {
      count = members.length;
      await this.#clock.sleep(STILL_COMING_MS);
      members = this.#updates.album(event, albumId);
    }
    const album = joined(event, members);
    this.#updates.gather(album, members);
    return album;
  }
}

function joined(first: MessageEvent, members: readonly MessageEvent[]): MessageEvent {
  const { albumId: _albumId, ...rest } = first;
  const ordered = members.toSorted(
    (left, right) => Number(left.messageId) - Number(right.messageId),
  );
  const texts = ordered.map(({ text }) => text).filter((text) => text !== "");
  return {
    ...rest,
    text: texts.join("\n"),
    attachments: ordered.flatMap(({ attachments = [] }) => attachments),
    isAddressed: ordered.some(({ isAddressed }) => isAddressed),
    ...(ordered.some(({ isForwarded }) => isForwarded === true) ? { isForwarded: true } : {}),
    ...(ordered.some(({ isMasked }) => isMasked === true) ? { isMasked: true } : {}),
  };
}
