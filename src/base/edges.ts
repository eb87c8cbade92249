import type { Clock } from "./clock.ts";

/** Places where a test may stop the process: called with the name of the commit point just passed. Production passes a no-op. */
export type FaultPoint = (name: string) => void;

/** What a process cannot decide by itself; the shipped entry passes the real ones, tests pass their own. */
export interface Edges {
  readonly clock: Clock;
  readonly faultPoint: FaultPoint;
  /** `sizeBytes` unpredictable bytes. */
  readonly randomBytes: (sizeBytes: number) => Uint8Array;
}

/** The process around the program: where it reads, writes and hears that it must stop. */
export interface ProcessEdges extends Edges {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly errors: NodeJS.WriteStream;
  readonly workingFolder: string;
  /** The folder of the product: data/ and assets/ stand in it. */
  readonly root: string;
  /** Calls back once when the system asks the process to end (SIGTERM, SIGINT). */
  readonly onStopRequest: (handler: () => void) => void;
  /** Calls back with every failure that nobody waited for: a library that throws at work of its own. Without a handler it ends the process. */
  readonly onStrayFailure: (handler: (thrown: unknown) => void) => void;
}
