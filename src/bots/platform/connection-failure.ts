/** Codes of OpenSSL checks that end a connection before the request is written (Node.js documentation, "X509 certificate error codes"). */
const CERTIFICATE = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** True when every attempt ended while the name was looked up, the connection made or its certificate checked. */
export function isBeforeSending(thrown: unknown): boolean {
  const attempts = attemptsOf(thrown);
  return (
    attempts.length > 0 &&
    attempts.every(
      ({ code, syscall }) =>
        syscall === "connect" ||
        syscall === "getaddrinfo" ||
        code === "UND_ERR_CONNECT_TIMEOUT" ||
        CERTIFICATE.test(code),
    )
  );
}

/** Node tries each address of a name and joins the failures in an AggregateError. */
function attemptsOf(thrown: unknown): FailureDetails[] {
  if (thrown instanceof AggregateError) return thrown.errors.flatMap(attemptsOf);
  if (thrown instanceof Error && thrown.cause !== undefined) return attemptsOf(thrown.cause);
  return [ownDetails(thrown)];
}

/** Code (`ECONNRESET`, or the name of the error) and system call of a failure; the call is empty where there was none. */
export interface FailureDetails {
  readonly code: string;
  readonly syscall: string;
}

/** The first failure of a connection. */
export function failureDetails(thrown: unknown): FailureDetails {
  return attemptsOf(thrown)[0] ?? { code: "unknown", syscall: "" };
}

function ownDetails(thrown: unknown): FailureDetails {
  if (!(thrown instanceof Error)) return { code: "unknown", syscall: "" };
  const code = "code" in thrown && typeof thrown.code === "string" ? thrown.code : thrown.name;
  const syscall = "syscall" in thrown && typeof thrown.syscall === "string" ? thrown.syscall : "";
  return { code, syscall };
}
