import type { Clock } from "../../base/clock.ts";
import type { FetchRequest, FetchResponse } from "../../base/fetch.ts";
import { isJsonObject, parsedJson } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import { responseText } from "../../drivers/http/http-text.ts";
import { type ApiService, variablesIn, variablesOf } from "../../engine/catalogue/api-call.ts";
import { worded } from "../localize.ts";
import { type Asking, askRaw, type FailureOutcome, failed, goodAnswer } from "./upstream.ts";

/** An answer of a good status, and when it was had. */
export type ServiceAnswer =
  | { readonly ok: true; readonly response: FetchResponse; readonly atMs: number }
  | FailureOutcome;

/** One request of a call. */
export interface ServiceRequest {
  readonly service: ApiService;
  readonly request: FetchRequest;
  /** False for what must not be sent twice. */
  readonly isRead: boolean;
  /** How long an answer serves others, in seconds. */
  readonly cacheS: number;
}

/** Longest wait for a turn or before another try, in ms: a person waits for the answer. */
const LONGEST_WAIT_MS = 20_000;
const FIRST_PAUSE_MS = 500;

/** Most answers that are kept, and the largest of them in bytes. */
const MOST_KEPT = 200;
const LARGEST_KEPT = 1024 * 1024;

/** A token is renewed so long before it ends, in ms. */
const TOKEN_MARGIN_MS = 30_000;

/** Sends requests to services: with their keys, at their pace, again after a passing failure, and not at all while an answer is fresh. */
export class ServiceClient {
  readonly #clock: Clock;
  readonly #variable: (name: string) => string | undefined;
  readonly #answers = new Map<
    string,
    { readonly response: FetchResponse; readonly atMs: number }
  >();
  readonly #turns = new Map<string, number[]>();
  readonly #tokens = new Map<string, { readonly token: string; readonly untilMs: number }>();

  constructor(clock: Clock, variable: (name: string) => string | undefined) {
    this.#clock = clock;
    this.#variable = variable;
  }

  /** Rejects on abort only. No failure holds a key. */
  async ask(asking: Asking, asked: ServiceRequest): Promise<ServiceAnswer> {
    const { service } = asked;
    const keyed = await this.#withKey(asking, service, asked.request);
    if ("ok" in keyed) return this.#withoutSecrets(keyed, service);
    const { url, method, body } = keyed.request;
    const key = JSON.stringify([service.service, method, url, body]);
    const kept = this.#kept(key, asked.cacheS);
    if (kept !== undefined) return { ok: true, ...kept };
    const answer = await this.#sent(asking, { ...asked, request: keyed.request });
    if (!answer.ok) return this.#withoutSecrets(answer, service);
    const now = { response: answer.response, atMs: this.#clock.now() };
    if (asked.cacheS > 0 && asked.isRead) this.#keep(key, now);
    return { ok: true, ...now };
  }

  /** A text in which no key of a service stands, plain or percent-encoded. */
  masked(text: string, service: ApiService): string {
    const secrets = variablesOf(service).flatMap((name) => this.#variable(name) ?? []);
    return secrets
      .flatMap((secret) => [secret, encodeURIComponent(secret)])
      .filter((secret) => secret !== "")
      .reduce((masked, secret) => masked.replaceAll(secret, "•••"), text);
  }

  /** The first variable that a service needs and that is not set. */
  missingKey(service: ApiService): string | undefined {
    if (service.auth?.optional === true) return undefined;
    return variablesOf(service).find((name) => (this.#variable(name) ?? "") === "");
  }

  #withoutSecrets({ failure }: FailureOutcome, service: ApiService): FailureOutcome {
    return failed(failure.code, this.masked(failure.message, service), failure.retryable);
  }

  #kept(key: string, cacheS: number): { response: FetchResponse; atMs: number } | undefined {
    const kept = this.#answers.get(key);
    return kept !== undefined && this.#clock.now() - kept.atMs < cacheS * 1000 ? kept : undefined;
  }

  #keep(key: string, answer: { readonly response: FetchResponse; readonly atMs: number }): void {
    if (answer.response.body.byteLength > LARGEST_KEPT) return;
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MOST_KEPT && oldest !== undefined) this.#answers.delete(oldest);
  }

