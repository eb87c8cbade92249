import { join } from "node:path";
import { AppError, messageOf } from "../base/errors.ts";
import type { ChatAdapter } from "../bots/platform/chat-adapter.ts";
import { USAGE_DATABASE_NAME } from "../rag/store/database-name.ts";
import { createTicker, type Ticker } from "../scheduler/ledger/ticker.ts";
import { LOCAL_PERSON_ID } from "../security/access/people.ts";
import { type Checkpoints, startCheckpoints } from "../store/checkpoints.ts";
import { channelsOf, connectAll, type TellLost } from "./channels.ts";
import { settleFolders } from "./chat-files.ts";
import { channelsWithToken } from "./core/channel-names.ts";
import { type Hold, holdService, isLeaseAlive, sweepLeases } from "./core/home.ts";
import { keepClean, keptSince } from "./core/retention.ts";
import { createRechecker } from "./event-planning.ts";
import type { App } from "./open-app.ts";
import { STARTED_MARK } from "./status.ts";
import { createWebhookListener } from "./webhooks.ts";

/** The running service. */
export interface Service {
  /** Resolves when everything that was received has been answered, or waits for a person's decision. */
  answered(): Promise<void>;
  /** Stops receiving, lets work end for a few seconds, and closes. What is cut off is continued at the next start. */
  stop(): Promise<void>;
}

/** How long running work may take to end once the service is told to stop; the whole stop stays below ten seconds. */
const DRAIN_MS = 6000;

/** How often approvals are looked at for expiry. */
const EXPIRY_EVERY_MS = 5000;

/** Starts every channel that is configured, and the clock. `announce` is told, before anything is received, the code with which the first owner claims an account (absent when someone has). A platform that cannot be started is told of by `tellLost`, and the others go on. Throws `AppError`: `home-held`; `adapter-refused` or `adapter-webhook` where no platform is left. */
export async function startService(
  parts: App,
  options: {
    readonly console?: ChatAdapter;
    readonly announce: (claimCode: string | undefined) => Promise<void>;
    /** Default nobody is told but the owners. */
    readonly tellLost?: TellLost;
  },
): Promise<Service> {
  const hold = holdService(parts.home);
  try {
    parts.marks.set(STARTED_MARK, parts.edges.clock.now());
    await settleFolders(parts);
    const adapters = adaptersOf(parts, options.console);
    const claimCode = needsClaim(parts) ? parts.people.newClaimCode() : undefined;
    parts.usage.warm();
    await options.announce(claimCode);
    parts.backgroundAgentRunner.start();
    await connectAll(parts, adapters, options.tellLost ?? (() => undefined));
    recover(parts);
    const ticker = createTicker({
      schedules: parts.schedules,
      clock: parts.edges.clock,
      run: (occurrence, replaced) => parts.occurrenceRunner.run(occurrence, replaced),
      onMissed: (missed) => parts.occurrenceRunner.tellMissed(missed),
      onDisabled: (schedule) => parts.occurrenceRunner.tellDisabled(schedule),
      log: parts.log,
    });
    await ticker.start();
    prepareAnswers(parts);
    parts.loopWatch.start();
    const checkpoints = startCheckpoints(parts.database, {
      others: [join(parts.home.path, USAGE_DATABASE_NAME)],
      log: parts.log,
    });
    const sources = startEventSources(parts);
    const expiry = watchExpiry(parts);
    const cleaning = startCleaner(parts, expiry.signal);
    return {
      answered: () => parts.dispatcher.drained(),
      stop: () => stop(parts, { hold, adapters, ticker, sources, expiry, cleaning, checkpoints }),
    };
  } catch (error) {
    hold.release();
    throw error;
  }
}

function adaptersOf(parts: App, terminal: ChatAdapter | undefined): readonly ChatAdapter[] {
  return [...channelsOf(parts), ...(terminal === undefined ? [] : [terminal])];
}

/** An account has to be claimed while a channel is configured and only the local owner is known. */
function needsClaim(parts: App): boolean {
  return (
    channelsWithToken(parts.config).length > 0 &&
    parts.people.owners().every((owner) => owner.id === LOCAL_PERSON_ID)
  );
}

