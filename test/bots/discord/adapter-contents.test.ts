import assert from "node:assert/strict";
import { test } from "node:test";
import { asMessage, toMessageEvent } from "../../../src/bots/discord/events.ts";

const CHAT = { platform: "discord", chatId: "7", isPrivate: true } as const;

/** What the service reads of a direct message with these fields. */
function read(fields: object) {
  const message = asMessage({
    id: "1573864249992675328",
    channel_id: "7",
    author: { id: "200", username: "minji" },
    content: "",
    timestamp: "2026-11-21T00:00:00Z",
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    ...fields,
  });
  const event = toMessageEvent(message, CHAT, { botId: "100" });
  return event === undefined
    ? undefined
    : { text: event.text, isForwarded: event.isForwarded === true };
}

const poll = {
  question: { text: "점심?" },
  answers: [{ poll_media: { text: "김밥" } }, { poll_media: { text: "국수" } }],
};
const forwarded = (message: object) => ({
  message_reference: { type: 1 },
  message_snapshots: [{ message: { content: "", attachments: [], embeds: [], ...message } }],
});

const CASES: readonly (readonly [string, object, string])[] = [
  ["a sticker", { sticker_items: [{ name: "Wave" }] }, '[sticker "Wave"]'],
  [
    "a sticker with words",
    { content: "안녕", sticker_items: [{ name: "Wave" }] },
    '[sticker "Wave"]\n안녕',
  ],
  ["a poll", { poll }, '[poll "점심?": 김밥 / 국수]'],
  ["a forwarded message", forwarded({ content: "내일 봐요" }), "[forwarded]\n내일 봐요"],
  [
    "a forwarded sticker",
    forwarded({ sticker_items: [{ name: "Wave" }] }),
    '[forwarded]\n[sticker "Wave"]',
  ],
  [
    "a forwarded card",
    forwarded({ embeds: [{ title: "공지", description: "3시 회의" }] }),
    "[forwarded]\n공지\n3시 회의",
  ],
  ["a forwarded poll", forwarded({ poll }), '[forwarded]\n[poll "점심?": 김밥 / 국수]'],
];

for (const [name, fields, text] of CASES)
  test(`${name} reaches the turn as words`, () => {
    const isForwarded = "message_snapshots" in fields;
    assert.deepEqual(read(fields), { text, isForwarded });
  });
