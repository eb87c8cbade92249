import { join } from "node:path";
import { Colleagues as Workers } from "../agent/delegation/delegate.ts";
import type { ModelFor } from "../agent/models/budget.ts";
import { asksToRestore, planUndo } from "../agent/planner/wording/said-limits.ts";
import { Assistant } from "../agent/turn/assistant.ts";
import { ModelTurns } from "../agent/turn/model-turns.ts";
import { createRedactor } from "../base/log.ts";
import type { Redact } from "../base/redact.ts";
import { CardRenderer } from "../bots/approvals/card-renderer.ts";
import { unreachedKey } from "../bots/approvals/card-sender.ts";
import { warnOfQuota } from "../bots/files/quota-warning.ts";
import { longReply } from "../bots/outbox/long-text.ts";
import { Outbox } from "../bots/outbox/outbox.ts";
import { languageIn } from "../bots/people/admission.ts";
import { askForBudget } from "../bots/people/budget-request.ts";
import { createProcessDriver } from "../drivers/process/process.ts";
import type { Catalogue } from "../engine/catalogue/catalogue.ts";
import type { Actor } from "../engine/execute/action-types.ts";
import { createPageLook, createPagePicture } from "../nodes/interface/page-look.ts";
import { SignIns } from "../nodes/interface/sign-ins.ts";
import { onlyRecipient, recipientName } from "../nodes/messenger/recipients.ts";
import { COMMAND_LIMIT_MS } from "../nodes/system/commands.ts";
import type { Undo } from "../nodes/system/undo.ts";
import { storedOf } from "../nodes/system/workflows.ts";
import { ProgramGate } from "../runs/gate.ts";
import { createObstacleFinder } from "../runs/obstacle.ts";
import {
  type AllowedNodes,
  createPlanning,
  type Planning,
  type PlanningEnvironment,
} from "../runs/plan-and-judge.ts";
import { StandingGate } from "../runs/standing.ts";
import type { KeptOf } from "../runs/stored-programs.ts";
import {
  type ActionResources,
  createTargetChecks,
  type HandlerOf,
  joinHandlers,
  openUndo,
} from "./action-handlers.ts";
import {
  createFileLook,
  type FilesOf,
  type Intake,
  openChatFiles,
  openIntake,
  withFiles,
} from "./chat-files.ts";
import { chatFolder } from "./core/home.ts";
import type { Stores } from "./core/stores.ts";
import { createRunnable, fireRunEvents, keptByEvents, nodesOfJob } from "./event-planning.ts";
import { type BudgetParts, openModelDoor, visionOf } from "./model-clients.ts";
import {
  allowedNodesOf,
  answerRowsOf,
  contactsOf,
  createColleagues,
  deliveriesOf,
  holdScheduled,
  isReminderCall,
  outboxOf,
  wordsOf,
} from "./node-ports.ts";
import { type ChatFeatures, openChat } from "./open-chat.ts";
import { type Core, type OpenOptions, openCore } from "./open-core.ts";
import {
  createKnownThings,
  lastProgram,
  openContexts,
  plannerOver,
  plannerSchedules,
  plannerWorkflows,
} from "./person-context.ts";
import { createCardPictures, picturesOf } from "./screens/card-pictures.ts";
import { createLoginLinks } from "./screens/login.ts";

import { webhooksOf } from "./webhooks.ts";

/** Everything of one process, joined. Whoever opens it closes it. */
export interface App extends Core, Stores, ChatFeatures {
  readonly handlerOf: HandlerOf;
  readonly gate: ProgramGate;
  readonly assistant: Assistant;
  readonly intake: Intake;
  /** Absent where no model is set. */
  readonly modelFor?: ModelFor;
  close(): Promise<void>;
}

