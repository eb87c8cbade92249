import { messageOf } from "../../base/errors.ts";
import { applyDecision } from "../../runs/apply-decision.ts";
import type { People, Person } from "../../security/access/people.ts";
import type { Approval, ButtonReading, PressResult } from "../../security/approvals/approvals.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import { parseButtonToken } from "../../security/approvals/button-token.ts";
import { isSuggestion } from "../../security/approvals/card-content.ts";
import type { Decision } from "../../security/approvals/decision.ts";
import type { Rights } from "../../security/approvals/rights.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import { PRESS_REFUSALS } from "../approvals/buttons.ts";
import type { ButtonPress } from "../commands/command.ts";
import type { AttachmentHandler } from "../files/attachment-handler.ts";
import type { FileBrowser } from "../files/file-browser.ts";
import type { MemoryCommand } from "../memory/memory-command.ts";
import type { Admission } from "../people/admission.ts";
import type { AccountLinking } from "../people/link-accounts.ts";
import type { AccessCommands } from "../people/rights-command.ts";
import type { SettingsCommand } from "../people/settings-command.ts";
import type { Welcome } from "../people/welcome.ts";
import { chatKey, type PressEvent } from "../platform/chat-adapter.ts";
import type { KeyedQueue } from "../platform/keyed-queue.ts";
import type { AgentCommand } from "../programs/agent-command.ts";
import { runSwitch, type SwitchCommand } from "../programs/switch-command.ts";
import type { WorkflowList } from "../programs/workflow-command.ts";
import type { AnswerHandler } from "../replies/answer-handler.ts";
import type { ReplySender } from "../replies/reply-sender.ts";
import type { StatusMessages } from "../replies/status-message.ts";
import type { UnknownDeliveryNotice } from "../replies/unknown-delivery.ts";
import type { BriefingCommand } from "../schedules/briefing-command.ts";
import type { OccurrenceRunner } from "../schedules/occurrence-runner.ts";
import type { ScheduleList } from "../schedules/schedule-command.ts";
import { say } from "../texts/say.ts";
import type { ApprovalList } from "./approvals-command.ts";
import { ReopenRequest } from "./ask-again.ts";
import type { CommandHandler } from "./command-handler.ts";
import { DecisionOutcome, type DecisionOutcomeParts } from "./decision-outcome.ts";
import type { EditedMessageHandler } from "./edited-message-handler.ts";
import { FollowUpQuestions, type Presser } from "./follow-up-questions.ts";

/** Dependencies of `PressHandler`. */
export interface PressHandlerParts
  extends NoteButtonHandlers,
    WorkButtonHandlers,
    Omit<DecisionOutcomeParts, "followUps"> {
  readonly answers: AnswerHandler;
  readonly database: Database;
  readonly faultPoint: (name: string) => void;
  readonly files: AttachmentHandler;
  readonly people: People;
  readonly rights: Rights;
  readonly accessCommands: AccessCommands;
  readonly schedules: OccurrenceRunner;
  readonly switchCommand: Pick<SwitchCommand, "press">;
}

/** A button of ours pressed by someone who may. */
interface GenuinePress {
  readonly approval: Approval;
  readonly choice: string;
  readonly event: PressEvent;
  readonly origin: string;
  readonly presser: Presser;
}

/** Handles pressed buttons. Verifies and decides approvals, resumes the run that waits for one, and redraws its card. */
export class PressHandler {
  readonly #parts: PressHandlerParts;
  readonly #followUps: FollowUpQuestions;
  readonly #again: ReopenRequest;
  readonly #outcomes: DecisionOutcome;

  constructor(parts: PressHandlerParts) {
    this.#parts = parts;
    this.#followUps = new FollowUpQuestions(parts);
    this.#again = new ReopenRequest(parts);
    this.#outcomes = new DecisionOutcome({ ...parts, followUps: this.#followUps });
  }

