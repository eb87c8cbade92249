/** What is to be said in another language. */
interface Translation {
  readonly text: string;
  readonly to: "ko" | "en";
}

const LANGUAGE = "(?<to>korean|english|한국어|한국말|한글|우리말|영어|영문)";
const ENGLISH_TAIL = "(?:\\s+(?:please|for\\s+me))?";
const FORMS = [
  `^(?:(?:can|could)\\s+you\\s+|please\\s+)*(?:translate|put)\\s+(?<text>.+?)\\s+(?:in|into|to)\\s+${LANGUAGE}${ENGLISH_TAIL}$`,
  `^(?:(?:can|could)\\s+you\\s+|please\\s+)*translate\\s+(?:in|into|to)\\s+${LANGUAGE}\\s*[:,]?\\s+(?<text>.+)$`,
  `^how\\s+(?:do|would|can|to)\\s*(?:you|u|i|we|one)?\\s*(?:say|write|spell)\\s+(?<text>.+?)\\s+in\\s+${LANGUAGE}$`,
  `^(?:what(?:['’]?s|\\s+is)|whats|say)\\s+(?<text>.+?)\\s+in\\s+${LANGUAGE}$`,
  `^what(?:['’]?s|\\s+is|s)?\\s+(?:the\\s+)?${LANGUAGE}\\s+(?:word\\s+)?(?:for|of)\\s+(?<text>.+)$`,
  `^(?<text>.+?)\\s+(?:in|into|to)\\s+${LANGUAGE}${ENGLISH_TAIL}$`,
  `^(?<text>.+?)(?:을|를|은|는|이|가|이라는\\s?말|라는\\s?말)?\\s*${LANGUAGE}로(?:는)?\\s*(?:좀\\s*)?(?:뭐(?:야|지|예요|라고\\s?(?:해|하지|말해|해요|하나요|하니))?|무엇|어떻게\\s?(?:말해|말하지|해|써|쓰지|돼)요?|번역(?:해\\s?(?:줘|줄래|주세요)|하면|좀)?|바꿔\\s?줘|말하면|말해\\s?줘|알려\\s?줘|하면|써\\s?줘)?$`,
].map((form) => new RegExp(form, "iu"));

/** What is no text to translate: a pointing word, a file, an address, or what asks for something else. */
const NO_TEXT =
  /^(?:it|this|that|these|those|them|이거|그거|저거|이것|그것|이걸|그걸|이\s?글|그\s?글|이\s?문장|파일)$|^(?:each|every|look|find|search|give|show|read|get|make|write|my|the\s+(?:page|file|last|first))\b|\b(?:this|that)\s+(?:page|file|message|e?mail|text|article|one)\b|^(?:이|그|저)\s|(?:이거|그거)$|찾아|소식|[\w-]\.[a-z]{2,5}\b|https?:|뉴스|기사|검색|요약|\b(?:news|articles?|search|results?|reply|answer|talk|speak|learn|settings?|language)\b|대답|답해|말해$|설정|언어/iu;

/** The text that a message wants in Korean or English; `undefined` for any other message. Pure. */
export function translationIn(message: string): Translation | undefined {
  const said = message.replace(/[\s?？!.~]+$/u, "");
  for (const form of FORMS) {
    const { text = "", to = "" } = form.exec(said)?.groups ?? {};
    const bare = text.trim().replace(/^["“'‘「](.*)["”'’」]$/u, "$1");
    if (bare === "") continue;
    if (NO_TEXT.test(bare)) return undefined;
    return { text: bare, to: /^(?:english|영)/iu.test(to) ? "en" : "ko" };
  }
  return undefined;
}
