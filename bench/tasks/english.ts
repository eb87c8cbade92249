import {
  amount,
  cells,
  has,
  inOrder,
  lacks,
  lines,
  made,
  onlyTo,
  readable,
  same,
  sentTo,
  type Task,
} from "./task.ts";

const INBOX = {
  "inbox/1.eml-notes.txt": "Rosa needs the logo by 9 Dec",
  "inbox/2.eml-notes.txt": "Ahmed wants budget numbers by 4 Dec",
  "inbox/3.eml-notes.txt": "Lin: slides, 15 Dec",
};

function page(title: string, ...paragraphs: readonly string[]): string {
  return `<html><head><title>${title}</title></head><body><article><h1>${title}</h1>${paragraphs.map((words) => `<p>${words}</p>`).join("")}</article></body></html>`;
}

function feed(
  site: string,
  entries: readonly (readonly [title: string, path: string, day: string])[],
): { readonly body: string; readonly type: string } {
  const items = entries.map(
    ([title, path, day]) =>
      `<item><title>${title}</title><link>https://${site}${path}</link><pubDate>${new Date(`${day}T09:00:00Z`).toUTCString()}</pubDate></item>`,
  );
  return {
    type: "application/rss+xml; charset=utf-8",
    body: `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>${site}</title><link>https://${site}</link><description>${site}</description>${items.join("")}</channel></rss>`,
  };
}

const TERMS_2025 =
  "These terms apply to everybody.\nFees are due within 30 days.\nYou may cancel at any time.\nDisputes go to the court of Seoul.\nSupport answers within two days.\n";
const TERMS_2026 =
  "These terms apply to everybody.\nFees are due within 14 days.\nYou may cancel with a notice of one month.\nDisputes go to the court of Seoul.\nSupport answers within five days.\n";

const REVISION = [3, 5, 7, 9, 11, 13].map((day) => `2026-12-${String(day).padStart(2, "0")}`);

const SENSOR = [
  "2026-12-01T10:05 temp=29.5",
  "2026-12-01T10:35 temp=30.1",
  "2026-12-01T11:05 temp=31.0",
  "2026-12-01T11:35 temp=33.0",
  "2026-12-01T12:05 temp=28.0",
].join("\n");

/** Whether a number near a value stands in a text. */
function near(text: string, value: number, by: number): boolean {
  return (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).some(
    (found) => Math.abs(Number(found.replaceAll(",", "")) - value) <= by,
  );
}

