import type { Assistant } from "../../agent/turn/assistant.ts";
import { digestOf } from "../../base/digest.ts";
import { dayAndTime } from "../../base/format-time.ts";
import type { Json, JsonObject } from "../../base/json.ts";
import type { Language } from "../../base/localized.ts";
import { timeMark } from "../../base/visible-text.ts";
import {
  BRIEFING_PARTS,
  type BriefingField,
  type BriefingKind,
} from "../../scheduler/briefings/briefing-kinds.ts";
import {
  changedValues,
  fieldsFor,
  listOf,
  partNamed,
} from "../../scheduler/briefings/briefing-values.ts";
import { timingWords } from "../../scheduler/ledger/describe.ts";
import { timeAnswer } from "../../scheduler/phrases/answer.ts";
import type { TimingInput } from "../../scheduler/timing/timing-reading.ts";
import type { Person } from "../../security/access/people.ts";
import type { Approval, Approvals } from "../../security/approvals/approvals.ts";
import {
  ALL_FIELDS,
  type BriefingDraft,
  type FollowUp,
} from "../../security/approvals/card-content.ts";
import { INTERACTIVE_LIFETIME_MS, TYPING_LIFETIME_MS } from "../../security/approvals/lifetimes.ts";
import {
  codeOf,
  doneLabel,
  kindOf,
  missingField,
  numberIn,
  TIME_FIELD as TIME,
  timesOf,
} from "../approvals/briefing-draft.ts";
import type { CardSender } from "../approvals/card-sender.ts";
import type { Admission } from "../people/admission.ts";
import { placeOfCard } from "../replies/progress-message.ts";
import type { ReplySender } from "../replies/reply-sender.ts";
import { say } from "../texts/say.ts";

/** What a briefing is put together with. */
export interface BriefingFormParts {
  readonly approvals: Pick<Approvals, "request">;
  readonly assistant: Pick<Assistant, "runProgram">;
  readonly admission: Pick<Admission, "actor">;
  readonly replies: Pick<ReplySender, "reply">;
  readonly cards: Pick<CardSender, "messageOf">;
}

type BriefingQuestion = Extract<FollowUp, { readonly kind: "briefing" }>;

/** Codes of options besides values. */
const MAKE = "make";
const ASK = "ask:";
const PART = "part:";
const FORM = "form";
const NONE = "none";

/** Times offered where words can mean several. */
const MOST_OFFERED = 4;

/** Where a card goes, and from when its times are told. */
interface Place {
  readonly person: Person;
  readonly chatKey: string;
  readonly nowMs: number;
  /** The question that a button answered: the next stands in its place. */
  readonly pressed?: Approval;
}

/** Shows a draft, which can be made or changed, or asks first for what is missing. Each card is a row of its own, so that a restart changes nothing. */
export function showDraft(
  parts: Pick<BriefingFormParts, "approvals">,
  draft: BriefingDraft,
  place: Place,
): void {
  const kind = kindOf(draft);
  if (kind === undefined) return;
  const missing = missingField(kind, draft);
  if (missing === undefined)
    show(parts, { draft, options: formOptions(kind, draft, place.person) }, place);
  else ask(parts, { draft, asks: missing }, place);
}

/** Does what the answer to one of these cards says. Returns what the card says of it. */
export async function fillDraft(
  parts: BriefingFormParts,
  question: Approval,
  { followUp, person }: { readonly followUp: BriefingQuestion; readonly person: Person },
): Promise<string> {
  const { answer = "", state, chatKey, decidedAtMs: nowMs = question.createdAtMs } = question;
  const { draft, asks } = followUp;
  const kind = kindOf(draft);
  if (kind === undefined) return "";
  const isPressed =
    state === "denied" || question.card.options?.some(({ code }) => code === answer) === true;
  const place = { person, chatKey, nowMs, ...(isPressed && { pressed: question }) };
  // Whoever leaves one thing as it is goes on with the others.
  const isLeft = state === "denied" && asks !== undefined;
  if (isLeft && missingField(kind, draft) === undefined) showDraft(parts, draft, place);
  if (state !== "answered") return "";
  if (answer === MAKE && asks === undefined) await make(parts, question, { draft, kind, person });
  else if (answer.startsWith(ASK)) ask(parts, { draft, asks: answer.slice(ASK.length) }, place);
  else if (answer === FORM) showDraft(parts, draft, place);
  else if (asks !== undefined) take(parts, { draft, kind, asks, answer }, place);
  return "";
}

