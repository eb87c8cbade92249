/** An address that a person wrote: host with port, and the rest as it would be requested. */
export interface SaidAddress {
  readonly host: string;
  readonly rest: string;
}

/** Every address in a message, with or without its scheme. What may be a Korean particle or a full stop at its end is tried both ways. Pure. */
export function addressesIn(message: string): readonly SaidAddress[] {
  return message
    .normalize("NFC")
    .split(/[\s"'“”‘’<>()[\]{}`,]+/u)
    .flatMap((word) => endingsOf(word))
    .flatMap((word) => parsed(word) ?? []);
}

/** True when the whole address was written, or only its host and the address is that host's start page. Names and passwords in an address are never said. Pure. */
export function isSaidAddress(text: string, said: readonly SaidAddress[]): boolean {
  const address = parsed(text.normalize("NFC").trim());
  if (address === undefined) return false;
  return said.some(
    ({ host, rest }) => host === address.host && (address.rest === "/" || address.rest === rest),
  );
}

/** A word, and what is left of it without what may stick to an address. */
function endingsOf(word: string): readonly string[] {
  const bare = word.replace(/[.,;:!?…]+$/u, "");
  const withoutParticle = bare.replace(/[가-힣]+$/u, "");
  return [...new Set([word, bare, withoutParticle])].filter((text) => text !== "");
}

function parsed(text: string): SaidAddress | undefined {
  const hasScheme = /^https?:\/\//i.test(text);
  const whole = hasScheme ? text : `https://${text}`;
  if (!hasScheme && /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/:]+:\d/.test(text)) return undefined;
  if (!URL.canParse(whole)) return undefined;
  const { host, hostname, pathname, search, hash, username, password } = new URL(whole);
  if (username !== "" || password !== "") return undefined;
  if (!hasScheme && !hostname.includes(".")) return undefined;
  const path = pathname.replace(/\/+$/, "");
  return {
    host,
    rest: path === "" && search === "" && hash === "" ? "/" : `${path}${search}${hash}`,
  };
}
