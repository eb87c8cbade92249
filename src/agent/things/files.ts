import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import { bold } from "../../base/visible-text.ts";
import { lastOfPath, nearestFile, stemOfPath } from "../../drivers/files/nearest-file.ts";
import { quoteIbl } from "../planner/code.ts";
import {
  areLiteral,
  calling,
  FILE,
  fitting,
  type KnownThings,
  PLEASE,
  type ThingPlan,
  unquoted,
} from "./said.ts";

/** A file, or the name of one without its ending. */
const NAMED = `(?:${FILE})`;
const OF_FILE = `(?:the\\s+|my\\s+|a\\s+(?:new\\s+)?)?(?:file\\s+)?(?:called\\s+|named\\s+)?["“'‘]?(?<path>${NAMED})["”'’]?(?:\\s+file)?`;
const OF_KOREAN_FILE = `["“'‘]?(?<path>${NAMED})["”'’]?\\s?(?:(?:이?라는|란)\\s?)?(?:파일|메모장|메모)?`;

function english(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, "isu");
}

const TO =
  "(?:(?:to|into|in|onto|on|(?:at|(?:on)?to)\\s+the\\s+(?:end|bottom)\\s+of|as|under)\\s+)";
const WRITE = "(?:save|write|note|jot|store|record|log|type)(?:\\s+down)?";
const ADD = "(?:(?:also\\s+)?(?:add|append|put|pop|throw|stick|tack)(?:\\s+(?:down|on))?)";
/** 넣다 and 더하다 put something beside what is there; 적다 and 쓰다 do it where they say "more". */
const KOREAN_ADD =
  "(?:추가|더해|더\\s?적어|더\\s?써|덧붙여|붙여|넣어|보태|이어\\s?(?:서\\s?)?(?:써|적어)|추가로\\s?(?:적어|써|넣어))";
const KOREAN_WRITE = "(?:저장|적어|써|기록|메모|작성|남겨|입력|만들어|담아)";
const INTO = "(?:에다가|에다|에|으로|로)";
const OBJECT = "(?:을|를|이?라고|도|만|좀)?";

const WRITES: readonly RegExp[] = [
  english(`${WRITE}\\s+(?<content>.+?)\\s+${TO}${OF_FILE}`),
  english(`${WRITE}\\s+(?:${TO})?${OF_FILE}\\s*(?::|,|-|with|saying|containing)\\s*(?<content>.+)`),
  english(
    `(?:create|make|start)\\s+${OF_FILE}\\s*(?::|,|-|with|saying|containing)\\s*(?<content>.+)`,
  ),
  english(
    `${OF_KOREAN_FILE}${INTO}\\s?(?:좀\\s)?(?<content>.+?)${OBJECT}\\s?(?:좀\\s?)?${KOREAN_WRITE}${PLEASE}`,
  ),
  english(
    `(?<content>.+?)${OBJECT}\\s+${OF_KOREAN_FILE}${INTO}\\s?(?:좀\\s?)?${KOREAN_WRITE}${PLEASE}`,
  ),
];

/** A new file by a name that has no ending. */
const MAKES: readonly RegExp[] = [
  english(
    `(?:create|make|start|write|save|open)\\s+(?:me\\s+)?(?:an?\\s+|the\\s+)?(?:new\\s+)?(?:text\\s+)?(?:file|document|doc)\\s+(?:called|named|titled)\\s+["“'‘]?(?<name>[\\p{L}\\p{N}_ -]{1,40}?)["”'’]?(?:\\s*[:,]\\s*(?:with\\s+|and\\s+(?:put|write|add)\\s+)?|\\s+(?:with|saying|containing|that\\s+says|and\\s+(?:put|write|add))\\s+)(?<content>.+?)(?:\\s+in\\s+it)?`,
  ),
  english(
    `(?<name>[\\p{L}\\p{N}_-]+?(?:\\s[\\p{L}\\p{N}_-]+?)?)(?:\\s?이?라는)?\\s?파일(?:을|를)?\\s?(?:하나\\s?|새로\\s?)*만들(?:어서|고|어)[\\s,]*(?:(?:거기|그\\s?안|안)에(?:다가?)?\\s?)?(?<content>.+?)${OBJECT}\\s?(?:좀\\s?)?(?:${KOREAN_WRITE}|${KOREAN_ADD})${PLEASE}`,
  ),
];

