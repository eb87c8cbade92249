/** What is said of a name, an address or a time that is wrong: all of it was known before anybody was asked to press. */
const KNOWN_BEFORE: readonly RegExp[] = [
  /There(?:'s| is) no (?:\*\*|"|reminder|schedule|workflow|agent|contact|file)/,
  /\*\*[^*\n]+\*\*(?:은|는) 없어요/,
  /(?:이라는|라는|이?\(이\)라는) (?:알림|예약|워크플로우|동료|연락처|파일)은? ?없어요/,
  /I don't know a \*\*|님을 아직 몰라요/,
  /hasn't written to me yet|has not written to the bot|말을 건 적이 없어/,
  /There are \d+ people called|님이 \d+명이에요/,
  /(?:That time|.* has already) (?:has )?passed|(?:시간은|은|는) 이미 지났어요/,
  /There is already a reminder named|예약이 이미 있어요/,
  /exists already and was left|이미 있어 그대로 두었어요/,
  /isn't a web address|웹 주소가 아니에요/,
  /leads outside this chat's folder|이 대화의 폴더 밖이에요/,
  /Unknown time zone|시간대는 없어요/,
  /There is no briefing|고칠 브리핑/,
];

/** True where a text tells of a failure that was known before the press that it answers. Pure. */
export function tellsKnownFailure(text: string): boolean {
  return KNOWN_BEFORE.some((pattern) => pattern.test(text));
}
