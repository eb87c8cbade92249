/** Addresses in a row that a file may be passed on to. */
const MOST_REDIRECTS = 5;

/** The platform's `fetch` for the Hub that the operator named, which passes large files on to others: followed over https alone, or within the Hub. */
export function createHubFetch(
  hubUrl: string,
): (input: string | URL, init?: RequestInit) => Promise<Response> {
  const { origin } = new URL(hubUrl);
  return async (input, init = {}) => {
    let url = new URL(input);
    for (let passed = 0; passed <= MOST_REDIRECTS; passed += 1) {
      if (url.protocol !== "https:" && url.origin !== origin)
        throw new Error(`fetch failed: ${url.origin} is not reached over https`);
      const response = await fetch(url, { ...init, redirect: "manual" });
      const next = nextOf(response);
      if (next === undefined) return response;
      await response.body?.cancel();
      url = new URL(next, url);
    }
    throw new Error(`fetch failed: ${origin} redirects too often`);
  };
}

function nextOf({ status, headers }: Response): string | undefined {
  return status >= 300 && status < 400 ? (headers.get("location") ?? undefined) : undefined;
}
