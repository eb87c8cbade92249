import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { linkSignals } from "../../base/linked-signal.ts";
import { replyFilePath, writeReplyFile } from "../../bots/outbox/reply-files.ts";
import type { Requirement } from "../../engine/catalogue/catalogue.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import type { CallPicture } from "../../engine/execute/call-picture.ts";
import type { LookedCall } from "../../engine/execute/file-state.ts";
import { desktopPicture } from "../../nodes/interface/desktop.ts";
import { phonePicture } from "../../nodes/interface/phone-picture.ts";
import type { PictureOfCall } from "../../runs/plan-context.ts";
import { chatFolder, type Home } from "../core/home.ts";
import type { Outside } from "../core/network.ts";

/** A card does not wait longer for its picture. */
const PICTURE_TIMEOUT_MS = 10_000;

/** Takes a picture of what a call acts on, as a PNG; `undefined` where there is nothing to see. */
export type PictureSource = (
  call: LookedCall,
  around: { readonly actor: Actor; readonly signal: AbortSignal },
) => Promise<Uint8Array | undefined>;

/** Who takes pictures for the calls that need such a thing. */
export type PictureSources = Readonly<Partial<Record<Requirement["kind"], PictureSource>>>;

/** Who takes pictures of what is outside. */
export function picturesOf({
  phones,
  seenScreens,
  desktop,
}: Pick<Outside, "phones" | "seenScreens" | "desktop">): PictureSources {
  return {
    android: ({ definition, params }, { actor, signal }) => {
      const { node, action } = definition;
      return phonePicture({ phones, seen: seenScreens }, { node, action, params, actor }, signal);
    },
    desktop: ({ definition, params }, { actor, signal }) => {
      const { node, action } = definition;
      return desktopPicture(desktop, { node, action, params, actor }, signal);
    },
  };
}

/** Takes pictures for cards: they stand among the files that go with replies. A card whose picture cannot be taken comes without one. */
export function createCardPictures(home: Home, sources: PictureSources): PictureOfCall {
  return async (call, { actor, signal }) => {
    const source = call.definition.requires.flatMap(({ kind }) => sources[kind] ?? [])[0];
    if (source === undefined) return undefined;
    const limit = linkSignals([signal], PICTURE_TIMEOUT_MS);
    try {
      const bytes = await source(call, { actor, signal: limit.signal });
      return bytes === undefined ? undefined : keep(home, actor, bytes);
    } catch {
      signal?.throwIfAborted();
      return undefined; // what is wrong is said by the call itself
    } finally {
      limit.release();
    }
  };
}

function keep(home: Home, { chatId }: Actor, bytes: Uint8Array): CallPicture {
  const folder = chatFolder(home, chatId);
  const path = replyFilePath((name) => join(folder, name), `picture:${randomUUID()}`, "png");
  writeReplyFile(path, bytes);
  return { path, name: "screen.png", mediaType: "image/png" };
}
