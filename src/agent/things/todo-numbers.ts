import { type ClosedPhrase, isPhrase } from "../planner/wording/closed-phrases.ts";
import { calling, fitting, type ThingPlan } from "./said.ts";

function whole(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, "isu");
}

const DONE_NUMBERS: readonly RegExp[] = [
  whole(
    `(?:i\\s+)?(?:did|finished|completed|done(?:\\s+with)?|check(?:\\s+off)?|tick(?:\\s+off)?|mark)\\s+(?:(?:to-?\\s?do|task|item)\\s+)?(?:number\\s+|no\\.?\\s*|#)?(?<number>\\d{1,3})(?:\\s+(?:as\\s+)?(?:done|off|finished|complete))?`,
  ),
  whole(
    "(?:(?:to-?\\s?do|task|item)\\s+)?(?:number\\s+|no\\.?\\s*|#)?(?<number>\\d{1,3})\\s+(?:is\\s+)?(?:done|finished|complete)",
  ),
];

const REMOVE_NUMBERS: readonly RegExp[] = [
  whole(
    "(?:remove|delete|drop)\\s+(?:to-?\\s?do\\s+)(?:number\\s+|no\\.?\\s*|#)?(?<number>\\d{1,3})",
  ),
];

/** Numbers of the list. */
const NUMBERED =
  /(?:\b(?:number|no\.?|items?|tasks?)|#)\s*(?<en>\d{1,3})(?![\d:])|(?<ko>\d{1,3})\s?번(?!째|\s?(?:출구|국도|버스))/giu;
const OF_LIST_WORDS =
  "list lists todo todos do task tasks checklist item number off as mark check tick cross both 할일 할거 투두 목록 리스트 체크리스트 번 둘 둘다 중 하고 에서";
/** What else is said where they are done. */
const NUMBERS_DONE: ClosedPhrase = {
  needs:
    /\b(?:done|did|finished|completed?|sorted|ticked|tick|check)\b|했|끝냈|끝났|끝내|끝난|끝|완료|마쳤|처리|체크/u,
  words: `${OF_LIST_WORDS} done finished completed complete sorted ticked have been got get 했어 했다 했음 했어요 했네 했지 끝냈 끝났 끝 난 완료 마쳤 처리 처리했 체크 표시 바꿔 됐 됐다 냈 어 음 다 거 걸 것`,
};
/** The same where they are taken off. */
const NUMBERS_REMOVED: ClosedPhrase = {
  needs:
    /(?=.*(?:\b(?:list|to ?dos?|tasks?)\b|할일|할거|투두|목록|리스트)).*(?:\b(?:remove|delete|drop|off|scratch|scrap|rid|can go|bin)\b|빼|지워|삭제|제거|없애|없던)/u,
  words: `${OF_LIST_WORDS} remove delete drop take get rid scratch scrap bin not never going doing happening need anymore longer dont wont go 빼 지워 삭제 제거 없애 없던 없던걸로 안 필요없 어 이젠`,
};

/** Reads what is said of to-dos by their numbers: done, taken off. */
export function readNumbered(text: string): ThingPlan | undefined {
  const done = fitting(text, DONE_NUMBERS)?.["number"];
  if (done !== undefined) return calling(`[system:todo] {done: ${Number(done)}}`);
  const removed = fitting(text, REMOVE_NUMBERS)?.["number"];
  if (removed !== undefined) return calling(`[system:todo] {remove: ${Number(removed)}}`);
  const numbers = [...text.matchAll(NUMBERED)].map(({ groups }) =>
    Number(groups?.["en"] ?? groups?.["ko"]),
  );
  const rest = text.replace(NUMBERED, " ");
  const isDone = isPhrase(rest, NUMBERS_DONE);
  const isMeant = numbers.length > 0 && (isDone || isPhrase(rest, NUMBERS_REMOVED));
  const inOrder = [...numbers].sort((a, b) => (isDone ? a - b : b - a));
  return isMeant
    ? calling(...inOrder.map((each) => `[system:todo] {${isDone ? "done" : "remove"}: ${each}}`))
    : undefined;
}
