/** `--short` asks for a run that shows only that the bench still runs: its figures say nothing. */
const IS_SHORT = process.argv.includes("--short");

/** A size of the bench, and what it is in the short form. */
export function sized<Size>(full: Size, short: Size): Size {
  return IS_SHORT ? short : full;
}

/** Arguments of the bench besides `--short`. */
export function benchArguments(): readonly string[] {
  return process.argv.slice(2).filter((word) => word !== "--short");
}
