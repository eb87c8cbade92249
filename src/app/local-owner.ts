import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Agent } from "../agent/roster/agent-definitions.ts";
import type { Reply, TurnRequest } from "../agent/turn/assistant.ts";
import type { TurnFile } from "../agent/turn/turn-context.ts";
import { AppError, codeOf } from "../base/errors.ts";
import { createIds } from "../base/ids.ts";
import type { Json } from "../base/json.ts";
import { korean } from "../base/korean-particles.ts";
import { type Language, oneLine } from "../base/localized.ts";
import { mediaTypeOfBytes } from "../base/media-type.ts";
import { triedLines } from "../bots/approvals/dry-run.ts";
import { grantWords } from "../bots/approvals/grant-words.ts";
import { inboxPath } from "../bots/files/attachment-download.ts";
import { toPlainText } from "../bots/markup/parse-markup.ts";
import type { ChatAddress } from "../bots/platform/chat-adapter.ts";
import { planText } from "../bots/programs/commands.ts";
import { pathsText } from "../bots/replies/answer-handler.ts";
import { modelTrouble, withTrouble } from "../bots/replies/model-failure.ts";
import { wordReply, wordResult } from "../bots/replies/render-reply.ts";
import { say } from "../bots/texts/say.ts";
import type { Actor } from "../engine/execute/action-types.ts";
import type { FollowSteps } from "../engine/execute/executor.ts";
import { type Diagnostic, formatDiagnostic, type Warning } from "../engine/language/diagnostics.ts";
import type { Plan, PlanResult } from "../engine/plan/plan.ts";
import { setupLines } from "../engine/values/outcome.ts";
import { applyDecision } from "../runs/apply-decision.ts";
import { nearestText, obstacleText } from "../runs/obstacle.ts";
import type { Envelope } from "../runs/result-envelope.ts";
import type { RunResult } from "../runs/run-result.ts";
import type { Grant } from "../security/access/grants.ts";
import {
  type Account,
  LOCAL_ACCOUNT,
  type Person,
  type PersonRole,
} from "../security/access/people.ts";
import type { Approval } from "../security/approvals/approvals.ts";
import type { Decision } from "../security/approvals/decision.ts";
import type { TriedProgram } from "../security/approvals/dry-run-result.ts";
import { inTransaction } from "../store/database.ts";
import type { App } from "./open-app.ts";

/** What the local owner does from the command line, besides any running service. */
export interface Local {
  readonly actor: Actor;
  readonly person: Person;
}

/** How an approval that holds a command up is answered: decided, or left waiting. */
export type Answerer = (approval: Approval) => Promise<Decision | undefined>;

/** The local owner in a console session; `local` is the console chat's own. */
export function localOwner(parts: App, session = "local"): Local {
  if (!/^[\p{L}\p{N}_-]{1,40}$/u.test(session))
    throw new AppError("bad-arguments", {
      ko: korean`대화 이름은 글자, 숫자, "_", "-"로 40자까지예요. "${oneLine(session, 80)}"은(는) 안 돼요.`,
      en: `A session's name is up to 40 letters, digits, "_" and "-"; "${oneLine(session, 80)}" is not.`,
    });
  const person = parts.people.find(LOCAL_ACCOUNT);
  if (person === undefined)
    throw new AppError("home-unusable", "The local owner is missing from the database.");
  const address: ChatAddress = { platform: "console", chatId: session, isPrivate: true };
  parts.updates.remember(address, person.id);
  return { person, actor: parts.admission.actor(person, `console:${session}`) };
}

/** Plans a program as the local owner; runs nothing. */
export function checkCode(parts: App, code: string): PlanResult {
  return parts.gate.check(code, localOwner(parts).actor, true);
}

/** What lets a plan of the local owner only fail as things are now, with what would be right instead; `undefined` for nothing. */
export async function obstacleTo(
  parts: App,
  plan: Plan,
): Promise<
  | {
      readonly code: string;
      readonly message: string;
      readonly nearest: readonly string[];
      readonly text: string;
    }
  | undefined
