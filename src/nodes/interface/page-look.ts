import { AppError, wordsOf } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Browser } from "../../drivers/browser/browser.ts";
import type { Sight } from "../../drivers/browser/sight.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import type { CallLook, CallToLookAt } from "../../engine/execute/call-look.ts";
import type { LookedCall } from "../../engine/execute/file-state.ts";
import { failure, failureIn, type Outcome } from "../../engine/values/outcome.ts";
import { actOf } from "./page-acts.ts";

type Failed = Extract<Outcome, { ok: false }>;

/** How long pages are kept for an answer: somewhat longer than any card of a conversation is open. */
const KEPT_FOR_ANSWER_MS = 35 * 60 * 1000;

/** Parameters whose words go to the site. */
const SAID = ["text", "values", "expression", "path", "key", "dialog_text"];

/**
 * Looks at what acts on web pages are about. An act waits for a press where it may send something from the person, where
 * it fills in a form of a site at which they are signed in, where a link leads to another site, and where its words came
 * from outside. The press is bound to the page, the element and what its form holds.
 */
export function createPageLook({ browser }: { readonly browser: Pick<Browser, "look" | "keep"> }) {
  return async (
    call: CallToLookAt,
    { actor, signal }: { readonly actor: Actor; readonly signal: AbortSignal },
  ): Promise<CallLook | Failed> => {
    try {
      const sight = await browser.look(actor.chatId, actOf(asCall(call)), { signal });
      const wrong = wrongSite(call, sight, actor);
      if (wrong !== undefined) return wrong;
      const asks = mayNeedPress(call, sight);
      if (asks) browser.keep(actor.chatId, KEPT_FOR_ANSWER_MS);
      return { params: foundParams(call, sight), asks, mark: sight.mark, ...siteFor(call, sight) };
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error;
      return failure(error.code, wordsOf(error, actor.language)) as Failed; // it is one by its name
    }
  };
}

/** Takes pictures of what acts on web pages are about, with the element marked. */
export function createPagePicture({ browser }: { readonly browser: Pick<Browser, "picture"> }) {
  return async (
    call: LookedCall,
    { actor, signal }: { readonly actor: Actor; readonly signal: AbortSignal },
  ): Promise<Uint8Array | undefined> => {
    if (call.definition.isLookedAt !== true) return undefined;
    const { bytes } = await browser.picture(actor.chatId, actOf(asCall(call)), {
      signal,
      keepMs: KEPT_FOR_ANSWER_MS,
    });
    return bytes;
  };
}

function asCall({ definition, params }: LookedCall) {
  return { node: definition.node, action: definition.action, params };
}

function mayNeedPress({ taintedParams }: CallToLookAt, sight: Sight): boolean {
  const { reach, isSignedIn, leadsTo } = sight;
  if (reach === "sends" || leadsTo !== undefined) return true;
  if (reach === "reads") return false;
  return isSignedIn || SAID.some((name) => taintedParams.has(name));
}

/** What the page says in the place of what the program says of it: where it is and what the element is called. */
function foundParams({ definition, params }: CallToLookAt, sight: Sight): JsonObject {
  const { element, site, leadsTo } = sight;
  const name = element?.name || element?.role;
  const shown = leadsTo === undefined ? name : `${name} → ${new URL(leadsTo).host}`;
  if (shown === undefined) return { site };
  return {
    site,
    ...(definition.action === "drag"
      ? {
          source_element: shown,
          target_element: params["target_element"] ?? params["target_ref"] ?? "",
        }
      : { element: shown }),
  };
}

/** What a person may allow at the site from now on: acts on its own pages, and no scripts. */
function siteFor(
  { definition }: CallToLookAt,
  { site: name, isAlone, leadsTo }: Sight,
): Pick<CallLook, "site"> {
  const mayStand = definition.effect === "device" && leadsTo === undefined;
  return mayStand ? { site: { name, isAlone } } : {};
}

/** A program may say where it must be. */
function wrongSite(
  { params }: CallToLookAt,
  { site }: Sight,
  { language }: Actor,
): Failed | undefined {
  const wanted = params["site"];
  if (typeof wanted !== "string") return undefined;
  const host = URL.canParse(wanted) ? new URL(wanted).host : wanted.toLowerCase();
  if (site === host || site.endsWith(`.${host}`)) return undefined;
  return failureIn(language, "wrong-site", {
    en: `The open page is at ${site}, not at ${host}.`,
    ko: korean`열린 페이지는 ${host}이(가) 아니라 ${site}에 있어요.`,
  }) as Failed; // it is one by its name
}
