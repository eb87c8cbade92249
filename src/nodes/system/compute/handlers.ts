import { digestOf } from "../../../base/digest.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../base/json.ts";
import { korean } from "../../../base/korean-particles.ts";
import type { Localized } from "../../../base/localized.ts";
import {
  type Handlers,
  type ReadyCall,
  stringParam,
} from "../../../engine/execute/action-types.ts";
import { exactly, failure, type Outcome, success } from "../../../engine/values/outcome.ts";
import { worded } from "../../localize.ts";
import { listText, wordsOf } from "../../text/item-text.ts";
import { unsetFailure, unsetIn } from "../lists/items.ts";
import { tableOf } from "./helpers.ts";
import { LIMIT_MS, runScript } from "./run-script.ts";
import type { ScriptAnswer } from "./sandbox.ts";

/** Longest inputs, as JSON, in UTF-16 units. */
const LONGEST_INPUTS = 8_000_000;
/** How deep lists and objects of a result may lie in one another. */
const DEEPEST_RESULT = 32;
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
/** Words that no parameter of a function may be called, and those that a script needs as they are. */
const RESERVED = new Set(
  "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield".split(
    " ",
  ),
);

/** `compute`: the result of a script over the call's inputs. */
export function createComputeHandlers(): Handlers {
  return { "system:compute": compute };
}

async function compute(call: ReadyCall): Promise<Outcome> {
  const script = stringParam(call, "script").replaceAll("\b", "\\b"); // what "\b" of a pattern became in a text of IBL
  const given = inputsOf(call);
  if ("refusal" in given) return given.refusal;
  const { inputs } = given;
  const { nowMs, zone } = call.moment ?? { nowMs: 0, zone: call.actor.zone };
  const inputsJson = JSON.stringify(inputs);
  if (inputsJson.length > LONGEST_INPUTS) return refused(call, "inputs-too-large", TOO_MUCH);
  const answer = await runScript(
    {
      script,
      names: Object.keys(inputs),
      inputsJson,
      moment: { nowMs, zone },
      seed: Number.parseInt(digestOf(call.effectKey).slice(0, 8), 16),
      language: call.actor.language,
    },
    call.signal,
  );
  const texts = Object.keys(inputs).filter((name) => typeof inputs[name] === "string");
  return "json" in answer ? resultOf(call, answer.json) : explained(call, script, answer, texts);
}

/** The values that the script may use, by name: all parameters but the script. One that a script names as `$x` and that has no value is left out. */
function inputsOf(
  call: ReadyCall,
): { readonly inputs: JsonObject } | { readonly refusal: Outcome } {
  const inputs = Object.entries(call.params).filter(
    ([name, value]) => name !== "script" && !(name.startsWith("$") && value === name),
  );
  const wrong = inputs.find(([name]) => !IDENTIFIER.test(name) || RESERVED.has(name))?.[0];
  if (wrong !== undefined) return { refusal: refused(call, "bad-parameters", badName(wrong)) };
  const [unset] = inputs.flatMap(([, value]) =>
    typeof value === "string" ? (unsetIn(value) ?? []) : [],
  );
  return unset === undefined
    ? { inputs: Object.fromEntries(inputs) }
    : { refusal: unsetFailure(call, unset) };
}

function badName(name: string): Localized {
  return {
    ko: korean`"${name}"은(는) 스크립트에서 쓸 수 없는 이름이에요. 글자와 숫자로 된 다른 이름을 쓰세요.`,
    en: `A script cannot use the name "${name}". Give the input another name, of letters and digits.`,
  };
}

function resultOf(call: ReadyCall, json: string): Outcome {
  const data = JSON.parse(json) as Json; // made by JSON.stringify
  if (depthOf(data) > DEEPEST_RESULT) return refused(call, "result-too-deep", TOO_DEEP);
  if (Array.isArray(data))
    return success({ kind: "list", items: data, text: listText(call, data, false) });
  if (!isJsonObject(data)) return exactly(data);
  return success({ kind: "object", data, text: objectText(call, data) });
}

