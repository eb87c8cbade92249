import type { Run, Runs } from "../../runs/run-table.ts";
import type { Command, CommandContext, CommandOutcome } from "../commands/command.ts";
import { codeBlock } from "../markup/parse-markup.ts";
import type { OutboxRow } from "../outbox/table.ts";
import { say } from "../texts/say.ts";

/** Asks how something was done, with nothing else around it. */
const HOW =
  /^(?:(?:방금|이거|그거|이건|그건|이걸|그걸)\s*)?어떻게\s*(?:(?:한|했던)\s*(?:거|것)(?:야|예요|에요|니|죠)?|했(?:어|어요|니|나요|는데|지)|알았(?:어|어요)|찾았(?:어|어요)|알아냈(?:어|어요))[?？!.~\s]*$|^how\s+(?:did|do)\s+you\s+(?:do|find|know|get|make|work)\s+(?:(?:that|this|it)(?:\s+out)?|out\s+that)[?!.\s]*$|^how\s+was\s+(?:that|this|it)\s+(?:done|made)[?!.\s]*$/iu;

/** Whether words ask how something was done, and for nothing else. Pure. */
export function asksHowItWasDone(text: string): boolean {
  return HOW.test(text.normalize("NFC").trim());
}

/** Shows the program of an answer to the one who asked for it: of the message whose id is given, else the last in the chat. */
export function howCommand(parts: {
  readonly runs: Pick<Runs, "get" | "latest" | "under">;
  readonly messageAt: (chatKey: string, messageId: string) => OutboxRow | undefined;
  /** The run that a card is about. */
  readonly runOfCard: (approvalId: string) => string | undefined;
}): Command {
  const runBehind = (context: CommandContext): Run | undefined => {
    const { actor, argument, person } = context;
    if (argument === "") return parts.runs.latest(person.id, actor.chatId, 1)[0];
    const row = parts.messageAt(actor.chatId, argument);
    if (row === undefined) return undefined;
    const onCard = row.kind === "card" ? parts.runOfCard(row.subject ?? "") : undefined;
    if (onCard !== undefined) return parts.runs.get(onCard);
    const [, origin] = /^reply:([^#|]+)/.exec(row.key) ?? [];
    return origin === undefined ? undefined : parts.runs.under(origin).at(-1);
  };
  return {
    name: "how",
    usage: "/how",
    help: "helpHow",
    run: (context): CommandOutcome => {
      const run = runBehind(context);
      const { language } = context.actor;
      if (run === undefined || run.personId !== context.person.id)
        return { text: say(language, "noProgramBehind") };
      return { text: codeBlock(run.program === "" ? run.source : run.program, "ibl") };
    },
  };
}
