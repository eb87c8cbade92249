import { join } from "node:path";
import { Assistant } from "../agent/assistant.ts";
import type { ModelFor } from "../agent/model-budget.ts";
import { ModelTurns } from "../agent/model-turns.ts";
import { Gate } from "../agent/run-ibl.ts";
import type { Edges } from "../base/edges.ts";
import { AppError } from "../base/errors.ts";
import { createIds } from "../base/ids.ts";
import { createRedactor, type Log } from "../base/log.ts";
import type { Language } from "../base/words.ts";
import { Activity } from "../bots/activity.ts";
import { BudgetDesk } from "../bots/budget-desk.ts";
import { CardDesk } from "../bots/card-desk.ts";
import type { Commands } from "../bots/commands.ts";
import { allCommands } from "../bots/commands-all.ts";
import { Departure } from "../bots/departure.ts";
import { ForgetDesk } from "../bots/forget-desk.ts";
import { Courier } from "../bots/outbox.ts";
import { PeopleDesk } from "../bots/people-desk.ts";
import { QuotaDesk } from "../bots/quota-desk.ts";
import { RightsDesk } from "../bots/rights-desk.ts";
import { Router } from "../bots/router.ts";
import { ScheduleDesk } from "../bots/schedule-desk.ts";
import { StatusDesk } from "../bots/status-desk.ts";
import { UnsureDesk } from "../bots/unsure-desk.ts";
import type { Config } from "../config.ts";
import type { Catalogue } from "../engine/catalogue.ts";
import { storedOf } from "../nodes/system/workflows.ts";
import { createBelongings } from "./belongings.ts";
import { contactsOf, outboxOf, wordsOf } from "./bridges.ts";
import { createExports } from "./exports.ts";
import { type HandlerOf, joinHandlers } from "./handlers.ts";
import { chatFolder, type Hold, type Home, holdLease, openHome } from "./home.ts";
import { KEEPING } from "./keeping.ts";
import { type Library, openLibrary } from "./library.ts";
import { openModelDoor } from "./model-door.ts";
import { type Outside, openOutside } from "./outside.ts";
import { plannerWorkflows } from "./planner-workflows.ts";
import { statusOf } from "./status.ts";
import { openStores, type Stores } from "./stores.ts";
import { usageOf } from "./usage.ts";

/** What a process is opened with. `root` is the folder of the product, with data/ and assets/. */
export interface OpenOptions {
  readonly config: Config;
  readonly edges: Edges;
  readonly log: Log;
  readonly root: string;
  /** Reads data/ again when it changes. */
  readonly watch: boolean;
  /** Data that is read already and closed by who read it; default: read here, and closed with the parts. */
  readonly library?: Library;
}

/** Everything of one process, joined. Whoever opens it closes it. */
export interface Parts extends Stores, Desks {
  readonly config: Config;
  readonly edges: Edges;
  readonly log: Log;
  readonly home: Home;
  readonly library: Library;
  readonly handlerOf: HandlerOf;
  readonly gate: Gate;
  readonly assistant: Assistant;
  readonly lease: Hold;
  readonly belongings: Ground["belongings"];
  close(): Promise<void>;
}

interface Desks {
  readonly courier: Courier;
  readonly cards: CardDesk;
  readonly door: PeopleDesk;
  readonly commands: Commands;
  readonly scheduleDesk: ScheduleDesk;
  readonly statuses: StatusDesk;
  readonly unsure: UnsureDesk;
  readonly quota: QuotaDesk;
  readonly budgetDesk: BudgetDesk;
  readonly forgetting: ForgetDesk;
  readonly router: Router;
}

/** What the later stages stand on. */
interface Ground extends OpenOptions {
  readonly home: Home;
  readonly library: Library;
  readonly stores: Stores;
  readonly outside: Outside;
  readonly lease: Hold;
  readonly belongings: ReturnType<typeof createBelongings>;
  readonly exports: ReturnType<typeof createExports>;
}

