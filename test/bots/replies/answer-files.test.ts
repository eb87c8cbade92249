import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { buttonIdOf } from "../../../src/bots/approvals/signed-button.ts";
import type { PostFacts } from "../../../src/bots/outbox/outbox.ts";
import { replyFilePath, writeReplyFile } from "../../../src/bots/outbox/reply-files.ts";
import { AnswerFiles } from "../../../src/bots/replies/answer-files.ts";

const CHANNEL = "discord:1";

/** The handler over a folder, and what it posts when a button for the file under `key` is pressed. */
function pressed(context: TestContext) {
  const root = mkdtempSync(join(tmpdir(), "ibl-answer-"));
  context.after(() => rmSync(root, { recursive: true }));
  const posted: PostFacts[] = [];
  const filePath = (chatKey: string, path: string): string =>
    join(root, chatKey.replaceAll(":", "-"), path);
  const files = new AnswerFiles({
    filePath,
    outbox: {
      post: (facts) => void posted.push(facts),
      hasArrived: (key) => posted.some((facts) => facts.key === key),
    },
  });
  const press = async (key: string, threadId?: string): Promise<unknown> => {
    const chat = {
      platform: "discord",
      chatId: "1",
      isPrivate: false,
      ...(threadId && { threadId }),
    };
    const id = buttonIdOf(key);
    // Of a press only this is looked at.
    const event = { event: { chat }, token: { id }, person: { language: "en" } } as never;
    const [subject] = await files.buttons[0]!.subjectsOf(event);
    assert.equal(subject?.id, id);
    return subject.run(CHANNEL);
  };
  const write = (key: string, ending: string): void =>
    writeReplyFile(
      replyFilePath((path) => filePath(CHANNEL, path), key, ending),
      "all of it",
    );
  return { posted, press, write };
}

test("a press sends the file that was written for the answer, once", async (context) => {
  const { posted, press, write } = pressed(context);
  write("reply:1:whole", "txt");
  assert.equal(await press("reply:1:whole"), "");
  const [file] = posted[0]!.message.files!;
  assert.equal(file!.name, "answer.txt");
  assert.equal(readFileSync(file!.path, "utf8"), "all of it");
  assert.equal(await press("reply:1:whole"), "The file is here already.");
  assert.equal(posted.length, 1);
});

test("the rows of a table are a file that a spreadsheet opens", async (context) => {
  const { posted, press, write } = pressed(context);
  write("reply:1:0", "csv");
  await press("reply:1:0");
  assert.deepEqual(
    posted[0]!.message.files?.map(({ name, mediaType }) => [name, mediaType]),
    [["table.csv", "text/csv"]],
  );
});

test("a thread finds the file of its channel", async (context) => {
  const { posted, press, write } = pressed(context);
  write("reply:1:whole", "txt");
  assert.equal(await press("reply:1:whole", "7"), "");
  assert.equal(posted.length, 1);
});

test("what is gone, and what is no file for readers, is not sent", async (context) => {
  const { posted, press, write } = pressed(context);
  assert.equal(await press("reply:1:whole"), "That file is gone by now. Please ask again.");
  write("reply:1:rows", "json");
  assert.equal(await press("reply:1:rows"), "That file is gone by now. Please ask again.");
  assert.deepEqual(posted, []);
});
