import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A web server on loopback that a test scripts; `requests` are in order of arrival. */
export interface Upstream {
  readonly origin: string;
  readonly port: number;
  readonly requests: readonly IncomingMessage[];
  /** Connections made so far, also those without a request. */
  connectionCount(): number;
  close(): Promise<void>;
}

/** Starts a server on 127.0.0.1; the test must close it. */
export async function startUpstream(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<Upstream> {
  const requests: IncomingMessage[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    requests.push(request);
    void answer(request, response);
  });
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server listens on an address
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests,
    connectionCount: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The whole body that a client sent, as text. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
