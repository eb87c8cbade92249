import type { ElementHandle, SerializedAXNode } from "puppeteer-core";
import { AppError } from "../../base/errors.ts";
import type { DomElement } from "./dom.ts";

/** What is known of an element that was shown. */
export interface KnownElement {
  /** Role of WAI-ARIA, as Chromium names it. */
  readonly role: string;
  readonly name: string;
  readonly tabId: string;
  readonly node: SerializedAXNode;
}

/** Most elements that a chat's references lead to; the oldest go first. */
const MOST = 5_000;

/** The references (`e1`, `e2`, …) of one chat. An element keeps its own as long as its document is open; none is ever given to another, so that an old one can only be stale. */
export class References {
  readonly #known = new Map<string, KnownElement>();
  readonly #byNode = new Map<string, string>();
  #last = 0;

  /** The reference of an element of a tab: the one it has, or the next. */
  of(tabId: string, node: SerializedAXNode): string {
    const key = keyOf(tabId, node);
    const known = key === undefined ? undefined : this.#byNode.get(key);
    const reference = known ?? `e${this.#next()}`;
    if (key !== undefined) this.#byNode.set(key, reference);
    this.#known.delete(reference);
    this.#known.set(reference, { role: node.role, name: node.name ?? "", tabId, node });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST) break;
      this.#drop(oldest);
    }
    return reference;
  }

  /** The element that a reference stands for, as it was last shown. Throws `AppError` `stale-reference`. */
  get(reference: string): KnownElement {
    const known = this.#known.get(reference);
    if (known === undefined) throw staleReference(reference);
    return known;
  }

  /** The element itself, which must still stand on its page. Throws `AppError` `stale-reference`. */
  async resolve(reference: string): Promise<{ known: KnownElement; handle: ElementHandle }> {
    const known = this.get(reference);
    const handle = await known.node.elementHandle().catch(() => null); // its document has gone
    const element = handle === null ? null : await elementFor(handle);
    if (element === null) throw staleReference(reference);
    return { known, handle: element };
  }

  /** Forgets the elements of a tab that has closed. */
  forget(tabId: string): void {
    for (const [reference, known] of this.#known) if (known.tabId === tabId) this.#drop(reference);
  }

  #next(): number {
    this.#last += 1;
    return this.#last;
  }

  #drop(reference: string): void {
    const known = this.#known.get(reference);
    this.#known.delete(reference);
    const key = known === undefined ? undefined : keyOf(known.tabId, known.node);
    if (key !== undefined) this.#byNode.delete(key);
  }
}

/** The element that a node of the tree stands for, as long as it is in its document: text stands for the element around it. */
async function elementFor(handle: ElementHandle): Promise<ElementHandle | null> {
  const found = await handle
    .evaluateHandle((node: DomElement) => {
      const host = node.getRootNode().host;
      // The parts of a field for dates are the browser's own, inside of it.
      if (host?.isConnected === true && host.matches("input, textarea, select")) return host;
      const element = node.nodeType === 1 ? node : node.parentElement;
      return element?.isConnected === true ? element : null;
    })
    .catch(() => undefined); // its document has gone
  return (found?.asElement() ?? null) as ElementHandle | null; // the function gives an element or null
}

/** What tells elements apart within the life of a tab: Chromium numbers nodes anew in each document. */
function keyOf(tabId: string, node: SerializedAXNode): string | undefined {
  // puppeteer-core 24 gives both, and leaves them out of its types.
  const { backendNodeId, loaderId } = node as { backendNodeId?: number; loaderId?: string };
  return backendNodeId === undefined ? undefined : `${tabId}/${loaderId}/${backendNodeId}`;
}

/** That a reference leads to nothing any more, and what to do. */
export function staleReference(reference: string): AppError {
  const shown = reference.slice(0, 50);
  return new AppError("stale-reference", {
    en: `"${shown}" is not on the page any more: it has changed since. Take a new snapshot and use the reference that stands there.`,
    ko: `"${shown}" 요소가 이제 페이지에 없어요. 그 뒤에 페이지가 바뀌었어요. 스냅샷을 새로 찍고 거기에 나온 참조를 써 주세요.`,
  });
}
