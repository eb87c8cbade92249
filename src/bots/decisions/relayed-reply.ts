import { quoteIbl } from "../../agent/planner/code.ts";
import { asksByForm, courtesyFor, nodFor } from "../../agent/planner/small-talk-replies.ts";
import { asksForLetters } from "../../agent/things/letters.ts";
import type { Assistant, Reply } from "../../agent/turn/assistant.ts";
import type { Clock } from "../../base/clock.ts";
import { digestOf } from "../../base/digest.ts";
import { shortTime } from "../../base/format-time.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import type { ProgramGate } from "../../runs/gate.ts";
import type { People, Person } from "../../security/access/people.ts";
import type { Approvals } from "../../security/approvals/approvals.ts";
import { TYPING_LIFETIME_MS } from "../../security/approvals/lifetimes.ts";
import type { CardSender } from "../approvals/card-sender.ts";
import type { Updates } from "../inbox/update-table.ts";
import { escapeMarkup, timeMark } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { Admission } from "../people/admission.ts";
import { chatKey, type MessageEvent } from "../platform/chat-adapter.ts";
import type { ReplySender } from "../replies/reply-sender.ts";
import { say } from "../texts/say.ts";
import { openQuestions } from "./open-questions.ts";

/** Words that answer somebody's message, and for whom they are. */
export interface RelayedWords {
  /** The person whose message they answer. */
  readonly to: string;
  readonly words: string;
  readonly origin: string;
}

/** Who writes words, in which chat, and where they come from. */
interface WrittenIn {
  readonly person: Person;
  readonly key: string;
  readonly origin: string;
}

/** Answers to messages that people send each other through the bot. */
export class RelayedReply {
  readonly #parts: ConstructorParameters<typeof RelayedReply>[0];

  constructor(parts: {
    readonly approvals: Approvals;
    readonly cards: CardSender;
    readonly people: Pick<People, "get">;
    readonly admission: Pick<Admission, "actor">;
    readonly assistant: Pick<Assistant, "runProgram" | "isRequest" | "isOfOwnTodos">;
    readonly gate: Pick<ProgramGate, "check">;
    readonly replies: ReplySender;
    readonly outbox: Pick<Outbox, "buttonsOf" | "buttonsOfLast">;
    readonly updates: Pick<Updates, "chatsOf">;
    readonly clock: Pick<Clock, "now">;
  }) {
    this.#parts = parts;
  }

  /** Asks the reader of a message for the words, once; gives why not, where it is not theirs or nobody is there to answer. */
  ask(person: Person, key: string, to: string): string | undefined {
    const { approvals, cards } = this.#parts;
    const name = this.#nameOf(to);
    if (!this.#isOwn(person, key)) return say(person.language, "pressBroken");
    if (name === undefined) return say(person.language, "replyGone");
    const digest = digestOf({ replyTo: to, in: key });
    const open = approvals.pending({ personId: person.id }).find((each) => each.digest === digest);
    const question =
      open ??
      approvals.request({
        kind: "question",
        personId: person.id,
        chatKey: key,
        digest,
        card: { followUp: { kind: "reply", to, name } },
        approver: "requester",
        lifetimeMs: TYPING_LIFETIME_MS,
      });
    if (open === undefined) cards.show(question);
    return undefined;
  }

  /** Takes what was typed into the form of such a message, which is sent, or what answers it otherwise, which is asked about; false for any other message. */
  async take(event: MessageEvent, person: Person, origin: string): Promise<boolean> {
    const { outbox, assistant, admission, replies } = this.#parts;
    const { chat, repliesToId, quoted, text } = event;
    if (!chat.isPrivate) return false;
    const key = chatKey(chat);
    if (!this.#isOwn(person, key)) return false;
    if (repliesToId === undefined)
      return quoted === undefined && this.#takePlain(text, { person, key, origin });
    const to = outbox.buttonsOf(key, repliesToId).find(({ answers }) => answers)?.answers;
    if (to === undefined) return false;
    const said = { to, words: text.trim(), origin: `${origin}/reply` };
    const actor = admission.actor(person, key);
    if (quoted === undefined) {
      const told = await this.send(person, key, said);
      if (told !== "") replies.answer(origin, key, { text: told });
      return true;
    }
    if (assistant.isRequest(text, actor)) return false;
    return this.#askToSend(said, actor);
  }

  /** Words right after the reader pressed *Reply* that ask for nothing themselves: a card asks whether to send them. */
  async #takePlain(text: string, { person, key, origin }: WrittenIn): Promise<boolean> {
    const { approvals, assistant, admission } = this.#parts;
    const open = openQuestions(approvals, person.id, key).at(-1);
    const followUp = open?.card.followUp;
    if (open === undefined || followUp?.kind !== "reply")
      return this.#takeNext(text, { person, key, origin });
    const actor = admission.actor(person, key);
    const isRequest = courtesyFor(text) === undefined && assistant.isRequest(text, actor);
    const isLook = asksForLetters(text, followUp.name);
    if (asksByForm(text) || isRequest || isLook) return false;
    const said = { to: followUp.to, words: text.trim(), origin: `${origin}/reply` };
    const isAsked = await this.#askToSend(said, actor);
    approvals.passBy(open.id);
    return isAsked;
  }

  /** Words that are said next after somebody's message, and that mean nothing to the bot, are for them: a card asks whether to send them. */
  async #takeNext(text: string, { person, key, origin }: WrittenIn): Promise<boolean> {
    const { admission, assistant, clock, outbox } = this.#parts;
    const sinceMs = clock.now() - NEXT_WITHIN_MS;
    const to = outbox.buttonsOfLast(key, sinceMs).find(({ answers }) => answers)?.answers;
    const name = to === undefined ? undefined : this.#nameOf(to);
    if (to === undefined || name === undefined || asksForLetters(text, name)) return false;
    const actor = admission.actor(person, key);
    const isCalled = text.trim().toLowerCase().startsWith(name.toLowerCase());
    const courtesy = courtesyFor(text) ?? nodFor(text);
    const isForBot =
      courtesy === undefined
        ? !isCounterQuestion(text) && (assistant.isRequest(text, actor) || asksByForm(text))
        : courtesy !== "goodbye";
    const isOfOwn = isForBot || (await assistant.isOfOwnTodos(text, actor));
    if (isOfOwn && !isCalled) return false;
    return this.#askToSend({ to, words: text.trim(), origin: `${origin}/reply` }, actor);
  }

