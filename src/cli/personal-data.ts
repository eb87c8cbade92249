import { findPerson } from "../app/core/people.ts";
import { exportPersonTo } from "../app/export/exports.ts";
import type { ExportFacts } from "../app/export/personal-export.ts";
import { localOwner } from "../app/local-owner.ts";
import { statusOf, statusText, usageOf, usageText } from "../app/status.ts";

import { AppError } from "../base/errors.ts";
import type { Localized } from "../base/localized.ts";
import { type CliContext, type Command, pathArgument, withParts } from "./context.ts";
import { EXIT } from "./output.ts";

/** What the service has of people, and how it is. */
export const LIFE_COMMANDS: readonly Command[] = [
  {
    name: "status",
    usage: "status",
    help: {
      ko: "하는 일, 기다리는 일, 보관하는 것과 그 기간",
      en: "what runs, waits and is kept, and for how long",
    },
    run: status,
  },
  {
    name: "usage",
    usage: "usage",
    help: {
      ko: "오늘 쓴 메시지, 프로그램, 모델의 양과 한도",
      en: "what was used today of messages, programs and the model, and the limits",
    },
    run: usage,
  },
  {
    name: "export",
    usage: "export PERSON FILE [--force]",
    help: {
      ko: "한 사람의 모든 것을 ZIP 하나로, PERSON은 이름, id, PLATFORM:ACCOUNT",
      en: "write everything of a person to one ZIP file; PERSON is a name, an id or PLATFORM:ACCOUNT",
    },
    run: exportOne,
  },
];

async function status(context: CliContext): Promise<number> {
  const { edges, speaker } = context;
  return withParts(context, async (parts) => {
    const { actor, person } = localOwner(parts);
    const asked = { person, chatKey: actor.chatId, isPrivate: true };
    const facts = { stores: parts, home: parts.home, config: parts.config, root: edges.root };
    const report = await statusOf({ ...facts, nowMs: edges.clock.now() }, asked);
    if (speaker.json) speaker.data({ ok: true, ...report });
    else speaker.line(statusText(report, { ...person, language: speaker.language }));
    return EXIT.ok;
  });
}

async function usage(context: CliContext): Promise<number> {
  const { speaker } = context;
  return withParts(context, (parts) => {
    const { actor, person } = localOwner(parts);
    const asked = { person, chatKey: actor.chatId, isPrivate: true };
    const report = usageOf({ stores: parts, config: parts.config }, asked);
    if (speaker.json) speaker.data({ ok: true, ...report });
    else speaker.line(usageText(report, { ...person, language: speaker.language }));
    return EXIT.ok;
  });
}

async function exportOne(context: CliContext): Promise<number> {
  const { arguments: given, edges, signal, speaker } = context;
  const [who, target, ...more] = given.rest;
  if (who === undefined || target === undefined || more.length > 0)
    throw new AppError("bad-arguments", WORDS.arguments);
  const file = pathArgument(context, target);
  return withParts(context, async (parts) => {
    const person = findPerson(parts.people, who);
    const facts = await exportPersonTo(
      { stores: parts, home: parts.home, config: parts.config, edges, usage: parts.usage },
      { person, file, force: given.force, signal },
    );
    if (speaker.json) speaker.data({ ok: true, person: person.id, file, ...facts });
    else speaker.line(WORDS.exported(person.name, file, facts));
    return EXIT.ok;
  });
}

const WORDS = {
  arguments: {
    ko: "사람과 파일을 적어 주세요. 예: ibl-bot export 지은 지은.zip",
    en: "Give a person and a file, such as: ibl-bot export Jieun jieun.zip",
  },
  exported: (name: string, file: string, { rows, files }: ExportFacts): Localized => ({
    ko: `${name}님의 데이터를 썼습니다: ${file} (기록 ${rows}개, 파일 ${files}개)`,
    en: `Wrote the data of ${name} to ${file} (${rows} records, ${files} files).`,
  }),
} as const;
