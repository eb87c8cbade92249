import type { Language } from "../../base/localized.ts";
import { PARTS_FIELD } from "../../scheduler/briefings/briefing-kinds.ts";
import { siteOf } from "../../security/access/site-grant.ts";
import type { Approval, PressRefusal } from "../../security/approvals/approvals.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { CardLoop, FollowUp, StandingOffer } from "../../security/approvals/card-content.ts";
import { isSuggestion } from "../../security/approvals/card-content.ts";
import { cutText } from "../markup/split-text.ts";
import type { Button } from "../platform/chat-adapter.ts";
import { say, type TextKey } from "../texts/say.ts";
import type { CardView } from "./card-view.ts";
import { editedText } from "./edited-text.ts";
import { askedEffects, asRun, onlyDeed } from "./effects.ts";

/** Ready answers that get a button, each with a digit of its own. */
export const MOST_OPTIONS = 9;

/** The buttons of a card as it stands: of a pending one its answers and what else may be done with it, of an expired one the wish to be asked again. Without `isShown` what is asked has not been shown whole, so that it can be read or refused, and nothing else. Pure. */
export function buttonsOf(
  approval: Approval,
  reader: CardView,
  { isShown }: { readonly isShown: boolean },
): readonly (readonly Button[])[] {
  const make = (choice: string, key: TextKey): Button => ({
    label: say(reader.language, key),
    data: reader.button(choice),
  });
  if (approval.state === "expired")
    return reader.offersAgain ? [[make(BUTTON_KINDS.askAgain, "askAgain")]] : [];
  if (approval.state !== "pending") return [];
  if (!isShown)
    return [[make(BUTTON_KINDS.details, "seeAll")], [make(BUTTON_KINDS.deny, refusalOf(approval))]];
  const options = optionButtons(approval, reader);
  switch (approval.kind) {
    case "question":
    case "proposal":
      return answerButtons(approval, options, make(BUTTON_KINDS.deny, refusalOf(approval)));
    case "uncertain":
      return unsureButtons(approval, reader);
    case "access": {
      const { budget, grant, role } = approval.card;
      const isRight = (budget ?? grant ?? role) !== undefined;
      const allow = make(BUTTON_KINDS.approve, isRight ? "allow" : "letIn");
      return [[{ ...allow, style: "success" }, make(BUTTON_KINDS.deny, "refuse")]];
    }
    case "plan":
    case "value":
    case "approval":
      return effectButtons(approval, reader);
  }
}

/** The answers of a question, and what leaves it alone where words do not. */
function answerButtons(
  approval: Approval,
  options: readonly (readonly Button[])[],
  leave: Button,
): readonly (readonly Button[])[] {
  const asks = approval.card.followUp?.kind;
  if (isSuggestion(approval) || asks === "words" || asks === "reply") return options;
  const isFull = options.length >= MOST_BESIDE;
  return inPairs(isFull || isLeftByWords(approval) ? options : [...options, [leave]]);
}

/** Most buttons in two rows. */
const MOST_BESIDE = 4;

/** Likely times need no button to be left alone: other words leave them. Parts that are chosen have a button that ends the choosing. */
function isLeftByWords({ card: { followUp, options = [] } }: Approval): boolean {
  return (followUp?.kind === "timing" || asksForParts(followUp)) && options.length > 0;
}

function asksForParts(followUp: FollowUp | undefined): boolean {
  return followUp?.kind === "briefing" && followUp.asks === PARTS_FIELD.name;
}

/** Longest label of three in one row, in characters. */
const LONGEST_OF_THREE = 10;

/** Two a row; three short ones are a row. */
function inPairs(rows: readonly (readonly Button[])[]): readonly (readonly Button[])[] {
  const all = rows.flat();
  if (all.length === 3 && all.every(({ label }) => [...label].length <= LONGEST_OF_THREE))
    return [all];
  return all.flatMap((_button, index) => (index % 2 === 0 ? [all.slice(index, index + 2)] : []));
}

