import { escapeMarkup } from "../../base/visible-text.ts";
import { bareOf, type KnownThings, type Letter, type ThingPlan } from "./said.ts";

/** Which messages are asked for: those that came, the last one whenever it came, or the last one that the asker sent. */
type Wanted = "new" | "last" | "own";

const EN_LETTER = "(?:messages?|msgs?|texts?|dms?|repl(?:y|ies)|answers?|responses?|word)";
const EN_TOLD =
  "(?:answer(?:ed)?|repl(?:y|ied)|respond(?:ed)?|writ(?:e|ten)|wrote|text(?:ed)?|messaged?|sa(?:y|id)|sen[dt]|g[eo]t(?:ten)?\\s+back|c[ao]me\\s+back)";
const EN_WHAT =
  "(?:\\s+(?:anything|something|an?\\s+(?:message|reply|answer|text)|me|to\\s+(?:me|that|it|us)|back|yet|so\\s+far|today|again|already|now|at\\s+all|about\\s+(?:that|it)))*";
const KO_LETTER =
  "(?:(?:온|보낸|새)\\s?)?(?:메시지|메세지|문자|카톡|톡|연락|답장|답변|답|대답|회신|소식|(?<=(?:온|보낸)\\s?)(?:거|것|게|건))";
const KO_NOW = "(?:\\s?(?:혹시|벌써|아직|오늘|아까|나한테|저한테))*\\s?";
const KO_SHOW = "(?:보여|읽어|확인|알려|말해)(?:해)?\\s?(?:줘|줄래|주세요|봐)?요?";

/** How messages of somebody are asked for; `WHO` stands for the name. */
const FORMS: readonly (readonly [Wanted, string])[] = [
  [
    "new",
    `(?:(?:is|are|was|were)\\s+there\\s+|(?:have|did|do)\\s+i\\s+(?:got(?:ten)?|had|get|have)\\s+|(?:i\\s+)?got\\s+)?(?:any(?:thing)?|some|an?|new)\\s*(?:new|more|back)?\\s*(?:${EN_LETTER})?\\s*(?:back\\s+)?(?:from|by)\\s+WHO${EN_WHAT}`,
  ],
  ["new", `(?:has|have|did)\\s+WHO\\s+(?:already\\s+|ever\\s+|even\\s+)?${EN_TOLD}${EN_WHAT}`],
  ["new", `WHO\\s+${EN_TOLD}(?=\\s+(?:anything|something|back|yet))${EN_WHAT}`],
  [
    "new",
    `(?:have\\s+(?:you|we|i)\\s+|you\\s+|i\\s+)?hear(?:d)?\\s+(?:anything\\s+)?(?:back\\s+)?from\\s+WHO${EN_WHAT}`,
  ],
  ["last", `what\\s+(?:did|has|does)\\s+WHO\\s+(?:just\\s+)?${EN_TOLD}${EN_WHAT}`],
  [
    "last",
    `(?:what(?:['’]?s|\\s+is|\\s+was)|show|read|open|see|check)\\s+(?:me\\s+)?(?:WHO['’]?s?\\s+(?:last\\s+|latest\\s+|new\\s+)?${EN_LETTER}|(?:the\\s+)?(?:last\\s+|latest\\s+|new\\s+)?${EN_LETTER}\\s+from\\s+WHO)${EN_WHAT}`,
  ],
  ["own", `what\\s+did\\s+i\\s+(?:tell|write|text|send|message|say)(?:\\s+to)?\\s+WHO${EN_WHAT}`],
  [
    "new",
    `WHO(?:한테|에게|께)서?${KO_NOW}${KO_LETTER}(?:이|가|은|는|도)?\\s?(?:온\\s?(?:거|것|게)\\s?)?${KO_NOW}(?:안\\s?)?(?:왔|있|없|받았|뭐|뭘)[가-힣]*`,
  ],
  [
    "new",
    `WHO(?:이|가|은|는|도)?${KO_NOW}${KO_LETTER}(?:이|가|은|는|을|를|도)?\\s?(?:온\\s?(?:거|것|게)\\s?)?${KO_NOW}(?:안\\s?)?(?:왔|있|없|했|줬|보냈)[가-힣]*`,
  ],
  [
    "last",
    `WHO(?:한테|에게|께)?서?(?:이|가|의)?\\s?${KO_LETTER}(?:을|를|좀)?\\s?(?:좀\\s?)?(?:${KO_SHOW}|뭐[가-힣]*)`,
  ],
  [
    "last",
    "WHO(?:이|가|은|는|도)?\\s?(?:나한테\\s?|저한테\\s?)?(?:뭐래|뭐랬|뭐라디|뭐라던|뭐라\\s?(?:고\\s?)?(?:해|했|하|그래|그랬|그러|답|대답|말|왔|보냈))[가-힣]*",
  ],
  ["last", "WHO(?:한테|에게)서?\\s?뭐라고\\s?(?:답장?이?\\s?)?왔[가-힣]*"],
  [
    "own",
    "(?:내가\\s?)?WHO(?:한테|에게)\\s?(?:내가\\s?)?(?:뭐라고?\\s?)(?:보냈|했|전했|말했)[가-힣]*",
  ],
];

