import type { ServerAct, ServerRequest } from "../../test/support/model-server.ts";

/** What the model does when its turn comes: a program, words to the person, or the answer of the model for words inside a program. */
export interface Round {
  readonly kind: "program" | "say" | "words";
  readonly text: string;
}

const HEAD = /^===\s*(program|say|words)\s*$/;

/** Rounds written one after another, each below a line `=== program`, `=== say` or `=== words`. Throws where a text begins otherwise. */
export function readRounds(text: string): readonly Round[] {
  const rounds: { kind: Round["kind"]; lines: string[] }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, kind] = HEAD.exec(line) ?? [];
    const last = rounds.at(-1);
    if (kind === "program" || kind === "say" || kind === "words") rounds.push({ kind, lines: [] });
    else if (last !== undefined) last.lines.push(line);
    else if (line.trim() !== "")
      throw new Error('The file begins with a line "=== program", "=== say" or "=== words".');
  }
  return rounds.map(({ kind, lines }) => ({ kind, text: lines.join("\n").trim() }));
}

interface WireMessage {
  readonly role: string;
  readonly content?: unknown;
}

/** Speaks for the model of a task: with the rounds that are given, in order. */
export function createVoice(rounds: readonly Round[], log: (line: string) => void) {
  const turns = rounds.filter(({ kind }) => kind !== "words");
  const words = rounds.filter(({ kind }) => kind === "words");
  let first: ServerRequest | undefined;
  let told = 0;
  let troubles = 0;

  const answerWords = (messages: readonly WireMessage[]): ServerAct => {
    const asked = messages.map(({ content }) => textOf(content)).join("\n");
    const text = words.shift()?.text ?? standIn(asked);
    log(`--- a call inside the program asks a small model\n${asked}\n--- which answers\n${text}`);
    return { text, pieceBytes: 4096 };
  };

  return {
    answer(request: ServerRequest): ServerAct {
      const messages = messagesOf(request);
      if (!Array.isArray(request.body["tools"]) || request.body["tools"].length === 0)
        return answerWords(messages);
      if (first === undefined) first = request;
      else {
        const fresh = messages.slice(told).filter(({ role }) => role !== "assistant");
        for (const { content } of fresh) {
          const text = textOf(content);
          if (isTrouble(text)) troubles += 1;
          log(`--- you read\n${text}`);
        }
      }
      told = messages.length;
      const next = turns.shift();
      if (next === undefined) {
        log("--- your answer is awaited: the file has no further round");
        return { text: "…", pieceBytes: 4096 };
      }
      log(`--- you ${next.kind === "say" ? "say" : "run"}\n${next.text}`);
      if (next.kind === "say") return { text: next.text, pieceBytes: 4096 };
      return { calls: [{ code: next.text }], pieceBytes: 4096 };
    },
    /** All that the model was given with the person's message. */
    prompt: () => (first === undefined ? "" : promptOf(first)),
    troubles: () => troubles,
  };
}

function messagesOf({ body }: ServerRequest): readonly WireMessage[] {
  return body["messages"] as readonly WireMessage[]; // the dialect has checked it
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: { readonly text?: string }) => part.text ?? "").join("\n");
}

function promptOf(request: ServerRequest): string {
  const parts = messagesOf(request).map(
    ({ role, content }) => `===== ${role} =====\n${textOf(content)}`,
  );
  return [`===== tools =====\n${JSON.stringify(request.body["tools"], null, 1)}`, ...parts].join(
    "\n\n",
  );
}

/** Whether a result tells of a program that was refused, or of a statement that failed as a whole. */
function isTrouble(text: string): boolean {
  return !text.startsWith("Done");
}

/** What a small model might say of a text: its first sentences, or for a translation the text with a word before each line. */
function standIn(asked: string): string {
  const [, text = ""] = /\n={5,}\n([\s\S]*)\n={5,}/.exec(asked) ?? [];
  if (/translate/i.test(asked))
    return text
      .split("\n")
      .map((line) => (line.trim() === "" ? line : `번역 ${line}`))
      .join("\n");
  const count = Number(/at most (\d+) sentence/.exec(asked)?.[1] ?? "3");
  return text
    .split(/(?<=[.!?])\s+|\n/)
    .filter((sentence) => sentence.trim() !== "")
    .slice(0, count)
    .join("\n");
}