/** What may be done with a card about effects: do them, leave them, or see how they are done. */
function effectButtons(approval: Approval, reader: CardView): readonly (readonly Button[])[] {
  const { language, button } = reader;
  const run = asRun(approval);
  const asked = askedEffects(run);
  const verb = onlyDeed(run)?.verb[language];
  const count = asked.length;
  const isSeveral = count > 1 && approval.kind !== "approval";
  const usual = isSeveral ? say(language, "doAll", { count }) : say(language, "doIt");
  const isDangerous = asked.some(
    ({ effect, deed }) => deed?.isDangerous ?? IS_DANGEROUS.has(effect),
  );
  const onlyLooks = asked.length > 0 && asked.every(({ effect }) => effect === "read");
  const style = isDangerous ? "danger" : onlyLooks ? "primary" : "success";
  const { program, standing, loop } = approval.card;
  if (standing !== undefined)
    return [standingButtons(standing, { language, button, verb: verb ?? usual, style })];
  const allow: Button = {
    label: verb ?? usual,
    data: button(BUTTON_KINDS.approve),
    style,
  };
  const refuse = { label: say(language, "dont"), data: button(BUTTON_KINDS.deny) };
  if (loop !== undefined) return loopRows(loop, { language, button, allow, refuse });
  const details: Button = {
    label: say(language, "details"),
    data: button(BUTTON_KINDS.details),
    isQuiet: true,
  };
  const more = [
    ...editButtons(approval, reader),
    ...siteButtons(approval, reader),
    ...(program === undefined ? [] : [details]),
  ];
  return [[allow, refuse], ...(more.length === 0 ? [] : [more])];
}

/** All of it at once or nothing, each person by themselves, or the whole list. */
function loopRows(
  { mayBeSingle }: CardLoop,
  {
    language,
    button,
    allow,
    refuse,
  }: Pick<CardView, "language" | "button"> & { readonly allow: Button; readonly refuse: Button },
): readonly (readonly Button[])[] {
  const isSingle = mayBeSingle === true;
  const label = say(language, isSingle ? "allNames" : "seeAll");
  const single = isSingle ? [{ label: say(language, "oneByOne"), data: button("1") }] : [];
  const list: Button = { label, data: button(BUTTON_KINDS.details), isQuiet: true };
  return [[allow, ...single, refuse], [list]];
}

/** Other words in the place of those on the card. */
function editButtons(
  approval: Approval,
  { language, button, mayEdit }: CardView,
): readonly Button[] {
  if (mayEdit !== true || editedText(approval) === undefined) return [];
  const label = say(language, "editText");
  return [{ label, data: button(BUTTON_KINDS.edit), opensForm: true }];
}

/** What a schedule does without asking each time, or asks each time, or not at all. */
function standingButtons(
  { recurrence, renews }: StandingOffer,
  {
    language,
    button,
    verb,
    style,
  }: Pick<CardView, "language" | "button"> & Pick<Button, "style"> & { readonly verb: string },
): readonly Button[] {
  const asked = recurrence === "once" ? "standingAskThen" : "standingAskEach";
  const each = renews === undefined ? asked : "standingAskNow";
  return [
    {
      label: say(language, `standing_${recurrence}`, { verb }),
      data: button(BUTTON_KINDS.standing),
      ...(style === undefined ? {} : { style }),
    },
    { label: say(language, each), data: button(BUTTON_KINDS.approve) },
    { label: say(language, "dont"), data: button(BUTTON_KINDS.deny) },
  ];
}

/** Effects whose button is red where the catalogue does not say. */
const IS_DANGEROUS: ReadonlySet<string> = new Set(["execute", "device", "spend"]);

/** What may be done after a crash: it once more, or nothing, since it happened. */
function unsureButtons(
  approval: Approval,
  { language, button }: CardView,
): readonly (readonly Button[])[] {
  const unsure = onlyDeed(approval)?.unsure;
  return [
    [
      {
        label: unsure?.again[language] ?? say(language, "runAgain"),
        data: button(BUTTON_KINDS.approve),
        style: "danger",
      },
      { label: unsure?.did[language] ?? say(language, "takeAsDone"), data: button("1") },
    ],
  ];
}

