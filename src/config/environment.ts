import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { AppError, codeOf } from "../base/errors.ts";
import { korean } from "../base/korean-particles.ts";
import type { Language } from "../base/localized.ts";

/** The process's own environment: the one place that reads it. */
export function processEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}

/** What is set of an environment. */
export function definedOf(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}

/** Settings of the `.env` files, the first path winning; missing files are empty. Throws `AppError` `bad-config` for one that cannot be read. */
export function readEnvFiles(paths: readonly string[]): Readonly<Record<string, string>> {
  const settings: Record<string, string> = {};
  for (const path of [...paths].reverse()) {
    if (!existsSync(path)) continue;
    try {
      for (const [name, value] of Object.entries(parseEnv(readFileSync(path, "utf8"))))
        if (value !== undefined) settings[name] = value;
    } catch (error) {
      throw new AppError(
        "bad-config",
        {
          ko: korean`설정 파일 "${path}"을(를) 읽을 수 없어요(${codeOf(error)}).`,
          en: `The settings file "${path}" cannot be read (${codeOf(error)}).`,
        },
        { cause: error },
      );
    }
  }
  return settings;
}

/** The language of a locale such as `ko_KR.UTF-8`; English where none is named. */
export function languageOf(locale: string | undefined): Language {
  return locale?.toLowerCase().startsWith("ko") === true ? "ko" : "en";
}