/** Opens HOME and joins all parts. Throws `AppError`: `home-unusable`, `bad-data`, `bad-config`, `database-newer`. */
export function openParts(options: OpenOptions): Parts {
  const ground = openGround(options);
  const { stores, home, library, lease, config, edges, log } = ground;
  // The courier draws cards and the desks post to it, so it asks for them when a message leaves.
  const late: { desks?: Desks } = {};
  const courier = openCourier(ground, () => late.desks);
  const modelFor = openModelDoor(ground, {
    budgets: stores.budgets,
    ask: (reach, payer) => late.desks?.budgetDesk.ask(reach, payer) ?? "denied",
  });
  const handlerOf = openHandlers(ground, courier, {
    gate: () => gate,
    desks: () => late.desks,
    modelFor,
  });
  const gate: Gate = openGate(ground, handlerOf);
  const assistant = openAssistant(ground, gate, modelFor);
  const desks = openDesks(ground, { courier, gate, assistant });
  late.desks = desks;
  return {
    ...stores,
    ...desks,
    config,
    edges,
    log,
    home,
    library,
    handlerOf,
    gate,
    assistant,
    lease,
    belongings: ground.belongings,
    async close() {
      if (options.library === undefined) library.close();
      await courier.stop();
      await ground.outside.close();
      stores.database.close();
      lease.release();
    },
  };
}

function openGround(options: OpenOptions): Ground {
  const { config, edges, log, root } = options;
  const home = openHome(config.home);
  const library =
    options.library ??
    openLibrary([join(root, "data"), home.dataPath], log, { watch: options.watch });
  try {
    checkAllowedNodes(config, library.catalogue());
  } catch (error) {
    if (options.library === undefined) library.close();
    throw error;
  }
  const lease = holdLease(home, createIds(edges.randomBytes)("lease"));
  const stores = openStores({ config, edges, home, library });
  return {
    ...options,
    home,
    library,
    lease,
    stores,
    belongings: createBelongings({ ...stores, home, log, clock: edges.clock }),
    exports: createExports({ stores, home, config, edges }),
    outside: openOutside(config, home),
  };
}

/** A node that does not exist would be allowed in vain: most likely it is misspelt. */
function checkAllowedNodes({ allowedNodes = [] }: Config, { nodes }: Catalogue): void {
  const unknown = allowedNodes.find((node) => !nodes.includes(node));
  if (unknown !== undefined)
    throw new AppError(
      "bad-config",
      `IBL_ALLOWED_NODES names the node "${unknown}", which does not exist. There are: ${nodes.join(", ")}.`,
    );
}

function openCourier(ground: Ground, desks: () => Desks | undefined): Courier {
  const { stores, edges, log } = ground;
  return new Courier({
    table: stores.table,
    clock: edges.clock,
    log,
    faultPoint: edges.faultPoint,
    addressOf: (chatKey) => stores.updates.address(chatKey),
    redraw: (row) => desks()?.cards.redraw(row) ?? row.message,
    onUndelivered: (row) => desks()?.cards.undelivered(row),
    onSent: (row, messageId) => {
      desks()?.cards.sent(row);
      desks()?.scheduleDesk.sent(row, messageId);
      desks()?.statuses.sent(row, messageId);
      desks()?.forgetting.sent(row);
      ground.exports.sent(row);
    },
    onUnsure: (row) => desks()?.unsure.unsure(row),
  });
}

function openHandlers(
  ground: Ground,
  courier: Courier,
  late: {
    readonly gate: () => Gate;
    readonly desks: () => Desks | undefined;
    readonly modelFor: ModelFor | undefined;
  },
): HandlerOf {
  const { stores, edges, library } = ground;
  const { modelFor } = late;
  return joinHandlers({
    home: ground.home,
    assetsPath: join(ground.root, "assets"),
    quotaBytes: ground.config.quotaBytes,
    faultPoint: edges.faultPoint,
    onUsage: (chatKey, sizeBytes) => late.desks()?.quota.used(chatKey, sizeBytes),
    environment: ground.config.environment,
    clock: edges.clock,
    database: stores.database,
    library,
    fetch: ground.outside.fetch,
    browser: ground.outside.browser,
    schedules: stores.schedules,
    workflows: stores.workflows,
    people: stores.people,
    contacts: contactsOf(stores.people, stores.updates),
    outbox: outboxOf(courier),
    words: modelFor === undefined ? undefined : wordsOf(modelFor, stores.schedules),
    gate: late.gate,
    showCard: (approval) => late.desks()?.cards.show(approval),
  });
}

