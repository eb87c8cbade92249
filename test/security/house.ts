import { createIds } from "../../src/base/ids.ts";
import { type Account, LOCAL_PERSON_ID, People } from "../../src/security/access/people.ts";
import { Approvals } from "../../src/security/approvals/approvals.ts";
import { createButtonTokens } from "../../src/security/approvals/button-token.ts";
import { openDatabase } from "../../src/store/database.ts";
import { ManualClock } from "../support/manual-clock.ts";

/** Bytes that differ every time and are the same in every run of a test. */
export function countedBytes(): (sizeBytes: number) => Uint8Array {
  let count = 0;
  return (sizeBytes) => {
    count += 1;
    const bytes = new Uint8Array(sizeBytes);
    new DataView(bytes.buffer).setUint32(sizeBytes - 4, count * 2_654_435_761);
    return bytes;
  };
}

/** A telegram account by its number. */
export function telegram(externalId: string): Account {
  return { platform: "telegram", externalId };
}

/** The security room over a database in memory, with an owner and two members on Telegram. `again` gives it as a new process has it. */
export function openSecurity() {
  const database = openDatabase(":memory:");
  const clock = new ManualClock();
  const randomBytes = countedBytes();
  const newId = createIds(randomBytes);
  const open = () => {
    const defaults = { language: "ko", zone: "Asia/Seoul" } as const;
    const people = new People({ database, clock, newId, randomBytes, defaults });
    const tokens = createButtonTokens({ database, clock, randomBytes });
    const approvals = new Approvals({ database, clock, newId, tokens });
    return { people, tokens, approvals };
  };
  const rooms = open();
  const { people } = rooms;
  return {
    ...rooms,
    database,
    clock,
    again: open,
    local: people.get(LOCAL_PERSON_ID)!,
    owner: people.admit(telegram("1"), { role: "owner", name: "Ann" }),
    member: people.admit(telegram("2"), { role: "member", name: "Ben" }),
    other: people.admit(telegram("3"), { role: "member", name: "Cho" }),
    guest: people.admit(telegram("4"), { role: "guest", name: "Dia" }),
  };
}
