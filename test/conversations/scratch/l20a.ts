import { startUpstream } from "../../support/upstream.ts";
import { perform } from "../support/perform.ts";
import type { Conversation } from "../support/conversation.ts";
const upstream = await startUpstream();
const talks: Conversation[] = JSON.parse(process.argv[2] ?? "[]");
const platform = (process.argv[3] ?? "telegram") as "telegram";
for (const talk of talks) {
  try {
    const { recording, shown } = await perform({ hasGuest: true, isGuestIn: true, ...talk }, platform, upstream);
    if (process.env.RAW) console.log(JSON.stringify((recording as any).situations[0].steps[0], null, 1).slice(0, 3000));
    for (const step of (recording as any).situations[0].steps) {
      console.log("\n=== ", step.act.text ?? step.act.label);
      for (const m of step.shown) console.log((m.edits ? '(edit) ' : '') + m.text, JSON.stringify(m.rows ?? m.labels));
      if (step.note) console.log('note', step.note);
    }
  } catch (e) { console.log("ERR", (e as Error).message.slice(0, 3000)); }
}
await upstream.close();
