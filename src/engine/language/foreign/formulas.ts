import { isRegularExpression } from "./formula-sense.ts";
import { patternMeant } from "./patterns.ts";

/** One way in which other languages write a piece of a formula, and what is written here. */
type Rule = readonly [
  written: RegExp,
  meant: string | ((all: string, ...found: string[]) => string),
];

/** What a condition or an expression of other languages says, in IBL; the same text where nothing is foreign. Texts in quotes stay as they are. Pure. */
export function formulaMeant(written: string): string {
  const texts: string[] = [];
  const bare = written.replace(QUOTED, (text) => {
    texts.push(text);
    return `${OPEN}${texts.length - 1}${CLOSE}`;
  });
  const writtenAs = (mark: string): string => texts[Number(mark.slice(1, -1))] ?? "";
  const textOf = (mark: string): string => writtenAs(mark).slice(1, -1).replaceAll("\\", "");
  const rules = [...patternRules(writtenAs), ...PLAIN_RULES, ...rulesWithTexts(textOf)];
  const meant = rules.reduce(applied, bare);
  return meant.replace(MARK, (mark) => texts[Number(mark.slice(1, -1))] ?? mark);
}

/** A rule holds for what it has made too: `a.trim().upper()`. */
const MOST_TIMES = 5;

function applied(text: string, [written, meant]: Rule): string {
  let here = text;
  for (let times = 0; times < MOST_TIMES; times += 1) {
    const next = here.replace(written, meant as string);
    if (next === here) break;
    here = next;
  }
  return here;
}

