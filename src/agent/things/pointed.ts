import { lastOfPath } from "../../drivers/files/nearest-file.ts";
import { quoteIbl } from "../planner/code.ts";
import {
  areLiteral,
  calling,
  FILE,
  fitting,
  type KnownThings,
  type Listed,
  PLEASE,
  type ThingPlan,
  unquoted,
} from "./said.ts";

function whole(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, "isu");
}

const PLACES: readonly string[] = [
  "first|1st|top(?:most)?|첫\\s?번째|첫째|맨\\s?(?:위|앞|처음)|1\\s?번째?",
  "second|2nd|두\\s?번째|둘째|2\\s?번째?",
  "third|3rd|세\\s?번째|셋째|3\\s?번째?",
  "fourth|4th|네\\s?번째|넷째|4\\s?번째?",
  "fifth|5th|다섯\\s?번째|5\\s?번째?",
  "sixth|6th|여섯\\s?번째|6\\s?번째?",
  "seventh|7th|일곱\\s?번째|7\\s?번째?",
  "eighth|8th|여덟\\s?번째|8\\s?번째?",
];
const LAST = "(?:very\\s+)?last|bottom|(?:맨\\s?)?마지막|맨\\s?(?:아래|끝|뒤)";
const PLACE = `(?:${[...PLACES, LAST].join("|")}|(?:number|no\\.?|#)\\s?[1-8])`;
const EACH = new RegExp(`${PLACE}`, "giu");
const THING =
  "(?:one|ones|file|link|article|result|story|page|item|hit|entry|picture|거|것|꺼|걸|건|게|파일|링크|기사|뉴스|결과|글|페이지|항목|사진)s?";
/** One or several of what was listed. */
const POINTING = `(?:the\\s+)?${PLACE}(?:\\s?${THING})?(?:\\s*(?:,|and|&|랑|이랑|과|와|하고|그리고)\\s*(?:the\\s+)?${PLACE}(?:\\s?${THING})?)*`;
const KO_PARTICLE = "(?:을|를|은|는|이|가|도|만|좀)?\\s?(?:좀\\s?)?";

type Act = "open" | "summarize" | "delete" | "done";

const EN_ACTS: Readonly<Record<Act, string>> = {
  open: "open|read|show(?:\\s+me)?|view|see|more\\s+(?:about|on)|(?:tell\\s+me\\s+)?(?:more\\s+)?about|what\\s+does",
  summarize: "summari[sz]e|sum\\s+up|tl;?dr|(?:give\\s+me\\s+)?(?:the\\s+gist|a\\s+summary)\\s+of",
  delete: "delete|remove|bin|trash|drop|erase|scrap|toss|get\\s+rid\\s+of|take\\s+off",
  done: "check(?:\\s+off)?|tick(?:\\s+off)?|finished|did|done(?:\\s+with)?|complete|mark",
};
const KO_ACTS: Readonly<Record<Act, string>> = {
  open: "열어|읽어|보여|자세히(?:\\s?(?:보자|봐|알려|보여|볼래|볼게))?|보자|볼래|봐|알려|뭐야|무슨\\s?내용이야",
  summarize: "(?:요약|간추려|정리|줄여)",
  delete: "지워|삭제|버려|빼|없애",
  done: "(?:다\\s?)?(?:했(?:어|음|다|습니다)|끝(?:냈어|났어|냄|남)?|완료(?:했어|함)?|체크)",
};

/** Reads what is to be done with some of what was listed last, or with what was sent last. */
export function readPointed(text: string, known: KnownThings): ThingPlan | undefined {
  return (
    readListed(text, known.listed ?? []) ??
    readSent(text, known.sent ?? []) ??
    readInto(text, openedIn(known)) ??
    readOpened(text, openedIn(known))
  );
}

const FILE_NOUN = "(?:file|document|doc)";
/** Is done with a file that is called no more than that. */
const DELETES_SHOWN: readonly RegExp[] = [
  whole(
    `(?:please\\s+)?(?:${EN_ACTS.delete})\\s+(?:the|that|this)(?:\\s+same)?\\s+${FILE_NOUN}(?:\\s+again)?`,
  ),
  whole(
    `(?:그|이|방금(?:\\s?그)?|아까\\s?그)\\s?(?:파일|문서)${KO_PARTICLE}(?:다시\\s?)?(?:${KO_ACTS.delete})${PLEASE}`,
  ),
];