  /** Acts on a pressed button, and tells the presser when it did nothing. Resolves when what hung on it has ended or waits again. */
  async press(event: PressEvent, origin: string): Promise<void> {
    const person = this.#parts.admission.find(event.chat.platform, event.sender);
    const isAdmitted = person !== undefined && person.role !== "guest";
    const note = isAdmitted ? noteOfPlace(this.#parts, event, person) : undefined;
    if (note !== undefined) {
      await this.#acknowledge(event, note);
      return;
    }
    if (isAdmitted && (await this.#wasAboutFiles(event, person))) return;
    const acknowledge = (text?: string): Promise<void> => this.#acknowledge(event, text);
    if (isAdmitted && (await beganWork(this.#parts, { event, person, origin, acknowledge })))
      return;
    const { reading, chatKey: key } = this.#read(event, person);
    if (!reading.ok || person === undefined) {
      const refusal = reading.ok ? ({ ok: false, reason: "not-admitted" } as const) : reading;
      await this.#refuse(event, refusal, origin);
      return;
    }
    await this.#act({ ...reading, event, origin, presser: { person, chatKey: key } });
  }

  /** Acts on a button under a file, after the messages that came before it. */
  async #wasAboutFiles(event: PressEvent, person: Person): Promise<boolean> {
    const pressed = this.#parts.files.press(event.data, person, event.chat);
    if (pressed === undefined) return false;
    await this.#acknowledge(event, pressed.note);
    await this.#parts.chatQueue.add(pressed.chatKey, pressed.run);
    return true;
  }

  /** Takes a decision that is no button, and carries it out. */
  async decide(id: string, person: Person, decision: Decision): Promise<PressResult> {
    const { approvals } = this.#parts;
    const result = this.#claim(() => approvals.decideById(id, person, decision));
    if (result.ok) await this.#decided(result.approval);
    else if (result.reason === "more-needed") this.#parts.cards.refresh(id);
    return result;
  }

  /** Ends what is past its time, as a refusal, and carries that out. A suggestion ends unseen. */
  async expireDue(): Promise<void> {
    const { approvals, cards, database } = this.#parts;
    const expired = inTransaction(database, () => {
      const rows = approvals.expireDue();
      for (const approval of rows)
        if (isSuggestion(approval)) approvals.setOutcome(approval.id, "");
        else applyDecision(this.#parts, approval);
      return rows.filter((approval) => !isSuggestion(approval));
    });
    for (const approval of expired) cards.refresh(approval.id);
    await Promise.all(expired.map((approval) => this.#outcomes.carryOut(approval)));
  }

  /** Lets go on what hung on a decided approval. What happened before is not done again. */
  carryOut(approval: Approval): Promise<void> {
    return this.#outcomes.carryOut(approval);
  }

  /** A press that came without its thread is read as one in each thread that has the card. */
  #read(
    event: PressEvent,
    person: Person | undefined,
  ): { readonly reading: ButtonReading; readonly chatKey: string } {
    const { approvals, cards } = this.#parts;
    const read = (key: string) => ({
      reading: approvals.read(event.data, person, key),
      chatKey: key,
    });
    const here = read(chatKey(event.chat));
    const id = parseButtonToken(event.data)?.id;
    if (here.reading.ok || here.reading.reason !== "forged" || id === undefined) return here;
    const inThreads = cards.threadsOf(`ap_${id}`, event.chat).map(read);
    return inThreads.find(({ reading }) => reading.ok || reading.reason !== "forged") ?? here;
  }

  /** Does what a genuine button says. The platform is answered before anything is drawn. */
  async #act(press: GenuinePress): Promise<void> {
    const { approval, choice, event, origin, presser } = press;
    const { cards } = this.#parts;
    cards.adopt(approval, presser.chatKey, event.messageId);
    switch (choice) {
      case BUTTON_KINDS.details:
        await this.#acknowledge(event);
        cards.sendDetails(approval, presser.chatKey, origin);
        this.#drawPressed(press);
        return;
      case BUTTON_KINDS.change:
        await this.#askEdit(press);
        return;
      case BUTTON_KINDS.askAgain:
        await this.#askAgain(press);
        return;
      default:
        await this.#decidePressed(press);
    }
  }

  async #decidePressed({ choice, event, origin, presser }: GenuinePress): Promise<void> {
    const { approvals, cards } = this.#parts;
    const { person, chatKey: key } = presser;
    const asksWhy = choice === BUTTON_KINDS.withReasonOrRevoke;
    const result = this.#claim(() =>
      asksWhy ? this.#denyAskingWhy(event.data, presser) : approvals.press(event.data, person, key),
    );
    if (!result.ok) {
      await this.#refuse(event, result, origin);
      return;
    }
    for (const question of asksWhy ? approvals.questionsOf(result.approval.id) : [])
      cards.show(question);
    await Promise.all([this.#acknowledge(event), this.#decided(result.approval)]);
  }

  /** Denies at once, and writes down that the reason is asked for: the refusal hangs on nothing that comes later. */
  #denyAskingWhy(data: string, presser: Presser): PressResult {
    const { approvals } = this.#parts;
    const id = `ap_${parseButtonToken(data)?.id ?? ""}`;
    const result = approvals.decideById(id, presser.person, { state: "denied" });
    if (result.ok) this.#followUps.askReason(result.approval, presser);
    return result;
  }

  async #askEdit(press: GenuinePress): Promise<void> {
    const { approval, event, origin, presser } = press;
    const reason = this.#parts.approvals.closedBy(approval);
    if (reason !== undefined) {
      await this.#refuse(event, { ok: false, reason, approval }, origin);
      return;
    }
    this.#drawPressed(press);
    const problem = this.#followUps.askEdit(approval, presser);
    await this.#acknowledge(event, problem && say(presser.person.language, problem));
  }

  async #askAgain({ approval, event, origin, presser }: GenuinePress): Promise<void> {
    const work = this.#again.ask(approval, presser.person);
    if (work === undefined) {
      await this.#refuse(event, { ok: false, reason: "answered", approval }, origin);
      return;
    }
    await Promise.all([this.#acknowledge(event), work()]);
  }

  /** A terminal takes the next key of a card only when it was drawn again. */
  #drawPressed({ approval, event, origin }: GenuinePress): void {
    this.#parts.cards.redrawPressed(approval, event.chat, event.messageId, origin);
  }

  /** Claims a row and writes what the decision means for its run, in one transaction. */
  #claim(press: () => PressResult): PressResult {
    return inTransaction(this.#parts.database, () => {
      const result = press();
      if (result.ok) {
        applyDecision(this.#parts, result.approval);
        this.#parts.rights.apply(result.approval);
      }
      return result;
    });
  }

  /** Tells the presser why nothing was done, and shows a press that counts without deciding on every card. A button that should be dead gets its card redrawn; one past its time ends what it was for. */
  async #refuse(
    event: PressEvent,
    { reason, approval }: Extract<PressResult, { ok: false }>,
    origin: string,
  ): Promise<void> {
    await this.#acknowledge(
      event,
      this.#refusalNote(event, { ok: false, reason, ...(approval && { approval }) }),
    );
    if (reason === "more-needed" && approval !== undefined) this.#parts.cards.refresh(approval.id);
    if (reason === "expired") await this.expireDue();
    const current = approval === undefined ? undefined : this.#parts.approvals.get(approval.id);
    if (current === undefined || current.state === "pending") return;
    this.#parts.cards.redrawPressed(current, event.chat, event.messageId, origin);
  }

  /** Somebody who presses what was decided reads how and what came of it: the press that did it may have looked like a failure. */
  #refusalNote(
    { chat, sender }: PressEvent,
    { reason, approval }: Extract<PressResult, { ok: false }>,
  ): string {
    const { approvals, cards, admission } = this.#parts;
    const language = admission.language(chat.platform, sender);
    const zone = admission.find(chat.platform, sender)?.zone ?? "UTC";
    const current = approval === undefined ? undefined : approvals.get(approval.id);
    const isDecided = reason === "answered" && current !== undefined && current.state !== "pending";
    return isDecided
      ? cards.endWords(current, { language, zone })
      : say(language, PRESS_REFUSALS[reason]);
  }

