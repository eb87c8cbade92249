/**
 * As much of the DOM as the functions use that run inside pages. They are sent there as text: nothing of this module is
 * known to them, and what they say is the page's word.
 */
export interface DomElement {
  readonly tagName: string;
  readonly textContent: string | null;
  readonly innerText?: string;
  readonly isConnected: boolean;
  readonly isContentEditable?: boolean;
  readonly ownerDocument: DomDocument;
  readonly parentElement: DomElement | null;
  readonly nodeType: number;
  readonly name?: string;
  readonly type?: string;
  readonly label?: string;
  readonly checked?: boolean;
  readonly disabled?: boolean;
  readonly readOnly?: boolean;
  readonly href?: string;
  readonly action?: unknown;
  readonly labels?: ArrayLike<DomElement>;
  readonly options?: ArrayLike<DomElement>;
  readonly scrollHeight: number;
  readonly clientHeight: number;
  value?: string;
  selected?: boolean;
  closest(selector: string): DomElement | null;
  matches(selector: string): boolean;
  contains(other: DomElement): boolean;
  getAttribute(name: string): string | null;
  querySelectorAll(selector: string): ArrayLike<DomElement>;
  getBoundingClientRect(): {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  getRootNode(): {
    readonly host?: DomElement;
    elementFromPoint(x: number, y: number): DomElement | null;
  };
  dispatchEvent(event: object): boolean;
  focus(): void;
  select(): void;
  setSelectionRange(start: number, end: number): void;
}

/** The document of an element. */
export interface DomDocument {
  readonly title: string;
  readonly defaultView: DomWindow | null;
  createRange(): {
    selectNodeContents(element: DomElement): void;
    collapse(toStart: boolean): void;
  };
}

/** The window of a document. */
export interface DomWindow {
  readonly scrollX: number;
  readonly scrollY: number;
  readonly innerHeight: number;
  readonly Event: new (name: string, options: { bubbles: boolean }) => object;
  readonly HTMLInputElement: { readonly prototype: object };
  getSelection(): { removeAllRanges(): void; addRange(range: object): void } | null;
  scrollTo(x: number, y: number): void;
  scrollBy(x: number, y: number): void;
}
