import { lookup as systemLookup } from "node:dns/promises";
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from "node:net";
import { AppError } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";

/** One address that a name leads to. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Turns a host name into its addresses, in the order to be tried; rejects with `ENOTFOUND` where there are none. */
export type Lookup = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** The private origins an operator opened. `service` names the API client that asks, if any. */
export interface OpenOrigins {
  isOpen(origin: string, service?: string): boolean;
}

/** Longest web address accepted, in UTF-16 units. */
const LONGEST_URL = 8192;

/**
 * Every block that is not globally reachable: IANA IPv4 Special-Purpose Address Registry, and 224.0.0.0/4 (multicast, RFC 5771); and
 * the public address that on Azure is the machine's own platform (learn.microsoft.com, "What is IP address 168.63.129.16?").
 */
const RESERVED_IPV4 = blockList("ipv4", [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["168.63.129.16", 32],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
]);

/** IANA assigns global unicast addresses from 2000::/3 alone (IANA IPv6 Address Space registry). */
const GLOBAL_IPV6 = blockList("ipv6", [["2000::", 3]]);

/** Blocks inside 2000::/3 that are no public hosts, 6to4 (2002::/16) and Teredo (in 2001::/23) with them: IANA IPv6 Special-Purpose Address Registry. */
const RESERVED_IPV6 = blockList("ipv6", [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
]);

/** True for an address of the public internet. Anything else, or not an address at all, is false; IPv4-mapped and NAT64 addresses are judged by the IPv4 address inside. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !RESERVED_IPV4.check(address, "ipv4");
  if (!isIPv6(address) || address.includes("%")) return false;
  const inside = embeddedIpv4(address);
  if (inside !== undefined) return isPublicAddress(inside);
  return GLOBAL_IPV6.check(address, "ipv6") && !RESERVED_IPV6.check(address, "ipv6");
}

/** True for a host that is itself an address, and no public one. A name is not looked up. */
export function isPrivateLiteral(host: string): boolean {
  return isIP(host) !== 0 && !isPublicAddress(host);
}

/** The URL of one hop: http or https, with a host and without a user name or password. Throws `http-bad-url`; the message repeats nothing of the text but its scheme. */
export function parseHttpUrl(text: string, base?: string): URL {
  if (text.length > LONGEST_URL) {
    throw badUrl({
      en: `The web address is longer than ${LONGEST_URL} characters. Shorten it.`,
      ko: `웹 주소가 ${LONGEST_URL}자보다 길어요. 줄여 주세요.`,
    });
  }
  if (!URL.canParse(text, base)) {
    throw badUrl({
      en: "The web address cannot be read. Write it in full, such as https://example.com/page.",
      ko: "웹 주소를 읽을 수 없어요. https://example.com/page 처럼 온전히 써 주세요.",
    });
  }
  const url = new URL(text, base);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw badUrl({
      en: `Only http and https addresses can be fetched; this one starts with "${url.protocol}".`,
      ko: `http와 https 주소만 가져올 수 있는데, 이 주소는 "${url.protocol}"로 시작해요.`,
    });
  }
  if (url.username !== "" || url.password !== "") {
    throw badUrl({
      en: `The address on "${url.origin}" carries a user name or password. Leave them out; send a header instead.`,
      ko: `"${url.origin}" 주소에 사용자 이름이나 비밀번호가 들어 있어요. 빼고 헤더로 보내 주세요.`,
    });
  }
  return url;
}

/** The host of a URL as the sockets want it: IPv6 literals without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
}

/** The exact origins (scheme, host, port) opened to every program, and those opened to one service each. Throws `http-bad-url` for an entry that is no origin. */
export function createOpenOrigins(options: {
  readonly allowOrigins: readonly string[];
  readonly serviceOrigins: Readonly<Record<string, string>>;
}): OpenOrigins {
  const everyone = new Set(options.allowOrigins.map((origin) => parseHttpUrl(origin).origin));
  const services = new Map(
    Object.entries(options.serviceOrigins).map(([service, url]) => [
      service,
      parseHttpUrl(url).origin,
    ]),
  );
  return {
    isOpen: (origin, service) =>
      everyone.has(origin) || (service !== undefined && services.get(service) === origin),
  };
}

/** Names are looked up as every program of the machine does it, hosts file included. */
export const lookupBySystem: Lookup = async (hostname) => {
  const found = await systemLookup(hostname, { all: true, order: "verbatim" });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

/** The addresses of a host name or literal. Unless `open`, every one of them must be public: one private address refuses the host with `http-blocked-address`. */
export async function resolveHost(
  hostname: string,
  options: { readonly lookup: Lookup; readonly open: boolean; readonly origin: string },
): Promise<readonly ResolvedAddress[]> {
  const family = isIP(hostname);
  const addresses: readonly ResolvedAddress[] =
    family === 0
      ? await options.lookup(hostname)
      : [{ address: hostname, family: family === 6 ? 6 : 4 }];
  if (!options.open && addresses.some(({ address }) => !isPublicAddress(address))) {
    throw blockedAddress(options.origin);
  }
  return addresses;
}

/** The same judgement as the `lookup` of a socket, so that the addresses judged are those connected to. A socket skips it for a literal address: call `resolveHost` first. */
export function lookupFor(options: {
  readonly lookup: Lookup;
  readonly open: boolean;
  readonly origin: string;
}): LookupFunction {
  return (hostname, wanted, callback) => {
    resolveHost(hostname, options).then(
      (found) => answerLookup(hostname, found, wanted, callback),
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

/** The refusal of a host inside a private or local network. */
export function blockedAddress(origin: string): AppError {
  return new AppError("http-blocked-address", {
    en: `"${origin}" leads into a private network or this computer, so I can't open it.`,
    ko: korean`"${origin}"은(는) 사설망이나 이 컴퓨터로 이어지는 주소라 열 수 없어요.`,
  });
}

function answerLookup(
  hostname: string,
  found: readonly ResolvedAddress[],
  wanted: Parameters<LookupFunction>[1],
  callback: Parameters<LookupFunction>[2],
): void {
  const family = wanted.family === "IPv4" ? 4 : wanted.family === "IPv6" ? 6 : wanted.family;
  const usable = found.filter((address) => !family || address.family === family);
  const [first] = usable;
  if (first === undefined) {
    const error = new Error(`No address found for ${hostname}`);
    callback(Object.assign(error, { code: "ENOTFOUND" }), []);
    return;
  }
  if (wanted.all === true) callback(null, [...usable]);
  else callback(null, first.address, first.family);
}

function badUrl(words: Localized): AppError {
  return new AppError("http-bad-url", words);
}

/** The IPv4 address inside `::ffff:0:0/96` (RFC 4291) or `64:ff9b::/96` (RFC 6052). */
function embeddedIpv4(address: string): string | undefined {
  const groups = ipv6Groups(address);
  const prefix = groups.slice(0, 6).join(":");
  if (prefix !== "0:0:0:0:0:ffff" && prefix !== "64:ff9b:0:0:0:0") return undefined;
  const [high, low] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  if (high === undefined || low === undefined) return undefined;
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** The eight groups of an IPv6 address in lower-case hexadecimal, without leading zeros. The URL parser gives the canonical text. */
function ipv6Groups(address: string): readonly string[] {
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = "", tail] = canonical.split("::");
  const before = head === "" ? [] : head.split(":");
  if (tail === undefined) return before;
  const after = tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...zeros, ...after];
}

function blockList(
  family: "ipv4" | "ipv6",
  subnets: readonly (readonly [string, number])[],
): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, family);
  return list;
}