/** What the first message would wait for is made meanwhile, in slices. */
function prepareAnswers({ library, modelFor, log }: App): void {
  const examples = modelFor === undefined ? library.askingWords() : library.actionSearch();
  examples.ready().catch((error: unknown) => {
    log.error({ problem: messageOf(error) }, "The examples of data/ cannot be prepared.");
  });
}

/** Takes up what a dead process left: decided approvals not carried out, cards not true, runs cut off. */
function recover(parts: App): void {
  sweepLeases(parts.home);
  parts.dispatcher.recover((lease) => lease !== undefined && isLeaseAlive(parts.home, lease));
  parts.cards.reconcile(parts.lease.name);
  parts.occurrenceRunner.reconcile();
  parts.statuses.reconcile();
}

function watchExpiry(parts: App): AbortController {
  const ending = new AbortController();
  const look = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      parts.dispatcher.expireApprovals();
      await parts.edges.clock.sleep(EXPIRY_EVERY_MS, ending.signal);
    }
  };
  look().catch((error: unknown) => {
    if (!ending.signal.aborted)
      parts.log.error({ problem: messageOf(error) }, "The watch over approvals ended.");
  });
  return ending;
}

/** Deletes what is past its time, until `signal` aborts; first what a dead process was in the middle of erasing. */
async function startCleaner(parts: App, signal: AbortSignal): Promise<void> {
  const { personalFiles, edges, usage, held } = parts;
  const alsoAtNight = async (): Promise<void> => {
    held.sweep();
    await personalFiles.sweep();
    await usage.cleanUp(keptSince(parts.config, edges.clock.now()).messages, signal);
    await personalFiles.erase();
  };
  await keepClean({ ...parts, clock: edges.clock, alsoAtNight }, signal);
}

async function stop(
  parts: App,
  held: {
    readonly hold: Hold;
    readonly adapters: readonly ChatAdapter[];
    readonly ticker: Ticker;
    readonly sources: EventSources;
    readonly expiry: AbortController;
    readonly cleaning: Promise<void>;
    readonly checkpoints: Checkpoints;
  },
): Promise<void> {
  parts.loopWatch.stop();
  held.expiry.abort(new AppError("aborted", "The service is stopping."));
  const [consoles, platforms] = [
    held.adapters.filter((adapter) => adapter.platform === "console"),
    held.adapters.filter((adapter) => adapter.platform !== "console"),
  ];
  const ended = Promise.all([
    held.ticker.stop(),
    held.sources.stop(),
    ...platforms.map((adapter) => adapter.stop()),
  ])
    .then(() => parts.dispatcher.drained())
    .then(() => parts.outbox.flush(DRAIN_MS));
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())]);
  parts.dispatcher.endAll();
  await held.cleaning;
  // The console goes last: the answers to its last lines are printed by it.
  await Promise.all(consoles.map((adapter) => adapter.stop()));
  await held.checkpoints.stop();
  await parts.close();
  held.hold.release();
}

/** How often folders are looked at; a file counts once it looked the same twice, so after five to ten seconds. */
const LOOK_EVERY_MS = 5000;

/** What watches for events besides the chats: files and webhooks; and for a catalogue that schedules no longer fit. */
interface EventSources {
  /** Ends the watch; resolves when nothing of it goes on. */
  stop(): Promise<void>;
}

/** Starts watching; what goes wrong is logged and tried again. */
function startEventSources(parts: App): EventSources {
  const ending = new AbortController();
  const { edges, folderTriggers, log } = parts;
  const webhooks = createWebhookListener({ ...parts, clock: edges.clock });
  const recheck = guarded(parts, createRechecker({ ...parts, clock: edges.clock }));
  const watch = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      recheck();
      await webhooks.adapt();
      await folderTriggers.look().catch((error: unknown) => {
        log.error({ problem: messageOf(error) }, "A folder could not be looked at.");
      });
      await edges.clock.sleep(LOOK_EVERY_MS, ending.signal).catch(() => undefined); // it aborts when the service ends
    }
    await webhooks.close();
  };
  const watching = watch();
  return {
    async stop() {
      ending.abort();
      await watching;
    },
  };
}

/** Logs what goes wrong in the place of throwing it. */
function guarded({ log }: App, work: () => void): () => void {
  return () => {
    try {
      work();
    } catch (error) {
      log.error({ problem: messageOf(error) }, "The schedules could not be planned anew.");
    }
  };
}
