import type { Claim, ClaimKind } from "./claim-kinds.ts";

/** Things that this product keeps, sends or plans: a verb of daily talk is a claim about one of them only. */
const THING =
  /파일|메모|노트|문서|폴더|목록|리스트|할\s?일|일정|알림|알람|리마인더|예약|스케줄|워크플로|브리핑|메시지|메일|문자|차트|캘린더|기억|[\w가-힣-]+\.[a-z]{2,4}/u;

const PAST =
  "(?:했|하였|해\\s?(?:두었|뒀|놓았|놨|드렸|냈|버렸|줬|주었)|(?:을|를)?\\s?(?:완료했|마쳤|끝냈)|시켰)";
const PASSIVE = "(?:이|가)?\\s?(?:완료)?(?:되었|됐)";
const KEPT = "(?:두었|뒀|놓았|놨|드렸|줬|주었|버렸)";
/** Endings of a statement; what goes on to a quotation (-다고, -다는) or a case (-다면) is none. */
const END =
  "(?:습니다|답니다|어요|네요|거든요|고요|구요|지요|죠|음|다|어|고|으며|으니|지만|는데|는데요)(?![가-힣])";

/** Verb forms by kind: always a claim, and a claim only where a thing stands in the sentence. */
const FORMS: Readonly<Record<ClaimKind, { readonly always: string; readonly ofThings: string }>> = {
  sent: {
    always: `보냈|보내\\s?${KEPT}|(?:전송|발송|송신)(?:을|를)?\\s?${PAST}|부쳤`,
    ofThings: `(?:전달|공유|게시)(?:을|를)?\\s?${PAST}|전했|전해\\s?${KEPT}|띄웠|올렸`,
  },
  saved: {
    always: `(?:저장|기억)(?:을|를)?\\s?${PAST}|적어\\s?${KEPT}|기억해\\s?${KEPT}`,
    ofThings: `(?:기록|추가|등록|작성|생성|복사|이동|수정|변경|업데이트|반영)(?:을|를)?\\s?${PAST}|만들었|만들어\\s?${KEPT}|옮겼|바꿨|바꾸었|고쳤|썼|써\\s?${KEPT}|적었|남겼|남겨\\s?${KEPT}|넣었|넣어\\s?${KEPT}`,
  },
  deleted: {
    always: `삭제(?:를)?\\s?${PAST}|지웠|지워\\s?${KEPT}`,
    ofThings: `(?:제거|취소)(?:을|를)?\\s?${PAST}|없앴|비웠|비워\\s?${KEPT}|뺐`,
  },
  scheduled: {
    always: `예약(?:을)?\\s?(?:${PAST}|걸었|걸어\\s?${KEPT}|잡았|잡아\\s?${KEPT})`,
    ofThings: `설정(?:을|를)?\\s?${PAST}|맞췄|맞춰\\s?${KEPT}|잡았|잡아\\s?${KEPT}|걸어\\s?${KEPT}`,
  },
  done: {
    always: `(?:완료|처리|실행|수행|진행)(?:을|를)?\\s?${PAST}|다\\s?했|끝냈|마쳤|마무리했`,
    ofThings: "돌렸",
  },
};

/** Files put in order, or anything put in order in a file; to put in order what was found is no claim. */
const TIDIED = new RegExp(
  `(?:(?:파일|폴더)(?:들)?(?:을|를)|(?:파일|노트|메모|문서|[\\w가-힣-]+\\.[a-z]{2,4})(?:에다?가?|으?로))\\s(?:\\S+\\s){0,3}?정리(?:를)?\\s?${PAST}${END}`,
  "u",
);

