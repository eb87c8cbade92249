import { basename, join } from "node:path";
import type { ToolRegistry } from "../agent/tools/registry.ts";
import { createPast } from "../agent/turn/conversation-log.ts";
import type { Clock } from "../base/clock.ts";
import { AppError } from "../base/errors.ts";
import type { Fetch } from "../base/fetch.ts";
import { mediaTypeOfName } from "../base/media-type.ts";
import { replyFilePath, writeReplyFile } from "../bots/outbox/reply-files.ts";
import type { Phones } from "../drivers/adb/phones.ts";
import type { SeenScreens } from "../drivers/adb/seen-screens.ts";
import type { Browser } from "../drivers/browser/browser.ts";
import type { Desktop } from "../drivers/desktop/desktop.ts";
import type { Files } from "../drivers/files/files.ts";
import { lastOfPath } from "../drivers/files/nearest-file.ts";
import { MOST_ENTRIES } from "../drivers/files/quota.ts";
import { createOpenOrigins } from "../drivers/http/address-guard.ts";
import { createCommandRunner, createProcessDriver } from "../drivers/process/process.ts";
import { frameOf } from "../drivers/process/video-frame.ts";
import type { ActionDefinition } from "../engine/catalogue/catalogue.ts";
import type {
  ActionHandler,
  Expansion,
  Handlers,
  ReadyCall,
} from "../engine/execute/action-types.ts";
import type { TargetChecks } from "../engine/execute/target-check.ts";
import { workflowHead } from "../engine/plan/workflow.ts";
import type { Outcome, Value } from "../engine/values/outcome.ts";
import type { ReportParts } from "../nodes/analysis/report.ts";
import { createApiRouter } from "../nodes/api/handler.ts";
import type { Contacts } from "../nodes/contacts-port.ts";
import { createCaptionHandlers, createChartHandlers } from "../nodes/forge/charts.ts";
import { createBrowserHandlers } from "../nodes/interface/browser.ts";
import { createDesktopHandlers } from "../nodes/interface/desktop.ts";
import { createLoginHandlers, type LoginParts } from "../nodes/interface/login.ts";
import { createPageActHandlers } from "../nodes/interface/page-acts.ts";
import { createPhoneHandlers } from "../nodes/interface/phone.ts";
import { createSignInHandlers, type SignIns } from "../nodes/interface/sign-ins.ts";
import { createContactHandlers } from "../nodes/messenger/contacts.ts";
import { createRecipientChecks } from "../nodes/messenger/recipients.ts";
import type { OutboxPort, SentFile } from "../nodes/outbox-port.ts";
import { createAddressTargetCheck } from "../nodes/source/address-target.ts";
import { createFeedHandlers } from "../nodes/source/feed.ts";
import { createUnreadHandlers } from "../nodes/source/feed-unread.ts";
import { createFinanceHandlers } from "../nodes/source/finance.ts";
import { createMemoryHandlers } from "../nodes/source/memory.ts";
import { createNewsHandlers } from "../nodes/source/news.ts";
import { createPageChangeHandlers } from "../nodes/source/page-changes.ts";
import { createPhotoHandlers } from "../nodes/source/photos.ts";
import { createPictureTextHandlers } from "../nodes/source/picture-text.ts";
import { createHealthHandlers } from "../nodes/source/records/health.ts";
import { createItemHandlers } from "../nodes/source/records/items.ts";
import { createRecordHandlers } from "../nodes/source/records/listing.ts";
import { createPlaceHandlers } from "../nodes/source/records/places.ts";
import { createPostHandlers } from "../nodes/source/records/posts.ts";
import { Records } from "../nodes/source/records/records.ts";
import { createSkillHandlers } from "../nodes/source/records/skills.ts";
import { type Deliveries, Told } from "../nodes/source/seen-items.ts";
import type { VisionFor } from "../nodes/source/vision-port.ts";
import { createWeatherHandlers } from "../nodes/source/weather.ts";
import { createWebHandlers } from "../nodes/source/web.ts";
import { createCommandHandlers } from "../nodes/system/commands.ts";
import { createComputeHandlers } from "../nodes/system/compute/handlers.ts";
import { type Colleagues, createColleagueHandlers } from "../nodes/system/delegation.ts";
import { createDiscoveryHandlers } from "../nodes/system/discovery.ts";
import { createCameraHandlers } from "../nodes/system/downloads/cameras.ts";
import { createDownloadHandlers } from "../nodes/system/downloads/downloads.ts";
import { createFileTargetChecks } from "../nodes/system/file-targets.ts";
import { createRestoreHandlers } from "../nodes/system/file-undo.ts";
import {
  createFileHandlers,
  type FileHandlerParts,
  type FilesOf,
  saveResult,
} from "../nodes/system/files.ts";
import { createHeldHandlers } from "../nodes/system/held-programs.ts";
import { createHistoryHandlers } from "../nodes/system/history.ts";
import type { KeptFiles } from "../nodes/system/kept-files.ts";
import { createListWordHandlers } from "../nodes/system/lists/handlers.ts";
import { createNamedTargetChecks } from "../nodes/system/named-targets.ts";
import { createAskingHandlers, createNoticeHandlers } from "../nodes/system/notices.ts";
import { createBriefingHandlers } from "../nodes/system/schedules/briefings.ts";
import { createEventTargetChecks } from "../nodes/system/schedules/event-targets.ts";
import { createEventHandlers } from "../nodes/system/schedules/events.ts";
import type { EventParts } from "../nodes/system/schedules/events-parts.ts";
import type { Webhooks } from "../nodes/system/schedules/webhooks-port.ts";
import { createWeekHandlers } from "../nodes/system/schedules/week.ts";
import { createShowingHandlers } from "../nodes/system/showing.ts";
import { createStorageHandlers } from "../nodes/system/storage.ts";
import { createSwitchHandlers } from "../nodes/system/switches.ts";
import { createTextWordHandlers, summarize } from "../nodes/system/text/handlers.ts";
import type { Words } from "../nodes/system/text/port.ts";
import { createTimeHandlers } from "../nodes/system/time.ts";
import { createTodoHandlers, createTodoReader } from "../nodes/system/todos.ts";
import { TrustedFiles } from "../nodes/system/trusted-files.ts";
import {
  createUndo,
  createUndoHandlers,
  noting,
  type Undo,
  type UndoParts,
} from "../nodes/system/undo.ts";
import { createWorkflowHandlers, type RunProgram } from "../nodes/system/workflows.ts";
import type { AllowedNodes, Planning } from "../runs/plan-and-judge.ts";
import { workflowProblem } from "../runs/workflow-problem.ts";
import type { Schedules } from "../scheduler/ledger/schedules.ts";
import type { People } from "../security/access/people.ts";
import { NOTHING_SAID } from "../security/access/quoted-by-person.ts";
import type { Database } from "../store/database.ts";
import type { Switches } from "../store/switches.ts";
import type { UndoLog } from "../store/undo-log.ts";
import type { Workflows } from "../store/workflows.ts";
import type { Library } from "./core/data-library.ts";
import { chatFolder, type Home } from "./core/home.ts";
import { createToolPorts } from "./core/tool-ports.ts";
import { toolHandler } from "./core/tools.ts";
import { createRunnable, eventPlanning } from "./event-planning.ts";
import type { Core } from "./open-core.ts";

