import { changeIn } from "../../agent/planner/briefing.ts";
import type { ScheduleWish } from "./wish-parts.ts";

const BRIEFING = /브리핑|\bbriefing\b/iu;

/** Between two wishes about one briefing: 8시로 바꾸고 뉴스는 빼줘. */
const BETWEEN =
  /(?<=(?:[꾸기하빼넣]|추가하|제외하|옮기|바꿔주|해주))고[\s,]+|[\s,]+(?:and|but)\s+/iu;

/** A briefing as it is named before what is wanted of it. */
const NAMED =
  /^(?<name>(?:내\s*)?(?:\S+\s)?브리핑)(?:을|를|은|는|에서는?|에)?\s+|\b(?<english>(?:the|my)\s+(?:\w+\s)?briefing)\b/iu;

/** Another time for a briefing and other parts of it, in one message and in either order; `undefined` for any other. `wishOf` reads what is wanted of schedules. */
export function timeAndParts(
  text: string,
  wishOf: (part: string) => ScheduleWish | undefined,
): ScheduleWish | undefined {
  const [first, second, third] = BRIEFING.test(text) ? text.split(BETWEEN) : [];
  const { name, english = name } = NAMED.exec(text)?.groups ?? {};
  if (first === undefined || second === undefined || third !== undefined) return undefined;
  if (english === undefined) return undefined;
  const parts = [first, second].map((part) => part.trim());
  const timed = parts.map((part) => wishOf(withName(part, english, name !== undefined)));
  const changed = parts.map((part) => changeOf(part, english, name !== undefined));
  for (const at of [0, 1]) {
    const [wish, code] = [timed[at], changed[1 - at]];
    if (wish?.kind === "run" && code !== undefined)
      return { ...wish, code: `${wish.code}\n${code}` };
  }
  return undefined;
}

/** One of two wishes as it would be said alone. */
function withName(part: string, name: string, isKorean: boolean): string {
  if (isKorean) {
    const named = BRIEFING.test(part) ? part : `${name} ${part}`;
    return /줘|주세요|[.!~]$/u.test(named) ? named : `${named}줘`.replace(/꾸줘$/u, "꿔줘");
  }
  return BRIEFING.test(part) ? part : part.replace(/\bit\b/iu, name);
}

function changeOf(part: string, name: string, isKorean: boolean): string | undefined {
  const bare = part.replace(NAMED, "").trim();
  if (!isKorean) {
    const direct = changeIn(part);
    return direct ?? changeIn(`${bare} from ${name}`) ?? changeIn(`${bare} to ${name}`);
  }
  const asked = /줘|주세요/u.test(bare) ? bare : `${bare}줘`;
  return changeIn(`${name}에서 ${asked}`) ?? changeIn(`${name}에 ${asked}`);
}
