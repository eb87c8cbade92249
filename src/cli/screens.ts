import { join } from "node:path";
import { healthText } from "../app/core/health-line.ts";
import { healthLines, onlineLines } from "../app/doctor/health.ts";
import type { App } from "../app/open-app.ts";
import type { CliContext } from "./command.ts";
import { withParts } from "./context.ts";
import { EXIT } from "./output.ts";

/** The command `doctor [--online]`. */
export async function doctor(context: CliContext): Promise<number> {
  return withParts(context, async (parts) => {
    const lines = [
      ...(await healthLines(parts)),
      ...(context.arguments.online ? await onlineLines(parts) : []),
    ];
    const isWell = lines.every((line) => line.state !== "problem");
    const { language } = parts.config;
    const checks = lines.map(({ detail, next, ...line }) => ({
      ...line,
      detail: detail[language],
      ...(next === undefined ? {} : { next: next[language] }),
    }));
    if (context.speaker.json) context.speaker.data({ ok: isWell, checks });
    else for (const line of lines) context.speaker.line(healthText(line, language));
    return isWell ? EXIT.ok : EXIT.failed;
  });
}

/** What a person sees when the service starts on a terminal. */
export async function firstRunScreen(parts: App, claimCode: string | undefined): Promise<string> {
  const korean = parts.config.language === "ko";
  const lines = (await healthLines(parts)).filter(
    (line) =>
      ["Telegram", "Discord", "Model", "Chromium", "Catalogue"].includes(line.name) ||
      line.state === "problem",
  );
  const claim =
    claimCode === undefined
      ? []
      : [
          korean
            ? `\n봇의 주인이 되려면 메신저에서 봇에게 직접 보내세요: /claim ${claimCode} (한 시간 동안 한 번)`
            : `\nTo become the owner, send the bot a direct message: /claim ${claimCode} (works once, for one hour)`,
        ];
  const tries = korean
    ? [
        "\n이렇게 말해 보세요:",
        "  지금 몇 시야",
        "  AI 뉴스 찾아서 news.md로 저장해줘",
        "  매일 아침 8시에 뉴스 브리핑 보내줘",
        "  /help",
      ]
    : [
        "\nTry saying:",
        "  what time is it in New York",
        "  find AI news and save it to news.md",
        "  send me the news briefing every day at 8am",
        "  /help",
      ];
  const place = korean
    ? `파일: ${join(parts.home.path, "files")}`
    : `Files: ${join(parts.home.path, "files")}`;
  return [
    "ibl-bot",
    ...lines.map((line) => healthText(line, parts.config.language)),
    place,
    ...claim,
    ...tries,
    "",
  ].join("\n");
}
