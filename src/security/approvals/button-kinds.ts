/**
 * What the letters of a button stand for, one or two; a digit from 1 is an option, and 0 stands among the letters. Each belongs to one kind of button, so that no press reaches
 * another handler than its own. Sent buttons live on, so letters are never given another meaning.
 */
export const BUTTON_KINDS = {
  // Of cards.
  approve: "y",
  deny: "n",
  /** Approves what a schedule does in all its runs, within the bounds on the card. */
  standing: "H",
  grant: "h",
  /** Of cards; it is on none that is drawn and does nothing. */
  noLonger: "e",
  details: "d",
  /** Of what a card tells more of: the program. */
  how: "hw",
  edit: "Q",
  askAgain: "w",
  /** Of a card that an earlier version drew: to deny; of a grant in its list: to take it back. */
  withReasonOrRevoke: "r",
  approvalList: "P",
  grantsPage: "G",
  standingList: "I",
  // Of people.
  owner: "o",
  member: "m",
  guest: "p",
  peoplePage: "O",
  link: "L",
  // Of what runs and what was sent.
  stopWork: "s",
  sendAgain: "a",
  answerWords: "i",
  /** Below an answer: what may be asked next. */
  suggestion: "V",
  command: "C",
  // Of schedules.
  snoozeSoon: "A",
  snoozeHour: "z",
  snoozeTomorrow: "B",
  runAgain: "R",
  retime: "T",
  stopSchedule: "x",
  resumeSchedule: "E",
  whyFailed: "F",
  briefingButtons: "M",
  reminderDone: "D",
  cancelSnooze: "X",
  reminderOptions: "Z",
  scheduleList: "S",
  briefingList: "N",
  // Of what a person has.
  workflowList: "W",
  agent: "g",
  switch: "j",
  past: "l",
  memories: "k",
  forget: "c",
  setting: "q",
  folder: "u",
  // Of what was done.
  undo: "U",
  undoAnyway: "Y",
  leaveAsIs: "K",
  // Of a file that came.
  describeFile: "v",
  readFile: "t",
  summarizeFile: "b",
  keepFile: "f",
  /** Of an answer for one pair of eyes: to show it to who asked, or to everybody. */
  heldAnswer: "J",
  /** Of an answer: to send the file that goes with it. */
  answerFile: "0",
} as const satisfies Record<string, string>;