/** Data for a reader: the fields of an object, then each list of records as a table. */
export function objectText({ actor }: Pick<ReadyCall, "actor">, data: Json): string {
  if (!isJsonObject(data)) return wordsOf(data, actor);
  const fields = Object.entries(data);
  const lines = fields
    .filter(([, value]) => !isTable(value))
    .map(([name, value]) => {
      const isList = Array.isArray(value) && value.length > 0 && value.every(isPlain);
      const words = isList ? value.map((item) => wordsOf(item, actor)).join(", ") : undefined;
      return `- ${name}: ${words ?? wordsOf(value, actor)}`;
    });
  const tables = fields.flatMap(([name, value]) =>
    isTable(value) ? [`**${name}** (${value.length})\n\n${tableOf(value)}`] : [],
  );
  return [lines.join("\n"), ...tables].filter((part) => part !== "").join("\n\n");
}

/** True for several records of plain values. */
function isTable(value: Json): value is JsonObject[] {
  return (
    Array.isArray(value) &&
    value.length > 1 &&
    value.every((item) => isJsonObject(item) && Object.values(item).every(isPlain))
  );
}

function isPlain(value: Json): boolean {
  return value === null || typeof value !== "object";
}

/** How deep a value is, as far as it matters. */
function depthOf(value: Json): number {
  let level: readonly Json[] = [value];
  for (let depth = 0; ; depth += 1) {
    level = level.flatMap((entry) =>
      entry !== null && typeof entry === "object" ? Object.values(entry) : [],
    );
    if (level.length === 0 || depth > DEEPEST_RESULT) return depth;
  }
}

/** What went wrong, with the line of the script. `texts` names the inputs that are texts. */
function explained(
  call: ReadyCall,
  script: string,
  answer: Exclude<ScriptAnswer, { json: string }>,
  texts: readonly string[],
): Outcome {
  const line = "line" in answer ? answer.line : undefined;
  const at = line === undefined ? NOWHERE : placeOf(script, line);
  if (answer.why === "syntax" || answer.why === "thrown") {
    const help = textHint(answer.message, texts) ?? hint(answer.message);
    return refused(call, answer.why === "syntax" ? "bad-script" : "script-error", {
      ko: `스크립트${at.ko}: ${answer.message}${help.ko}`,
      en: `The script${at.en}: ${answer.message}${help.en}`,
    });
  }
  const { code, words } = REASONS[answer.why];
  return refused(call, code, {
    ko: at === NOWHERE ? words.ko : `${words.ko} 멈춘 곳:${at.ko}.`,
    en: at === NOWHERE ? words.en : `${words.en} It was at${at.en}.`,
  });
}

const NOWHERE: Localized = { ko: "", en: "" };

/** A line of the script, with what stands there. */
function placeOf(script: string, line: number): Localized {
  // The names of the program stand in the script by another spelling.
  const source = (script.split("\n")[line - 1] ?? "").trim().replaceAll("\\u0024", "$");
  const shown = source.length > SHOWN_LENGTH ? `${source.slice(0, SHOWN_LENGTH)}…` : source;
  return { ko: ` ${line}번째 줄 “${shown}”`, en: ` line ${line}, “${shown}”` };
}

/** Longest line of a script that a message shows, in UTF-16 units. */
const SHOWN_LENGTH = 100;

/** What scripts elsewhere find around them. */
const ELSEWHERE =
  /^(?:fetch|XMLHttpRequest|WebSocket|require|module|exports|process|Buffer|fs|window|document|navigator|setTimeout|setInterval|setImmediate|structuredClone|URL|TextDecoder|TextEncoder|Intl|crypto)$/;

/** What helps where a text, such as that of a .csv file, was used as a list. */
function textHint(message: string, texts: readonly string[]): Localized | undefined {
  const [name] = texts;
  if (name === undefined || !/^TypeError: (?:not a function|.* is not iterable)/.test(message))
    return undefined;
  return {
    ko: `. 여기서 ${name} 값은 글이에요. 표로 된 글이면 records(${name})이 행의 목록을 줘요.`,
    en: `. Here ${name} is a text; records(${name}) gives the rows of a table in it.`,
  };
}