/** What goes into a file that is called by a name without its ending: 캠핑짐 파일에 침낭 추가해줘. */
const INTO_NAMED: readonly RegExp[] = [
  english(`${ADD}\\s+(?<content>.+?)\\s+${TO}(?:the\\s+|my\\s+)?(?<name>[^,:]{1,40}?)\\s+file`),
  english(
    `(?<name>\\S+(?:\\s\\S+)?)\\s?파일${INTO}\\s?(?:좀\\s)?(?<content>.+?)${OBJECT}\\s?(?:좀\\s?)?(?:${KOREAN_ADD}|${KOREAN_WRITE})${PLEASE}`,
  ),
];

const ADDS: readonly RegExp[] = [
  english(`${ADD}\\s+(?<content>.+?)\\s+${TO}${OF_FILE}`),
  english(`${ADD}\\s+${TO}${OF_FILE}\\s*(?::|,|-)\\s*(?<content>.+)`),
  english(`${TO}${OF_FILE},?\\s+${ADD}\\s+(?<content>.+)`),
  english(
    `${OF_KOREAN_FILE}(?:\\s?(?:끝|맨\\s?끝|뒤|아래|밑))?${INTO}?\\s?(?:좀\\s)?(?<content>.+?)${OBJECT}\\s?(?:좀\\s?)?${KOREAN_ADD}${PLEASE}`,
  ),
  english(
    `(?<content>.+?)${OBJECT}\\s+${OF_KOREAN_FILE}(?:\\s?(?:끝|맨\\s?끝|뒤|아래|밑))?${INTO}\\s?(?:좀\\s?)?${KOREAN_ADD}${PLEASE}`,
  ),
];

const WHOLE =
  "(?:the\\s+)?(?:(?:whole|entire|old|all\\s+the)\\s+)?(?:contents?|text|everything|all)\\s+(?:of|in|inside)\\s+";
const REPLACES: readonly RegExp[] = [
  english(
    `(?:replace|change|set|overwrite|rewrite|swap)\\s+(?:${WHOLE})?${OF_FILE}\\s+(?:with|to|by|as)\\s+(?<content>.+)`,
  ),
  english(`make\\s+${OF_FILE}\\s+(?:say|just\\s+say|contain|read)\\s+(?<content>.+)`),
  english(
    `${OF_KOREAN_FILE}(?:의)?\\s?(?:안의\\s?)?(?:내용|글|전체|전부|안|속)(?:을|를)?\\s?(?:다\\s|전부\\s|모두\\s)?(?<content>.+?)(?:으로|로|이?라고)\\s?(?:바꿔|바꾸|교체|변경|덮어\\s?써|새로\\s?써|다시\\s?써|고쳐|수정)${PLEASE}`,
  ),
  english(
    `${OF_KOREAN_FILE}(?:을|를|에)\\s?(?<content>.+?)(?:으로|로|이?라고)\\s?(?:덮어\\s?써|새로\\s?써|다시\\s?써|교체)${PLEASE}`,
  ),
];

const EDITS: readonly RegExp[] = [
  english(
    `(?:replace|change|swap|fix)\\s+(?<old>.+?)\\s+(?:with|to|for|by|into)\\s+(?<fresh>.+?)\\s+(?:in|inside|on)\\s+${OF_FILE}`,
  ),
  english(
    `in\\s+${OF_FILE},?\\s+(?:replace|change|swap|fix)\\s+(?<old>.+?)\\s+(?:with|to|for|by|into)\\s+(?<fresh>.+)`,
  ),
  english(
    `${OF_KOREAN_FILE}(?:에서|에\\s?있는|의|안의)\\s?(?<old>.+?)(?:을|를)\\s?(?<fresh>.+?)(?:으로|로)\\s?(?:바꿔|바꾸|교체|변경|고쳐|수정)${PLEASE}`,
  ),
];

/** What a file is to be called; several words, the last with the ending. */
const NEW_NAME = `(?<to>(?:[\\p{L}\\p{N}_-]+\\s){0,3}${FILE})`;

const MOVES: readonly RegExp[] = [
  english(`(?:rename|move)\\s+${OF_FILE}\\s+(?:to|as|into)\\s+["“'‘]?${NEW_NAME}["”'’]?`),
  english(
    `${OF_KOREAN_FILE}(?:의)?\\s?(?:이름)?(?:을|를)?\\s?["“'‘]?${NEW_NAME}["”'’]?(?:으로|로)\\s?(?:이름(?:을)?\\s?)?(?:바꿔|변경|옮겨|고쳐)${PLEASE}`,
  ),
];