/** The program goes through the gate, which explains it with its next times and waits for the press. */
async function make(
  { assistant, admission, replies, cards }: BriefingFormParts,
  question: Approval,
  facts: { readonly draft: BriefingDraft; readonly kind: BriefingKind; readonly person: Person },
): Promise<void> {
  const { draft, kind, person } = facts;
  const { id, chatKey } = question;
  const actor = admission.actor(person, chatKey);
  const code = codeOf(draft, kind);
  const result = await assistant.runProgram({ origin: `question:${id}`, actor, code });
  const place = placeOfCard(cards.messageOf(question, chatKey));
  replies.reply(`briefing:${id}`, actor, { kind: "run", result }, { place });
}

/** Takes a value into the draft, or asks once more with what was wrong. */
function take(
  parts: BriefingFormParts,
  given: {
    readonly draft: BriefingDraft;
    readonly kind: BriefingKind;
    readonly asks: string;
    readonly answer: string;
  },
  place: Place,
): void {
  const { draft, kind, asks, answer } = given;
  if (asks === TIME) takeTime(parts, draft, answer, place);
  else if (answer.startsWith(PART)) toggle(parts, draft, answer.slice(PART.length), place);
  else {
    const field = kind.fields.find(({ name }) => name === asks);
    const read = field && readValue(field, answer, place.person.language);
    if (read === undefined) return;
    if ("problem" in read) ask(parts, { draft, asks, problem: read.problem }, place);
    else showDraft(parts, afterField(kind, draft, asks, read.value), place);
  }
}

/** What is chosen for a part puts the part in. A line that is not wanted is left out; of a price one of the two is needed, so the other is asked for then. */
function afterField(
  kind: BriefingKind,
  draft: BriefingDraft,
  name: string,
  value: Json | undefined,
): BriefingDraft {
  const { [name]: _before, ...others } = draft.values;
  const values: JsonObject =
    value === undefined
      ? others
      : (changedValues(kind, draft.values, { set: { [name]: value } }) ?? draft.values);
  const isNamed = kind.id === "price" && name === "symbol" && draft.schedule === undefined;
  return { ...draft, values, ...(isNamed ? { name: `${String(value)} ${draft.name}` } : {}) };
}

function readValue(
  { shape, name }: BriefingField,
  answer: string,
  language: Language,
): { readonly value: Json | undefined } | { readonly problem: string } {
  const text = answer.trim();
  if (text === NONE) return { value: undefined };
  if (shape === "number") {
    const value = numberIn(text);
    return value === undefined ? { problem: say(language, "briefingNotNumber") } : { value };
  }
  if (name === "url" && !listOf(text).every((url) => /^https?:\/\/\S+$/u.test(url)))
    return { problem: say(language, "briefingNotAddress") };
  if (shape === "parts") return { value: listOf(text).flatMap((word) => partNamed(word) ?? []) };
  return { value: shape === "list" ? [...listOf(text)] : text };
}

function takeTime(
  parts: BriefingFormParts,
  draft: BriefingDraft,
  answer: string,
  place: Place,
): void {
  const { language, zone } = place.person;
  const chosen = answer.startsWith("{") ? (JSON.parse(answer) as TimingInput) : undefined; // timeOptions writes it; nobody types one
  const when =
    chosen === undefined
      ? timeAnswer(answer, { nowMs: place.nowMs, zone }, draft.timing)
      : undefined;
  const timing = chosen ?? when?.timing;
  if (timing !== undefined) {
    const { cooldown } = draft.timing;
    const kept = cooldown === undefined ? {} : { cooldown };
    showDraft(parts, { ...draft, timing: { ...timing, ...kept } }, place);
    return;
  }
  const problem = when?.ambiguity ?? say(language, "briefingTimeUnread");
  ask(parts, { draft, asks: TIME, problem, candidates: when?.candidates ?? [] }, place);
}

function toggle(parts: BriefingFormParts, draft: BriefingDraft, part: string, place: Place): void {
  const present = listOf(draft.values["parts"]);
  const others = present.filter((each) => each !== part);
  const chosen = present.includes(part) ? others : [...present, part];
  const ordered = Object.keys(BRIEFING_PARTS).filter((each) => chosen.includes(each));
  const values = { ...draft.values, parts: ordered };
  ask(parts, { draft: { ...draft, values }, asks: "parts" }, place);
}

