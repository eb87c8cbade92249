import assert from "node:assert/strict";
import { test } from "node:test";
import { telegramMenus } from "../../src/app/channels.ts";
import {
  KOREAN_COMMANDS,
  OWNER_COMMANDS,
  PRIVATE_COMMANDS,
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
  const known = Object.keys(KOREAN_COMMANDS);
  assert.deepEqual(new Set(names[4]), new Set(known));
  assert.deepEqual(
    names[0],
    names[4]?.filter((name) => !OWNER_COMMANDS.has(name)),
  );
  assert.deepEqual(
    names[1],
    names[0]?.filter((name) => !PRIVATE_COMMANDS.has(name)),
  );
  assert.ok([...OWNER_COMMANDS, ...PRIVATE_COMMANDS].every((name) => known.includes(name)));
  assert.equal(menus[4]?.commands[1]?.description, parts.commands.menu("ko")[1]?.description);
});