const COPIES: readonly RegExp[] = [
  english(
    `(?:copy|duplicate|back\\s+up)\\s+${OF_FILE}\\s+(?:to|as|into)\\s+["“'‘]?(?<to>${FILE})["”'’]?`,
  ),
  english(
    `${OF_KOREAN_FILE}(?:을|를)?\\s?["“'‘]?(?<to>${FILE})["”'’]?(?:으로|로)\\s?(?:복사|백업)${PLEASE}`,
  ),
];

/** A name that is looked up among what is there. */
const ANY = "(?<name>[^\\n,;:?]{1,60}?)";

const DELETES: readonly RegExp[] = [
  english(
    `(?:delete|remove|erase|trash|rm|del|drop|get\\s+rid\\s+of|throw\\s+(?:away|out))\\s+(?:the\\s+|my\\s+|that\\s+)?(?:file\\s+|folder\\s+)?${ANY}(?:\\s+(?:file|folder|directory))?`,
  ),
  english(
    `${ANY}\\s?(?:파일|폴더)?\\s?(?:을|를|은|는|도|좀)?\\s?(?:좀\\s?)?(?:지워|삭제|없애|버려|제거)${PLEASE}`,
  ),
];

const OPENS: readonly RegExp[] = [
  english(
    `(?:open|show|read|view|display|cat|see|print|pull\\s+up|bring\\s+up|let\\s+me\\s+see)\\s+(?:up\\s+)?(?:me\\s+)?(?:what['’]?s\\s+in\\s+)?(?:the\\s+|my\\s+)?(?:contents?\\s+of\\s+)?(?:the\\s+|my\\s+)?(?:file\\s+)?${ANY}(?:\\s+file)?(?:\\s+to\\s+me)?`,
  ),
  english(
    `(?:what['’]?s|what\\s+is|what\\s+was)\\s+(?:written\\s+)?(?:in|inside|on)\\s+(?:the\\s+|my\\s+)?(?:file\\s+)?${ANY}(?:\\s+file)?`,
  ),
  english(`what\\s+does\\s+${ANY}\\s+(?:say|contain)`),
  english(`${ANY}\\s?(?:파일)?\\s?(?:을|를|좀)?\\s?(?:좀\\s?)?(?:열어|보여|읽어|띄워)${PLEASE}`),
  english(
    `${ANY}\\s?(?:파일)?(?:의)?\\s?내용(?:을|이|은|좀)?\\s?(?:좀\\s?)?(?:보여|읽어|알려|뭐야|뭐지|뭐였지|뭐예요|뭐더라)?${PLEASE}`,
  ),
  english(
    `${ANY}\\s?(?:파일)?(?:에는?|안에)?\\s?(?:뭐|뭐가|뭐라고|무엇이|뭘)\\s?(?:있어|있지|있나|들었어|적혀\\s?있어|써\\s?있어|쓰여\\s?있어|적었지|썼지|적었어|적혔어|있더라)(?:요)?`,
  ),
];

/** Asks where a file is. */
const WHERES: readonly RegExp[] = [
  english(
    `(?:where(?:['’]?s|\\s+is|\\s+did\\s+i\\s+(?:put|save))|find(?:\\s+me)?|look\\s+for)\\s+(?:the\\s+|my\\s+)?(?:file\\s+)?${ANY}(?:\\s+file)?(?:\\s+gone|\\s+at)?`,
  ),
  english(
    `${ANY}\\s?(?:파일)?(?:이|가|은|는)?\\s?어디(?:에|다|에다|로)?\\s?(?:갔|있|뒀|놨|저장|둔|넣)[가-힣]*(?:\\s?(?:좀\\s?)?찾아${PLEASE})?`,
  ),
  english(`${ANY}\\s?파일(?:을|를|좀)?\\s?(?:좀\\s?)?찾아${PLEASE}`),
];

