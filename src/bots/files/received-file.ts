import { quoteIbl } from "../../agent/planner/code.ts";
import type { Suggestion } from "../../agent/turn/assistant.ts";
import type { TurnFile } from "../../agent/turn/turn-context.ts";
import type { Language, Localized } from "../../base/localized.ts";
import { mediaTypeOfName } from "../../base/media-type.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { pathsText } from "../replies/answer-handler.ts";
import { say } from "../texts/say.ts";

/** What is said of files that came without words, and what may be done with them. */
export interface Received {
  readonly text: string;
  readonly suggests: readonly Suggestion[];
}

/** Lines of a text that are quoted, and most of each, in characters. */
const QUOTED_LINES = 2;
const LONGEST_LINE = 80;

/** Words for files that came without any: the beginning of a text, or what cannot be seen in it. */
export function receivedWords(
  files: readonly TurnFile[],
  { language, isOwner }: { readonly language: Language; readonly isOwner: boolean },
  { hasModel }: { readonly hasModel: boolean },
): Received {
  const paths = pathsText(files);
  const [file] = files;
  if (file === undefined || files.length > 1)
    return { text: say(language, "fileReceived", { paths }), suggests: [] };
  const { path, content } = file;
  const offer = (label: Localized, runs: string): Suggestion => ({
    label: label[language],
    runs,
    says: path,
  });
  const open = offer(OPEN, `[system:read](${quoteIbl(path)})`);
  const remove = offer(DELETE, `[system:delete](${quoteIbl(path)})`);
  const rename = offer(RENAME, renaming(path, language));
  const isPicture = !hasModel && mediaTypeOfName(path).startsWith("image/");
  if (content.kind === "text" && !isPicture) {
    const text = [say(language, "fileReceived", { paths }), ...quoted(content.text)].join("\n");
    const summary = `[system:read](${quoteIbl(path)}) >> [system:summarize]`;
    const summarize: Suggestion = { ...offer(SUMMARIZE, summary), style: "primary" };
    return { text, suggests: hasModel ? [open, remove] : [summarize, open, remove] };
  }
  if (content.kind === "unread" && !isPicture) {
    const why = escapeMarkup(content.why[language]);
    return { text: say(language, "fileUnread", { paths, why }), suggests: [rename, remove] };
  }
  if (hasModel) return { text: say(language, "fileReceived", { paths }), suggests: [] };
  const words = say(language, "connectModel");
  const connect = isOwner ? [{ label: words, says: words }] : [];
  return { text: say(language, "pictureKept"), suggests: [rename, remove, ...connect] };
}

const SUMMARIZE: Localized = { ko: "요약", en: "Summarize" };
const OPEN: Localized = { ko: "열기", en: "Open" };
const DELETE: Localized = { ko: "지우기", en: "Delete" };
const RENAME: Localized = { ko: "이름 바꾸기", en: "Rename" };

/** The beginning of a text as a quotation. */
function quoted(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(0, QUOTED_LINES)
    .map((line) => {
      const letters = [...line];
      const shown = letters.slice(0, LONGEST_LINE).join("");
      return `> ${escapeMarkup(letters.length > LONGEST_LINE ? `${shown}…` : shown)}`;
    });
}

/** Asks for a new name and gives it. */
function renaming(path: string, language: Language): string {
  const ending = /\.[^./]+$/u.exec(path)?.[0] ?? "";
  const asked = {
    ko: `새 이름이 뭐예요? (예: 영수증${ending})`,
    en: `What should it be called? (such as receipt${ending})`,
  };
  return `$name = [system:ask_user](${quoteIbl(asked[language])})\n[system:move](${quoteIbl(path)}) {destination: "$name"}`;
}

/** Words about a file that came with them, its name in the place of "this": without a model nothing else tells what they are about. Pure. */
export function namingFile(text: string, path: string): string {
  if (POINTING.test(text)) return text.replace(POINTING, () => path);
  if (!ACT_ALONE.test(text.trim())) return text;
  return /\p{Script=Hangul}/u.test(text) ? `${path} ${text}` : `${text} ${path}`;
}

/** Whether words ask for something that is done with a file, and name none. Pure. */
export function asksOfFile(text: string): boolean {
  const said = text.trim();
  if (ACT_ALONE.test(said) || GIVES.test(said)) return true;
  return said.length <= LONGEST_ASKING && POINTING.test(said) && ACTS.test(said);
}

/** Gives "this" to somebody, and says no words to them. */
const GIVES =
  /^(?:please\s+|(?:can|could)\s+you\s+)?(?:send|give|forward|share|pass)(?:\s+on)?\s+(?:it|this|that)\s+(?:on\s+)?(?:to|with)\s+\S+(?:\s+please)?[.!?]*$|^(?:(?:이|그)\s?(?:거|것|걸|파일|사진|문서)[을를도만]?\s*)?\S+(?:에게|한테|께)\s*(?:이거|그거|이걸|그걸)?\s*(?:좀\s?)?(?:보내|전달|전해|공유|넘겨)\s?(?:줘|주세요|줄래|주라)?요?[.!?~]*$/iu;

/** In UTF-16 units; what is longer says what it is about. */
const LONGEST_ASKING = 60;

/** Whether words that came with files ask for no more than what is done anyway: the files are kept. Pure. */
export function asksToKeep(text: string): boolean {
  return KEEP_ALONE.test(text.trim());
}

const KEEP_ALONE =
  /^(?:(?:please\s+)?(?:keep|save|store)(?:\s+(?:it|this|that|these|them))?(?:\s+(?:file|files|for\s+me|please))*|(?:(?:이|그)\s?(?:거|것|파일)(?:을|를|들)?\s?|이걸\s?)?(?:잘\s|좀\s)?(?:보관|저장)만?\s?해\s?(?:줘|주세요|줄래|주라|둬|두세요|놔)?(?:\s?줘)?요?)[.!~]*$/iu;

/** Says what to do, and not with what. */
const ACT_ALONE =
  /^(?:(?:please\s+)?(?:summari[sz]e|read|open|show|delete|remove|translate|chart|graph|plot|(?:draw|make)\s+(?:me\s+)?a\s+(?:chart|graph)|(?:send|give|forward)\s+to\s+\S+)(?:\s+(?:please|pls|plz))?|\S+(?:에게|한테|께)\s(?:좀\s)?(?:보내|전달|전해|공유|넘겨)\s?(?:줘|주세요|줄래|주라)?요?|(?:좀\s)?(?:요약|읽어|열어|보여|지워|삭제|번역|차트|그래프)[가-힣\s]{0,14})[.!~]*$/iu;

const POINTING =
  /\b(?:this|the|that)\s+(?:(?:review|sales|stock|csv|data)\s+)?(?:file|document|text|picture|photo|image|pdf)\b|\b(?:this|it|that)\b|(?:이|그|저)\s?(?:(?:리뷰|후기|매출|판매|재고|데이터|csv)\s?)?(?:파일|문서|글|사진|그림|거|것|걸)(?=[\s가-힣]|$)/iu;

/** What is done with files. */
const ACTS =
  /\b(?:summar\w+|sum\s+up|tl;?dr|read|open|show|delete|remove|translate|rename|chart|graph|plot|analy[sz]e|report)\b|요약|정리|분석|보고서|리포트|읽어|열어|보여|지워|삭제|번역|이름|차트|그래프/iu;