/** What helps where a name is not known. */
function hint(message: string): Localized {
  const [, name = ""] =
    /^(?:ReferenceError: )?'?(\$?[\p{L}\p{N}_$]+)'? is not defined/u.exec(message) ?? [];
  if (name === "") return NOWHERE;
  if (ELSEWHERE.test(name))
    return {
      ko: ". 스크립트 안에는 네트워크도, 파일도, 타이머도, 모듈도 없어요. 건넨 값으로 계산만 해요.",
      en: ". A script has no network, no files, no timers and no modules: it computes with what it is handed.",
    };
  const plain = name.replace(/^\$/, "");
  return {
    ko: `. 변수는 스크립트 안에서도 $${plain}로 쓰거나, 이름을 붙여 건네세요: {${plain}: "$${plain}"}`,
    en: `. Write a variable as $${plain} in the script too, or hand it over by name: {${plain}: "$${plain}"}`,
  };
}

/** A failure in whose words the inputs may stand. */
function refused(call: ReadyCall, code: string, words: Localized): Extract<Outcome, { ok: false }> {
  const outcome = failure(code, worded(call, words));
  return call.tainted ? { ...outcome, tainted: true } : outcome;
}

const TOO_MUCH: Localized = {
  ko: "스크립트에 건넨 값이 너무 커요 (JSON 8,000,000자까지). 먼저 줄여 주세요.",
  en: "The inputs are too large for a script: at most 8,000,000 characters of JSON. Make them smaller first.",
};

const TOO_DEEP: Localized = {
  ko: `결과가 너무 깊이 겹쳐 있어요 (${DEEPEST_RESULT}겹까지).`,
  en: `The result is nested too deep: at most ${DEEPEST_RESULT} levels.`,
};

const SECONDS = LIMIT_MS / 1000;

const REASONS: Readonly<
  Record<
    Exclude<ScriptAnswer, { json: string } | { why: "syntax" | "thrown" }>["why"],
    { readonly code: string; readonly words: Localized }
  >
> = {
  slow: {
    code: "script-too-slow",
    words: {
      ko: `스크립트가 ${SECONDS}초 안에 끝나지 않아 멈췄어요.`,
      en: `The script was stopped: it did not end within ${SECONDS} seconds.`,
    },
  },
  memory: {
    code: "script-memory",
    words: {
      ko: "스크립트가 메모리 64 MiB를 넘어 멈췄어요.",
      en: "The script was stopped: it needs more than 64 MiB of memory.",
    },
  },
  deep: {
    code: "script-too-deep",
    words: {
      ko: "스크립트의 함수 호출이나 값이 너무 깊이 겹쳐 멈췄어요.",
      en: "The script was stopped: its calls or values are nested too deep.",
    },
  },
  promise: {
    code: "script-result",
    words: {
      ko: "스크립트가 Promise를 돌려줬어요. 여기서는 기다릴 것이 없으니 async, await, import() 없이 값을 return 하세요.",
      en: "The script returned a promise. Nothing is waited for here: return the value itself, without async, await or import().",
    },
  },
  function: {
    code: "script-result",
    words: {
      ko: "스크립트가 함수를 돌려줬어요. 화살표(=>) 앞은 빼고 함수의 본문만 쓰세요. 건넨 값은 이름 그대로 쓸 수 있어요.",
      en: "The script returned a function. Write its body alone, without what stands before =>: what is handed to the script is there by its names.",
    },
  },
  nothing: {
    code: "script-result",
    words: {
      ko: "스크립트가 아무것도 돌려주지 않았어요. console.log는 보이지 않으니 마지막 줄을 return 값; 으로 쓰세요.",
      en: "The script returned nothing. What console.log is given is not shown: write return in its place on the last line.",
    },
  },
  large: {
    code: "result-too-large",
    words: {
      ko: "스크립트의 결과가 너무 커요 (JSON 2,000,000자까지). 필요한 것만 return 하세요.",
      en: "The result of the script is too large: at most 2,000,000 characters of JSON. Return only what is needed.",
    },
  },
};