/** The file that was shown last is deleted: "delete that file". */
function readOpened(text: string, path: string | undefined): ThingPlan | undefined {
  const isMeant = path !== undefined && DELETES_SHOWN.some((form) => form.test(text));
  return isMeant ? calling(`[system:delete](${quoteIbl(path)})`) : undefined;
}

/** The one file that was shown last, sent last, or listed alone. */
export function openedIn({ opened, sent = [], listed = [] }: KnownThings): string | undefined {
  const [path, second] = sent;
  if (path !== undefined) return second === undefined ? path : undefined;
  const [only, other] = listed;
  if (opened !== undefined) return opened;
  return only?.is === "file" && other === undefined ? only.value : undefined;
}

const THERE =
  "(?:(?:the\\s+)?(?:end|bottom)\\s+of\\s+)?(?:there|it|that(?:\\s+(?:file|one|note|list))?|this\\s+file|the\\s+(?:same\\s+)?(?:file|note))";
const KO_THERE = "(?:거기|여기|그\\s?(?:파일|메모|문서)|이\\s?(?:파일|메모|문서)|같은\\s?파일)";
/** Puts words into the file that was shown. */
const INTO: readonly RegExp[] = [
  whole(
    `(?:also\\s+)?(?:add|append|put|write|note|jot)(?:\\s+down)?\\s+(?<content>.+?)\\s+(?:(?:(?:on)?to|in|into|at|on)\\s+)?${THERE}(?:\\s+(?:too|as\\s+well))?`,
  ),
  whole(
    `(?:(?:to|in|into)\\s+)?${THERE}[,:]?\\s+(?:also\\s+)?(?:add|append|put|write)\\s+(?<content>.+)`,
  ),
  whole(
    `${KO_THERE}(?:에다가|에다|에도|에|다가|다)?\\s?(?:끝에\\s?)?(?<content>.+?)(?:을|를|도|이?라고|만)?\\s?(?:좀\\s?)?(?:더\\s?)?(?:적어|써|추가|넣어|더해|덧붙여|붙여|기록|메모)${PLEASE}`,
  ),
  whole(
    `${KO_THERE}(?:에다가|에다|에도|에|다가|다)\\s?(?<content>[^\\s?]+(?:\\s[^\\s?]+)?)도[\\s.!~]*`,
  ),
  whole(
    `(?<content>.+?)(?:을|를|도|이?라고)?\\s?${KO_THERE}(?:에다가|에다|에도|에|다가|다)\\s?(?:좀\\s?)?(?:더\\s?)?(?:적어|써|추가|넣어|더해|덧붙여|붙여|기록|메모)${PLEASE}`,
  ),
];

/** What is to be put where something is already: "add butter there too", 거기에 우유도 추가해줘. */
export function putThere(text: string): string | undefined {
  const content = fitting(text, INTO)?.["content"];
  return content !== undefined && areLiteral(content) ? content : undefined;
}

function readInto(text: string, path: string | undefined): ThingPlan | undefined {
  const content = path === undefined ? undefined : putThere(text);
  if (path === undefined || content === undefined) return undefined;
  if (IS_PICTURE.test(path)) return undefined;
  const words = quoteIbl(unquoted(content));
  return calling(`[system:write](${quoteIbl(path)}) {content: ${words}, append: true}`);
}

function readListed(text: string, listed: readonly Listed[]): ThingPlan | undefined {
  if (listed.length === 0) return undefined;
  for (const act of ["summarize", "delete", "done", "open"] as const) {
    const form = whole(
      [
        `(?:${EN_ACTS[act]})\\s+(?<before>${POINTING})(?:\\s+as\\s+done|\\s+off|\\s+up)?`,
        `(?<behind>${POINTING})${KO_PARTICLE}(?:${KO_ACTS[act]})${PLEASE}`,
        ...(act === "done"
          ? [
              `(?<state>${POINTING})(?:['’]?s|\\s+(?:is|are|has\\s+been))?\\s+(?:now\\s+)?(?:done|finished|complete[d]?)`,
            ]
          : []),
      ].join("|"),
    );
    const { before, behind, state } = form.exec(text)?.groups ?? {};
    const said = before ?? behind ?? state;
    if (said !== undefined) return withEach(act, placesIn(said, listed));
  }
  return undefined;
}

