import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import type { ProcessEdges } from "../../../src/base/edges.ts";
import { builtProgram } from "../../support/program.ts";
import { ROOT, testEnvironment } from "../../support/service.ts";
import type { ShiftedClock } from "../../support/shifted-clock.ts";

/** What a service reads and writes, where it is at a terminal. */
export interface TerminalStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** The built service in this process: `ibl-bot start --home HOME` from its command line on, with a clock that the test moves. */
export interface ServiceHere {
  /** Asks it to end as a signal does; resolves with its exit code. */
  stop(): Promise<number>;
}

/** Starts it. What it writes for whoever runs it goes to `tell`. */
export async function startService(
  home: string,
  environment: Readonly<Record<string, string>>,
  edges: {
    readonly clock: ShiftedClock;
    /** Absent where it is at no terminal. */
    readonly terminal?: TerminalStreams | undefined;
    readonly tell: (text: string) => void;
  },
): Promise<ServiceHere> {
  const { main } = await builtProgram();
  const { clock, terminal, tell } = edges;
  const isTTY = terminal !== undefined;
  const errors = new PassThrough().setEncoding("utf8").on("data", tell);
  let stop = (): void => undefined;
  const around = {
    clock,
    faultPoint: () => undefined,
    randomBytes: (sizeBytes: number) => randomBytes(sizeBytes),
    input: Object.assign(terminal?.input ?? new PassThrough(), { isTTY }),
    output: Object.assign(terminal?.output ?? new PassThrough().resume(), { isTTY }),
    errors,
    workingFolder: home,
    root: ROOT,
    onStopRequest(handler: () => void) {
      stop = handler;
    },
    onStrayFailure: () => undefined,
  } as unknown as ProcessEdges; // the service reads and writes as streams do
  const ended = main(["start", "--home", home], testEnvironment(environment), around);
  return {
    stop() {
      stop();
      return ended;
    },
  };
}
