import type { PlannerResult } from "../planner/result.ts";
import {
  askedInstead,
  conditionIn,
  isSetAside,
  readForbidding,
  takesBack,
} from "../planner/wording/said-limits.ts";
import { strayIn } from "../planner/wording/sound-values.ts";
import { readSending } from "./file-sending.ts";
import { readFiles } from "./files.ts";
import { readHealth } from "./health.ts";
import { readLetters } from "./letters.ts";
import {
  isKeptWhole,
  readCorrected,
  readHome,
  readMemories,
  readNearest,
  readNeverTold,
  readOwnUntold,
  readStated,
} from "./memories.ts";
import { readOthers } from "./others.ts";
import { putThere, readPointed } from "./pointed.ts";
import { bareOf, calling, type KnownThings, type ThingPlan } from "./said.ts";
import {
  adding,
  isAddition,
  readAddedToo,
  readOffList,
  readRemoved,
  readTodoList,
  readTodos,
} from "./todos.ts";

/** In UTF-16 units: what is longer is text to keep, or says more than one thing. */
const LONGEST = 400;

/** A second request in the same message: the planner reads such. */
const GOES_ON =
  /(?:,|;|\band\b|\bthen\b)\s+(?:then\s+)?(?:send|email|tell|remind|show|read|open|delete|translate|summari[sz]e|notify|print|search|find|copy|move|rename)\b|(?:하고|해서|한\s?(?:다음|뒤|후)에?|그리고)\s+.*(?:줘|주세요)$/iu;

/** Says of a to-do that it is not needed: nothing is forbidden by that. */
const UNNEEDED =
  /\b(?:no|don['’]?t|do\s+not|no\s+longer)\s+need\b|필요\s?없|안\s?사도\s?(?:돼|되)/iu;

/** What a message that is wholly about one's own to-dos, memories or files asks for, after what the same person wrote `before` it, oldest first; `undefined` for any other. Pure. */
export function readThing(
  message: string,
  known: KnownThings | undefined,
  before: readonly string[] = [],
): ThingPlan | undefined {
  if (known === undefined || message.length > LONGEST) return undefined;
  const bare = bareOf(message);
  const told = readLetters(bare, known) ?? readCorrected(bare, known);
  if (told !== undefined) return told;
  const unneeded = UNNEEDED.test(message) ? readRemoved(message.trim(), known.todos) : undefined;
  if (unneeded !== undefined) return unneeded;
  const said = bare.replace(/[!.]+$/u, "");
  // 서울 말고 부산에 있어 forbids nothing.
  const pointed =
    readSending(said, known) ??
    readPointed(said, known) ??
    readHome(said, known) ??
    readHealth(said);
  if (pointed !== undefined) return pointed;
  if (isKeptWhole(said)) return readMemories(said, known);
  const text = readable(message);
  if (text === undefined) return readInstead(message, known);
  const plan =
    readOthers(text, known) ??
    readAddedToo(message, { before, known }) ??
    readAddedThere(text, before, known) ??
    readOffList(text, before) ??
    readTodoList(text) ??
    readFiles(text, known) ??
    readTodos(text, known) ??
    readMemories(text, known);
  return isSound(plan, message, known) ? plan : undefined;
}

/** Reads what is put on the list that was just added to or shown, by no more than "there". */
function readAddedThere(
  text: string,
  before: readonly string[],
  known: KnownThings,
): ThingPlan | undefined {
  const what = putThere(text);
  const last = bareOf(before.at(-1) ?? "");
  const isOfList =
    known.listed?.[0]?.is === "todo" ||
    readTodoList(last) !== undefined ||
    putThere(last) !== undefined ||
    isAddition(last, [], known);
  return what !== undefined && isOfList ? calling(adding(what)) : undefined;
}

/** False for a program whose values name nothing. */
function isSound(plan: ThingPlan | undefined, message: string, known: KnownThings): boolean {
  if (plan?.kind !== "program") return true;
  return strayIn(plan.code, message, { files: known.files, people: known.others }) === undefined;
}

/** What is asked for in the place of what is forbidden: "tick the milk off instead of removing it". */
function readInstead(message: string, known: KnownThings): ThingPlan | undefined {
  const instead = askedInstead(message);
  const plan = instead === undefined || instead === message ? undefined : readThing(instead, known);
  return plan?.kind === "program" && !REMOVES.test(plan.code) ? plan : undefined;
}

/** What is taken away is never what is left of a message that forbids something. */
const REMOVES = /\b(?:remove|delete|memory_delete|disable|delete_event)\b/u;

/** What a message that asks for something only its writer can have told comes to, where neither a memory nor a file holds it. Pure. */
export function readOwn(message: string, known: KnownThings | undefined): ThingPlan | undefined {
  const text = askable(message);
  return text === undefined || known === undefined ? undefined : readOwnUntold(text, known);
}

/** What a message asks for that says it was told once, and was not: for one of which nothing else was made. Pure. */
export function readUntold(message: string, known: KnownThings | undefined): ThingPlan | undefined {
  const text = askable(message);
  return text === undefined || known === undefined ? undefined : readNeverTold(text, known);
}

/** What a question comes to that memories are near to, where nothing else was made of it. Pure. */
export function readNear(message: string, known: KnownThings | undefined): ThingPlan | undefined {
  const text = askable(message);
  if (text === undefined || known === undefined) return undefined;
  return readNearest(
    /[^?？][?？]\s*$/u.test(message) ? `${text.replace(/[?？]$/u, "")}?` : text,
    known,
  );
}

/** What a message comes to that states a fact and asks for nothing, where nothing else was made of it. Pure. */
export function readTold(message: string, known: KnownThings | undefined): ThingPlan | undefined {
  const text = message.length > LONGEST ? undefined : bareOf(message);
  return text === undefined || known === undefined ? undefined : readStated(text, known);
}

/** Whether what the planner made stands before what was told once. Pure. */
export function answersItself(planned: PlannerResult, message: string): boolean {
  if (planned.kind === "sure") return !LOOKS_ELSEWHERE.test(planned.code);
  const isForbidding = readForbidding(message) !== undefined; // what is not to be is asked for
  return planned.kind === "none" && planned.answer !== undefined && !isForbidding;
}

/** Looks for words on the web, in files or among people: what was told to the bot goes before that. */
const LOOKS_ELSEWHERE =
  /^\[(?:source:(?:web_search|price)|messenger:get|system:grep)\]\("[^"\n]*"\)$/u;

function readable(message: string): string | undefined {
  const text = askable(message);
  const isBound =
    text !== undefined && (readForbidding(text) !== undefined || conditionIn(text) !== undefined);
  return isBound ? undefined : text;
}

/** A question may say in which case, or what is not to be: 보일러가 고장 나면 누구한테 전화해?, what should Leo avoid? */
function askable(message: string): string | undefined {
  if (message.length > LONGEST || /\[\w+:\w+\]/u.test(message)) return undefined;
  const text = bareOf(message);
  if (text === "" || GOES_ON.test(text)) return undefined;
  const isBound = readForbidding(text) !== undefined || conditionIn(text) !== undefined;
  if (isBound && !ASKS_FOR_VALUE.test(text)) return undefined;
  return takesBack(text) || isSetAside(text) ? undefined : text;
}

/** Asks who, where, which or how much. */
const ASKS_FOR_VALUE =
  /^(?:who|whom|where|which|what|how|(?:until\s+|since\s+)?when)\b|(?:누구|누가|어디|뭐|뭘|몇|얼마|언제|무슨|어떻게)[^,]*$/iu;
