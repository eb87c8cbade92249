import type { Clock } from "../../base/clock.ts";
import { korean } from "../../base/korean-particles.ts";
import { type Localized, oneLine } from "../../base/localized.ts";
import { bold } from "../../base/visible-text.ts";
import {
  type ActionHandler,
  type Handlers,
  optionalString,
  type ReadyCall,
} from "../../engine/execute/action-types.ts";
import { failureIn, type Outcome, success } from "../../engine/values/outcome.ts";
import { type RowChange, UNDO_MS, type UndoLog, type UndoScope } from "../../store/undo-log.ts";
import { worded } from "../localize.ts";
import { type IsWished, NOT_ASKED, undoFiles } from "./file-undo.ts";
import type { FileHandlerParts } from "./files.ts";

/** What came of an undo: `changed` where something was changed since and was left; `sent` where the last effect reached others. */
export interface Undone {
  readonly result: "done" | "already" | "changed" | "nothing" | "sent";
  readonly words: Localized;
  /** The turn whose effects were meant, where there is one. */
  readonly turn?: string;
}

/** Which effects are taken back. */
export interface UndoWish {
  /** Default: the newest turn of the person in that chat. */
  readonly turn?: string;
  /** True to take back also what was changed since. Default false. */
  readonly isForced?: boolean;
  /** True where a message is to be taken back that was sent to somebody. */
  readonly isOfMessage?: boolean;
}

/** Takes back what the actions of a turn did: rows of a person's own tables, and files. */
export interface Undo {
  take(call: ReadyCall, wish?: UndoWish): Promise<Undone>;
  /** Whether anything of a turn can still be taken back. */
  has(turn: UndoScope): boolean;
  /** Every turn of the last day with an effect in a chat or in its threads. */
  turnsIn(chatKey: string): readonly UndoScope[];
  /** The newest turn of a person in a chat that can be taken back and changed what words name. */
  turnNamed(personId: string, chatKey: string, words: string): string | undefined;
  /** What a person's newest effect in a chat was; `undefined` where nothing can be taken back, or something was sent since. */
  last(personId: string, chatKey: string): LastEffect | undefined;
}

/** The newest effect of a person in a chat, and a question that names it. */
export interface LastEffect {
  readonly turn: string;
  readonly atMs: number;
  readonly question: Localized;
}

/** Dependencies of `createUndo`. */
export interface UndoParts extends FileHandlerParts {
  readonly isWished: IsWished;
  readonly log: Pick<
    UndoLog,
    "takeBack" | "lastTurn" | "has" | "turnsIn" | "turnNamed" | "changesOf"
  >;
  readonly clock: Pick<Clock, "now">;
  /** The turn that a run of a person belongs to; `undefined` where they have none of this id. */
  readonly turnOfRun: (personId: string, runId: string) => string | undefined;
  /** When the last run of a person in a chat began that sent something to others. */
  readonly lastSentMs: (personId: string, chatKey: string) => number | undefined;
}

/** The one undo, for programs and for buttons. */
export function createUndo(parts: UndoParts): Undo {
  return {
    take: (call, wish = {}) => take(parts, call, wish),
    turnsIn: (chatKey) => [
      ...parts.log.turnsIn(chatKey),
      ...parts.kept.turnsIn(chatKey, parts.clock.now() - UNDO_MS),
    ],
    turnNamed: (personId, chatKey, words) => turnNamed(parts, personId, { chatKey, words }),
    last: (personId, chatKey) => lastEffect(parts, personId, chatKey),
    has: ({ personId, chatKey, turn }) =>
      parts.log.has(personId, turn) ||
      parts.kept.ofTurn(personId, chatKey, turn).some((change) => change.undoneAtMs === undefined),
  };
}