  async #sent(
    asking: Asking,
    { service, request, isRead }: ServiceRequest,
    attempt = 0,
  ): Promise<ServiceAnswer> {
    const waited = await this.#turn(asking, service);
    if (waited !== undefined) return waited;
    const raw = await askRaw(asking, request);
    const answer = raw.ok ? goodAnswer(asking, raw.response) : raw;
    if (answer.ok) return { ...answer, atMs: this.#clock.now() };
    const pauseMs = pauseOf(raw.ok ? raw.response : undefined, attempt, this.#clock.now());
    const isLast = attempt >= service.retries || pauseMs > LONGEST_WAIT_MS;
    if (!isRead || isLast || !answer.failure.retryable) return answer;
    await this.#clock.sleep(pauseMs, asking.call.signal);
    return this.#sent(asking, { service, request, isRead, cacheS: 0 }, attempt + 1);
  }

  /** Waits for the service's pace; a failure where that takes too long. */
  async #turn(
    asking: Asking,
    { service, rate, title }: ApiService,
  ): Promise<FailureOutcome | undefined> {
    if (rate === undefined) return undefined;
    const nowMs = this.#clock.now();
    const turns = this.#turns.get(service) ?? [];
    const before = turns.at(-rate.calls);
    const atMs = Math.max(nowMs, before === undefined ? 0 : before + rate.seconds * 1000);
    if (atMs - nowMs > LONGEST_WAIT_MS)
      return failed("upstream-429", worded(asking.call, busy(title)), true);
    this.#turns.set(service, [...turns.slice(-rate.calls), atMs]);
    if (atMs > nowMs) await this.#clock.sleep(atMs - nowMs, asking.call.signal);
    return undefined;
  }

  /** The request with its key. */
  async #withKey(
    asking: Asking,
    service: ApiService,
    request: FetchRequest,
  ): Promise<{ readonly request: FetchRequest } | FailureOutcome> {
    const { auth } = service;
    if (auth === undefined) return { request };
    const url = new URL(request.url);
    const headers: Record<string, string> = { ...request.headers };
    for (const [name, text] of this.#keys(auth.query)) url.searchParams.set(name, text);
    for (const [name, text] of this.#keys(auth.headers)) headers[name.toLowerCase()] = text;
    if (auth.oauth2 !== undefined) {
      const token = await this.#token(asking, service);
      if (typeof token !== "string") return token;
      headers["authorization"] = `Bearer ${token}`;
    }
    return { request: { ...request, url: url.href, headers } };
  }

  /** Names with their texts filled, without those whose key is not set. */
  #keys(texts: Readonly<Record<string, string>> = {}): readonly (readonly [string, string])[] {
    return Object.entries(texts).flatMap(([name, text]) => {
      const values = variablesIn(text).map((variable) => [
        variable,
        this.#variable(variable) ?? "",
      ]);
      if (values.some(([, value]) => value === "")) return [];
      const filled = values.reduce(
        (whole, [variable = "", value = ""]) => whole.replaceAll(`{${variable}}`, () => value),
        text,
      );
      return [[name, filled] as const];
    });
  }

  /** An access token by client credentials (RFC 6749 §4.4), kept until shortly before it ends. */
  async #token(asking: Asking, service: ApiService): Promise<string | FailureOutcome> {
    const kept = this.#tokens.get(service.service);
    if (kept !== undefined && kept.untilMs > this.#clock.now()) return kept.token;
    const { token_url: tokenUrl = "", id = "", secret = "", scope } = service.auth?.oauth2 ?? {};
    const form = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: this.#variable(id) ?? "",
      client_secret: this.#variable(secret) ?? "",
      ...(scope === undefined ? {} : { scope }),
    });
    const answer = await this.#sent(asking, {
      service,
      isRead: true,
      cacheS: 0,
      request: {
        url: tokenUrl.startsWith("/") ? new URL(tokenUrl, service.baseUrl).href : tokenUrl,
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          accept: "application/json",
        },
        body: form.toString(),
        service: service.service,
      },
    });
    if (!answer.ok) return answer;
    const told = parsedJson(responseText(answer.response));
    const token = isJsonObject(told) ? told["access_token"] : undefined;
    if (!isJsonObject(told) || typeof token !== "string" || token === "")
      return failed("upstream-changed", worded(asking.call, noToken(service)));
    const seconds = Number(told["expires_in"] ?? 0);
    const untilMs = this.#clock.now() + seconds * 1000 - TOKEN_MARGIN_MS;
    this.#tokens.set(service.service, { token, untilMs });
    return token;
  }
}

/** What the upstream asks for (RFC 9110 §10.2.3), else twice as long each time. */
function pauseOf(response: FetchResponse | undefined, attempt: number, nowMs: number): number {
  const told = response?.headers["retry-after"] ?? "";
  const seconds = /^\d{1,6}$/.test(told) ? Number(told) : (Date.parse(told) - nowMs) / 1000;
  return Number.isNaN(seconds) ? FIRST_PAUSE_MS * 2 ** attempt : Math.max(0, seconds * 1000);
}

function busy(title: ApiService["title"]): ApiService["title"] {
  return {
    ko: korean`${title.ko}에 보내는 요청이 밀려 있어요. 잠시 뒤에 다시 해 주세요.`,
    en: `Too many requests for ${title.en} at once. Try again in a moment.`,
  };
}

function noToken({ title }: ApiService): ApiService["title"] {
  return {
    ko: korean`${title.ko}이(가) 접근 토큰을 주지 않았어요.`,
    en: `${title.en} gave no access token.`,
  };
}