  async #askToSend(said: RelayedWords, actor: Actor): Promise<boolean> {
    const { assistant, replies } = this.#parts;
    if (this.#nameOf(said.to) === undefined) return false;
    const result = await assistant.runProgram({ actor, origin: said.origin, code: codeOf(said) });
    replies.reply(said.origin, actor, { kind: "run", result });
    return true;
  }

  /** Sends the words of a press to whose message they answer, as the presser's program: done again after a crash, it sends nothing twice. Gives what the presser is told; empty where that was said otherwise. */
  async send(person: Person, key: string, said: RelayedWords): Promise<string> {
    const { assistant, admission, gate, replies, clock } = this.#parts;
    const { language } = person;
    const name = this.#nameOf(said.to);
    if (name === undefined) return say(language, "replyGone");
    const actor = admission.actor(person, key);
    const code = codeOf(said);
    const checked = gate.check(code, actor);
    const approved = checked.ok ? { approvedDigest: checked.plan.digest } : {};
    const result = await assistant.runProgram({ actor, origin: said.origin, code, ...approved });
    const reply: Reply = { kind: "run", result };
    if (result.kind !== "finished" || !result.envelope.ok) {
      replies.reply(said.origin, actor, reply);
      return "";
    }
    const nowMs = clock.now();
    const time = timeMark(shortTime(nowMs, person, nowMs), nowMs, "t");
    return [
      say(language, "replySent", { name: escapeMarkup(name), time }),
      ...said.words.split("\n").map((line) => `> ${escapeMarkup(line)}`),
    ].join("\n");
  }

  /** The private chat of that person. */
  #isOwn({ id }: Person, key: string): boolean {
    return this.#parts.updates.chatsOf(id).includes(key);
  }

  /** Who is still let in. */
  #nameOf(personId: string): string | undefined {
    const person = this.#parts.people.get(personId);
    return person === undefined || person.role === "guest" ? undefined : person.name;
  }
}

/** What is said later begins anew. */
const NEXT_WITHIN_MS = 6 * 60 * 60_000;

/** What is asked back in few words names nothing that could be looked up: 몇 시까지?, "which one?". */
function isCounterQuestion(text: string): boolean {
  return text.trim().split(/\s+/u).length <= 3 && COUNTER_QUESTION.test(text.trim());
}

const COUNTER_QUESTION =
  /^(?:which|where|when|what\s+time|why|how\s+many|how\s+long|until\s+when)\b.*\?$|(?:까지|에서|몇\s?(?:시에|명|개)|어디서?|어디로|언제|왜|누구랑?)[?？]$/iu;

function codeOf({ to, words }: RelayedWords): string {
  return `[messenger:send](${quoteIbl(words)}) {to: ${quoteIbl(to)}}`;
}
