import assert from "node:assert/strict";
import {
  type Button,
  type ChatAddress,
  chatKey,
  DeliveryError,
  type Sender,
} from "../../../src/bots/adapter.ts";
import { say } from "../../../src/bots/texts.ts";
import type { Approval } from "../../../src/security/approvals.ts";
import { type House, openHouse, personOf } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";
import type { ShownMessage } from "../../support/recording-adapter.ts";
import { Dice } from "./dice.ts";
import {
  CARD_SORTS,
  type CardSort,
  FUZZ_CATALOGUE,
  PEOPLE,
  type PersonName,
  ROLES,
} from "./fuzz-cards.ts";
import { forgedData, type PressFacts, pressFacts } from "./fuzz-presses.ts";
import { CardTable, type Expected, type FuzzCard, privateKey } from "./fuzz-table.ts";

/** What a schedule came to, for telling that all kinds of presses were made. */
export type Tally = Record<Expected | "effects" | "cards", number>;

const GROUP: ChatAddress = {
  platform: "telegram",
  chatId: "-100",
  threadId: "7",
  isPrivate: false,
};

const MINUTE_MS = 60_000;

/** One schedule: cards of all kinds, then presses that mostly mean harm, each checked against the rules. */
export class Schedule {
  readonly #seed: string;
  readonly #dice: Dice;
  readonly #table = new CardTable();
  readonly #houses: House[] = [];
  readonly tally: Tally = {
    counts: 0,
    replayed: 0,
    "not-admitted": 0,
    refused: 0,
    expired: 0,
    gone: 0,
    effects: 0,
    cards: 0,
  };
  #again: (() => House) | undefined;
  #presses = 0;

  constructor(seed: string) {
    this.#seed = seed;
    this.#dice = new Dice(seed);
  }

  async run(): Promise<void> {
    await this.#open();
    const count = this.#dice.chance(0.02) ? 50 : 1 + this.#dice.below(8);
    for (let index = 0; index < count; index += 1) await this.#addCard(index);
    this.#table.look(this.#house);
    const steps = 5 + this.#dice.below(15 + count);
    for (let step = 0; step < steps; step += 1) {
      await this.#step();
      this.#table.look(this.#house);
      this.#checkEffects();
    }
    await this.#end();
  }