/** Opens HOME and joins all parts. Throws `AppError`: `home-unusable`, `bad-data`, `bad-config`, `database-newer`. */
export function openApp(options: OpenOptions): App {
  const core = openCore(options);
  const { stores, config, edges, log } = core;
  fireRunEvents({ ...stores, clock: edges.clock, log });
  const outbox = openOutbox(core);
  const isReached = (personId: string): boolean =>
    stores.updates.chatsOf(personId).some((chatKey) => outbox.mayReach(chatKey));
  const isUnreached = (approvalId: string): boolean =>
    stores.table.byKey(unreachedKey(approvalId)) !== undefined;
  const budget: BudgetParts = {
    budgets: stores.budgets,
    ask: (...wanted) =>
      askForBudget({ ...stores, clock: edges.clock, isReached, isUnreached }, ...wanted),
  };
  const { clock } = edges;
  const warned = { ...stores, ...config, outbox, clock };
  const filesOf = openChatFiles(core, (chatKey, sizeBytes) =>
    warnOfQuota(warned, chatKey, sizeBytes),
  );
  const modelFor = withFiles(openModelDoor(core, budget), filesOf);
  const allowedNodes = allowedNodesOf(stores.agentRegistry, () => config.allowedNodes);
  const planned = planningOf(core, allowedNodes);
  const planning = createPlanning(planned);
  const { handlerOf, undo } = openHandlers(core, outbox, {
    ...{ filesOf, allowedNodes, modelFor, planning },
  });
  const keptOf = keptByEvents({ ...stores, clock, planning });
  const gate = openGate(core, { ...planned, planning, filesOf, handlerOf, keptOf });
  const things = createKnownThings({ ...core.stores, clock: core.edges.clock, filesOf });
  const { assistant, workers } = openAssistant(core, { gate, modelFor, allowedNodes, things });
  const intake = openIntake(core, { filesOf, budget });
  const chatFeatures = openChat(core, { outbox, gate, assistant, intake, workers, undo });
  return {
    ...core,
    ...stores,
    ...chatFeatures,
    handlerOf,
    gate,
    assistant,
    intake,
    ...(modelFor === undefined ? {} : { modelFor }),
    close: () => closeParts(core, outbox),
  };
}

async function closeParts(core: Core, outbox: Outbox): Promise<void> {
  await core.learning.close();
  await core.usage.close();
  core.library.close();
  core.toolFiles.close();
  await outbox.stop();
  await core.outside.close();
  core.stores.database.close();
  core.lease.release();
}

function openOutbox(core: Core): Outbox {
  const { edges, home, log, stores } = core;
  const renderer = new CardRenderer(stores);
  return new Outbox({
    table: stores.table,
    clock: edges.clock,
    log,
    faultPoint: edges.faultPoint,
    addressOf: (chatKey) => stores.updates.address(chatKey),
    answered: ({ key, chatKey, class: kind, subject = "" }) => {
      const runId = kind === "card" ? stores.approvals.get(subject)?.runId : undefined;
      const origin = runId === undefined ? key : stores.runs.get(runId)?.origin;
      return origin === undefined ? {} : stores.updates.messageBehind(origin, chatKey);
    },
    drawCard: (row, room) => renderer.redraw(row, room),
    keepWhole: (key, chatKey, text) =>
      longReply(text, {
        key,
        language: languageIn(stores, chatKey),
        filePath: (path) => join(chatFolder(home, chatKey), path),
      }),
  });
}

function openHandlers(
  core: Core,
  outbox: Outbox,
  joined: {
    readonly filesOf: FilesOf;
    readonly modelFor: ModelFor | undefined;
    readonly allowedNodes: AllowedNodes;
    readonly planning: Planning;
  },
): { readonly handlerOf: HandlerOf; readonly undo: Undo } {
  const { stores, edges, library } = core;
  const { modelFor, planning } = joined;
  const parts: ActionResources = {
    home: core.home,
    assetsPath: join(core.root, "assets"),
    filesOf: joined.filesOf,
    quotaBytes: core.config.quotaBytes,
    kept: core.kept,
    turnOf: ({ runId, effectKey }) =>
      (runId === undefined ? undefined : stores.runs.turnOf(runId)) ?? effectKey,
    turnOfRun: (personId, runId) =>
      stores.runs.get(runId)?.personId === personId ? stores.runs.turnOf(runId) : undefined,
    lastSentMs: (personId, chatKey) => stores.runs.lastSentMs(personId, chatKey),
    undoLog: stores.undoLog,
    isWished: (wish, { runId = "" }) => {
      const run = stores.runs.get(runId);
      if (run?.barsGrants !== true && run?.ownWords === undefined) return true;
      const said = run.ownWords?.at(-1)?.trim() ?? "";
      if (wish === "undo") return planUndo(said) !== undefined;
      return run.approvedDigest !== undefined || asksToRestore(said);
    },
    environment: core.config.environment,
    clock: edges.clock,
    database: stores.database,
    library,
    tools: core.tools,
    ...core.outside,
    signIns: new SignIns(stores.database, edges.clock),
    loginLink: createLoginLinks(core, outbox),
    schedules: stores.schedules,
    deliveries: deliveriesOf(stores),
    workflows: stores.workflows,
    people: stores.people,
    contacts: contactsOf(stores),
    outbox: outboxOf(
      outbox,
      holdScheduled({ ...stores, clock: edges.clock }),
      (effectKey) => isReminderCall(stores.schedules, effectKey),
      answerRowsOf(stores),
    ),
    words: modelFor === undefined ? undefined : wordsOf(modelFor, stores.schedules),
    visionFor: modelFor === undefined ? undefined : visionOf(modelFor, stores.schedules),
    lastPicture: (chatKey) => stores.attachments.lastPicture(chatKey)?.path,
    colleagues: createColleagues({ ...stores, planning }),
    allowedNodes: joined.allowedNodes,
    webhooks: webhooksOf(core, outbox),
    switches: stores.switches,
    planning,
  };
  return { handlerOf: joinHandlers(parts), undo: openUndo(parts) };
}