const LISTS: readonly RegExp[] = [
  english(
    "(?:(?:show|list|see|view|open)\\s+(?:me\\s+)?)?(?:all\\s+)?(?:of\\s+)?(?:my\\s+|the\\s+)?(?:saved\\s+)?files(?:\\s+(?:list|here|i\\s+have))?|what\\s+files\\s+(?:do\\s+i\\s+have|are\\s+there|have\\s+i\\s+got)|file\\s+list|which\\s+files\\s+(?:do\\s+i\\s+have|are\\s+there)",
  ),
  english(
    `(?:내\\s?|저장한\\s?|저장된\\s?|여기\\s?)*파일(?:들)?\\s?(?:목록|리스트)?(?:을|를|이|은|는|에)?\\s?(?:다\\s?|전부\\s?|좀\\s?)?(?:뭐|뭐뭐|뭐가|어떤\\s?게)?\\s?(?:있|보여|알려|보자|있는지\\s?보여)*(?:어|지|니|나|더라)?(?:요)?${PLEASE}`,
  ),
];

const RESTORES: readonly RegExp[] = [
  english(`(?:restore|recover|undelete|bring\\s+back|un-?delete)\\s+${OF_FILE}`),
  english(`get\\s+${OF_FILE}\\s+back`),
  english(
    `(?:지운\\s?|삭제한\\s?)?${OF_KOREAN_FILE}(?:을|를|좀)?\\s?(?:다시\\s?)?(?:되살려|살려|복구|복원|되돌려)${PLEASE}`,
  ),
];

const THIS = "(?:이거|이것|이걸|이\\s?파일|this|it)?";

/** Drawn from the rows of a file. */
const CHARTS: readonly RegExp[] = [
  english(
    `${OF_KOREAN_FILE}(?:을|를|으로|로)?\\s?${THIS}\\s?(?:막대\\s?|선\\s?|꺾은선\\s?)?(?:차트|그래프)(?:를|을|로|으로)?\\s?(?:좀\\s?)?(?:그려|만들어|보여|보고\\s?싶어)?${PLEASE}`,
  ),
  english(
    `(?:(?:draw|make|create|show)\\s+(?:me\\s+)?)?(?:an?\\s+)?(?:bar\\s+|line\\s+)?(?:chart|graph|plot)\\s+(?:of|from|for|with)?\\s*${OF_FILE}`,
  ),
];

/** A chart of what is called by words of its name, with neither mark nor ending. */
const CHARTS_CALLED: readonly RegExp[] = [
  english(
    `(?<name>.+?)(?:을|를|으로|로|의)?\\s?${THIS}\\s?(?:막대\\s?|선\\s?|꺾은선\\s?)?(?:차트|그래프)(?:를|을|로|으로)?\\s?(?:좀\\s?)?(?:하나\\s?)?(?:그려|만들어|보여)${PLEASE}`,
  ),
  english(
    "(?:(?:can|could|would)\\s+you\\s+)?(?:please\\s+)?(?:(?:draw|make|create|show|do|give)\\s+(?:me\\s+)?)?(?:an?\\s+)?(?:bar\\s+|line\\s+)?(?:chart|graph|plot)\\s+(?:out\\s+of|using|based\\s+on|of|from|for|with)\\s+(?<name>.+?)(?:\\s+please)?",
  ),
];
const SAYS_BAR = /막대|\bbars?\b/iu;

const SUMMARIES: readonly RegExp[] = [
  english(
    `${OF_KOREAN_FILE}(?:을|를|의)?\\s?${THIS}\\s?(?:좀\\s?)?요약(?:을|를)?\\s?(?:좀\\s?)?${PLEASE}`,
  ),
  english(`(?:summari[sz]e|sum\\s+up)\\s+${OF_FILE}`),
  english(
    `${OF_FILE}[\\s,:]+(?:(?:can|could|would|will)\\s+(?:you|u)\\s+)?(?:please\\s+|pls\\s+)?(?:summari[sz]e|sum\\s+up)(?:\\s+(?:this|it))?(?:\\s+up)?`,
  ),
];

/** Of a file that came with the words: that it is to be kept. */
const KEEPS: readonly RegExp[] = [
  english(
    `${OF_KOREAN_FILE}(?:을|를)?\\s?(?:이거|이것|이걸|이\\s?파일)\\s?(?:좀\\s?)?(?:저장|보관|간직|갖고\\s?있어)${PLEASE}`,
  ),
  english(`${OF_FILE}[\\s,:]+(?:please\\s+)?(?:save|keep|store|hold\\s+on\\s+to)\\s+(?:this|it)`),
];