  /** Where the presser cannot be answered any more, the platform showed a failure: the card is drawn as it is, which takes that away. */
  async #acknowledge(event: PressEvent, note?: string): Promise<void> {
    const { runningWork, cards, log } = this.#parts;
    const { chat, messageId, pressId } = event;
    try {
      await runningWork.adapter(chat.platform)?.acknowledge(pressId, note);
    } catch (error) {
      log.warn({ press: pressId, problem: messageOf(error) }, "A press was not acknowledged.");
      const approval = cards.approvalAt(chatKey(chat), messageId);
      if (approval !== undefined)
        cards.redrawPressed(approval, chat, messageId, `unanswered:${pressId}`);
    }
  }

  /** After the claim: the card says who decided, then what hung on it goes on, then the card says what happened. */
  async #decided(approval: Approval): Promise<void> {
    this.#parts.faultPoint("approval-claimed");
    this.#parts.cards.refresh(approval.id);
    await this.#outcomes.carryOut(approval);
  }
}

/** Features whose buttons act at once and answer with a short note; none of them belongs to an approval. */
interface NoteButtonHandlers {
  readonly schedules: Pick<OccurrenceRunner, "press">;
  readonly statuses: Pick<StatusMessages, "press">;
  readonly unsure: Pick<UnknownDeliveryNotice, "press">;
  readonly agentCommand: Pick<AgentCommand, "press">;
  readonly approvalList: Pick<ApprovalList, "press">;
  readonly memoryCommand: Pick<MemoryCommand, "press">;
  readonly accessCommands: Pick<AccessCommands, "press">;
  readonly settingsCommand: Pick<SettingsCommand, "press">;
}

