import { randomBytes } from "node:crypto";
import { type App, openApp } from "../../src/app/open-app.ts";
import { type Clock, systemClock } from "../../src/base/clock.ts";
import { createLog, createRedactor } from "../../src/base/log.ts";
import { parseConfig } from "../../src/config/config.ts";
import { ROOT } from "./service.ts";

/** The parts of the product on a HOME under these settings, watching no file. The caller closes them. Default: the real clock, no faults, and a log that nobody reads. */
export function partsAt(
  homePath: string,
  settings: Readonly<Record<string, string>> = {},
  edges: {
    readonly clock?: Clock;
    readonly faultPoint?: (name: string) => void;
    /** Takes the lines of the log, without secrets. */
    readonly write?: (line: string) => void;
  } = {},
): App {
  const { clock = systemClock, faultPoint = () => undefined, write = () => undefined } = edges;
  const config = parseConfig({ IBL_HOME: homePath, ...settings }, homePath);
  return openApp({
    config,
    edges: { clock, faultPoint, randomBytes: (sizeBytes) => randomBytes(sizeBytes) },
    log: createLog({ write, redact: createRedactor(config.secrets) }),
    root: ROOT,
    watch: false,
  });
}
