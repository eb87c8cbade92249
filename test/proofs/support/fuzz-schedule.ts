import assert from "node:assert/strict";
import {
  type ChatAddress,
  chatKey,
  DeliveryError,
  type Sender,
} from "../../../src/bots/platform/chat-adapter.ts";
import { say } from "../../../src/bots/texts/say.ts";
import { type House, openHouse, personOf } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";
import { Dice } from "./dice.ts";
import {
  CARD_SORTS,
  type CardSort,
  FUZZ_CATALOGUE,
  type FuzzRules,
  PEOPLE,
  type PersonName,
  ROLES,
} from "./fuzz-cards.ts";
import { forgedData, type PressFacts, pressFacts } from "./fuzz-presses.ts";
import { checkShown, decidingButtons } from "./fuzz-shown.ts";
import {
  CardTable,
  type Expected,
  type FuzzCard,
  type Listening,
  newCard,
  privateKey,
} from "./fuzz-table.ts";

/** The first sign of what is told of a card in each state that is its end; an expired one may have been asked again. */
const ENDS: Readonly<Record<FuzzCard["state"], RegExp | undefined>> = {
  pending: undefined,
  approved: / already (?:decided at .*(?:✅|⚠️|⏳)|(?:did|sent|ran|deleted) it at )/u,
  denied: / already (?:decided at .*(?:✖️|↩️)|said no at )/u,
  answered: / already (?:decided at .*(?:✅|⚠️|⏳)|chose it at )/u,
  expired: /^⌛ /u,
};

