import { isIP } from "node:net";
import type { Dispatcher } from "undici";
import { Agent, buildConnector } from "undici";
import { blockedAddress, isPublicAddress, type Lookup, lookupFor } from "./address-guard.ts";

/** Longest wait for one connection, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Most sockets to one origin at a time. */
const CONNECTIONS_PER_ORIGIN = 16;

/** Two sets of sockets that never mix: one that reaches public addresses only, one for the origins an operator opened. */
export interface Dispatchers {
  readonly guarded: Dispatcher;
  readonly open: Dispatcher;
  /** Ends every socket, also those in use. */
  close(): Promise<void>;
}

/** Makes both sets of sockets; whoever made them closes them. */
export function createDispatchers(lookup: Lookup): Dispatchers {
  const guarded = createAgent(lookup, false);
  const open = createAgent(lookup, true);
  return {
    guarded,
    open,
    close: async () => {
      await Promise.all([guarded.destroy(), open.destroy()]);
    },
  };
}

function createAgent(lookup: Lookup, open: boolean): Agent {
  return new Agent({
    connect: createConnector(lookup, open),
    connections: CONNECTIONS_PER_ORIGIN,
    headersTimeout: 0, // the request's own deadline covers headers and body
    bodyTimeout: 0,
  });
}

/** A literal address never reaches a lookup, and a name may lead elsewhere than a moment ago: so both are judged here, where the socket is made. */
function createConnector(lookup: Lookup, open: boolean): buildConnector.connector {
  return (target, callback) => {
    const origin = `${target.protocol}//${target.host ?? target.hostname}`;
    if (!open && isIP(target.hostname) !== 0 && !isPublicAddress(target.hostname)) {
      callback(blockedAddress(origin), null);
      return;
    }
    const connect = buildConnector({
      timeout: CONNECT_TIMEOUT_MS,
      lookup: lookupFor({ lookup, open, origin }),
    });
    connect(target, (...[error, socket]) => {
      if (error !== null) {
        callback(error, null);
        return;
      }
      if (!open && !isPublicAddress(socket.remoteAddress ?? "")) {
        socket.destroy();
        callback(blockedAddress(origin), null);
        return;
      }
      callback(null, socket);
    });
  };
}
