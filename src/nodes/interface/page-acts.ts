import { mediaTypeOfName } from "../../base/media-type.ts";
import { bold } from "../../base/visible-text.ts";
import type { ActDone } from "../../drivers/browser/acts.ts";
import type { Browser } from "../../drivers/browser/browser.ts";
import type { PageAct } from "../../drivers/browser/page-act.ts";
import {
  flagParam,
  type Handlers,
  listParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import { type Outcome, success, type Value } from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";
import { expected } from "./expected.ts";

/** What acts need besides the browser. */
export interface PageActParts {
  readonly browser: Pick<Browser, "act">;
  /** A file of the chat. */
  readonly readFile: (call: ReadyCall, path: string) => Promise<Uint8Array>;
  /** Puts what a page sent among the files of the chat, under a free name; rejects where its room is used up. */
  readonly saveFile: (
    call: ReadyCall,
    name: string,
    bytes: Uint8Array,
    mediaType: string,
  ) => Promise<Extract<Value, { kind: "file" }>>;
}

/** `click`, `type`, `select`, `hover`, `drag`, `press_key`, `upload` and `evaluate`. Whoever calls them has asked, where it has to be asked. */
export function createPageActHandlers(parts: PageActParts): Handlers {
  const names = ["click", "type", "select", "hover", "drag", "press_key", "upload", "evaluate"];
  return Object.fromEntries(
    names.map((name) => [
      `interface:${name}`,
      (call: ReadyCall) => expected(call, () => actOn(parts, call)),
    ]),
  );
}

async function actOn(parts: PageActParts, call: ReadyCall): Promise<Outcome> {
  const act = actOf(call);
  const filled =
    act.kind === "upload"
      ? { ...act, bytes: await parts.readFile(call, stringParam(call, "path")) }
      : act;
  const answer = optionalString(call, "dialog");
  const said = optionalString(call, "dialog_text");
  const done = await parts.browser.act(call.actor.chatId, filled, {
    signal: call.signal,
    dialog: { accept: answer === "accept", ...(said === undefined ? {} : { text: said }) },
  });
  return told(parts, call, done);
}

/** The act that a call of one of these actions is. */
export function actOf(call: Pick<ReadyCall, "node" | "action" | "params">): PageAct {
  const ref = (name = "ref"): string => stringParam(call, name);
  switch (call.action) {
    case "click":
      return {
        kind: "click",
        ref: ref(),
        button: call.params["button"] === "right" ? "right" : "left",
        count: flagParam(call, "double") ? 2 : 1,
      };
    case "type": {
      const clear = call.params["clear"] !== false;
      return {
        kind: "type",
        ref: ref(),
        text: ref("text"),
        submit: flagParam(call, "submit"),
        clear,
      };
    }
    case "select":
      return { kind: "select", ref: ref(), values: listParam(call, "values").map(String) };
    case "hover":
      return { kind: "hover", ref: ref() };
    case "drag":
      return { kind: "drag", ref: ref("source_ref"), target: ref("target_ref") };
    case "press_key":
      return { kind: "press", key: ref("key") };
    case "upload": {
      const name = ref("path").split("/").at(-1) ?? "file";
      return { kind: "upload", ref: ref(), name, bytes: new Uint8Array() };
    }
    default:
      return { kind: "evaluate", expression: ref("expression") };
  }
}

/** What came of an act: a file where the page sent one, else where the page is now, and what it said. */
async function told(parts: PageActParts, call: ReadyCall, done: ActDone): Promise<Outcome> {
  const notes = notesOf(call, done);
  const files: Extract<Value, { kind: "file" }>[] = [];
  for (const { name, bytes } of done.files)
    files.push(await parts.saveFile(call, name, bytes, mediaTypeOfName(name)));
  const [file, ...others] = files;
  if (file !== undefined) {
    const names = [file, ...others].map(({ path }) => bold(path)).join(", ");
    const text = [worded(call, { ko: `받았어요: ${names}`, en: `Saved: ${names}` }), ...notes];
    return success({ ...file, text: text.join("\n") }, { tainted: true });
  }
  if (done.value !== undefined) {
    const { value } = done;
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return success([text, ...notes].join("\n"), { tainted: true });
  }
  return success([done.title, done.url, ...notes].filter((line) => line !== "").join("\n"), {
    tainted: true,
  });
}

function notesOf(call: ReadyCall, { dialogs, opened }: ActDone): readonly string[] {
  const asked = dialogs.map(({ message, answer }) =>
    worded(
      call,
      answer === "accepted"
        ? {
            ko: `페이지가 띄운 창에 확인했어요: "${message}"`,
            en: `Accepted a dialog: "${message}"`,
          }
        : {
            ko: `페이지가 띄운 창은 닫았어요: "${message}"`,
            en: `Dismissed a dialog: "${message}"`,
          },
    ),
  );
  if (opened.length === 0) return asked;
  const tabs = opened.join(", ");
  return [
    ...asked,
    worded(call, { ko: `새 탭이 열렸어요: ${tabs}`, en: `Opened a new tab: ${tabs}` }),
  ];
}
