/** Deepest nesting of parentheses and signs. */
const MAX_DEPTH = 64;

/** Why an expression has no value: where its text stops making sense, counted from 0, or what is not defined. */
export type CalculationFault =
  | { readonly kind: "syntax"; readonly index: number }
  | { readonly kind: "unknown-name"; readonly name: string }
  | { readonly kind: "too-deep" }
  | { readonly kind: "undefined" };

/** The value of an expression, or why it has none. */
export type Calculation =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly fault: CalculationFault };

/** What may stand before parentheses, with how many values it takes. */
const FUNCTIONS: Readonly<Record<string, (...values: readonly number[]) => number>> = {
  sqrt: (value = Number.NaN) => Math.sqrt(value),
  abs: (value = Number.NaN) => Math.abs(value),
  floor: (value = Number.NaN) => Math.floor(value),
  ceil: (value = Number.NaN) => Math.ceil(value),
  ln: (value = Number.NaN) => Math.log(value),
  log10: (value = Number.NaN) => Math.log10(value),
  exp: (value = Number.NaN) => Math.exp(value),
  sin: (value = Number.NaN) => Math.sin(value),
  cos: (value = Number.NaN) => Math.cos(value),
  tan: (value = Number.NaN) => Math.tan(value),
  round: (value = Number.NaN, digits = 0) => roundTo(value, digits),
  min: (...values) => Math.min(...values),
  max: (...values) => Math.max(...values),
  sum: (...values) => values.reduce((left, right) => left + right, 0),
  avg: (...values) => values.reduce((left, right) => left + right, 0) / values.length,
};

const CONSTANTS: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E };

/** Names that an expression may use. */
export const CALCULATION_NAMES: readonly string[] = [
  ...Object.keys(FUNCTIONS),
  ...Object.keys(CONSTANTS),
];

/** The value of an arithmetic expression, rounded to 15 significant digits. Nothing but arithmetic can be written; the time is linear in its length. */
export function calculate(text: string): Calculation {
  const reader = new Reader(text);
  try {
    const value = reader.whole();
    if (!Number.isFinite(value)) return { ok: false, fault: { kind: "undefined" } };
    return { ok: true, value: Number(value.toPrecision(15)) };
  } catch (thrown) {
    if (thrown instanceof Unreadable) return { ok: false, fault: thrown.fault };
    throw thrown;
  }
}

function roundTo(value: number, digits: number): number {
  const scale = 10 ** Math.trunc(digits);
  return Math.round(Number((value * scale).toPrecision(15))) / scale;
}

class Unreadable extends Error {
  readonly fault: CalculationFault;

  constructor(fault: CalculationFault) {
    super(fault.kind);
    this.fault = fault;
  }
}

