import type { SerializedAXNode } from "puppeteer-core";

/** A page as text. */
export interface SnapshotText {
  /** One line an element, indented by nesting: role, "name", [reference] and state. */
  readonly text: string;
  /** The elements that can be acted on, by reference (`e1`, `e2`, …) in the order of the page. */
  readonly elements: ReadonlyMap<string, SerializedAXNode>;
  /** True where the page goes on; the last line says so. */
  readonly isCut: boolean;
}

const MOST_CHARACTERS = 20_000;
const LONGEST_NAME = 200;
const DEEPEST_INDENT = 12;

/** Roles that a person can click, fill in or choose (WAI-ARIA 1.2, widget roles, as Chromium names them). */
const WIDGETS: ReadonlySet<string> = new Set([
  "button",
  "checkbox",
  "ColorWell",
  "combobox",
  "Date",
  "DateTime",
  "DisclosureTriangle",
  "InputTime",
  "link",
  "listbox",
  "menuitem",
  "menuitemcheckbox",
  "menuitemradio",
  "option",
  "radio",
  "searchbox",
  "slider",
  "spinbutton",
  "switch",
  "tab",
  "textbox",
  "treeitem",
]);

/** How lines are broken, which says nothing that the text does not. */
const LAYOUT: ReadonlySet<string> = new Set(["InlineTextBox", "LineBreak"]);

const STATES = ["checked", "pressed", "selected", "expanded", "disabled", "required"] as const;

/** The accessibility tree of a page as a reader takes it in, at most 20,000 characters. `referenceOf` gives each element its reference; default `e1`, `e2`, … in the order of the page. */
export function snapshotText(
  root: SerializedAXNode | null,
  referenceOf?: (node: SerializedAXNode) => string,
): SnapshotText {
  const lines: string[] = [];
  const elements = new Map<string, SerializedAXNode>();
  const numbered = (): string => `e${elements.size + 1}`;
  let left = MOST_CHARACTERS;
  for (const { node, depth } of shownNodes(root)) {
    const isWidget = WIDGETS.has(node.role);
    const reference = isWidget ? (referenceOf ?? numbered)(node) : "";
    const line = lineOf(node, depth, reference);
    left -= line.length + 1;
    if (left < 0) return { text: cutText(lines), elements, isCut: true };
    if (isWidget) elements.set(reference, node);
    lines.push(line);
  }
  return { text: lines.join("\n"), elements, isCut: false };
}

/** The nodes to be shown with their depth among each other, in the order of the page. Without recursion: a page decides how deep it is. */
function* shownNodes(
  root: SerializedAXNode | null,
): Generator<{ readonly node: SerializedAXNode; readonly depth: number }> {
  const waiting = root === null ? [] : [{ node: root, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next;
    const isShown = isWorthShowing(node);
    if (isShown) yield next;
    const inner = (node.children ?? []).filter(({ role }) => !LAYOUT.has(role));
    const children = repeatsName(node) ? [] : inner;
    for (const child of [...children].reverse()) {
      waiting.push({ node: child, depth: isShown ? depth + 1 : depth });
    }
  }
}

function cutText(lines: readonly string[]): string {
  return [...lines, `[cut here: the page goes on past ${MOST_CHARACTERS} characters]`].join("\n");
}

/** The page itself and boxes without a name say nothing. */
function isWorthShowing(node: SerializedAXNode): boolean {
  if (node.role === "RootWebArea" || node.role === "none") return false;
  return (node.name ?? "") !== "" || node.value !== undefined || WIDGETS.has(node.role);
}

/** A link or heading that holds nothing but its own words. */
function repeatsName(node: SerializedAXNode): boolean {
  const children = node.children ?? [];
  const words = children.map((child) => child.name ?? "").join("");
  return children.every(isText) && squeezed(words) === squeezed(node.name ?? "");
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, "");
}

function isText(node: SerializedAXNode): boolean {
  return node.role === "StaticText" || node.role === "text";
}

function lineOf(node: SerializedAXNode, depth: number, reference: string): string {
  const indent = "  ".repeat(Math.min(depth, DEEPEST_INDENT));
  const name = oneLine(node.name ?? "");
  if (isText(node)) return `${indent}- ${name}`;
  const parts = [
    node.role,
    name === "" ? "" : `"${name}"`,
    reference === "" ? "" : `[${reference}]`,
    node.level === undefined ? "" : `level ${node.level}`,
    node.value === undefined ? "" : `value "${oneLine(String(node.value))}"`,
    ...STATES.filter((state) => node[state] !== undefined && node[state] !== false),
    node.url === undefined ? "" : shortUrl(node.url),
  ];
  return `${indent}- ${parts.filter((part) => part !== "").join(" ")}`;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME)}…` : line;
}

/** Only where a person could go too. */
function shortUrl(url: string): string {
  return /^https?:/.test(url) && url.length <= LONGEST_NAME ? url : "";
}
