import { accessSync, constants, statfsSync } from "node:fs";
import { ModelError } from "../../agent/models/model-client.ts";
import type { Localized } from "../../base/localized.ts";
import type { Config } from "../../config/config.ts";
import { findChromium } from "../../drivers/browser/browser.ts";
import { createProcessDriver } from "../../drivers/process/process.ts";
import { asIs, type HealthLine, problemWords } from "../core/health-line.ts";
import { isServiceAlive } from "../core/home.ts";
import { HELD_MARK, LONG_HELD_MS } from "../core/loop-watch.ts";
import { readinessOf } from "../core/readiness.ts";
import { MODEL_MODES, modelName, openModels } from "../model-clients.ts";
import type { App } from "../open-app.ts";
import { embedderAnswers, embedderLine } from "./embedder-health.ts";
import { channelLines, onlineChannelLines } from "./health-channels.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Below this, files and the database may soon fail. */
const LOW_DISK_BYTES = 200 * 1024 * 1024;

/** What is configured and what is missing. Touches no network. */
export async function healthLines(parts: App): Promise<readonly HealthLine[]> {
  const { config } = parts;
  return [
    { name: "Node.js", state: "ok", detail: asIs(process.version) },
    homeLine(parts),
    ...(await channelLines(config, isServiceAlive(parts.home))),
    modelLine(config),
    embedderLine({ ...parts, stores: parts }),
    browserLine(config),
    await sandboxLine(),
    { name: "Time zone", state: "ok", detail: changedBy(config.zone, "IBL_TIME_ZONE") },
    { name: "Language", state: "ok", detail: changedBy(config.language, "IBL_LANGUAGE") },
    ownerLine(parts),
    ...heldLines(parts),
    ...approvalLines(parts),
    catalogueLine(parts),
    ...actionLines(parts),
  ];
}

/** Asks the platforms whether their tokens are good, and every model whether it answers. */
export async function onlineLines(parts: App): Promise<readonly HealthLine[]> {
  const lines = await Promise.all([
    onlineChannelLines(parts.config, parts.edges.clock.now()),
    modelAnswers(parts),
    embedderAnswers({ ...parts, stores: parts }),
  ]);
  return lines.flat();
}

function changedBy(value: string, setting: string): HealthLine["detail"] {
  return { ko: `${value} (바꾸려면 ${setting})`, en: `${value} (set ${setting} to change)` };
}

function homeLine(parts: App): HealthLine {
  const { path } = parts.home;
  try {
    accessSync(path, constants.W_OK);
    const disk = statfsSync(path);
    const freeBytes = disk.bavail * disk.bsize;
    const free = `${Math.round(freeBytes / 1024 / 1024)} MB`;
    if (freeBytes < LOW_DISK_BYTES)
      return {
        name: "Home",
        state: "problem",
        detail: {
          ko: `${path}에 ${free}밖에 남지 않았어요`,
          en: `${path} has only ${free} left`,
        },
        next: {
          ko: "자리를 비우거나 IBL_HOME으로 폴더를 옮기세요.",
          en: "Free some space, or move HOME with IBL_HOME.",
        },
      };
    return {
      name: "Home",
      state: "ok",
      detail: { ko: `${path} (${free} 남음)`, en: `${path} (${free} free)` },
    };
  } catch (error) {
    return {
      name: "Home",
      state: "problem",
      detail: problemWords(error),
      next: {
        ko: "IBL_HOME으로 다른 폴더를 정하세요.",
        en: "Choose another folder with IBL_HOME.",
      },
    };
  }
}

function browserLine(config: Config): HealthLine {
  const found = findChromium(config.chromiumPath);
  if (found !== undefined) return { name: "Chromium", state: "ok", detail: asIs(found) };
  return {
    name: "Chromium",
    state: "missing",
    detail: { ko: "브라우저 액션을 쓸 수 없어요", en: "browser actions are off" },
    next: {
      ko: "설치하거나(데비안: apt-get install chromium) CHROMIUM_PATH를 정하세요.",
      en: "Install it (Debian: apt-get install chromium), or set CHROMIUM_PATH.",
    },
  };
}

