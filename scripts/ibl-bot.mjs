#!/usr/bin/env node
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildIfStale, checkNode, install, root } from "./ready.mjs";

checkNode();
install({ withDevelopment: false });
buildIfStale();
const { runProcess } = await import(pathToFileURL(join(root, "dist", "ibl-bot.mjs")).href);
await runProcess(root);
