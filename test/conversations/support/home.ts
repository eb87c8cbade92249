import { randomBytes } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { chatFolder, homeAt } from "../../../src/app/core/home.ts";
import { createIds } from "../../../src/base/ids.ts";
import { Updates } from "../../../src/bots/inbox/update-table.ts";
import { openUsageDatabase } from "../../../src/rag/store/database.ts";
import { USAGE_DATABASE_NAME } from "../../../src/rag/store/database-name.ts";
import { keywordQuery } from "../../../src/rag/store/example-store.ts";
import {
  type AdmissionFacts,
  LOCAL_PERSON_ID,
  People,
} from "../../../src/security/access/people.ts";
import { openDatabase } from "../../../src/store/database.ts";
import { Sqlite } from "../../../src/store/sqlite.ts";
import { ensureBuilt } from "../../support/program.ts";
import { ROOT } from "../../support/service.ts";
import { ALL } from "../all.ts";
import type { Channel, Who } from "./channel.ts";
import type { Conversation } from "./conversation.ts";

let template: string | undefined;

/** Two databases that every HOME begins with, made once: today's schema with nothing in it, whose making takes longer than most conversations, and examples of usage. */
function templateFolder(): string {
  if (template !== undefined) return template;
  template = mkdtempSync(join(tmpdir(), "ibl-bot-talk-template-"));
  const folder = template;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  openDatabase(join(folder, "ibl-bot.db")).close();
  takeExamples(join(folder, USAGE_DATABASE_NAME));
  return folder;
}

/** Examples of each sentence that share most words with it. */
const EXAMPLES_OF_ONE = 5;

/** Takes those of the built examples that resemble what people say in the conversations: to read all nine thousand at each start takes longer than all else. */
function takeExamples(path: string): void {
  ensureBuilt();
  const dist = join(ROOT, "dist");
  const seed = readdirSync(dist).find((name) => /^usage-[0-9a-f]{16}\.db$/.test(name));
  if (seed === undefined) throw new Error("The build has made no examples.");
  const usage = openUsageDatabase(path);
  usage.prepare("ATTACH ? AS seed").run(join(dist, seed));
  usage.exec("CREATE TEMP TABLE chosen (id INTEGER PRIMARY KEY)");
  const choose = usage.prepare(
    `INSERT OR IGNORE INTO chosen SELECT rowid FROM seed.ibl_examples_fts
      WHERE ibl_examples_fts MATCH ? ORDER BY rank LIMIT ${EXAMPLES_OF_ONE}`,
  );
  for (const sentence of sentences()) {
    const query = keywordQuery(sentence);
    if (query !== undefined) choose.run(query);
  }
  usage.exec(`
    INSERT INTO usage_marks SELECT * FROM seed.usage_marks;
    INSERT INTO ibl_examples SELECT * FROM seed.ibl_examples WHERE id IN chosen;
    INSERT INTO ibl_examples_vec (rowid, embedding) SELECT rowid, embedding FROM seed.ibl_examples_vec WHERE rowid IN chosen;
    DETACH seed`);
  usage.close();
}

function sentences(): ReadonlySet<string> {
  return new Set(
    ALL.flatMap(({ steps, hears = [] }) => [
      ...hears,
      ...steps.flatMap(({ says = "", presses = "" }) => [says, presses]),
    ]),
  );
}

/** Makes the HOME of a conversation, with the people who are known before it begins and the files of its owner. */
export function prepareHome(
  path: string,
  channel: Channel,
  talk: Conversation,
  names: Readonly<Record<Who, string>>,
): void {
  const from = templateFolder();
  for (const name of readdirSync(from)) copyFileSync(join(from, name), join(path, name));
  const { language } = talk;
  const { clock } = channel;
  const database = new Sqlite(join(path, "ibl-bot.db"));
  database.pragma("synchronous = OFF");
  const people = new People({
    database,
    clock,
    newId: createIds((sizeBytes) => randomBytes(sizeBytes)),
    randomBytes: (sizeBytes) => randomBytes(sizeBytes),
    defaults: { language, zone: "Asia/Seoul" },
  });
  const updates = new Updates({ database, clock });
  const admit = (who: Who, role: AdmissionFacts["role"]): void => {
    const { platform, externalId, chatId } = channel.account(who);
    const person = people.admit({ platform, externalId }, { role, name: names[who], language });
    // On Telegram nobody is reached who has not written in private, as those in a group have before.
    if (who === "guest" && platform === "telegram" && talk.place === "private") return;
    updates.remember({ platform, chatId, isPrivate: true }, person.id);
  };
  if (talk.isUnclaimed !== true) {
    if (channel.name === "console") people.change(LOCAL_PERSON_ID, { name: names.owner });
    else admit("owner", "owner");
  }
  if (talk.hasGuest === true) {
    // Somebody is asked only where an owner besides the machine's own is there.
    const absent = { platform: channel.account("guest").platform, externalId: "9009" };
    people.admit(absent, { role: "owner", name: "Absent", language });
    if (talk.isGuestIn === true) admit("guest", "member");
  }
  for (const { name, chatId, ...account } of channel.readers ?? []) {
    const person = people.admit(account, { role: "member", name, language });
    updates.remember({ platform: account.platform, chatId, isPrivate: true }, person.id);
  }
  database.close();
  const { platform, chatId } = channel.account("owner");
  const folder = chatFolder(homeAt(path), `${platform}:${chatId}`);
  for (const [name, text] of Object.entries(talk.files ?? {})) {
    mkdirSync(dirname(join(folder, name)), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, name), text);
  }
}
