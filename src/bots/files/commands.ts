import type { Assistant } from "../../agent/turn/assistant.ts";
import type { TurnFile } from "../../agent/turn/turn-context.ts";
import { AppError, wordsOf } from "../../base/errors.ts";
import type { Command, CommandContext, CommandOutcome } from "../commands/command.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { pathsText } from "../replies/answer-handler.ts";
import { say } from "../texts/say.ts";

/** The picture that came last in a chat. */
export type LastPicture = (chatKey: string, signal: AbortSignal) => Promise<TurnFile | undefined>;

/** The command that looks at the last picture of a chat. */
export function visionCommand(assistant: Assistant, lastPicture: LastPicture): Command {
  return {
    name: "vision",
    usage: "/vision",
    help: "helpVision",
    run: (context) => look(assistant, lastPicture, context),
  };
}

async function look(
  assistant: Assistant,
  lastPicture: LastPicture,
  { origin, actor, argument, run }: CommandContext,
): Promise<CommandOutcome> {
  const { language } = actor;
  const text = argument === "" ? say(language, "askDescribe") : argument;
  return run(async (signal) => {
    const picture = await lastPicture(actor.chatId, signal);
    if (picture === undefined) return { text: say(language, "visionNone") };
    const paths = pathsText([picture]);
    if (!assistant.hasModel) return { text: say(language, "filesNeedModel", { paths }) };
    const request = { origin, actor, text, files: [picture], signal };
    try {
      return { text: "", reply: await assistant.answer(request) };
    } catch (error) {
      if (!(error instanceof AppError) || !error.code.startsWith("model-")) throw error;
      const message = escapeMarkup(wordsOf(error, language));
      return { text: say(language, "filesTrouble", { paths, message }) };
    }
  });
}
