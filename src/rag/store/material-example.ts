/** Where an example comes from: data/, the generator (by template, by paraphrase or model), a run that went well, a person. */
export type ExampleSource = "shipped" | "synthetic" | "synthetic_v3" | "auto_log" | "manual";

/** A request and its program, and who made it. */
export interface MaterialExample {
  readonly intent: string;
  readonly code: string;
  readonly source: ExampleSource;
}