/** Dependencies of `joinHandlers`. */
export interface ActionResources {
  readonly home: Home;
  readonly assetsPath: string;
  readonly filesOf: (chatKey: string) => Files;
  /** Of each chat's folder. */
  readonly quotaBytes: number;
  readonly kept: KeptFiles;
  readonly turnOf: UndoParts["turnOf"];
  readonly turnOfRun: UndoParts["turnOfRun"];
  readonly undoLog: UndoLog;
  readonly lastSentMs: UndoParts["lastSentMs"];
  readonly isWished: UndoParts["isWished"];
  readonly environment: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly database: Database;
  readonly library: Library;
  readonly tools: ToolRegistry;
  readonly fetch: Fetch;
  readonly browser: Browser;
  readonly signIns: SignIns;
  /** Sends a person a link to log in: see `createLoginLinks`. */
  readonly loginLink: LoginParts["handOut"];
  readonly phones: Phones;
  readonly seenScreens: SeenScreens;
  readonly desktop: Desktop;
  readonly schedules: Schedules;
  readonly deliveries: Deliveries;
  readonly workflows: Workflows;
  readonly people: People;
  readonly contacts: Contacts;
  readonly outbox: OutboxPort;
  /** The language model for words inside a program; absent where none is configured. */
  readonly words: Words | undefined;
  /** The model that looks at pictures; absent where none is configured. */
  readonly visionFor: VisionFor | undefined;
  readonly lastPicture: (chatKey: string) => string | undefined;
  readonly colleagues: Colleagues;
  readonly allowedNodes: AllowedNodes;
  readonly webhooks: Webhooks;
  readonly switches: Switches;
  readonly planning: Planning;
}