/** What a schedule came to, for telling that all kinds of presses were made. */
export type Tally = Record<Expected | `${Listening["kind"]}s` | "effects" | "cards", number>;

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
  readonly #rules: FuzzRules;
  readonly #table: CardTable;
  readonly #houses: House[] = [];
  readonly tally: Tally = {
    counts: 0,
    more: 0,
    again: 0,
    reasons: 0,
    questions: 0,
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
  #typed = 0;

  constructor(seed: string) {
    this.#seed = seed;
    this.#dice = new Dice(seed);
    this.#rules = { needed: this.#dice.chance(0.3) ? 2 : 1 };
    this.#table = new CardTable(this.#rules);
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
    const { needed: quorum } = this.#rules;
    const policy = { quorum, fourEyes: quorum > 1 };
    const house = await openHouse({ catalogue: FUZZ_CATALOGUE, policy });
    this.#again = house.again;
    this.#houses.push(house);
    for (const name of ["olga", "eve", "dan", "gus"] as const) {
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
    const before = this.#pending();
    await this.#cause(sort, requester, label);
    this.#noteNew(before, { sort, requester, label });
  }

  #pending(): ReadonlySet<string> {
    return new Set(this.#house.approvals.pending().map(({ id }) => id));
  }

  /** The one card that came to be since `before`. */
  #noteNew(
    before: ReadonlySet<string>,
    facts: Pick<FuzzCard, "sort" | "requester" | "label">,
  ): void {
    const { sort, requester } = facts;
    const added = this.#house.approvals.pending().filter((found) => !before.has(found.id));
    const place = `${this.#seed}: ${sort.kind} of ${requester}`;
    assert.deepEqual(
      added.map(({ kind }) => kind),
      [sort.kind],
      place,
    );
    const { id, expiresAtMs, chatKey: key } = added[0]!;
    assert.equal(expiresAtMs - this.#house.clock.now(), sort.lifetimeMs, place);
    this.#table.add(newCard({ ...facts, id, expiresAtMs, chatKey: key }));
    this.tally.cards += 1;
  }

  async #cause(sort: CardSort, requester: PersonName, label: string): Promise<void> {
    const { adapter, dispatcher } = this.#house;
    const code = sort.program?.(label) ?? "";
    const isGroup = this.#dice.chance(0.25);
    if (sort.cause === "knock")
      await adapter.say({ id: `9${label.slice(1, -1)}`, name: "Nobody", languageTag: "en" }, "hi");
    else if (sort.cause === "asked") {
      this.#table.passBy(requester, isGroup ? chatKey(GROUP) : privateKey(requester));
      await adapter.say(PEOPLE[requester], `/ibl ${code}`, isGroup ? { chat: GROUP } : {});
    } else this.#leaveCutOff(code, requester, label);
    if (sort.cause === "cutOff") dispatcher.recover(() => false);
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
    const { clock, dispatcher, adapter, tokens } = this.#house;
    const share = this.#dice.below(100);
    if (share < 71) await this.#press();
    else if (share < 80) await this.#type();
    else if (share < 84) await this.#words();
    else if (share < 88) await this.#pass(this.#dice.below(25) * MINUTE_MS);
    else if (share < 91) {
      dispatcher.expireApprovals();
      this.#table.expire(clock.now());
    } else if (share < 93) adapter.failNext(new DeliveryError("unreachable", "No line."));
    else if (share < 96) await this.#restart();
    else if (share < 98) tokens.rotate({ oldUntilMs: Number.MAX_SAFE_INTEGER });
    else if (this.#dice.chance(0.3) && !this.#isWaiting()) {
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
    const before = this.#pending();
    const expected = this.#table.judge(facts, clock.now());
    this.tally[expected] += 1;
    await this.#deliver(facts);
    if (expected === "again") {
      const { card } = this.#table.buttons.find(({ data }) => data === facts.data)!;
      this.#noteNew(before, card);
    }
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
    { by, data }: PressFacts,
    place: string,
  ): void {
    const language = by === "cho" ? "ko" : "en";
    const texts = {
      counts: [undefined],
      again: [undefined],
      more: [say("en", "pressMoreNeeded")],
      expired: [say("en", "pressExpired")],
      gone: [say("en", "pressGone")],
      "not-admitted": [say(language, "pressNotAdmitted")],
    };
    const ended = expected === "gone" ? this.#endOf(data) : undefined;
    if (ended !== undefined && told.length === 1 && told[0] !== say("en", "pressGone"))
      assert.match(told[0] ?? "", ended, place);
    else if (expected === "replayed") assert.deepEqual(told, [], place);
    else if (expected !== "refused") assert.deepEqual(told, texts[expected], place);
    else {
      const allowed = ["pressBroken", "pressOwners", "pressGone", "scheduleGone"] as const;
      const whose = Object.values(PEOPLE).map(({ name }) =>
        say("en", "pressNotYours", { who: name }),
      );
      const [note] = told;
      assert.ok(note !== undefined && told.length === 1, place);
      const known = [...allowed.map((key) => say("en", key)), ...whose];
      assert.ok(known.includes(note), `${place}: ${note}`);
    }
  }

  /** How the words begin that tell what became of the card of a button. */
  #endOf(data: string): RegExp | undefined {
    const card = this.#table.buttons.find((button) => button.data === data)?.card;
    return card === undefined ? undefined : ENDS[card.state];
  }

  /** A dead button that was pressed shows what became of its card, unless the line is down just now. */
  #checkRedrawn({ messageId, data }: PressFacts, place: string): void {
    const card = this.#table.buttons.find((button) => button.data === data)?.card;
    if (card?.sort.kind === "proposal") return;
    const message = this.#house.adapter.shown.find((shown) => shown.messageId === messageId);
    if (!this.#isWaiting()) assert.deepEqual(decidingButtons(message), [], place);
  }

  /** Someone answers what asks for their words: a reason, a question of a program. */
  async #type(): Promise<void> {
    const listener = this.#listener();
    if (listener === undefined) return;
    const { kind, by, chatKey: key } = listener;
    this.#typed += 1;
    const words = kind === "reason" ? `Why ${this.#typed}.` : "up";
    const isReply = kind === "reason" || listener.isPassedBy || this.#dice.chance(0.3);
    const answered = isReply ? this.#answerTo(listener) : {};
    await this.#house.adapter.say(PEOPLE[by], words, { ...chatOf(by, key), ...answered });
    await this.#quiet();
    this.tally[`${kind}s`] += 1;
    this.#table.hear(listener, words);
  }

  /** The card that words answer. */
  #answerTo({ card, chatKey: key }: Listening): { readonly repliesToId?: string } {
    const rows = this.#house.table.sentOf("card", card.id);
    const messageId = rows.find((row) => row.chatKey === key)?.messageId;
    return messageId === undefined ? {} : { repliesToId: messageId };
  }

  /** Something in time that takes the next words of someone where they may write. */
  #listener(): Listening | undefined {
    const open = this.#table
      .listening(this.#house.clock.now())
      .filter((entry) => [privateKey(entry.by), chatKey(GROUP)].includes(entry.chatKey));
    if (open.length === 0) return undefined;
    const besides = open.filter(({ kind }) => kind !== "question");
    const { by, chatKey: key } = this.#dice.pick(besides.length > 0 ? besides : open);
    const reason = open.find(
      (each) => each.kind === "reason" && each.by === by && each.chatKey === key,
    );
    if (reason !== undefined && this.#answerTo(reason).repliesToId !== undefined) return reason;
    const passed = open.find((each) => each.isPassedBy && each.by === by && each.chatKey === key);
    if (passed?.kind === "question" && this.#answerTo(passed).repliesToId !== undefined)
      return passed;
    const latest = this.#table.listenerFor(by, key);
    return latest !== undefined && open.includes(latest) ? latest : undefined;
  }

  /** Whether something waits for the line, drawn with the key of that moment. */
  #isWaiting(): boolean {
    const { table, clock } = this.#house;
    const heads = table.heads("telegram");
    return heads.some(({ nextAttemptMs }) => nextAttemptMs > clock.now());
  }

  /** Words decide nothing, whatever they say. */
  async #words(): Promise<void> {
    const by = this.#dice.pick(Object.keys(PEOPLE) as PersonName[]); // the keys are the names
    const button =
      this.#table.buttons.length > 0 ? this.#dice.pick(this.#table.buttons) : undefined;
    const text = this.#dice.pick([
      ...["y", "yes", "approve", "Approve", "승인", "/approve", '{"approved": true}'],
      ...["up", "left"],
      `/approve ${button?.card.id}`,
      button?.data ?? "1",
    ]);
    const key = this.#dice.chance(0.3) ? chatKey(GROUP) : privateKey(by);
    if (this.#table.listenerFor(by, key) !== undefined || by === "cho") return;
    await this.#house.adapter.say(PEOPLE[by], text, {
      ...chatOf(by, key),
      isForwarded: this.#dice.chance(0.3),
    });
  }

  async #restart(): Promise<void> {
    await this.#house.outbox.stop();
    const next = this.#again!();
    this.#houses.push(next);
    await next.open({ recover: true });
    next.dispatcher.recover(() => false);
    next.cards.reconcile(`session${this.#houses.length}`);
  }

  /** Time passes at once, and wakes whoever waited for some of it. */
  async #pass(byMs: number): Promise<void> {
    const { clock } = this.#house;
    clock.set(new Date(clock.now() + byMs).toISOString());
    await clock.advance(1000);
  }

  async #quiet(): Promise<void> {
    await this.#house.dispatcher.drained();
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
      const same = this.#table.cards.filter(({ label }) => label === card.label);
      assert.equal(count, effectsOf(same), `${this.#seed}: ${card.sort.kind} ${card.label}`);
    }
    const all = this.#table.cards.filter(({ sort }) => sort.kind !== "access");
    assert.equal(
      calls.length,
      effectsOf(all),
      `${this.#seed}: an effect of nothing: ${calls.join(", ")}`,
    );
  }

  #admitted({ label }: FuzzCard): boolean {
    const account = { platform: "telegram", externalId: `9${label.slice(1, -1)}` };
    return this.#house.people.find(account) !== undefined;
  }

  /** In the end every card says in its chat what the rules say of it, and dead ones have no button. */
  async #end(): Promise<void> {
    const { clock, dispatcher } = this.#house;
    for (let count = 0; count < 2; count += 1) {
      await this.#pass(2 * MINUTE_MS);
      dispatcher.expireApprovals();
      this.#table.expire(clock.now());
      await this.#quiet();
    }
    await this.#pass(2 * MINUTE_MS);
    await this.#house.outbox.flush(MINUTE_MS);
    this.#checkEffects();
    for (const card of this.#table.cards) checkShown(this.#house, card, this.#seed);
    this.tally.effects += effectsOf(this.#table.cards);
    await this.#house.outbox.stop();
    this.#house.database.close();
  }
}

/** Where someone writes: in the group, or else in private. */
function chatOf(by: PersonName, key: string): { readonly chat?: ChatAddress } {
  return key === privateKey(by) ? {} : { chat: GROUP };
}

function effectsOf(cards: readonly FuzzCard[]): number {
  return cards.reduce((total, { effects }) => total + effects, 0);
}