> {
  const { actor } = localOwner(parts);
  const obstacle = await parts.gate.obstacleTo(plan, actor);
  if (obstacle === undefined) return undefined;
  const { code, message, names: nearest } = obstacle;
  const text = obstacleText(obstacle, actor.language);
  return { code, message: message[actor.language], nearest, text };
}

/** What would be right in the place of what a program could only fail at, and how that is told; nothing where there is no such thing. */
export function nearestIn(
  parts: App,
  result: RunResult,
): { readonly names: readonly string[]; readonly text: string } | undefined {
  const names = result.kind === "denied" ? (result.obstacle?.names ?? []) : [];
  if (names.length === 0) return undefined;
  return { names, text: nearestText(names, localOwner(parts).person.language) };
}

/** Runs what only reads of a program as the local owner, and tells what it came to. */
export function tryCode(
  parts: App,
  code: string,
  { signal, onStep }: { readonly signal: AbortSignal; readonly onStep: FollowSteps },
): Promise<TriedProgram> {
  const { actor } = localOwner(parts);
  const origin = `dry-run:${createIds(parts.edges.randomBytes)("cmd")}`;
  return parts.gate.dryRun(
    { source: code },
    { actor, origin, signal, onProgram: (): FollowSteps => onStep },
  );
}

/** Runs a program as the local owner; `answer` decides what waits, until something is left waiting. */
export async function runCode(
  parts: App,
  code: string,
  options: {
    readonly answer: Answerer;
    readonly signal: AbortSignal;
    readonly onStep: FollowSteps;
  },
): Promise<RunResult> {
  const { actor, person } = localOwner(parts);
  const origin = `command:${createIds(parts.edges.randomBytes)("cmd")}`;
  const { signal, onStep } = options;
  const onProgram = (): FollowSteps => onStep;
  let result = await parts.assistant.runProgram({
    origin,
    actor,
    code,
    isByHand: true,
    signal,
    onProgram,
  });
  while (
    result.kind === "waiting" &&
    (await answerAll(parts, person, result.approvals, options.answer))
  ) {
    result = await parts.gate.resume(result.runId, { actor, signal, onProgram });
  }
  return result;
}

/** One turn of the local session, words and all. */
export async function askText(
  parts: App,
  text: string,
  options: {
    readonly session?: string;
    /** Files to go with it, absolute paths. Default none. */
    readonly files?: readonly string[];
    /** Told what went beside the answer. */
    readonly note: (text: string) => void;
    readonly answer: Answerer;
    readonly signal: AbortSignal;
    readonly onStep: FollowSteps;
  },
): Promise<{
  readonly reply: Reply;
  readonly text: string;
  readonly waiting: readonly Approval[];
}> {
  const { actor, person } = localOwner(parts, options.session);
  const origin = `command:${createIds(parts.edges.randomBytes)("cmd")}`;
  const { signal, onStep } = options;
  const onProgram = (): FollowSteps => onStep;
  const files = await takeLocalFiles(parts, actor.chatId, options.files ?? [], signal);
  if (files.length > 0 && !parts.assistant.hasModel) {
    const saved = say(actor.language, "filesNeedModel", { paths: pathsText(files) });
    options.note(toPlainText(saved));
  }
  const came = files.length === 0 ? {} : { files };
  const request = { origin, actor, text, ...came, signal, onProgram };
  const wordsFor = (shown: Reply): string =>
    wordReply(shown, { ...actor, nowMs: parts.edges.clock.now() }).text;
  let reply = await answerOrFallBack(parts, request, options.note);
  for (let waiting = waitingOf(reply); waiting.length > 0; waiting = waitingOf(reply)) {
    const decided = await firstDecided(parts, person, waiting, options.answer);
    if (decided === undefined) return { reply, text: wordsFor(reply), waiting };
    const next = await parts.assistant.continueAfter(decided, { actor, signal, onProgram });
    if (next === undefined) break;
    reply = next;
  }
  return { reply, text: wordsFor(reply), waiting: [] };
}

