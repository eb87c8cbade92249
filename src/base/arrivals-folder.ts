/** The folder of a chat's files that holds what people sent. */
export const ARRIVALS_FOLDER = "inbox";

/** A path as people read it: what they sent is known by its name alone. */
export function shownPath(path: string): string {
  return path.startsWith(`${ARRIVALS_FOLDER}/`) ? path.slice(ARRIVALS_FOLDER.length + 1) : path;
}