/** The handler that runs an action, if it has one. */
export type HandlerOf = (definition: ActionDefinition) => ActionHandler | undefined;

/** Joins every action to its driver; gives the handler of a definition. */
export function joinHandlers(
  parts: ActionResources,
): (definition: ActionDefinition) => ActionHandler | undefined {
  const { filesOf } = parts;
  const trusted = new TrustedFiles(parts.database);
  const told = new Told(parts);
  const handlers: Handlers = {
    ...systemHandlers(parts, filesOf, trusted),
    ...createWebHandlers({ fetch: parts.fetch }),
    ...createNewsHandlers(parts),
    ...createFeedHandlers({ fetch: parts.fetch }),
    ...createUnreadHandlers({ fetch: parts.fetch, told }),
    ...createPageChangeHandlers({ fetch: parts.fetch, told }),
    ...createWeatherHandlers({ fetch: parts.fetch }),
    ...createFinanceHandlers(parts),
    ...createPictureTextHandlers(parts),
    ...createPhotoHandlers(parts),
    ...recordHandlers(parts),
    ...createMemoryHandlers({ database: parts.database, clock: parts.clock }),
    ...createChartHandlers({
      fontPath: join(parts.assetsPath, "fonts", "NanumGothic.ttf"),
      saveFile: async (call, name, bytes, mediaType) => {
        const { chatId } = call.actor;
        if (call.params["keep"] === false) return shownOnly(parts.home, call, bytes, mediaType);
        const file = await saveResult(filesOf(chatId), name, bytes, mediaType);
        if (!call.tainted) trusted.put(chatId, file.path, bytes);
        return file;
      },
    }),
    ...createCaptionHandlers({ filesOf }),
    ...pageHandlers(parts),
    ...phoneHandlers(parts),
    ...createDesktopHandlers({
      desktop: parts.desktop,
      showPicture: (call, bytes) => shownOnly(parts.home, call, bytes, "image/png"),
    }),
    ...createContactHandlers({
      contacts: parts.contacts,
      outbox: parts.outbox,
      nameOf: (id) => parts.people.nameOf(id) ?? "?",
      fileFor: (call, path) => sentFile(parts, call, path),
    }),
  };
  const callApi = createApiRouter({
    fetch: parts.fetch,
    clock: parts.clock,
    environment: (name) => parts.environment[name],
  });
  const ports = createToolPorts({
    words: parts.words,
    runProgram: (call, program) => runProgram(parts.planning, call, program, "tool"),
    reports: reportParts(parts, trusted),
  });
  return (definition) => {
    if (definition.router === "api") return (call) => callApi(definition, call);
    if (definition.tool !== undefined) return toolHandler(parts.tools, definition.tool, ports);
    const handler = handlers[definition.handler];
    if (handler === undefined || definition.effect !== "write" || isUndo(definition))
      return handler;
    return noting(handler, { log: parts.undoLog, turnOf: parts.turnOf });
  };
}

/** What opens, reads and changes web pages. */
function pageHandlers({ browser, home, filesOf, signIns, loginLink }: ActionResources): Handlers {
  const saveFile = (call: ReadyCall, name: string, bytes: Uint8Array, mediaType: string) =>
    saveResult(filesOf(call.actor.chatId), name, bytes, mediaType);
  const readFile = (call: ReadyCall, path: string) => filesOf(call.actor.chatId).readBytes(path);
  return {
    ...createBrowserHandlers({
      browser,
      saveFile,
      showPicture: async (call, name, bytes) =>
        call.params["keep"] === true
          ? saveFile(call, name, bytes, "image/png")
          : shownOnly(home, call, bytes, "image/png"),
    }),
    ...createPageActHandlers({ browser, readFile, saveFile }),
    ...createSignInHandlers({ browser, readFile, signIns }),
    ...createLoginHandlers({ browser, handOut: loginLink }),
  };
}

/** Where reports are drawn, printed and kept. */
function reportParts(
  { assetsPath, browser, filesOf }: ActionResources,
  trusted: TrustedFiles,
): ReportParts {
  return {
    fontPath: join(assetsPath, "fonts", "NanumGothic.ttf"),
    async saveFile({ actor: { chatId }, tainted }, name, bytes, mediaType) {
      const file = await saveResult(filesOf(chatId), name, bytes, mediaType);
      if (!tainted) trusted.put(chatId, file.path, bytes);
      return file;
    },
    async printPage({ actor: { chatId }, signal }, html) {
      try {
        return await browser.print(chatId, html, { signal });
      } catch (error) {
        if (signal.aborted || !(error instanceof AppError)) throw error;
        return undefined; // without a Chromium that works the report is a web page, and says so by its name
      }
    },
  };
}

