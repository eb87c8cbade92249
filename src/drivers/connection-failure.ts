import { AppError, codeOf } from "../base/errors.ts";

/** What a connection that failed means, as a sentence that names the origin alone. */
export function unreachable(error: unknown, origin: string): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT") {
    return new AppError(
      "http-timeout",
      `"${origin}" did not accept a connection in time. Try again later.`,
      { cause: error },
    );
  }
  return new AppError("http-unreachable", `"${origin}" ${reasonOf(code)}`, { cause: error });
}

function reasonOf(code: string): string {
  switch (code) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EAI_NODATA":
      return "cannot be found: no address is known for that name. Check its spelling and the network.";
    case "ECONNREFUSED":
      return "refused the connection. Check the address and port.";
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return "cannot be reached from this machine. Check the network.";
    case "ECONNRESET":
    case "EPIPE":
    case "UND_ERR_SOCKET":
      return "closed the connection before its answer was complete. Try again later.";
    case "UND_ERR_CLOSED":
    case "UND_ERR_DESTROYED":
      return "is not fetched any more, because the service is stopping.";
    default:
      return /CERT|TLS|SSL|SELF_SIGNED|ISSUER|EPROTO/.test(code)
        ? `has no valid certificate for a secure connection (${code}). Do not send it anything private.`
        : `gave an answer that cannot be read (${code}). Try again later.`;
  }
}
