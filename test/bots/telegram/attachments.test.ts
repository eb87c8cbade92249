import assert from "node:assert/strict";
import { test } from "node:test";
import { MINJI, withTelegram } from "../../support/telegram-server-adapter.ts";

test("files are attachments with their handle, and what was written below them is the text alone", async () => {
  await withTelegram(async ({ server, start, eventCount }) => {
    const pdf = { kind: "document", name: "보고서.pdf", mediaType: "application/pdf" } as const;
    server.sendFile(MINJI, { ...pdf, bytes: Buffer.alloc(3000) });
    server.sendFile(
      MINJI,
      { kind: "photo", name: "p.jpg", bytes: Buffer.alloc(9), caption: "이 사진 봐" },
      { extra: { media_group_id: "album-1" } },
    );
    const picture = { kind: "document", name: "그림.png", mediaType: "image/png" } as const;
    server.sendFile(MINJI, { ...picture, bytes: Buffer.alloc(5) });
    server.sendFile(
      MINJI,
      { kind: "voice", name: "", bytes: Buffer.alloc(7) },
      { extra: { forward_origin: { type: "hidden_user", sender_user_name: "영희" } } },
    );
    const viaBot = { via_bot: { id: 5, is_bot: true, first_name: "bot" } };
    server.sendFile(MINJI, { kind: "voice", name: "", bytes: Buffer.alloc(7) }, { extra: viaBot });
    server.say(MINJI, "", { extra: { animation: { file_id: "a1" }, document: { file_id: "a1" } } });
    await start();
    const events = await eventCount(6);
    assert.deepEqual(
      events.map((event) =>
        event.kind === "message" ? [event.text, event.attachments, event.albumId] : [],
      ),
      [
        [
          "",
          [
            {
              kind: "document",
              ref: "file-1",
              name: "보고서.pdf",
              mediaType: "application/pdf",
              sizeBytes: 3000,
            },
          ],
          undefined,
        ],
        [
          "이 사진 봐",
          [
            {
              kind: "photo",
              ref: "file-2",
              name: "photo.jpg",
              mediaType: "image/jpeg",
              sizeBytes: 9,
            },
          ],
          "album-1",
        ],
        [
          "",
          [
            {
              kind: "image",
              ref: "file-3",
              name: "그림.png",
              mediaType: "image/png",
              sizeBytes: 5,
            },
          ],
          undefined,
        ],
        [
          "",
          [
            {
              kind: "voice",
              ref: "file-4",
              name: "voice.ogg",
              mediaType: "audio/ogg",
              sizeBytes: 7,
            },
          ],
          undefined,
        ],
        [
          "",
          [
            {
              kind: "audio",
              ref: "file-5",
              name: "voice.ogg",
              mediaType: "audio/ogg",
              sizeBytes: 7,
            },
          ],
          undefined,
        ],
        [
          "",
          [{ kind: "video", ref: "a1", name: "animation.mp4", mediaType: "video/mp4" }],
          undefined,
        ],
      ],
    );
    assert.deepEqual(
      events.map((event) => event.kind === "message" && event.isForwarded === true),
      [false, false, false, true, false, false],
    );
  });
});
