import { AppError, wordsOf } from "../../base/errors.ts";
import type { Fetch, FetchRequest, FetchResponse } from "../../base/fetch.ts";
import { dayAndTime, type MomentReader } from "../../base/format-time.ts";
import { korean } from "../../base/korean-particles.ts";
import { inBoth, type Localized } from "../../base/localized.ts";
import type { ReadyCall } from "../../engine/execute/action-types.ts";
import { failure, type Outcome } from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";

/** An outcome that is a failure. */
export type FailureOutcome = Extract<Outcome, { readonly ok: false }>;

/** What an upstream said: an answer of status 200 to 299, or why there is none to use. */
export type Answer = { readonly ok: true; readonly response: FetchResponse } | FailureOutcome;

/** Who is asked, and for whom: `name` is the upstream as a person knows it, at the start of a sentence. */
export interface Asking {
  readonly fetch: Fetch;
  readonly call: ReadyCall;
  readonly name: Localized | string;
}

/**
 * Names the product in a browser's form: Yahoo and DuckDuckGo answer 429 or a challenge to anything that does not look like one
 * (tarkah/tickrs pull 170, tradingview/yahoo_datafeed pull 9).
 */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 ibl-bot/0.1";

/** Statuses after which the same request may succeed: request timeout, too early, too many requests (RFC 9110 §15.5.9, RFC 8470, RFC 6585). */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

/** Failures of the connection that another try may mend; the rest lies in the request or in the answer's size. */
const PASSING_CODES: ReadonlySet<string> = new Set(["http-timeout", "http-unreachable"]);

/** Sends one request for a call, aborted with it. A status outside 200 to 299 and a connection that failed are failures; throws only on abort or a fault of ours. */
export async function askUpstream(asking: Asking, request: FetchRequest): Promise<Answer> {
  const answer = await askRaw(asking, request);
  return answer.ok ? goodAnswer(asking, answer.response) : answer;
}

/** An answer where its status is 200 to 299, else the failure that it means. */
export function goodAnswer(asking: Asking, response: FetchResponse): Answer {
  const isGood = response.status >= 200 && response.status < 300;
  return isGood ? { ok: true, response } : statusFailure(asking, response);
}

/** Like `askUpstream`, but an answer of any status is good. */
export async function askRaw(asking: Asking, request: FetchRequest): Promise<Answer> {
  const headers = { "user-agent": USER_AGENT, ...request.headers };
  try {
    const response = await asking.fetch({ ...request, headers, signal: asking.call.signal });
    return { ok: true, response };
  } catch (error) {
    if (asking.call.signal.aborted) throw error;
    if (!(error instanceof AppError) || !error.code.startsWith("http-")) throw error;
    return connectionFailure(asking, error);
  }
}

/** The failure `upstream-STATUS` for an answer that cannot be used, saying when to try again where the upstream said so. */
export function statusFailure(asking: Asking, response: FetchResponse): FailureOutcome {
  const { status } = response;
  const retryable = RETRYABLE_STATUSES.has(status) || status >= 500;
  const words = statusWords(asking, status, response.headers["retry-after"]);
  return failed(`upstream-${status}`, worded(asking.call, words), retryable);
}

/** A failure with the exact type that `Answer` needs. */
export function failed(code: string, message: string, retryable = false): FailureOutcome {
  const outcome = failure(code, message, { retryable });
  if (outcome.ok) throw new TypeError("failure() gave a success.");
  return outcome;
}

function connectionFailure(asking: Asking, error: AppError): FailureOutcome {
  const isPassing = PASSING_CODES.has(error.code);
  const words = isPassing
    ? noAnswer(nameOf(asking))
    : inBoth((language) => wordsOf(error, language));
  return failed(error.code, worded(asking.call, words), isPassing);
}

function nameOf({ name }: Asking): Localized {
  return typeof name === "string" ? { ko: name, en: name } : name;
}

function noAnswer(name: Localized): Localized {
  return { ko: korean`${name.ko}이(가) 답하지 않아요.`, en: `${name.en} isn't answering.` };
}

function statusWords(asking: Asking, status: number, retryAfter: string | undefined): Localized {
  const name = nameOf(asking);
  if (status === 401 || status === 403)
    return { ko: korean`${name.ko}이(가) 거절했어요.`, en: `${name.en} refused me.` };
  if (status === 404 || status === 410)
    return { ko: "그 주소에는 아무것도 없어요.", en: "There's nothing at that address." };
  if (status === 429) return tooManyRequests(name, retryAfter, asking.call.actor);
  if (status >= 500) return noAnswer(name);
  return {
    ko: korean`${name.ko}이(가) 요청을 받아 주지 않았어요.`,
    en: `${name.en} didn't accept the request.`,
  };
}

/** `Retry-After` is seconds or an HTTP date (RFC 9110 §10.2.3); anything else is not repeated to the reader. */
function tooManyRequests(
  name: Localized,
  retryAfter: string | undefined,
  reader: MomentReader,
): Localized {
  const busy = { ko: korean`${name.ko}이(가) 지금 붐벼요.`, en: `${name.en} is busy;` };
  if (retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter)) {
    return {
      ko: `${busy.ko} ${retryAfter}초 뒤에 다시 해 주세요.`,
      en: `${busy.en} try again in ${retryAfter} seconds.`,
    };
  }
  const atMs = Date.parse(retryAfter ?? "");
  if (!Number.isNaN(atMs)) {
    const moment = dayAndTime(atMs, reader);
    return {
      ko: `${busy.ko} ${moment} 이후에 다시 해 주세요.`,
      en: `${busy.en} try again after ${moment}.`,
    };
  }
  return { ko: `${busy.ko} 잠시 뒤에 다시 해 주세요.`, en: `${busy.en} try again in a while.` };
}
