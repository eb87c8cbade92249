import type { Json } from "../../../src/base/json.ts";
import { printValue } from "../../../src/engine/language/printer.ts";
import type { Expression, Program, Statement } from "../../../src/engine/language/tree.ts";
import { pick, type Random } from "./hostile.ts";

/** The text of a program as a careless person writes it: other quotes, blank lines, comments, brackets too many. */
export function writeNoisily(program: Program, random: Random): string {
  return new NoisyWriter(random).program(program.statements);
}

class NoisyWriter {
  private readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  program(statements: readonly Statement[]): string {
    const separators = ["\n", ";", " ; ", "\n\n", ";\n# note\n", "\r\n  // note\n"];
    const texts = statements.map((statement) => this.statement(statement));
    const whole = texts.reduce((before, text) => before + pick(this.random, separators) + text);
    return this.gap() + whole + pick(this.random, ["", "\n", ";", "  # end\n"]);
  }

  private statement({ variable, variables, onError, body }: Statement): string {
    const guard = onError === undefined ? "" : `[On_Error :${onError}]${this.gap()}`;
    if (variables !== undefined && body.kind === "parallel")
      return (
        guard +
        body.branches
          .map((branch, index) => {
            const isValueFirst = branch.kind === "sequence" && branch.steps[0]?.kind === "value";
            const text = this.expression(branch, isValueFirst ? 0 : 2);
            return `$${variables[index]}${this.space()}=${this.gap()}${text}`;
          })
          .join(`${this.gap()}&${this.gap()}`)
      );
    const assign = variable === undefined ? "" : `$${variable}${this.space()}=${this.gap()}`;
    return guard + assign + this.expression(body, 0);
  }

  /** `level`: 0 where anything may stand, 1 inside `>>`, 2 inside `&`, 3 inside `??`. */
  private expression(expression: Expression, level: number): string {
    switch (expression.kind) {
      case "call":
        return this.maybeGrouped(this.call(expression));
      case "value":
        return printValue(expression.value);
      case "sequence":
        return this.joined(expression.steps, ">>", level, 1);
      case "parallel":
        return this.joined(expression.branches, "&", level, 2);
      case "fallback":
        return this.joined(expression.options, "??", level, 3);
      case "if": {
        const branches = expression.branches.map(({ condition, body }, index) => {
          return `[${index === 0 ? "if" : "else if"}:${this.space()}${condition}]${this.body(body)}`;
        });
        const last =
          expression.otherwise === null ? [] : [`[ELSE]${this.body(expression.otherwise)}`];
        return [...branches, ...last].join(this.gap());
      }
      case "each": {
        const { variable, counter, source, max, parallel, body } = expression;
        const count = counter === undefined ? "" : ` ,${this.space()}$${counter}`;
        const most = max === undefined ? "" : ` ,MAX${this.space()}=${this.space()}${max}`;
        const together = parallel === undefined ? "" : `,${this.space()}Parallel :True`;
        const head = `[each: $${variable}${count} in ${this.source(source)}`;
        return `${head}${together}${most} ]${this.body(body)}`;
      }
    }
  }

  private source(source: Extract<Expression, { kind: "each" }>["source"]): string {
    if (typeof source === "string") return source;
    if (source.kind !== "range") return this.gap() + this.expression(source, 0) + this.gap();
    return `${source.from}${this.space()}..${this.space()}${source.to}`;
  }

  private joined(parts: readonly Expression[], sign: string, level: number, own: number): string {
    const texts = parts.map((part) => this.expression(part, own));
    const whole = texts.reduce((before, text) => before + this.gap() + sign + this.gap() + text);
    if (own <= level) return `(${this.gap()}${whole}${this.gap()})`;
    return parts[0]?.kind === "value" ? whole : this.maybeGrouped(whole);
  }

  private maybeGrouped(text: string): string {
    return this.random() < 0.1 ? `(${this.gap()}${text}${this.gap()})` : text;
  }

  private body(statements: readonly Statement[]): string {
    return `${this.gap()}{${this.program(statements)}}`;
  }

  private call(call: Extract<Expression, { kind: "call" }>): string {
    const { node, action, args, params } = call;
    const head = `[${this.gap()}${node}${this.space()}:${this.gap()}${action}${this.space()}]`;
    const written = args.map((arg) => `${this.gap()}${this.value(arg)}${this.gap()}`);
    const target =
      args.length > 0 || this.random() < 0.2 ? `${this.space()}(${written.join(",")})` : "";
    const pairs = Object.entries(params).map(([key, value]) => {
      return `${this.gap()}${this.value(key)}${this.gap()}:${this.gap()}${this.value(value)}${this.gap()}`;
    });
    const comma = pairs.length > 0 && this.random() < 0.3 ? "," : "";
    const hasParams = pairs.length > 0 || this.random() < 0.1;
    return head + target + (hasParams ? `${this.gap()}{${pairs.join(",")}${comma}}` : "");
  }

  private value(value: Json): string {
    if (typeof value === "string") return this.quoted(value);
    if (Array.isArray(value))
      return `[${value.map((item: Json) => this.gap() + this.value(item)).join(",")}]`;
    if (value === null || typeof value !== "object") return this.plain(value);
    const pairs = Object.entries(value).map(
      ([key, member]) => `${this.value(key)}:${this.value(member)}`,
    );
    return `{${pairs.join(` ,${this.gap()}`)}}`;
  }

  private plain(value: null | boolean | number): string {
    if (typeof value !== "number") return String(value);
    return Number.isInteger(value) ? value.toExponential() : String(value);
  }

  private quoted(text: string): string {
    const forms: string[] = [escaped(text, '"'), escaped(text, "'")];
    const isRaw = !text.includes("\r");
    if (isRaw && !text.includes("`")) forms.push(`\`${text}\``);
    if (isRaw && !text.includes('"')) forms.push(`"""${text}"""`);
    return pick(this.random, forms);
  }

  private space(): string {
    return pick(this.random, ["", "", " ", "\t", "\u3000"]);
  }

  private gap(): string {
    return pick(this.random, [
      "",
      "",
      " ",
      " ",
      "\n",
      "\r\n",
      " # note >> [x:y]\n",
      " // { note\n\n",
    ]);
  }
}

/** Escapes what must be, leaving newlines as they are and backslashes in front of braces alone. */
function escaped(text: string, quote: string): string {
  let result = "";
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "\\") {
      const run = /^\\+/.exec(text.slice(at))![0];
      const isKept = /^(?:\$\{|\{\{)/.test(text.slice(at + run.length));
      result += isKept ? run : run + run;
      at += run.length - 1;
    } else if (character === quote) result += `\\${quote}`;
    else if (character === "\r") result += "\\r";
    else result += character;
  }
  return quote + result + quote;
}
