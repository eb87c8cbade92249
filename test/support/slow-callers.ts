import { connect, type Socket } from "node:net";
import type { TestContext } from "node:test";

/** How slow callers hold a server. */
export interface SlowCallers {
  readonly port: number;
  readonly count: number;
  /** What each writes, and then no more. */
  readonly text: string;
  /** Default 127.0.0.1. */
  readonly from?: string;
  /** True for callers that come again as soon as they are put out. */
  readonly isPersistent?: boolean;
}

/** Opens connections that begin a request and never end it, until the test ends. Resolves when all have been made once. */
export async function holdSlowly(context: TestContext, slow: SlowCallers): Promise<void> {
  const { port, count, text, from = "127.0.0.1", isPersistent = false } = slow;
  const sockets = new Set<Socket>();
  let isOver = false;
  const open = (onMade: () => void): void => {
    const socket = connect({ port, host: "127.0.0.1", localAddress: from });
    sockets.add(socket);
    socket.once("connect", () => {
      socket.write(text);
      onMade();
    });
    socket.on("error", () => undefined);
    socket.once("close", () => {
      sockets.delete(socket);
      if (isPersistent && !isOver) open(() => undefined);
    });
  };
  context.after(() => {
    isOver = true;
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(Array.from({ length: count }, () => new Promise<void>(open)));
}
