/** Currencies by code, and what people call them; the weaker ones later. */
const CURRENCIES: readonly (readonly [code: string, names: RegExp])[] = [
  ["GBP", /^(?:gbp|£|quid|pounds?(?:\s+sterling)?|british\s+pounds?|파운드화?|영국\s?파운드)$/u],
  ["EUR", /^(?:eur|€|euros?|유로화?)$/u],
  ["CHF", /^(?:chf|swiss\s+francs?|스위스\s?프랑)$/u],
  ["USD", /^(?:usd|us\$|\$|(?:us\s+)?dollars?|bucks?|달러화?|미국\s?달러|미\s?달러|불)$/u],
  ["CAD", /^(?:cad|canadian\s+dollars?|캐나다\s?달러)$/u],
  ["AUD", /^(?:aud|australian\s+dollars?|호주\s?달러)$/u],
  ["SGD", /^(?:sgd|singapore\s+dollars?|싱가포르\s?달러|싱가폴\s?달러)$/u],
  ["CNY", /^(?:cny|rmb|yuan|chinese\s+yuan|위안화?|중국\s?위안)$/u],
  ["HKD", /^(?:hkd|hong\s?kong\s+dollars?|홍콩\s?달러)$/u],
  ["TWD", /^(?:twd|taiwan(?:ese)?\s+dollars?|대만\s?달러)$/u],
  ["THB", /^(?:thb|baht|thai\s+baht|바트화?|태국\s?바트)$/u],
  ["PHP", /^(?:php|philippine\s+pesos?|필리핀\s?페소|페소)$/u],
  ["INR", /^(?:inr|rupees?|indian\s+rupees?|루피화?)$/u],
  ["JPY", /^(?:jpy|¥|yen|japanese\s+yen|엔화?|일본\s?엔화?)$/u],
  ["KRW", /^(?:krw|₩|won|korean\s+won|원화?|한국\s?(?:돈|원))$/u],
  ["VND", /^(?:vnd|dong|vietnamese\s+dong|베트남\s?동)$/u],
];

/** The code of a currency's name in either language; `undefined` for any other word. */
export function currencyOf(name: string): string | undefined {
  const said = name.trim().toLowerCase();
  return CURRENCIES.find(([, names]) => names.test(said))?.[0];
}

/** Two currencies; `isWeak` where the first is worth less than the second, so that its price has too few digits. */
export interface Pair {
  readonly from: string;
  readonly to: string;
  readonly isWeak: boolean;
}

/** Yahoo's symbol of an exchange rate in words or codes: `USD/KRW`, `EUR=X` (of a dollar in euros), `USDKRW`, `달러/원`, "euro to yen", or one currency alone in that of `home`. `undefined` where it is none. */
export function rateSymbolOf(words: string, home: string): string | undefined {
  const symbol = words.trim().toUpperCase();
  const isFromDollar = /^[A-Z]{3}=X$/u.test(symbol) && symbol !== "USD=X";
  if (isFromDollar && currencyOf(symbol.slice(0, 3)) !== undefined) return symbol;
  const said = words.trim().replace(/=X$/iu, "");
  const alone = currencyOf(said) === undefined ? undefined : ["", said, home];
  const sides = alone ?? /^([A-Z]{3})([A-Z]{3})$/iu.exec(said) ?? BETWEEN.exec(said) ?? [];
  const [from, to] = [currencyOf(sides[1] ?? ""), currencyOf(sides[2] ?? "")];
  if (from === undefined || to === undefined || from === to) return undefined;
  return `${from === "USD" ? "" : from}${to}=X`;
}

/** Two currencies with a sign or word between. */
const BETWEEN =
  /^(.+?)(?:\s*(?:\/|-|→|>|:)\s*|\s+(?:to|in|per|대)\s+)(.+?)(?:\s*(?:환율|rate|exchange rate))?$/iu;

/** The pair of a symbol such as `EURUSD=X` or `KRW=X`; `undefined` for any other symbol. */
export function pairOf(symbol: string): Pair | undefined {
  const [, first, second] = /^([A-Z]{3})?([A-Z]{3})=X$/u.exec(symbol) ?? [];
  if (second === undefined) return undefined;
  const [from, to] = [first ?? "USD", second];
  const rank = (code: string): number => CURRENCIES.findIndex(([known]) => known === code);
  return { from, to, isWeak: rank(from) > rank(to) };
}