/** What people keep as records of a kind. */
function recordHandlers({ database, clock, fetch, filesOf, words }: ActionResources): Handlers {
  const parts = {
    records: new Records(database),
    clock,
    fetch,
    filesOf,
    summarize: (call: ReadyCall, request: { readonly text: string; readonly count: number }) =>
      summarize(words, call, request),
  };
  return {
    ...createRecordHandlers(parts),
    ...createHealthHandlers(parts),
    ...createSkillHandlers(parts),
    ...createPostHandlers(parts),
    ...createItemHandlers(parts),
    ...createPlaceHandlers(parts),
  };
}

/** The phone's actions: what comes from it is outside text, and never vouched for. */
function phoneHandlers({
  home,
  filesOf,
  phones,
  seenScreens: seen,
  clock,
}: ActionResources): Handlers {
  return createPhoneHandlers({
    ...{ phones, seen, clock },
    saveFile: ({ actor }, name, bytes, mediaType) =>
      saveResult(filesOf(actor.chatId), name, bytes, mediaType),
    showPicture: (call, bytes) => shownOnly(home, call, bytes, "image/png"),
    readFile: ({ actor }, path) => filesOf(actor.chatId).readBytes(path),
  });
}

/** A picture that is only shown: it stands among the files that go with replies, which no program names and which are gone after a day. */
function shownOnly(
  home: Home,
  { actor: { chatId }, effectKey }: ReadyCall,
  bytes: Uint8Array,
  mediaType: string,
): Extract<Value, { kind: "file" }> {
  const folder = chatFolder(home, chatId);
  const ending = mediaType === "image/png" ? "png" : "svg";
  const place = replyFilePath((path) => join(folder, path), effectKey, ending);
  writeReplyFile(place, bytes);
  return { kind: "file", path: basename(place), mediaType, sizeBytes: bytes.byteLength };
}

/** A copy of a file for it to be sent: what is changed or deleted meanwhile leaves as it was allowed. */
async function sentFile(
  { home, filesOf }: ActionResources,
  { actor: { chatId }, effectKey }: ReadyCall,
  path: string,
): Promise<SentFile> {
  const bytes = await filesOf(chatId).readBytes(path);
  const folder = chatFolder(home, chatId);
  const name = lastOfPath(path);
  const ending = /\.([\p{L}\p{N}]{1,10})$/u.exec(name)?.[1] ?? "bin";
  const copy = replyFilePath((each) => join(folder, each), `send:${effectKey}`, ending);
  writeReplyFile(copy, bytes);
  return { path: copy, name, mediaType: mediaTypeOfName(name) };
}

/** What an undo does is no change that another undo takes back. */
function isUndo({ handler }: ActionDefinition): boolean {
  return handler === "system:undo" || handler === "system:restore";
}

function undoPartsOf(
  { kept, clock, turnOf, turnOfRun, isWished, undoLog: log, lastSentMs }: ActionResources,
  filesOf: (chatKey: string) => Files,
  trusted: TrustedFiles,
): UndoParts {
  return { filesOf, trusted, kept, clock, turnOf, turnOfRun, isWished, log, lastSentMs };
}

/** The undo for what is no program: buttons and commands. */
export function openUndo(parts: ActionResources): Undo {
  return createUndo(undoPartsOf(parts, parts.filesOf, new TrustedFiles(parts.database)));
}

/** What makes, reads and shows the files of a chat. */
function fileHandlers(parts: ActionResources, files: FileHandlerParts): Handlers {
  const { clock, fetch } = parts;
  const workPath = join(parts.home.path, "seeing");
  return {
    ...createFileHandlers(files),
    ...createDownloadHandlers({ ...files, fetch }),
    ...createCameraHandlers({
      ...files,
      fetch,
      clock,
      frameOf: (video, signal) =>
        frameOf(video, { processes: createProcessDriver(), workPath, signal }),
    }),
    ...createStorageHandlers(parts),
    ...createShowingHandlers(parts),
  };
}

