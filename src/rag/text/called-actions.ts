/** The names of the actions that a program calls, as they stand in it, in their order. */
export function actionsIn(program: string): readonly string[] {
  return [...program.matchAll(/\[([a-z]+:[a-z0-9_]+)\]/g)].flatMap(([, name]) => name ?? []);
}

/** The nodes that a program reaches, each once. */
export function nodesIn(program: string): readonly string[] {
  return [...new Set(actionsIn(program).map((name) => name.slice(0, name.indexOf(":"))))];
}

/** What a program is by its shape: one call, several joined, or with branches, loops or variables. */
export type Category = "single" | "pipeline" | "complex";

/** The shape of a program, and how hard it is to write, from 1 to 5. */
export function shapeOf(program: string): {
  readonly category: Category;
  readonly difficulty: number;
} {
  const bare = program.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs, '""');
  const calls = actionsIn(bare).length;
  const isComplex = /\[(?:if|each|else)\b|\$\w+\s*=|[;\n]/.test(bare);
  const category = isComplex ? "complex" : calls > 1 ? "pipeline" : "single";
  return { category, difficulty: Math.min(5, Math.max(1, calls + (isComplex ? 1 : 0))) };
}
