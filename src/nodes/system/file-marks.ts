import { AppError } from "../../base/errors.ts";
import type { Files } from "../../drivers/files/files.ts";
import type { ReadyCall } from "../../engine/execute/action-types.ts";
import type { TrustedFiles } from "./trusted-files.ts";

/** What one chat's file actions note and ask about where files came from. */
export class FileMarks {
  readonly #trusted: TrustedFiles;
  readonly #chatKey: string;

  constructor(trusted: TrustedFiles, chatKey: string) {
    this.#trusted = trusted;
    this.#chatKey = chatKey;
  }

  /** Writes a file. One made of tainted values loses its mark before it changes, so that a crash leaves none. */
  async writing<T>(call: ReadyCall, path: string, write: () => Promise<T>): Promise<T> {
    if (call.tainted) this.forget(path);
    return write();
  }

  /** Vouches for a file. */
  vouch(path: string, bytes: Uint8Array): void {
    this.#trusted.put(this.#chatKey, path, bytes);
  }

  /** Vouches for a file whose content has this SHA-256. */
  vouchDigest(path: string, digest: string): void {
    this.#trusted.putDigest(this.#chatKey, path, digest);
  }

  /** True for content that somebody here wrote, by its SHA-256. */
  isOwnDigest(digest: string): boolean {
    return this.#trusted.hasDigest(this.#chatKey, digest);
  }

  /** Takes back what was vouched for at a path and below. */
  forget(path: string): void {
    this.#trusted.forget(this.#chatKey, path);
  }

  /** Notes a copy or a move; a name from outside has no mark. */
  moved(call: ReadyCall, from: string, to: string, options: { readonly keeps: boolean }): void {
    if (!call.tainted) {
      this.#trusted.moved(this.#chatKey, from, to, options);
      return;
    }
    this.forget(to);
    if (!options.keeps) this.forget(from);
  }

  /** Notes that an entry stands under another name, with its marks. */
  renamed(from: string, to: string): void {
    this.#trusted.moved(this.#chatKey, from, to, { keeps: false });
  }

  /** True for a file whose content somebody here wrote; false for one too large to look at. */
  async isOwnContent(files: Pick<Files, "readBytes">, path: string): Promise<boolean> {
    try {
      return this.#trusted.hasContent(this.#chatKey, await files.readBytes(path));
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  /** True when any of these names is from outside. */
  hasOutsideName(items: readonly { readonly path: string }[]): boolean {
    return items.some(({ path }) => !this.#trusted.hasName(this.#chatKey, path));
  }

  /** True when the content of any of these files is from outside. */
  async hasOutsideContent(
    files: Pick<Files, "readBytes">,
    items: readonly { readonly path: string }[],
  ): Promise<boolean> {
    for (const path of new Set(items.map((item) => item.path)))
      if (!(await this.isOwnContent(files, path))) return true;
    return false;
  }
}
