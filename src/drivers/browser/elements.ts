import type { ElementHandle, Frame, Page, SerializedAXNode } from "puppeteer-core";
import { AppError } from "../../base/errors.ts";
import type { KnownElement } from "./references.ts";
import type { ChatSession, Tab } from "./session.ts";
import { type SnapshotText, snapshotText } from "./snapshot.ts";

/** What a reader of a page finds: see `snapshotText`. */
export interface PageSnapshot {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly isCut: boolean;
  /** What can be acted on, in the order of the page. */
  readonly elements: readonly ShownElement[];
}

/** An element that can be acted on. */
export interface ShownElement {
  readonly ref: string;
  readonly role: string;
  readonly name: string;
  readonly value?: string;
  /** Where a link leads. */
  readonly url?: string;
}

/** An element that an act is about. */
export interface FoundElement {
  readonly reference: string;
  readonly known: KnownElement;
  readonly handle: ElementHandle;
}

/** The frame of a tab that was chosen, or the page itself. */
export function frameOf({ frame, page }: Tab): Frame {
  return frame === undefined || frame.detached ? page.mainFrame() : frame;
}

/** The page of a tab, the frame that was chosen in it, or the part that a CSS selector finds first, as text with references. */
export async function takeSnapshot(
  session: ChatSession,
  tab: Tab,
  selector?: string,
): Promise<PageSnapshot> {
  const { page } = tab;
  const { text, isCut, elements } = await treeOf(session, tab, selector);
  const shown = [...elements].map(([ref, node]) => shownElement(ref, node));
  return { url: page.url(), title: await page.title(), text, isCut, elements: shown };
}

async function treeOf(session: ChatSession, tab: Tab, selector?: string): Promise<SnapshotText> {
  const frame = frameOf(tab);
  const root = selector === undefined ? undefined : await elementBy(frame, selector);
  // puppeteer-core 24 has it for every frame, and in its types for pages alone.
  const { accessibility } = frame as Frame & Pick<Page, "accessibility">;
  const tree = await treeIn(accessibility, root);
  return snapshotText(tree, (node) => session.references.of(tab.id, node));
}

/** Chromium numbers nested frames while they load; one that goes meanwhile is left out at the second try. */
async function treeIn(
  accessibility: Page["accessibility"],
  root: ElementHandle | undefined,
): Promise<SerializedAXNode | null> {
  // Of a part that says nothing by itself puppeteer-core 24 gives the first child alone, unless all is asked for.
  const options = {
    includeIframes: true,
    ...(root === undefined ? {} : { root, interestingOnly: false }),
  };
  return accessibility
    .snapshot(options)
    .catch(() => accessibility.snapshot({ ...options, includeIframes: false }));
}

function shownElement(
  ref: string,
  { role, name = "", value, url }: SerializedAXNode,
): ShownElement {
  return {
    ref,
    role,
    name,
    ...(value === undefined ? {} : { value: String(value) }),
    ...(url === undefined || !/^https?:/.test(url) ? {} : { url }),
  };
}

/** The first element that a CSS selector finds. Throws `AppError` `no-element`. */
export async function elementBy(frame: Frame, selector: string): Promise<ElementHandle> {
  const found = await frame.$(selector).catch(() => null); // a selector that cannot be read finds nothing
  if (found !== null) return found;
  throw new AppError("no-element", {
    en: `Nothing on the page fits the CSS selector "${selector.slice(0, 200)}". Take a snapshot of the whole page to see what is there.`,
    ko: `CSS 선택자 "${selector.slice(0, 200)}"에 맞는 것이 페이지에 없어요. 페이지 전체의 스냅샷으로 무엇이 있는지 확인해 주세요.`,
  });
}

/** The element that a reference (`e3`) stands for, or the one of the shown tab that is called so. Throws `AppError` `stale-reference`, `no-element`. */
export async function findElement(
  session: ChatSession,
  tab: Tab,
  wanted: string,
): Promise<FoundElement> {
  const reference = /^\s*\[?(e\d+)\]?\s*$/.exec(wanted)?.[1];
  if (reference !== undefined) return resolved(session, tab, reference);
  const { elements } = await treeOf(session, tab);
  return resolved(session, tab, nearest(wanted, elements));
}

async function resolved(session: ChatSession, tab: Tab, reference: string): Promise<FoundElement> {
  const { tabId } = session.references.get(reference);
  if (tabId !== tab.id)
    throw new AppError("stale-reference", {
      en: `"${reference}" stands in the tab ${tabId}, and ${tab.id} is shown. Go there with tab_switch first.`,
      ko: `"${reference}" 요소는 ${tabId} 탭에 있는데 지금은 ${tab.id} 탭이에요. 먼저 tab_switch로 그 탭으로 가 주세요.`,
    });
  return { reference, ...(await session.references.resolve(reference)) };
}

/** The reference of the one element that is called so; where there is none, of the one whose name holds the words. */
function nearest(wanted: string, elements: ReadonlyMap<string, SerializedAXNode>): string {
  const words = squeezed(wanted);
  const all = [...elements].map(([ref, node]) => ({ ref, node, name: squeezed(node.name ?? "") }));
  const same = all.filter(({ name }) => name === words);
  const near =
    same.length > 0 ? same : all.filter(({ name }) => words !== "" && name.includes(words));
  const [only, ...others] = near;
  if (only !== undefined && others.length === 0) return only.ref;
  const shown = (near.length > 0 ? near : all)
    .slice(0, 8)
    .map(({ ref, node }) => `${ref} ${node.role} "${(node.name ?? "").slice(0, 40)}"`)
    .join(", ");
  const cut = wanted.slice(0, 80);
  throw new AppError(
    "no-element",
    only === undefined
      ? {
          en: `Nothing on the page is called "${cut}". ${shown === "" ? "There is nothing to act on." : `There is: ${shown}.`}`,
          ko: `"${cut}": 페이지에 그런 것이 없어요. ${shown === "" ? "누를 것이 없어요." : `있는 것: ${shown}.`}`,
        }
      : {
          en: `Several things on the page are called "${cut}": ${shown}. Say which by its reference.`,
          ko: `"${cut}": 페이지에 그런 것이 여럿이에요: ${shown}. 참조로 골라 주세요.`,
        },
  );
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}