/** All of them. */
const DELETES_ALL: readonly RegExp[] = [
  english(
    "(?:delete|remove|erase|wipe|trash)\\s+(?:all\\s+(?:of\\s+)?(?:my\\s+|the\\s+)?files|all\\s+my\\s+stuff|every\\s+file)",
  ),
  english(
    `(?:내\\s?)?(?:파일(?:들)?(?:을|를)?\\s?(?:전부|모두|다|싹)(?:\\s?다)?|모든\\s?파일(?:을|를)?)\\s?(?:지워|삭제|없애)${PLEASE}`,
  ),
];

const ALONE = english(`["“'‘]?(?<path>${FILE})["”'’]?`);

/** Reads what is said of files and their contents. */
export function readFiles(text: string, known: KnownThings): ThingPlan | undefined {
  return (
    readWhole(text, known) ??
    readMoved(text, known) ??
    readEdit(text, known) ??
    readReplaced(text, known) ??
    readAdded(text, known) ??
    readWritten(text, known) ??
    readMade(text, known) ??
    readNamed(text, known)
  );
}

/** What is done with a file as a whole. */
function readWhole(text: string, known: KnownThings): ThingPlan | undefined {
  const named = (patterns: readonly RegExp[]): string | undefined => {
    const path = fitting(text, patterns)?.["path"];
    return path === undefined ? undefined : standing(path, known);
  };
  const restored = named(RESTORES);
  if (restored !== undefined) return calling(`[system:restore](${quoteIbl(restored)})`);
  const kept = named(KEEPS);
  if (kept !== undefined) return alreadyKept(kept);
  const summarized = named(SUMMARIES);
  if (summarized !== undefined)
    return (
      missing(summarized, known, "read") ?? calling(`${reading(summarized)} >> [system:summarize]`)
    );
  const drawn = named(CHARTS);
  if (drawn !== undefined && IS_TABLE.test(drawn))
    return missing(drawn, known, "read") ?? calling(charting(drawn, text));
  const table = tableCalled(fitting(text, CHARTS_CALLED)?.["name"], known);
  if (table !== undefined) return calling(charting(table, text));
  return DELETES_ALL.some((pattern) => pattern.test(text)) ? deletingAll(known) : undefined;
}

const IS_TABLE = /\.(?:csv|tsv|json)$/iu;

function reading(path: string): string {
  return `[system:read](${quoteIbl(path)})`;
}

function charting(path: string, text: string): string {
  return `${reading(path)} >> [forge:${SAYS_BAR.test(text) ? "bar" : "chart"}]`;
}

/** The one table that is called so: by all of its name, or by a part of it where a file is spoken of. */
function tableCalled(name: string | undefined, { files = [] }: KnownThings): string | undefined {
  if (name === undefined) return undefined;
  const [only] = calledSo(
    name,
    files.filter((path) => IS_TABLE.test(path)),
  );
  if (only === undefined || SAYS_FILE.test(name)) return only;
  const words = partsOf(name).filter((word) => !ABOUT_FILES.test(word));
  return words.join("") === partsOf(stemOfPath(only)).join("") ? only : undefined;
}

const OPEN: Localized = { ko: "열기", en: "Open" };

function alreadyKept(path: string): ThingPlan {
  const name = bold(lastOfPath(path));
  return {
    kind: "ask",
    words: { ko: korean`📎 ${name}은(는) 받아 뒀어요.`, en: `📎 ${name} is kept.` },
    offers: [{ label: OPEN, runs: same(reading(path)) }],
  };
}

function deletingAll({ files = [] }: KnownThings): ThingPlan {
  const count = files.length;
  if (count === 0)
    return {
      kind: "ask",
      words: { ko: "지울 파일이 없어요.", en: "There are no files to delete." },
      offers: [],
    };
  const names = files.map(quoteIbl).join(", ");
  return calling(`[each: $file in [${names}], max: ${MOST_AT_ONCE}] { [system:delete]("$file") }`);
}

/** As many as one program goes through. */
const MOST_AT_ONCE = 100;

function readMoved(text: string, known: KnownThings): ThingPlan | undefined {
  for (const [action, patterns] of [
    ["move", MOVES],
    ["copy", COPIES],
  ] as const) {
    const { path, to } = fitting(text, patterns) ?? {};
    if (path !== undefined && to !== undefined)
      return calling(
        `[system:${action}](${quoteIbl(standing(path, known))}) {destination: ${quoteIbl(to)}}`,
      );
  }
  return undefined;
}