/** The model's answer; where it cannot be used, that is said and examples answer. */
async function answerOrFallBack(
  parts: App,
  request: TurnRequest,
  note: (text: string) => void,
): Promise<Reply> {
  try {
    return await parts.assistant.answer(request);
  } catch (error) {
    if (!(error instanceof AppError) || !error.code.startsWith("model-")) throw error;
    const { actor, text } = request;
    const trouble = modelTrouble(error, actor, text);
    const instead = await parts.assistant.answerWithoutModel(request);
    const { reply, lead } = withTrouble(trouble, instead, actor);
    const causes = trouble.suggests.flatMap(({ tells }) => tells ?? []);
    for (const line of [toPlainText(lead), ...causes]) if (line !== "") note(line);
    return reply;
  }
}

/** Decides what waits, as the local owner, and carries it out. */
export async function decideLocally(
  parts: App,
  id: string,
  decision: Decision,
): Promise<{ readonly ok: boolean; readonly reason?: string; readonly approval?: Approval }> {
  const { person } = localOwner(parts);
  const result = await parts.dispatcher.decide(id, person, decision);
  const approval = parts.approvals.get(id);
  return {
    ok: result.ok,
    ...(result.ok ? {} : { reason: result.reason }),
    ...(approval === undefined ? {} : { approval }),
  };
}

/** The words for a run's result, in the local owner's language. */
export function resultText(parts: App, result: RunResult): string {
  return wordResult(result, localOwner(parts).person.language).text;
}

/** How what the steps of a run wait for is set up: who uses the command line can do it. */
export function setupIn(result: RunResult): readonly string[] {
  const errors = (envelopeIn(result)?.statements ?? [])
    .flatMap(({ steps }) => steps)
    .flatMap(({ error }) => (error === undefined ? [] : [error]));
  return [...new Set(errors.flatMap(setupLines))];
}

/** What a plan would do, in words, and what came of trying it. */
export function checkText(
  parts: App,
  planned: Extract<PlanResult, { ok: true }>,
  tried: TriedProgram | undefined,
): string {
  const { language } = localOwner(parts).person;
  const text = planText(planned.plan, language);
  if (tried === undefined) return text;
  const lines = triedLines(tried, { language, seesValues: true });
  return [text, toPlainText(lines.join("\n"))].join("\n");
}

/** A problem of a program with its place and frame, and the corrected program where there is one. */
export function problemText(problem: Diagnostic, language: Language): string {
  const { correction } = problem;
  const text = formatDiagnostic(problem, language);
  return correction === undefined
    ? text
    : `${text}\n${say(language, "cardCorrection")}\n${correction}`;
}

/** A problem or a warning as JSON: in English, as programs read it. */
export function problemJson({ words: _words, ...problem }: Diagnostic | Warning): object {
  return problem;
}

/** The language in which the command line speaks to the local owner. */
export function ownLanguage(parts: App): Language {
  return localOwner(parts).person.language;
}

/** A card as plain text for a terminal, with the ready answers of a question numbered. */
export function cardAsText(parts: App, approval: Approval): string {
  const text = toPlainText(parts.cards.drawWhole(approval, localOwner(parts).actor.chatId).text);
  const options = approval.kind === "question" ? (approval.card.options ?? []) : [];
  return [text, ...options.map((option, index) => `  ${index + 1}. ${option.label}`)].join("\n");
}

/** The envelope of a finished run, or `undefined`. */
export function envelopeIn(result: RunResult): Envelope | undefined {
  return result.kind === "finished" ? result.envelope : undefined;
}

function waitingOf(reply: Reply): readonly Approval[] {
  if (reply.kind === "proposals") return [reply.approval];
  if (reply.kind === "run") {
    if (reply.correction !== undefined) return [reply.correction];
    return reply.result.kind === "waiting" ? reply.result.approvals : [];
  }
  return reply.kind === "answer" ? reply.approvals : [];
}

