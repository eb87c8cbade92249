// The built program without the checks of scripts/ibl-bot.mjs (packages installed, build fresh).
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { runProcess } = await import(pathToFileURL(join(root, "dist", "ibl-bot.mjs")).href);
await runProcess(root);
