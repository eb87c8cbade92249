import type { ChatAdapter } from "../platform/chat-adapter.ts";

/** What of an adapter others call beside the courier, and what uses up a platform's patience. */
type Counted = Required<Pick<ChatAdapter, "acknowledge" | "typing" | "noted" | "settled">>;

/** The same adapter with other hands for what is counted. */
export function rateLimitedAdapter(adapter: ChatAdapter, counted: Counted): ChatAdapter {
  return new Proxy(adapter, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      const isCounted = Object.hasOwn(counted, name);
      return isCounted ? Reflect.get(counted, name) : value.bind(target);
    },
  });
}
