/** Something that a person had remembered. */
export interface Remembered {
  /** Counts the memories of the person. */
  readonly number: number;
  readonly text: string;
  /** True where the model is always told. */
  readonly isPinned: boolean;
  readonly atMs: number;
}

/** What people have remembered; each sees their own alone. */
export interface MemoryBook {
  /** Keeps a text and pins it; one that is kept already is only pinned. */
  remember(personId: string, text: string): { readonly number: number; readonly isNew: boolean };
  count(personId: string): { readonly all: number; readonly pinned: number };
  /** Pinned ones first, then newest first. */
  page(personId: string, offset: number, limit: number): readonly Remembered[];
  /** With any of the words, best first. */
  search(personId: string, words: string, limit: number): readonly Remembered[];
  /** Those that a text names: by number, by its very words, or else by holding all of its words. */
  named(personId: string, text: string): readonly Remembered[];
  /** Forgets one; `undefined` where there is none of that number. */
  forget(personId: string, number: number): Remembered | undefined;
}