/** True when everything that waited was decided. */
async function answerAll(
  parts: App,
  person: Person,
  waiting: readonly Approval[],
  answer: Answerer,
): Promise<boolean> {
  for (const approval of waiting)
    if ((await firstDecided(parts, person, [approval], answer)) === undefined) return false;
  return waiting.length > 0;
}

async function firstDecided(
  parts: App,
  person: Person,
  waiting: readonly Approval[],
  answer: Answerer,
): Promise<Approval | undefined> {
  for (const approval of waiting) {
    if (!parts.approvals.mayDecide(approval, person)) continue;
    const decision = await answer(approval);
    if (decision === undefined) continue;
    const result = inTransaction(parts.database, () => {
      const pressed = parts.approvals.decideById(approval.id, person, decision);
      if (pressed.ok) {
        applyDecision(parts, pressed.approval);
        parts.rights.apply(pressed.approval);
      }
      return pressed;
    });
    if (result.ok) {
      parts.approvals.setOutcome(approval.id, "");
      return result.approval;
    }
  }
  return undefined;
}

/** Takes files of this machine into a chat's folder, as if they had been sent there. `paths` are absolute. Throws `AppError`: `bad-arguments` for what is no file, and what the folder refuses. */
async function takeLocalFiles(
  parts: App,
  chatKey: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly TurnFile[]> {
  const taken: TurnFile[] = [];
  for (const path of paths) taken.push(await takeOne(parts, chatKey, path, signal));
  return taken;
}

async function takeOne(
  { intake }: App,
  chatKey: string,
  source: string,
  signal: AbortSignal,
): Promise<TurnFile> {
  const { inbox } = intake;
  const name = basename(source);
  const sizeBytes = await sizeOf(source);
  const { head, ...file } = await inbox.receive(chatKey, {
    nameAt: (count) => inboxPath(name, count),
    sizeBytes,
    fill: async (write) => {
      for await (const bytes of createReadStream(source, { signal })) await write(bytes);
    },
    onWhole: () => undefined,
  });
  const mediaType = mediaTypeOfBytes(head, { claimed: "application/octet-stream", name });
  const facts = { ...file, mediaType };
  return { ...facts, content: await inbox.read(chatKey, facts, signal) };
}

async function sizeOf(path: string): Promise<number> {
  try {
    const stats = await stat(path);
    if (stats.isFile()) return stats.size;
    throw new AppError("bad-arguments", {
      ko: korean`"${path}"은(는) 파일이 아니에요. --file에는 파일 하나를 적고, 여럿이면 --file을 되풀이하세요.`,
      en: `"${path}" is no file; --file takes one, and may be given again.`,
    });
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("bad-arguments", {
      ko: korean`"${path}"을(를) 읽을 수 없어요(${codeOf(error)}).`,
      en: `"${path}" cannot be read (${codeOf(error)}).`,
    });
  }
}

/** A grant for a terminal and as JSON. */
export interface DescribedGrant {
  readonly id: string;
  readonly text: string;
  readonly json: Readonly<Record<string, Json>>;
}

/** Every grant in force, of everybody, oldest first. */
export function describeGrants(parts: App): readonly DescribedGrant[] {
  const { language, zone } = localOwner(parts).person;
  const nameOf = (id: string): string => parts.people.nameOf(id) ?? id;
  return parts.grants.inForce().map((grant) => ({
    id: grant.id,
    text: toPlainText(grantWords(grant, { language, zone, nameOf })),
    json: grantJson(parts, grant),
  }));
}

/** Ends a grant on behalf of the local owner. */
export function revokeGrant(
  parts: App,
  id: string,
):
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } } {
  const { person } = localOwner(parts);
  if (parts.grants.revoke(id, person.id)) return { ok: true, id };
  const isKnown = parts.grants.get(id) !== undefined;
  const error = isKnown
    ? { code: "grant-over", message: `The grant "${id}" was revoked already.` }
    : {
        code: "grant-unknown",
        message: `There is no grant "${id}"; \`ibl-bot grants list\` shows their ids.`,
      };
  return { ok: false, error };
}