/** What every program is planned with. */
function planningOf(
  { stores, library, config }: Core,
  allowedNodes: AllowedNodes,
): PlanningEnvironment & { readonly redact: Redact } {
  const runnable = createRunnable(stores);
  return {
    people: stores.people,
    redact: createRedactor(config.secrets),
    catalogue: () => library.catalogue(),
    workflows: {
      get: (name, { personId, language }) => {
        const record = runnable.get(personId, name);
        return record === undefined ? undefined : storedOf(record, language);
      },
      names: (personId) => runnable.names(personId),
    },
    allowedNodes,
    nodesOf: (origin) => nodesOfJob(stores.schedules, origin),
    agentRegistry: stores.agentRegistry,
  };
}

function openGate(
  core: Core,
  joined: ReturnType<typeof planningOf> & {
    readonly planning: Planning;
    readonly filesOf: FilesOf;
    readonly handlerOf: HandlerOf;
    readonly keptOf: KeptOf;
  },
): ProgramGate {
  const { stores, edges, home, lease } = core;
  const { database, runs, approvals, grants, rates, schedules } = stores;
  const { clock, faultPoint } = edges;
  const contacts = contactsOf(stores);
  const standingGate = new StandingGate({
    ...joined,
    ...{ approvals, schedules, clock, standing: stores.standing },
    recipientOf: (name, actor) => onlyRecipient(contacts, name, actor),
  });
  return new ProgramGate({
    ...joined,
    ...{ database, clock, runs, approvals, grants, rates, faultPoint },
    lookAtFile: createFileLook(home),
    pictureOf: createCardPictures(home, {
      browser: createPagePicture(core.outside),
      ...picturesOf(core.outside),
    }),
    lookAtCall: createPageLook(core.outside),
    shelter: async () => ({
      isSandboxed: (await createProcessDriver().sandbox()) !== "none",
      withinMs: COMMAND_LIMIT_MS,
    }),
    findObstacle: createObstacleFinder(
      createTargetChecks(core, { contacts, ...joined }),
      joined.catalogue,
    ),
    standingGate,
    recipientName: (name, actor) => recipientName(contacts, name, actor),
    lease: lease.name,
  });
}

function openAssistant(
  core: Core,
  joined: {
    readonly gate: ProgramGate;
    readonly modelFor: ModelFor | undefined;
    readonly allowedNodes: AllowedNodes;
    readonly things: ReturnType<typeof createKnownThings>;
  },
): { readonly assistant: Assistant; readonly workers: Workers } {
  const { stores, library } = core;
  const { modelFor, ...shared } = joined;
  const parts = {
    ...stores,
    ...shared,
    ...core.edges,
    config: { maxIterations: core.config.maxRounds },
    log: core.log,
    rounds: core.rounds,
    catalogue: (): Catalogue => library.catalogue(),
    planner: plannerOver(core),
    lastProgram: ({ personId, chatId }: Actor) =>
      lastProgram(stores, core.edges.clock, personId, chatId),
    workflows: (actor: Actor) => plannerWorkflows(stores.workflows, actor),
    scheduleNames: (personId: string) => plannerSchedules(stores.schedules, personId),
  };
  const jobOf = (effectKey: string): string | undefined => stores.schedules.jobOf(effectKey);
  const openModelTurns = (admission: ModelFor): ModelTurns =>
    new ModelTurns({
      ...parts,
      modelFor: admission,
      jobOf,
      contexts: openContexts(core, admission),
    });
  const model = modelFor === undefined ? {} : { model: openModelTurns(modelFor) };
  const workers = new Workers({ ...parts, ...model });
  const onMade = core.learning.heard;
  return { assistant: new Assistant({ ...parts, ...model, colleagues: workers, onMade }), workers };
}
