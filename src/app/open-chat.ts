import { join } from "node:path";
import type { Colleagues } from "../agent/delegation/delegate.ts";
import type { Assistant } from "../agent/turn/assistant.ts";
import { keptWords } from "../agent/turn/context-memories.ts";
import { createPast } from "../agent/turn/conversation-log.ts";
import type { Language } from "../base/localized.ts";
import { CardDesk } from "../bots/approvals/card-sender.ts";
import type { Commands } from "../bots/commands/parse-command.ts";
import { allCommands } from "../bots/dispatch/all-commands.ts";
import { ApprovalList } from "../bots/dispatch/approvals-command.ts";
import { Router } from "../bots/dispatch/dispatcher.ts";
import { FolderDesk } from "../bots/files/file-browser.ts";
import { FolderWatch } from "../bots/files/folder-triggers.ts";
import { QuotaDesk } from "../bots/files/quota-warning.ts";
import { MemoryDesk } from "../bots/memory/memory-command.ts";
import type { Courier } from "../bots/outbox/outbox.ts";
import { PeopleDesk } from "../bots/people/admission.ts";
import { BudgetDesk } from "../bots/people/budget-request.ts";
import { ForgetDesk } from "../bots/people/erase-person.ts";
import type { LinkDesk } from "../bots/people/link-accounts.ts";
import { Departure } from "../bots/people/remove-person.ts";
import { RightsDesk } from "../bots/people/rights-command.ts";
import { SettingsDesk } from "../bots/people/settings-command.ts";
import { WelcomeDesk } from "../bots/people/welcome.ts";
import { AgentDesk } from "../bots/programs/agent-command.ts";
import { SwitchDesk } from "../bots/programs/switch-command.ts";
import { WorkflowList } from "../bots/programs/workflow-command.ts";
import { UnsentDesk } from "../bots/replies/failed-delivery.ts";
import { PermissionDesk } from "../bots/replies/missing-permission.ts";
import { ReplyDesk } from "../bots/replies/reply-sender.ts";
import { Activity } from "../bots/replies/running-work.ts";
import { StatusDesk } from "../bots/replies/status-message.ts";
import { UnsureDesk } from "../bots/replies/unknown-delivery.ts";
import { ReachDesk } from "../bots/replies/unreachable-chats.ts";
import { ErrandDesk } from "../bots/schedules/background-agent-runner.ts";
import { BriefingDesk } from "../bots/schedules/briefing-command.ts";
import { EventDesk } from "../bots/schedules/message-triggers.ts";
import { ScheduleDesk } from "../bots/schedules/occurrence-runner.ts";
import { ScheduleList } from "../bots/schedules/schedule-command.ts";
import type { Gate } from "../runs/gate.ts";
import { LOCAL_PERSON_ID } from "../security/access/people.ts";
import type { Intake } from "./attachments.ts";
import { chatFolder } from "./core/home.ts";
import { KEEPING } from "./core/retention.ts";
import type { Stores } from "./core/stores.ts";
import { openLinking } from "./linking.ts";
import { createMemoryBook } from "./memory-book.ts";
import type { Ground } from "./open-core.ts";
import { createKeepsakes } from "./person-context.ts";
import { schedulersIn } from "./schedulers.ts";
import { statusOf } from "./status.ts";
import { createPictureDrawer } from "./table-pictures.ts";
import { usageOf } from "./usage.ts";

/** Everything that talks with people. */
export interface Desks {
  readonly courier: Courier;
  readonly cards: CardDesk;
  readonly door: PeopleDesk;
  readonly commands: Commands;
  readonly scheduleDesk: ScheduleDesk;
  readonly folderWatch: FolderWatch;
  readonly statuses: StatusDesk;
  readonly unsure: UnsureDesk;
  readonly unsent: UnsentDesk;
  readonly reach: ReachDesk;
  readonly permissions: PermissionDesk;
  readonly quota: QuotaDesk;
  readonly budgetDesk: BudgetDesk;
  readonly forgetting: ForgetDesk;
  readonly errandDesk: ErrandDesk;
  readonly router: Router;
}

