import type { Suggestion } from "../../agent/turn/assistant.ts";
import type { Language } from "../../base/localized.ts";
import type { CommandOutcome } from "../commands/command.ts";
import { say, type TextKey } from "../texts/say.ts";

/** A kind of thing that may be allowed beforehand in plain words, for whom or what it is, and the request that it stands for. */
interface GrantChoice {
  readonly words: readonly [en: string, ko: string];
  readonly label: TextKey;
  /** Asks for the one it is for. */
  readonly asks: TextKey;
  readonly request: (target: string) => string;
}

const CHOICES: readonly GrantChoice[] = [
  {
    words: ["send", "보내기"],
    label: "grantSend",
    asks: "grantSendTo",
    request: (name) => `messenger:send to=${quoted(name)} message=* days=30`,
  },
  {
    words: ["delete", "지우기"],
    label: "grantDelete",
    asks: "grantDeleteWhich",
    request: (path) => `system:delete path=${quoted(path)} days=30`,
  },
  {
    words: ["open", "열기"],
    label: "grantOpenPages",
    asks: "grantOpenWhich",
    request: (host) => `source:crawl url=${quoted(host)} days=30`,
  },
];

/** Most names that are offered. */
const MOST_NAMES = 4;

/**
 * Reads what follows `/grants add`: a kind of thing and for whom, as the request that it stands for, or what is still to be chosen; a
 * request in the form of programs stands as it is. `names` are those whom a message may be for. Pure.
 */
export function chooseGrant(
  text: string,
  { language, names }: { readonly language: Language; readonly names: readonly string[] },
): { readonly request: string } | CommandOutcome {
  const [, word = "", target = ""] = /^(\S*)\s*([\s\S]*)$/u.exec(text.trim()) ?? [];
  const at = language === "ko" ? 1 : 0;
  const choice = CHOICES.find(({ words }) => words.includes(word.toLowerCase()));
  if (choice !== undefined && target !== "") return { request: choice.request(target.trim()) };
  if (choice === undefined && word !== "") return { request: text };
  if (choice === undefined)
    return {
      text: say(language, "grantWhat"),
      suggestions: CHOICES.map(({ label, words }): Suggestion => {
        return { label: say(language, label), says: `/grants add ${words[at]}` };
      }),
    };
  const isForPeople = choice.asks === "grantSendTo";
  const example = `/grants add ${choice.words[at]} ${say(language, EXAMPLES[choice.asks] ?? "grantSomebody")}`;
  return {
    text: say(language, choice.asks, { example }),
    suggestions: (isForPeople ? names.slice(0, MOST_NAMES) : []).map((name) => ({
      label: name,
      says: `/grants add ${choice.words[at]} ${name}`,
    })),
  };
}

const EXAMPLES: Readonly<Partial<Record<TextKey, TextKey>>> = {
  grantDeleteWhich: "grantSomeFile",
  grantOpenWhich: "grantSomeSite",
};

function quoted(value: string): string {
  return `"${value.replaceAll('"', "")}"`;
}
