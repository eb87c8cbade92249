import { AppError } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import { joined } from "../../base/localized.ts";
import type { People, Person } from "../../security/access/people.ts";

/** The person whom a command line means: by id, by account (`telegram:42`) or by a name that only one has. Throws `AppError` `person-unknown`, `person-unclear`. */
export function findPerson(people: People, text: string): Person {
  const exact = people.get(text) ?? byAccount(people, text);
  if (exact !== undefined) return exact;
  const named = people.all().filter(({ name }) => name.toLowerCase() === text.toLowerCase());
  const [only] = named;
  if (only !== undefined && named.length === 1) return only;
  const known = people
    .all()
    .map(({ id, name }) => `- ${id}  ${name}`)
    .join("\n");
  const isUnclear = named.length > 1;
  const words = {
    ko: isUnclear
      ? korean`"${text}"(이)라는 사람이 여럿이에요. id로 골라 주세요:`
      : korean`"${text}"(이)라는 사람은 없어요. 아는 사람:`,
    en: isUnclear
      ? `Several people are called "${text}". Choose one by id:`
      : `Nobody here is "${text}". Known are:`,
  };
  throw new AppError(isUnclear ? "person-unclear" : "person-unknown", joined(words, `\n${known}`));
}

function byAccount(people: People, text: string): Person | undefined {
  const [platform = "", ...rest] = text.split(":");
  return people.find({ platform, externalId: rest.join(":") });
}