/** Joins the desks and the router over them. */
export function openDesks(
  ground: Ground,
  joined: {
    readonly courier: Courier;
    readonly gate: Gate;
    readonly assistant: Assistant;
    readonly intake: Intake;
    readonly workers: Colleagues;
  },
): Desks {
  const { stores, edges, log, home, rounds } = ground;
  const { courier, gate, assistant, intake, workers: colleagues } = joined;
  const { clock, faultPoint } = edges;
  const cards = new CardDesk({ ...stores, courier });
  const budgetDesk = new BudgetDesk({ ...stores, cards, clock });
  const door = new PeopleDesk({ ...stores, cards, courier, clock });
  const languageIn = (chatKey: string): Language => door.languageIn(chatKey);
  const session = ground.lease.name;
  const statuses = new StatusDesk({ ...stores, courier, clock, languageIn, session });
  const activity = new Activity({ statuses, clock });
  const telling = openTelling(ground, courier, door);
  const filePath = (chatKey: string, path: string): string => join(chatFolder(home, chatKey), path);
  const events = openEvents(ground, intake);
  const pictures = { filePath, drawPicture: createPictureDrawer(ground.root) };
  const joint = { ...pictures, activity, door, assistant, courier, cards };
  const shared = { ...stores, ...joint, clock, rounds };
  const scheduleDesk = new ScheduleDesk({ ...shared, ...events, faultPoint });
  stores.schedules.whenReplaced((replaced) => scheduleDesk.replaced(replaced));
  const rightsDesk = openRightsDesk(stores, { gate, scheduleDesk, cards, courier });
  const life = openLife(ground, { courier, gate, activity, door });
  const chosen = {
    agentDesk: new AgentDesk(stores),
    switchDesk: new SwitchDesk({ ...stores, gate }),
    settingsDesk: new SettingsDesk({ ...stores, courier, clock }),
    ...openLists({ ...shared, gate, listFiles: intake.listFiles }),
    welcomeDesk: new WelcomeDesk(stores),
  };
  const memoryDesk = openMemoryDesk(ground, courier);
  const asked = { ...joined, ...chosen, ...life, rightsDesk, memoryDesk };
  const commands = openCommands(ground, asked);
  const replies = new ReplyDesk(shared);
  const errandParts = { ...ground, ...stores, ...edges, colleagues, door, activity, replies };
  const errandDesk = new ErrandDesk(errandParts);
  const router = new Router({
    ...shared,
    ...chosen,
    ...intake.desks(activity),
    log,
    statuses,
    ...telling,
    memoryDesk,
    ...life,
    ...events,
    schedules: scheduleDesk,
    rightsDesk,
    commands,
    replies,
    errandDesk,
    faultPoint,
  });
  const others = { ...events, ...telling, ...life, statuses, budgetDesk, errandDesk };
  return { courier, cards, commands, door, scheduleDesk, ...others, router };
}

/** What waits for messages and files on behalf of schedules. */
function openEvents(
  { stores, edges: { clock } }: Ground,
  { listFiles }: Intake,
): { readonly folderWatch: FolderWatch; readonly eventDesk: EventDesk } {
  return {
    folderWatch: new FolderWatch({ ...stores, clock, listFiles }),
    eventDesk: new EventDesk({ ...stores, clock }),
  };
}

/** The desks whose lists are turned by buttons. */
function openLists(
  parts: ConstructorParameters<typeof FolderDesk>[0] &
    ConstructorParameters<typeof ScheduleList>[0] &
    ConstructorParameters<typeof BriefingDesk>[0] &
    ConstructorParameters<typeof WorkflowList>[0] &
    ConstructorParameters<typeof ApprovalList>[0],
) {
  return {
    folderDesk: new FolderDesk(parts),
    scheduleList: new ScheduleList(parts),
    briefingDesk: new BriefingDesk(parts),
    workflowList: new WorkflowList(parts),
    approvalList: new ApprovalList(parts),
  };
}

/** The desks that tell of what did not arrive, or soon will not. */
function openTelling(
  ground: Ground,
  courier: Courier,
  door: PeopleDesk,
): Pick<Desks, "unsure" | "unsent" | "quota" | "reach" | "permissions"> {
  const { stores, config, edges } = ground;
  const languageIn = (chatKey: string): Language => door.languageIn(chatKey);
  const shared = { ...stores, courier, clock: edges.clock, languageIn };
  return {
    unsure: new UnsureDesk(shared),
    unsent: new UnsentDesk(shared),
    quota: new QuotaDesk({ ...shared, ...config }),
    reach: openReach(ground, courier, door),
    permissions: new PermissionDesk({ ...shared, now: () => edges.clock.now() }),
  };
}

