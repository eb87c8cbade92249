import type { Localized } from "../../base/localized.ts";

/** What is said of files, pictures and voice messages that people send. `{name}` places are filled by `say`. */
export const FILES_TEXTS = {
  fileProblem: {
    ko: "📎 보내 주신 파일을 저장하지 못했어요. {message}",
    en: "📎 A file that you sent could not be saved. {message}",
  },
  fileUnread: {
    ko: "📎 {paths} 받았어요. 안은 못 읽어요. {why}",
    en: "📎 Got {paths}. I can't read what's in it. {why}",
  },
  fileReceived: {
    ko: "📎 {paths} 받았어요",
    en: "📎 Got {paths}",
  },
  pictureKept: {
    ko: "📎 받아 뒀어요. 사진 속은 아직 못 봐요.",
    en: "📎 Kept. I can't see inside pictures yet.",
  },
  pictureDescribe: { ko: "설명해 줘", en: "Describe it" },
  pictureReadText: { ko: "글자 읽어 줘", en: "Read its text" },
  fileSummarize: { ko: "요약", en: "Summarize" },
  fileKeepOnly: { ko: "저장만", en: "Just keep it" },
  fileKept: { ko: "저장해 두었어요.", en: "It is saved." },
  fileAtWork: { ko: "보고 있어요.", en: "Having a look." },
  askDescribe: {
    ko: "이 사진에 무엇이 있는지 설명해 줘.",
    en: "Describe what is in this picture.",
  },
  askReadText: {
    ko: "이 사진에 있는 글자를 그대로 읽어 줘.",
    en: "Read out the text in this picture, as it stands there.",
  },
  askSummarize: { ko: "이 파일을 요약해 줘.", en: "Summarize this file." },
  filesNeedModel: {
    ko: "📎 {paths} 받아 뒀어요. 속을 보려면 언어 모델이 필요해요.",
    en: "📎 Kept {paths}. Seeing inside needs a language model.",
  },
  filesTrouble: {
    ko: "📎 {paths} 받아 뒀어요. {message}",
    en: "📎 Kept {paths}. {message}",
  },
  filesUnsent: {
    ko: "📎 보내지 못한 파일: {names}. {problem}",
    en: "📎 Could not be sent: {names}. {problem}",
  },
  voiceHeard: { ko: "🎙️ {text}", en: "🎙️ {text}" },
  voiceSilent: {
    ko: "🎙️ 말소리를 찾지 못했어요. 녹음은 {paths}로 남겨 뒀어요.",
    en: "🎙️ I heard no words in it. The recording is kept as {paths}.",
  },
  voiceTrouble: {
    ko: "🎙️ 받아 적지 못했어요. {message} 글로 보내 주시거나 조금 뒤에 다시 보내 주세요.",
    en: "🎙️ I could not write it down. {message} Please type it, or send it again later.",
  },
  voiceNeedsSetting: {
    ko: "🎙️ 녹음을 받아 뒀어요. 말은 아직 못 알아들어요. 글로 보내 주세요.",
    en: "🎙️ Kept the recording. I can't make out speech yet; please type it.",
  },
  visionNone: {
    ko: "이 대화에는 아직 사진이 없어요. 사진을 먼저 보내 주세요.",
    en: "There is no picture in this chat yet. Send one first.",
  },
  helpVision: {
    ko: "이 대화의 마지막 사진에 대해 묻기",
    en: "ask about the last picture of this chat",
  },
} as const satisfies Record<string, Localized>;

/** What is said of the files that a chat has. `{name}` places are filled by `say`. */
export const FOLDER_TEXTS = {
  helpFiles: {
    ko: "이 대화의 파일 보기, 받기, 지우기",
    en: "see, get and delete the files of this chat",
  },
  folderHead: { ko: "📁 **파일** {count}개", en: "📁 **Files** ({count})" },
  folderCut: {
    ko: "파일이 많아 일부만 보여요. 이름을 말해 주면 찾아 드려요.",
    en: "There are too many to show them all. Say a name and I'll look for it.",
  },
  folderEmpty: {
    ko: "📁 이 대화에는 아직 파일이 없어요. 파일을 보내 주시거나 “AI 뉴스 찾아서 news.md로 저장해줘”라고 해 보세요.",
    en: "📁 This chat has no files yet. Send one, or say “find AI news and save it to news.md”.",
  },
  folderNothing: { ko: "“{text}”에 맞는 파일이 없어요.", en: "No file matches “{text}”." },
  folderSent: { ko: "📤 {path}", en: "📤 {path}" },
  folderTooLarge: {
    ko: "{path}은(는) {size}라서 여기로 보낼 수 있는 크기({limit})를 넘어요.",
    en: "{path} is {size}, more than can be sent here ({limit}).",
  },
  folderGone: { ko: "그 파일은 이제 없어요.", en: "That file is gone." },
  folderRead: { ko: "열기", en: "Open" },
  folderDelete: { ko: "지우기", en: "Delete" },
  folderGet: { ko: "받기", en: "Get it" },
} as const satisfies Record<string, Localized>;