/** Taken out of something, or made empty: writing the thing anew does it. */
const TAKEN_OUT = /에서(?:는|도)?\s|비웠|비워/u;
/** Left out of a list, which may be the list of the answer. */
const LEFT_OUT = /(?:목록|리스트)에서(?:는|도)?\s.*(?:뺐|없앴|제거)/u;
const COMPOSED = /(?:작성|생성|수정)(?:을|를)?\s?(?:했|하였|해)|만들|바꿨|바꾸었|고쳤|썼|써\s/u;
/** Things of the product that are no text. */
const KEPT_THING =
  /파일|메모|노트|문서|폴더|할\s?일|일정|알림|알람|리마인더|예약|스케줄|워크플로|차트|캘린더|기억|[\w가-힣-]+\.[a-z]{2,4}/u;

/** Of nouns whose passive says that the thing happened. */
const PASSIVES: Readonly<Record<ClaimKind, string>> = {
  sent: "전송|발송|전달|송신",
  saved: "저장|기록|추가|복사|이동|생성",
  deleted: "삭제|제거",
  scheduled: "예약",
  done: "완료|처리|실행|수행",
};

/** What an alarm is made of: with any other thing, to set or add it is no schedule. */
const TIMED = /알림|알람|리마인더|예약|일정|스케줄|약속/u;

const FAR =
  /어제(?!\s?(?:의|자|뉴스|기사))|그제|그저께|엊그제|지난\s?(?:주|달|번|해|밤|월|화|수|목|금|토|일)|작년|예전에|며칠\s?전|\d+\s?(?:일|주일?|달|개월|년)\s?전|이전\s?대화|전에는/u;
const NEAR = /이미|아까|앞서|조금\s?전|방금\s?전|\d+\s?(?:분|시간)\s?전|벌써/u;
const SOMEBODY_SAYS =
  /따르면|의하면|라고\s?(?:합니다|했습니다|해요|나와)|다고\s?(?:합니다|했습니다|해요|나와)/u;
/** Someone else is the subject of an active verb. */
const OTHER_SUBJECT =
  /(?<!제|내|저희|우리)(?:[가-힣A-Za-z]+(?:이|가|께서|측에서|에서는)|(?:님|씨|께서|그|그녀|그들|[A-Za-z]+)(?:은|는))\s/u;
/** A topic that has an object of its own is who did it: 회사는 초대장을 보냈다. */
const OTHER_TOPIC =
  /(?:^|\s)(?!(?:저|나|제|우리|저희|오늘|지금|방금|이번|일단|우선|먼저)(?:는|은)\s)[가-힣A-Za-z]*[가-힣A-Za-z](?<!에|서|로|께|때|고)(?:은|는)\s(?:.*\s)?\S+(?:을|를)\s/u;
/** What a thing that happened is said of: anything else is news of the world. */
const OWN_WORK = /작업|요청|설정|모두|전부|것|말씀|부탁|업무|명령|프로그램|이전|변경/u;
const SUBJECT = /(\S+?)(?:이|가|은|는)\s/u;
const CONNECTIVE = /(?:[어아여]서|[가-힣]고|니까|으니|지만|는데|면|,)\s/u;

/** The claims of a Korean sentence. Pure. */
export function koreanClaims(sentence: string): readonly Claim[] {
  if (!/[가-힣]/u.test(sentence) || FAR.test(sentence) || SOMEBODY_SAYS.test(sentence)) return [];
  if (/(?:까요|나요|습니까|을까|ㄹ까)[\s.!]*$/u.test(sentence)) return [];
  const time = NEAR.test(sentence) ? ("before" as const) : ("now" as const);
  const kinds = (Object.keys(FORMS) as ClaimKind[]) // the keys of a record of kinds
    .filter((kind) => isActive(sentence, kind) || isPassive(sentence, kind));
  return [
    ...kinds.map((kind): Claim => ({ kind, time, sentence, ...leniency(kind, sentence) })),
    ...(TIDIED.test(sentence)
      ? [{ kind: "saved", or: ["deleted", "scheduled"], time, sentence } as const]
      : []),
    ...(REMINDS.test(sentence) ? [{ kind: "scheduled", time: "before", sentence } as const] : []),
    ...(REMEMBERS.test(sentence) ? [{ kind: "saved", time: "before", sentence } as const] : []),
  ];
}