/** Reads an expression from left to right and gives its value. */
class Reader {
  readonly #text: string;
  #index = 0;
  #depth = 0;
  /** True inside the parentheses of a function, where a comma separates values. */
  #isInCall = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whole := Sum END */
  whole(): number {
    const value = this.#sum();
    if (this.#peek() !== "") throw this.#syntax();
    return value;
  }

  /** Sum := Product (("+" | "-") Product)* */
  #sum(): number {
    let value = this.#product();
    for (;;) {
      if (this.#take("+")) value += this.#product();
      else if (this.#take("-", "−")) value -= this.#product();
      else return value;
    }
  }

  /** Product := Signed (("*" | "/" | "mod") Signed)* */
  #product(): number {
    let value = this.#signed();
    for (;;) {
      if (this.#take("*", "×")) value *= this.#signed();
      else if (this.#take("/", "÷")) value /= this.#signed();
      else if (this.#takeWord("mod")) value = modulo(value, this.#signed());
      else return value;
    }
  }

  /** Signed := ("-" | "+") Signed | Power */
  #signed(): number {
    if (this.#take("-", "−")) return this.#nested(() => -this.#signed());
    if (this.#take("+")) return this.#nested(() => this.#signed());
    return this.#power();
  }

  /** Power := Percent (("^" | "**") Signed)? ; to the right, so that 2^3^2 is 2^9. */
  #power(): number {
    const base = this.#percent();
    return this.#take("^", "**") ? this.#nested(() => base ** this.#signed()) : base;
  }

  /** Percent := Atom "%"* */
  #percent(): number {
    let value = this.#atom();
    while (this.#take("%")) value /= 100;
    return value;
  }

  /** Atom := NUMBER | NAME | NAME "(" Values ")" | "(" Sum ")" */
  #atom(): number {
    if (this.#take("(")) return this.#inside(false, () => this.#sum());
    const reading: Reading | undefined = readNumber(this.#text, this.#index, !this.#isInCall);
    if (reading !== undefined) {
      this.#index = reading.end;
      return reading.value;
    }
    return this.#named();
  }

  #named(): number {
    const start = this.#index;
    const name = this.#word();
    if (name === "") throw this.#syntax();
    const constant = Object.hasOwn(CONSTANTS, name) ? CONSTANTS[name] : undefined;
    if (constant !== undefined) return constant;
    const apply = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (apply === undefined) throw new Unreadable({ kind: "unknown-name", name });
    if (!this.#take("(")) {
      this.#index = start;
      throw this.#syntax();
    }
    return apply(...this.#inside(true, () => this.#values()));
  }

  #values(): readonly number[] {
    const values = [this.#sum()];
    while (this.#take(",")) values.push(this.#sum());
    return values;
  }

  /** What stands in parentheses, up to the closing one. */
  #inside<T>(isInCall: boolean, read: () => T): T {
    const outer = this.#isInCall;
    this.#isInCall = isInCall;
    const value = this.#nested(read);
    this.#isInCall = outer;
    if (!this.#take(")")) throw this.#syntax();
    return value;
  }

  #nested<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new Unreadable({ kind: "too-deep" });
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #peek(): string {
    while (/\s/.test(this.#text.charAt(this.#index))) this.#index += 1;
    return this.#text.charAt(this.#index);
  }

  #take(...signs: readonly string[]): boolean {
    this.#peek();
    const sign = signs.find((entry) => this.#text.startsWith(entry, this.#index));
    if (sign === undefined || (sign === "*" && this.#text.startsWith("**", this.#index)))
      return false;
    this.#index += sign.length;
    return true;
  }

  #takeWord(word: string): boolean {
    const start = this.#index;
    if (this.#word() === word) return true;
    this.#index = start;
    return false;
  }

  #word(): string {
    this.#peek();
    let end = this.#index;
    while (isLetter(this.#text.charAt(end)) || (end > this.#index && isDigit(this.#text, end)))
      end += 1;
    const word = this.#text.slice(this.#index, end).toLowerCase();
    this.#index = end;
    return word;
  }

  #syntax(): Unreadable {
    this.#peek();
    return new Unreadable({ kind: "syntax", index: this.#index });
  }
}

function isDigit(text: string, index: number): boolean {
  return /[0-9]/.test(text.charAt(index));
}

/** The rest with the sign of the divisor, as spreadsheets have it. */
function modulo(value: number, divisor: number): number {
  return value - divisor * Math.floor(value / divisor);
}

/** A number that stands in a text, and where it ends. */
interface Reading {
  readonly value: number;
  readonly end: number;
}

const PLAIN = /(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy;

/** With commas between groups of three digits. */
const GROUPED = /\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?/y;

/** The number that begins at `index`, if one does; `groups` allows `1,234`. */
function readNumber(text: string, index: number, groups: boolean): Reading | undefined {
  const found = (groups ? matchAt(GROUPED, text, index) : undefined) ?? matchAt(PLAIN, text, index);
  if (found === undefined) return undefined;
  return { value: Number(found.replaceAll(",", "")), end: index + found.length };
}

/** True for a letter that a name may be made of. */
function isLetter(character: string): boolean {
  return /^[a-z]$/i.test(character);
}

function matchAt(pattern: RegExp, text: string, index: number): string | undefined {
  const own = new RegExp(pattern);
  own.lastIndex = index;
  return own.exec(text)?.[0];
}
