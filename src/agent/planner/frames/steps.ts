import { quoteIbl } from "../code.ts";
import { SCALES } from "../lookups/arithmetic.ts";
import type { Mention, ValueKind } from "./mentions.ts";

/** Something that is done with a result, and where it stands in the message. */
export interface Step {
  readonly start: number;
  readonly end: number;
  readonly code: string;
  /** True for what only keeps, shows or sends what came before it. */
  readonly isSink: boolean;
  readonly used: readonly Mention[];
}

/** Stand for the values of a message in its forms; from the private use area, so no message holds one that means anything. */
const MARKS: Readonly<Partial<Record<ValueKind, string>>> = {
  file: "\ue001",
  person: "\ue002",
  language: "\ue003",
  sentences: "\ue004",
  count: "\ue005",
  quote: "\ue006",
};
const FILLING = "\ue0ff";

interface StepForm {
  readonly form: RegExp;
  readonly isSink?: true;
  readonly code: (values: StepValues) => string | undefined;
}

interface StepValues {
  readonly of: (kind: ValueKind) => string | undefined;
  readonly groups: Readonly<Record<string, string | undefined>>;
}

function form(text: string): RegExp {
  const marked = text.replace(
    /\{(file|person|language|sentences|count|quote)\}/gu,
    (_whole, kind: ValueKind) => `${MARKS[kind]}${FILLING}*`,
  );
  return new RegExp(marked, "giu");
}

/** What may follow a Korean verb that goes on or asks. */
const KO_END =
  "[가-힣]*(?:\\s?(?:좀|해|해서|해줘|해\\s?주세요|줘|주세요|다음|뒤에?|후에?|부탁[가-힣]*))*[,.!~]*";
const IT =
  "(?:\\s+(?:it|that|this|them|those|these|the\\s+(?:result|results|list|lot|summary|whole\\s+thing)|me))?";

