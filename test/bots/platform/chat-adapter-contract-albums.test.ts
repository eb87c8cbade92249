import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DeliveryError, OutgoingFile } from "../../../src/bots/platform/chat-adapter.ts";
import { failureOf, type Platform, promise } from "../../support/contract-platforms.ts";
import { pngOf } from "../../support/pictures.ts";
import { sendWhole } from "../../support/whole-delivery.ts";

/** Real pictures on disk, each with its name as a caption. */
async function withPictures(
  names: readonly string[],
  run: (pictures: readonly OutgoingFile[]) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ibl-album-"));
  try {
    const pictures = names.map((name, index) => {
      const path = join(folder, `${index}`);
      writeFileSync(path, pngOf(40 + index, 30));
      return { path, name, mediaType: "image/png", caption: `**${name}**` };
    });
    await run(pictures);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const NAMES = ["a.png", "b.png", "c.png"];
const WORDS = "a.png\nb.png\nc.png";

promise("several pictures show as one, in order, above what they are", async (platform) => {
  const { adapter, chat } = platform;
  platform.open();
  await withPictures(NAMES, async (files) => {
    const { messageId, otherIds = [] } = await adapter.send(
      chat,
      { text: "", files },
      { key: "a" },
    );
    assert.deepEqual(
      platform.albums().map(([names]) => names),
      [NAMES],
    );
    assert.deepEqual(plain(platform.albums()), [[NAMES, WORDS]]);
    const ids = [messageId, ...otherIds];
    assert.equal(new Set(ids).size, platform.shown().length);
  });
});

/** Without the marks of bold words, which one platform keeps in its text. */
function plain(albums: ReturnType<Platform["albums"]>): unknown {
  return albums.map(([names, words]) => [names, words.replaceAll("**", "")]);
}

promise("an album holds ten files at most, and says how files are divided", async ({ adapter }) => {
  await withPictures(
    Array.from({ length: 12 }, (_, index) => `${index}.png`),
    async (files) => {
      const groups = adapter.together?.(files) ?? [];
      assert.deepEqual(
        groups.map(({ length }) => length),
        [10, 2],
      );
      assert.deepEqual(groups.flat(), files);
    },
  );
});

promise(
  "an album whose answer is lost is unknown; sent again, it is one where the platform knows it again",
  async (platform) => {
    const { adapter, chat } = platform;
    platform.open();
    await withPictures(NAMES, async (files) => {
      platform.loseAlbum();
      const send = () => adapter.send(chat, { text: "", files }, { key: "once" });
      assert.equal((await failureOf(send())).kind, "unknown");
      await send();
      assert.equal(platform.albums().length, adapter.knowsAgainMs === undefined ? 2 : 1);
    });
  },
);

promise("an album that is limited or goes nowhere is told as any message is", async (platform) => {
  const { adapter, chat } = platform;
  platform.open();
  await withPictures(NAMES, async (files) => {
    const send = () => adapter.send(chat, { text: "", files }, { key: "x" });
    platform.blockAlbum();
    assert.equal((await failureOf(send())).kind, "gone");
    platform.limitAlbum();
    const limited = await failureOf(send());
    assert.deepEqual([limited.kind, limited.instead], ["rate-limited", undefined]);
    assert.ok(limited.retryAfterMs > 1000 && limited.retryAfterMs < 3000);
  });
});

promise("files that are too much together are taken each alone", async (platform) => {
  const { adapter, chat } = platform;
  platform.open();
  await withPictures(NAMES, async (files) => {
    platform.overfillOnce();
    const ids = await sendWhole(adapter, chat, { text: "", files });
    assert.equal(new Set(ids).size, 3);
    assert.deepEqual(
      plain(platform.albums()),
      NAMES.map((name) => [[name], name]),
    );
  });
});

promise("of an album with a file that cannot be read the others arrive", async (platform) => {
  const { adapter, chat } = platform;
  platform.open();
  await withPictures(NAMES, async ([first, second, third]) => {
    assert.ok(first !== undefined && second !== undefined && third !== undefined);
    const files = [first, { ...second, path: `${second.path}-gone` }, third];
    const refused = await failureOf(adapter.send(chat, { text: "", files }, { key: "r" }));
    assert.equal(refused.kind, "refused");
    const kinds: string[] = [];
    for (const [index, message] of (refused.instead ?? []).entries())
      await adapter.send(chat, message, { key: `r#${index}` }).then(
        () => kinds.push("sent"),
        (thrown: DeliveryError) => kinds.push(thrown.kind),
      );
    assert.deepEqual(kinds, ["sent", "refused", "sent"]);
    assert.deepEqual(
      platform.albums().map(([names]) => names),
      [["a.png"], ["c.png"]],
    );
  });
});