function readEdit(text: string, known: KnownThings): ThingPlan | undefined {
  const { path, old, fresh } = fitting(text, EDITS) ?? {};
  if (path === undefined || old === undefined || fresh === undefined) return undefined;
  if (/^(?:의\s?)?(?:내용|글|전체|전부)$/u.test(old) || !areLiteral(old) || !areLiteral(fresh))
    return undefined;
  const [before, after] = [old, fresh].map((each) => quoteIbl(unquoted(each)));
  return calling(
    `[system:edit](${quoteIbl(standing(path, known))}) {old: ${before}, new: ${after}}`,
  );
}

function readReplaced(text: string, known: KnownThings): ThingPlan | undefined {
  const { path, content } = fitting(text, REPLACES) ?? {};
  return path === undefined || content === undefined || !areLiteral(content)
    ? undefined
    : calling(writing(standing(path, known), unquoted(content)));
}

function readAdded(text: string, known: KnownThings): ThingPlan | undefined {
  const { path, content } = fitting(text, ADDS) ?? {};
  return path === undefined || content === undefined || !areLiteral(content)
    ? undefined
    : calling(writing(standing(path, known), unquoted(content), true));
}

function readWritten(text: string, known: KnownThings): ThingPlan | undefined {
  const { path, content } = fitting(text, WRITES) ?? {};
  return path === undefined || content === undefined || !areLiteral(content)
    ? undefined
    : calling(writing(standing(path, known), unquoted(content)));
}

/** What is written into a new file, or added to one that is there, each called by its name without the ending. */
function readMade(text: string, known: KnownThings): ThingPlan | undefined {
  const { name, content } = fitting(text, MAKES) ?? {};
  if (name !== undefined && content !== undefined && areLiteral(content)) {
    const path = pathIn(name, known, []);
    return calling(writing(path ?? `${name.trim()}.txt`, unquoted(content), path !== undefined));
  }
  const { name: called, content: more } = fitting(text, INTO_NAMED) ?? {};
  const path = called === undefined ? undefined : pathIn(called, known, [], true);
  return path === undefined || more === undefined || !areLiteral(more)
    ? undefined
    : calling(writing(path, unquoted(more), true));
}

/** A call that writes a text to a file, or adds it at its end. */
function writing(path: string, content: string, isAdded = false): string {
  const append = isAdded ? ", append: true" : "";
  return `[system:write](${quoteIbl(path)}) {content: ${quoteIbl(content)}${append}}`;
}

/** Where the file of a name is: what people sent stands in a folder that they do not name. */
export function standing(path: string, { files = [] }: KnownThings): string {
  if (files.includes(path)) return path;
  const near = files.filter((each) => nameOf(each) === path.toLowerCase());
  const [only] = near;
  return only !== undefined && near.length === 1 ? only : path;
}

/** What is said of a file and no more than that: opened, deleted, or only named. */
function readNamed(text: string, known: KnownThings): ThingPlan | undefined {
  if (LISTS.some((pattern) => pattern.test(text))) return calling("[system:list]");
  const alone = ALONE.exec(text)?.groups?.["path"];
  if (alone !== undefined) {
    const path = standing(alone, known);
    return missing(path, known, "read") ?? whatWith(path);
  }
  const isFileSaid = SAYS_FILE.test(text);
  const deleted = pathIn(fitting(text, DELETES)?.["name"], known, known.folders, isFileSaid);
  if (deleted !== undefined) return onPath("delete", deleted, known);
  const sought = pathIn(fitting(text, WHERES)?.["name"], known, [], true);
  if (sought !== undefined) return whatWith(sought);
  const opened = pathIn(fitting(text, OPENS)?.["name"], known, [], isFileSaid);
  return opened === undefined ? undefined : onPath("read", opened, known);
}

type Act = "read" | "delete";

function onPath(act: Act, path: string, known: KnownThings): ThingPlan {
  return missing(path, known, act) ?? calling(`[system:${act}](${quoteIbl(path)})`);
}

