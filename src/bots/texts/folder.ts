import type { Localized } from "../../base/localized.ts";

/** What is said of the files that a chat has. `{name}` places are filled by `say`. */
export const FOLDER_TEXTS = {
  helpFiles: {
    ko: "이 대화의 파일 보기, 받기, 지우기",
    en: "see, get and delete the files of this chat",
  },
  folderHead: {
    ko: "📁 **이 대화의 파일 {count}개**, {size} (새것부터, {page}/{pages}쪽). 지우실 때까지 둡니다. 📤 받기, 🗑️ 지우기(승인을 물어봅니다).",
    en: "📁 **Files of this chat: {count}**, {size} (newest first, page {page} of {pages}). They stay until you delete them. 📤 sends one here, 🗑️ deletes it (asks first).",
  },
  folderCut: {
    ko: "파일이 너무 많아 일부만 보입니다. `/files 이름`으로 찾을 수 있습니다.",
    en: "There are too many to show them all. `/files NAME` looks for one.",
  },
  folderEmpty: {
    ko: "📁 이 대화에는 아직 파일이 없습니다. 파일을 보내 주시거나 “AI 뉴스 찾아서 news.md로 저장해줘”라고 해 보세요.",
    en: "📁 This chat has no files yet. Send one, or say “find AI news and save it to news.md”.",
  },
  folderNothing: {
    ko: "“{text}”에 맞는 파일이 없습니다. /files 로 모두 볼 수 있습니다.",
    en: "No file matches “{text}”. /files shows them all.",
  },
  folderSent: { ko: "📤 {path} ({size})", en: "📤 {path} ({size})" },
  folderTooLarge: {
    ko: "{path}은(는) {size}라서 여기로 보낼 수 있는 크기({limit})를 넘습니다.",
    en: "{path} is {size}, more than can be sent here ({limit}).",
  },
  folderGone: { ko: "그 파일은 이제 없습니다.", en: "That file is gone." },
  folderSending: { ko: "보냅니다.", en: "Here it comes." },
  folderDeleting: { ko: "지우기 전에 물어봅니다.", en: "You are asked first." },
} as const satisfies Record<string, Localized>;
