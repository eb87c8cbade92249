import type { Reply } from "../../agent/turn/assistant.ts";
import { type AppError, wordsOf } from "../../base/errors.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import { say, type TextKey } from "../texts/say.ts";

/** What is said of the failures that a person can do something about; the others say it themselves. */
const TROUBLES: Readonly<Record<string, TextKey>> = {
  "model-rate-limited": "modelBusy",
  "model-auth": "modelKeyRefused",
  "model-unavailable": "modelUnreachable",
  "model-bad-answer": "modelUnreadable",
};

/** Why a model gave no answer, and what to do now. An owner is told the cause too, since only an owner can mend it. */
export function modelTrouble(
  error: AppError,
  { language, isOwner }: Pick<Actor, "language" | "isOwner">,
): string {
  const message = wordsOf(error, language);
  const trouble = TROUBLES[error.code];
  if (trouble === undefined) return `⚠️ ${message}`;
  const words = say(language, trouble);
  return isOwner ? `${words}\n${message}` : words;
}

/** A failure of the model with what examples answer in its place; alone where they have no answer either. */
export function withTrouble(
  trouble: string,
  reply: Reply,
): { readonly reply: Reply; readonly lead: string } {
  const isNone = reply.kind === "none" && reply.question === undefined;
  return isNone
    ? { reply: { kind: "answer", text: trouble, approvals: [] }, lead: "" }
    : { reply, lead: trouble };
}
