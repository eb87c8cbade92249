import { homeSaid } from "../../agent/things/memories.ts";
import { dayAndTime, hourOf } from "../../base/format-time.ts";
import type { Language } from "../../base/localized.ts";
import { timeMark } from "../../base/visible-text.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import { knownPlaces } from "../../scheduler/timing/place-zones.ts";
import { parseZone } from "../../scheduler/timing/zone.ts";
import type { People, Person, QuietHours } from "../../security/access/people.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import { type ButtonHandler, type ButtonPress, signButton } from "../approvals/signed-button.ts";
import { type Command, usageOf } from "../commands/command.ts";
import { isShowing } from "../commands/command-tree.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import {
  parseQuietHours,
  QUIET_OFFERS,
  type QuietHoursSource,
  quietText,
  quietWords,
  reapplyQuietHours,
} from "../outbox/quiet-hours.ts";
import {
  type Button,
  type ChatAddress,
  chatKey,
  type OutgoingMessage,
} from "../platform/chat-adapter.ts";
import { say, type TextKey } from "../texts/say.ts";

/** One setting with what it becomes; `quiet` without hours is switched off, `language` without one is that of each message. */
type Change =
  | { readonly kind: "language"; readonly language?: Language }
  | { readonly kind: "code"; readonly shows: boolean }
  | { readonly kind: "quiet"; readonly hours?: QuietHours }
  | { readonly kind: "zone"; readonly zone: string }
  | { readonly kind: "digest"; readonly minutes: number };

/** What has choices of its own behind a button. */
const TOPICS = ["language", "zone", "quiet", "digest"] as const;

type Topic = (typeof TOPICS)[number];

/** What a button does: shows the choices of one setting, or changes it. */
type Wish = Change | { readonly kind: "open"; readonly topic: Topic };

/** The choice of every button of the list. */
const SET = BUTTON_KINDS.setting;

const LANGUAGES: Readonly<Record<string, Language>> = {
  ko: "ko",
  korean: "ko",
  한국어: "ko",
  한글: "ko",
  en: "en",
  english: "en",
  영어: "en",
};

const AUTO: ReadonlySet<string> = new Set(["auto", "자동"]);

const OFF: ReadonlySet<string> = new Set(["off", "none", "no", "끄기", "꺼", "끔", "없음", "해제"]);

/** Stands before the words in which somebody says where they live now. */
export const HOME = "home";

const WORDS: Readonly<Record<string, Change["kind"]>> = {
  code: "code",
  코드: "code",
  language: "language",
  언어: "language",
  quiet: "quiet",
  방해금지: "quiet",
  digest: "digest",
  모아받기: "digest",
  zone: "zone",
  timezone: "zone",
  시간대: "zone",
};

/** How close together, in minutes. */
const DIGEST_OFFERS = [0, 2, 10] as const;
const LONGEST_DIGEST = 60;

const ZONE_OFFERS = {
  "Asia/Seoul": "zoneSeoul",
  "Europe/London": "zoneLondon",
  "America/New_York": "zoneNewYork",
  "America/Los_Angeles": "zoneLosAngeles",
} as const satisfies Record<string, TextKey>;

/** Shows a person's own settings, and changes them by buttons and by words. */
export class SettingsCommand {
  readonly #parts: ConstructorParameters<typeof SettingsCommand>[0];

  constructor(
    parts: QuietHoursSource & {
      readonly people: People;
      readonly outbox: Pick<Outbox, "edit" | "reapplyQuietHours">;
      readonly tokens: ButtonTokens;
      /** Keeps facts about people. */
      readonly memory: { remember(person: Person, fact: string): unknown };
      /** Those whose zone nobody named go with their person. */
      readonly schedules: Pick<Schedules, "moveZone">;
    },
  ) {
    this.#parts = parts;
  }

