import { join } from "node:path";
import { Colleagues as Workers } from "../agent/delegation/delegate.ts";
import type { ModelFor } from "../agent/models/budget.ts";
import { planUndo } from "../agent/planner/undo.ts";
import type { ToolRegistry } from "../agent/tools/registry.ts";
import { Assistant } from "../agent/turn/assistant.ts";
import { ModelTurns } from "../agent/turn/model-turns.ts";
import type { Edges } from "../base/edges.ts";
import { createRedactor, type Log } from "../base/log.ts";
import { longReply } from "../bots/outbox/long-text.ts";
import { Courier } from "../bots/outbox/outbox.ts";
import type { Config } from "../config/config.ts";
import type { Catalogue } from "../engine/catalogue/catalogue.ts";
import type { Actor } from "../engine/execute/action-types.ts";
import type { Colleagues } from "../nodes/system/delegation-port.ts";
import { storedOf } from "../nodes/system/workflows.ts";
import { Gate } from "../runs/gate.ts";
import type { AllowedNodes } from "../runs/plan-and-judge.ts";
import { type HandlerOf, joinHandlers } from "./action-handlers.ts";
import { type Intake, openIntake, withFiles } from "./attachments.ts";
import { type FilesOf, openChatFiles } from "./chat-files.ts";
import type { Library } from "./core/data-library.ts";
import { chatFolder, type Hold, type Home } from "./core/home.ts";
import type { Stores } from "./core/stores.ts";
import { allowedNodesOf, createColleagues } from "./delegation-ports.ts";
import { deliveriesOf } from "./deliveries.ts";
import { keptByEvents } from "./event-planning.ts";
import { createFileLook } from "./file-states.ts";
import { plannerOver } from "./message-planner.ts";
import { openModelDoor } from "./model-access.ts";
import { contactsOf, holdScheduled, isReminderCall, outboxOf, wordsOf } from "./node-ports.ts";
import { type Desks, openDesks } from "./open-chat.ts";
import { type Ground, type OpenOptions, openGround } from "./open-core.ts";
import { plannerSchedules, plannerWorkflows } from "./planner-workflows.ts";
import { nodesOfJob } from "./rechecking.ts";
import { fireRunEvents } from "./run-events.ts";
import { createRunnable } from "./runnable.ts";
import type { BudgetParts } from "./transcribers.ts";
import { openContexts } from "./turn-context.ts";
import { visionOf } from "./vision.ts";
import { secretSent, webhooksOf } from "./webhooks.ts";

/** Everything of one process, joined. Whoever opens it closes it. */
export interface Parts extends Stores, Desks {
  readonly config: Config;
  readonly edges: Edges;
  readonly log: Log;
  readonly home: Home;
  readonly library: Library;
  readonly tools: ToolRegistry;
  readonly handlerOf: HandlerOf;
  readonly gate: Gate;
  readonly assistant: Assistant;
  readonly intake: Intake;
  readonly lease: Hold;
  readonly belongings: Ground["belongings"];
  readonly usage: Ground["usage"];
  readonly learning: Ground["learning"];
  readonly loopWatch: Ground["loopWatch"];
  /** Absent where no model is set. */
  readonly modelFor?: ModelFor;
  close(): Promise<void>;
}