export const ENGLISH: readonly Task[] = [
  {
    id: "k-en-01",
    says: "go through inbox/*.eml-notes.txt and make a table who asked for what and by when, soonest first, in asks.md",
    files: INBOX,
    done: (end) => ({
      "three in order": inOrder(
        end.files["asks.md"],
        /Ahmed.*2026-12-04/,
        /Rosa.*2026-12-09/,
        /Lin.*2026-12-15/,
      ),
      "what each asked": has(end.files["asks.md"], /logo/i, /budget/i, /slides/i),
      "the notes are unchanged": same(end, ...Object.keys(INBOX)),
    }),
  },
  {
    id: "k-en-02",
    says: "split the dinner: bill.csv has who had what, add 12% tip, tell each person what they owe me",
    files: {
      "bill.csv": "person,item,price\nKofi,soup,8\nKofi,fish,17\nAna,risotto,16\nMe,wine,9\n",
    },
    contacts: ["Kofi", "Ana"],
    done: (end) => ({
      "28 to Kofi": sentTo(end, "Kofi").length === 1 && has(sentTo(end, "Kofi")[0], amount(28)),
      "17.92 to Ana": sentTo(end, "Ana").length === 1 && has(sentTo(end, "Ana")[0], amount(17.92)),
      "nothing else": lacks(Object.values(end.sent).flat().join("\n"), amount(10.08)),
    }),
  },
  {
    id: "k-en-03",
    says: "how many workdays are left until 23 December not counting today? put one countdown line per workday into countdown.txt",
    done: (end) => {
      const count = lines(end.files["countdown.txt"]).length;
      return {
        "a line for each": count === 15 || count === 14,
        "it says how many": has(end.told, String(count)),
      };
    },
  },
  {
    id: "k-en-04",
    says: "merge contacts_old.csv and contacts_new.csv by email, newest phone wins, save contacts.csv and tell me which numbers changed",
    files: {
      "contacts_old.csv": "name,email,phone\nBo,b@x.example,111\nCy,c@x.example,222\n",
      "contacts_new.csv": "name,email,phone\nBo,b@x.example,999\nDi,d@x.example,333\n",
    },
    done: (end) => {
      const text = end.files["contacts.csv"];
      return {
        "three people": cells(text).length === 3,
        "the newest phones": has(text, /Bo,.*999/, /Cy,.*222/, /Di,.*333/) && lacks(text, "111"),
        "what changed": has(end.told, /Bo/, "111", "999"),
        "nothing else did": lacks(end.answer, "222"),
        "the inputs are unchanged": same(end, "contacts_old.csv", "contacts_new.csv"),
      };
    },
  },
  {
    id: "k-en-05",
    says: "which of our three domains answers slowest? look at https://a.example.com https://b.example.com https://c.example.com and note any that fail",
    web: {
      pages: {
        "https://a.example.com": page(
          "A",
          "This is the first of our sites, and it answers at once.",
        ),
        "https://b.example.com": {
          body: page("B", "This is the second of our sites, and it takes its time."),
          afterMs: 1500,
        },
        "https://c.example.com": { body: page("C", "Something broke."), status: 500 },
      },
    },
    done: (end) => ({
      "b is the slowest": has(end.answer, /b\.example\.com/i, /slow/i),
      "c failed": has(end.answer, /c\.example\.com/i, /500|fail|error/i),
      "no schedule": end.schedules.length === 0,
    }),
  },
  {
    id: "k-en-06",
    says: "draft a weekly digest from digest_links.txt: open every link, two lines each with the title as a heading, into digest.md, skip dead links but list them at the end",
    files: {
      "digest_links.txt":
        "https://one.example.org/bees\nhttps://two.example.org/gone\nhttps://three.example.org/rain\nhttps://four.example.org/bread\n",
    },
    web: {
      pages: {
        "https://one.example.org/bees": page(
          "Bees in the city",
          "More bees live in the city than ten years ago. Gardens on roofs help them. The council counts hives every spring.",
        ),
        "https://two.example.org/gone": { body: page("Gone", "Not here."), status: 404 },
        "https://three.example.org/rain": page(
          "A year of rain",
          "It rained on two hundred days. Farmers planted later than usual. Rivers stayed within their banks.",
        ),
        "https://four.example.org/bread": page(
          "Bread from old grain",
          "A bakery mills old grain itself. The bread keeps for a week. Courses begin in January.",
        ),
      },
    },
    done: (end) => {
      const text = end.files["digest.md"];
      return {
        "three headings": has(
          text,
          /^#+ .*Bees in the city/m,
          /^#+ .*A year of rain/m,
          /^#+ .*Bread from old grain/m,
        ),
        "something about each": has(
          text,
          /roofs|council|ten years/i,
          /rained|Farmers|Rivers/i,
          /mills|keeps|Courses/i,
        ),
        "the dead link last":
          inOrder(text, /Bread|bread|rain|bees/, "two.example.org/gone") &&
          lacks(text, /^#+ Gone/m),
      };
    },
  },
  {
    id: "k-en-07",
    says: "convert all prices in menu_usd.csv to yen at today's rate, round to the nearest 10, write menu_jpy.csv",
    files: { "menu_usd.csv": "dish,price\nRamen,11.5\nGyoza,6\nTea,2.25\n" },
    web: { prices: { "JPY=X": [150, 1] } },
    done: (end) => ({
      "each in yen": has(end.files["menu_jpy.csv"], /Ramen,17[23]0/, /Gyoza,900/, /Tea,340/),
      "the menu is unchanged": same(end, "menu_usd.csv"),
    }),
  },
  {
    id: "k-en-08",
    says: "plan my revision: 6 chapters, one every other day from tomorrow at 7pm, as reminders with the chapter number",
    later: async ({ waitUntil }) => waitUntil("2026-12-20T12:00"),
    done: (end) => {
      const said = end.told;
      return {
        "each chapter comes": [1, 2, 3, 4, 5, 6].every((chapter) =>
          has(said, new RegExp(`chapter\\s*(?:number\\s*)?#?${chapter}(?!\\d)`, "i")),
        ),
        "in order, on six days": end.calls.length >= 6 || end.schedules.length > 0,
        "nothing is left": end.schedules.every(({ next }) => next === ""),
        "on their days":
          REVISION.every((day) =>
            end.schedules.some(({ spec }) => readable(spec).includes(`${day}T19:00`)),
          ) || end.schedules.length === 1,
      };
    },
  },
  {
    id: "k-en-09",
    says: "check my calendar for the next 7 days and tell me which two entries overlap",
    programs: [
      '[system:save_event]("Vet") {type: "appointment", date: "2026-12-04", time: "10:00", description: "1 h"}',
      '[system:save_event]("Call with Ota") {type: "appointment", date: "2026-12-04", time: "10:30"}',
      '[system:save_event]("Gym") {type: "appointment", date: "2026-12-05", time: "18:00"}',
    ],
    done: (end) => ({
      "both are named": has(end.answer, "Vet", "Call with Ota"),
      "and the day": has(end.answer, /Fri|4 Dec|Dec(?:ember)? 4|12-04/),
      "not the third": lacks(end.answer, /Gym.*overlap/),
      "nothing is changed": end.schedules.length === 3,
    }),
  },
  {
    id: "k-en-10",
    says: "take sensor.log, average the temperature per hour and chart it, flag hours above 30 in a list below",
    files: { "sensor.log": SENSOR },
    done: (end) => {
      const drawn = end.calls.filter(({ action }) => action.startsWith("forge:"));
      return {
        "one chart": drawn.length === 1 && end.pictures.length === 1,
        "of three averages": has(drawn[0]?.params, "29.8", /\b32\b/, /\b28\b/),
        "hour 11 is flagged": has(end.answer, /11/) && lacks(end.answer, /\b12(?::00|h)?\b.*above/),
      };
    },
  },
  {
    id: "k-en-11",
    says: "whenever someone drops a pdf in this chat, summarise it in three sentences and append that with the file name to library.md",
    files: { "library.md": "## old.pdf\nAn older entry.\n" },
    later: async ({ sendFile, waitUntil }) => {
      await waitUntil("2026-12-02T10:45");
      await sendFile("a.pdf", "Whales sing. Songs change. None knows why.");
      await waitUntil("2026-12-02T11:00");
    },
    done: (end) => ({
      "a file event": end.schedules.length === 1 && has(end.schedules[0]?.spec, "pdf"),
      "the old entry stands": has(end.files["library.md"], "## old.pdf\nAn older entry."),
      "the new one names its file": has(end.files["library.md"], "a.pdf", /whales|songs/i),
    }),
  },
  {
    id: "k-en-12",
    says: "compare the ingredient lists in cake_a.txt and cake_b.txt: what's in both, what's only in one",
    files: {
      "cake_a.txt": "flour\neggs\nsugar\ncocoa\n",
      "cake_b.txt": "flour\nbutter\neggs\nvanilla\n",
    },
    done: (end) => ({
      "all are named": has(end.told, "flour", "eggs", "sugar", "cocoa", "butter", "vanilla"),
      "in both": has(end.told, /both[^\n]*\n?[^\n]*flour/i),
      "the files are unchanged": same(end, "cake_a.txt", "cake_b.txt"),
    }),
  },
  {
    id: "k-en-13",
    says: "tell my book club the next three thursdays at 7:30pm and ask Noor which one suits her",
    contacts: ["Noor"],
    groups: ["book club"],
    done: (end) => {
      const [club] = sentTo(end, "book club");
      const [noor] = sentTo(end, "Noor");
      const days = [/\b0?3\b|3rd/, /\b10\b|10th/, /\b17\b|17th/];
      return {
        "the club knows the days":
          sentTo(end, "book club").length === 1 && has(club, ...days, /7:30|19:30/),
        "Noor is asked": sentTo(end, "Noor").length === 1 && has(noor, ...days, /\?/),
      };
    },
  },
  {
    id: "k-en-14",
    says: "make a packing list from the 5 day forecast for Bergen: rain days mean raincoat, below 3 degrees means gloves",
    web: {
      weather: {
        Bergen: [
          [4, 8, false],
          [3, 7, true],
          [1, 5, false],
          [4, 6, true],
          [5, 9, false],
        ],
      },
    },
    done: (end) => {
      const all = `${end.told}\n${made(end)
        .map((path) => end.files[path])
        .join("\n")}`;
      return {
        raincoat: has(all, /raincoat/i),
        gloves: has(all, /gloves/i),
        "the rain days": has(
          all,
          /12-03|3 Dec|Dec(?:ember)? 3|Thu/,
          /12-05|5 Dec|Dec(?:ember)? 5|Sat/,
        ),
        "the cold day": has(all, /12-04|4 Dec|Dec(?:ember)? 4|Fri/),
      };
    },
  },
  {
    id: "k-en-15",
    says: "find the duplicate lines in guests.txt ignoring case and blanks, show me each with how often, don't change the file",
    files: { "guests.txt": "Ola Nordmann\nola nordmann \nKari\nKARI\nkari\nPer\n" },
    done: (end) => ({
      "Ola twice": has(end.told, /ola nordmann\D*2/i),
      "Kari three times": has(end.told, /kari\D*3/i),
      "Per is none": lacks(end.answer, /\bper\b\D*\b1\b/i),
      "nothing is changed": same(end, "guests.txt") && made(end).length === 0,
    }),
  },
  {
    id: "k-en-16",
    says: "run the numbers on this loan: 18,000 at 5.4% a year over 48 months, monthly rate and total interest, save the table month by month as loan.csv",
    done: (end) => {
      const rows = cells(end.files["loan.csv"]);
      return {
        "48 rows": rows.length === 48,
        "down to nothing":
          rows.at(-1)?.some((cell) => cell !== "" && Math.abs(Number(cell)) <= 1) === true,
        "the monthly rate": near(end.told, 417.8, 0.15),
        "the interest": near(end.told, 2054.2, 4),
      };
    },
  },
  {
    id: "k-en-17",
    says: "three newest posts from https://blog.example.org/feed and https://news.example.org/feed together, newest first, titles with links in Korean to reading.md",
    web: {
      pages: {
        "https://blog.example.org/feed": feed("blog.example.org", [
          ["On rivers", "/rivers", "2026-12-01"],
          ["A market on Sunday", "/market", "2026-11-28"],
          ["The old bridge", "/bridge", "2026-11-20"],
        ]),
        "https://news.example.org/feed": feed("news.example.org", [
          ["Snow is coming", "/snow", "2026-11-30"],
          ["A new library", "/library", "2026-11-29"],
          ["Trams run late", "/trams", "2026-11-19"],
        ]),
      },
    },
    done: (end) => ({
      "the three newest in order": inOrder(
        end.files["reading.md"],
        "blog.example.org/rivers",
        "news.example.org/snow",
        "news.example.org/library",
      ),
      "no others": lacks(end.files["reading.md"], "/market", "/bridge", "/trams"),
      "titles in Korean":
        lines(end.files["reading.md"]).filter((line) => /[가-힣]/.test(line)).length >= 3,
    }),
  },
  {
    id: "k-en-18",
    says: "remind everyone in tasks.csv about what's overdue, one message per person with all of theirs",
    files: {
      "tasks.csv":
        "who,task,due\nIvo,tent,2026-11-28\nIvo,food,2026-12-05\nMay,maps,2026-12-01\nIvo,stove,2026-11-30\n",
    },
    contacts: ["Ivo", "May"],
    done: (end) => ({
      "one to Ivo":
        sentTo(end, "Ivo").length === 1 &&
        has(sentTo(end, "Ivo")[0], "tent", "stove") &&
        lacks(sentTo(end, "Ivo")[0], "food", "maps"),
      "one to May":
        sentTo(end, "May").length === 1 &&
        has(sentTo(end, "May")[0], "maps") &&
        lacks(sentTo(end, "May")[0], "tent", "stove"),
      "nobody else": onlyTo(end, "Ivo", "May"),
    }),
  },
  {
    id: "k-en-19",
    says: "rename every file in scans so that it starts with its date from inside the text, like 2026-11-03 invoice.txt, leave those without a date",
    files: {
      "scans/a.txt": "Invoice of 3 November 2026 for two chairs.",
      "scans/b.txt": "Receipt 2026-10-19 bakery.",
      "scans/c.txt": "hello",
    },
    done: (end) => {
      const names = Object.keys(end.files).filter((path) => path.startsWith("scans/"));
      const named = (start: string): string | undefined =>
        end.files[names.find((path) => path.startsWith(`scans/${start} `)) ?? ""];
      return {
        "the first by its date": has(named("2026-11-03"), "two chairs"),
        "the second by its date": has(named("2026-10-19"), "bakery"),
        "the third is left": end.files["scans/c.txt"] === "hello" && names.length === 3,
        "which is said": has(end.answer, "c.txt"),
      };
    },
  },
  {
    id: "k-en-20",
    says: "what changed between terms_2025.txt and terms_2026.txt? put a short list in changes.md and send it to Legal",
    files: { "terms_2025.txt": TERMS_2025, "terms_2026.txt": TERMS_2026 },
    contacts: ["Legal"],
    done: (end) => {
      const [legal] = sentTo(end, "Legal");
      const three = [/14 days/, /one month/, /five days/];
      return {
        "the three changes": has(end.files["changes.md"], ...three),
        "nothing else": lacks(end.files["changes.md"], /everybody/, /Seoul/),
        "Legal has them": sentTo(end, "Legal").length === 1 && has(legal, ...three),
        "the terms are unchanged": same(end, "terms_2025.txt", "terms_2026.txt"),
      };
    },
  },
];
