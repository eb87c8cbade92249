import { isJsonObject } from "../../base/json.ts";
import type { Language } from "../../base/localized.ts";
import type { ModelErrorCode, NudgeKind, ToolUseContent } from "../models/model-client.ts";
import type { CallRecord, StopKind } from "./loop-state.ts";

/** Longest piece of a program that an ending quotes, in UTF-16 units. */
const MAX_CODE_LENGTH = 80;

/** Reminders to the model, written in the person's place. */
export const NUDGES: Readonly<Record<NudgeKind, string>> = {
  empty: "(Your answer was empty. Answer the request in words, or call execute_ibl.)",
  "program-in-text":
    "(You wrote a program as text, and nothing ran. If it is meant to run, call execute_ibl with it. If you only meant to show it, give the same answer again.)",
  "false-claim":
    "(Your answer says that something was done which the journal does not show. Answer again and say only what was done.)",
  "malformed-call":
    '(Your tool call could not be read, and nothing ran. Call execute_ibl again with {"code": "…"}, shorter if it was long.)',
};

const REASONS: Readonly<Record<StopKind | ModelErrorCode, Readonly<Record<Language, string>>>> = {
  "max-rounds": {
    ko: "{rounds}번의 단계를 모두 썼지만 끝맺지 못했습니다. 요청을 나누어 다시 말씀해 주세요.",
    en: "I used all {rounds} steps and did not come to an end. Ask again in smaller parts.",
  },
  "same-failure": {
    ko: "같은 작업이 거듭 실패해서 멈췄습니다.",
    en: "The same step kept failing, so I stopped.",
  },
  "same-result": {
    ko: "같은 조회만 거듭해서 멈췄습니다.",
    en: "The same step was repeated and only gave the same result, so I stopped.",
  },
  empty: {
    ko: "모델이 빈 답을 보내서 끝맺지 못했습니다. 다시 말씀해 주세요.",
    en: "The model gave an empty answer, so I could not finish. Please ask again.",
  },
  "malformed-call": {
    ko: "모델이 보낸 작업을 읽을 수 없어서 끝맺지 못했습니다. 다시 말씀해 주세요.",
    en: "The model's call could not be read, so I could not finish. Please ask again.",
  },
  "model-rate-limited": {
    ko: "모델의 사용 한도를 넘어서 지금은 답할 수 없습니다. 잠시 뒤에 다시 말씀해 주세요.",
    en: "The model's request limit is reached, so I cannot answer now. Please ask again later.",
  },
  "model-auth": {
    ko: "모델의 API 키가 거부되었습니다. 설정의 키를 확인해 주세요.",
    en: "The model's API key was refused. Check the key in the configuration.",
  },
  "model-unavailable": {
    ko: "모델에 연결할 수 없습니다. 잠시 뒤에 다시 말씀해 주세요.",
    en: "The model cannot be reached. Please ask again later.",
  },
  "model-bad-answer": {
    ko: "모델의 답을 읽을 수 없습니다. 다시 말씀해 주세요.",
    en: "The model's answer could not be read. Please ask again.",
  },
  "model-blocked": {
    ko: "모델 제공자의 필터가 답을 막았습니다. 다른 말로 물어봐 주세요.",
    en: "The model provider's filter withheld the answer. Please say it in other words.",
  },
  "model-budget": {
    ko: "모델 사용 한도에 닿아서 멈췄습니다.",
    en: "A limit of the model is reached, so I stopped.",
  },
};

const LABELS: Readonly<
  Record<Language, Readonly<Record<"done" | "failed" | "open" | "cut", string>>>
> = {
  ko: {
    done: "한 일:",
    failed: "실패한 일:",
    open: "하지 않은 일:",
    cut: "(답이 길이 제한에서 잘렸습니다.)",
  },
  en: {
    done: "Done:",
    failed: "Failed:",
    open: "Not done:",
    cut: "(The answer was cut at the length limit.)",
  },
};

/** Why a turn ended without an answer, and what was done, what failed and what was not done. */
export function stopText(
  reason: StopKind | ModelErrorCode,
  facts: {
    readonly language: Language;
    readonly calls: readonly CallRecord[];
    readonly maxRounds: number;
    /** Says more than the reason does. */
    readonly because?: string;
  },
): string {
  const { language, calls } = facts;
  const words = facts.because ?? REASONS[reason][language];
  const lists = (["done", "failed", "open"] as const).flatMap((state) => {
    const codes = [
      ...new Set(
        calls.filter((record) => record.state === state).map((record) => codeOf(record.call)),
      ),
    ];
    return codes.length === 0
      ? []
      : [[LABELS[language][state], ...codes.map((code) => `- ${code}`)].join("\n")];
  });
  return [words.replace("{rounds}", String(facts.maxRounds)), ...lists].join("\n\n");
}

/** An answer that hit the length limit, told as such. */
export function cutAnswer(text: string, language: Language): string {
  return `${text}\n\n${LABELS[language].cut}`;
}

function codeOf(call: ToolUseContent): string {
  const code = isJsonObject(call.input) ? call.input["code"] : undefined;
  const line = (typeof code === "string" ? code : call.name).replace(/\s+/g, " ").trim();
  return line.length <= MAX_CODE_LENGTH ? line : `${line.slice(0, MAX_CODE_LENGTH)}…`;
}