async function sandboxLine(): Promise<HealthLine> {
  const kind = await createProcessDriver().sandbox();
  if (kind !== "none") {
    const detail = { ko: `명령은 ${kind} 안에서 돌아요`, en: `commands run in ${kind}` };
    return { name: "Sandbox", state: "ok", detail };
  }
  return {
    name: "Sandbox",
    state: "missing",
    detail: {
      ko: "명령이 이 사용자의 권한으로 돌게 돼요",
      en: "commands would run with the rights of this user",
    },
    next: {
      ko: "bubblewrap을 설치하세요(데비안: apt-get install bubblewrap).",
      en: "Install bubblewrap (Debian: apt-get install bubblewrap).",
    },
  };
}

function ownerLine(parts: App): HealthLine {
  const names = parts.people.owners().map((owner) => owner.name);
  return { name: "Owners", state: "ok", detail: asIs(names.join(", ")) };
}

/** Said only where nobody was answered for long within the last day. It is over: no reason for `doctor` to fail. */
function heldLines({ config, edges, marks }: App): readonly HealthLine[] {
  const atMs = marks.get(HELD_MARK);
  if (atMs === undefined || edges.clock.now() - atMs > DAY_MS) return [];
  const time = new Date(atMs).toLocaleString("sv-SE", { timeZone: config.zone });
  return [
    {
      name: "Answers",
      state: "missing",
      detail: {
        ko: `서비스가 ${LONG_HELD_MS / 1000}초 넘게 아무에게도 답하지 못했어요. 마지막은 ${time}`,
        en: `the service answered nobody for more than ${LONG_HELD_MS / 1000} s, the last time at ${time}`,
      },
      next: {
        ko: "로그에서 heldMs를 찾아 그때 온 메시지나 파일을 보세요.",
        en: "Look for heldMs in the log, and at the message or file that came then.",
      },
    },
  ];
}

/** Said only where the settings ask for more than one press by anybody. */
function approvalLines(parts: App): readonly HealthLine[] {
  const { fourEyes, quorum } = parts.config.approvalPolicy;
  if (!fourEyes && quorum === 1) return [];
  const needed = quorum + (fourEyes ? 1 : 0);
  const count = parts.people.owners().length;
  const detail = {
    ko: `${quorum}명이 승인해야 해요${fourEyes ? "(부탁한 사람은 빼고)" : ""}. 주인은 이 컴퓨터의 주인까지 ${count}명이에요`,
    en: `${quorum} must approve${fourEyes ? ", none of them the one who asks" : ""}; there are ${count} owners, the local one among them`,
  };
  if (count >= needed) return [{ name: "Approvals", state: "ok", detail }];
  const next = {
    ko: "/people 로 주인을 더 정하거나 IBL_APPROVAL_QUORUM을 낮추세요.",
    en: "Make more people owners with /people, or lower IBL_APPROVAL_QUORUM.",
  };
  return [{ name: "Approvals", state: "problem", detail, next }];
}

function catalogueLine(parts: App): HealthLine {
  const problems = parts.library.problems();
  const { actions } = parts.library.catalogue();
  const count = [...actions.values()].filter(({ tool }) => tool === undefined).length;
  const [first] = problems;
  if (first === undefined) {
    const detail = { ko: `${count}개`, en: `${count} actions` };
    return { name: "Catalogue", state: "ok", detail };
  }
  const problem = `data/${first.file}:${first.line}: ${first.message}${problems.length > 1 ? ` (+${problems.length - 1})` : ""}`;
  return {
    name: "Catalogue",
    state: "problem",
    detail: { ko: `${count}개; ${problem}`, en: `${count} actions; ${problem}` },
    next: {
      ko: "파일을 고치면 저절로 다시 읽어요.",
      en: "Mend the file; it is read again by itself.",
    },
  };
}

