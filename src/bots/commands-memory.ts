import { type Command, type CommandContext, type CommandOutcome, usageOf } from "./command.ts";
import type { MemoryDesk } from "./memory-desk.ts";
import { say } from "./texts.ts";

/** What the commands about what is remembered work with. */
export interface MemoryCommandParts {
  readonly memoryDesk: MemoryDesk;
}

/** The commands about what was said and what is remembered; what others must not see is told in private. */
export function memoryCommands({ memoryDesk }: MemoryCommandParts): readonly Command[] {
  return [
    {
      name: "history",
      usage: "/history",
      help: "helpHistory",
      run: (context) =>
        inPrivate(context, "/history", ({ person, chat }) => memoryDesk.history(person, chat)),
    },
    {
      name: "remember",
      usage: "/remember TEXT",
      help: "helpRemember",
      run: (context) =>
        context.argument === ""
          ? usageOf(context, say(context.person.language, "rememberUsage"))
          : memoryDesk.remember(context.person, context.argument),
    },
    {
      name: "memory",
      usage: "/memory",
      takesText: true,
      help: "helpMemory",
      run: (context) =>
        inPrivate(context, "/memory", ({ person, chat, argument }) =>
          memoryDesk.list(person, chat, { words: argument }),
        ),
    },
    {
      name: "forget",
      usage: "/forget 3",
      help: "helpForgetMemory",
      run: (context) =>
        inPrivate(context, "/forget", ({ person, chat, argument }) =>
          argument === ""
            ? usageOf(context, "/forget 3")
            : memoryDesk.forget(person, chat, argument),
        ),
    },
  ];
}

function inPrivate(
  context: CommandContext,
  usage: string,
  work: (context: CommandContext) => CommandOutcome,
): CommandOutcome {
  const { isPrivate, person } = context;
  return isPrivate ? work(context) : { text: say(person.language, "privateOnly", { usage }) };
}