const FORMS: readonly StepForm[] = [
  {
    form: form(
      `(?:\\s*{language}[가-힣]*)?\\s*번역(?=[해하된돼]|\\s*(?:좀\\s*)?(?:해|부탁|줘|주세요|$))${KO_END}|\\s*{language}[가-힣]*\\s*(?:옮기|옮겨|바꾸|바꿔|풀어|해석)${KO_END}|(?:,?\\s*(?:and|then)\\s+)+translate${IT}(?:\\s*{language})?|(?:,?\\s*(?:and|then)\\s+)*(?:translate[ds]?|put|turn|change|rewrite)?${IT}\\s*{language}`,
    ),
    code: ({ of }) => {
      const to = of("language");
      return to === undefined ? "[system:translate]" : `[system:translate] {to: ${quoteIbl(to)}}`;
    },
  },
  {
    form: form(
      `(?:{sentences}[가-힣]*\\s*)?(?:요약|줄여|줄이|추려|간추|압축|짧게)${KO_END}|(?:,?\\s*(?:and|then)\\s+)*(?:summari[sz]e[ds]?|summary|sum(?:med)?${IT}\\s+up|sum\\s+up${IT}|shorten(?:ed)?|boil(?:ed)?${IT}\\s+down|condense[ds]?|tl;?dr|the\\s+gist)(?:\\s+of)?${IT}(?:\\s*(?:in|to|into)?\\s*{sentences})?|(?:,?\\s*(?:and|in)\\s+)+{sentences}|^\\s*(?:(?:and|ok|okay|now|then),?\\s+)*{sentences}[?.!\\s]*$|{sentences}[가-힣]*\\s*$`,
    ),
    code: ({ of }) =>
      of("sentences") === undefined
        ? "[system:summarize]"
        : `[system:summarize] {sentences: ${of("sentences")}}`,
  },
  {
    isSink: true,
    form: form(
      `{file}[가-힣]{0,3}\\s*(?:이름으로\\s*|파일(?:로|에)\\s*)?(?:다|다가)?\\s*(?:저장|남기|남겨|적어|넣어|담아|보관|기록|써|만들|내보내|떨궈|정리해\\s?(?:둬|줘|서))${KO_END}|(?:,?\\s*(?:and|then)\\s+)*(?:save[ds]?|store|put|write|keep|file|dump|export|log|stash|drop)${IT}(?:\\s+(?:in|into|to|as|under|at|inside))*\\s+{file}|,\\s*(?:in)?to\\s+{file}`,
    ),
    code: ({ of }) => `[system:file](${quoteIbl(of("file") ?? "")})`,
  },
  {
    isSink: true,
    form: form(
      `(?<ko>csv|json|엑셀|씨에스브이|제이슨)(?:\\s?파일)?(?:로|으로)(?![가-힣])(?:\\s*(?:다운로드|다운|저장|내보내|뽑아|만들어|정리|보내|줘|주|받)${KO_END})?|(?:,?\\s*(?:and|then)\\s+)*(?:\\b(?:save|export|download|send|give|get)${IT}\\s+)?\\b(?:as|in|to|into)\\s+(?:an?\\s+)?(?<en>csv|json)(?:\\s+(?:file|format|form))?\\b`,
    ),
    code: ({ groups }) =>
      /json|제이슨/iu.test(groups["ko"] ?? groups["en"] ?? "")
        ? '[system:file]("result.json")'
        : '[system:file]("result.csv")',
  },
  {
    isSink: true,
    form: form(
      `{person}[가-힣]{0,3}\\s*(?:보내|전해|전달|공유|알려|쏴|날려|톡|문자)${KO_END}|(?:,?\\s*(?:and|then)\\s+)*(?:send|forward|share|pass|shoot|message|text)${IT}(?:\\s+(?:on|over|along|across|straight))?\\s+(?:to|with)\\s+{person}`,
    ),
    code: ({ of }) => `[messenger:send] {to: ${quoteIbl(of("person") ?? "")}}`,
  },
  {
    isSink: true,
    form: form(
      `(?:나한테|나에게|내게|저한테|저에게)\\s*(?:알림(?:으로|을)?\\s*)?(?:보내|쏴|날려)${KO_END}|알림(?:으로|을)?\\s*(?:보내|줘|주)${KO_END}|(?:나한테|저한테|내게)\\s*알림으로\\s*$|(?:,?\\s*(?:and|then)\\s+)+(?:notify|ping|alert)\\s+me\\b`,
    ),
    code: () => "[system:notify_user]",
  },
  {
    isSink: true,
    form: form(
      `(?:(?<bar>막대)|(?:꺾은)?\\s?선)(?:\\s?(?:그래프|차트))?(?:로|으로|를|을)?(?:\\s*(?:그려|그리|만들|보여|뽑)${KO_END})?|(?:그래프|차트|그림)(?:로|으로|를|을)?\\s*(?:그려|그리|그릴|만들|보여|뽑)${KO_END}|(?:,?\\s*(?:and|then)\\s+)*(?:draw|plot|make)${IT}\\s+(?:an?\\s+|into\\s+|as\\s+)*(?:line|(?<drawn>bar))\\s+(?:chart|graph)|(?:,?\\s*(?:and|then|as|in|on|into)\\s+)*(?:a\\s+|the\\s+)?\\b(?:chart|graph|plot|draw)(?:ed)?\\b${IT}(?:\\s+as\\s+(?:a\\s+)?(?:line|(?<bars>bars?)))?|(?:as|in)\\s+(?:a\\s+)?(?:line\\s+chart|(?<barred>bar\\s+chart|bars))`,
    ),
    code: ({ groups }) =>
      (groups["bar"] ?? groups["drawn"] ?? groups["bars"] ?? groups["barred"]) === undefined
        ? "[forge:line]"
        : "[forge:bar]",
  },
  {
    form: form(
      `(?<field>[\\p{L}\\p{N}_]+?)(?:이|가)?\\s*(?:(?<down>큰|많은|높은|비싼)|(?:작은|적은|낮은|싼|저렴한))\\s*(?:순서?|것|거)(?:대로|로|으로|부터)?(?:\\s*(?:정렬|나열|늘어)${KO_END})?|(?<by>[\\p{L}\\p{N}_]+)\\s?순(?:으로|서로|서대로)\\s*(?:정렬${KO_END})?|,?\\s*(?:and\\s+)?sort(?:ed)?${IT}\\s+by\\s+(?:the\\s+)?(?<en>\\w+)(?<desc>\\s*,?\\s*(?:desc\\w*|newest\\s+first|highest\\s+first|largest\\s+first|biggest\\s+first))?`,
    ),
    code: ({ groups }) => {
      const field = groups["field"] ?? groups["by"] ?? groups["en"];
      if (field === undefined) return undefined;
      if (field === "최신") return '[system:sort]("published") {order: "desc"}';
      const isDown = (groups["down"] ?? groups["desc"]) !== undefined;
      return `[system:sort](${quoteIbl(field)})${isDown ? ' {order: "desc"}' : ""}`;
    },
  },
  {
    form: form(
      `(?<field>[\\p{L}\\p{N}_]+?)(?:이|가)\\s*(?<value>[\\p{L}\\p{N}_]+?)인\\s*(?:줄|행|것|거|건)(?:들)?(?:만)?(?:\\s*(?:골라|고르|뽑|추려|남겨|걸러)${KO_END})?|(?:keep|only|just)\\s+(?:the\\s+|only\\s+)*(?:rows|lines|ones|entries)\\s+where\\s+(?:the\\s+)?(?<en>\\w+)\\s+is\\s+(?<word>\\w+)\\b(?!\\s*(?:than\\s*)?(?:\\d|{count}))`,
    ),
    code: ({ groups }) => {
      const field = groups["field"] ?? groups["en"] ?? "";
      const value = groups["value"] ?? groups["word"] ?? "";
      return `[system:filter](${quoteIbl(`${field} == '${value}'`)})`;
    },
  },
  {
    form: form(
      `(?<field>[\\p{L}\\p{N}_]+?)(?:이|가)?\\s*(?:(?<number>\\d[\\d,.]*)|{count})\\s?(?<scale>만|천|억)?(?:원|달러|개|점|명|도|%)?(?:을|를|보다)?\\s*(?<op>이상|이하|초과|미만|넘는|넘은|큰|많은|작은|적은|높은|낮은)\\s?(?:인|의)?\\s*(?:줄|행|것|거|건|사람)(?:들)?(?:만)?(?:\\s*(?:골라|고르|뽑|추려|남겨|걸러)${KO_END})?|(?:keep|only|just)\\s+(?:the\\s+|only\\s+)*(?:rows|lines|ones|entries)\\s+where\\s+(?:the\\s+)?(?<en>\\w+)\\s+is\\s+(?<enop>over|above|more\\s+than|under|below|less\\s+than|at\\s+least|at\\s+most)\\s+(?:(?<ennumber>\\d[\\d,.]*)|{count})`,
    ),
    code: ({ of, groups }) => {
      const scale = SCALES[groups["scale"] ?? ""] ?? 1;
      const number =
        Number((groups["number"] ?? groups["ennumber"] ?? of("count") ?? "").replaceAll(",", "")) *
        scale;
      const said = (groups["op"] ?? groups["enop"] ?? "").replace(/\s+/gu, " ");
      return `[system:filter](${quoteIbl(`${groups["field"] ?? groups["en"]} ${OPERATORS[said] ?? ">"} ${number}`)})`;
    },
  },
  {
    form: form(
      `(?:상위|위에서|앞에서|처음|맨 위)\\s*{count}|(?:,\\s*|,?\\s*(?:and|then)\\s+)+(?:take|keep)\\s+(?:the\\s+)?{count}`,
    ),
    code: ({ of }) => `[system:take](${of("count")})`,
  },
  {
    form: form(
      `(?:겹치|중복)[가-힣]*(?:\\s*(?:거|것|건|기사|줄|항목)[가-힣]*)?\\s*(?:빼|제거|지우|없애)${KO_END}|,?\\s*(?:with\\s+)?(?:no|without)\\s+(?:doubles|duplicates|repeats|dupes)|(?:remove|drop)\\s+(?:the\\s+)?(?:doubles|duplicates|dupes)`,
    ),
    code: () => '[system:dedup]("title")',
  },
  {
    form: form(
      `제목만(?:\\s*(?:보여|뽑|추려|골라)${KO_END})?|,?\\s*(?:just|only)\\s+(?:the\\s+)?(?:headlines|titles)|(?:headlines|titles)\\s+only`,
    ),
    code: () => '[system:select]("title")',
  },
];

