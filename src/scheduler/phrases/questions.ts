import type { Language } from "../../base/localized.ts";
import type { Limit } from "./said.ts";

/** What keeps words of time from being a schedule. */
export type Missing =
  | "time"
  | "times"
  | "weekday"
  | "day"
  | "past"
  | "nowhere"
  | "unread"
  | "several"
  | Limit;

/** What is asked or told then, in the message's language. */
export const QUESTIONS: Readonly<Record<Missing, Readonly<Record<Language, string>>>> = {
  time: { ko: "몇 시인지 말해 주세요.", en: "At what time?" },
  weekday: { ko: "무슨 요일인지 말해 주세요.", en: "On which day of the week?" },
  day: { ko: "며칠인지 말해 주세요.", en: "On which day?" },
  past: {
    ko: "그 시각은 이미 지났어요. 언제로 할까요?",
    en: "That time has already passed. When instead?",
  },
  gone: {
    ko: "그 시각은 이미 지났어요. 언제로 할까요?",
    en: "That time has already passed. When instead?",
  },
  nowhere: { ko: "달력에 없는 날이에요.", en: "There is no such day in the calendar." },
  unread: {
    ko: "언제인지 다 알아듣지 못했어요. 다르게 말해 주세요. 예: 매주 월·수 오후 7시에",
    en: "I did not understand all of that time. Please say it in another way, such as: every Monday and Wednesday at 7pm",
  },
  several: {
    ko: "때를 나타내는 말이 둘 이상이에요. 하나씩 말해 주세요.",
    en: "There is more than one time in this. Please say them one by one.",
  },
  times: {
    ko: "몇 시 몇 시인지 모두 말해 주세요. 예: 매일 8시와 20시에",
    en: "At what times? Name them all, such as: every day at 8am and 8pm",
  },
  vague: { ko: "언제인지 말해 주세요. 예: 20분 뒤에", en: "When? Say it like: in 20 minutes" },
  holidays: {
    ko: "알림은 공휴일을 알지 못해서 뺄 수 없어요. 요일이나 날짜로 말해 주세요.",
    en: "Reminders know no public holidays, so they cannot leave them out. Please say it by weekdays or dates.",
  },
  sun: {
    ko: "알림은 해 뜨고 지는 때를 따라갈 수 없어요. 시각으로 말해 주세요.",
    en: "Reminders cannot follow the sun. Please name a time of day.",
  },
  lunar: {
    ko: "음력은 월과 일로 말해 주세요. 예: 매년 음력 5월 3일 오전 9시에",
    en: "Please say a lunar date by its month and day, such as: every year on lunar May 3 at 9am",
  },
  end: {
    ko: "언제까지 되풀이할까요? 날짜로 말해 주세요. 예: 12월 20일까지 매일 8시에",
    en: "Until when should it repeat? Please name a day, such as: every day at 8 until 20 December",
  },
  count: {
    ko: "그날 몇 시부터 몇 시까지 되풀이할까요? 예: 내일 9시부터 17시까지 두 시간마다",
    en: "From when to when on that day? Please say it like: tomorrow from 9am to 5pm every two hours",
  },
  except: {
    ko: "되풀이하는 알림에서 그날만 뺄 수는 없어요. 요일은 뺄 수 있어요. 예: 매일 9시에, 수요일은 빼고",
    en: "A repeating reminder cannot leave that day out. Weekdays it can, such as: every day at 9 except Wednesdays",
  },
  months: {
    ko: "두 달, 석 달, 몇 년마다 되풀이하는 알림은 만들 수 없어요. 매월이나 매년으로 말해 주세요.",
    en: "Reminders cannot come every so many months or years. Please say every month or every year.",
  },
  "working-day": {
    ko: "알림은 영업일을 알지 못해요. 날짜나 몇째 무슨 요일인지로 말해 주세요.",
    en: "Reminders know no working days. Please name a date, or which weekday of the month.",
  },
  random: {
    ko: "알림은 정해진 때에만 와요. 시각을 말해 주세요.",
    en: "Reminders come at set times only. Please name them.",
  },
  window: {
    ko: "그 간격은 그 시간 안에서 고르게 나뉘지 않아요. 30분이나 1시간처럼 나누어떨어지는 간격으로, 정시부터 정시까지로 말해 주세요.",
    en: "That interval does not divide the time evenly. Please say one that does, such as 30 minutes or an hour, between full hours.",
  },
  "no-hour": {
    ko: "그런 시각은 없어요. 0시부터 24시까지, 0분부터 59분까지로 말해 주세요.",
    en: "No clock shows that time. Please name one from 0:00 to 24:00.",
  },
  often: {
    ko: "10초에 한 번보다 자주 오는 알림은 만들 수 없어요.",
    en: "Reminders cannot come more often than every 10 seconds.",
  },
};

/** On so many days, said of the reminder itself: 5일 동안 알려줘. */
export const FOR_DAYS =
  /(?:\d+\s?(?:일|주|달|개월)|이틀|사흘|나흘|닷새|열흘|일주일|한\s?달|보름)\s?(?:동안|간)(?:만)?(?=\s*(?:좀\s*)?(?:알려|말해|깨워|알림|리마인드|보내|울려|해)?\s?\S{0,3}[\s.!~]*$)/u;
