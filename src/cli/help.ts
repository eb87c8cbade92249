import { joined, type Localized } from "../base/localized.ts";
import type { Command } from "./context.ts";

/** What `--help` says of the program: every command with what it does. */
export function programHelp(commands: readonly Command[]): Localized {
  const width = Math.max(...commands.map((command) => command.usage.length));
  const lines = commands.flatMap(({ usage, help }) => [`\n  ${usage.padEnd(width)}  `, help]);
  return joined(PURPOSE, "\n\n", USAGE, "ibl-bot COMMAND [options]\n", ...lines, "\n", OPTIONS);
}

/** What `COMMAND --help` says of one command. */
export function commandHelp({ usage, help }: Command): Localized {
  return joined(USAGE, `ibl-bot ${usage}\n\n  `, help, "\n", OPTIONS);
}

/** What `GROUP --help` says of commands of two words, such as `approvals`. */
export function groupHelp(commands: readonly Command[]): Localized {
  const width = Math.max(...commands.map((command) => command.usage.length));
  const lines = commands.flatMap(({ usage, help }) => [`\n  ${usage.padEnd(width)}  `, help]);
  return joined(USAGE, "ibl-bot COMMAND\n", ...lines, "\n", OPTIONS);
}

const PURPOSE: Localized = {
  ko: "ibl-bot: 무엇을 할지 보여 주고, 하기 전에 물어보는 채팅 봇.",
  en: "ibl-bot: a chatbot that shows what it will do and asks before it does it.",
};

const USAGE: Localized = { ko: "쓰는 법: ", en: "Usage: " };

const OPTIONS: Localized = {
  ko: [
    "",
    "  --json             표준 출력에 JSON 값 하나 (이름은 영어)",
    "  --home DIR         모든 것을 두는 폴더 (기본은 ./var, 또는 IBL_HOME)",
    '  CODE와 TEXT에 "-"를 적으면 표준 입력에서 읽습니다. 언어는 IBL_LANGUAGE, LC_ALL, LANG을 따릅니다.',
  ].join("\n"),
  en: [
    "",
    "  --json             one JSON value on standard output",
    "  --home DIR         where everything is kept (default ./var, or IBL_HOME)",
    '  CODE and TEXT may be "-" to read standard input. IBL_LANGUAGE, LC_ALL and LANG choose the language.',
  ].join("\n"),
};
