import { createRequire } from "node:module";
import type BetterSqlite3 from "better-sqlite3";

/**
 * The SQLite binding that this Node can use. Version 13 brings a binary for every system, so nothing is compiled, but needs a Node-API
 * that Node 20 does not have; and from 24.19 on, Node aborts when a statement of version 12 is collected (earendil-works/pi issue 8492).
 */
const PACKAGE =
  Number(process.versions.node.split(".")[0]) >= 22 ? "better-sqlite3-13" : "better-sqlite3";

/** Opens SQLite files; both versions have this API. */
export const Sqlite = createRequire(import.meta.url)(PACKAGE) as typeof BetterSqlite3; // one of two versions of this package
