import type { Clock } from "../../base/clock.ts";
import type { Database, Statement } from "../../store/database.ts";

/** Owner of the table chat_agents: with whom each person speaks in each chat. */
export class ChatAgents {
  readonly #clock: Clock;
  readonly #get: Statement<[string, string], { readonly agent: string }>;
  readonly #set: Statement<[string, string, string, number]>;
  readonly #clear: Statement<[string, string]>;

  constructor({ database, clock }: { readonly database: Database; readonly clock: Clock }) {
    this.#clock = clock;
    this.#get = database.prepare(
      "SELECT agent FROM chat_agents WHERE person_id = ? AND chat_key = ?",
    );
    this.#set = database.prepare(
      `INSERT INTO chat_agents (person_id, chat_key, agent, chosen_at_ms) VALUES (?, ?, ?, ?)
       ON CONFLICT (person_id, chat_key) DO UPDATE SET agent = excluded.agent, chosen_at_ms = excluded.chosen_at_ms`,
    );
    this.#clear = database.prepare("DELETE FROM chat_agents WHERE person_id = ? AND chat_key = ?");
  }

  /** Id of the agent that a person chose in a chat; `undefined` for the system agent. */
  get(personId: string, chatKey: string): string | undefined {
    return this.#get.get(personId, chatKey)?.agent;
  }

  /** Speaks with this agent from now on; `undefined` with the system agent. */
  choose(personId: string, chatKey: string, agent: string | undefined): void {
    if (agent === undefined) this.#clear.run(personId, chatKey);
    else this.#set.run(personId, chatKey, agent, this.#clock.now());
  }
}
