import type { Clock } from "../../base/clock.ts";
import type { Language } from "../../base/localized.ts";
import { type Marks, quotaMark } from "../../store/marks.ts";
import { sizeWords } from "../markup/format-size.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { say } from "../texts/say.ts";

/** From this share of the quota on a chat is warned, and below the other it may be warned again. */
const NEAR = 0.9;
const FAR = 0.8;

/** Warns a chat once when its files come close to the quota. Nothing is ever deleted for it. */
export class QuotaWarning {
  readonly #parts: ConstructorParameters<typeof QuotaWarning>[0];

  constructor(parts: {
    readonly outbox: Outbox;
    readonly marks: Marks;
    readonly clock: Clock;
    readonly languageIn: (chatKey: string) => Language;
    readonly quotaBytes: number;
  }) {
    this.#parts = parts;
  }

  /** Told how much a chat's folder holds, or is about to hold, in bytes. */
  used(chatKey: string, sizeBytes: number): void {
    const { outbox, marks, clock, languageIn, quotaBytes } = this.#parts;
    const share = sizeBytes / quotaBytes;
    if (share < FAR) marks.clear(quotaMark(chatKey));
    const nowMs = clock.now();
    if (share < NEAR || !marks.setOnce(quotaMark(chatKey), nowMs)) return;
    const facts = {
      used: sizeWords(sizeBytes),
      limit: sizeWords(quotaBytes),
      percent: Math.floor(share * 100),
    };
    const text = say(languageIn(chatKey), "quotaNear", facts);
    outbox.post({ key: `quota:${chatKey}:${nowMs}`, chatKey, class: "reply", message: { text } });
  }
}
