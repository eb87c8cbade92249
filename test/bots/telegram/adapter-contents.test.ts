import assert from "node:assert/strict";
import { test } from "node:test";
import { MINJI, withTelegram } from "../../support/telegram-server-adapter.ts";

/** Messages as Telegram sends them (Bot API, Message and its parts), and what is handed on as their text. */
const CONTENTS: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
  [
    "a place",
    {
      location: { latitude: 37.5665, longitude: 126.978 },
      venue: {
        location: { latitude: 37.5665, longitude: 126.978 },
        title: "서울시청",
        address: "세종대로 110",
        google_place_id: "ChIJ",
      },
    },
    '[place "서울시청", 세종대로 110, 37.5665, 126.978]',
  ],
  [
    "a live location",
    { location: { latitude: -33.86, longitude: 151.2, live_period: 900, heading: 90 } },
    "[live location -33.86, 151.2]",
  ],
  [
    "a contact",
    {
      contact: {
        phone_number: "+821012345678",
        first_name: "철수",
        last_name: "김",
        user_id: 9,
        vcard: "BEGIN:VCARD",
      },
    },
    '[contact "철수 김" +821012345678]',
  ],
  [
    "a quiz",
    {
      poll: {
        id: "1",
        question: "Which?",
        options: [
          { text: "a", voter_count: 0 },
          { text: "b", voter_count: 2 },
        ],
        total_voter_count: 2,
        type: "quiz",
      },
    },
    '[poll "Which?": a / b]',
  ],
  ["a sticker without an emoji", { sticker: { file_id: "s", type: "regular" } }, "[sticker]"],
  ["dice", { dice: { emoji: "🎲", value: 6 } }, "[dice 🎲 6]"],
  [
    "words about a story",
    {
      text: "예쁘다",
      reply_to_story: { chat: { id: 8, type: "private", first_name: "철수" }, id: 3 },
    },
    "[answer to a story of 철수]\n예쁘다",
  ],
  ["a story", { story: { chat: { id: 1, type: "private" }, id: 3 } }, "[story]"],
];

test("places, contacts, polls and stickers arrive as what they say", async () => {
  await withTelegram(async ({ server, start, eventCount }) => {
    for (const [, extra] of CONTENTS) server.say(MINJI, "", { extra });
    await start();
    const events = await eventCount(CONTENTS.length);
    assert.deepEqual(
      events.map((event, index) => [
        CONTENTS[index]?.[0],
        event.kind === "message" ? event.text : event.kind,
      ]),
      CONTENTS.map(([name, , text]) => [name, text]),
    );
  });
});

test("a round video, a video and a recording are files; an edited caption is an edit, a step of a live location is none", async () => {
  await withTelegram(async ({ server, start, eventCount }) => {
    const file = { file_id: "f", file_unique_id: "u", file_size: 5, duration: 3 };
    const message = { from: { id: 7, first_name: "민지" }, chat: { id: 7, type: "private" } };
    await start();
    // Only types that the bot asked for are handed out.
    await server.waitFor(() => server.callsOf("getUpdates").length > 0);
    server.say(MINJI, "", { extra: { video_note: { ...file, length: 240 } } });
    server.say(MINJI, "", {
      extra: { video: { ...file, file_name: "a.mov", mime_type: "video/quicktime" } },
    });
    server.say(MINJI, "", { extra: { audio: { ...file, title: "노래" } } });
    server.pushUpdate("edited_message", {
      ...message,
      message_id: 9,
      date: 1_700_000_000,
      edit_date: 1_700_000_060,
      location: { latitude: 1, longitude: 2, live_period: 900 },
    });
    server.pushUpdate("edited_message", {
      ...message,
      message_id: 3,
      date: 1_700_000_000,
      edit_date: 1_700_000_060,
      audio: file,
      caption: "이 노래 뭐야",
    });
    const events = await eventCount(4);
    assert.deepEqual(
      events.map((event) =>
        event.kind === "message"
          ? [
              event.text,
              event.attachments?.map(({ kind, name, mediaType }) => [kind, name, mediaType]),
              event.isEdited,
              event.editedAtMs,
            ]
          : event.kind,
      ),
      [
        ["", [["video", "video-note.mp4", "video/mp4"]], undefined, undefined],
        ["", [["video", "a.mov", "video/quicktime"]], undefined, undefined],
        ["", [["audio", "audio.mp3", "audio/mpeg"]], undefined, undefined],
        ["이 노래 뭐야", [["audio", "audio.mp3", "audio/mpeg"]], true, 1_700_000_060_000],
      ],
    );
  });
});

test("the ten messages of an album carry its id, in the order in which they were sent", async () => {
  await withTelegram(async ({ server, start, eventCount }) => {
    for (let index = 0; index < 10; index += 1)
      server.sendFile(
        MINJI,
        { kind: "photo", name: "p.jpg", bytes: Buffer.alloc(index + 1) },
        { extra: { media_group_id: "13" } },
      );
    await start();
    const events = await eventCount(10);
    assert.deepEqual(
      events.map(
        (event) => event.kind === "message" && [event.albumId, event.attachments?.[0]?.sizeBytes],
      ),
      Array.from({ length: 10 }, (_, index) => ["13", index + 1]),
    );
  });
});

test("a file's largest size is the public server's 50 MB, or 2000 MB of a server of one's own", async () => {
  await withTelegram(async ({ adapter }) => assert.equal(adapter.maxFileBytes, 2000 * 1024 * 1024));
  await withTelegram(async ({ adapter }) => assert.equal(adapter.maxFileBytes, 50 * 1024 * 1024), {
    apiRoot: "https://api.telegram.org/",
  });
});