  /** `/settings`, alone or with what is to change: `quiet 22:00-07:00`, `zone Seoul`, `language ko`, or the same in Korean. */
  command(person: Person, chat: ChatAddress, argument: string): OutgoingMessage {
    if (argument === "") return this.#view(person, chat);
    const [, word = "", rest = ""] = /^(\S+)\s*([\s\S]*)$/.exec(argument) ?? [];
    if (word === HOME) return { text: this.#moveHome(person, rest) };
    const kind = WORDS[word.normalize("NFC").toLowerCase()];
    if (kind === undefined) return { text: say(person.language, "settingsUnknown") };
    const topic = rest === "" ? TOPICS.find((each) => each === kind) : undefined;
    if (topic !== undefined) return this.#choices(topic, person, chat);
    return { text: this.set(person, kind, rest) };
  }

  /** Somebody lives elsewhere now: their clock is that of the place, and it is remembered. */
  #moveHome(person: Person, words: string): string {
    const home = homeSaid(words);
    if (home?.zone === undefined) return say(person.language, "settingsUnknown");
    this.#parts.memory.remember(person, home.fact);
    return this.#apply(person, { kind: "zone", zone: home.zone });
  }

  /** Changes one setting to what the words say, or says what is allowed. */
  set(person: Person, kind: Change["kind"], words: string): string {
    const change = readChange(kind, words, person.language);
    return "problem" in change ? change.problem : this.#apply(person, change);
  }

  readonly commands: readonly Command[] = [
    {
      name: "settings",
      usage: "/settings",
      help: "helpSettings",
      isPersonal: (argument) => argument === "",
      run: ({ person, chat, argument }) => this.command(person, chat, argument),
    },
    {
      name: "language",
      usage: "/language ko",
      help: "helpLanguage",
      run: ({ person, argument }) => ({ text: this.set(person, "language", argument) }),
    },
    {
      name: "timezone",
      usage: "/timezone Asia/Seoul",
      help: "helpZone",
      run: (context) =>
        context.argument === ""
          ? usageOf(context, "/timezone Asia/Seoul")
          : { text: this.set(context.person, "zone", context.argument) },
    },
  ];

  /** The buttons of the list. */
  readonly buttons: readonly ButtonHandler[] = [
    {
      kinds: [SET],
      subjectsOf: (press) =>
        [...TOPICS.map((topic) => ({ kind: "open", topic }) as const), ...offers()].map((wish) => ({
          digest: subjectOf(wish, press.person),
          run: () => this.#pressed(wish, press),
        })),
      refusal: ({ person }) => say(person.language, "pressBroken"),
    },
  ];

