/** What a briefing is asked to have. */
export interface BriefingPieces {
  readonly parts: readonly string[];
  readonly place?: string;
  readonly topic: readonly string[];
  readonly symbol: readonly string[];
}

/** One thing said of a briefing: a part, or what of it by name. */
interface Piece {
  readonly part: "weather" | "news" | "prices" | "calendar" | "todos" | "chart";
  readonly of: string;
}

/** How each part is said; what stands in the group is of which place, topic or symbol. */
const SAID: readonly { readonly part: Piece["part"]; readonly words: RegExp }[] = [
  { part: "weather", words: /^(?<of>.*?)\s*(?:날씨|일기\s*예보)$/u },
  {
    part: "weather",
    words: /^(?:the\s+)?(?:weather|forecast)(?:\s+(?:in|of|for)\s+(?<of>.+))?$/iu,
  },
  { part: "weather", words: /^(?:the\s+)?(?<of>.+?)\s+weather$/iu },
  { part: "news", words: /^(?<of>.*?)\s*(?:뉴스|소식|기사|헤드라인)$/u },
  {
    part: "news",
    words: /^(?:the\s+)?(?:news|headlines)(?:\s+(?:on|about|of)\s+(?<of>.+))?$/iu,
  },
  { part: "news", words: /^(?:the\s+)?(?<of>.+?)\s+(?:news|headlines)$/iu },
  { part: "prices", words: /^(?<of>.*?)(?:의)?\s*(?:주가|시세|가격)$/u },
  {
    part: "prices",
    words: /^(?:the\s+)?(?:(?:stock\s+)?prices?|quotes?)(?:\s+(?:of|for)\s+(?<of>.+))?$/iu,
  },
  { part: "prices", words: /^(?:the\s+)?(?<of>.+?)\s+(?:(?:stock\s+)?prices?|quotes?)$/iu },
  { part: "calendar", words: /^(?:오늘\s*)?(?:일정|달력|캘린더)$/u },
  { part: "calendar", words: /^(?:(?:the|my)\s+)?(?:calendar|appointments)$/iu },
  { part: "todos", words: /^(?:오늘\s*)?(?:할\s*일|투두)(?:\s*목록)?$/u },
  { part: "todos", words: /^(?:(?:the|my)\s+)?(?:to-?dos?|tasks)(?:\s+list)?$/iu },
  { part: "chart", words: /^(?:차트|그래프)$/u },
  { part: "chart", words: /^(?:the\s+|a\s+)?(?:chart|graph)$/iu },
];

/** What asks for a briefing and says nothing of what it has. */
const ASKING: readonly RegExp[] = [
  /^(?:please\s+)?(?:(?:can|could)\s+you\s+)?(?:brief|send|give|tell|make|show|bring)\s+(?:me\s+)?/iu,
  /^(?:(?:a|the|my)\s+)?(?:(?:daily|morning|noon|evening)\s+)?briefing\b\s*/iu,
  /^(?:with|on|about|of|including)\s+/iu,
  /\s*(?:briefing|please)$/iu,
  /\s*(?:브리핑|요약)(?:을|으로|도|만)?\s*(?:좀\s*)?(?:해|보내|만들어|알려|들려|받|부탁|줘)?\S*(?:\s*(?:줘|주세요|싶어|줄래)\S*)?$/u,
  /^(?:내\s*)?(?:아침|점심|저녁)?\s*브리핑(?:에|으로|은)?\s*/u,
];

const BETWEEN =
  /\s*,\s*(?:and\s+)?|\s+and\s+|\s+plus\s+|\s+및\s+|\s+그리고\s+|(?<=\p{L})(?:이?랑|하고|과|와)\s+/u;

/** Reads words such as "서울 날씨랑 AI 뉴스" or "the weather in Seoul and news about AI"; `undefined` where anything in them is none of a briefing's parts. */
export function readPieces(text: string): BriefingPieces | undefined {
  const words = ASKING.reduce(
    (said, asking) => said.replace(asking, ""),
    text.trim().replace(/[.!?~]+$/u, ""),
  ).trim();
  if (words === "") return undefined;
  const pieces = piecesOf(words.split(BETWEEN).map((part) => part.trim()));
  if (pieces === undefined || pieces.length === 0) return undefined;
  const of = (part: Piece["part"]): readonly string[] =>
    pieces.flatMap((piece) => (piece.part === part && piece.of !== "" ? [piece.of] : []));
  const [place] = of("weather");
  return {
    parts: [...new Set(pieces.map(({ part }) => part))],
    ...(place === undefined ? {} : { place }),
    topic: of("news"),
    symbol: of("prices"),
  };
}

/** A name alone is of the part that is said after it (AI랑 반도체 뉴스), in English also before it (news about AI and chips). */
function piecesOf(words: readonly string[]): readonly Piece[] | undefined {
  const pieces: Piece[] = [];
  let waiting: string[] = [];
  for (const word of words.filter((each) => each !== "")) {
    const piece = pieceOf(word);
    const last = pieces.at(-1);
    if (piece !== undefined) {
      if (waiting.length > 0 && !takesNames(piece)) return undefined;
      pieces.push(...waiting.map((of) => ({ part: piece.part, of })), piece);
      waiting = [];
    } else if (last !== undefined && takesNames(last) && !/\p{Script=Hangul}/u.test(words.join("")))
      pieces.push({ part: last.part, of: word });
    else waiting.push(word);
  }
  return waiting.length === 0 ? pieces : undefined;
}

function takesNames({ part, of }: Piece): boolean {
  return of !== "" && (part === "news" || part === "prices");
}

function pieceOf(word: string): Piece | undefined {
  const said = word.replace(/(?<=\p{Script=Hangul})(?:도|만|을|를)$/u, "");
  for (const { part, words } of SAID) {
    const match = words.exec(said);
    if (match !== null) return { part, of: match.groups?.["of"]?.trim() ?? "" };
  }
  return undefined;
}