/** A text in quotes, or a regular expression between slashes where one is wanted. */
const QUOTED =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?<=(?:[=!]~|\b(?:matches|match|regex)|\.(?:match|search|test)\(|^|[(!])\s*)\/(?:[^/\\\n]|\\.)+\/[a-z]*/g;
const OPEN = "\uE000";
const CLOSE = "\uE001";
const MARK = /\uE000\d+\uE001/g;

const TEXT = String.raw`\uE000\d+\uE001`;
const NAME = String.raw`[\p{L}_][\p{L}\p{N}_]*(?![\p{L}\p{N}_])`;
/** A variable with its path. */
const PATH = String.raw`(?<![\p{L}\p{N}_.$])\$?${NAME}(?:\.${NAME}(?!\s*\()|\.\d+|\[[^[\]]*\])*(?!\s*\()`;
const CALL = String.raw`(?<![\p{L}\p{N}_.$])${NAME}\([^()]*\)`;
const VALUE = String.raw`(${CALL}|${PATH}|${TEXT}|\([^()]*\)|(?<![\p{L}\p{N}_.$])\d+(?:\.\d+)?)`;
const ARGS = String.raw`\(([^()]*)\)`;

/** Functions by the names that they have elsewhere. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  avg: "average|mean",
  count: "len|size|count",
  length: "strlen|char_length",
  sort: "sorted|sort_by|sortby|order_by",
  reverse: "reversed",
  unique: "distinct|uniq|dedup|set",
  upper: "toUpperCase|to_upper|uppercase|toupper|ucase|upcase",
  lower: "toLowerCase|to_lower|lowercase|tolower|lcase|downcase",
  trim: "strip",
  replace: "replaceAll|replace_all|sub",
  slice: "substring",
  starts_with: "startsWith|startswith|starts_with",
  ends_with: "endsWith|endswith|ends_with",
  number: "int|float|Number|parseInt|parseFloat|to_number|to_i|to_f|Decimal",
  text: "str|String|toString|to_string|to_s",
  json: "JSON\\.stringify|to_json|tojson|dumps|json\\.dumps",
  keys: "Object\\.keys",
  values: "Object\\.values",
  round: "Math\\.round|toFixed|to_fixed",
  abs: "Math\\.abs",
  min: "Math\\.min|minimum",
  max: "Math\\.max|maximum",
  default: "coalesce|ifnull|nvl|if_null|getattr",
  days_between: "date_diff|datediff|days_diff|diff_days|dateDiff|differenceInDays",
  add: "date_add|add_days|dateadd|addDays|plus_days",
  format: "format_date|strftime|date_format|formatDate|dateformat|format_number",
  weekday: "day_of_week|dayofweek|day_name",
  empty: "is_empty|isEmpty",
};

const HERE_OF = new Map(
  Object.entries(FUNCTIONS).flatMap(([here, names]) =>
    [...names.split("|"), here].map((name) => [name.replaceAll("\\", "").toLowerCase(), here]),
  ),
);

/** Functions that are called by their own names behind a dot or a `|`. */
const AS_METHODS = "join|split|reverse|sort|keys|values|first|last|take|sum|format|trim|text|abs";

const ELSEWHERE = Object.values(FUNCTIONS).join("|");
const METHOD = `${ELSEWHERE}|${Object.keys(FUNCTIONS).join("|")}|${AS_METHODS}|length`;

function called(name: string, ...args: readonly string[]): string {
  const given = args.map((each) => each.trim()).filter((each) => each !== "");
  return `${HERE_OF.get(name.toLowerCase()) ?? name}(${given.join(", ")})`;
}

/** What a part of a date is asked for by, and the letters that `format` has for it. */
const DATE_PARTS: Readonly<Record<string, string>> = {
  year: "YYYY",
  month: "MM",
  day: "DD",
  hour: "HH",
  minute: "mm",
};

const DATE_CALL = String.raw`((?:now|today)\(\)|(?:date|add)\([^()]*(?:\(\)[^()]*)?\))`;

const PLAIN_RULES: readonly Rule[] = [
  [/\bis\s+not\s+(?:none|null|nil|undefined)\b/giu, "!= null"],
  [/\bis\s+(?:none|null|nil|undefined)\b/giu, "== null"],
  [new RegExp(String.raw`${VALUE}\s+is\s+not\s+empty\b`, "giu"), "not empty($1)"],
  [new RegExp(String.raw`${VALUE}\s+is\s+empty\b`, "giu"), "empty($1)"],
  [/\bis\s+(?:greater|more|larger|bigger)\s+than\s+or\s+equal\s+to\b|\bis\s+at\s+least\b/giu, ">="],
  [/\bis\s+(?:less|smaller|fewer)\s+than\s+or\s+equal\s+to\b|\bis\s+at\s+most\b/giu, "<="],
  [/\b(?:is\s+)?(?:greater|more|larger|bigger)\s+than\b|\bis\s+over\b|\bis\s+above\b/giu, ">"],
  [/\b(?:is\s+)?(?:less|smaller|fewer)\s+than\b|\bis\s+under\b|\bis\s+below\b/giu, "<"],
  [/\bis\s+not\s+equal\s+to\b|\bis\s+not\b|!==|<>/giu, "!="],
  [/\bis\s+equal\s+to\b|\bequals(?:\s+to)?\b|===|\bis\b/giu, "=="],
  [/\s-eq\s/g, " == "],
  [/\s-ne\s/g, " != "],
  [/\s-gt\s/g, " > "],
  [/\s-lt\s/g, " < "],
  [/\s-ge\s/g, " >= "],
  [/\s-le\s/g, " <= "],
  [/\b(?:undefined|nil)\b/g, "null"],
  // rows?.[0]?.title
  [/\?\.(?=\[)/g, ""],
  [/(?<=[\p{L}\p{N}_\])])\?\.(?=[\p{L}_])/gu, "."],
  // [r.name for r in rows]   rows.map(r => r.name)
  [
    new RegExp(
      String.raw`\[?\s*(${NAME})((?:\.${NAME})+)\s+for\s+\1\s+in\s+(${PATH})\s*(?:\]|(?=\)))`,
      "gu",
    ),
    "$3.*$2",
  ],
  [
    new RegExp(
      String.raw`(${PATH})\.map\(\s*\(?\s*(${NAME})\s*\)?\s*=>\s*\2((?:\.${NAME})+)\s*\)`,
      "gu",
    ),
    "$1.*$3",
  ],
  // datetime.now()   new Date()   Date.now()
  [/\b(?:datetime|date|Date|dayjs|moment)\.(now|today)\(\)/g, "$1()"],
  [/\bnew\s+Date\(\)|\b(?:moment|dayjs|current_date)\(\)/g, "now()"],
  [/\b(now|today)\(\)\.(?:toISOString|isoformat|toString)\(\)/g, "$1()"],
  [/\b(now|today)\(([^()]+)\)/g, "format($1(), $2)"],
  [
    new RegExp(String.raw`${DATE_CALL}\.(year|month|day|hour|minute)(?:\(\))?`, "gu"),
    (_all, date = "", part = "") => `format(${date}, '${DATE_PARTS[part]}')`,
  ],
  // today() + 7   today() - timedelta(days=3)
  [
    new RegExp(
      String.raw`${DATE_CALL}\s*([+-])\s*(?:timedelta\(\s*)?(?:(day|week|hour|minute)s\s*=\s*)?(\d+)\)?(?![\d.])`,
      "gu",
    ),
    (_all, date = "", sign = "", unit, count = "") =>
      `add(${date}, '${sign === "-" ? "-" : ""}${count} ${unit ?? "day"}s')`,
  ],
  // hour(now())
  [
    /\b(hour|minute)\(now\(\)\)/g,
    (_all, part = "") => `number(format(now(), '${DATE_PARTS[part]}'))`,
  ],
  // date(a) - today()
  [
    new RegExp(String.raw`(${CALL}|${PATH})\s*-\s*${DATE_CALL}(?:\.days)?`, "gu"),
    "days_between($2, $1)",
  ],
  [new RegExp(String.raw`${DATE_CALL}\s*-\s*(${PATH})(?:\.days)?`, "gu"), "days_between($2, $1)"],
  [/\bdays_(?:until|left|to|till)\(([^()]+)\)/gu, "days_between(today(), $1)"],
  [/\b(?:days_since|age_in_days)\(([^()]+)\)/gu, "days_between($1, today())"],
  [/\bdays_ago\(\s*(\d+)\s*\)/gu, "add(today(), '-$1 days')"],
  // x.includes(y)   x.at(-1)   x.get(k)
  [
    new RegExp(String.raw`${VALUE}\.(?:includes|contains|include\?)${ARGS}`, "gu"),
    "$1 contains $2",
  ],
  [new RegExp(String.raw`${VALUE}\.(?:at|get|item)\(([^(),]+)\)`, "gu"), "$1[$2]"],
  [new RegExp(String.raw`${VALUE}\.get\(([^(),]+),([^()]+)\)`, "gu"), "default($1[$2],$3)"],
  // ", ".join(x)
  [new RegExp(String.raw`(${TEXT})\.join${ARGS}`, "gu"), "join($2, $1)"],
  // Math.round(x)   len(x)
  [
    new RegExp(String.raw`(?<![\p{L}\p{N}_.])(${ELSEWHERE})\(`, "giu"),
    (_all, name = "") => `${HERE_OF.get(name.toLowerCase()) ?? name}(`,
  ],
  // x.upper()
  [
    new RegExp(String.raw`${VALUE}\.(${METHOD})${ARGS}`, "giu"),
    (_all, value = "", name = "", args = "") => called(name, value, args),
  ],
  // x[:2]   x[1:3]
  [new RegExp(String.raw`(${PATH})\[\s*:\s*(\d+)\s*\]`, "gu"), "take($1, $2)"],
  [
    new RegExp(String.raw`(${PATH})\[\s*(-?\d+)\s*:\s*(-?\d*)\s*\]`, "gu"),
    (_all, value = "", from = "", to = "") => called("slice", value, from, to),
  ],
  // x | length   x | join: ", "
  [
    new RegExp(String.raw`${VALUE}\s*\|\s*(${METHOD})\b(?:${ARGS}|\s*:\s*(${TEXT}|\d+))?`, "giu"),
    (_all, value = "", name = "", args, arg) => called(name, value, args ?? arg ?? ""),
  ],
  [new RegExp(String.raw`${VALUE}\s*\?\?\s*${VALUE}`, "gu"), "default($1, $2)"],
  // {x:.2f}
  [new RegExp(String.raw`^\s*(${PATH}|${CALL})\s*:\s*\.(\d)f\s*$`, "gu"), "round($1, $2)"],
  [
    new RegExp(String.raw`^\s*(${PATH}|${CALL})\s*:\s*,\s*(?:\.(\d)f)?\s*$`, "gu"),
    "format($1, $2)",
  ],
  [/\(([^()]*), \)/g, "($1)"],
  [
    new RegExp(
      String.raw`${VALUE}\s+(?:does\s+not\s+contain|not\s+contains?)\s+(${TEXT}|\$\S+)`,
      "giu",
    ),
    "not ($1 contains $2)",
  ],
  [/(?<![=!<>])=(?![=>~])/g, "=="],
  // $x == "a" or "b"   $x or "none"
  [
    new RegExp(
      String.raw`${VALUE}\s*==\s*(${TEXT}|\d+(?:\.\d+)?)((?:\s+or\s+(?:${TEXT}|\d+(?:\.\d+)?)(?!\s*[=!<>+*/.-]))+)`,
      "gu",
    ),
    (_all, value = "", first = "", others = "") =>
      [first, ...others.split(/\s+or\s+/u).slice(1)]
        .map((each) => `${value} == ${each}`)
        .join(" or "),
  ],
  [
    new RegExp(String.raw`^\s*${VALUE}\s+or\s+(${TEXT}|\d+(?:\.\d+)?)\s*$`, "gu"),
    "default($1, $2)",
  ],
];