  #pressed(wish: Wish, { event, person }: ButtonPress): string {
    const { chat, messageId, updateId } = event;
    const note = wish.kind === "open" ? "" : this.#apply(person, wish);
    const now = this.#parts.people.get(person.id) ?? person;
    const message =
      wish.kind === "open" ? this.#choices(wish.topic, now, chat) : this.#view(now, chat);
    const key = `edit:settings:${chat.platform}:${updateId}`;
    this.#parts.outbox.edit({ key, chatKey: chatKey(chat), messageId, message });
    return note;
  }

  #apply({ id, language }: Person, change: Change): string {
    const { people } = this.#parts;
    switch (change.kind) {
      case "language": {
        const { language: chosen } = change;
        people.setAnswering(id, { keepsLanguage: chosen !== undefined });
        if (chosen === undefined) return say(language, "languageAuto");
        people.change(id, { language: chosen });
        return say(chosen, "languageSet");
      }
      case "code":
        people.setAnswering(id, { showsCode: change.shows });
        return say(language, change.shows ? "codeOn" : "codeOff");
      case "zone":
        people.change(id, { zone: change.zone });
        reapplyQuietHours(this.#parts, id);
        return this.#zoneWords(
          change.zone,
          this.#parts.schedules.moveZone(id, change.zone),
          language,
        );
      case "digest":
        people.setDigestMinutes(id, change.minutes);
        return digestWords(change.minutes, language);
      case "quiet":
        people.setQuietHours(id, change.hours);
        reapplyQuietHours(this.#parts, id);
        return change.hours === undefined
          ? say(language, "quietOff")
          : say(language, "quietSet", { quiet: quietWords(change.hours, language) });
    }
  }

  #zoneWords(zone: string, moved: readonly Schedule[], language: Language): string {
    const place = escapeMarkup(placeName(zone, language));
    const time = hourOf(this.#parts.clock.now(), { language, zone });
    const set = say(language, "zoneSet", { place, time });
    const timed = moved.filter(({ state, timing }) => state === "active" && timing.kind === "cron");
    if (timed.length === 0) return set;
    return `${set} ${say(language, "schedulesMoved")}`;
  }

  /** All settings, with a button each that shows its choices. */
  #view(person: Person, chat: ChatAddress): OutgoingMessage {
    const { people, clock } = this.#parts;
    const { language, zone, id } = person;
    const hours = people.quietHours(id);
    const { keepsLanguage, showsCode } = people.answering(id);
    const text = say(language, "settingsView", {
      language: keepsLanguage
        ? labelOf({ kind: "language", language }, language)
        : say(language, "languageAutoButton"),
      zone: escapeMarkup(placeName(zone, language)),
      time: timeMark(dayAndTime(clock.now(), person), clock.now()),
      quiet: hours === undefined ? say(language, "quietNone") : quietWords(hours, language),
      digest: digestLabel(people.digestMinutes(id), language),
    });
    const buttons = TOPICS.map((topic) => ({
      label: say(language, TOPIC_LABELS[topic]),
      data: this.#sign({ kind: "open", topic }, person, chat),
    }));
    return {
      text: showsCode ? `${text}\n${say(language, "settingsCode")}` : text,
      buttons: [buttons.slice(0, 2), buttons.slice(2)],
    };
  }

  /** What one setting can be, the present one marked, and how anything else is written. */
  #choices(topic: Topic, person: Person, chat: ChatAddress): OutgoingMessage {
    const { people } = this.#parts;
    const { language, zone, id } = person;
    const hours = people.quietHours(id);
    const present: Readonly<Record<Topic, Change>> = {
      language: { kind: "language", ...(people.answering(id).keepsLanguage && { language }) },
      zone: { kind: "zone", zone },
      quiet: { kind: "quiet", ...(hours === undefined ? {} : { hours }) },
      digest: { kind: "digest", minutes: people.digestMinutes(id) },
    };
    const buttons = offers()
      .filter(({ kind }) => kind === topic)
      .map((change): Button => {
        const label = labelOf(change, language);
        const isNow = idOf(change) === idOf(present[topic]);
        return {
          label: isNow ? `✓ ${label}` : label,
          data: this.#sign(change, person, chat),
        };
      });
    return {
      text: say(language, TOPIC_TEXTS[topic]),
      buttons: [buttons.slice(0, 2), buttons.slice(2)],
    };
  }

  #sign(wish: Wish, person: Person, chat: ChatAddress): string {
    const subject = subjectOf(wish, person);
    return signButton(this.#parts.tokens, { subject, choice: SET, chat });
  }
}

const TOPIC_LABELS = {
  language: "settingsLanguage",
  zone: "settingsZone",
  quiet: "settingsQuiet",
  digest: "settingsDigest",
} as const satisfies Record<Topic, TextKey>;

const TOPIC_TEXTS = {
  language: "chooseLanguage",
  zone: "chooseZone",
  quiet: "chooseQuiet",
  digest: "chooseDigest",
} as const satisfies Record<Topic, TextKey>;

