import { type Breach, type Recording, type Shown, stepsOf } from "./record.ts";

/** Situations in which the time of another place, or the words of a rhythm, is the answer. */
const OTHER_CLOCK = /^5\b/;

const ASKS_THE_TIME = /what time|몇 시|what day|며칠|system:time/;

/** A time of day or a day. */
const ABSOLUTE =
  /\b\d{1,2}(?::\d\d)? ?[AP]M\b|(?:오전|오후) ?\d{1,2}(?:시|:\d\d)|\d{1,2}월 \d{1,2}일|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}\b/;

/** How often something comes is no time, neither are the hours of every night, nor one that was or could be. */
const NOT_ABSOLUTE =
  /\{[^}]*\}|🌙[^\n]*[–-][^\n]*|(?:매일|매주|매월|평일|\d[주일달]마다|\d개월마다|every|daily|weekdays|weekly|monthly|days |Mondays|Tuesdays|Wednesdays|Thursdays|Fridays|Saturdays|Sundays)[^\n]*|\((?:was )[^)]*\)|\([^)]*(?:였어요|이었어요)\)|“[^”]*”|`[^`]*`/gi;

/** Rule 16: Discord writes absolute times itself, in its reader's zone. */
export function timeBreaches(recording: Recording): readonly Breach[] {
  if (recording.platform !== "discord") return [];
  return stepsOf(recording)
    .filter(({ situation }) => !OTHER_CLOCK.test(situation))
    .filter(({ act }) => !ASKS_THE_TIME.test(act.text ?? ""))
    .flatMap(({ situation, act, shown }) =>
      shown
        .filter((one) => ABSOLUTE.test(ownTimes(one, act.text ?? "")))
        .map(({ text }) => ({ rule: "an absolute time in words", situation, text })),
    );
}

/** What is quoted or was said before, the time of a price at its exchange and of a clock that was asked or chosen, and the day over a briefing. */
const NOT_OWN = /^(?:> |→ |🌅 |🕒 |It's \d)|[▲▼]/u;

/** What stands in somebody's file is theirs. */
const OF_FILE = /\n📄 [^\n]+$/u;

function ownTimes({ text }: Shown, said: string): string {
  if (OF_FILE.test(text)) return "";
  return text
    .split("\n")
    .filter((line) => !NOT_OWN.test(line) && !line.includes("](http"))
    .join("\n")
    .replaceAll(said === "" ? "\n\n\n" : said, "")
    .replace(NOT_ABSOLUTE, "");
}

/** The most commands of Discord that are typed. */
const MOST_COMMANDS = 14;

/** A command or an option as Discord is told it. */
interface OfferedCommand {
  readonly name: string;
  readonly type?: number;
  readonly options?: readonly OfferedCommand[];
  readonly choices?: readonly unknown[];
  readonly autocomplete?: boolean;
}

/** Rule 16: there are few commands, and free text is the whole of none but /ask. */
export function commandBreaches(commands: readonly unknown[]): readonly string[] {
  const typed = (commands as readonly OfferedCommand[]).filter(({ type = 1 }) => type === 1); // as Discord's documents describe them
  const free = typed.filter(({ name, options = [] }) => {
    const [only] = options;
    const isText = only?.type === 3 && only.choices === undefined && only.autocomplete !== true;
    return name !== "ask" && options.length === 1 && isText;
  });
  return [
    ...(typed.length > MOST_COMMANDS ? [`${typed.length} commands`] : []),
    ...free.map(({ name }) => `/${name} takes free text alone`),
  ];
}
