import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ElementHandle, Page } from "puppeteer-core";
import { AppError, messageOf } from "../../base/errors.ts";
import type { Json } from "../../base/json.ts";
import type { DomElement } from "./dom.ts";
import type { DownloadedFile } from "./downloads.ts";
import { type FoundElement, findElement, frameOf } from "./elements.ts";
import { enterText, selectOptions, selectOwnOption } from "./filling.ts";
import { keysOf } from "./keys.ts";
import type { PageAct } from "./page-act.ts";
import { staleReference } from "./references.ts";
import type { ChatSession, DialogAnswer, DialogSeen, Tab } from "./session.ts";
import { factsOf, followed, lookAt, type Sight, secretField } from "./sight.ts";
import { leftFor, refuseOtherScheme, visit } from "./visit.ts";

/** What came of an act. */
export interface ActDone {
  readonly url: string;
  readonly title: string;
  /** True where another address is shown than before. */
  readonly hasMoved: boolean;
  readonly dialogs: readonly DialogSeen[];
  readonly files: readonly DownloadedFile[];
  /** Ids of tabs that the page opened; the last is shown. */
  readonly opened: readonly string[];
  /** What a script gave. */
  readonly value?: Json;
}

/** How long a page may take after an act: until nothing is loaded any more, and at most. */
const QUIET_MS = 250;
const LONGEST_MS = 8_000;

const VISIT_MS = 30_000;

/** Does one thing on a page and waits until the page is still. Throws `AppError` `stale-reference`, `no-element`, `not-clickable`, `not-fillable`, `secret-field`, `script-failed`, and what `visit` throws. */
export async function perform(
  session: ChatSession,
  tab: Tab,
  act: PageAct,
  answer?: DialogAnswer,
): Promise<ActDone> {
  const sight = await lookAt(session, tab, act);
  const before = tab.page.url();
  const cookies = sight.reach === "sends" ? await secretCookies(tab) : undefined;
  session.begin(tab, answer);
  const { result: taken, files } = await session.downloads.while(() =>
    session.adopting(() => settled(session, tab, () => doneOn(session, tab, act))),
  );
  const shown = session.current ?? tab;
  await afterwards(session, tab, sight, cookies);
  return {
    url: shown.page.url(),
    title: await titleOf(shown.page),
    hasMoved: shown.page.url() !== before,
    dialogs: session.dialogs,
    files,
    opened: taken.opened.map(({ id }) => id),
    ...(taken.result === undefined ? {} : { value: taken.result }),
  };
}

/** Who sent something and got a cookie for it that scripts cannot read is signed in there. */
async function afterwards(
  session: ChatSession,
  tab: Tab,
  { site }: Sight,
  before: ReadonlySet<string> | undefined,
): Promise<void> {
  if (before === undefined) return;
  const now = await secretCookies(tab);
  if ([...now].some((cookie) => !before.has(cookie)))
    session.signedIn.add(new URL(`http://${site}`).hostname);
}

async function secretCookies({ side }: Tab): Promise<ReadonlySet<string>> {
  const cookies = await side.context.cookies().catch(() => []);
  return new Set(
    cookies
      .filter(({ httpOnly }) => httpOnly)
      .map(({ domain, name, value }) => `${domain} ${name} ${value}`),
  );
}

/** The title, where the page is still there. */
export function titleOf(page: Page): Promise<string> {
  return page.title().catch(() => "");
}

async function settled<T>(
  session: ChatSession,
  tab: Tab,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const { page } = tab;
  delete tab.leadsTo;
  const result = await unlessFile(session, work);
  if (page.isClosed()) return result;
  await page.waitForNetworkIdle({ idleTime: QUIET_MS, timeout: LONGEST_MS }).catch(() => undefined); // a page that never rests is taken as it is
  if (page.isClosed()) return result;
  const outside = leftFor(tab);
  if (outside !== undefined) {
    const other = await session.tabFor(false);
    await visit(session, other, outside, { waitUntil: "load", timeoutMs: VISIT_MS });
    return result;
  }
  const refusal = tab.side.proxy.refusalOf(tab.mainUrl);
  if (refusal !== undefined && page.url() === tab.mainUrl) throw refusal;
  await refuseOtherScheme(tab);
  return result;
}

/** What was to be opened may come as a file, which ends the visit. */
async function unlessFile<T>(session: ChatSession, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const isFile = error instanceof AppError && error.code === "browser-download";
    if (isFile && (await session.downloads.hasBegun())) return undefined;
    throw explained(error);
  }
}

function doneOn(session: ChatSession, tab: Tab, act: PageAct): Promise<Json | undefined> {
  switch (act.kind) {
    case "press":
      return pressed(tab.page, act.key);
    case "evaluate":
      return evaluated(tab, act.expression);
    default:
      return findElement(session, tab, act.ref).then((found) =>
        withElement(session, tab, act, found),
      );
  }
}

async function withElement(
  session: ChatSession,
  tab: Tab,
  act: Extract<PageAct, { ref: string }>,
  found: FoundElement,
): Promise<undefined> {
  const { handle, reference } = found;
  switch (act.kind) {
    case "click":
      await clicked(session, tab, act, found);
      return;
    case "type":
      if ((await factsOf(handle)).type === "password") throw secretField();
      await enterText(tab.page, handle, act);
      return;
    case "select":
      await selectOptions(handle, act.values);
      return;
    case "hover":
      await handle.hover();
      return;
    case "drag":
      await dragged(tab.page, handle, (await findElement(session, tab, act.target)).handle);
      return;
    case "upload":
      await uploaded(session, tab.page, handle, act);
      return;
    default:
      throw staleReference(reference);
  }
}