/** Rules that look into the texts in quotes, which `textOf` gives. */
function rulesWithTexts(textOf: (mark: string) => string): readonly Rule[] {
  return [
    // add(today(), 7, "days")   subtract(today(), "3 days")
    [
      new RegExp(String.raw`\badd\(((?:[^(),]|\(\))+),\s*(-?\d+)\s*,\s*(${TEXT})\s*\)`, "gu"),
      (_all, date = "", count = "", unit = "") => `add(${date}, '${count} ${textOf(unit)}')`,
    ],
    [
      /\badd\(((?:[^(),]|\(\))+),\s*(-?\d+)\s*\)/gu,
      (_all, date = "", count = "") => `add(${date}, '${count} days')`,
    ],
    [
      new RegExp(
        String.raw`\b(?:subtract|sub|minus|date_sub)\(((?:[^(),]|\(\))+),\s*(${TEXT})\s*\)`,
        "gu",
      ),
      (_all, date = "", span = "") => `add(${date}, '-${textOf(span)}')`,
    ],
    [
      new RegExp(String.raw`${DATE_CALL}\s*([+-])\s*(${TEXT})`, "gu"),
      (all, date = "", sign = "", span = "") =>
        /^\d+ ?\p{L}+$/u.test(textOf(span))
          ? `add(${date}, '${sign === "-" ? "-" : ""}${textOf(span)}')`
          : all,
    ],
    // today() == "Monday"   now() > "18:00"
    [
      new RegExp(String.raw`(?<!\()\b(?:now|today)\(\)(\s*(?:[=!]=|[<>]=?)\s*)(${TEXT})`, "gu"),
      (all, sign = "", mark = "") => {
        if (/^\d\d?:\d\d$/.test(textOf(mark))) return `format(now(), 'HH:mm')${sign}${mark}`;
        return /day$/i.test(textOf(mark)) ? `weekday(today())${sign}${mark}` : all;
      },
    ],
    // format(now(), "%Y-%m-%d")
    [
      new RegExp(String.raw`\bformat\(((?:[^(),]|\(\))+),\s*(${TEXT})\s*\)`, "gu"),
      (all, value = "", form = "") =>
        textOf(form).includes("%")
          ? `format(${value}, '${textOf(form).replace(/%[YmdHMyS]/g, (sign) => CLOCK_SIGNS[sign] ?? sign)}')`
          : all,
    ],
    // format(x, ".2f")   "%.2f" % x
    [
      new RegExp(String.raw`\bformat\(((?:[^(),]|\(\))+),\s*(${TEXT})\s*\)`, "gu"),
      (all, value = "", form = "") => decimals(value.trim(), textOf(form)) ?? all,
    ],
    [
      new RegExp(String.raw`(${TEXT})\s*%\s*${VALUE}`, "gu"),
      (all, form = "", value = "") => decimals(value, textOf(form)) ?? all,
    ],
  ];
}

