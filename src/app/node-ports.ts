import type { DelegationTable } from "../agent/delegation/delegation-table.ts";
import type { ModelFor, Payer } from "../agent/models/budget.ts";
import { type ModelRequest, textOfMessage } from "../agent/models/model-client.ts";
import { SYSTEM_AGENT } from "../agent/roster/agent-definitions.ts";
import { type AgentRegistry, intersection } from "../agent/roster/roster.ts";
import { isServiceEnd } from "../base/errors.ts";
import type { Json } from "../base/json.ts";
import { answerButton } from "../bots/approvals/suggestion-button.ts";
import type { Updates } from "../bots/inbox/update-table.ts";
import type { Outbox } from "../bots/outbox/outbox.ts";
import { type QuietHoursSource, untilQuietEnds } from "../bots/outbox/quiet-hours.ts";
import { type OutboxTable, wholeKey } from "../bots/outbox/table.ts";
import { chatKey as keyOfChat, type OutgoingMessage } from "../bots/platform/chat-adapter.ts";
import { reminderOf } from "../bots/schedules/reminder.ts";
import { say } from "../bots/texts/say.ts";
import {
  actingAs,
  type Expansion,
  type HandlerResult,
  type ReadyCall,
} from "../engine/execute/action-types.ts";
import { escapedValue } from "../engine/language/reference.ts";
import { nestingFault } from "../engine/plan/nested-program.ts";
import { TEXT_NAME } from "../engine/plan/plan-position.ts";
import { compileWorkflow } from "../engine/plan/workflow.ts";
import { failureIn, type Outcome, success } from "../engine/values/outcome.ts";
import type { Contacts } from "../nodes/contacts-port.ts";
import type { OutboxPort, ProgramMessage } from "../nodes/outbox-port.ts";
import type { Deliveries, Delivery } from "../nodes/source/seen-items.ts";
import type { ColleagueRequest, Colleagues } from "../nodes/system/delegation.ts";
import type { Words } from "../nodes/system/text/port.ts";
import type { AllowedNodes, Planning } from "../runs/plan-and-judge.ts";
import type { Runs } from "../runs/run-table.ts";
import type { Schedules } from "../scheduler/ledger/schedules.ts";
import { type Account, LOCAL_PERSON_ID, type People } from "../security/access/people.ts";
import { NOTHING_SAID } from "../security/access/quoted-by-person.ts";
import type { ButtonTokens } from "../security/approvals/button-token.ts";
import { blockedMark, type Marks } from "../store/marks.ts";

/** How long a program waits to learn that its message has left. */
const DISPATCH_WAIT_MS = 10_000;

/** People whom an owner let in and where they are reached, and the groups that have written. */
export function contactsOf({
  people,
  updates,
  marks,
}: {
  readonly people: People;
  readonly updates: Updates;
  readonly marks: Pick<Marks, "get">;
}): Contacts {
  return {
    list: () =>
      people
        .all()
        .filter((person) => person.id !== LOCAL_PERSON_ID && person.role !== "guest")
        .map((person) => {
          const [own] = updates.chatsOf(person.id);
          return {
            personId: person.id,
            name: person.name,
            platforms: people.platformsOf(person.id),
            about: aboutOf(people.accountsOf(person.id)[0]),
            ...(own === undefined
              ? {}
              : { chatKey: own, isBlocked: marks.get(blockedMark(own)) !== undefined }),
          };
        }),
    groups: ({ personId, isOwner }) =>
      updates.groups().flatMap((chat) => {
        const isIn = isOwner || updates.hasWritten(chat, people.accountsOf(personId));
        const { platform, title, threadId } = chat;
        return title === undefined || threadId !== undefined || !isIn
          ? []
          : [{ chatKey: keyOfChat(chat), title, platform }];
      }),
  };
}

function aboutOf(account: Account | undefined): string {
  if (account === undefined) return "";
  const user = account.username === undefined ? "" : `@${account.username} `;
  return `${user}…${account.externalId.slice(-4)}`;
}

/** Until when a message of a program is held; `undefined` where it leaves at once. */
export type HeldUntil = (message: ProgramMessage) => number | undefined;

/** Holds what a schedule sends, while whom it goes to is not to be disturbed. */
export function holdScheduled(
  stores: QuietHoursSource & { readonly schedules: Pick<Schedules, "jobOf" | "byId"> },
): HeldUntil {
  return ({ chatKey, effectKey, isUrgent }) => {
    const id = isUrgent ? undefined : stores.schedules.jobOf(effectKey);
    const schedule = id === undefined ? undefined : stores.schedules.byId(id);
    return schedule === undefined ? undefined : untilQuietEnds(stores, schedule, chatKey);
  };
}

/** The buttons by which the one reader of a message may answer whose words it brings. */
export type AnswerRows = (message: ProgramMessage) => Pick<OutgoingMessage, "buttons">;