/** Acts on such a button. Returns the note for the presser, or `undefined` when no feature owns the button. */
function noteOfPlace(
  chatFeatures: NoteButtonHandlers,
  event: PressEvent,
  person: Person,
): string | undefined {
  const { data, chat } = event;
  return (
    chatFeatures.schedules.press(event, person) ??
    chatFeatures.statuses.press(data, person, event) ??
    chatFeatures.unsure.press(data, person.language, chat) ??
    chatFeatures.agentCommand.press(data, person, chat) ??
    chatFeatures.approvalList.press(event, person) ??
    chatFeatures.memoryCommand.press(event, person) ??
    chatFeatures.accessCommands.press(event, person) ??
    chatFeatures.settingsCommand.press(event, person)
  );
}

/** Features whose buttons start work; none of them belongs to an approval. */
interface WorkButtonHandlers {
  readonly briefingCommand: Pick<BriefingCommand, "press">;
  readonly commandHandler: Pick<CommandHandler, "press">;
  readonly edits: Pick<EditedMessageHandler, "press">;
  readonly fileBrowser: Pick<FileBrowser, "press">;
  readonly accountLinking: Pick<AccountLinking, "press">;
  readonly scheduleList: Pick<ScheduleList, "press">;
  readonly welcome: Pick<Welcome, "press">;
  readonly workflowList: Pick<WorkflowList, "press">;
}

/** Starts the work of such a button. Resolves to false when no feature owns the button. */
function beganWork(
  parts: WorkButtonHandlers &
    Parameters<typeof runSwitch>[0] & {
      readonly answers: AnswerHandler;
      readonly admission: Admission;
      readonly chatQueue: KeyedQueue;
      readonly replies: ReplySender;
    },
  press: ButtonPress,
): Promise<boolean> {
  const work =
    parts.fileBrowser.press(press, parts.replies) ??
    parts.edits.press(press, parts) ??
    parts.scheduleList.press(press, parts.replies) ??
    parts.briefingCommand.press(press, parts.replies) ??
    parts.workflowList.press(press, parts.replies) ??
    parts.welcome.press(press, parts) ??
    parts.accountLinking.press(press, parts) ??
    parts.commandHandler.press(press);
  return work === undefined ? runSwitch(parts, press) : work.then(() => true);
}