function openGate(ground: Ground, handlerOf: HandlerOf): Gate {
  const { stores, edges, library } = ground;
  const { workflows } = stores;
  return new Gate({
    database: stores.database,
    clock: edges.clock,
    runs: stores.runs,
    approvals: stores.approvals,
    people: stores.people,
    redact: createRedactor(ground.config.secrets),
    catalogue: () => library.catalogue(),
    workflows: {
      get: (name, { personId, language }) => {
        const record = workflows.get(personId, name);
        return record === undefined ? undefined : storedOf(record, language);
      },
      names: (personId) => workflows.list(personId).map((record) => record.name),
    },
    handlerOf,
    grants: stores.grants,
    rates: stores.rates,
    allowedNodes: () => ground.config.allowedNodes,
    faultPoint: edges.faultPoint,
    lease: ground.lease.name,
  });
}

function openAssistant(ground: Ground, gate: Gate, modelFor: ModelFor | undefined): Assistant {
  const { stores, library } = ground;
  const { clock } = ground.edges;
  const { turns, runs } = stores;
  const catalogue = (): Catalogue => library.catalogue();
  const model =
    modelFor === undefined
      ? undefined
      : new ModelTurns({ modelFor, clock, gate, turns, runs, catalogue });
  return new Assistant({
    clock,
    gate,
    approvals: stores.approvals,
    planner: () => library.planner(),
    workflows: (actor) => plannerWorkflows(stores.workflows, actor),
    ...(model === undefined ? {} : { model }),
  });
}

function openDesks(
  ground: Ground,
  joined: { readonly courier: Courier; readonly gate: Gate; readonly assistant: Assistant },
): Desks {
  const { stores, edges, log, home } = ground;
  const { courier, gate, assistant } = joined;
  const { table, tokens } = stores;
  const { clock, faultPoint } = edges;
  const statuses = new StatusDesk({ courier, table, tokens, clock, session: ground.lease.name });
  const activity = new Activity({ statuses });
  const cards = new CardDesk({ ...stores, courier });
  const budgetDesk = new BudgetDesk({ ...stores, cards, clock });
  const door = new PeopleDesk({ ...stores, cards, courier, clock });
  const languageIn = (chatKey: string): Language => door.languageIn(chatKey);
  const unsure = new UnsureDesk({ courier, table, tokens, languageIn });
  const { marks } = stores;
  const { quotaBytes } = ground.config;
  const quota = new QuotaDesk({ courier, marks, clock, languageIn, quotaBytes });
  const filePath = (chatKey: string, path: string): string => join(chatFolder(home, chatKey), path);
  const scheduleDesk = new ScheduleDesk({
    ...stores,
    filePath,
    activity,
    clock,
    door,
    assistant,
    courier,
    cards,
  });
  const rightsDesk = openRightsDesk(stores, { gate, scheduleDesk, cards, courier });
  const forgetting = openForgetting(ground, { courier, gate, activity });
  const commands = openCommands(ground, { ...joined, forgetting, rightsDesk });
  const router = new Router({
    ...stores,
    log,
    activity,
    statuses,
    unsure,
    forgetting,
    courier,
    cards,
    door,
    schedules: scheduleDesk,
    rightsDesk,
    assistant,
    commands,
    filePath,
    faultPoint,
  });
  const others = { statuses, unsure, quota, forgetting, budgetDesk };
  return { courier, cards, commands, door, scheduleDesk, ...others, router };
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
    readonly forgetting: ForgetDesk;
    readonly rightsDesk: RightsDesk;
  },
): Commands {
  const { stores, edges, exports } = ground;
  const { courier, ...parts } = joined;
  return allCommands({
    ...stores,
    ...parts,
    catalogue: () => ground.library.catalogue(),
    newSession: (personId, chatKey) => stores.turns.startSession({ personId, chatKey }),
    status: (asked) => statusOf({ ...ground, nowMs: edges.clock.now() }, asked),
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
  const { gate, ...desks } = joined;
  const stopRun = (runId: string, reason: string): void => void gate.stop(runId, reason);
  const departure = new Departure({ ...stores, ...desks, stopRun });
  return new RightsDesk({ ...stores, ...desks, departure });
}
