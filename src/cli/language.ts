import { join, resolve } from "node:path";
import type { ProcessEdges } from "../base/edges.ts";
import type { Language } from "../base/localized.ts";
import { definedOf, languageOf, readEnvFiles } from "../config/environment.ts";
import type { CliContext } from "./command.ts";

/** The language of the command line: IBL_LANGUAGE where it is set, else as the machine speaks. Never throws: wrong settings are told in it. */
export function languageIn(
  argv: readonly string[],
  environment: CliContext["environment"],
  { workingFolder }: ProcessEdges,
): Language {
  const at = argv.indexOf("--home");
  const given = definedOf(environment);
  const local = readable([join(workingFolder, ".env")]);
  const home = (at === -1 ? undefined : argv[at + 1]) ?? given["IBL_HOME"] ?? local["IBL_HOME"];
  const own = readable([join(resolve(workingFolder, home ?? "./var"), ".env")]);
  const named = { ...local, ...own, ...given }["IBL_LANGUAGE"]?.trim();
  if (named === "ko" || named === "en") return named;
  return languageOf(given["LC_ALL"] ?? given["LANG"]);
}

function readable(paths: readonly string[]): Readonly<Record<string, string>> {
  try {
    return readEnvFiles(paths);
  } catch {
    return {}; // told with the settings, in a language that is known without them
  }
}
