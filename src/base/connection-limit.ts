import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/** One open connection. */
interface Caller {
  readonly socket: Socket;
  readonly address: string;
  /** What it asks now, from the end of the head on. */
  request: IncomingMessage | undefined;
  /** True once a request of it was taken: strangers' are refused. */
  wasTaken: boolean;
}

/**
 * Holds a server to `most` connections without letting slow ones keep others out: one too many closes a connection whose request has
 * not come whole, of the address that has most of them, the oldest first. Those that had a request taken before go last; where every
 * request is being answered, the new connection is closed. Callers behind one proxy count as one address.
 */
export function limitConnections(server: Server, most: number): void {
  const callers = new Map<Socket, Caller>(); // in the order in which they came
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    callers.set(socket, { socket, address, request: undefined, wasTaken: false });
    socket.once("close", () => callers.delete(socket));
    if (callers.size > most) (slowest([...callers.values()])?.socket ?? socket).destroy();
  });
  server.on("request", (request, response) => {
    const caller = callers.get(request.socket);
    if (caller === undefined) return;
    caller.request = request;
    response.once("close", () => {
      caller.request = undefined;
      caller.wasTaken ||= response.statusCode < 300;
    });
  });
}

function slowest(callers: readonly Caller[]): Caller | undefined {
  const slow = callers.filter(
    ({ socket, request }) => !socket.destroyed && request?.complete !== true,
  );
  const strangers = slow.filter(({ wasTaken }) => !wasTaken);
  const candidates = strangers.length > 0 ? strangers : slow;
  const counts = new Map<string, number>();
  for (const { address } of candidates) counts.set(address, (counts.get(address) ?? 0) + 1);
  const largest = Math.max(...counts.values());
  return candidates.find(({ address }) => counts.get(address) === largest);
}