/** How much less than an effect of its own kind bears a claim out. */
function leniency(kind: ClaimKind, sentence: string): Pick<Claim, "or" | "isOfText"> {
  const isKept = KEPT_THING.test(sentence);
  if (kind === "deleted" && LEFT_OUT.test(sentence) && !isKept) return { or: ["saved", "done"] };
  if (kind === "deleted" && TAKEN_OUT.test(sentence)) return { or: ["saved"] };
  return kind === "saved" && !isKept && COMPOSED.test(sentence) ? { isOfText: true } : {};
}

/** What is promised for a time to come, only a schedule keeps; what is to be remembered, only a memory. */
const REMINDS =
  /(?:\d+\s?시(?:\s?(?:\d+\s?분|반))?에|(?:아침|점심|저녁|오전|오후|밤)에|마다|\d+\s?(?:분|시간|일)\s?(?:뒤|후)에?)\s[^.]*(?:알려|보내|깨워|상기시켜)\s?(?:드리겠|드릴게|줄게|주겠)/u;
const REMEMBERS = /기억(?:하겠|할게|해\s?(?:두겠|둘게|놓겠|놓을게))/u;

const ACTIVE = patternsOf((kind) => [`(?:${FORMS[kind].always})${END}`]);
const OF_THINGS = patternsOf((kind) => [`(?:${FORMS[kind].ofThings})${END}`]);
const HAPPENED = patternsOf((kind) => [
  `(?:${PASSIVES[kind]})${PASSIVE}${END}`,
  `(?:${PASSIVES[kind]})\\s?완료(?:입니다|했어요|요)?[\\s.!]*$`,
  ...(kind === "done" ? ["^완료(?:입니다|요)?[.!]", "끝났(?:습니다|어요)[\\s.!]*$"] : []),
]);

function patternsOf(
  parts: (kind: ClaimKind) => readonly string[],
): Readonly<Record<ClaimKind, RegExp>> {
  const pattern = (kind: ClaimKind): RegExp => new RegExp(parts(kind).join("|"), "gu");
  return {
    sent: pattern("sent"),
    saved: pattern("saved"),
    deleted: pattern("deleted"),
    scheduled: pattern("scheduled"),
    done: pattern("done"),
  };
}

function isActive(sentence: string, kind: ClaimKind): boolean {
  const thing = kind === "scheduled" ? TIMED : THING;
  const isToSomeone = kind === "sent" && /[가-힣A-Za-z](?:에게|한테|께)\s/u.test(sentence);
  const matches = [
    ...sentence.matchAll(ACTIVE[kind]),
    ...(isToSomeone || thing.test(sentence) ? sentence.matchAll(OF_THINGS[kind]) : []),
  ];
  return matches.some((match) => {
    const clause = clauseBefore(sentence, match.index);
    const before = sentence.slice(0, match.index);
    return !isNegated(clause) && !OTHER_SUBJECT.test(clause) && !OTHER_TOPIC.test(before);
  });
}

function isPassive(sentence: string, kind: ClaimKind): boolean {
  return [...sentence.matchAll(HAPPENED[kind])].some((match) => {
    const clause = clauseBefore(sentence, match.index);
    const subject = SUBJECT.exec(clause)?.[1] ?? "";
    const isOurs = subject === "" || THING.test(subject) || OWN_WORK.test(subject);
    return isOurs && !isNegated(clause);
  });
}

function isNegated(before: string): boolean {
  return /(?:^|\s)(?:안|못)\s?$/u.test(before);
}

/** The clause in which a verb stands, up to it. */
function clauseBefore(sentence: string, index: number): string {
  return sentence.slice(0, index).split(CONNECTIVE).at(-1) ?? "";
}