/** `[system:undo]`: for a program whose writer had read from outside only where the person's own words ask for it. */
export function createUndoHandlers(parts: UndoParts, undo: Undo): Handlers {
  return {
    "system:undo": async (call): Promise<Outcome> => {
      const { language } = call.actor;
      if (!parts.isWished("undo", call)) return failureIn(language, "undo-not-asked", NOT_ASKED);
      const run = optionalString(call, "run");
      const turn = run === undefined ? undefined : parts.turnOfRun(call.actor.personId, run);
      if (run !== undefined && turn === undefined)
        return failureIn(language, "unknown-run", unknownRun(run));
      const { result, words } = await undo.take(call, turn === undefined ? {} : { turn });
      if (result === "done" || result === "already") return success(worded(call, words));
      return failureIn(language, CODES[result], words);
    },
  };
}

function unknownRun(run: string): Localized {
  return {
    ko: korean`"${oneLine(run, 80)}"(이)라는 실행이 없어요.`,
    en: `There is no run "${oneLine(run, 80)}".`,
  };
}

const CODES = {
  changed: "changed-since",
  nothing: "nothing-to-undo",
  sent: "cannot-undo",
} as const;

/** The handler with what it changes of the person's rows noted under the call's turn. */
export function noting(
  handler: ActionHandler,
  { log, turnOf }: { readonly log: Pick<UndoLog, "note"> } & Pick<UndoParts, "turnOf">,
): ActionHandler {
  return async (call) => {
    const { personId, chatId: chatKey } = call.actor;
    if (call.trial !== undefined) return handler(call);
    return log.note({ personId, chatKey, turn: turnOf(call) }, async () => handler(call));
  };
}

