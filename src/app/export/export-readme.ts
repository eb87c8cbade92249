import type { Language } from "../../base/localized.ts";
import type { TableKeeping } from "../../store/retention.ts";

/** What the README of an export tells about. */
export interface ReadmeFacts {
  readonly tables: ReadonlyMap<string, number>;
  readonly keeping: readonly TableKeeping[];
  readonly withFiles: boolean;
  readonly leftOut: readonly string[];
  readonly reader: { readonly name: string; readonly language: Language };
  readonly nowMs: number;
}

/** What is in an export and what is not, in the reader's language. Pure. */
export function exportReadme(facts: ReadmeFacts): string {
  const { tables, leftOut, withFiles, nowMs, reader } = facts;
  const word = WORDS[reader.language];
  const counts = [...tables].map(([name, count]) => `- data/${name}.json: ${count}`);
  const missing = facts.keeping.flatMap(({ table, exported, because }) =>
    exported !== undefined && "none" in exported ? [`- ${table}: ${because ?? ""}`] : [],
  );
  const left =
    leftOut.length === 0 ? [] : ["", word.leftOut, ...leftOut.map((path) => `- ${path}`)];
  return [
    word.title(reader.name, new Date(nowMs).toISOString()),
    "",
    word.data,
    ...counts,
    "",
    withFiles ? word.files : word.noFiles,
    "",
    word.missing,
    ...word.others,
    ...missing,
    ...left,
    "",
  ].join("\n");
}

const WORDS = {
  ko: {
    title: (name: string, time: string) => `${name}님의 데이터 (${time})`,
    data: "data 폴더: 표마다 JSON 파일 하나. 시각은 UTC입니다. 파일과 기록의 수:",
    files: "files 폴더: 개인 대화의 파일.",
    noFiles: "파일은 들어 있지 않습니다. 보낼 수 있는 크기를 넘었습니다.",
    missing: "들어 있지 않은 것:",
    others: [
      "- 다른 사람의 데이터. 회원님이 결정한 다른 사람의 요청은 결정만 있습니다 (data/decisions_for_others.json).",
      "- 그룹의 파일: 그룹 모두의 것입니다.",
      "- 열쇠와 토큰: [secret]으로 가려져 있습니다.",
      "- 연락처: 봇이 아는 다른 사람들이며, 회원님이 적은 주소록은 없습니다.",
    ],
    leftOut: "읽을 수 없었거나 읽는 동안 바뀐 파일:",
  },
  en: {
    title: (name: string, time: string) => `The data of ${name} (${time})`,
    data: "Folder data: one JSON file a table; times are UTC. Files and how many records they hold:",
    files: "Folder files: the files of the private chats.",
    noFiles: "The files are not here: they were too large to be sent.",
    missing: "Not in it:",
    others: [
      "- Data of other people. Of what others asked and you decided, there is the decision alone (data/decisions_for_others.json).",
      "- Files of groups: they are everyone's there.",
      "- Keys and tokens: they are masked as [secret].",
      "- Contacts: those are the other people whom the bot knows; there is no address book of your own.",
    ],
    leftOut: "Files that could not be read, or changed while they were:",
  },
} as const;