/** A link is followed by its address, so that no script of the page makes more of it; everything else is clicked. */
async function clicked(
  session: ChatSession,
  tab: Tab,
  { button, count }: Extract<PageAct, { kind: "click" }>,
  { handle }: FoundElement,
): Promise<void> {
  const facts = await factsOf(handle);
  const from = handle.frame.url();
  const link = button === "left" ? followed(facts, from) : undefined;
  if (link !== undefined) return follow(session, tab, handle, link);
  if (facts.tag === "option") return selectOwnOption(handle);
  await handle.scrollIntoView().catch(() => undefined); // what cannot be scrolled to cannot be clicked either
  await refuseCovered(handle);
  await handle.click({ button, count });
}

async function follow(
  session: ChatSession,
  tab: Tab,
  handle: ElementHandle,
  link: URL,
): Promise<void> {
  const { frame } = handle;
  const referer = frame.url();
  if (frame === tab.page.mainFrame()) {
    await visit(session, tab, link, { waitUntil: "load", timeoutMs: VISIT_MS, referer });
    return;
  }
  await frame.goto(link.href, { waitUntil: "load", timeout: VISIT_MS, referer });
}

/** What lies over an element would be clicked in its place. */
async function refuseCovered(handle: ElementHandle): Promise<void> {
  const cover = await handle.evaluate((element: DomElement) => {
    const box = element.getBoundingClientRect();
    const hit = element
      .getRootNode()
      .elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (hit === null || element.contains(hit) || hit.contains(element)) return "";
    if (Array.from(element.labels ?? []).some((label) => label.contains(hit))) return "";
    return `${hit.tagName.toLowerCase()} "${(hit.textContent ?? "").trim().slice(0, 60)}"`;
  });
  if (cover === "") return;
  throw new AppError("not-clickable", {
    en: `Something lies over it: ${cover}. Close that first, or scroll.`,
    ko: `다른 것이 위를 덮고 있어요: ${cover}. 먼저 그것을 닫거나 스크롤해 주세요.`,
  });
}

async function pressed(page: Page, chord: string): Promise<undefined> {
  const keys = keysOf(chord);
  const held = keys.slice(0, -1);
  for (const key of held) await page.keyboard.down(key);
  try {
    for (const key of keys.slice(-1)) await page.keyboard.press(key);
  } finally {
    for (const key of [...held].reverse()) await page.keyboard.up(key);
  }
}

async function dragged(page: Page, from: ElementHandle, to: ElementHandle): Promise<void> {
  await from.scrollIntoView();
  const start = await from.clickablePoint();
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  const end = await to.clickablePoint();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 5 });
  await page.mouse.move(end.x, end.y, { steps: 5 });
  await page.mouse.up();
}

async function uploaded(
  session: ChatSession,
  page: Page,
  handle: ElementHandle,
  { name, bytes }: Extract<PageAct, { kind: "upload" }>,
): Promise<void> {
  const folder = join(await session.folder(), "up");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  const path = join(folder, name.replace(/[/\\\0]/g, "_"));
  await writeFile(path, bytes, { mode: 0o600 });
  const { tag, type } = await factsOf(handle);
  if (tag === "input" && type === "file") {
    await handle.uploadFile(path);
    return;
  }
  const [chooser] = await Promise.all([
    page.waitForFileChooser({ timeout: LONGEST_MS }).catch(() => undefined), // nothing asked for a file
    handle.click(),
  ]);
  if (chooser === undefined)
    throw new AppError("not-fillable", {
      en: "That does not take a file. Choose the field or button for files.",
      ko: "파일을 받는 곳이 아니에요. 파일 칸이나 버튼을 골라 주세요.",
    });
  await chooser.accept([path]);
}

/** Longest result of a script that is kept, in UTF-16 units of its JSON. */
const LONGEST_VALUE = 20_000;

async function evaluated(tab: Tab, expression: string): Promise<Json> {
  const value: unknown = await frameOf(tab)
    .evaluate(expression)
    .catch((error: unknown) => {
      throw new AppError("script-failed", {
        en: `The script failed: ${messageOf(error).slice(0, 300)}`,
        ko: `스크립트가 실패했어요: ${messageOf(error).slice(0, 300)}`,
      });
    });
  const text = value === undefined ? "null" : JSON.stringify(value);
  if (text.length > LONGEST_VALUE) return `${text.slice(0, LONGEST_VALUE)}…`;
  return JSON.parse(text) as Json; // it was made by JSON.stringify
}

/** Errors of puppeteer about an element, as a sentence. */
function explained(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const text = messageOf(error);
  if (/not clickable|not an Element|not visible|no visible|zero size|bounding box/i.test(text))
    return new AppError("not-clickable", {
      en: "It is not shown on the page, so it cannot be clicked. Scroll, or open what holds it first.",
      ko: "페이지에 보이지 않아서 누를 수 없어요. 스크롤하거나 그것이 들어 있는 곳을 먼저 열어 주세요.",
    });
  if (/detached|context was destroyed|Cannot find context|does not belong/i.test(text))
    return new AppError("stale-reference", {
      en: "The page changed meanwhile. Take a new snapshot and go on from there.",
      ko: "그사이 페이지가 바뀌었어요. 스냅샷을 새로 찍고 거기서 이어 가 주세요.",
    });
  return error;
}
