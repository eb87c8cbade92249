import { ANN, type House, openHouse } from "./bots-house.ts";
import { catalogueOf } from "./catalogue.ts";
import { settled } from "./manual-clock.ts";

/** The private chat of Ann. */
export const ANNS = "telegram:1";
/** The private chat of Ben. */
export const BENS = "telegram:2";
/** In milliseconds. */
export const MINUTE_MS = 60_000;
const TEXT = { type: "string" };
/** Actions of every kind that cards tell apart. */
export const CATALOGUE = catalogueOf({
  system: {
    time: {},
    delete: {
      target: "path",
      params: { path: { type: "string", maxLength: 20 } },
      required: ["path"],
      effect: "write",
      approval: true,
      roles: { path: "path" },
      card: { ko: "{path} 지우기", en: "Delete {path}" },
    },
    note: { target: "text", params: { text: TEXT }, required: ["text"], effect: "write" },
    command: {
      target: "line",
      params: { line: TEXT },
      required: ["line"],
      effect: "execute",
      approval: true,
      roles: { line: "command" },
      card: { ko: "{line} 실행", en: "Run {line}" },
    },
  },
  source: {
    search: { target: "query", params: { query: TEXT }, required: ["query"], taints: true },
    open: {
      target: "url",
      params: { url: TEXT },
      required: ["url"],
      input: { param: "url", as: "text" },
      roles: { url: "host" },
    },
  },
  messenger: {
    pay: {
      target: "to",
      params: { to: TEXT, amount: { type: "integer", minimum: 1, maximum: 100 }, words: TEXT },
      required: ["to", "amount"],
      input: { param: "words", as: "text" },
      effect: "send",
      approval: true,
      roles: { to: "recipient" },
      card: { ko: "{to}에게 송금", en: "Pay {to}" },
    },
  },
});

/** A house with the gate of the product where someone has asked for a program. */
export async function asked(code: string, who = ANN) {
  const house = await openHouse({ catalogue: CATALOGUE });
  await write(house, `/ibl ${code}`, who);
  return house;
}

/** Someone writes. */
export async function write(house: House, text: string, who = ANN): Promise<void> {
  await house.adapter.say(who, text);
  await settled();
}

/** Someone presses the latest button with this label. */
export async function press(house: House, label: string, who = ANN): Promise<void> {
  await house.adapter.press(who, label);
  await settled();
}

/** The next process over the same rows, after the first one died. */
export async function restarted(house: House & { readonly again: () => House }): Promise<House> {
  const next = house.again();
  await next.open({ recover: true });
  next.dispatcher.recover(() => false);
  next.cards.reconcile("again");
  await settled();
  return next;
}

/** The newest text of a chat. */
export const last = (house: House, chat = ANNS): string => house.adapter.texts(chat).at(-1) ?? "";
/** A program that waits for a press. */
export const DELETE = '[system:delete]("a.md")';