/** The same of nobody in particular. */
const FROM_ANYBODY: readonly RegExp[] = [
  whole(
    `(?:(?:are|were)\\s+there\\s+|(?:have|did|do)\\s+i\\s+(?:got(?:ten)?|get|have)\\s+|got\\s+)?any\\s+(?:new\\s+)?(?:messages?|msgs?|repl(?:y|ies))(?:\\s+for\\s+me)?${EN_WHAT}`,
  ),
  whole(`(?:has|did)\\s+(?:any|some)(?:one|body)\\s+${EN_TOLD}${EN_WHAT}`),
  whole(
    `(?:새로?\\s?|나한테\\s?)*(?:온\\s?)?(?:메시지|메세지|연락|답장)(?:이|가)?\\s?(?:온\\s?(?:거|것|게)\\s?)?(?:있|왔|없)(?:어|나|니|었어)(?:요)?`,
  ),
  whole("누(?:가|구한테서?|구에게서?)\\s?(?:연락|답장|메시지)(?:이|을)?\\s?(?:왔|했|보냈)[가-힣]*"),
];

function whole(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, "iu");
}

/** In UTF-16 units; what is longer says more than that. */
const LONGEST = 80;

/** Whether words ask what somebody with this name wrote: they are for the bot, and not for that person. Pure. */
export function asksForLetters(message: string, name: string): boolean {
  return wantedOf(bareOf(message), name) !== undefined;
}

function wantedOf(text: string, name: string): Wanted | undefined {
  if (text.length > LONGEST || name === "") return undefined;
  const plain = name.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
  const who = /\p{Script=Hangul}/u.test(name) ? `${plain}(?:이)?(?:님|씨)?` : plain;
  return FORMS.find(([, form]) => whole(form.replaceAll("WHO", who)).test(text))?.[0];
}

/** Reads what asks whether somebody answered, or what they wrote: told from the messages that people sent each other here. Pure. */
export function readLetters(text: string, known: KnownThings): ThingPlan | undefined {
  const { letters, others = [] } = known;
  if (letters === undefined) return undefined;
  for (const name of others) {
    const wanted = wantedOf(text, name);
    const exchanged = wanted === undefined ? [] : letters().filter((each) => each.with === name);
    if (wanted !== undefined) return told(name, wanted, exchanged);
  }
  if (!FROM_ANYBODY.some((form) => form.test(text))) return undefined;
  const came = letters().filter(({ isOwn }) => !isOwn);
  return came.length === 0 ? said(NONE_CAME) : shown(came);
}

const NONE_CAME = { ko: "온 메시지가 없어요.", en: "No messages for you yet." };

/** Most messages that are shown. */
const MOST_SHOWN = 3;

/** What came since the asker wrote, or that nothing did; the newest of `exchanged` is the first. */
function told(name: string, wanted: Wanted, exchanged: readonly Letter[]): ThingPlan {
  const own = exchanged.findIndex(({ isOwn }) => isOwn);
  const came = exchanged.filter(({ isOwn }) => !isOwn);
  const fresh = own < 0 ? came : exchanged.slice(0, own);
  const wrote = exchanged[own];
  if (wanted === "own" && wrote !== undefined) return shown([wrote]);
  if (wanted !== "own" && fresh.length > 0) return shown(fresh);
  if (wanted === "last" && came.length > 0) return shown(came.slice(0, 1));
  const who = escapeMarkup(name);
  if (wanted === "own")
    return said({
      ko: `**${who}**님에게 보낸 게 없어요.`,
      en: `You haven't sent **${who}** anything.`,
    });
  if (wrote === undefined)
    return said({
      ko: `**${who}**님한테서 온 게 아직 없어요.`,
      en: `Nothing from **${who}** yet.`,
    });
  return said({
    ko: `${wrote.at.ko}에 보내신 뒤로 **${who}**님한테서 온 게 없어요.`,
    en: `Nothing from **${who}** since you wrote ${wrote.at.en}.`,
  });
}

/** Messages with who wrote them and when, the oldest first. */
function shown(letters: readonly Letter[]): ThingPlan {
  const blocks = letters
    .slice(0, MOST_SHOWN)
    .toReversed()
    .map(({ with: name, isOwn, words, at }) => {
      const who = escapeMarkup(name);
      const ko = isOwn
        ? `**${who}**님에게 ${at.ko}에 보냈어요.`
        : `**${who}**님이 ${at.ko}에 보냈어요.`;
      const en = isOwn ? `You wrote to **${who}** ${at.en}:` : `**${who}** wrote ${at.en}:`;
      return { ko: `${ko}\n${words}`, en: `${en}\n${words}` };
    });
  return said({
    ko: blocks.map(({ ko }) => ko).join("\n"),
    en: blocks.map(({ en }) => en).join("\n"),
  });
}

function said(words: { readonly ko: string; readonly en: string }): ThingPlan {
  return { kind: "ask", words, offers: [] };
}