  get house(): House {
    return this.#house;
  }
  get #house(): House {
    return this.#houses.at(-1)!;
  }

  async #open(): Promise<void> {
    const house = await openHouse({ catalogue: FUZZ_CATALOGUE });
    this.#again = house.again;
    this.#houses.push(house);
    for (const name of ["olga", "dan", "gus"] as const) {
      const sender: Sender = PEOPLE[name];
      const account = { platform: "telegram", externalId: sender.id };
      const person = house.people.admit(account, { role: ROLES[name]!, name: sender.name });
      const chat = { platform: "telegram", chatId: sender.id, isPrivate: true };
      house.updates.remember(chat, person.id);
    }
  }

  /** Makes a card come to be, as it does in life. */
  async #addCard(index: number): Promise<void> {
    const sort = this.#dice.pick(CARD_SORTS);
    const isOwnersMatter = sort.presser === "owners";
    const requester = this.#dice.pick<PersonName>(
      isOwnersMatter ? ["ben", "dan"] : ["ann", "ben", "dan", "olga"],
    );
    const label = `c${index}.`;
    const before = new Set(this.#house.approvals.pending().map((approval) => approval.id));
    await this.#cause(sort, requester, label);
    const added = this.#house.approvals.pending().filter((approval) => !before.has(approval.id));
    const place = `${this.#seed}: ${sort.kind} of ${requester}`;
    assert.deepEqual(
      added.map(({ kind }) => kind),
      [sort.kind],
      place,
    );
    const { id, expiresAtMs } = added[0]!;
    assert.equal(expiresAtMs - this.#house.clock.now(), sort.lifetimeMs, place);
    this.#table.cards.push({
      ...{ id, label, sort, requester, expiresAtMs },
      state: "pending",
      effects: 0,
    });
    this.tally.cards += 1;
  }

  async #cause(sort: CardSort, requester: PersonName, label: string): Promise<void> {
    const { adapter, router } = this.#house;
    const code = sort.program?.(label) ?? "";
    const isGroup = this.#dice.chance(0.25);
    if (sort.cause === "knock")
      await adapter.say({ id: `9${label.slice(1, -1)}`, name: "Nobody", languageTag: "en" }, "hi");
    else if (sort.cause === "asked")
      await adapter.say(PEOPLE[requester], `/ibl ${code}`, isGroup ? { chat: GROUP } : {});
    else this.#leaveCutOff(code, requester, label);
    if (sort.cause === "cutOff") router.recover(() => false);
    await this.#quiet();
  }

  /** What a process leaves that died inside the first effect of a program. */
  #leaveCutOff(source: string, requester: PersonName, label: string): void {
    const { runs } = this.#house;
    const run = runs.create({
      origin: `command:${label}`,
      personId: personOf(this.#house, PEOPLE[requester]).id,
      chatKey: privateKey(requester),
      source,
      program: source,
      digest: "",
      constants: {},
      lease: "lease_dead",
    });
    const hooks = { onWait: () => undefined, faultPoint: () => undefined, language: "en" as const };
    runs.journal(run.id, hooks).start({
      ...{ key: "1", node: "system", action: "write", effect: "write" },
      ...{ paramsJson: JSON.stringify({ path: label }), paramsDigest: "digest" },
    });
  }

  async #step(): Promise<void> {
    const { clock, router, adapter, tokens } = this.#house;
    const share = this.#dice.below(100);
    if (share < 78) await this.#press();
    else if (share < 84) await this.#words();
    else if (share < 88) await this.#pass(this.#dice.below(25) * MINUTE_MS);
    else if (share < 91) {
      router.expireApprovals();
      this.#table.expire(clock.now());
    } else if (share < 93) adapter.failNext(new DeliveryError("unreachable", "No line."));
    else if (share < 96) await this.#restart();
    else if (share < 98) tokens.rotate({ oldUntilMs: Number.MAX_SAFE_INTEGER });
    else if (this.#dice.chance(0.3)) {
      tokens.rotate({ oldUntilMs: 0 });
      this.#table.dropKeys();
    }
    await this.#quiet();
  }

  async #press(): Promise<void> {
    const facts = pressFacts(this.#table, this.#dice, forgedData);
    if (facts === undefined || (facts.isReplay && this.#presses === 0)) return;
    const { clock, adapter } = this.#house;
    const notes = adapter.notes.length;
    const expected = this.#table.judge(facts, clock.now());
    this.tally[expected] += 1;
    await this.#deliver(facts);
    const told = adapter.notes.slice(notes);
    const place = `${this.#seed}: ${facts.by} presses ${facts.data} in ${facts.chatKey}`;
    this.#checkNote(expected, told, facts, place);
    if (expected === "gone" || expected === "expired") this.#checkRedrawn(facts, place);
  }

  async #deliver(facts: PressFacts): Promise<void> {
    if (!facts.isReplay) this.#presses += 1;
    const [platform = "", chatId = "", threadId] = facts.chatKey.split(":");
    const thread = threadId === undefined ? {} : { threadId };
    await this.#house.adapter.pressData(PEOPLE[facts.by], facts.data, {
      chat: { platform, chatId, isPrivate: !chatId.startsWith("-"), ...thread },
      updateId: `p${this.#presses}`,
      messageId: facts.messageId,
    });
    await this.#quiet();
  }

  /** A replayed update is not answered again; what counts needs no words; the rest is told what it is. */
  #checkNote(
    expected: Expected,
    told: readonly (string | undefined)[],
    { by }: PressFacts,
    place: string,
  ): void {
    const language = by === "cho" ? "ko" : "en";
    const texts = {
      counts: [undefined],
      expired: [say("en", "pressExpired")],
      gone: [say("en", "pressGone")],
      "not-admitted": [say(language, "pressNotAdmitted")],
    };
    if (expected === "replayed") assert.deepEqual(told, [], place);
    else if (expected !== "refused") assert.deepEqual(told, texts[expected], place);
    else {
      const allowed = ["pressBroken", "pressNotYours", "pressGone", "scheduleGone"] as const;
      const [note] = told;
      assert.ok(note !== undefined && told.length === 1, place);
      assert.ok(allowed.map((key) => say("en", key)).includes(note), `${place}: ${note}`);
    }
  }

  /** A dead button that was pressed shows what became of its card, unless the line is down just now. */
  #checkRedrawn({ messageId }: PressFacts, place: string): void {
    const message = this.#house.adapter.shown.find((shown) => shown.messageId === messageId);
    const isWaiting = this.#house.table.nextAttemptMs("telegram") !== undefined;
    if (!isWaiting) assert.deepEqual(decidingButtons(message), [], place);
  }

  /** Words decide nothing, whatever they say. */
  async #words(): Promise<void> {
    const by = this.#dice.pick(Object.keys(PEOPLE) as PersonName[]); // the keys are the names
    const button =
      this.#table.buttons.length > 0 ? this.#dice.pick(this.#table.buttons) : undefined;
    const text = this.#dice.pick([
      ...["y", "yes", "approve", "Approve", "승인", "/approve", '{"approved": true}'],
      `/approve ${button?.card.id}`,
      button?.data ?? "1",
    ]);
    const key = this.#dice.chance(0.3) ? chatKey(GROUP) : privateKey(by);
    if (this.#table.takesWords(by, key) || by === "cho") return;
    const chat = key === privateKey(by) ? {} : { chat: GROUP };
    await this.#house.adapter.say(PEOPLE[by], text, {
      ...chat,
      isForwarded: this.#dice.chance(0.3),
    });
  }

  async #restart(): Promise<void> {
    await this.#house.courier.stop();
    const next = this.#again!();
    this.#houses.push(next);
    await next.open({ recover: true });
    next.router.recover(() => false);
    next.cards.reconcile(`session${this.#houses.length}`);
  }

  /** Time passes at once, and wakes whoever waited for some of it. */
  async #pass(byMs: number): Promise<void> {
    const { clock } = this.#house;
    clock.set(new Date(clock.now() + byMs).toISOString());
    await clock.advance(1000);
  }

  async #quiet(): Promise<void> {
    await this.#house.router.drained();
    await settled();
    await settled();
  }

  /** Each effect is there exactly as often as a press allowed it. */
  #checkEffects(): void {
    const calls = this.#houses
      .flatMap((house) => house.calls)
      .filter((call) => !call.startsWith("source:web"));
    for (const card of this.#table.cards) {
      const count =
        card.sort.kind === "access"
          ? Number(this.#admitted(card))
          : calls.filter((call) => call.split(" ").includes(card.label)).length;
      assert.equal(count, card.effects, `${this.#seed}: ${card.sort.kind} ${card.label}`);
    }
    const all = this.#table.cards.filter(({ sort }) => sort.kind !== "access");
    const sum = all.reduce((total, card) => total + card.effects, 0);
    assert.equal(calls.length, sum, `${this.#seed}: an effect of nothing: ${calls.join(", ")}`);
  }

  #admitted({ label }: FuzzCard): boolean {
    const account = { platform: "telegram", externalId: `9${label.slice(1, -1)}` };
    return this.#house.people.find(account) !== undefined;
  }

  /** In the end every card says in its chat what the rules say of it, and dead ones have no button. */
  async #end(): Promise<void> {
    const { clock, router } = this.#house;
    for (let count = 0; count < 2; count += 1) {
      await this.#pass(2 * MINUTE_MS);
      router.expireApprovals();
      this.#table.expire(clock.now());
      await this.#quiet();
    }
    await this.#pass(2 * MINUTE_MS);
    await this.#house.courier.flush(MINUTE_MS);
    this.#checkEffects();
    for (const card of this.#table.cards) this.#checkShown(card);
    this.tally.effects += this.#table.cards.reduce((total, card) => total + card.effects, 0);
    await this.#house.courier.stop();
    this.#house.database.close();
  }

  #checkShown(card: FuzzCard): void {
    const place = `${this.#seed}: ${card.sort.kind} ${card.label}`;
    const { approvals, table, adapter } = this.#house;
    const approval = approvals.get(card.id)!;
    assert.equal(approval.state, card.state, place);
    const sent = table.sentWith(`card:${card.id}:`);
    assert.ok(sent.length > 0, place);
    for (const { messageId } of sent) {
      const shown = adapter.shown.find((message) => message.messageId === messageId)!;
      assert.equal(
        decidingButtons(shown).length > 0,
        card.state === "pending",
        `${place}\n${shown.text}`,
      );
      assert.match(shown.text, wordsOf(approval), place);
    }
  }
}

/** The buttons of a message but for the wish of an expired card to be asked again. */
function decidingButtons(message: ShownMessage | undefined): readonly Button[] {
  return (message?.buttons ?? []).flat().filter(({ label }) => label !== say("en", "askAgain"));
}

/** What a card must say by its state. */
function wordsOf({ state, answer, card }: Approval): RegExp {
  const label = card.options?.find(({ code }) => code === answer)?.label ?? answer;
  switch (state) {
    case "pending":
      return /⏳|until/i;
    case "approved":
      return /^✅ \*\*Approved\*\* — (Ann|Olga|Ben|Dan)/;
    case "denied":
      return /^🚫 \*\*Denied\*\* — (Ann|Olga|Ben|Dan)/;
    case "answered":
      return new RegExp(`^✅ \\*\\*${label}\\*\\* — (Ann|Olga|Ben|Dan)`);
    case "expired":
      return /^⌛ \*\*Nobody answered in time/;
    case "cancelled":
      return /^✖️ \*\*Cancelled/;
  }
}
