import type { Assistant } from "../../agent/turn/assistant.ts";
import type { TurnFile } from "../../agent/turn/turn-context.ts";
import { AppError, wordsOf } from "../../base/errors.ts";
import type { Command, CommandContext, CommandOutcome } from "../commands/command.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { pathsText } from "../replies/answer-handler.ts";
import { say } from "../texts/say.ts";
import type { FileBrowser } from "./file-browser.ts";

/** Dependencies of `fileCommands`. */
export interface FileCommandParts {
  readonly assistant: Assistant;
  readonly fileBrowser: FileBrowser;
  /** The picture that came last in a chat. */
  readonly lastPicture: (chatKey: string, signal: AbortSignal) => Promise<TurnFile | undefined>;
}

/** The commands about the files of a chat. */
export function fileCommands(parts: FileCommandParts): readonly Command[] {
  return [
    {
      name: "files",
      usage: "/files",
      takesText: true,
      help: "helpFiles",
      run: (context) => parts.fileBrowser.command(context),
    },
    {
      name: "vision",
      usage: "/vision",
      takesText: true,
      help: "helpVision",
      run: (context) => look(parts, context),
    },
  ];
}

async function look(
  { assistant, lastPicture }: FileCommandParts,
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