async function take(parts: UndoParts, call: ReadyCall, wish: UndoWish): Promise<Undone> {
  const { personId, chatId } = call.actor;
  if (wish.isOfMessage === true) return { result: "sent", words: SENT };
  const isForced = wish.isForced === true;
  const last = lastChange(parts, personId, chatId);
  const sentMs = parts.lastSentMs(personId, chatId);
  if (wish.turn === undefined && sentMs !== undefined && sentMs > (last?.atMs ?? 0))
    return { result: "sent", words: SENT };
  const turn = wish.turn ?? last?.turn;
  if (turn === undefined) return { result: "nothing", words: NOTHING };
  const changes = parts.kept.ofTurn(personId, chatId, turn);
  const files = await undoFiles(parts, call, { changes, isForced });
  const rows = parts.log.takeBack(personId, turn, { isForced });
  const things = [
    ...files.map(({ path, ...rest }) => ({ name: bold(path.replace(/^inbox\//u, "")), ...rest })),
    ...rows.map(({ title, ...rest }) => ({ name: title, ...rest })),
  ];
  return { ...summaryOf(things), turn };
}

function lastEffect(parts: UndoParts, personId: string, chatKey: string): LastEffect | undefined {
  const last = lastChange(parts, personId, chatKey);
  if (last === undefined || (parts.lastSentMs(personId, chatKey) ?? 0) > last.atMs)
    return undefined;
  const files = parts.kept
    .ofTurn(personId, chatKey, last.turn)
    .filter(({ undoneAtMs }) => undoneAtMs === undefined)
    .map(({ path }) => ({ title: bold(path.replace(/^inbox\//u, "")), did: "changed" as const }));
  const all = [...files, ...parts.log.changesOf(personId, last.turn)].filter(
    ({ title }) => title !== "",
  );
  const [first] = all;
  if (first === undefined) return undefined;
  const names = namesOf(all.map(({ title }) => ({ name: title })));
  return { ...last, question: LAST_WAS[first.did](names) };
}

/** What is asked before the last effect is taken back, by what it did. */
const LAST_WAS: Readonly<Record<RowChange["did"], (names: string) => Localized>> = {
  made: (names) => ({
    ko: `마지막은 ${names} 넣은 거예요. 되돌릴까요?`,
    en: `The last thing was adding ${names}. Undo it?`,
  }),
  changed: (names) => ({
    ko: `마지막은 ${names} 바꾼 거예요. 되돌릴까요?`,
    en: `The last thing was changing ${names}. Undo it?`,
  }),
  removed: (names) => ({
    ko: `마지막은 ${names} 지운 거예요. 되돌릴까요?`,
    en: `The last thing was removing ${names}. Undo it?`,
  }),
};

function turnNamed(
  { log, kept, clock }: UndoParts,
  personId: string,
  { chatKey, words }: { readonly chatKey: string; readonly words: string },
): string | undefined {
  const named = words.normalize("NFC").toLowerCase().split(/\s+/u);
  const isMeant = (title: string): boolean => {
    const own = title.normalize("NFC").toLowerCase();
    return named.every((word) => word !== "" && own.includes(word));
  };
  const ofFile = kept
    .turnsIn(chatKey, clock.now() - UNDO_MS)
    .filter((scope) => scope.personId === personId && scope.chatKey === chatKey)
    .findLast(({ turn }) =>
      kept
        .ofTurn(personId, chatKey, turn)
        .some(({ path, undoneAtMs }) => undoneAtMs === undefined && isMeant(path)),
    );
  return log.turnNamed(personId, chatKey, isMeant) ?? ofFile?.turn;
}

function lastChange(
  { log, kept }: UndoParts,
  personId: string,
  chatKey: string,
): { readonly turn: string; readonly atMs: number } | undefined {
  const [newest] = [log.lastTurn(personId, chatKey), kept.lastChange(personId, chatKey)]
    .flatMap((each) => each ?? [])
    .sort((left, right) => right.atMs - left.atMs);
  return newest;
}

/** One thing that was changed, under the name that people know it by. */
interface Thing {
  readonly name: string;
  /** True for one that had been deleted. */
  readonly isBack: boolean;
  readonly change?: Localized;
  readonly result: "done" | "already" | "changed" | "gone";
}

/** Most things that are named. */
const MOST_NAMED = 5;

function summaryOf(things: readonly Thing[]): Pick<Undone, "result" | "words"> {
  const of = (result: Thing["result"]): readonly Thing[] =>
    things.filter((thing) => thing.result === result);
  const [done, changed, gone] = [of("done"), of("changed"), of("gone")];
  if (things.length === 0) return { result: "nothing", words: NOTHING };
  const lines: Localized[] = [
    ...(done.length === 0 ? [] : [doneWords(done)]),
    ...(changed.length === 0 ? [] : [changedWords(namesOf(changed))]),
    ...(gone.length === 0 ? [] : [goneWords(namesOf(gone))]),
  ];
  if (lines.length === 0) return { result: "already", words: ALREADY };
  const words = {
    ko: lines.map(({ ko }) => ko).join("\n"),
    en: lines.map(({ en }) => en).join("\n"),
  };
  if (changed.length > 0) return { result: "changed", words };
  return { result: done.length > 0 ? "done" : "nothing", words };
}

function namesOf(things: readonly Pick<Thing, "name">[]): string {
  const names = [...new Set(things.map(({ name }) => name))];
  const more = names.length > MOST_NAMED ? " …" : "";
  return `${names.slice(0, MOST_NAMED).join(", ")}${more}`;
}

function doneWords(things: readonly Thing[]): Localized {
  const names = namesOf(things);
  const areBack = things.every(({ isBack }) => isBack);
  const isOne = new Set(things.map(({ name }) => name)).size === 1;
  const back = isOne ? " is back" : " are back";
  const change = things.length === 1 ? things[0]?.change : undefined;
  if (change !== undefined)
    return {
      ko: `↩️ 되돌렸어요: ${names} (${change.ko})`,
      en: `↩️ Undone: ${names} (${change.en})`,
    };
  return { ko: `↩️ 되돌렸어요: ${names}`, en: `↩️ Undone: ${names}${areBack ? back : ""}` };
}

function changedWords(names: string): Localized {
  return {
    ko: `그 뒤에 바뀌어서 그대로 뒀어요: ${names}`,
    en: `Changed since then, so I left it as it is: ${names}`,
  };
}

function goneWords(names: string): Localized {
  return {
    ko: `앞 내용이 이제 남아 있지 않아요: ${names}`,
    en: `The earlier copy is no longer kept: ${names}`,
  };
}

const NOTHING: Localized = { ko: "되돌릴 게 없어요.", en: "There's nothing to undo." };

const ALREADY: Localized = { ko: "이미 되돌렸어요.", en: "That is undone already." };

const SENT: Localized = {
  ko: "보낸 메시지는 되돌릴 수 없어요.",
  en: "A sent message can't be taken back.",
};