/** What words point at, in their order; `undefined` among them for a place that there is not. */
function placesIn(said: string, listed: readonly Listed[]): readonly (Listed | undefined)[] {
  return [...said.matchAll(EACH)].map(([place]) => {
    if (new RegExp(`^(?:${LAST})`, "iu").test(place)) return listed.at(-1);
    const digits = /[1-8]/u.exec(place)?.[0];
    const at = PLACES.findIndex((words) => new RegExp(`^(?:${words})`, "iu").test(place));
    return listed[digits === undefined ? at : Number(digits) - 1];
  });
}

function withEach(act: Act, things: readonly (Listed | undefined)[]): ThingPlan | undefined {
  // The last first: what is done or taken off a list changes the numbers behind it.
  const inOrder = act === "open" || act === "summarize" ? things : things.toSorted(byNumber);
  const codes = inOrder.map((thing) => (thing === undefined ? undefined : codeFor(act, thing)));
  const known = codes.flatMap((code) => code ?? []);
  if (known.length === 0 || known.length < codes.length) return undefined;
  const isFromOutside = things.some((thing) => thing?.is === "link");
  return { kind: "program", code: known.join("\n"), ...(isFromOutside && { isFromOutside }) };
}

function byNumber(one: Listed | undefined, other: Listed | undefined): number {
  return Number(other?.value) - Number(one?.value) || 0;
}

type Doing = Partial<Readonly<Record<Act, (value: string) => string>>>;

/** What is done with one of what was listed. */
const ON_LISTED: Readonly<Record<Listed["is"], Doing>> = {
  link: {
    open: (url) => `[source:crawl](${quoteIbl(url)})`,
    summarize: (url) => `[source:crawl](${quoteIbl(url)}) >> [system:summarize]`,
  },
  file: {
    open: (path) => reading(path),
    summarize: (path) => `${reading(path)} >> [system:summarize]`,
    delete: (path) => `[system:delete](${quoteIbl(path)})`,
  },
  todo: {
    done: (number) => `[system:todo] {done: ${number}}`,
    delete: (number) => `[system:todo] {remove: ${number}}`,
  },
  memory: { delete: (id) => `[source:memory_delete] {id: ${id}}` },
};

function codeFor(act: Act, { is, value }: Listed): string | undefined {
  return ON_LISTED[is][act]?.(value);
}

const IS_PICTURE = /\.(?:png|jpe?g|gif|webp|bmp|heic)$/iu;

/** What shows the words in a file or a picture. */
export function reading(path: string): string {
  return `[${IS_PICTURE.test(path) ? "source:read_picture" : "system:read"}](${quoteIbl(path)})`;
}

const NOUN =
  "(?:file|document|doc|pdf|picture|photo|image|sign|page|receipt|paper|scan|screenshot|note|menu|letter|card|one)";
const IT = `(?:it|this|that|them|the\\s+${NOUN}|(?:this|that)\\s+${NOUN})`;
const KO_NOUN =
  "(?:파일|문서|사진|그림|이미지|종이|간판|표|영수증|명함|메뉴판|안내문|편지|스캔|캡처|피디엠|pdf|거|것|걸)";
const KO_IT = `(?:(?:(?:이거|이것|이걸|그거|그것|그걸|여기|거기)|(?:(?:이|그|저|방금|방금\\s?보낸|아까\\s?(?:보낸|올린)|방금\\s?올린|내가\\s?보낸)\\s?)?${KO_NOUN})(?:에|은|는|을|를|이|가|의|좀|도|에서|에\\s?있는)?\\s*)`;
const QUOTED = "[\"“'‘](?<quoted>[^\"”'’]+)[\"”'’]";

