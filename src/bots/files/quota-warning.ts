import type { Clock } from "../../base/clock.ts";
import { sizeWords } from "../../base/visible-text.ts";
import type { People } from "../../security/access/people.ts";
import { type Marks, quotaMark } from "../../store/marks.ts";
import type { Updates } from "../inbox/update-table.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { languageIn } from "../people/admission.ts";
import { say } from "../texts/say.ts";

/** From this share of the quota on a chat is warned, and below the other it may be warned again. */
const NEAR = 0.9;
const FAR = 0.8;

/** Warns a chat once when its files come close to the quota; `sizeBytes` is how much its folder holds, or is about to hold. Nothing is ever deleted for it. */
export function warnOfQuota(
  parts: {
    readonly outbox: Pick<Outbox, "post">;
    readonly marks: Marks;
    readonly people: People;
    readonly updates: Updates;
    readonly clock: Clock;
    readonly quotaBytes: number;
  },
  chatKey: string,
  sizeBytes: number,
): void {
  const { outbox, marks, clock, quotaBytes } = parts;
  const share = sizeBytes / quotaBytes;
  if (share < FAR) marks.clear(quotaMark(chatKey));
  const nowMs = clock.now();
  if (share < NEAR || !marks.setOnce(quotaMark(chatKey), nowMs)) return;
  const facts = {
    used: sizeWords(sizeBytes),
    limit: sizeWords(quotaBytes),
    percent: Math.floor(share * 100),
  };
  const text = say(languageIn(parts, chatKey), "quotaNear", facts);
  outbox.post({ key: `quota:${chatKey}:${nowMs}`, chatKey, class: "reply", message: { text } });
}
