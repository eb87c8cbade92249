import type { ChatAdapter } from "./adapter.ts";

/** What of an adapter others call beside the courier, and what uses up a platform's patience. */
type Counted = Pick<ChatAdapter, "acknowledge" | "typing">;

/** The same adapter with other hands for what is counted. */
export function pacedAdapter(adapter: ChatAdapter, counted: Counted): ChatAdapter {
  return new Proxy(adapter, {
    get(target, name) {
      if (name === "acknowledge" || name === "typing") return counted[name];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
