import type { Localized } from "../../base/localized.ts";
import type { Config } from "../../config/config.ts";
import { findChromium } from "../../drivers/browser/browser.ts";
import { SCREEN_TOOLS, sessionOf } from "../../drivers/desktop/session.ts";
import { findProgram, SYSTEM_PATH } from "../../drivers/process/sandbox.ts";
import type { ActionDefinition, Catalogue, Requirement } from "../../engine/catalogue/catalogue.ts";
import { adbOf } from "./network.ts";

/** Something that actions lack here. */
export interface Lack {
  /** What it is, in few words: the variables of a key, a program. */
  readonly name: string;
  /** How it is had, in one sentence. */
  readonly how: Localized;
  readonly actions: readonly string[];
}

/** Which actions can run here, and what the others need, each lack once. */
export function readinessOf(
  { actions }: Catalogue,
  config: Config,
): { readonly ready: number; readonly lacks: readonly Lack[] } {
  const lacks = new Map<string, Lack>();
  let ready = 0;
  for (const definition of [...actions.values()].filter(({ tool }) => tool === undefined)) {
    const needs = needsOf(definition, config);
    if (needs.length === 0) ready += 1;
    for (const { name, how } of needs) {
      const before = lacks.get(name)?.actions ?? [];
      lacks.set(name, { name, how, actions: [...before, definition.action] });
    }
  }
  return { ready, lacks: [...lacks.values()] };
}

/** What an action lacks here; a key of two variables is one thing. */
export function needsOf(
  { requires, api }: ActionDefinition,
  config: Config,
): readonly Omit<Lack, "actions">[] {
  return requires.flatMap(
    (requirement) => missing(requirement, config, api?.service.keyPage) ?? [],
  );
}

function missing(
  requirement: Requirement,
  config: Config,
  keyPage: string | undefined,
): Omit<Lack, "actions"> | undefined {
  switch (requirement.kind) {
    case "env": {
      const names = requirement.names.filter((name) => config.environment[name] === undefined);
      return names.length === 0 ? undefined : missingKey(names, keyPage);
    }
    case "browser":
      return findChromium(config.chromiumPath) === undefined ? LACKING.browser : undefined;
    case "model":
      return config.models === undefined ? LACKING.model : undefined;
    case "binary":
      return findProgram(requirement.name, SYSTEM_PATH) === undefined
        ? missingProgram(requirement.name)
        : undefined;
    case "android":
      return adbOf(config).adbPath === undefined ? LACKING.android : undefined;
    case "desktop":
      return missingForScreen(config);
  }
}

/** What the screen of this machine lacks: itself, or its tools. */
function missingForScreen({
  environment,
}: Pick<Config, "environment">): Omit<Lack, "actions"> | undefined {
  const session = sessionOf(environment);
  if (session === undefined) return LACKING.desktop;
  const tools = SCREEN_TOOLS[session.kind];
  const lacking = tools.filter((name) => findProgram(name, SYSTEM_PATH) === undefined);
  return lacking.length === 0 ? undefined : missingProgram(lacking.join(", "));
}

function missingKey(names: readonly string[], keyPage: string | undefined): Omit<Lack, "actions"> {
  const page =
    keyPage === undefined
      ? { ko: "", en: "" }
      : { ko: ` 키는 ${keyPage} 에서 받아요.`, en: ` A key is had at ${keyPage}.` };
  return {
    name: names.join(", "),
    how: {
      ko: `환경 변수나 HOME/.env에 ${names.join(", ")} 값을 넣으세요.${page.ko}`,
      en: `Set ${names.join(" and ")} in the environment or HOME/.env.${page.en}`,
    },
  };
}

function missingProgram(name: string): Omit<Lack, "actions"> {
  return {
    name,
    how: { ko: `프로그램 "${name}" 설치가 필요해요.`, en: `Install the program "${name}".` },
  };
}

const LACKING = {
  browser: {
    name: "Chromium",
    how: {
      ko: "Chromium을 설치하거나(Debian: apt-get install chromium) CHROMIUM_PATH를 정하세요.",
      en: "Install Chromium (Debian: apt-get install chromium), or set CHROMIUM_PATH.",
    },
  },
  model: {
    name: "GEMINI_API_KEY",
    how: {
      ko: "GEMINI_API_KEY나 다른 모델을 정하세요(docs/models.md).",
      en: "Set GEMINI_API_KEY, or another model (docs/models.md).",
    },
  },
  android: {
    name: "adb",
    how: {
      ko: "adb를 설치하거나(Debian: apt-get install adb) ADB_PATH를 정하고, 휴대폰을 연결하세요(docs/phone-and-desktop.md).",
      en: "Install adb (Debian: apt-get install adb), or set ADB_PATH, and connect a phone (docs/phone-and-desktop.md).",
    },
  },
  desktop: {
    name: "desktop",
    how: {
      ko: "데스크톱(X11이나 Wayland)에서 서비스를 켜세요. 여기에는 화면이 없어요.",
      en: "Run the service in a desktop session (X11 or Wayland): there is no screen here.",
    },
  },
} as const;
