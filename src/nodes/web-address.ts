/** An http or https address, `https://` put before a bare host name; nothing when it is neither. */
export function webAddress(given: string): string | undefined {
  const text = given.trim();
  const full =
    /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/:]+:\d+(\/|$)/.test(text) ? text : `https://${text}`;
  if (!URL.canParse(full)) return undefined;
  const url = new URL(full);
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : undefined;
}