const READS: readonly RegExp[] = [
  whole(`what(?:['’]?s|\\s+is|\\s+does)?\\s+${IT}\\s+(?:say|says|saying|about|contain|contains)`),
  whole(`what(?:['’]?s|\\s+is)\\s+(?:written\\s+|there\\s+)?(?:in|on|inside)\\s+${IT}`),
  whole(`(?:read|open|show|view)\\s+(?:me\\s+)?${IT}(?:\\s+(?:to|for)\\s+me|\\s+out)?`),
  whole(
    `(?:read|show|give|get|extract)\\s+(?:me\\s+)?(?:the\\s+)?(?:text|words|contents?)(?:\\s+(?:of|in|on|from)\\s+${IT})?`,
  ),
  whole(
    `${KO_IT}?(?:내용|글|글자|글씨|텍스트)?(?:을|를|이|은|만)?\\s?(?:좀\\s?)?(?:읽어|열어|보여|뽑아)${PLEASE}`,
  ),
  whole(
    `${KO_IT}?(?:내용|글자)?(?:이|은|는)?\\s?(?:뭐라고|뭐라|뭐가|무슨\\s?(?:말|내용|글)(?:이)?)\\s?(?:적혀|적힌|써|쓰여|쓴|써져|나와|되어|돼|하는|있)[가-힣\\s]*`,
  ),
  whole(`${KO_IT}?내용(?:이|은|좀)?\\s?(?:뭐야|뭐지|뭐예요|알려${PLEASE})?`),
];
const NAMES: readonly RegExp[] = [
  whole(`(?:re)?name\\s+${IT}\\s+(?:to\\s+|as\\s+)?(?:${QUOTED}|(?<to>\\S[^"“”]{0,80}?))`),
  whole(`(?:call|save)\\s+${IT}\\s+(?:as\\s+)?(?:${QUOTED}|(?<to>${FILE}))`),
  whole(
    `change\\s+(?:its|the)\\s+(?:file\\s?)?name\\s+to\\s+(?:${QUOTED}|(?<to>\\S[^"“”]{0,80}?))`,
  ),
  whole(
    `${KO_IT}?(?:파일\\s?)?(?:이름|파일명|제목)(?:을|를|은)?\\s?(?:좀\\s?)?(?:${QUOTED}|(?<to>\\S[^"“”]{0,80}?))(?:이라고|라고|으로|로)\\s?(?:좀\\s?)?(?:바꿔|변경|해|고쳐|수정|지어)${PLEASE}`,
  ),
  whole(
    `${KO_IT}(?:${QUOTED}|(?<to>${FILE}))(?:이라고|라고|으로|로)\\s?(?:이름\\s?)?(?:을\\s?)?(?:바꿔|변경|저장)${PLEASE}`,
  ),
];
const MOVES: readonly RegExp[] = [
  whole(
    `(?<how>move|put|copy|file)\\s+${IT}\\s+(?:in|to|into|under)\\s+(?:the\\s+|my\\s+)?(?<folder>[\\p{L}\\p{N}_/-]+)(?:\\s+folder)?`,
  ),
  whole(
    `${KO_IT}(?<folder>[\\p{L}\\p{N}_/-]+?)\\s?(?:폴더)?(?:으로|로|에|에다)\\s?(?<how>옮겨|복사|넣어|이동)${PLEASE}`,
  ),
];
const DELETES: readonly RegExp[] = [
  whole(`(?:delete|remove|bin|trash|erase)\\s+${IT}`),
  whole(`${KO_IT}(?:좀\\s?)?(?:지워|삭제|버려)${PLEASE}`),
];
const CAPTIONS: readonly RegExp[] = [
  whole(`(?:caption|title|label)\\s+${IT}\\s+(?:with\\s+|as\\s+)?${QUOTED}`),
  whole(
    `(?:add|put|write)\\s+(?:the\\s+|a\\s+)?(?:caption|text|words|title)?\\s*${QUOTED}\\s+(?:on|under|to|below)\\s+${IT}`,
  ),
  whole(
    `${KO_IT}?${QUOTED}(?:이라고|라고|을|를|이라는|라는)?\\s?(?:캡션|글|글씨|제목|설명|문구)?(?:을|를)?\\s?(?:달아|넣어|써|붙여|적어)${PLEASE}`,
  ),
];
const TEXTS_INTO: readonly RegExp[] = [
  whole(
    `(?:(?:put|save|extract|get|copy|write)\\s+)?(?:the\\s+)?(?:text|words)\\s+(?:from|of|in|on|off)\\s+${IT}\\s+(?:and\\s+save\\s+it\\s+)?(?:in)?to\\s+(?<file>${FILE})`,
  ),
  whole(
    `${KO_IT}?(?:[가-힣]+\\s)?(?:글자|글|텍스트|내용)(?:만|를|을)?\\s?(?:뽑아|읽어|추출해|따|옮겨)(?:서)?\\s?(?<file>${FILE})(?:로|에|으로)(?:\\s?(?:저장|넣어|적어|써|남겨)${PLEASE})?`,
  ),
];

