import { accessSync, constants, statfsSync } from "node:fs";
import { messageOf } from "../base/errors.ts";
import type { Config } from "../config.ts";
import { findChromium } from "../drivers/browser.ts";
import { createProcessDriver } from "../drivers/process.ts";
import { channelLines, onlineChannelLines } from "./health-channels.ts";
import type { HealthLine } from "./health-line.ts";
import { modelAnswers, modelLine } from "./model-health.ts";
import type { Parts } from "./parts.ts";

/** Below this, files and the database may soon fail. */
const LOW_DISK_BYTES = 200 * 1024 * 1024;

/** What is configured and what is missing. Touches no network. */
export async function healthLines(parts: Parts): Promise<readonly HealthLine[]> {
  const { config } = parts;
  return [
    { name: "Node.js", state: "ok", detail: process.version },
    homeLine(parts),
    ...channelLines(config),
    modelLine(config),
    browserLine(config),
    await sandboxLine(),
    { name: "Time zone", state: "ok", detail: `${config.zone} (set IBL_TIME_ZONE to change)` },
    { name: "Language", state: "ok", detail: `${config.language} (set IBL_LANGUAGE to change)` },
    ownerLine(parts),
    ...approvalLines(parts),
    catalogueLine(parts),
  ];
}

/** Asks the platforms whether their tokens are good, and every model whether it answers. */
export async function onlineLines(parts: Parts): Promise<readonly HealthLine[]> {
  const lines = await Promise.all([onlineChannelLines(parts.config), modelAnswers(parts)]);
  return lines.flat();
}

function homeLine(parts: Parts): HealthLine {
  const { path } = parts.home;
  try {
    accessSync(path, constants.W_OK);
    const disk = statfsSync(path);
    const freeBytes = disk.bavail * disk.bsize;
    if (freeBytes < LOW_DISK_BYTES)
      return {
        name: "Home",
        state: "problem",
        detail: `${path} has only ${Math.round(freeBytes / 1024 / 1024)} MB left`,
        next: "Free some space, or move HOME with IBL_HOME.",
      };
    return {
      name: "Home",
      state: "ok",
      detail: `${path} (${Math.round(freeBytes / 1024 / 1024)} MB free)`,
    };
  } catch (error) {
    return {
      name: "Home",
      state: "problem",
      detail: messageOf(error),
      next: "Choose another folder with IBL_HOME.",
    };
  }
}

function browserLine(config: Config): HealthLine {
  const found = findChromium(config.chromiumPath);
  if (found !== undefined) return { name: "Chromium", state: "ok", detail: found };
  return {
    name: "Chromium",
    state: "missing",
    detail: "browser actions are off",
    next: "Install it (Debian: apt-get install chromium), or set CHROMIUM_PATH.",
  };
}

async function sandboxLine(): Promise<HealthLine> {
  const kind = await createProcessDriver().sandbox();
  if (kind !== "none") return { name: "Sandbox", state: "ok", detail: `commands run in ${kind}` };
  return {
    name: "Sandbox",
    state: "missing",
    detail: "commands would run with the rights of this user",
    next: "Install bubblewrap (Debian: apt-get install bubblewrap).",
  };
}

function ownerLine(parts: Parts): HealthLine {
  const names = parts.people.owners().map((owner) => owner.name);
  return { name: "Owners", state: "ok", detail: names.join(", ") };
}

/** Said only where the settings ask for more than one press by anybody. */
function approvalLines(parts: Parts): readonly HealthLine[] {
  const { fourEyes, quorum } = parts.config.approvalPolicy;
  if (!fourEyes && quorum === 1) return [];
  const needed = quorum + (fourEyes ? 1 : 0);
  const count = parts.people.owners().length;
  const detail = `${quorum} must approve${fourEyes ? ", none of them the one who asks" : ""}; there are ${count} owners, the local one among them`;
  if (count >= needed) return [{ name: "Approvals", state: "ok", detail }];
  const next = "Make more people owners with /people, or lower IBL_APPROVAL_QUORUM.";
  return [{ name: "Approvals", state: "problem", detail, next }];
}

function catalogueLine(parts: Parts): HealthLine {
  const problems = parts.library.problems();
  const { actions } = parts.library.catalogue();
  const count = [...actions.values()].filter(({ tool }) => tool === undefined).length;
  const [first] = problems;
  if (first === undefined) return { name: "Catalogue", state: "ok", detail: `${count} actions` };
  return {
    name: "Catalogue",
    state: "problem",
    detail: `${count} actions; data/${first.file}:${first.line}: ${first.message}${problems.length > 1 ? ` (+${problems.length - 1} more)` : ""}`,
    next: "Mend the file; it is read again by itself.",
  };
}
