import { messageOf } from "../base/errors.ts";
import { createRechecker } from "./event-planning.ts";
import type { App } from "./open-app.ts";
import { createWebhookListener } from "./webhooks.ts";

/** How often folders are looked at; a file counts once it looked the same twice, so after five to ten seconds. */
const LOOK_EVERY_MS = 5000;

/** What watches for events besides the chats: files and webhooks; and for a catalogue that schedules no longer fit. */
export interface EventSources {
  /** Ends the watch; resolves when nothing of it goes on. */
  stop(): Promise<void>;
}

/** Starts watching; what goes wrong is logged and tried again. */
export function startEventSources(parts: App): EventSources {
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
