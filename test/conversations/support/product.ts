import { channelsOf, openConsole } from "../../../src/app/channels.ts";
import { chatFolder } from "../../../src/app/core/home.ts";
import { openParts } from "../../../src/app/open-app.ts";
import { createLog, createRedactor } from "../../../src/base/log.ts";
import { parseConfig } from "../../../src/config/config.ts";
import { createTicker } from "../../../src/scheduler/ledger/ticker.ts";
import { openDatabase } from "../../../src/store/database.ts";

/** The functions of the product that conversations call, as they are bundled: see `bundledProduct`. */
export const product = {
  channelsOf,
  chatFolder,
  createLog,
  createRedactor,
  createTicker,
  openConsole,
  openDatabase,
  openParts,
  parseConfig,
};
