/** How people write in a hurry, and what it stands for. In this order, each on what the ones before have made. */
const KOREAN_HABITS: readonly (readonly [RegExp, string])[] = [
  [/잇(?=[어는냐니나음지을던다네엇])/gu, "있"],
  [/업(?=(?:어|는|냐|니|나|음|지|을|던|다)(?![가-힣]*(?:무|데이트|로드|체|종)))/gu, "없"],
  [/엇(?=[어는냐니나음지던다네을]|$)/gu, "었"],
  [/앗(?=[어는냐니나음지던다네을]|$)/gu, "았"],
  [/햇(?=[어는냐니나음지던다네을])/gu, "했"],
  [/봣(?=[어는냐니나음지던다네을])/gu, "봤"],
  [/겟(?=[어는냐니나음지던다네])/gu, "겠"],
  [/[됬됏]/gu, "됐"],
  [/머머/gu, "뭐뭐"],
  [/(?<=^|\s)머(?=[야지니냐해하가있였더들임\s?]|머|$)/gu, "뭐"],
  [/(?<=[가-힣]{2})에?\s?[머뭐]+(?=있|들)/gu, "에 뭐 "],
  [/(?<=^|\s)모(?=[야지니냐해하]|임)/gu, "뭐"],
  [/(?:알[켜랴]|갈켜|갈쳐|가르켜)(?=[줘주조죠달])/gu, "알려"],
  [/어[케캐](?=$|[\s가-힣])/gu, "어떻게"],
  [/(?<=^|\s)낼(?=\s|날씨|아침|저녁|오전|오후)/gu, "내일"],
  [/담(?=주(?:에|의|\s|$|말)|달(?:에|\s|$))/gu, "다음"],
  [/쫌/gu, "좀"],
  [/(?<=^|\s)걍(?=\s|$)/gu, "그냥"],
  [/(?<=^|\s)넘(?=\s)/gu, "너무"],
  [/글구/gu, "그리고"],
  [/(?<=[해려여워와러어아겨켜쳐져혀봐꿔])[조죠](?=$|[\s.!?~ㅋㅎ])/gu, "줘"],
  [/(?<=[가-힣])(?:[주하]셈|[주하]삼|하쇼|해주쇼)(?=$|[\s.!?~ㅋㅎ])/gu, "해 주세요"],
  [/(?<=[줘요])[오어엉잉용염여]+(?=$|[\s.!?~])/gu, ""],
  [/(?<=[가-힣]{2})(?=(?:좀요?|부탁|플리즈|플즈)(?:$|[\s.!?~]))/gu, " "],
  [/\s*(?:ㄱㄱ+|고고+)(?=$|[\s.!?~])/gu, " 해줘"],
  [/\s*(?:플리즈|플즈)(?=$|[\s.!?~])/gu, " 부탁"],
  [/\s*ㄴㄴ/gu, " 아니"],
];

const ENGLISH_HABITS: ReadonlyMap<string, string> = new Map(
  (
    "gimme:give_me lemme:let_me pls:please plz:please plss:please plzz:please pleae:please plase:please u:you ur:your wanna:want_to " +
    "gonna:going_to gotta:got_to whats:what's wat:what wats:what's wut:what hows:how's wheres:where's whos:who's tmrw:tomorrow tmr:tomorrow " +
    "tmrow:tomorrow tomorow:tomorrow tommorow:tomorrow tommorrow:tomorrow 2moro:tomorrow msg:message msgs:messages serach:search " +
    "seach:search saerch:search srch:search gogle:google googel:google goggle:google thru:through abt:about b4:before " +
    "trans:translate tranlate:translate traslate:translate translte:translate sumarize:summarize summerize:summarize sumary:summary " +
    "remeber:remember rember:remember remmber:remember remaind:remind rmind:remind schedual:schedule shedule:schedule calender:calendar " +
    "wether:weather wheather:weather weahter:weather temp:temperature delet:delete delte:delete deleet:delete fodler:folder flie:file " +
    "dont:don't cant:can't im:i'm ive:i've doesnt:doesn't didnt:didn't isnt:isn't wont:won't havent:haven't hasnt:hasn't " +
    "thats:that's theres:there's lets:let's r:are n:and w/:with ppl:people bday:birthday appt:appointment mins:minutes hrs:hours " +
    "dunno:don't_know kinda:kind_of sorta:sort_of outta:out_of cuz:because coz:because bc:because rn:now asap:now"
  )
    .split(" ")
    .map((pair): [string, string] => {
      const [habit = "", meant = ""] = pair.split(":");
      return [habit, meant.replaceAll("_", " ")];
    }),
);

/** A text as it would be written with care: common misspellings, chat endings and short forms of both languages are put right. Pure. */
export function inPlainSpelling(text: string): string {
  const english = text.replace(/[a-z0-9]+(?:['’][a-z]+)?\/?/giu, (word) => {
    return ENGLISH_HABITS.get(word.toLowerCase()) ?? word;
  });
  if (!/\p{Script=Hangul}/u.test(english)) return english;
  return KOREAN_HABITS.reduce((said, [habit, meant]) => said.replace(habit, meant), english);
}