/** Asks for one field: words answer it, and where there is something to choose from, buttons too. */
function ask(
  parts: Pick<BriefingFormParts, "approvals">,
  wanted: {
    readonly draft: BriefingDraft;
    readonly asks: string;
    readonly problem?: string;
    readonly candidates?: readonly TimingInput[];
  },
  place: Place,
): void {
  const { draft, asks, problem, candidates = [] } = wanted;
  const kind = kindOf(draft);
  const field = kind?.fields.find(({ name }) => name === asks);
  const options =
    asks === TIME
      ? timeOptions(candidates, place)
      : asks === ALL_FIELDS && kind !== undefined
        ? fieldChoices(kind, draft, place.person)
        : fieldOptions(field, draft, place.person);
  show(parts, { draft, asks, options, ...(problem === undefined ? {} : { problem }) }, place);
}

interface Shown {
  readonly draft: BriefingDraft;
  readonly asks?: string;
  readonly problem?: string;
  readonly options: readonly Option[];
}

interface Option {
  readonly label: string;
  readonly code: string;
}

function show(
  { approvals }: Pick<BriefingFormParts, "approvals">,
  { draft, asks, problem, options }: Shown,
  { person, chatKey, nowMs, pressed }: Place,
): void {
  const { words, comingMs } = timesOf(draft, person, nowMs);
  const followUp: BriefingQuestion = {
    kind: "briefing",
    draft: words === "" ? draft : { ...draft, present: words },
    coming: comingMs.map((atMs) => timeMark(dayAndTime(atMs, person, { nowMs }), atMs, "F")),
    ...(asks === undefined ? {} : { asks }),
    ...(problem === undefined ? {} : { problem }),
    ...(pressed === undefined ? {} : { inPlaceOf: pressed.id }),
  };
  approvals.request({
    kind: "question",
    personId: person.id,
    chatKey,
    digest: digestOf({ followUp, nowMs }),
    card: { followUp, ...(options.length === 0 ? {} : { options }) },
    approver: "requester",
    lifetimeMs: asks === undefined ? INTERACTIVE_LIFETIME_MS : TYPING_LIFETIME_MS,
  });
}

/** What can be done with a draft; a single field is chosen at once. Its values stand in the card. */
function formOptions(kind: BriefingKind, draft: BriefingDraft, person: Person): readonly Option[] {
  const { language } = person;
  const fields = fieldChoices(kind, draft, person);
  const change = { label: say(language, "briefingConfigure"), code: `${ASK}${ALL_FIELDS}` };
  return [
    { label: doneLabel(draft, language), code: MAKE },
    { label: say(language, "briefingTime"), code: `${ASK}${TIME}` },
    ...(fields.length > 1 ? [change] : fields),
  ];
}

function fieldChoices(
  kind: BriefingKind,
  { values }: BriefingDraft,
  { language }: Person,
): readonly Option[] {
  return fieldsFor(kind, values).map(({ name, label }) => ({
    label: label[language],
    code: `${ASK}${name}`,
  }));
}

function fieldOptions(
  field: BriefingField | undefined,
  draft: BriefingDraft,
  { language }: Person,
): readonly Option[] {
  const kind = kindOf(draft);
  if (field === undefined || kind === undefined) return [];
  if (field.shape === "number")
    return field.name === "below" || draft.values["below"] !== undefined
      ? [{ label: say(language, "briefingNoLine"), code: NONE }]
      : [
          {
            label: kind.fields.find(({ name }) => name === "below")?.label[language] ?? "",
            code: `${ASK}below`,
          },
        ];
  if (field.shape !== "parts") return [];
  const present = listOf(draft.values["parts"]);
  const parts = (kind.parts ?? []).map((part) => ({
    label: say(language, present.includes(part) ? "briefingPartIn" : "briefingPartOut", {
      part: BRIEFING_PARTS[part]?.[language] ?? part,
    }),
    code: `${PART}${part}`,
  }));
  return [...parts, { label: say(language, "briefingPartsDone"), code: FORM }];
}

function timeOptions(
  candidates: readonly TimingInput[],
  { person: { zone, language }, nowMs }: Place,
): readonly Option[] {
  return candidates.slice(0, MOST_OFFERED).flatMap((candidate) => {
    const label = timingWords(candidate, { nowMs, zone }, language)?.words;
    return label === undefined ? [] : [{ label, code: JSON.stringify(candidate) }];
  });
}
