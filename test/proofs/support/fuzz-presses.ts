import type { Dice } from "./dice.ts";
import { AGAIN, PEOPLE, type PersonName } from "./fuzz-cards.ts";
import { type CardTable, type FuzzPress, type IssuedButton, privateKey } from "./fuzz-table.ts";

/** A press with the message it claims to come from. */
export interface PressFacts extends FuzzPress {
  readonly messageId: string;
}

const NAMES = Object.keys(PEOPLE) as PersonName[]; // the keys are the names

/** Data that no button of ours ever had. */
const MALFORMED = [
  "",
  "1",
  "y",
  "1.y",
  "approve",
  "1.0000000000000000.y.0000000000000000",
  "2.0000000000000000.y.0000000000000000",
  "1.../../../etc.y.0000000000000000",
  `1.${"z".repeat(16)}.y.${"z".repeat(16)}`,
  "x".repeat(64),
  "y".repeat(5000),
  '{"approved":true}',
  "1.‮0000000000000.y.0000000000000000",
  "1.0000000000000000.yy.0000000000000000",
  "1.0000000000000000.y.0000000000000000\n",
  "'; UPDATE approvals SET state = 'approved'; --",
];

/** The next press of a schedule, mostly one that must do nothing; `undefined` where there is no button to begin with. */
export function pressFacts(
  table: CardTable,
  dice: Dice,
  forge: (button: IssuedButton, table: CardTable, dice: Dice) => string,
): PressFacts | undefined {
  const { buttons } = table;
  if (buttons.length === 0) return undefined;
  const rare = buttons.filter(({ choice }) => choice === AGAIN);
  const button = dice.pick(rare.length > 0 && dice.chance(0.2) ? rare : buttons);
  const { chatKey, data, messageId, card } = button;
  const genuine = { data, chatKey, messageId, isReplay: false };
  const share = dice.below(100);
  if (share < 30) return { ...genuine, by: dice.pick([card.requester, "ann", "olga"]) };
  if (share < 50) return { ...genuine, by: dice.pick(NAMES) };
  if (share < 60) return { ...genuine, by: dice.pick(NAMES), chatKey: otherPlace(button, dice) };
  if (share < 80) return { ...genuine, by: dice.pick(NAMES), data: forge(button, table, dice) };
  if (share < 90) return { ...genuine, by: dice.pick(NAMES), data: dice.pick(MALFORMED) };
  return { ...genuine, by: dice.pick(NAMES), isReplay: true };
}

/** A chat where the button does not hang, or its own with the thread left out or made up. */
function otherPlace({ chatKey }: IssuedButton, dice: Dice): string {
  const [platform = "", chatId = ""] = chatKey.split(":");
  return dice.pick([
    ...NAMES.map(privateKey),
    `${platform}:${chatId}`,
    `${platform}:${chatId}:8`,
    `${platform}:-200`,
  ]);
}

/** Genuine data with something changed: one character, another choice, another card's id, another button's signature. */
export function forgedData(button: IssuedButton, table: CardTable, dice: Dice): string {
  const [version = "", id = "", choice = "", mac = ""] = button.data.split(".");
  const other = dice.pick(table.buttons).data.split(".");
  const letters = [..."0123456789abcdefghjkmnpqrstvwxyz"];
  const at = dice.below(button.data.length);
  const forms = [
    [version, id, dice.pick(["y", "n", "r", "e", "w", "h", "1", "2", "9", "x", "z"]), mac].join(
      ".",
    ),
    [version, other[1], choice, mac].join("."),
    [version, id, choice, other[3]].join("."),
    [dice.pick(["0", "2"]), id, choice, mac].join("."),
    `${button.data.slice(0, at)}${dice.pick(letters)}${button.data.slice(at + 1)}`,
    button.data.toUpperCase(),
    `${button.data} `,
    button.data.slice(0, -1),
  ];
  return dice.pick(forms);
}