function systemHandlers(
  parts: ActionResources,
  filesOf: (chatKey: string) => Files,
  trusted: TrustedFiles,
): Handlers {
  const { clock, database, workflows, schedules, kept, turnOf } = parts;
  const files = { filesOf, trusted, kept, turnOf };
  const undoing = undoPartsOf(parts, filesOf, trusted);
  return {
    ...createTimeHandlers({ clock }),
    ...createAskingHandlers(),
    ...fileHandlers(parts, files),
    ...createRestoreHandlers({ ...files, isWished: parts.isWished }),
    ...createUndoHandlers(undoing, createUndo(undoing)),
    ...createHistoryHandlers({ past: createPast(database), clock }),
    ...createNoticeHandlers({ outbox: parts.outbox }),
    ...createTodoHandlers({ database, clock }),
    ...createWeekHandlers({ ...createTodoReader(database), schedules, clock }),
    ...createListWordHandlers(),
    ...createComputeHandlers(),
    ...createTextWordHandlers({ words: parts.words }),
    ...createDiscoveryHandlers({
      catalogue: () => parts.library.catalogue(),
      search: () => parts.library.actionSearch(),
      allowedNodes: parts.allowedNodes,
      isSet: (name) => (parts.environment[name] ?? "") !== "",
    }),
    ...createCommandHandlers({
      commandsOf: (chatKey) =>
        createCommandRunner({
          folder: chatFolder(parts.home, chatKey),
          bounds: {
            usage: () => filesOf(chatKey).usage(),
            quotaBytes: parts.quotaBytes,
            mostEntries: MOST_ENTRIES,
            reversible: (options) => filesOf(chatKey).reversible(options),
          },
        }),
    }),
    ...createColleagueHandlers(parts),
    ...createSwitchHandlers(parts),
    ...createHeldHandlers({ workflows, schedules }),
    ...createWorkflowHandlers({
      workflows,
      runnable: createRunnable(parts),
      turnOf,
      runProgram: (call, program) => runProgram(parts.planning, call, program),
      checkWorkflow: (workflow, call) => workflowProblem(parts.planning, workflow, call.actor),
    }),
    ...scheduleHandlers(parts),
  };
}

function scheduleHandlers(parts: ActionResources): Handlers {
  const { webhooks, allowedNodes, workflows } = parts;
  const titleOf: EventParts["titleOf"] = ({ personId, language }, name) => {
    const record = workflows.get(personId, name);
    return record === undefined ? name : workflowHead(name, record.definition, language).title;
  };
  const events: EventParts = { ...eventPlanning(parts), webhooks, allowedNodes, titleOf };
  return { ...createEventHandlers(events), ...createBriefingHandlers(events) };
}

/** The effect key of the call is unlike that of any other, so calls of the program it runs get keys of their own. */
function runProgram(
  planning: Planning,
  call: ReadyCall,
  program: Parameters<RunProgram>[1],
  of: "tool" | "person" = "person",
): Expansion | Outcome {
  const { source, constants, within } = program;
  const expanded = planning.expand(source, call.actor, {
    prefix: `${call.effectKey}/`,
    constants,
    within,
    ...(call.moment === undefined ? {} : { beganMs: call.moment.nowMs }),
    ...(call.tainted ? { said: NOTHING_SAID } : {}),
  });
  if (!expanded.ok) return expanded.outcome;
  const { inner, plan } = expanded;
  const isHarmless = of === "tool" && plan.report.effects.every(({ approval }) => !approval);
  return { expand: inner, program: plan.program, digest: plan.digest, isHarmless };
}

/** What values in programs are checked with before anything runs. */
export function createTargetChecks(
  { stores, config, edges }: Pick<Core, "stores" | "config" | "edges">,
  joined: {
    readonly contacts: Contacts;
    readonly filesOf: FilesOf;
    readonly planning: Pick<Planning, "compile">;
  },
): TargetChecks {
  const { database, schedules, workflows, agentRegistry } = stores;
  const { clock } = edges;
  const origins = createOpenOrigins({ allowOrigins: config.allowOrigins, serviceOrigins: {} });
  return {
    ...createRecipientChecks(joined.contacts),
    ...createFileTargetChecks({ filesOf: joined.filesOf, trusted: new TrustedFiles(database) }),
    ...createEventTargetChecks(eventPlanning({ schedules, clock, planning: joined.planning })),
    ...createNamedTargetChecks(workflows, (name, { agents }) => {
      const project = agents?.at(-1)?.split("/")[0];
      const found = agentRegistry.find(name, project);
      return "fault" in found ? found.fault : undefined;
    }),
    ...createAddressTargetCheck({ isOpen: (origin) => origins.isOpen(origin) }),
  };
}