/** A button to answer, where a message goes to one person and comes from another who can be reached. */
export function answerRowsOf(stores: {
  readonly people: People;
  readonly updates: Updates;
  readonly marks: Pick<Marks, "get">;
  readonly tokens: ButtonTokens;
}): AnswerRows {
  const { people, tokens } = stores;
  const contacts = contactsOf(stores);
  return ({ chatKey, from }) => {
    const known = contacts.list();
    const reader = known.find((contact) => contact.chatKey === chatKey);
    const writer = known.find(({ personId }) => personId === from);
    const language = reader && people.get(reader.personId)?.language;
    if (language === undefined || writer?.chatKey === undefined || writer === reader) return {};
    const label = say(language, "replyLabel");
    return { buttons: [[answerButton(tokens, { label, answers: writer.personId }, chatKey)]] };
  };
}

/** A call that stands in the program of a due time itself, not in one that it runs. */
const OWN_CALL = /^occurrence:[^/]+(?:\/again\d+)?\/[^/]+$/;

/** True for a call of a schedule that is a reminder: what it says is brought as the result of its due time. */
export function isReminderCall(
  schedules: Pick<Schedules, "jobOf" | "byId">,
  effectKey: string,
): boolean {
  const id = OWN_CALL.test(effectKey) ? schedules.jobOf(effectKey) : undefined;
  const schedule = id === undefined ? undefined : schedules.byId(id);
  return schedule !== undefined && reminderOf(schedule) !== undefined;
}

/** The programs' way to the outbox: it waits a little for the platform's own answer, and not for what is held. */
export function outboxOf(
  outbox: Outbox,
  heldUntilOf: HeldUntil,
  isBroughtWithDueTime: OutboxPort["isBroughtWithDueTime"],
  answerRows: AnswerRows,
): OutboxPort {
  return {
    isBroughtWithDueTime,
    async send(message, signal) {
      signal.throwIfAborted();
      const withdraw = (): void => {
        if (!isServiceEnd(signal.reason)) outbox.withdraw(message.key);
      };
      const untilMs = heldUntilOf(message);
      outbox.postForProgram({
        key: message.key,
        chatKey: message.chatKey,
        class: "reply",
        message: {
          text: message.text,
          ...(message.file && { files: [message.file] }),
          ...answerRows(message),
        },
        ...(untilMs === undefined ? {} : { heldUntilMs: untilMs }),
      });
      if (untilMs !== undefined) return { state: "held", untilMs };
      signal.addEventListener("abort", withdraw, { once: true });
      const delivery = await outbox
        .settled(message.key, DISPATCH_WAIT_MS)
        .finally(() => signal.removeEventListener("abort", withdraw));
      if (delivery === undefined) return { state: "queued" };
      if (delivery.state === "sent") return { state: "delivered", messageId: delivery.messageId };
      return { state: delivery.state, reason: delivery.problem };
    },
  };
}

/** The fast model for words inside a program: one question, no tools, no history, paid for by the person and the scheduled job whose program it is. */
export function wordsOf(modelFor: ModelFor, schedules: Pick<Schedules, "jobOf">): Words {
  return {
    async complete({ instruction, text, language, call }, signal) {
      const model = modelFor(payerOf(call, schedules), "fast");
      const tongue = language === "ko" ? "Korean" : "English";
      const request: ModelRequest = {
        system: `${instruction}\nAnswer in ${tongue}, with the result alone.`,
        messages: [{ role: "user", content: [{ type: "text", text }] }],
        tools: [],
      };
      return textOfMessage(await model.send(request, signal));
    },
  };
}

/** Who pays for a model that a program asks: its person, and the scheduled job that it belongs to. */
export function payerOf(
  { actor, effectKey }: Pick<ReadyCall, "actor" | "effectKey">,
  schedules: Pick<Schedules, "jobOf">,
): Payer {
  const { personId, chatId: chatKey, zone } = actor;
  const scheduleId = schedules.jobOf(effectKey);
  return { personId, chatKey, zone, ...(scheduleId === undefined ? {} : { scheduleId }) };
}

/** Tells how the words of due times fared, from the record of due times and the outbox. What may have arrived counts as delivered: its person was told, with a button that sends it again. */
export function deliveriesOf(stores: {
  readonly schedules: Pick<Schedules, "jobOf" | "occurrence">;
  readonly table: Pick<OutboxTable, "mentioning">;
}): Deliveries {
  const { schedules, table } = stores;
  return {
    dueTimeOf(effectKey) {
      const id = /^occurrence:([^/]+)/.exec(effectKey)?.[1];
      const scheduleId = schedules.jobOf(effectKey);
      return id === undefined || scheduleId === undefined ? undefined : { id, scheduleId };
    },
    deliveryOf(id) {
      const occurrence = schedules.occurrence(id);
      switch (occurrence?.state) {
        case "due":
        case "claimed":
        case "waiting":
          return "coming";
        case "ran":
          return occurrence.deliveredAs === undefined ? deliveryOfWords(table, id) : "delivered";
        default:
          return "lost";
      }
    },
  };
}

