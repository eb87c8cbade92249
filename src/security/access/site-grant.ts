import { type GrantCall, type GrantPattern, normalTarget } from "./grant-pattern.ts";

/** What a press on a card allows for all acts on the pages of a site. No action is called so: it is never granted but by that press. */
const ACTS = { node: "interface", action: "act" } as const;

/** The grant for acts on the pages of a site, given as host and port; `undefined` for one that no grant can name. Pure. */
export function sitePattern(site: string): GrantPattern | undefined {
  const value = normalTarget("host", site);
  if (value === undefined) return undefined;
  return {
    ...ACTS,
    title: { ko: "웹 페이지에서 누르고 쓰기", en: "Click and type on web pages" },
    targets: [{ param: "site", role: "host", kind: "is", value }],
    open: [],
    isWhole: true,
  };
}

/** An act on a page of a site, as grants are looked up. Pure. */
export function siteCall(site: string): GrantCall | undefined {
  const value = normalTarget("host", site);
  return value === undefined
    ? undefined
    : { ...ACTS, targets: [{ param: "site", role: "host", value }], open: [] };
}

/** The site for whose pages a grant is; `undefined` for any other grant. Pure. */
export function siteOf({ node, action, targets }: GrantPattern): string | undefined {
  return node === ACTS.node && action === ACTS.action ? targets[0]?.value : undefined;
}