/** A number as `.2f`, `,.0f` or `%.1f` writes it. */
function decimals(value: string, form: string): string | undefined {
  const [, digits, isWhole] = /^%?,?(?:\.(\d))?(?:f|(d))$/.exec(form) ?? [];
  if (digits === undefined && isWhole === undefined) return undefined;
  return `format(${value}, ${digits ?? 0})`;
}

const CLOCK_SIGNS: Readonly<Record<string, string>> = {
  "%Y": "YYYY",
  "%y": "YY",
  "%m": "MM",
  "%d": "DD",
  "%H": "HH",
  "%M": "mm",
  "%S": "ss",
};

/** Comparisons with a regular expression; `writtenAs` gives what a mark stands for, quotes and slashes with it. */
function patternRules(writtenAs: (mark: string) => string): readonly Rule[] {
  const likes: Rule = [
    // $x like '%a%'
    new RegExp(String.raw`${VALUE}\s+(not\s+)?i?like\s+(${TEXT})`, "giu"),
    (_all, value = "", not = "", mark = "") => {
      const glob = writtenAs(mark).slice(1, -1).replaceAll("%", "*").replaceAll("_", "?");
      return not ? `not (${value} matches '${glob}')` : `${value} matches '${glob}'`;
    },
  ];
  const fields: Rule = [
    // x["name"]
    new RegExp(String.raw`(?<=[\p{L}\p{N}_\])])\[(${TEXT})\]`, "gu"),
    (all, mark = "") => {
      const name = writtenAs(mark).slice(1, -1);
      return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? `.${name}` : all;
    },
  ];
  return [fields, likes, ...regexRules(writtenAs)];
}

