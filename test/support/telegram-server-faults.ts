/** An error to answer with, in place of performing the call. */
export interface FailNext {
  /** Method in any case, such as "sendMessage". */
  readonly method: string;
  readonly status: number;
  /** Seconds, for 429. */
  readonly retryAfter?: number;
  readonly description?: string;
  readonly migrateToChatId?: number;
  /** How many calls in a row; default 1. */
  readonly times?: number;
}

/** A held call: `arrived` resolves when it has been performed; the answer leaves after `release`. */
export interface HeldCall {
  readonly arrived: Promise<void>;
  readonly release: () => void;
}

/** What happens to one call: `performed` tells whether the method ran before the connection was cut or the answer held. */
export type Fault =
  | { readonly kind: "fail"; readonly error: FailNext }
  | { readonly kind: "cut"; readonly isPerformed: boolean }
  | { readonly kind: "garble" }
  | { readonly kind: "hold"; readonly arrived: () => void; readonly released: Promise<void> };

/** Faults for calls to come, and for downloads as calls of "file"; each is used once, in the order given, by the first call of its method. */
export interface Faults {
  /** Answers with an error in Telegram's shape. */
  failNext(failure: FailNext): void;
  /** Performs the call and closes the socket without an answer. */
  dropAnswer(target: { readonly method: string }): void;
  /** Closes the socket without performing the call; the caller cannot tell this from `dropAnswer`. */
  dropCall(target: { readonly method: string }): void;
  /** Answers with a page that is not JSON and status 502, as a proxy in the way does; the call is not performed. */
  garbleNext(target: { readonly method: string }): void;
  /** Performs the call and holds its answer. */
  holdNext(target: { readonly method: string }): HeldCall;
}

/** The script's side and the server's side of the faults. */
export function createFaults(): {
  readonly script: Faults;
  readonly take: (method: string) => Fault | undefined;
} {
  const planned: { readonly method: string; readonly fault: Fault }[] = [];
  const plan = (method: string, fault: Fault): void => {
    planned.push({ method: method.toLowerCase(), fault });
  };
  return {
    take(method) {
      const index = planned.findIndex((entry) => entry.method === method);
      return index === -1 ? undefined : planned.splice(index, 1)[0]?.fault;
    },
    script: {
      failNext(error) {
        for (let time = 0; time < (error.times ?? 1); time += 1) {
          plan(error.method, { kind: "fail", error });
        }
      },
      dropAnswer: ({ method }) => plan(method, { kind: "cut", isPerformed: true }),
      dropCall: ({ method }) => plan(method, { kind: "cut", isPerformed: false }),
      garbleNext: ({ method }) => plan(method, { kind: "garble" }),
      holdNext({ method }) {
        let arrive = (): void => {};
        let release = (): void => {};
        const arrived = new Promise<void>((resolve) => {
          arrive = resolve;
        });
        const released = new Promise<void>((resolve) => {
          release = resolve;
        });
        plan(method, { kind: "hold", arrived: arrive, released });
        return { arrived, release: () => release() };
      },
    },
  };
}
