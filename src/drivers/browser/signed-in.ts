/** The sites of one chat at which somebody is signed in, by host. */
export class SignedInSites {
  readonly #hosts = new Set<string>();

  /** From now on somebody is signed in there; a leading dot, as cookies have it, counts for nothing. */
  add(host: string): void {
    this.#hosts.add(host.toLowerCase().replace(/^\./, ""));
  }

  /** Whether somebody is signed in at this host, or at one above or below it. */
  has(host: string): boolean {
    const wanted = host.toLowerCase();
    return [...this.#hosts].some(
      (known) => known === wanted || wanted.endsWith(`.${known}`) || known.endsWith(`.${wanted}`),
    );
  }

  /** Forgets a site, by default all. */
  clear(): void {
    this.#hosts.clear();
  }
}
