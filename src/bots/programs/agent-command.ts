import { type ChatAgents, SYSTEM_AGENT } from "../../agent/roster/agent-definitions.ts";
import type { AgentRegistry } from "../../agent/roster/roster.ts";
import type { Person } from "../../security/access/people.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import { type ButtonHandler, type ButtonPress, signButton } from "../approvals/signed-button.ts";
import type { Command, CommandOutcome } from "../commands/command.ts";
import { inRows, moreButton, pageNear, pageNumbers, rowsBeside } from "../markup/pagination.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { type ChatAddress, chatKey } from "../platform/chat-adapter.ts";
import { say } from "../texts/say.ts";

/** The choice of a button that chooses an agent. */
const CHOOSE = BUTTON_KINDS.agent;

/** Shows the agents, and lets each person choose with whom they speak in a chat. */
export class AgentCommand {
  readonly #parts: ConstructorParameters<typeof AgentCommand>[0];

  constructor(parts: {
    readonly agentRegistry: AgentRegistry;
    readonly chatAgents: ChatAgents;
    readonly tokens: ButtonTokens;
    readonly outbox: Pick<Outbox, "edit">;
  }) {
    this.#parts = parts;
  }

  /** The agent that a person speaks with in a chat, as people read it. */
  present(person: Person, key: string): string {
    return presentAgent(this.#parts, person, key);
  }

  /** With whom somebody speaks, and who else there is, with a button each. */
  list(person: Person, chat: ChatAddress, wanted = 1): CommandOutcome {
    const { agentRegistry, chatAgents, tokens } = this.#parts;
    const { language } = person;
    const key = chatKey(chat);
    const present = chatAgents.get(person.id, key) ?? SYSTEM_AGENT;
    const others = agentRegistry.all().filter(({ id }) => id !== present);
    const rows = rowsBeside(others.length);
    const page = pageNear(wanted, others.length, rows);
    const shown = others.slice((page.at - 1) * rows, page.at * rows);
    const sign = (subject: string): string => signButton(tokens, { subject, choice: CHOOSE, chat });
    const buttons = shown.map(({ id, title }) => ({
      label: title[language],
      data: sign(subjectOf({ id })),
    }));
    const more = moreButton(page, language, (to) => sign(pageSubject(to, person)));
    const lines = shown.map(
      ({ title, description }) =>
        `**${escapeMarkup(title[language])}** · ${escapeMarkup(description[language])}`,
    );
    const head = say(language, "agentHead", { name: escapeMarkup(this.present(person, key)) });
    return { text: [head, ...lines].join("\n"), buttons: inRows([...buttons, ...more]) };
  }

  /** Speaks with the agent of a name from now on, or shows who there is. */
  choose(person: Person, chat: ChatAddress, name: string): CommandOutcome {
    const found = this.#parts.agentRegistry.find(name);
    if (!("fault" in found))
      return { text: this.#choose(person, chatKey(chat), found.id, "markup") };
    const { text: _all, ...buttons } = this.list(person, chat);
    return {
      text: say(person.language, "agentUnknown", { name: escapeMarkup(name) }),
      ...buttons,
    };
  }

  readonly commands: readonly Command[] = [
    {
      name: "agent",
      usage: "/agent",
      help: "helpAgent",
      run: ({ person, chat, argument }) =>
        argument === "" ? this.list(person, chat) : this.choose(person, chat, argument),
    },
  ];

  /** The buttons of the list. */
  readonly buttons: readonly ButtonHandler[] = [
    {
      kinds: [CHOOSE],
      subjectsOf: (press) => {
        const { event, person } = press;
        const all = this.#parts.agentRegistry.all();
        return [
          ...all.map(({ id }) => ({
            digest: subjectOf({ id }),
            run: () => this.#choose(person, chatKey(event.chat), id, "plain"),
          })),
          ...pageNumbers(all.length).map((page) => ({
            digest: pageSubject(page, person),
            run: () => this.#turn(page, press),
          })),
        ];
      },
      refusal: ({ person }) => say(person.language, "pressBroken"),
    },
  ];

  #turn(page: number, { event: { chat, messageId, updateId }, person }: ButtonPress): string {
    const key = `edit:agents:${chat.platform}:${updateId}`;
    const message = this.list(person, chat, page);
    this.#parts.outbox.edit({ key, chatKey: chatKey(chat), messageId, message });
    return "";
  }

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

function pageSubject(page: number, { id }: Person): string {
  return `agents:${id}:page:${page}`;
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
  const label = title.title[person.language];
  const isGone = agentRegistry.get(id) === undefined;
  return isGone ? say(person.language, "agentGone", { name: label }) : label;
}
