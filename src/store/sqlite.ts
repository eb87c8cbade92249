import { createRequire } from "node:module";
import type BetterSqlite3 from "better-sqlite3";

/**
 * The SQLite binding that this Node can use. From 24.19 on, Node aborts when a statement of better-sqlite3 12 is collected
 * (earendil-works/pi issue 8492; fixed by the rewrite in version 13), and 13 needs a Node-API that Node 20 does not have.
 */
const PACKAGE =
  Number(process.versions.node.split(".")[0]) >= 24 ? "better-sqlite3-13" : "better-sqlite3";

/** Opens SQLite files; both versions have this API. */
export const Sqlite = createRequire(import.meta.url)(PACKAGE) as typeof BetterSqlite3; // one of two versions of this package