function regexRules(writtenAs: (mark: string) => string): readonly Rule[] {
  const meant = (all: string, value: string, mark: string, start = ""): string => {
    const [, slashed, flags = ""] = /^\/(.*)\/([a-z]*)$/s.exec(writtenAs(mark)) ?? [];
    const source =
      slashed ??
      writtenAs(mark)
        .slice(1, -1)
        .replace(/\\([\\"'])/g, "$1");
    return patternMeant(value, { source: `${start}${source}`, flags }) ?? all;
  };
  return [
    // $x !~ /a/
    [
      new RegExp(String.raw`${VALUE}\s*!~\s*(${TEXT})`, "gu"),
      (all, value = "", mark = "") => {
        const holds = meant(all, value, mark);
        return holds === all ? all : `not (${holds})`;
      },
    ],
    // $x =~ /a/   $x ~ 'a'
    [
      new RegExp(String.raw`${VALUE}\s*(?:=~|~\*?|\bregexp?\b|\brlike\b)\s*(${TEXT})`, "giu"),
      (all, value = "", mark = "") => meant(all, value, mark),
    ],
    // $x matches /a/   $x matches "^a.*"
    [
      new RegExp(String.raw`${VALUE}\s+match(?:es)?\s+(${TEXT})`, "giu"),
      (all, value = "", mark = "") =>
        writtenAs(mark).startsWith("/") || isRegularExpression(writtenAs(mark).slice(1, -1))
          ? meant(all, value, mark)
          : all,
    ],
    // /a/.test($x)   $x.match(/a/)
    [
      new RegExp(String.raw`(${TEXT})\.test\(\s*${VALUE}\s*\)`, "gu"),
      (all, mark = "", value = "") => meant(all, value, mark),
    ],
    [
      new RegExp(String.raw`${VALUE}\.(?:match|search|test)\(\s*(${TEXT})\s*\)`, "gu"),
      (all, value = "", mark = "") => meant(all, value, mark),
    ],
    // re.search('a', $x)
    [
      new RegExp(
        String.raw`\b(?:re\.(search|match|findall)|(?:regex|regexp)_(?:search|match|like))\(\s*r?(${TEXT})\s*,\s*${VALUE}\s*\)`,
        "gu",
      ),
      (all, name = "", mark = "", value = "") =>
        meant(all, value, mark, name === "match" ? "^" : ""),
    ],
  ];
}
