/**
 * What a script is given besides the language, as JavaScript of the interpreter: a function of `host(name, json)`, which answers as JSON.
 * It defines the helpers and gives back what calls the script. `helpers.ts` does what they stand for.
 */
export const PRELUDE = `(host) => {
  const { parse, stringify } = JSON;
  const { Promise } = globalThis;
  const ask = (name, values) => {
    const answer = parse(host(name, stringify(values)));
    if (answer.problem !== undefined) throw new Error(answer.problem);
    return answer.value;
  };
  const helper = (name) => (...values) => ask(name, values);
  const picked = (rows, field) => (typeof field === "function" ? ask("records", [rows]).map((row, index) => field(row, index)) : ask("column", [rows, field]));
  const group = (rows, key, field, how) => {
    const [byKey, byField] = [typeof key === "function", typeof field === "function"];
    const given = byKey || byField
      ? ask("records", [rows]).map((row, index) => ({ ...row, ...(byKey && { key: key(row, index) }), ...(byField && { value: field(row, index) }) }))
      : rows;
    return ask("group", [given, byKey ? "key" : key, byField ? "value" : field, how]);
  };
  const now = helper("now");
  const today = helper("today");
  for (const word of [now, today]) word.toJSON = word.toString = word.valueOf = () => word();
  const helpers = {
    group, now, today,
    sum: (rows, field) => ask("sum", [picked(rows, field)]),
    avg: (rows, field) => ask("avg", [picked(rows, field)]),
    records: helper("records"), join_by: helper("join_by"), table: helper("table"),
    date: helper("date"), add: helper("add"), days_between: helper("days_between"), weekday: helper("weekday"), format: helper("format"),
    console: { log() {}, info() {}, warn() {}, error() {}, debug() {} },
  };
  for (const [name, value] of Object.entries(helpers))
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  return (script, names, json) => {
    const inputs = parse(json);
    const result = script(...parse(names).map((name) => inputs[name]));
    if (result instanceof Promise) return "promise";
    if (typeof result === "function" && result.toJSON === undefined) return "function";
    const told = stringify(result);
    return told === undefined ? "nothing" : "=" + told;
  };
}`;
