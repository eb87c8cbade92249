import { lastOfPath } from "../../drivers/files/nearest-file.ts";
import { quoteIbl } from "../planner/code.ts";
import { nameAmong } from "../planner/tell.ts";
import { calledSo, standing } from "./files.ts";
import { openedIn } from "./pointed.ts";
import {
  bareOf,
  calling,
  FILE,
  fitting,
  type KnownThings,
  NO_THINGS,
  PLEASE,
  type ThingPlan,
} from "./said.ts";

function whole(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, "isu");
}

const SEND = "(?:send|give|forward|share|pass|shoot|dm|text|mail)(?:\\s+(?:on|over|along))?";
/** One who gets it: a name, with a title or a mark before it. */
const TO = "(?:my\\s+)?(?<to>@?[\\p{L}\\p{N}_.-]+(?:\\s\\p{Lu}[\\p{L}\\p{N}_.-]+)?)";
const IT =
  "(?<it>it|this|that|them|(?:this|that|the|my|these|those)\\s+(?:same\\s+|last\\s+)?(?:file|document|doc|pdf|picture|photo|pic|image|video|clip|screenshot|one|list|csv|spreadsheet)s?)";
const NAMED = `(?:the\\s+|my\\s+|this\\s+|that\\s+)?(?:file\\s+)?["“'‘]?(?<path>${FILE})["”'’]?(?:\\s+file)?`;
const CALLED = "(?:the|my|our)\\s+(?<called>[\\p{L}\\p{N}][\\p{L}\\p{N} _-]{1,40}?)";
const ANY = "(?<any>an?\\s+(?:file|document|picture|photo|pdf))";

const KO_TO = "(?<to>@?[\\p{L}\\p{N}_.-]+?)(?:님|\\s?씨)?(?:에게|한테|께)(?:도|만|는)?";
const KO_SEND =
  "(?:(?:좀|바로|그냥|그대로)\\s?)*(?:보내|전달|전해|공유|넘겨|건네|주(?=세요|라)|줘)";
const KO_NOUN =
  "(?:(?:이|그|저|방금|아까)\\s?)?(?:보낸\\s?|올린\\s?)?(?:파일|문서|사진|그림|이미지|영수증|피디엠|표)";
const KO_IT = `(?<it>(?:이거|이것|이걸|그거|그것|그걸|요거)|${KO_NOUN})(?:을|를|도|만|좀)?`;
const KO_NAMED = `["“'‘]?(?<path>${FILE})["”'’]?\\s?(?:파일)?(?:을|를|도|만|좀)?`;
const KO_CALLED =
  "(?<called>[가-힣\\p{L}\\p{N}_-]{2,20}?)(?:\\s?(?<says>파일|문서|사진))?(?:을|를|도|만)?";

const SENDS: readonly RegExp[] = [
  whole(`${SEND}\\s+${NAMED}\\s+(?:on\\s+|over\\s+)?(?:to|with)\\s+${TO}(?:\\s+too)?`),
  whole(`${SEND}\\s+(?:to\\s+)?${TO}\\s+${NAMED}`),
  whole(`${SEND}\\s+${IT}\\s+(?:on\\s+|over\\s+)?(?:to|with)\\s+${TO}(?:\\s+too)?`),
  whole(`${SEND}\\s+(?:to\\s+)?${TO}\\s+${IT}(?:\\s+(?:from|of|i)\\s.+)?`),
  whole(`${SEND}\\s+to\\s+${TO}`),
  whole(`${SEND}\\s+${CALLED}\\s+(?:on\\s+|over\\s+)?(?:to|with)\\s+${TO}`),
  whole(`${SEND}\\s+${TO}\\s+${CALLED}`),
  whole(`${SEND}\\s+${ANY}\\s+to\\s+${TO}`),
  whole(`${SEND}\\s+${TO}\\s+${ANY}`),
  whole(`${SEND}\\s+${NAMED}(?:\\s+to\\s+(?:someone|somebody))?`),
  whole(`${SEND}\\s+${IT}\\s+to\\s+(?:someone|somebody)`),
  whole(`${KO_NAMED}\\s*${KO_TO}\\s*${KO_SEND}(?:${PLEASE})?`),
  whole(`${KO_TO}\\s+${KO_NAMED}\\s*${KO_SEND}(?:${PLEASE})?`),
  whole(`${KO_IT}\\s*${KO_TO}\\s*${KO_SEND}(?:${PLEASE})?`),
  whole(`${KO_TO}\\s+${KO_IT}\\s*${KO_SEND}(?:${PLEASE})?`),
  whole(`${KO_TO}\\s*${KO_SEND}(?:${PLEASE})?`),
  whole(`${KO_CALLED}\\s+${KO_TO}\\s*${KO_SEND}(?:${PLEASE})?`),
  whole(`${KO_TO}\\s+${KO_CALLED}\\s*${KO_SEND}(?:${PLEASE})?`),
];

/** Before it, of a file that came with the words: it is kept anyway. */
const KEPT_FIRST = new RegExp(
  `^(?:(?:keep|save|store)\\s+(?:it|this|that|(?<en>${FILE}))(?:\\s+for\\s+me)?\\s*(?:,|and|&)\\s*(?:then\\s+|also\\s+)?|(?:이거|이것|이걸|이\\s?파일|(?<ko>${FILE}))(?:을|를|은|는)?\\s?(?:좀\\s)?(?:저장|보관)(?:하고|해\\s?놓고|해\\s?두고|해서|해\\s?주고)\\s*)`,
  "iu",
);