const ACTS: Readonly<Record<Act, (name: string) => Localized>> = {
  read: (name) => ({ ko: `${name} 열기`, en: `Open ${name}` }),
  delete: (name) => ({ ko: `${name} 지우기`, en: `Delete ${name}` }),
};

/** Says that there is no such file, with the nearest that is; `undefined` for one that there is. */
function missing(path: string, { files, folders }: KnownThings, act: Act): ThingPlan | undefined {
  if (files === undefined || files.includes(path) || folders.includes(path)) return undefined;
  const name = bold(path);
  const near = nearestFile(path, files);
  return {
    kind: "ask",
    words: { ko: korean`${name}은(는) 없어요.`, en: `There's no ${name}.` },
    offers: [
      ...(near === undefined
        ? []
        : [
            {
              label: ACTS[act](lastOfPath(near)),
              runs: same(`[system:${act}](${quoteIbl(near)})`),
            },
          ]),
      { label: { ko: "파일 목록", en: "Files" }, runs: same("[system:list]") },
    ],
  };
}

const IS_FILE = new RegExp(`^${FILE}$`, "iu");

/** What a name stands for: a file by its whole name, by its name without the ending, or without its folder; else itself, where it is one of a file. */
function pathIn(
  said: string | undefined,
  { files = [] }: KnownThings,
  folders: readonly string[],
  isFileSaid = false,
): string | undefined {
  const name = unquoted(said ?? "").replace(/\/$/u, "");
  if (name === "") return undefined;
  const folded = name.toLowerCase().replace(/\s?(?:파일|폴더|file|folder)$/u, "");
  const exact = [...files, ...folders].find((path) => path.toLowerCase() === folded);
  if (exact !== undefined) return exact;
  const joined = partsOf(folded).join("");
  const near = files.filter(
    (path) =>
      [nameOf(path), stemOfPath(path)].includes(folded) ||
      (folded.includes(" ") && partsOf(stemOfPath(path)).join("") === joined),
  );
  const [only] = near.length === 1 ? near : isFileSaid ? calledSo(folded, files) : [];
  if (only !== undefined) return only;
  return IS_FILE.test(name) ? name : undefined;
}

/** Says that it is a file. */
const SAYS_FILE = /파일|문서|\b(?:files?|documents?|docs?)\b/iu;

/** The one file that words call by words of its name. */
export function calledSo(said: string, files: readonly string[]): readonly string[] {
  const words = partsOf(said).filter((word) => !ABOUT_FILES.test(word));
  const near = files.filter((path) => {
    const own = partsOf(stemOfPath(path));
    const isJoined = words.length > 1 && own.includes(words.join(""));
    return isJoined || words.every((word) => own.some((part) => isPartOf(word, part)));
  });
  return words.length > 0 && near.length === 1 ? near : [];
}

const ABOUT_FILES = /^(?:파일|문서|내|그|이|the|my|a|that|file|files|document|doc|one)$/iu;

function partsOf(text: string): readonly string[] {
  return text
    .normalize("NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/(?<=[가-힣]{2})(?:을|를|은|는|이|가|도|에|의)$/u, ""))
    .filter((word) => word !== "");
}

function isPartOf(word: string, part: string): boolean {
  if (word === part) return true;
  const least = /\p{Script=Hangul}/u.test(word) ? 2 : 3;
  return word.length >= least && (part.startsWith(word) || word === `${part}s`);
}

function nameOf(path: string): string {
  return lastOfPath(path).toLowerCase();
}

/** What is asked where a file is named and nothing said of it. */
export function whatWith(path: string): ThingPlan {
  const quoted = quoteIbl(path);
  const name = bold(lastOfPath(path));
  return {
    kind: "ask",
    words: { ko: korean`${name}(으)로 뭘 할까요?`, en: `What should I do with ${name}?` },
    offers: [
      { label: OPEN, runs: same(reading(path)) },
      {
        label: { ko: "더하기", en: "Add" },
        runs: {
          ko: `[system:ask_user](${quoteIbl(`${path}에 뭘 더할까요?`)}) >> [system:write](${quoted}) {append: true}`,
          en: `[system:ask_user](${quoteIbl(`What should I add to ${path}?`)}) >> [system:write](${quoted}) {append: true}`,
        },
      },
      { label: { ko: "지우기", en: "Delete" }, runs: same(`[system:delete](${quoted})`) },
    ],
  };
}

function same(code: string): Localized {
  return { ko: code, en: code };
}
