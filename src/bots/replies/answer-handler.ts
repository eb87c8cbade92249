import type { Assistant, Reply, TurnRequest } from "../../agent/turn/assistant.ts";
import type { TurnFile } from "../../agent/turn/turn-context.ts";
import type { Clock } from "../../base/clock.ts";
import { AppError } from "../../base/errors.ts";
import { inBoth } from "../../base/localized.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import { SIGNS } from "../answers/courtesies.ts";
import { Refusals } from "../answers/refusals.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import type { ChatAddress, Quoted } from "../platform/chat-adapter.ts";
import { say, wordsOfText } from "../texts/say.ts";
import { type ModelTrouble, modelTrouble, withTrouble } from "./model-failure.ts";
import type { Follow } from "./progress-message.ts";
import type { ReplySender } from "./reply-sender.ts";
import type { RunningWork } from "./running-work.ts";

/** Words to answer, with the files that came with them. */
export interface Question {
  readonly origin: string;
  readonly actor: Actor;
  readonly chat: ChatAddress;
  readonly text: string;
  readonly isForwarded?: boolean;
  /** Nothing was typed: `text` only says what was sent. */
  readonly isWordless?: boolean;
  readonly quoted?: Quoted;
  readonly files?: readonly TurnFile[];
  /** Shows an emoji on the message. Default: the platform has no reactions. */
  readonly react?: (emoji: string) => void;
  /** What the same person wrote there just before, oldest first. */
  readonly before?: () => readonly string[];
}

/** Replies that tell of nothing done: where the work was stopped meanwhile, only that is told. */
const DOES_NOTHING: ReadonlySet<Reply["kind"]> = new Set(["none", "not-yet", "courtesy"]);

/** How long it is waited for a model that is busy. */
const BUSY_WAIT_MS = 60_000;

/** Asks the assistant and posts its answer to the chat. If the model is unavailable, says so and answers by usage examples. */
export class AnswerHandler {
  readonly #parts: ConstructorParameters<typeof AnswerHandler>[0];
  readonly #refusals = new Refusals();

  constructor(parts: {
    readonly assistant: Assistant;
    readonly runningWork: RunningWork;
    readonly replies: ReplySender;
    readonly clock: Pick<Clock, "sleep">;
  }) {
    this.#parts = parts;
  }

  /** The answer is in the outbox when this resolves. Rejects on abort and faults of ours. */
  async answer(question: Question): Promise<void> {
    const { runningWork, assistant, replies } = this.#parts;
    if (!assistant.hasModel && this.#needsModel(question)) return;
    const { origin, actor, text, quoted, before, files = [] } = question;
    const forwarded = question.isForwarded === true ? { isForwarded: true } : {};
    const came = {
      ...(quoted === undefined ? {} : { quoted }),
      ...(files.length === 0 ? {} : { files }),
      ...(before === undefined ? {} : { before }),
    };
    const request = { origin, actor, text, ...forwarded, ...came };
    const work = { chat: question.chat, key: origin, actor };
    await runningWork.run(
      work,
      async (signal, follow) => {
        const { showBusy: _, ...told } = follow;
        const onBusy = (ending: AbortSignal) => this.#waitBusy(question, ending, follow);
        const answer = await this.#answerOf(question, { ...request, ...told, signal, onBusy });
        if (DOES_NOTHING.has(answer.reply.kind)) signal.throwIfAborted();
        await replies.draw(origin, actor, answer.reply, signal);
        return answer;
      },
      ({ reply, lead }, place) => {
        if (!this.#reacted(question, reply))
          replies.reply(origin, actor, this.#unlikeBefore(question, reply), { lead, place });
      },
    );
  }

  /** Examples answer where the model cannot; `lead` then says so. */
  async #answerOf(
    question: Question,
    request: TurnRequest,
  ): Promise<{ readonly reply: Reply; readonly lead: string }> {
    const { assistant } = this.#parts;
    try {
      return { reply: await assistant.answer(request), lead: "" };
    } catch (error) {
      if (!(error instanceof AppError) || !error.code.startsWith("model-")) throw error;
      request.onAnew?.();
      const trouble = troubleOf(question, error);
      return withTrouble(trouble, await assistant.answerWithoutModel(request), question.actor);
    }
  }

  /** Waits a minute for a model that is busy, unless examples are sure of an answer. */
  async #waitBusy(
    { actor, text }: Question,
    signal: AbortSignal,
    { showBusy }: Follow,
  ): Promise<boolean> {
    const { assistant, clock } = this.#parts;
    if (assistant.isRequest(text, actor)) return false;
    showBusy?.(true);
    await clock.sleep(BUSY_WAIT_MS, signal);
    showBusy?.(false);
    return true;
  }

  /** Thanks, "ok" and laughter are answered by a reaction in private and by nothing in a group. */
  #reacted({ chat, react }: Question, reply: Reply): boolean {
    if (reply.kind !== "courtesy" || !(reply.courtesy in SIGNS)) return false;
    const sign = SIGNS[reply.courtesy as keyof typeof SIGNS]; // checked by the line above
    if (!chat.isPrivate) return true;
    react?.(sign);
    return react !== undefined;
  }

  /** No refusal twice running in the same words. */
  #unlikeBefore({ actor: { chatId, language }, text, isForwarded }: Question, reply: Reply): Reply {
    const isRefusal = reply.kind === "none" && reply.question === undefined;
    if (isRefusal) return this.#refusals.next(chatId, text, language, isForwarded !== true);
    this.#refusals.end(chatId);
    return reply;
  }

  /** Examples know what people say; what they only send or hand on is nothing to them. */
  #needsModel({ origin, actor, files = [], isForwarded, isWordless }: Question): boolean {
    if (files.length > 0 || (isForwarded !== true && isWordless !== true)) return false;
    const words = wordsOfText(isForwarded === true ? "forwardNeedsModel" : "contentNeedsModel");
    const connect = say(actor.language, "connectModel");
    const suggests = actor.isOwner ? [{ label: connect, says: connect }] : [];
    this.#parts.replies.reply(origin, actor, { kind: "not-yet", words, suggests });
    return true;
  }
}

/** What came was kept, which is said too. */
function troubleOf({ actor, files = [], text }: Question, error: AppError): ModelTrouble {
  const trouble = modelTrouble(error, actor, text);
  if (files.length === 0) return trouble;
  const { words, suggests } = trouble;
  const paths = pathsText(files);
  const kept = inBoth((language) =>
    say(language, "filesTrouble", { message: words[language], paths }),
  );
  return { words: kept, suggests };
}

/** Names of files as they stand in a message, without the folder where what people send is kept. */
export function pathsText(files: readonly { readonly path: string }[]): string {
  return files.map(({ path }) => `**${escapeMarkup(path.replace(/^inbox\//u, ""))}**`).join(", ");
}
