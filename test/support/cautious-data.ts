import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What the product does at once, and a cautious operator may have asked about all the same by files in HOME/data. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  "ibl_nodes/system.yaml": [
    ...["delete", "delete_workflow", "schedule", "create", "update", "delete_event"],
    ...["manage_events", "enable", "run_now", "change_briefing"],
  ],
  "ibl_nodes/source.yaml": ["memory_delete"],
};

/** Files for HOME/data by which deletions and schedules wait for a press: tests of cards show one for them. */
export function cautiousData(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(ASKED).map(([path, actions]) => {
      const shipped = readFileSync(
        fileURLToPath(new URL(`../../data/${path}`, import.meta.url)),
        "utf8",
      );
      const asked = actions.reduce(
        (text, name) => text.replace(`\n  ${name}:\n`, `\n  ${name}:\n    approval: true\n`),
        shipped,
      );
      return [path, asked];
    }),
  );
}
