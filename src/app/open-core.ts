import { join } from "node:path";
import type { ToolRegistry } from "../agent/tools/registry.ts";
import type { Edges } from "../base/edges.ts";
import { AppError } from "../base/errors.ts";
import { createIds } from "../base/ids.ts";
import type { Log } from "../base/log.ts";
import { LoopScheduler } from "../base/loop-scheduler.ts";
import type { Config } from "../config/config.ts";
import type { Catalogue } from "../engine/catalogue/catalogue.ts";
import { KeptFiles } from "../nodes/system/kept-files.ts";
import { type Library, openLibrary } from "./core/data-library.ts";
import {
  checkDatabase,
  type Hold,
  type Home,
  holdLease,
  keptFolder,
  openHome,
} from "./core/home.ts";
import { createLoopWatch, type LoopWatch } from "./core/loop-watch.ts";
import { type Outside, openOutside } from "./core/network.ts";
import { openStores, type Stores } from "./core/stores.ts";
import { TOOL_HANDLER_NAMES } from "./core/tool-ports.ts";
import { openToolFiles, openTools, type ToolFiles } from "./core/tools.ts";
import { createUsage, type Usage } from "./examples/usage-examples.ts";
import { type Learning, startLearning } from "./examples/usage-learning.ts";
import { createPersonalFiles } from "./export/person-files.ts";
import { openEncoder } from "./model-clients.ts";

/** What a process is opened with. `root` is the folder of the product, with data/ and assets/. */
export interface OpenOptions {
  readonly config: Config;
  readonly edges: Edges;
  readonly log: Log;
  readonly root: string;
  /** Reads data/ again when it changes. */
  readonly watch: boolean;
  /** Opens the way out. Default: the network, by the settings. */
  readonly openOutside?: typeof openOutside;
}

/** What the later stages stand on. */
export interface Core extends OpenOptions {
  readonly home: Home;
  readonly library: Library;
  readonly tools: ToolRegistry;
  readonly toolFiles: ToolFiles;
  readonly stores: Stores;
  /** Beginnings and steps of turns take theirs in these, behind what arrives. */
  readonly rounds: LoopScheduler;
  readonly outside: Outside;
  readonly lease: Hold;
  readonly personalFiles: ReturnType<typeof createPersonalFiles>;
  readonly kept: KeptFiles;
  readonly usage: Usage;
  readonly learning: Learning;
  /** At rest but in the running service. */
  readonly loopWatch: LoopWatch;
}

/** Opens HOME, its database and the way out. Throws `AppError` as `openApp` does. */
export function openCore(options: OpenOptions): Core {
  const { config, edges, log, root } = options;
  const home = openHome(config.home);
  const { watch } = options;
  const tools = openTools(edges);
  const roots = [join(root, "data"), home.dataPath];
  const handlers = TOOL_HANDLER_NAMES;
  const toolFiles = openToolFiles(roots, tools, log, { watch, handlers });
  const library = openLibrary(roots, log, { watch, registry: tools });
  try {
    checkAllowedNodes(config, library.catalogue());
  } catch (error) {
    library.close();
    toolFiles.close();
    throw error;
  }
  const lease = holdLease(home, createIds(edges.randomBytes)("lease"));
  checkDatabase(home);
  const stores = openStores({ config, edges, home, library });
  const kept = new KeptFiles({
    database: stores.database,
    clock: edges.clock,
    newId: createIds(edges.randomBytes),
    folderOf: (chatKey) => keptFolder(home, chatKey),
    quotaBytes: config.quotaBytes,
  });
  const encoder = openEncoder({ config, edges, home, stores });
  const usage = createUsage({ home, library, stores, clock: edges.clock, log, encoder });
  return {
    ...options,
    home,
    library,
    tools,
    toolFiles,
    lease,
    stores,
    rounds: new LoopScheduler(),
    personalFiles: createPersonalFiles({ ...stores, home, log, clock: edges.clock, usage, kept }),
    kept,
    outside: (options.openOutside ?? openOutside)(config, home, edges.clock),
    usage,
    loopWatch: createLoopWatch({ clock: edges.clock, log, marks: stores.marks }),
    learning: startLearning({ library, stores, clock: edges.clock, log, usage }),
  };
}

/** A node that does not exist would be allowed in vain: most likely it is misspelt. */
function checkAllowedNodes({ allowedNodes = [] }: Config, { nodes }: Catalogue): void {
  const unknown = allowedNodes.find((node) => !nodes.includes(node));
  if (unknown !== undefined)
    throw new AppError("bad-config", {
      ko: `IBL_ALLOWED_NODES에 적힌 "${unknown}" 노드는 없어요. 있는 것: ${nodes.join(", ")}`,
      en: `IBL_ALLOWED_NODES names the node "${unknown}", which does not exist. There are: ${nodes.join(", ")}.`,
    });
}