/** Everything that has a button. */
function offers(): readonly Change[] {
  return [
    { kind: "language" },
    { kind: "language", language: "ko" },
    { kind: "language", language: "en" },
    ...QUIET_OFFERS.map((hours) => ({ kind: "quiet", hours }) as const),
    { kind: "quiet" },
    ...DIGEST_OFFERS.map((minutes) => ({ kind: "digest", minutes }) as const),
    ...Object.keys(ZONE_OFFERS).map((zone) => ({ kind: "zone", zone }) as const),
  ];
}

function labelOf(change: Change, language: Language): string {
  switch (change.kind) {
    case "language":
      if (change.language === undefined) return say(language, "languageAutoButton");
      return change.language === "ko" ? "한국어" : "English";
    case "code":
      return say(language, change.shows ? "codeOn" : "codeOff");
    case "quiet":
      return change.hours === undefined
        ? say(language, "quietOffButton")
        : quietWords(change.hours, language);
    case "digest":
      return digestLabel(change.minutes, language);
    case "zone": {
      const key = new Map<string, TextKey>(Object.entries(ZONE_OFFERS)).get(change.zone);
      return key === undefined ? change.zone : say(language, key);
    }
  }
}

/** A button is one person's: in a group nobody changes what is another's. */
function subjectOf(wish: Wish, { id }: Person): string {
  return `settings:${id}:${wish.kind === "open" ? `open ${wish.topic}` : idOf(wish)}`;
}

function idOf(change: Change): string {
  switch (change.kind) {
    case "language":
      return change.language ?? "auto";
    case "code":
      return `code ${change.shows}`;
    case "zone":
      return change.zone;
    case "quiet":
      return change.hours === undefined ? "quiet" : quietText(change.hours);
    case "digest":
      return `digest ${change.minutes}`;
  }
}

function digestLabel(minutes: number, language: Language): string {
  return minutes === 0
    ? say(language, "digestOffButton")
    : say(language, "digestMinutes", { minutes });
}

function digestWords(minutes: number, language: Language): string {
  return minutes === 0 ? say(language, "digestOff") : say(language, "digestSet", { minutes });
}

function readChange(
  kind: Change["kind"],
  given: string,
  language: Language,
): Change | { readonly problem: string } {
  const words = given.normalize("NFC").trim();
  switch (kind) {
    case "code": {
      const shows = isShowing(words);
      return shows === undefined ? { problem: say(language, "codeUnknown") } : { kind, shows };
    }
    case "language":
      return readLanguage(words, language);
    case "zone": {
      const parsed = parseZone(words);
      return parsed.ok ? { kind, zone: parsed.zone } : { problem: parsed.problem[language] };
    }
    case "digest":
      return readDigest(words, language);
    case "quiet": {
      if (OFF.has(words.toLowerCase())) return { kind };
      const hours = parseQuietHours(words);
      return hours === undefined ? { problem: say(language, "quietUnknown") } : { kind, hours };
    }
  }
}

function readLanguage(words: string, language: Language): Change | { readonly problem: string } {
  const word = words.toLowerCase();
  if (AUTO.has(word)) return { kind: "language" };
  const chosen = LANGUAGES[word];
  return chosen === undefined
    ? { problem: say(language, "languageUnknown") }
    : { kind: "language", language: chosen };
}

function readDigest(words: string, language: Language): Change | { readonly problem: string } {
  const minutes = OFF.has(words.toLowerCase()) ? 0 : Number(/^\d{1,2}/.exec(words)?.[0]);
  return minutes >= 0 && minutes <= LONGEST_DIGEST
    ? { kind: "digest", minutes }
    : { problem: say(language, "digestUnknown") };
}

/** What people call a zone: a place of it that is known by name, or the city that it is named after. */
function placeName(zone: string, language: Language): string {
  const city = zone.split("/").at(-1)?.replaceAll("_", " ") ?? zone;
  if (language === "en") return city;
  const known = [...knownPlaces()].find(([name, of]) => of === zone && /[가-힣]/.test(name));
  return known?.[0] ?? city;
}
