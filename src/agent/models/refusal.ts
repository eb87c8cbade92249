import type { Clock } from "../../base/clock.ts";
import { codeOf } from "../../base/errors.ts";
import { joined, type Localized } from "../../base/localized.ts";
import { retryAfterOf } from "../../base/retry-after.ts";
import { serviceFetch } from "../../base/service-fetch.ts";
import { ModelError } from "./model-client.ts";

/** The request cannot be taken as it stands; sending it again changes nothing. */
export class RequestRefused extends ModelError {
  /** What the maker said of it, whole; it may quote the prompt, so it is for deciding and never for showing. */
  readonly said: string;

  constructor(words: Localized, said: string) {
    super("model-unavailable", words);
    this.said = said;
  }
}

/** Who was asked, in the words of an error. */
export interface Maker {
  /** Such as `Google`. */
  readonly name: string;
  /** The name as the subject of a Korean sentence, such as `Google이`. */
  readonly subjectKo: string;
  /** The setting that holds the key. */
  readonly keyName: string;
  /** What to do where the maker does not have the model. Default: to choose another one. */
  readonly withoutModel?: (model: string) => Localized;
  /** Reads the body of a refusal. */
  readonly read: (body: string, model: string) => RefusalReading;
}

/** An HTTP answer that is not a success. */
export interface Refusal {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: string;
  /** The model that was asked. */
  readonly model: string;
  /** Now, in Unix milliseconds; for a `Retry-After` that names a date. */
  readonly nowMs: number;
}

/** What the body of a refusal says. */
export interface RefusalReading {
  /** The maker's name for this kind of error; empty where there is none. */
  readonly kind: string;
  readonly message: string;
  /** True where the key is wrong though the status does not say so. */
  readonly isKeyRefused?: boolean;
  /** Words for a quota that waiting a little does not bring back. */
  readonly spent?: Localized;
  /** How long the body asks to wait. */
  readonly retryAfterMs?: number;
}

/** Longest piece of a maker's own words in an error, in UTF-16 units: they may quote the prompt. */
const MAX_QUOTE_LENGTH = 200;

/** What a refusal means for the one who waits for an answer. */
export function errorOfRefusal(refusal: Refusal, maker: Maker): ModelError {
  const { status, model } = refusal;
  const reading = maker.read(refusal.body, model);
  const label = reading.kind === "" ? String(status) : `${status} ${reading.kind}`;
  const quote = reading.message === "" ? "." : `: ${shorten(reading.message)}`;
  if (status === 429) return rateLimited(refusal, reading);
  if (status === 401 || status === 403 || reading.isKeyRefused === true) {
    return new ModelError("model-auth", {
      en: `${maker.name} refused the API key (${label}). Check ${maker.keyName}.`,
      ko: `${maker.subjectKo} API 키를 거부했어요 (${label}). ${maker.keyName} 설정을 확인해 주세요.`,
    });
  }
  if (status === 404) {
    const next = maker.withoutModel?.(model) ?? OTHER_MODEL;
    return new ModelError("model-unavailable", {
      en: `${maker.name} does not offer the model "${model}" (${label}). ${next.en}`,
      ko: `${maker.name}에 "${model}" 모델이 없어요 (${label}). ${next.ko}`,
    });
  }
  if (status >= 500 || status === 408) {
    const words = {
      en: `The model "${model}" cannot answer at the moment (${label})${quote}`,
      ko: `"${model}" 모델이 지금은 답할 수 없어요 (${label})${quote}`,
    };
    const retryAfterMs = waitOf(refusal, reading);
    return new ModelError("model-unavailable", words, { retryable: true, retryAfterMs });
  }
  const words = {
    en: `${maker.name} did not take the request for the model "${model}" (${label})${quote}`,
    ko: `${maker.subjectKo} "${model}" 모델에 보낸 요청을 받지 않았어요 (${label})${quote}`,
  };
  return new RequestRefused(words, reading.message);
}

/** What an exception on the way to a maker or back means. */
export function errorOfException(thrown: unknown, model: string): ModelError {
  const own = modelErrorIn(thrown);
  if (own !== undefined) return own;
  if (thrown instanceof SyntaxError) {
    const words = {
      en: `The answer of the model "${model}" is not JSON.`,
      ko: `"${model}" 모델의 답이 JSON이 아니에요.`,
    };
    return new ModelError("model-bad-answer", words, { retryable: true });
  }
  // undici says only "fetch failed"; the reason is its cause, and SDKs wrap that once more.
  const code = chainOf(thrown)
    .map(codeOf)
    .findLast((name) => name !== "internal");
  const label = code === undefined ? "" : ` (${code})`;
  const words = {
    en: `The model "${model}" could not be reached${label}.`,
    ko: `"${model}" 모델에 닿을 수 없어요${label}.`,
  };
  return new ModelError("model-unavailable", words, { retryable: true });
}

/** The error of ours that an SDK wrapped, or the very one; `undefined` where it is none of ours. */
export function modelErrorIn(thrown: unknown): ModelError | undefined {
  return chainOf(thrown).find((error) => error instanceof ModelError);
}

/** The fetch for services, except that a refusal is an error of ours with all that the maker said. */
export function refusingFetch(maker: Maker, model: string, clock: Clock): typeof fetch {
  return async (input, init) => {
    const response = await serviceFetch(input, init);
    if (response.ok) return response;
    const { status, headers } = response;
    const body = await response.text();
    throw errorOfRefusal({ status, headers, body, model, nowMs: clock.now() }, maker);
  };
}

const OTHER_MODEL: Localized = {
  en: "Choose another model.",
  ko: "다른 모델을 골라 주세요.",
};

function rateLimited(refusal: Refusal, reading: RefusalReading): ModelError {
  const retryAfterMs = waitOf(refusal, reading);
  if (reading.spent !== undefined)
    return new ModelError("model-rate-limited", reading.spent, { retryAfterMs });
  const wait = retryAfterMs === undefined ? LATER : waitWords(retryAfterMs);
  const words = joined(
    {
      en: `The model "${refusal.model}" takes no more requests for now (429).`,
      ko: `"${refusal.model}" 모델이 지금은 요청을 더 받지 않아요 (429).`,
    },
    wait,
  );
  return new ModelError("model-rate-limited", words, { retryable: true, retryAfterMs });
}

const LATER: Localized = { en: " Try again in a while.", ko: " 잠시 뒤에 다시 해 주세요." };

function waitWords(retryAfterMs: number): Localized {
  const seconds = Math.ceil(retryAfterMs / 1000);
  return { en: ` It asks to wait ${seconds} s.`, ko: ` ${seconds}초 기다려 달라고 해요.` };
}

/** What the body says is more exact than the headers. */
function waitOf({ headers, nowMs }: Refusal, reading: RefusalReading): number | undefined {
  return reading.retryAfterMs ?? retryAfterOf(headers, nowMs);
}

/** An error and what caused it, the outermost first. */
function chainOf(thrown: unknown): readonly Error[] {
  const chain: Error[] = [];
  for (let error = thrown; error instanceof Error && chain.length < 5; error = error.cause)
    chain.push(error);
  return chain;
}

function shorten(message: string): string {
  const line = message.replace(/\s+/g, " ").trim();
  return line.length <= MAX_QUOTE_LENGTH ? line : `${line.slice(0, MAX_QUOTE_LENGTH)}…`;
}
