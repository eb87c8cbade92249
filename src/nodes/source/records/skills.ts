import { parseDocument } from "yaml";
import type { Clock } from "../../../base/clock.ts";
import { isJsonObject } from "../../../base/json.ts";
import type { Localized } from "../../../base/localized.ts";
import { bold } from "../../../base/visible-text.ts";
import type { Files } from "../../../drivers/files/files.ts";
import { stemOfPath } from "../../../drivers/files/nearest-file.ts";
import {
  type Handlers,
  numberParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../../engine/execute/action-types.ts";
import { type Outcome, success } from "../../../engine/values/outcome.ts";
import { failed } from "../../api/upstream.ts";
import { worded } from "../../localize.ts";
import { recordList, recordNamed, recordsFull, wholeRecord } from "./listing.ts";
import type { KeptRecord, Records } from "./records.ts";

/** Most files of a folder that are taken in at once. */
const MOST_IMPORTED = 100;

const NOTHING: Localized = {
  ko: "저장해 둔 노하우가 없어요.",
  en: "No how-to is saved for that.",
};

interface SkillParts {
  readonly records: Records;
  readonly clock: Clock;
  readonly filesOf: (chatKey: string) => Files;
}

/** What is saved of a how-to. */
interface Skill {
  readonly name: string;
  readonly content: string;
  readonly description: string;
  readonly keywords: string;
  readonly category: string;
}

/** `skill_add`, `skill_search`, `skill_read` and `skill_import`: how a person does things, by name. */
export function createSkillHandlers(parts: SkillParts): Handlers {
  const { records } = parts;
  return {
    "source:skill_add": async (call) => {
      const saved = save(parts, call, {
        name: stringParam(call, "name"),
        content: stringParam(call, "content"),
        description: optionalString(call, "description") ?? "",
        keywords: optionalString(call, "keywords") ?? "",
        category: optionalString(call, "category") ?? "",
        isTainted: call.tainted,
      });
      return saved === undefined ? recordsFull(call) : told(call, [saved]);
    },
    "source:skill_search": async (call) => {
      const query = optionalString(call, "query") ?? "";
      const limit = numberParam(call, "limit", 10);
      const { personId } = call.actor;
      const category = optionalString(call, "category");
      const wanted = {
        kind: "skill",
        limit,
        ...(category === undefined ? {} : { topic: category }),
      } as const;
      const rows = records.find(personId, { ...wanted, words: query });
      const near = rows.length > 0 ? rows : records.nearest(personId, "skill", query, limit);
      return recordList(call, near, { none: NOTHING });
    },
    "source:skill_read": async (call) => {
      const found = recordNamed(call, records, {
        kinds: ["skill"],
        given: stringParam(call, "name"),
      });
      return "ok" in found ? found : wholeRecord(found);
    },
    "source:skill_import": (call) => importFiles(parts, call),
  };
}

/** Keeps a how-to in the place of the one of the same name. */
function save(
  { records, clock }: SkillParts,
  call: ReadyCall,
  skill: Skill & { readonly isTainted: boolean },
): KeptRecord | undefined {
  const { personId } = call.actor;
  const [same] = records.titled(personId, ["skill"], skill.name);
  return records.save(
    personId,
    {
      kind: "skill",
      title: skill.name,
      topic: skill.category,
      subject: skill.keywords,
      body: skill.content,
      details: { description: skill.description },
      isTainted: skill.isTainted,
      atMs: clock.now(),
    },
    same,
  );
}

function told(call: ReadyCall, saved: readonly KeptRecord[]): Outcome {
  const names = saved.map(({ title }) => bold(title)).join(", ");
  const text = worded(call, { ko: `📘 저장했어요: ${names}`, en: `📘 Saved: ${names}` });
  const items = saved.map(({ number, title }) => ({ id: number, title }));
  return success({ kind: "list", items, text }, { tainted: saved.some((row) => row.isTainted) });
}

/** Takes in one Markdown file, or all of a folder. */
async function importFiles(parts: SkillParts, call: ReadyCall): Promise<Outcome> {
  const files = parts.filesOf(call.actor.chatId);
  const path = stringParam(call, "path");
  const { kind } = await files.stat(path);
  const paths =
    kind === "folder"
      ? (await files.find("*.md", { under: path, maxFound: MOST_IMPORTED })).entries.map(
          (each) => each.path,
        )
      : [path];
  if (paths.length === 0) {
    const text = { ko: "그 폴더에 .md 파일이 없어요.", en: "That folder has no .md file." };
    return failed("file-not-found", worded(call, text));
  }
  const category = optionalString(call, "category");
  const saved: KeptRecord[] = [];
  for (const each of paths) {
    const skill = { ...skillOf(each, (await files.read(each)).text), isTainted: true };
    const one = save(parts, call, category === undefined ? skill : { ...skill, category });
    if (one === undefined) return recordsFull(call);
    saved.push(one);
  }
  return told(call, saved);
}

const FRONT_MATTER = /^---\r?\n(?<head>[\s\S]{0,5000}?)\r?\n---\r?\n(?<body>[\s\S]*)$/u;

/** A how-to of a Markdown file: its front matter where it has one, else its first heading or the name of the file. */
function skillOf(path: string, text: string): Skill {
  const { head = "", body = text } = FRONT_MATTER.exec(text)?.groups ?? {};
  const parsed: unknown = parseDocument(head).toJS({ maxAliasCount: 0 });
  const fields = isJsonObject(parsed) ? parsed : {};
  const field = (name: string): string => [fields[name] ?? ""].flat().map(String).join(", ");
  const heading = /^#\s+(?<title>.{1,100})$/mu.exec(body)?.groups?.["title"]?.trim();
  return {
    name: field("name") || field("title") || heading || stemOfPath(path),
    content: body.trim(),
    description: field("description"),
    keywords: field("keywords") || field("tags"),
    category: field("category"),
  };
}