const OPERATORS: Readonly<Record<string, string>> = {
  ...{ 이상: ">=", 이하: "<=", 초과: ">", 미만: "<", 넘는: ">", 넘은: ">", 큰: ">", 많은: ">" },
  ...{ 높은: ">", 작은: "<", 적은: "<", 낮은: "<", over: ">", above: ">", "more than": ">" },
  ...{ under: "<", below: "<", "less than": "<", "at least": ">=", "at most": "<=" },
};

/** Finds what a message wants done with results, in order. Pure. */
export function findSteps(text: string, mentions: readonly Mention[]): readonly Step[] {
  const masked = maskedText(text, mentions);
  const found = FORMS.flatMap(({ form: pattern, isSink, code }) =>
    [...masked.matchAll(pattern)].flatMap(({ 0: whole, index, groups = {} }): readonly Step[] => {
      const used = mentions.filter(
        ({ start }) =>
          start >= index && start < index + whole.length && masked[start] !== text[start],
      );
      const of = (kind: ValueKind): string | undefined =>
        used.find((each) => each.kind === kind)?.value?.toString();
      const made = code({ of, groups });
      if (made === undefined || whole.trim() === "") return [];
      return [
        { start: index, end: index + whole.length, code: made, isSink: isSink === true, used },
      ];
    }),
  );
  const taken: Step[] = [];
  for (const step of [...found].sort((a, b) => b.end - b.start - (a.end - a.start)))
    if (taken.every((other) => step.start >= other.end || step.end <= other.start))
      taken.push(step);
  const saysMore = ({ code }: Step, other: Step): boolean =>
    other.code !== code && other.code.startsWith(`${code} `);
  return taken
    .filter((step) => !taken.some((other) => saysMore(step, other)))
    .sort((a, b) => a.start - b.start);
}

/** A text with blanks in the place of its steps, so that what is left stays where it was. */
export function withoutSteps(text: string, steps: readonly Step[]): string {
  return steps.reduce(
    (left, { start, end }) => left.slice(0, start) + " ".repeat(end - start) + left.slice(end),
    text,
  );
}

/** Steps in order; what only keeps or sends the result stands side by side. */
export function chained(steps: readonly Step[]): string {
  const sinks = steps.filter(({ isSink }) => isSink).map(({ code }) => code);
  const inner = steps.filter(({ isSink }) => !isSink).map(({ code }) => code);
  return [...inner, ...(sinks.length === 0 ? [] : [sinks.join(" & ")])].join(" >> ");
}

function maskedText(text: string, mentions: readonly Mention[]): string {
  return mentions.reduce((masked, { kind, start, bodyEnd }) => {
    const mark = MARKS[kind];
    if (mark === undefined) return masked;
    return (
      masked.slice(0, start) + mark + FILLING.repeat(bodyEnd - start - 1) + masked.slice(bodyEnd)
    );
  }, text);
}
