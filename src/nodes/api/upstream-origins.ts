import type { Fetch } from "../../base/fetch.ts";

/**
 * A `Fetch` that sends each service's requests to the address configured for it (`IBL_UPSTREAM_…`), for tests and for those who host
 * a copy: the scheme, host and port are replaced, a path in the configured address is put before the request's own. Requests
 * without a service, and services without an address, go where they say.
 */
export function sendToConfigured(
  fetch: Fetch,
  serviceOrigins: Readonly<Record<string, string>>,
): Fetch {
  return (request) => {
    const { service } = request;
    const configured =
      service !== undefined && Object.hasOwn(serviceOrigins, service)
        ? serviceOrigins[service]
        : undefined;
    if (configured === undefined) return fetch(request);
    const original = new URL(request.url);
    const base = configured.replace(/[/]+$/, "");
    return fetch({ ...request, url: `${base}${original.pathname}${original.search}` });
  };
}