/** Everybody who is known, the local owner first. */
export function describePeople(parts: App): readonly {
  readonly id: string;
  readonly name: string;
  readonly role: PersonRole;
  readonly accounts: readonly string[];
}[] {
  return parts.people.all().map(({ id, name, role }) => {
    const accounts = parts.people.accountsOf(id).map(accountLine);
    return { id, name, role, accounts };
  });
}

/** Such as `telegram @ben_h …4821`. */
function accountLine({ platform, externalId, username }: Account): string {
  if (platform === LOCAL_ACCOUNT.platform) return platform;
  const user = username === undefined ? "" : ` @${username}`;
  return `${platform}${user} …${externalId.slice(-4)}`;
}

function grantJson(parts: App, grant: Grant): Readonly<Record<string, Json>> {
  const { node, action, targets, open } = grant.pattern;
  const iso = (atMs: number | undefined): string | null =>
    atMs === undefined ? null : new Date(atMs).toISOString();
  return {
    id: grant.id,
    action: `${node}:${action}`,
    targets: targets.map(({ param, role, kind, value }) => ({ param, role, [kind]: value })),
    open: [...open],
    person: grant.personId,
    chat: grant.chatKey ?? null,
    maxUses: grant.maxUses ?? null,
    used: grant.used,
    expiresAt: iso(grant.expiresAtMs),
    givenBy: grant.givenBy,
    givenAt: iso(grant.createdAtMs),
    uses: parts.grants.uses(grant.id).map(({ runId, callId, times, usedAtMs }) => ({
      run: runId,
      call: callId,
      times,
      at: iso(usedAtMs),
    })),
  };
}

/** An agent for a terminal and as JSON. */
export interface DescribedAgent {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly json: Readonly<Record<string, Json>>;
}

/** Every agent in the local owner's language, the system agent first. */
export function describeAgents(parts: App): readonly DescribedAgent[] {
  return parts.agentRegistry.all().map((agent) => described(parts, agent));
}

/** The agent that an id, a name or a title means. Throws `AppError` `unknown-agent`. */
export function describeAgent(parts: App, name: string): DescribedAgent {
  const found = parts.agentRegistry.find(name);
  if ("fault" in found) throw new AppError(found.fault.code, found.fault.words);
  return described(parts, found);
}

function described(parts: App, agent: Agent): DescribedAgent {
  const { language } = localOwner(parts).person;
  const { id, project, name, mode, allowedNodes } = agent;
  const words = {
    title: agent.title[language],
    description: agent.description[language],
    role: agent.role[language],
    prompt: agent.prompt[language],
  };
  const nodes = allowedNodes === undefined ? null : ["system", ...allowedNodes];
  const json = { id, project, name, ...words, mode, nodes };
  return { id, title: words.title, description: words.description, json };
}

/**
 * Makes a new key for buttons and draws every open card with it; a service that runs on the same HOME sends those. Buttons of older keys
 * work until the last approval that is open now is over, or with `now` no longer: a card that could not be drawn anew then needs `/approvals`.
 */
export function rotateKeys(
  parts: App,
  options: { readonly now: boolean },
): { readonly open: number; readonly oldUntilMs: number } {
  const nowMs = parts.edges.clock.now();
  const ends = options.now ? [] : parts.approvals.waiting().map((card) => card.expiresAtMs);
  const oldUntilMs = Math.max(nowMs, ...ends);
  parts.tokens.rotate({ oldUntilMs });
  const open = parts.cards.redrawOpen(createIds(parts.edges.randomBytes)("keys"));
  return { open, oldUntilMs };
}
