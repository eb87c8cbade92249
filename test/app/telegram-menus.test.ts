import assert from "node:assert/strict";
import { test } from "node:test";
import { telegramMenus } from "../../src/app/channels.ts";
import {
  OWNER_COMMANDS,
  TELEGRAM_GROUP_MENU,
  TELEGRAM_MENU,
} from "../../src/bots/platform/command-names.ts";
import { partsAt } from "../support/parts.ts";
import { temporaryHome } from "../support/service.ts";

test("groups, everybody and each owner get the commands that are theirs, an owner in their own language", async (t) => {
  const home = temporaryHome();
  const parts = partsAt(home.path, { IBL_LANGUAGE: "en" });
  t.after(async () => {
    await parts.close();
    home.remove();
  });
  const account = { platform: "telegram", externalId: "7" };
  const owner = parts.people.admit(account, { role: "owner", name: "민지", language: "ko" });
  const chat = { platform: "telegram", chatId: "7", isPrivate: true };
  parts.updates.remember(chat, owner.id);
  parts.updates.remember({ ...chat, threadId: "31" }, owner.id);
  const menus = telegramMenus(parts);
  assert.deepEqual(
    menus.map(({ audience = "all", languageCode = "" }) => [audience, languageCode]),
    [
      ["all", ""],
      ["groups", ""],
      ["all", "ko"],
      ["groups", "ko"],
      [{ chatId: "7" }, ""],
    ],
  );
  const names = menus.map(({ commands }) => commands.map(({ command }) => command));
  assert.ok((names[4]?.length ?? 0) <= 14);
  assert.deepEqual(names[4], [...TELEGRAM_MENU, ...OWNER_COMMANDS]);
  assert.deepEqual(names[0], TELEGRAM_MENU);
  assert.deepEqual(names[1], TELEGRAM_GROUP_MENU);
  assert.equal(menus[4]?.commands[1]?.description, "할 일 목록");
});