/** What became of the words of a due time that the record does not call delivered. Those that went into one message with others are in the message that was added last. */
function deliveryOfWords(table: Pick<OutboxTable, "mentioning">, id: string): Delivery {
  const rows = table.mentioning("briefing", id);
  const last = wholeKey(rows.at(-1)?.key ?? "");
  const states = rows.flatMap(({ key, state }) => (wholeKey(key) === last ? [state] : []));
  if (states.length === 0 || states.includes("failed")) return "lost";
  return states.some((state) => state === "pending" || state === "sending")
    ? "coming"
    : "delivered";
}

/** The nodes that agents reach here: what all of them may, and what the settings allow. */
export function allowedNodesOf(
  agentRegistry: AgentRegistry,
  configured: () => readonly string[] | undefined,
): AllowedNodes {
  return (agents) => intersection([configured(), agentRegistry.allowedNodes(agents)]);
}

/** Joins what programs ask of agents with those who answer. */
export function createColleagues(parts: {
  readonly agentRegistry: AgentRegistry;
  readonly delegations: DelegationTable;
  readonly runs: Runs;
  readonly planning: Pick<Planning, "expand">;
}): Colleagues {
  const { agentRegistry } = parts;
  return {
    all: () => agentRegistry.all(),
    find: (call, name) => {
      const acting = call.actor.agents?.at(-1) ?? SYSTEM_AGENT;
      const found = agentRegistry.find(name ?? acting, acting.slice(0, acting.indexOf("/")));
      if (!("fault" in found)) return found;
      return failureIn(call.actor.language, found.fault.code, found.fault.words);
    },
    ask: (call, request) => ask(parts, call, request),
    runSteps: (call, name, steps) => runSteps(parts, call, name, steps),
  };
}

async function ask(
  parts: Parameters<typeof createColleagues>[0],
  call: ReadyCall,
  request: ColleagueRequest,
): Promise<HandlerResult> {
  const { agentRegistry, delegations, runs } = parts;
  const { actor, effectKey, runId = effectKey, tainted, taintedParams = [] } = call;
  const { message, context } = request;
  const asked = agentRegistry.ask(request.name, actor.agents, request.reach);
  if (!asked.ok) return failureIn(actor.language, asked.fault.code, asked.fault.words);
  const isSaid = !tainted || !taintedParams.some((name) => name === "message" || name === "query");
  const delegation = delegations.ask({
    origin: effectKey,
    runId,
    personId: actor.personId,
    chatKey: actor.chatId,
    agents: asked.agents,
    message,
    ...(context === undefined ? {} : { context }),
    isTainted: tainted,
    said: [...(runs.get(runId)?.ownWords ?? []), ...(isSaid ? [message] : [])],
    reports: !request.waits && delegations.mayHand,
  });
  if (delegation.reports) {
    delegations.hand(delegation.id);
    const title = asked.agent.title[actor.language];
    return success(
      actor.language === "ko"
        ? `${title}에게 맡겼어요. 끝나면 이 대화에 보고가 와요.`
        : `Handed to ${title}. The report comes to this chat when it is done.`,
    );
  }
  const step = await delegations.answered(delegation.id, { actor, signal: call.signal });
  if (step.kind === "ended") return step.outcome;
  return { suspend: "delegation", waitsFor: step.approvals.map(({ id }) => id) };
}

/** Steps that became known only now: what stands in them is text, and refers to nothing. */
function runSteps(
  { agentRegistry, planning }: Parameters<typeof createColleagues>[0],
  call: ReadyCall,
  name: string,
  steps: readonly Json[],
): Expansion | Outcome {
  const { actor, effectKey } = call;
  const within = call.within ?? [];
  const asked = agentRegistry.ask(name, actor.agents, "all");
  const fault = asked.ok ? nestingFault(undefined, within) : asked.fault;
  if (!asked.ok || fault !== undefined)
    return failureIn(actor.language, fault?.code ?? "refused", fault?.words ?? { ko: "", en: "" });
  const { stored } = compileWorkflow("steps", { steps: steps.map(escapedValue) }, actor.language);
  if (!stored.ok) return failureIn(actor.language, "bad-parameters", stored.reason);
  const expanded = planning.expand(stored.source, actingAs(actor, asked.agents), {
    prefix: `${effectKey}/`,
    constants: {},
    within: [...within, TEXT_NAME],
    ...(call.moment === undefined ? {} : { beganMs: call.moment.nowMs }),
    ...(call.tainted ? { said: NOTHING_SAID } : {}),
  });
  if (!expanded.ok) return expanded.outcome;
  const { inner, plan } = expanded;
  return { expand: inner, program: plan.program, digest: plan.digest };
}
