import { describeAgent, describeAgents } from "../app/agents.ts";
import { AppError } from "../base/errors.ts";
import { type CliContext, type Command, withParts } from "./context.ts";
import { EXIT } from "./output.ts";

/** Commands about the agents of data/agents. */
export const AGENT_COMMANDS: readonly Command[] = [
  {
    name: "agents list",
    usage: "agents list",
    help: { ko: "모든 프로젝트의 에이전트 보기", en: "show the agents of every project" },
    run: listAgents,
  },
  {
    name: "agents show",
    usage: "agents show NAME",
    help: {
      ko: "에이전트 하나의 역할, 모델에게 주는 말, 노드 보기",
      en: "show an agent: its role, its words for the model, its nodes",
    },
    run: showAgent,
  },
];

async function listAgents(context: CliContext): Promise<number> {
  return withParts(context, (parts) => {
    const agents = describeAgents(parts);
    if (context.speaker.json) context.speaker.data(agents.map((agent) => agent.json));
    else
      for (const { id, title, description } of agents)
        context.speaker.line(`${id}  ${title}  ${description}`);
    return EXIT.ok;
  });
}

async function showAgent(context: CliContext): Promise<number> {
  const name = context.arguments.rest.join(" ");
  if (name === "")
    throw new AppError("bad-arguments", {
      ko: "어느 에이전트인지 적어 주세요. `ibl-bot agents list`로 볼 수 있습니다.",
      en: "Say which agent; `ibl-bot agents list` shows them.",
    });
  return withParts(context, (parts) => {
    const { json } = describeAgent(parts, name);
    if (context.speaker.json) context.speaker.data(json);
    else
      for (const [key, value] of Object.entries(json))
        context.speaker.line(
          `${key}: ${Array.isArray(value) ? value.join(", ") : (value ?? "all")}`,
        );
    return EXIT.ok;
  });
}
