import { AppError } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import {
  blockedAddress,
  hostOf,
  isPrivateLiteral,
  parseHttpUrl,
} from "../../drivers/http/address-guard.ts";
import type { TargetChecks, TargetFault } from "../../engine/execute/target-check.ts";
import { webAddress } from "../web-address.ts";

/** Looks whether a text is a web address that a program may open; no name is looked up. `isOpen` tells of the private origins that an operator opened. */
export function createAddressTargetCheck(parts: {
  readonly isOpen: (origin: string) => boolean;
}): Pick<TargetChecks, "address"> {
  return {
    address({ value, node }) {
      // A browser is given the address in full.
      const address = node === "interface" ? value : webAddress(value);
      if (address === undefined)
        return {
          code: "bad-url",
          words: {
            ko: korean`${value}은(는) 웹 주소가 아니에요.`,
            en: `${value} isn't a web address.`,
          },
        };
      return addressFault(address, parts.isOpen);
    },
  };
}

function addressFault(
  address: string,
  isOpen: (origin: string) => boolean,
): TargetFault | undefined {
  try {
    const url = parseHttpUrl(address);
    if (!isPrivateLiteral(hostOf(url)) || isOpen(url.origin)) return undefined;
    throw blockedAddress(url.origin);
  } catch (error) {
    if (!(error instanceof AppError) || error.words === undefined) throw error;
    return { code: error.code, words: error.words };
  }
}