function openReach({ stores, edges }: Ground, courier: Courier, door: PeopleDesk): ReachDesk {
  const { people, updates } = stores;
  return new ReachDesk({
    ...stores,
    courier,
    now: () => edges.clock.now(),
    schedulersIn: (chatKey) => schedulersIn(stores, chatKey),
    readerOf(chatKey) {
      const person = people.get(updates.personIn(chatKey) ?? LOCAL_PERSON_ID);
      return { language: door.languageIn(chatKey), zone: person?.zone ?? "UTC" };
    },
  });
}

function openMemoryDesk({ stores, edges }: Ground, courier: Courier): MemoryDesk {
  const { database, tokens } = stores;
  const memories = createMemoryBook(database, edges.clock);
  return new MemoryDesk({ memories, past: createPast(database), tokens, courier });
}

/** The desks for what becomes of a person: forgotten, or one with another. */
function openLife(ground: Ground, joined: Parameters<typeof openLinking>[1]) {
  return { forgetting: openForgetting(ground, joined), linkDesk: openLinking(ground, joined) };
}

function openForgetting(
  { stores, belongings, edges }: Ground,
  joined: { readonly courier: Courier; readonly gate: Gate; readonly activity: Activity },
): ForgetDesk {
  const { courier, gate, activity } = joined;
  const reason = "The person asked to be forgotten.";
  return new ForgetDesk({
    ...stores,
    courier,
    activity,
    belongings,
    keeping: KEEPING,
    faultPoint: edges.faultPoint,
    stopRuns: (personId) => {
      for (const run of stores.runs.running())
        if (run.personId === personId) gate.stop(run.id, reason);
    },
  });
}

function openCommands(
  ground: Ground,
  joined: {
    readonly courier: Courier;
    readonly gate: Gate;
    readonly assistant: Assistant;
    readonly intake: Intake;
    readonly forgetting: ForgetDesk;
    readonly rightsDesk: RightsDesk;
    readonly agentDesk: AgentDesk;
    readonly switchDesk: SwitchDesk;
    readonly settingsDesk: SettingsDesk;
    readonly folderDesk: FolderDesk;
    readonly scheduleList: ScheduleList;
    readonly briefingDesk: BriefingDesk;
    readonly workflowList: WorkflowList;
    readonly approvalList: ApprovalList;
    readonly welcomeDesk: WelcomeDesk;
    readonly linkDesk: LinkDesk;
    readonly memoryDesk: MemoryDesk;
  },
): Commands {
  const { stores, edges, exports } = ground;
  const { courier, intake, ...parts } = joined;
  return allCommands({
    ...stores,
    ...parts,
    lastPicture: intake.lastPicture,
    catalogue: () => ground.library.catalogue(),
    newSession: (personId, chatKey) => {
      stores.turns.startSession({ personId, chatKey });
      return keptWords(createKeepsakes({ ...stores, ...edges }).counts({ personId, chatKey }));
    },
    status: (asked) =>
      statusOf({ ...ground, nowMs: edges.clock.now(), heldMs: ground.loopWatch.worstMs() }, asked),
    usage: (asked) => usageOf(ground, asked),
    exportOf: exports.exportOf,
    maxFileBytes: (chatKey) => courier.maxFileBytes(chatKey),
  });
}

function openRightsDesk(
  stores: Stores,
  joined: {
    readonly gate: Gate;
    readonly scheduleDesk: ScheduleDesk;
    readonly cards: CardDesk;
    readonly courier: Courier;
  },
): RightsDesk {
  const { gate, scheduleDesk, ...desks } = joined;
  const departure = new Departure({
    ...stores,
    ...desks,
    stopRun: (runId, reason) => void gate.stop(runId, reason),
    settleRun: (runId, result) => scheduleDesk.settleRun(runId, result),
  });
  return new RightsDesk({ ...stores, ...desks, departure });
}
