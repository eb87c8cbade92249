import { rotateKeys } from "../app/keys.ts";
import { type CliContext, type Command, withParts } from "./context.ts";
import { EXIT } from "./output.ts";

/** Commands about the keys that sign buttons. */
export const KEY_COMMANDS: readonly Command[] = [
  {
    name: "keys rotate",
    usage: "keys rotate [--now]",
    help: {
      ko: "새 키로 버튼에 서명, --now는 옛 버튼을 바로 끝냄",
      en: "sign buttons with a new key; --now ends every old button at once",
    },
    run: rotate,
  },
];

async function rotate(context: CliContext): Promise<number> {
  return withParts(context, (parts) => {
    const { open, oldUntilMs } = rotateKeys(parts, { now: context.arguments.now });
    const until = new Date(oldUntilMs).toISOString();
    if (context.speaker.json) context.speaker.data({ ok: true, open, oldUntil: until });
    else
      context.speaker.line(
        context.arguments.now
          ? {
              ko: `새 키로 버튼에 서명합니다. 옛 버튼은 모두 끝났습니다. 다시 그린 카드: ${open}개.`,
              en: `Buttons are signed with a new key; every old one has ended. Cards drawn anew: ${open}.`,
            }
          : {
              ko: `새 키로 버튼에 서명합니다. 옛 버튼은 ${until}까지 됩니다. 다시 그린 카드: ${open}개.`,
              en: `Buttons are signed with a new key; old ones work until ${until}. Cards drawn anew: ${open}.`,
            },
      );
    return EXIT.ok;
  });
}