/** Nobody else. */
const ONESELF =
  /^(?:me|us|myself|you|here|나|내|저|제|우리|여기|거기|너|it|this|that|him|her|them|everyone|all|the|my|a|an|걔|쟤|그|이)$/iu;

/** Reads that a file is to be given to somebody: the one that is named, or that was sent or shown last. What is not said of the two is asked. Pure. */
export function readSending(text: string, known: KnownThings): ThingPlan | undefined {
  const { en, ko = en } = KEPT_FIRST.exec(text)?.groups ?? {};
  const said = text.replace(KEPT_FIRST, "").replace(/[.!~\s]+$/u, "");
  const groups = fitting(said, SENDS, (found) => !ONESELF.test(found["to"] ?? ""));
  if (groups === undefined) return undefined;
  const { to, called, it = called } = groups;
  const { others = [] } = known;
  const name = to && nameAmong(others, to);
  const path = fileIn(groups, known, ko);
  if (path !== undefined) return sending(path, name, known);
  const isFile = (groups["any"] ?? groups["says"]) !== undefined || SAYS_FILE.test(it ?? "");
  return name === undefined || !isFile ? undefined : sendingUnnamed(name, said, known);
}

/** A file that no more is said of than what it is: the only picture, or one to choose. */
function sendingUnnamed(
  to: string,
  said: string,
  { files = [], others = [] }: KnownThings,
): ThingPlan {
  const [newest] = files;
  // Nobody is called so: that is told before anything is asked.
  if (others.length > 0 && !others.includes(to) && newest !== undefined)
    return sending(newest, to, NO_THINGS);
  const pictures = SAYS_PICTURE.test(said) ? files.filter(isPicture) : [];
  const [only, second] = pictures;
  if (only !== undefined && second === undefined) return sending(only, to, NO_THINGS);
  return askingWhich(to, pictures.length > 0 ? pictures : files);
}

const SAYS_PICTURE = /\b(?:picture|photo|pic|image|screenshot)s?\b|사진|그림|이미지/iu;

function isPicture(path: string): boolean {
  return /\.(?:png|jpe?g|gif|webp|bmp|heic)$/iu.test(path);
}

/** Who wants a file back in this chat. */
const FOR_ONESELF: readonly RegExp[] = [
  whole(`(?:send|give|get|upload|dm)\\s+me\\s+${NAMED}`),
  whole(`(?:send|give)\\s+${NAMED}\\s+to\\s+me`),
  whole(`(?:나|내|저|제)(?:한테|에게|게)\\s+${KO_NAMED}\\s*${KO_SEND}(?:${PLEASE})?`),
  whole(`${KO_NAMED}\\s*(?:(?:나|내|저|제)(?:한테|에게|게)\\s*)?${KO_SEND}(?:${PLEASE})?`),
];

/** The name of the file that its owner wants to be sent: "send me menu.pdf", 메뉴.txt 보내줘. Pure. */
export function fileForOneself(text: string): string | undefined {
  return fitting(bareOf(text).replace(/[.!~\s]+$/u, ""), FOR_ONESELF)?.["path"];
}

/** The file that is named, pointed at, or called by words of its name. */
function fileIn(
  { path, called }: Readonly<Record<string, string>>,
  known: KnownThings,
  kept: string | undefined,
): string | undefined {
  if (path !== undefined) return standing(path, known);
  if (called === undefined) return kept ?? openedIn(known);
  const isOf = (known.others ?? []).length > 0;
  return isOf ? calledSo(called, known.files ?? [])[0] : undefined;
}

const SAYS_FILE =
  /\b(?:file|document|doc|pdf|picture|photo|pic|image|video|clip|screenshot)s?\b|파일|문서|사진|그림|이미지|영상/iu;

function sending(path: string, to: string | undefined, { others = [] }: KnownThings): ThingPlan {
  if (to !== undefined)
    return calling(`[messenger:send_file](${quoteIbl(path)}) {to: ${quoteIbl(to)}}`);
  const name = lastOfPath(path);
  const code = (question: string): string => {
    const names = others.slice(0, MOST_OFFERED).map(quoteIbl).join(", ");
    const options = names === "" ? "" : ` {options: [${names}]}`;
    return `$to = [system:ask_user](${quoteIbl(question)})${options}\n[messenger:send_file](${quoteIbl(path)}) {to: "$to"}`;
  };
  return calling(code(`Who should get ${name}?`));
}

/** Most people and files that are offered. */
const MOST_OFFERED = 3;

function askingWhich(to: string, files: readonly string[]): ThingPlan {
  const newest = files.slice(0, MOST_OFFERED);
  return {
    kind: "ask",
    words:
      newest.length === 0
        ? {
            ko: "보낼 파일이 없어요. 먼저 보내 주세요.",
            en: "There's no file to send yet: send it here first.",
          }
        : { ko: "어느 파일을 보낼까요?", en: "Which file?" },
    offers: newest.map((path) => {
      const code = `[messenger:send_file](${quoteIbl(path)}) {to: ${quoteIbl(to)}}`;
      const label = shortName(path);
      return { label: { ko: label, en: label }, runs: { ko: code, en: code } };
    }),
  };
}

function shortName(path: string): string {
  const letters = [...lastOfPath(path)];
  return letters.length <= LABEL_LENGTH
    ? letters.join("")
    : `${letters.slice(0, LABEL_LENGTH - 1).join("")}…`;
}

const LABEL_LENGTH = 24;
