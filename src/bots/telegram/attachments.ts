import type { Message } from "grammy/types";
import type { Attachment, AttachmentKind } from "../platform/chat-adapter.ts";

/** Fields of a message that are files, in the order looked at: an animation also comes as a document (Bot API, Message). */
const FIELDS = ["animation", "photo", "video", "video_note", "voice", "audio", "document"] as const;

type FileField = (typeof FIELDS)[number];

/** The field that holds the file of a message, if it has one. */
export function isAttachedAs(message: Message): FileField | undefined {
  return FIELDS.find((field) => message[field] !== undefined);
}

/** The file of a message: none or one, since each picture of an album is a message of its own. */
export function attachmentsOf(message: Message): readonly Attachment[] {
  switch (isAttachedAs(message)) {
    case "animation":
      return fileOf("video", message.animation, { name: "animation.mp4", type: "video/mp4" });
    case "photo":
      return fileOf("photo", largest(message.photo), { name: "photo.jpg", type: "image/jpeg" });
    case "video":
      return fileOf("video", message.video, { name: "video.mp4", type: "video/mp4" });
    case "video_note":
      return fileOf("video", message.video_note, { name: "video-note.mp4", type: "video/mp4" });
    case "voice": {
      // What a bot offers inline is sent under the person's name, but is not their voice (Bot API, InlineQueryResultVoice).
      const kind = message.via_bot === undefined ? "voice" : "audio";
      return fileOf(kind, message.voice, { name: "voice.ogg", type: "audio/ogg" });
    }
    case "audio":
      return fileOf("audio", message.audio, { name: "audio.mp3", type: "audio/mpeg" });
    case "document": {
      const isPicture = message.document?.mime_type?.startsWith("image/") === true;
      const usual = { name: "file", type: "application/octet-stream" };
      return fileOf(isPicture ? "image" : "document", message.document, usual);
    }
    case undefined:
      return [];
  }
}

/** What all files of the Bot API share; a photo and a round video have neither name nor type. */
interface TelegramFile {
  readonly file_id: string;
  readonly file_size?: number;
  readonly file_name?: string;
  readonly mime_type?: string;
}

function fileOf(
  kind: AttachmentKind,
  file: TelegramFile | undefined,
  usual: { readonly name: string; readonly type: string },
): readonly Attachment[] {
  if (file === undefined) return [];
  const { file_name: name, mime_type: mediaType, file_size: sizeBytes } = file;
  return [
    {
      kind,
      ref: file.file_id,
      name: name === undefined || name === "" ? usual.name : name,
      mediaType: mediaType === undefined || mediaType === "" ? usual.type : mediaType,
      ...(sizeBytes === undefined ? {} : { sizeBytes }),
    },
  ];
}

/** The best of a photo's sizes; Telegram promises no order of them. */
function largest(sizes: Message["photo"]): TelegramFile | undefined {
  return sizes
    ?.toSorted((left, right) => left.width * left.height - right.width * right.height)
    .at(-1);
}
