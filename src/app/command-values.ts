import type { ChatAddress, Sender } from "../bots/platform/chat-adapter.ts";
import { type CommandValue, valuesFor } from "../bots/platform/command-values.ts";
import type { Parts } from "./open-app.ts";
import { plannerWorkflows } from "./planner-workflows.ts";

/** What somebody types behind a command. */
export interface TypedBehind {
  readonly command: string;
  readonly typed: string;
  readonly sender: Sender;
  readonly chat: ChatAddress;
  readonly limit: number;
}

/** Offers values to people who were let in; to anyone else none. */
export function openCommandValues(parts: Parts): (asked: TypedBehind) => readonly CommandValue[] {
  const { admission, agentRegistry, switches, workflows } = parts;
  const values = {
    agentRegistry,
    switches,
    workflows: ({ id: personId, language }: { id: string; language: "ko" | "en" }) =>
      plannerWorkflows(workflows, { personId, language }),
  };
  return ({ command, typed, sender, chat, limit }) => {
    const person = admission.find(chat.platform, sender);
    return person === undefined ? [] : valuesFor(values, { command, typed, person, limit });
  };
}