/** Opens HOME and joins all parts. Throws `AppError`: `home-unusable`, `bad-data`, `bad-config`, `database-newer`. */
export function openParts(options: OpenOptions): Parts {
  const ground = openGround(options);
  const { stores, home, library, lease, config, edges, log } = ground;
  // The courier draws cards and the desks post to it, so it asks for them when a message leaves.
  const late: { desks?: Desks } = {};
  fireRunEvents({ ...stores, clock: edges.clock, log });
  const courier = openCourier(ground, () => late.desks);
  const budget: BudgetParts = {
    budgets: stores.budgets,
    ask: (reach, payer) => late.desks?.budgetDesk.ask(reach, payer) ?? "denied",
  };
  const filesOf = openChatFiles(ground, (chatKey, sizeBytes) =>
    late.desks?.quota.used(chatKey, sizeBytes),
  );
  const modelFor = withFiles(openModelDoor(ground, budget), filesOf);
  const allowedNodes = allowedNodesOf(stores.roster, () => config.allowedNodes);
  const handlerOf = openHandlers(ground, courier, {
    filesOf,
    allowedNodes,
    gate: () => gate,
    desks: () => late.desks,
    modelFor,
    colleagues: createColleagues({
      ...stores,
      gate: () => gate,
      workers: () => workers,
      background: () =>
        late.desks?.errandDesk.isServing === true ? late.desks.errandDesk : undefined,
    }),
  });
  const gate: Gate = openGate(ground, handlerOf, allowedNodes);
  const { assistant, workers } = openAssistant(ground, { gate, modelFor, allowedNodes });
  const intake = openIntake(ground, { filesOf, budget });
  const desks = openDesks(ground, { courier, gate, assistant, intake, workers });
  late.desks = desks;
  return {
    ...stores,
    ...desks,
    config,
    edges,
    log,
    home,
    library,
    tools: ground.tools,
    handlerOf,
    gate,
    assistant,
    intake,
    lease,
    belongings: ground.belongings,
    usage: ground.usage,
    learning: ground.learning,
    loopWatch: ground.loopWatch,
    ...(modelFor === undefined ? {} : { modelFor }),
    close: () => closeParts(options, ground, courier),
  };
}

/** A library that was given is closed by who gave it. */
async function closeParts(given: OpenOptions, ground: Ground, courier: Courier): Promise<void> {
  await ground.learning.close();
  await ground.usage.close();
  if (given.library === undefined) ground.library.close();
  await courier.stop();
  await ground.outside.close();
  ground.stores.database.close();
  ground.lease.release();
}

function openCourier(ground: Ground, desks: () => Desks | undefined): Courier {
  const { config, edges, home, log, stores } = ground;
  return new Courier({
    table: stores.table,
    clock: edges.clock,
    log,
    faultPoint: edges.faultPoint,
    addressOf: (chatKey) => stores.updates.address(chatKey),
    redraw: (row) => desks()?.cards.redraw(row) ?? row.message,
    keepWhole: (key, chatKey, text) =>
      longReply(text, {
        key,
        language: desks()?.door.languageIn(chatKey) ?? config.language,
        filePath: (path) => join(chatFolder(home, chatKey), path),
      }),
    onUndelivered: (row, reason) => {
      desks()?.cards.undelivered(row);
      desks()?.reach.undelivered(row, reason);
      desks()?.unsent.undelivered(row, reason);
      desks()?.permissions.undelivered(row, reason);
    },
    onSent: (row, messageId) => {
      desks()?.cards.sent(row);
      desks()?.scheduleDesk.sent(row, messageId);
      desks()?.statuses.sent(row, messageId);
      desks()?.forgetting.sent(row);
      desks()?.reach.sent(row);
      desks()?.permissions.sent(row);
      ground.exports.sent(row);
      secretSent(stores.table, row);
    },
    onUnsure: (row) => desks()?.unsure.unsure(row),
  });
}

