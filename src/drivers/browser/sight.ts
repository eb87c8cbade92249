import type { ElementHandle, Frame } from "puppeteer-core";
import { digestOf } from "../../base/digest.ts";
import { AppError } from "../../base/errors.ts";
import type { DomElement } from "./dom.ts";
import { type FoundElement, findElement, frameOf } from "./elements.ts";
import { harmlessKey } from "./keys.ts";
import type { PageAct } from "./page-act.ts";
import type { ChatSession, Tab } from "./session.ts";

/** How far an act goes. `reads`: no more than following a link does. `fills`: it changes what the page shows, and sends nothing by itself. `sends`: it may send something from the person. */
export type Reach = "reads" | "fills" | "sends";

/** What an act is about, as the page is now. */
export interface Sight {
  /** Address of the page. */
  readonly url: string;
  /** Host, and port where it is not the usual one, of the page or frame that the act is about. */
  readonly site: string;
  readonly isSignedIn: boolean;
  /** True where the chat has opened no page of another site since its browser was opened. */
  readonly isAlone: boolean;
  readonly reach: Reach;
  /** Where a link leads, if that is another site. */
  readonly leadsTo?: string;
  readonly element?: { readonly role: string; readonly name: string };
  /** Changes where the page, the element or what its form holds does. */
  readonly mark: string;
}

/** What an element is, as its document says. */
export interface ElementFacts {
  readonly tag: string;
  readonly type: string;
  /** Of a link: the address as written, and as it is followed. */
  readonly written: string;
  readonly href: string;
  readonly isEditable: boolean;
  /** What the form around it holds, names and values. */
  readonly holds: string;
}

/** Inputs that are filled in. */
const SENDING_INPUTS: ReadonlySet<string> = new Set(["submit", "image", "button", "reset", "file"]);

/** Looks at what an act is about and does nothing. Throws `AppError` `stale-reference`, `no-element`, `secret-field`. */
export async function lookAt(session: ChatSession, tab: Tab, act: PageAct): Promise<Sight> {
  const found = "ref" in act ? await findElement(session, tab, act.ref) : undefined;
  const facts = found === undefined ? undefined : await factsOf(found.handle);
  if (act.kind === "type" && facts?.type === "password") throw secretField();
  const url = tab.page.url();
  const about = addressOf(found?.handle.frame ?? frameOf(tab), url);
  const { host: site, hostname } = new URL(about);
  const link = linkOf(act, facts, about);
  const other = link === undefined || isSameSite(link.hostname, hostname) ? undefined : link.href;
  return {
    url,
    site,
    isSignedIn: session.signedIn.has(hostname),
    isAlone: [...session.seenSites].every((seen) => isSameSite(seen, site)),
    reach: reachOf(act, facts, link),
    ...(other === undefined ? {} : { leadsTo: other }),
    ...(found === undefined ? {} : { element: elementOf(found) }),
    mark: digestOf({ url, about, facts: { ...facts }, ...(found && elementOf(found)) }),
  };
}

/** A frame without an address of its own has that of its page. */
function addressOf(frame: Frame, url: string): string {
  return /^https?:/.test(frame.url()) ? frame.url() : url;
}

function linkOf(act: PageAct, facts: ElementFacts | undefined, about: string): URL | undefined {
  const isClick = act.kind === "click" && act.button === "left";
  return isClick && facts !== undefined ? followed(facts, about) : undefined;
}

function elementOf({ known }: FoundElement): NonNullable<Sight["element"]> {
  return { role: known.role, name: known.name.replace(/\s+/g, " ").trim().slice(0, 120) };
}

/** What is to be known of an element before anything is done with it. */
export function factsOf(handle: ElementHandle): Promise<ElementFacts> {
  return handle.evaluate((element: DomElement) => {
    const link = element.closest("a[href], area[href]");
    const form = element.closest("form");
    const fields = Array.from((form ?? element).querySelectorAll("input, select, textarea"));
    const holds = [...fields, element].slice(0, 500).map(({ name, type, value = "", checked }) => {
      const shown = type === "password" ? String(value.length) : value;
      return `${name}=${shown}${checked === true ? "+" : ""}`;
    });
    return {
      tag: element.tagName.toLowerCase(),
      type: (element.getAttribute("type") ?? "").toLowerCase(),
      written: link?.getAttribute("href") ?? "",
      href: link?.href ?? "",
      isEditable: element.isContentEditable === true,
      holds: `${String(form?.action ?? "")}\n${holds.join("\n")}`.slice(0, 50_000),
    };
  });
}

/** The address that a click on a link opens; `undefined` for what is no plain link, such as a button made of one. */
export function followed({ written, href }: ElementFacts, from: string): URL | undefined {
  const isPlain = written.trim() !== "" && written.trim() !== "#" && URL.canParse(href, from);
  const url = isPlain ? new URL(href, from) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) ? url : undefined;
}

function reachOf(act: PageAct, facts: ElementFacts | undefined, link: URL | undefined): Reach {
  switch (act.kind) {
    case "click":
      if (link !== undefined) return "reads";
      return facts !== undefined && isField(facts) ? "fills" : "sends";
    case "type":
      return act.submit ? "sends" : "fills";
    case "select":
      return "fills";
    case "press":
      return harmlessKey(act.key) ? "fills" : "sends";
    case "hover":
      return "reads";
    case "drag":
    case "upload":
    case "evaluate":
      return "sends";
  }
}

function isField({ tag, type, isEditable }: ElementFacts): boolean {
  if (tag === "input") return !SENDING_INPUTS.has(type);
  return isEditable || ["select", "option", "textarea", "summary"].includes(tag);
}

/** `www.` in front says nothing. */
function isSameSite(one: string, other: string): boolean {
  const plain = (host: string): string => host.toLowerCase().replace(/^www\./, "");
  return plain(one) === plain(other);
}

/** That a password is entered by the person alone. */
export function secretField(): AppError {
  return new AppError("secret-field", {
    en: "That is a field for a password. I don't take passwords in chat: ask me to let you log in, and you get a link to type it yourself.",
    ko: "비밀번호 칸이에요. 비밀번호는 대화로 받지 않아요. 로그인하게 해 달라고 하시면 직접 입력할 수 있는 링크를 드려요.",
  });
}
