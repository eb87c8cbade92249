/*
 * What is done here: the real service, a process of its own, is killed by SIGKILL at a due time: when it has claimed it and
 * nothing more, when its program has begun, when it has run and nobody was told, when its message is written down and has not
 * left. A new process is started on the same HOME. What the program does and what its person is told must be there once.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { Sqlite } from "../../src/store/sqlite.ts";
import { ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer } from "../support/telegram-server.ts";
import type { StoredMessage } from "../support/telegram-server-state.ts";
import { PROOF_LIMIT_MS } from "./support/sizes.ts";

const TOKEN = "123456:test-token-of-the-proof";
const ALICE = { id: 1001, firstName: "Alice", languageCode: "en" };
const HOUR_MS = 3_600_000;

/** Between claim and run, in the run, between run and delivery, and when it is about to leave. */
const DEATHS = ["occurrence-claimed", "run-created", "occurrence-ran", "occurrence-posted"];

test("a service killed around a due time has done it once and told it once after its restart", {
  timeout: PROOF_LIMIT_MS,
}, async (t) => {
  const telegram = await startTelegramServer({ token: TOKEN });
  const home = temporaryHome();
  const environment = { TELEGRAM_BOT_TOKEN: TOKEN, TELEGRAM_API_ROOT: telegram.url };
  let service = new ServiceProcess(home.path, environment);
  let aheadMs = 0;
  t.after(async () => {
    await service.kill();
    await telegram.close();
    home.remove();
  });
  const shown = (pattern: RegExp): readonly StoredMessage[] =>
    telegram.messages(ALICE.id).filter(({ text }) => pattern.test(text));
  const wait = (pattern: RegExp): Promise<unknown> =>
    telegram.waitFor(() => shown(pattern).length > 0, PROOF_LIMIT_MS);
  const [, code] = await service.prints(/\/claim ([0-9A-Z]{4}-[0-9A-Z]{4})/);
  telegram.user(ALICE);
  telegram.say(ALICE, `/claim ${code}`);
  await wait(/You're the owner/);
  for (const [round, point] of DEATHS.entries()) {
    telegram.say(
      ALICE,
      `/ibl [system:schedule]("job ${round}") {pipeline: '[system:todo]("bread ${round}")', after: "1h"}`,
    );
    await wait(new RegExp(`^(?:⏰|🔁) .*job ${round}`));
    await service.dieAt(point);
    await service.shiftClock(HOUR_MS + 1000);
    assert.equal(await service.ended(), "SIGKILL", point);
    service = new ServiceProcess(home.path, environment);
    await service.ready();
    // The clock of the dead one was ahead; a message does not leave before its time.
    aheadMs += HOUR_MS + 1000;
    await service.shiftClock(aheadMs);
    await wait(new RegExp(`🗞️ job ${round}`));
    const database = new Sqlite(join(home.path, "ibl-bot.db"), { readonly: true });
    t.after(() => database.close());
    const todos = (): number =>
      database.prepare("SELECT 1 FROM todos WHERE content = ?").all(`bread ${round}`).length;
    const states = (): unknown =>
      database
        .prepare(
          `SELECT occurrences.state FROM occurrences JOIN schedules ON schedules.id = schedule_id
           WHERE name = ?`,
        )
        .pluck()
        .all(`job ${round}`);
    await telegram.waitFor(() => JSON.stringify(states()) === '["ran"]', PROOF_LIMIT_MS);
    assert.equal(todos(), 1, point);
    assert.equal(shown(new RegExp(`🗞️ job ${round}`)).length, 1, point);
  }
});
