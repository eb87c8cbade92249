import { type Command, usageOf } from "../commands/command.ts";
import { say } from "../texts/say.ts";
import type { MemoryCommand } from "./memory-command.ts";

/** What the commands about what is remembered work with. */
export interface MemoryCommandParts {
  readonly memoryCommand: MemoryCommand;
}

/** The commands about what was said and what is remembered; what is one person's alone is told in private. */
export function memoryCommands({ memoryCommand }: MemoryCommandParts): readonly Command[] {
  return [
    {
      name: "history",
      usage: "/history",
      help: "helpHistory",
      isPersonal: () => true,
      run: ({ person, chat, askedIn }) => memoryCommand.history(person, chat, askedIn),
    },
    {
      name: "remember",
      usage: "/remember TEXT",
      help: "helpRemember",
      run: (context) =>
        context.argument === ""
          ? usageOf(context, say(context.person.language, "rememberUsage"))
          : memoryCommand.remember(context.person, context.argument),
    },
    {
      name: "memory",
      usage: "/memory",
      takesText: true,
      help: "helpMemory",
      isPersonal: () => true,
      run: ({ person, chat, argument }) => memoryCommand.list(person, chat, { words: argument }),
    },
    {
      name: "forget",
      usage: "/forget 3",
      help: "helpForgetMemory",
      isPersonal: () => true,
      run: (context) =>
        context.argument === ""
          ? usageOf(context, "/forget 3")
          : memoryCommand.forget(context.person, context.chat, context.argument),
    },
  ];
}
