import type { TextKey } from "../texts/say.ts";

/** A part of the help: what it is called, and its commands in order. */
export interface HelpGroup {
  readonly title: TextKey;
  readonly names: readonly string[];
}

/** The commands by what they are for; every command stands in one group. */
export const HELP_GROUPS: readonly HelpGroup[] = [
  {
    title: "groupTalk",
    names: ["start", "help", "new", "stop", "history", "remember", "memory", "forget"],
  },
  { title: "groupWork", names: ["ibl", "check", "workflows", "switches", "agent"] },
  { title: "groupTime", names: ["briefing", "schedule", "approvals", "grants"] },
  { title: "groupFiles", names: ["files", "vision"] },
  { title: "groupSelf", names: ["settings", "language", "timezone", "status", "usage"] },
  { title: "groupPeople", names: ["people", "claim", "link", "export", "forget_me"] },
];

/** What `/help COMMAND` says of a command: what it does in full, with what may be typed behind it. */
export const HELP_DETAILS: Readonly<Record<string, TextKey>> = {
  start: "detailStart",
  help: "detailHelp",
  new: "detailNew",
  stop: "detailStop",
  history: "detailHistory",
  remember: "detailRemember",
  memory: "detailMemory",
  forget: "detailForget",
  ibl: "detailIbl",
  check: "detailCheck",
  workflows: "detailWorkflows",
  switches: "detailSwitches",
  agent: "detailAgent",
  briefing: "detailBriefing",
  schedule: "detailSchedule",
  approvals: "detailApprovals",
  grants: "detailGrants",
  files: "detailFiles",
  vision: "detailVision",
  settings: "detailSettings",
  language: "detailLanguage",
  timezone: "detailTimezone",
  status: "detailStatus",
  usage: "detailUsage",
  people: "detailPeople",
  claim: "detailClaim",
  link: "detailLink",
  export: "detailExport",
  forget_me: "detailForgetMe",
};