/** How many actions can run, then each thing that others need, with their names. */
function actionLines(parts: App): readonly HealthLine[] {
  const { ready, lacks } = readinessOf(parts.library.catalogue(), parts.config);
  const head: HealthLine = {
    name: "Actions",
    state: "ok",
    detail: { ko: `${ready}개를 쓸 수 있어요`, en: `${ready} are ready` },
  };
  const others = lacks.map(({ name, how, actions }): HealthLine => {
    return {
      name: `Actions ${name}`,
      state: "missing",
      detail: asIs(actions.join(", ")),
      next: how,
    };
  });
  return [head, ...others];
}

/** A question as cheap as one can be; a model that thinks needs some room. */
const QUESTION = {
  system: "",
  messages: [{ role: "user", content: [{ type: "text", text: "Answer with OK." }] }],
  tools: [],
  maxOutputTokens: 512,
} as const;

/** Which models are set and for what. */
function modelLine({ models }: Config): HealthLine {
  if (models === undefined)
    return {
      name: "Model",
      state: "missing",
      detail: {
        ko: "없음: 예문과 맞춰 알아들어요",
        en: "none: messages are matched with examples",
      },
      next: {
        ko: "자유롭게 대화하려면 GEMINI_API_KEY(aistudio.google.com)나 다른 모델의 키를 넣으세요: docs/models.md.",
        en: "Set GEMINI_API_KEY (from aistudio.google.com) for free conversation, or another provider: docs/models.md.",
      },
    };
  const { modes, fallbacks } = models;
  const main = modelName(modes.default);
  const others = MODEL_MODES.filter((mode) => modelName(modes[mode]) !== main);
  const parts = [
    main,
    ...others.map((mode) => `${mode}: ${modelName(modes[mode])}`),
    ...(fallbacks.length === 0 ? [] : [`then: ${fallbacks.map(modelName).join(", ")}`]),
  ];
  return { name: "Model", state: "ok", detail: asIs(parts.join("; ")) };
}

/** Asks every model that is set one short question, all at once. What it costs is in nobody's budget. */
async function modelAnswers(parts: App): Promise<readonly HealthLine[]> {
  const { config, edges } = parts;
  if (config.models === undefined) return [];
  const clients = openModels(config.models, { config, edges });
  return Promise.all(
    [...clients].map(async ([name, client]): Promise<HealthLine> => {
      const startMs = edges.clock.now();
      const head = { name: `Model ${name}` } as const;
      try {
        await client.send(QUESTION, new AbortController().signal);
        const seconds = ((edges.clock.now() - startMs) / 1000).toFixed(1);
        return { ...head, state: "ok", detail: answered(seconds) };
      } catch (error) {
        return { ...head, state: "problem", detail: problemWords(error), next: nextOf(error) };
      }
    }),
  );
}

function answered(seconds: string): Localized {
  return { ko: `${seconds}초 만에 답했어요`, en: `answered in ${seconds} s` };
}

function nextOf(error: unknown): Localized {
  const code = error instanceof ModelError ? error.code : undefined;
  if (code === "model-auth")
    return {
      ko: "키를 다시 복사하고, 그 키로 이 모델을 쓸 수 있는지 보세요.",
      en: "Copy the key again, and see that it may use this model.",
    };
  if (code === "model-rate-limited")
    return {
      ko: "기다리거나, 제공자에게서 한도를 올리거나, IBL_MODEL_FALLBACKS를 정하세요.",
      en: "Wait, raise the limit at the provider, or set IBL_MODEL_FALLBACKS.",
    };
  return {
    ko: "모델 이름, 네트워크, 제공자의 주소를 확인하세요.",
    en: "Check the name of the model, the network, and the provider's base URL.",
  };
}
