import { quoteIbl } from "../../agent/planner/code.ts";
import type { AgentRegistry } from "../../agent/roster/roster.ts";
import type { Language } from "../../base/localized.ts";
import type { Person } from "../../security/access/people.ts";
import type { Switches } from "../../store/switches.ts";

/** What may follow the name of a command, and how a list shows it. */
export interface CommandValue {
  readonly label: string;
  readonly value: string;
}

/** What the values are read from. */
export interface CommandValueParts {
  readonly agentRegistry: Pick<AgentRegistry, "all">;
  readonly switches: Pick<Switches, "list">;
  /** The workflows that a person can run. */
  readonly workflows: (
    person: Person,
  ) => readonly { readonly name: string; readonly title: string }[];
}

type Read = (parts: CommandValueParts, person: Person) => readonly CommandValue[];

const READERS: Readonly<Record<string, Read>> = {
  agent: ({ agentRegistry }, { language }) =>
    agentRegistry.all().map(({ id, title }) => ({ label: title[language], value: id })),
  ibl: ({ workflows }, person) =>
    workflows(person).map(({ name, title }) => ({
      label: `▶ ${title}`,
      value: `[system:run_pipeline](${quoteIbl(name)})`,
    })),
  language: () => LANGUAGES,
  settings: (_parts, { language }) => SETTINGS.map((read) => read(language)),
  switches: ({ switches }, { id }) =>
    switches.list(id).map(({ name }) => ({ label: `− ${name}`, value: `remove ${name}` })),
  timezone: () => Intl.supportedValuesOf("timeZone").map((zone) => ({ label: zone, value: zone })),
};

const LANGUAGES: readonly CommandValue[] = [
  { label: "한국어", value: "ko" },
  { label: "English", value: "en" },
];

const SETTINGS: readonly ((language: Language) => CommandValue)[] = [
  () => ({ label: "한국어", value: "language ko" }),
  () => ({ label: "English", value: "language en" }),
  (language) => ({
    label: language === "ko" ? "밤 10시부터 아침 7시까지 조용히" : "quiet from 22:00 to 07:00",
    value: "quiet 22:00-07:00",
  }),
  (language) => ({
    label: language === "ko" ? "조용한 시간 끄기" : "no quiet hours",
    value: "quiet off",
  }),
  (language) => ({
    label: language === "ko" ? "서울 시간" : "time of Seoul",
    value: "zone Asia/Seoul",
  }),
];

/** Commands that `valuesFor` knows values of. */
export const COMMANDS_WITH_VALUES: ReadonlySet<string> = new Set(Object.keys(READERS));

/** At most `limit` values of a command for a person, whose label or value has what was typed in it; those that begin with it first. */
export function valuesFor(
  parts: CommandValueParts,
  asked: {
    readonly command: string;
    readonly typed: string;
    readonly person: Person;
    readonly limit: number;
  },
): readonly CommandValue[] {
  const { command, typed, person, limit } = asked;
  const wanted = folded(typed);
  const ranked = (READERS[command]?.(parts, person) ?? [])
    .map((entry) => ({ entry, rank: rankOf(entry, wanted) }))
    .filter(({ rank }) => rank < UNLIKE);
  return ranked
    .toSorted((left, right) => left.rank - right.rank)
    .slice(0, limit)
    .map(({ entry }) => entry);
}

const UNLIKE = 2;

function rankOf({ label, value }: CommandValue, wanted: string): number {
  const texts = [folded(label), folded(value)];
  if (texts.some((text) => text.startsWith(wanted))) return 0;
  return texts.some((text) => text.includes(wanted)) ? 1 : UNLIKE;
}

/** Without what people do not type: "new york" is "America/New_York". */
function folded(text: string): string {
  return text.normalize("NFC").toLowerCase().replaceAll("_", " ").trim();
}