/** Says which of two was not meant. */
const OTHER =
  /^(?:no[\s,]+)?not\s+(?:the\s+)?(?<not>\S+?)(?:\s+one)?[\s,]+(?:but\s+)?(?:the\s+other(?:\s+(?:one|file))?)[\s,]*(?:and\s+)?(?<act>.+)?$|^(?<no>\S+?)\s?(?:말고|아니고)\s?(?:다른\s?(?:거|것|파일))(?:을|를)?\s?(?<rest>.+)?$/iu;

/** Reads what is to be done with what was sent last, which is named by no more than "it". */
function readSent(text: string, sent: readonly string[]): ThingPlan | undefined {
  const { not, act, no = not, rest = act } = OTHER.exec(text)?.groups ?? {};
  if (no !== undefined) {
    const meant = sent.filter((each) => !each.toLowerCase().includes(no.toLowerCase()));
    const [other] = meant;
    return other === undefined || meant.length !== 1 || sent.length < 2
      ? undefined
      : withSent(rest ?? "open it", other);
  }
  const [path, second] = sent;
  return path === undefined || second !== undefined ? undefined : withSent(text, path);
}

type Groups = Readonly<Record<string, string>>;

/** What is done with what was sent last, by how it is said. */
const ON_SENT: readonly {
  readonly said: readonly RegExp[];
  readonly onPicture?: true;
  readonly plan: (path: string, said: Groups) => ThingPlan;
}[] = [
  { said: NAMES, plan: (path, { quoted = "", to = quoted }) => renaming(path, to) },
  {
    said: MOVES,
    plan: (path, { folder = "", how = "" }) =>
      carrying(/copy|복사/iu.test(how) ? "copy" : "move", path, `${folder}/${lastOfPath(path)}`),
  },
  { said: DELETES, plan: (path) => calling(`[system:delete](${quoteIbl(path)})`) },
  {
    said: TEXTS_INTO,
    plan: (path, { file = "" }) => calling(`${reading(path)} >> [system:file](${quoteIbl(file)})`),
  },
  {
    said: CAPTIONS,
    onPicture: true,
    plan: (path, { quoted = "" }) =>
      calling(`[forge:caption](${quoteIbl(quoted)}) {picture: ${quoteIbl(path)}}`),
  },
  { said: READS, plan: (path) => calling(reading(path)) },
];

function withSent(said: string, path: string): ThingPlan | undefined {
  const text = said.replace(/[?？\s]+$/u, "").trim();
  for (const { said: forms, onPicture, plan } of ON_SENT) {
    const groups = onPicture === true && !IS_PICTURE.test(path) ? undefined : fitting(text, forms);
    if (groups !== undefined) return plan(path, groups);
  }
  return undefined;
}

/** In its folder, with its ending where the name has none. */
function renaming(path: string, to: string): ThingPlan {
  const folder = path.slice(0, path.length - lastOfPath(path).length);
  const own = /\.[^./]+$/u.exec(path)?.[0] ?? "";
  const ending = /\.\p{L}[\p{L}\p{N}]{0,4}$/u.test(to) ? "" : own;
  return carrying("move", path, to.includes("/") ? to : `${folder}${to}${ending}`);
}

function carrying(how: "move" | "copy", path: string, destination: string): ThingPlan {
  return calling(`[system:${how}](${quoteIbl(path)}) {destination: ${quoteIbl(destination)}}`);
}
