import {
  admissionBreaches,
  cardBreaches,
  editBreaches,
  messageBreaches,
  paceBreaches,
  pressBreaches,
  standingBreaches,
  undoBreaches,
  yesBreaches,
} from "./events.ts";
import { groupBreaches } from "./groups.ts";
import { appendBreaches, recallBreaches } from "./kept.ts";
import type { Breach, Recording } from "./record.ts";
import { sameRefusalBreaches } from "./refusals.ts";
import { buttonBreaches, refusalLengthBreaches } from "./shape.ts";
import { timeBreaches } from "./times.ts";
import { codeBreaches, languageBreaches, linkBreaches } from "./words.ts";

/** Rules that every talk is held to, by their numbers. What is asked of particular talks is in these: questions that capture nothing. */
const RULES: readonly (readonly [number, (recording: Recording) => readonly Breach[]])[] = [
  [1, codeBreaches],
  [2, refusalLengthBreaches],
  [3, buttonBreaches],
  [4, cardBreaches],
  [5, messageBreaches],
  [6, editBreaches],
  [7, pressBreaches],
  [8, sameRefusalBreaches],
  [9, undoBreaches],
  [10, languageBreaches],
  [12, recallBreaches],
  [13, appendBreaches],
  [14, linkBreaches],
  [15, groupBreaches],
  [16, timeBreaches],
  [17, yesBreaches],
  [18, standingBreaches],
  [19, admissionBreaches],
  [20, paceBreaches],
];

/** Everything in a talk that breaks a rule for all talks. Pure. */
export function breachesOf(recording: Recording): readonly Breach[] {
  return RULES.flatMap(([number, find]) =>
    find(recording).map((breach) => ({ ...breach, rule: `rule ${number}: ${breach.rule}` })),
  );
}
