import { type ChatAgents, SYSTEM_AGENT } from "../../agent/roster/agent-definitions.ts";
import { type AgentRegistry, agentLabel } from "../../agent/roster/roster.ts";
import type { Person } from "../../security/access/people.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import { type ButtonHandler, signButton } from "../approvals/signed-button.ts";
import type { Command, CommandOutcome } from "../commands/command.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { type Button, type ChatAddress, chatKey } from "../platform/chat-adapter.ts";
import { say } from "../texts/say.ts";

/** The choice of a button that chooses an agent. */
const CHOOSE = BUTTON_KINDS.agent;

/** Most agents that one list has buttons for. */
const MOST_BUTTONS = 20;

/** Shows the agents, and lets each person choose with whom they speak in a chat. */
export class AgentCommand {
  readonly #parts: ConstructorParameters<typeof AgentCommand>[0];

  constructor(parts: {
    readonly agentRegistry: AgentRegistry;
    readonly chatAgents: ChatAgents;
    readonly tokens: ButtonTokens;
  }) {
    this.#parts = parts;
  }

  /** The agent that a person speaks with in a chat, as people read it. */
  present(person: Person, key: string): string {
    return presentAgent(this.#parts, person, key);
  }

  /** All agents with a button each. */
  list(person: Person, chat: ChatAddress): CommandOutcome {
    const { language } = person;
    const all = this.#parts.agentRegistry.all();
    const lines = all.map(({ id, title, description }) => {
      const label = escapeMarkup(agentLabel({ id, title }, language));
      return `- **${label}** ${escapeMarkup(description[language])}`;
    });
    const present = escapeMarkup(this.present(person, chatKey(chat)));
    const buttons = all.slice(0, MOST_BUTTONS).map(({ id, title }): readonly Button[] => {
      const subject = subjectOf({ id });
      const data = signButton(this.#parts.tokens, { subject, choice: CHOOSE, chat });
      return [{ label: title[language], data }];
    });
    return { text: [say(language, "agentHead", { name: present }), ...lines].join("\n"), buttons };
  }

  /** Speaks with the agent of a name from now on, or says who is near. */
  choose(person: Person, key: string, name: string): CommandOutcome {
    const found = this.#parts.agentRegistry.find(name);
    if ("fault" in found) return { text: escapeMarkup(found.fault.words[person.language]) };
    return { text: this.#choose(person, key, found.id, "markup") };
  }

  readonly commands: readonly Command[] = [
    {
      name: "agent",
      usage: "/agent",
      help: "helpAgent",
      run: ({ person, actor, chat, argument }) =>
        argument === "" ? this.list(person, chat) : this.choose(person, actor.chatId, argument),
    },
  ];

  /** The buttons of the list. */
  readonly buttons: readonly ButtonHandler[] = [
    {
      kinds: [CHOOSE],
      subjectsOf: ({ event: { chat }, person }) =>
        this.#parts.agentRegistry.all().map(({ id }) => ({
          digest: subjectOf({ id }),
          run: () => this.#choose(person, chatKey(chat), id, "plain"),
        })),
      refusal: ({ person }) => say(person.language, "pressBroken"),
    },
  ];

  #choose(person: Person, key: string, id: string, form: "plain" | "markup"): string {
    const { chatAgents } = this.#parts;
    chatAgents.choose(person.id, key, id === SYSTEM_AGENT ? undefined : id);
    const name = this.present(person, key);
    const shown = form === "plain" ? name : escapeMarkup(name);
    return say(person.language, "agentChosen", { name: shown });
  }
}

function subjectOf({ id }: { readonly id: string }): string {
  return `agent:${id}`;
}

/** The agent that a person speaks with in a chat, as people read it; also where it is not declared any more. */
export function presentAgent(
  {
    chatAgents,
    agentRegistry,
  }: { readonly chatAgents: ChatAgents; readonly agentRegistry: AgentRegistry },
  person: Person,
  key: string,
): string {
  const id = chatAgents.get(person.id, key) ?? SYSTEM_AGENT;
  const [title = { id, title: { ko: id, en: id } }] = agentRegistry.titles([id]);
  const label = agentLabel(title, person.language);
  const isGone = agentRegistry.get(id) === undefined;
  return isGone ? say(person.language, "agentGone", { name: label }) : label;
}
