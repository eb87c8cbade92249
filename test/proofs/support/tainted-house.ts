import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Message,
  type ModelClient,
  NO_USAGE,
} from "../../../src/agent/models/model-client.ts";
import type { ModelAnswer } from "../../../src/agent/turn/assistant.ts";
import { ModelTurns } from "../../../src/agent/turn/model-turns.ts";
import type { QuotedWords } from "../../../src/agent/turn/turn-context.ts";
import type { App } from "../../../src/app/open-app.ts";
import { systemClock } from "../../../src/base/clock.ts";
import type { ChatAdapter } from "../../../src/bots/platform/chat-adapter.ts";
import type { Actor } from "../../../src/engine/execute/action-types.ts";
import { LOCAL_PERSON_ID, type Person } from "../../../src/security/access/people.ts";
import type { Approval } from "../../../src/security/approvals/approvals.ts";
import { streaming } from "../../support/model-events.ts";
import { partsAt } from "../../support/parts.ts";
import { filesBelow, temporaryHome } from "../../support/service.ts";
import { type OutsideWeb, startOutsideWeb } from "./outside-web.ts";

/** What a scripted model does next: a program to run, or words that end the turn. */
export type Step = { readonly program: string } | { readonly words: string };

/** Tells the model's next step from everything that it has read. */
export type Script = (read: string) => Step;

/** The whole product with its real gate, handlers and stores over a loopback web; only the model is a script. */
export interface TaintedHouse {
  readonly parts: App;
  readonly web: OutsideWeb;
  /** Chats to which messages left. */
  readonly sentTo: readonly string[];
  /** A conversation of a person in a chat of its own. */
  talk(who: "owner" | "member"): Talk;
  close(): Promise<void>;
}

/** One person in one chat. */
export interface Talk {
  readonly actor: Actor;
  readonly folder: string;
  /** A message to the model, up to its words or to the first card. */
  say(
    text: string,
    script: Script,
    options?: { readonly isForwarded?: boolean; readonly quoted?: QuotedWords },
  ): Promise<Said>;
  /** Runs a program as if it came from the model or, without `ownWords`, from the person; every card is pressed. */
  run(program: string, ownWords?: readonly string[]): Promise<void>;
  /** Presses a card as the person, or as the owner where only one may. */
  press(approval: Approval, state: "approved" | "denied"): Promise<Said>;
  /** What lies in the chat's folder, by path. */
  files(): Readonly<Record<string, string>>;
}

/** Where a turn stands: over, or held up by cards. */
export type Said = ModelAnswer;

/** Opens a house with a member, two contacts and a workflow worth misusing; the caller closes it. */
export async function openTaintedHouse(): Promise<TaintedHouse> {
  const home = temporaryHome();
  const web = await startOutsideWeb();
  const settings = {
    IBL_LANGUAGE: "en",
    IBL_TIME_ZONE: "Asia/Seoul",
    // Hundreds of programs in a minute: nothing but approvals may stand in their way.
    IBL_RATE_PROGRAMS_PERSON: "0/0",
    IBL_RATE_PROGRAMS_CHAT: "0/0",
  };
  const parts = partsAt(home.path, { ...settings, ...web.environment });
  const sentTo: string[] = [];
  parts.outbox.start(recorder(sentTo), { recover: true });
  for (const name of ["민수", "Mallory", "Jane"]) meet(parts, name);
  const member = meet(parts, "Ben");
  let count = 0;
  return {
    parts,
    web,
    sentTo,
    talk: (who) => {
      count += 1;
      const person = who === "owner" ? parts.people.get(LOCAL_PERSON_ID)! : member;
      return openTalk(parts, person, `s${count}`);
    },
    close: async () => {
      await parts.close();
      await web.close();
      home.remove();
    },
  };
}

function meet(parts: App, name: string): Person {
  const account = { platform: "console", externalId: `id-${name}` };
  const person = parts.people.admit(account, { role: "member", name, language: "en" });
  parts.updates.remember({ platform: "console", chatId: `of-${name}`, isPrivate: true }, person.id);
  return person;
}

function openTalk(parts: App, person: Person, chat: string): Talk {
  const actor = parts.admission.actor(person, `console:${chat}`);
  const folder = join(parts.home.path, "files", `console_${chat}`);
  mkdirSync(folder, { recursive: true });
  parts.updates.remember({ platform: "console", chatId: chat, isPrivate: true }, person.id);
  let count = 0;
  let turns: ModelTurns | undefined;
  const modelTurns = (script: Script): ModelTurns =>
    new ModelTurns({
      modelFor: () => scripted(script),
      clock: systemClock,
      gate: parts.gate,
      turns: parts.turns,
      runs: parts.runs,
      catalogue: () => parts.library.catalogue(),
    });
  const decide = async (approval: Approval, state: "approved" | "denied"): Promise<void> => {
    const owner = parts.people.get(LOCAL_PERSON_ID)!;
    const presser = approval.approver === "owner" ? owner : person;
    const result = await parts.dispatcher.decide(approval.id, presser, { state });
    assert.ok(result.ok, JSON.stringify(result));
  };
  return {
    actor,
    folder,
    say: (text, script, options = {}) => {
      count += 1;
      turns = modelTurns(script);
      return turns.answer({ origin: `test:${chat}:${count}`, actor, text, ...options });
    },
    run: async (source, ownWords) => {
      count += 1;
      const origin = `test:${chat}:${count}`;
      const words = ownWords === undefined ? {} : { ownWords };
      const result = await parts.gate.run({ source, actor, origin, ...words });
      for (const approval of result.kind === "waiting" ? result.approvals : [])
        await decide(approval, "approved");
    },
    press: async (approval, state) => {
      await decide(approval, state);
      const next = await turns!.continueAfter(approval.runId!, { actor });
      assert.ok(next !== undefined);
      return next;
    },
    files: () =>
      Object.fromEntries(
        filesBelow(folder).map((name) => [name, readFileSync(join(folder, name), "latin1")]),
      ),
  };
}

/** A model that does what its script says of all that it was given to read. */
function scripted(script: Script): ModelClient {
  return streaming({
    name: "test/driven",
    send: async ({ messages }) => {
      const step = script(messages.map(readable).join("\n"));
      const content =
        "program" in step
          ? [
              {
                type: "tool_use" as const,
                id: `c${messages.length}`,
                name: "execute_ibl",
                input: { code: step.program },
              },
            ]
          : [{ type: "text" as const, text: step.words }];
      const stopReason = "program" in step ? "tool_use" : "end_turn";
      return { role: "assistant", content, stopReason, model: "test/driven", usage: NO_USAGE };
    },
  });
}

function readable(message: Message): string {
  if (message.role === "assistant") return "";
  return message.content
    .map((block) =>
      block.type === "text" ? block.text : block.type === "tool_result" ? block.content : "",
    )
    .join("\n");
}

function recorder(sentTo: string[]): ChatAdapter {
  return {
    platform: "console",
    maxTextLength: 4096,
    start: async () => undefined,
    stop: async () => undefined,
    send: async (chat) => ({ messageId: `${sentTo.push(chat.chatId)}` }),
    edit: async () => undefined,
    acknowledge: async () => undefined,
    typing: async () => undefined,
  };
}
