/** One outgoing HTTP request. `url` is absolute; `timeoutMs` covers connect to last byte; bodies above `maxBytes` fail. */
export interface FetchRequest {
  readonly url: string;
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Default 20,000. */
  readonly timeoutMs?: number;
  /** Default 5 MiB. */
  readonly maxBytes?: number;
  /** Default 5; each hop is checked again. */
  readonly maxRedirects?: number;
  /** The API service this request is for; its configured `IBL_UPSTREAM_…` origin is allowed to it alone. */
  readonly service?: string;
  readonly signal?: AbortSignal;
}

/** An answer of any status. `url` is the address after redirects; header names are lower case. */
export interface FetchResponse {
  readonly status: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** The one door to the outside over HTTP. Rejects with an `AppError` (`http-…`) when no answer could be had; never for a status. */
export type Fetch = (request: FetchRequest) => Promise<FetchResponse>;
