import { createInterface } from "node:readline";
import { SERVICES, startUpstream } from "./upstream.ts";
import type { Fault } from "./upstream-faults.ts";

/** A line of the one who started this process: script a fault, or ask what was requested. */
interface Command {
  readonly misbehave?: {
    readonly service: string;
    readonly fault?: Fault;
    readonly times?: number;
  };
  readonly requests?: boolean;
}

/**
 * The loopback upstream as a process: prints one line `{origins, environment}` when ready, then obeys JSON lines on standard input
 * (`{"misbehave":{service, fault, times}}`, `{"requests":true}`), answering each with a line. Ends when standard input does.
 */
const upstream = await startUpstream();
print({ origins: upstream.origins, environment: upstream.environment });
for await (const line of createInterface({ input: process.stdin }))
  print(obey(JSON.parse(line) as Command)); // written by our own tests
await upstream.close();

function obey(command: Command): unknown {
  if (command.requests === true) return { requests: upstream.requests };
  const service = SERVICES.find((name) => name === command.misbehave?.service);
  if (service === undefined) return { error: "unknown service" };
  upstream.misbehave(service, command.misbehave?.fault, command.misbehave?.times);
  return { ok: true };
}

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
