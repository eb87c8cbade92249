import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { ANN, openHouse, personOf } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";

async function asked(path: string, prompt: string) {
  const house = await openHouse();
  const { id } = house.approvals.request({
    kind: "question",
    personId: personOf(house, ANN).id,
    chatKey: "telegram:1",
    digest: "digest",
    card: { prompt, picture: { path, name: "screen.png", mediaType: "image/png" } },
    approver: "requester",
    lifetimeMs: 60_000,
  });
  await settled();
  return { house, id };
}

function folder(): string {
  return mkdtempSync(join(tmpdir(), "card-picture-"));
}

test("a card shows the picture it was made with, above its words and buttons", async () => {
  const place = folder();
  const path = join(place, "screen.png");
  writeFileSync(path, "picture");
  const { house, id } = await asked(path, `Tap here?${" word".repeat(400)}`);
  const [row] = house.table.of("card", id);
  assert.deepEqual(row?.message.files, [{ path, name: "screen.png", mediaType: "image/png" }]);
  assert.ok((row?.message.text.length ?? 0) <= 900);
  rmSync(place, { recursive: true });
});

test("a card whose picture is gone comes without it", async () => {
  const { house, id } = await asked(join(folder(), "gone.png"), "Tap here?");
  const [row] = house.table.of("card", id);
  assert.equal(row?.state, "sent");
  assert.equal(row?.message.files, undefined);
});
