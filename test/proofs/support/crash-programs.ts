import { Dice, shareOf } from "./dice.ts";

/** One generated program, and who asks for it. */
export interface CrashProgram {
  readonly seed: string;
  readonly source: string;
  readonly isOwner: boolean;
}

/** Files that lie in everyone's folder before a program runs. */
export const SEED_FILES: Readonly<Record<string, string>> = {
  "seed-a.md": "seed a",
  "seed-b.md": "seed b",
  "name.txt": "named",
  ...Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`old${index}.md`, "old"])),
};

/** The kinds of statements that programs are made of, each around a number of its own. A new kind of effect or card is added here, and its truth in crash-truth.ts. */
export const STATEMENTS: Readonly<Record<string, (number: number) => string>> = {
  write: (n) => `[system:write]("w${n}.md") {content: "w${n}"}`,
  todo: (n) => `[system:todo]("t${n}")`,
  notice: (n) => `[system:notify_user]("n${n}.")`,
  send: (n) => `[messenger:send]("s${n}.") {to: "Ben"}`,
  delete: (n) => `[system:delete]("old${n}.md")`,
  copy: (n) => `[system:copy]("seed-a.md") {destination: "c${n}.md"}`,
  move: (n) => `[system:move]("old${n}.md") {destination: "moved${n}.md"}`,
  memory: (n) => `[source:save_memory]("m${n}")`,
  read: (n) => `$r${n} = [system:read]("seed-a.md")`,
  question: (n) =>
    `$q${n} = [system:ask_user]("Which ${n}?") {options: ["left", "right"]}\n[system:write]("q${n}.md") {content: "$q${n}"}`,
  answeredPath: (n) =>
    `$a${n} = [system:ask_user]("Where ${n}?") {options: ["left", "right"]}\n[system:write]("$a${n}-${n}.md") {content: "a${n}"}`,
  approval: (n) => `[system:approve]("Sure ${n}?") >> [messenger:send]("ap${n}.") {to: "Ben"}`,
  readPath: (n) =>
    `$p${n} = [system:read]("name.txt")\n[system:write]("\${p${n}}-${n}.md") {content: "p${n}"}`,
  parallel: (n) =>
    `[system:write]("x${n}.md") {content: "x${n}"} & [system:todo]("y${n}") & [messenger:send]("z${n}.") {to: "Ben"}`,
  fallback: (n) => `[system:read]("none${n}.md") ?? [system:todo]("f${n}")`,
  refused: (n) => `[system:delete]("none${n}.md") ?? [system:notify_user]("rf${n}.")`,
  piped: (n) => `[system:read]("seed-b.md") >> [system:write]("pi${n}.md") >> [system:time]`,
  skipped: (n) => `[on_error: skip] [system:read]("none${n}.md") >> [system:todo]("k${n}")`,
  each: (n) =>
    `$l${n} = [system:find]("seed-*.md")\n[each: $item in $l${n}] { [system:todo]("e${n} $item.path") }`,
  eachPath: (n) =>
    `$o${n} = [system:find]("seed-*.md")\n[each: $item in $o${n}] { [system:write]("ep${n}-$item.path") {content: "ep${n}"} }`,
  eachLiteral: (n) =>
    `$v${n} = [each: $item, $i in ["left", "right"]] { [messenger:send]("el${n}$i $item.") {to: "Ben"} }\n[system:write]("el${n}.md") {content: "\${count(v${n})}"}`,
  eachCall: (n) =>
    `[each: $item in [system:find]("seed-*.md") >> [system:sort]("path"), max: 5] { [system:write]("ec${n}-$item.path") {content: "ec${n}"}; [system:todo]("ec${n} $item.path") }`,
  eachTogether: (n) =>
    `$g${n} = [each: $i in 1..2, parallel: true] { [system:read]("seed-a.md") }\n[system:write]("eg${n}.md") {content: "\${count(g${n})} $g${n}[0]"}`,
  named: (n) =>
    `$na${n} = [system:todo]("na${n}") & $nb${n} = [system:write]("nb${n}.md") {content: "b"} >> [system:read]("nb${n}.md")\n[system:write]("nc${n}.md") {content: "$nb${n}"}`,
  text: (n) => `$tx${n} = "tx${n}" >> [system:write]("tx${n}.md")`,
  branch: (n) => `[if: 1 == 1] { [system:todo]("b${n}") } [else] { [system:delete]("old${n}.md") }`,
  inner: (n) => `[system:run_pipeline]() {pipeline: '[system:todo]("i${n}")'}`,
  schedule: (n) =>
    `[system:schedule]("later ${n}") {pipeline: "[system:time]", at: "2027-01-01T09:00"}`,
  workflow: (n) => `[system:save_workflow]("flow${n}") {pipeline: "[system:time]"}`,
};

/** A program of one to four statements; the kind at `index` is always among them, so that every kind is met soon. */
export function crashProgram(seed: string, index: number): CrashProgram {
  const dice = new Dice(`${seed}/${index}`);
  const kinds = Object.values(STATEMENTS);
  const first = kinds[index % kinds.length]!;
  const others = Array.from({ length: dice.below(4) }, () => dice.pick(kinds));
  const source = dice
    .shuffled([first, ...others])
    .map((statement, number) => statement(number))
    .join("\n");
  return { seed: `${seed}/${index}`, source, isOwner: dice.chance(0.5) };
}

/** Whether the person of a program says no to a card; the same whenever the card comes. */
export function isDenied(program: CrashProgram, card: string): boolean {
  return shareOf(`${program.seed} ${card}`) < 0.15;
}
