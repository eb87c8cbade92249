import type { Localized } from "../base/localized.ts";
import type { ColleagueShelf } from "../engine/plan/nested-program.ts";

/** The agents as far as planning and cards know them: who acts when another is asked, and what each is called. */
export interface AgentNames {
  /** `reach` "all": any agent by any other. */
  ask(name: string, asking: readonly string[], reach: "all"): ReturnType<ColleagueShelf>;
  titles(ids: readonly string[]): readonly { readonly id: string; readonly title: Localized }[];
}
