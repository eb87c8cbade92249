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
  time: { ko: "몇 시인지 말씀해 주세요.", en: "At what time?" },
  weekday: { ko: "무슨 요일인지 말씀해 주세요.", en: "On which day of the week?" },
  day: { ko: "며칠인지 말씀해 주세요.", en: "On which day?" },
  past: { ko: "그 시각은 이미 지났습니다.", en: "That time has already passed." },
  gone: { ko: "그 시각은 이미 지났습니다.", en: "That time has already passed." },
  nowhere: { ko: "달력에 없는 날입니다.", en: "There is no such day in the calendar." },
  unread: {
    ko: "언제인지 다 알아듣지 못했습니다. 다르게 말씀해 주세요. 예: 매주 월·수 오후 7시에",
    en: "I did not understand all of that time. Please say it in another way, such as: every Monday and Wednesday at 7pm",
  },
  several: {
    ko: "때를 나타내는 말이 둘 이상입니다. 하나씩 말씀해 주세요.",
    en: "There is more than one time in this. Please say them one by one.",
  },
  times: {
    ko: "몇 시 몇 시인지 모두 말씀해 주세요. 예: 매일 8시와 20시에",
    en: "At what times? Name them all, such as: every day at 8am and 8pm",
  },
  vague: { ko: "언제인지 말씀해 주세요. 예: 20분 뒤에", en: "When? Say it like: in 20 minutes" },
  holidays: {
    ko: "예약은 공휴일을 알지 못해서 뺄 수 없습니다. 요일이나 날짜로 말씀해 주세요.",
    en: "A schedule knows no public holidays, so it cannot leave them out. Please say it by weekdays or dates.",
  },
  sun: {
    ko: "예약은 해 뜨고 지는 때를 따라갈 수 없습니다. 시각으로 말씀해 주세요.",
    en: "A schedule cannot follow the sun. Please name a time of day.",
  },
  lunar: {
    ko: "음력은 월과 일로 말씀해 주세요. 예: 매년 음력 5월 3일 오전 9시에",
    en: "Please say a lunar date by its month and day, such as: every year on lunar May 3 at 9am",
  },
  end: {
    ko: "되풀이하는 예약에 끝나는 날을 정할 수 없습니다. 끝나는 날 없이 말씀해 주시고, 다 쓰면 /schedule 에서 멈춰 주세요.",
    en: "A repeating schedule cannot have a last day. Say it without one, and pause it in /schedule when it is over.",
  },
  months: {
    ko: "두 달, 석 달, 몇 년마다 되풀이하는 예약은 만들 수 없습니다. 매월이나 매년으로 말씀해 주세요.",
    en: "A schedule cannot come every so many months or years. Please say every month or every year.",
  },
  "working-day": {
    ko: "예약은 영업일을 알지 못합니다. 날짜나 몇째 무슨 요일인지로 말씀해 주세요.",
    en: "A schedule knows no working days. Please name a date, or which weekday of the month.",
  },
  random: {
    ko: "예약은 정해진 때에만 실행됩니다. 시각을 말씀해 주세요.",
    en: "A schedule runs at set times only. Please name them.",
  },
  window: {
    ko: "그 간격은 그 시간 안에서 고르게 나뉘지 않습니다. 30분이나 1시간처럼 나누어떨어지는 간격으로, 정시부터 정시까지로 말씀해 주세요.",
    en: "That interval does not divide the time evenly. Please say one that does, such as 30 minutes or an hour, between full hours.",
  },
  "no-hour": {
    ko: "그런 시각은 없습니다. 0시부터 24시까지, 0분부터 59분까지로 말씀해 주세요.",
    en: "No clock shows that time. Please name one from 0:00 to 24:00.",
  },
  often: {
    ko: "10초에 한 번보다 자주 실행하는 예약은 만들 수 없습니다.",
    en: "A schedule cannot run more often than every 10 seconds.",
  },
};