function openHandlers(
  ground: Ground,
  courier: Courier,
  late: {
    readonly filesOf: FilesOf;
    readonly gate: () => Gate;
    readonly desks: () => Desks | undefined;
    readonly modelFor: ModelFor | undefined;
    readonly colleagues: Colleagues;
    readonly allowedNodes: AllowedNodes;
  },
): HandlerOf {
  const { stores, edges, library } = ground;
  const { modelFor } = late;
  return joinHandlers({
    home: ground.home,
    assetsPath: join(ground.root, "assets"),
    filesOf: late.filesOf,
    quotaBytes: ground.config.quotaBytes,
    kept: ground.kept,
    turnOf: ({ runId, effectKey }) =>
      (runId === undefined ? undefined : stores.runs.turnOf(runId)) ?? effectKey,
    lastEffectTurn: ({ actor, runId = "" }) =>
      stores.runs.lastEffectTurn(actor.personId, actor.chatId, runId),
    isWished: ({ runId = "" }) => {
      const run = stores.runs.get(runId);
      if (run?.barsGrants !== true && run?.ownWords === undefined) return true;
      return planUndo(run.ownWords?.at(-1)?.trim() ?? "") !== undefined;
    },
    environment: ground.config.environment,
    clock: edges.clock,
    database: stores.database,
    library,
    tools: ground.tools,
    fetch: ground.outside.fetch,
    browser: ground.outside.browser,
    schedules: stores.schedules,
    deliveries: deliveriesOf(stores),
    workflows: stores.workflows,
    people: stores.people,
    contacts: contactsOf(stores.people, stores.updates),
    outbox: outboxOf(courier, holdScheduled({ ...stores, clock: edges.clock }), (effectKey) =>
      isReminderCall(stores.schedules, effectKey),
    ),
    words: modelFor === undefined ? undefined : wordsOf(modelFor, stores.schedules),
    visionFor: modelFor === undefined ? undefined : visionOf(modelFor, stores.schedules),
    lastPicture: (chatKey) => stores.attachments.lastPicture(chatKey)?.path,
    colleagues: late.colleagues,
    allowedNodes: late.allowedNodes,
    webhooks: webhooksOf(ground, courier),
    switches: stores.switches,
    gate: late.gate,
    showCard: (approval) => late.desks()?.cards.show(approval),
  });
}

function openGate(ground: Ground, handlerOf: HandlerOf, allowedNodes: AllowedNodes): Gate {
  const { stores, edges, library } = ground;
  const runnable = createRunnable(stores);
  const gate: Gate = new Gate({
    database: stores.database,
    clock: edges.clock,
    runs: stores.runs,
    approvals: stores.approvals,
    people: stores.people,
    redact: createRedactor(ground.config.secrets),
    catalogue: () => library.catalogue(),
    workflows: {
      get: (name, { personId, language }) => {
        const record = runnable.get(personId, name);
        return record === undefined ? undefined : storedOf(record, language);
      },
      names: (personId) => runnable.names(personId),
    },
    handlerOf,
    lookAtFile: createFileLook(ground.home),
    grants: stores.grants,
    keptOf: keptByEvents({ ...stores, clock: edges.clock, gate: () => gate }),
    rates: stores.rates,
    allowedNodes,
    nodesOf: (origin) => nodesOfJob(stores.schedules, origin),
    roster: stores.roster,
    faultPoint: edges.faultPoint,
    lease: ground.lease.name,
  });
  return gate;
}

function openAssistant(
  ground: Ground,
  joined: {
    readonly gate: Gate;
    readonly modelFor: ModelFor | undefined;
    readonly allowedNodes: AllowedNodes;
  },
): { readonly assistant: Assistant; readonly workers: Workers } {
  const { stores, library } = ground;
  const { modelFor, ...shared } = joined;
  const parts = {
    ...stores,
    ...shared,
    ...ground.edges,
    config: { maxIterations: ground.config.maxRounds },
    log: ground.log,
    rounds: ground.rounds,
    catalogue: (): Catalogue => library.catalogue(),
    planner: plannerOver(ground),
    workflows: (actor: Actor) => plannerWorkflows(stores.workflows, actor),
    scheduleNames: (personId: string) => plannerSchedules(stores.schedules, personId),
  };
  const jobOf = (effectKey: string): string | undefined => stores.schedules.jobOf(effectKey);
  const openModelTurns = (door: ModelFor): ModelTurns =>
    new ModelTurns({ ...parts, modelFor: door, jobOf, contexts: openContexts(ground, door) });
  const model = modelFor === undefined ? {} : { model: openModelTurns(modelFor) };
  const workers = new Workers({ ...parts, ...model });
  const onMade = ground.learning.heard;
  return { assistant: new Assistant({ ...parts, ...model, colleagues: workers, onMade }), workers };
}
