import { quoteIbl } from "../../agent/planner/code.ts";
import { type ClosedPhrase, isPhrase } from "../../agent/planner/wording/closed-phrases.ts";
import type { Reply } from "../../agent/turn/assistant.ts";
import { isJsonObject } from "../../base/json.ts";

/** Asks for one of the links that were shown, by its place in the list. */
const ONE_OF_THEM: ClosedPhrase = {
  needs:
    /^(?=.*\b(?:first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th|last|number \d|no \d|article \d|[1-5])\b).*\b(?:summar\w+|sum up|tldr|read|open|more about)\b|^(?=.*(?:[첫두세네]번째|다섯번째|[1-5]번|첫째|둘째|마지막)).*(?:요약|간추|정리|읽어|열어|자세히|무슨내용)/u,
  words:
    "summarize summarise summary sum up tldr read open more about first second third fourth fifth last 1st 2nd 3rd 4th 5th 1 2 3 4 5 number no article link result story page news item post 첫번째 두번째 세번째 네번째 다섯번째 1번 2번 3번 4번 5번 1번째 2번째 3번째 째 번째 첫째 둘째 마지막 기사 뉴스 링크 결과 글 페이지 요약 간추려 정리 읽어 열어 자세히 내용 무슨내용 보여 알려",
};

const PLACES = [
  /\bfirst\b|\b1st\b|\b1\b|첫\s?번째|첫째|1번/iu,
  /\bsecond\b|\b2nd\b|\b2\b|두\s?번째|둘째|2번/iu,
  /\bthird\b|\b3rd\b|\b3\b|세\s?번째|3번/iu,
  /\bfourth\b|\b4th\b|\b4\b|네\s?번째|4번/iu,
  /\bfifth\b|\b5th\b|\b5\b|다섯\s?번째|5번/iu,
];
const LAST = /\blast\b|마지막/iu;

/** Which links were shown last in each chat; a restart forgets them. */
export class ShownLinks {
  readonly #shown = new Map<string, readonly string[]>();

  /** Notes the links of an answer; an answer without any leaves those before it. */
  note(chatId: string, reply: Reply): void {
    const value =
      reply.kind === "run" && reply.result.kind === "finished"
        ? reply.result.envelope.value
        : undefined;
    const links = (Array.isArray(value) ? value : []).flatMap((each) => {
      const url = isJsonObject(each) ? each["url"] : undefined;
      return typeof url === "string" && IS_ADDRESS.test(url) ? [url] : [];
    });
    if (links.length > 0) this.#shown.set(chatId, links);
  }

  /** The program that reads or sums up the link which words mean by its place; `undefined` for any other words. */
  programFor(chatId: string, text: string): string | undefined {
    const links = this.#shown.get(chatId);
    if (links === undefined || !isPhrase(text, ONE_OF_THEM)) return undefined;
    const at = LAST.test(text) ? links.length - 1 : PLACES.findIndex((place) => place.test(text));
    const url = links[at];
    return url === undefined ? undefined : `[source:crawl](${quoteIbl(url)}) >> [system:summarize]`;
  }
}

const IS_ADDRESS = /^https?:\/\/[^\s"\\]+$/u;