/** The button that also grants, where an owner may press it. */
export function grantButtons(approval: Approval, reader: CardView): readonly (readonly Button[])[] {
  if (approval.state !== "pending" || reader.mayGrant !== true) return [];
  const label = grantLabel(approval, reader.language);
  return [[{ label, data: reader.button(BUTTON_KINDS.grant) }]];
}

function grantLabel({ card: { offers = [] } }: Approval, language: Language): string {
  const [site, ...others] = offers.map(siteOf);
  return site === undefined || others.length > 0
    ? say(language, "approveAndGrant")
    : shortLabel(say(language, "approveSite", { site }));
}

/** The button that allows acts at one site from now on stands on the card itself, where it grants nothing else. */
function siteButtons(approval: Approval, reader: CardView): readonly Button[] {
  const [offer, ...others] = approval.card.offers ?? [];
  const isForSite = offer !== undefined && others.length === 0 && siteOf(offer) !== undefined;
  return isForSite ? grantButtons(approval, reader).flat() : [];
}

/** A proposal that answers a wrong program instead of a person's words has no words of theirs. */
export function isCorrection({ kind, card }: Approval): boolean {
  return kind === "proposal" && card.prompt === undefined;
}

/** Button labels are cut on small screens; beyond this they say nothing more. */
export function shortLabel(text: string): string {
  return text.length <= 40 ? text : `${cutText(text, 39)}…`;
}

/** A row each; of a suggestion two a row, where two rows do not hold them otherwise. */
function optionButtons(approval: Approval, reader: CardView): readonly (readonly Button[])[] {
  const all = (approval.card.options ?? []).slice(0, MOST_OPTIONS).map((option, index) => ({
    label: shortLabel(option.label),
    data: reader.button(String(index + 1)),
  }));
  const isMenu = reader.hasMenus === true || !asksForParts(approval.card.followUp);
  const buttons = isMenu ? all : fewParts(all, reader.language);
  const isWide = isSuggestion(approval) && buttons.length > 2;
  const count = isWide ? 2 : 1;
  return buttons.flatMap((_button, index) =>
    index % count === 0 ? [buttons.slice(index, index + count)] : [],
  );
}

/** Of the parts that can be chosen as many as have room, those first that are not in yet, and what ends the choosing; words choose any. */
function fewParts(buttons: readonly Button[], language: Language): readonly Button[] {
  if (buttons.length <= MOST_BESIDE) return buttons;
  const mark = say(language, "briefingPartOut", { part: "" });
  const [parts, end] = [buttons.slice(0, -1), buttons.slice(-1)];
  const isOut = ({ label }: Button): boolean => label.startsWith(mark);
  const ordered = [...parts.filter(isOut), ...parts.filter((each) => !isOut(each))];
  return [...ordered.slice(0, MOST_BESIDE - 1), ...end];
}

/** What the button is called that wants nothing of it done. */
function refusalOf(approval: Approval): TextKey {
  switch (approval.kind) {
    case "question":
      return skipLabel(approval);
    case "proposal":
      return "keepEverything";
    case "uncertain":
      return "stopThere";
    default:
      return "dont";
  }
}

function skipLabel({ card: { followUp } }: Approval): TextKey {
  if (followUp === undefined) return "skipQuestion";
  if (followUp.kind === "briefing" && followUp.asks === undefined) return "briefingLeave";
  return "leaveAsIs";
}

/** What the presser reads when a button did nothing. */
export const PRESS_REFUSALS: Readonly<Record<PressRefusal, TextKey>> = {
  "wrong-answer": "pressBroken",
  "not-admitted": "pressNotAdmitted",
  unknown: "pressGone",
  "not-yours": "pressNotYours",
  forged: "pressBroken",
  answered: "pressGone",
  expired: "pressExpired",
  "more-needed": "pressMoreNeeded",
};

/** True for what was denied, or not answered in time. */
export function isRefused(approval: Approval): boolean {
  return approval.state === "denied" || approval.state === "expired";
}
